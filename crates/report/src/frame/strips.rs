//! The measures of a subject without their own figures.

use basement_survey::Study;
use basement_survey::measure::Subject;

use crate::frame::Frame;
use crate::frame::bins::Bins;
use crate::prelude::*;

/// A measure of a figure.
pub(crate) struct Strip<'a> {
    pub(crate) measure: &'static Measure,
    pub(crate) frame: Frame<'a>,
    pub(crate) bins: Bins,
    pub(crate) levels: Vec<(u8, Comparison)>,
}

impl<'a> Strip<'a> {
    pub(crate) fn of(results: &'a Results, measure: &'static Measure) -> Option<Self> {
        let frame = Frame::new(results, measure, &shown(results))?;
        let bins = Bins::of(&frame)?;
        let levels = frame.comparisons(results);
        Some(Self { measure, frame, bins, levels })
    }

    /// The value that every floor has, if there is one.
    pub(crate) fn only_value(&self) -> Option<f64> {
        let (least, most) = self.bins.values;
        (least == most && self.bins.most == 1.0).then_some(least)
    }

    /// The comparison of the first two series on a level.
    pub(crate) fn on(&self, level: u8) -> Option<&Comparison> {
        self.levels.iter().find(|(own, _)| *own == level).map(|(_, it)| it)
    }
}

/// The measures of a subject, except those with their own figures and `rooms_besides_start`, which is
/// `rooms` less one.
pub(crate) fn measures_of(
    study: &Study,
    subject: Subject,
) -> impl Iterator<Item = &'static Measure> {
    let elsewhere = study.shown_measures();
    subject.measures().filter(move |measure| {
        *measure != measure::ROOMS_BESIDES_START && !elsewhere.contains(&measure.name)
    })
}

/// A row for each value of a measure and a series: the floors with it, level by level.
pub(crate) fn table<'a>(results: &Results, strips: &'a [Strip<'a>], levels: &[u8]) -> Table {
    let series = |strip: &'a Strip<'a>| strip.frame.series.iter().map(move |it| (strip, *it));
    let rows = strips.iter().flat_map(series).flat_map(|(strip, series)| {
        let values = floors_by_value(strip, series, levels).into_iter();
        values.map(move |(value, floors)| (strip.measure, series, value, floors))
    });
    let mut rows = Table::of(rows)
        .column("measure", |(measure, ..)| measure.name)
        .column("series", |(_, series, ..)| name_of(results, *series))
        .number("value", |(_, _, value, _)| *value);
    for (place, level) in levels.iter().enumerate() {
        rows = rows.optional(&format!("floors_on_level_{level}"), |(.., floors)| floors[place]);
    }
    rows.into()
}

/// Each value of a measure, with the floors that have it on each level, if the series has the level.
fn floors_by_value(
    strip: &Strip<'_>,
    series: usize,
    levels: &[u8],
) -> Vec<(f64, Vec<Option<u64>>)> {
    let of_level = |level: &u8| {
        let cell = strip.frame.cell(series, *level)?;
        let total = cell.counts.total() as f64;
        let floors = strip.bins.shares(cell.values()).into_iter();
        Some(floors.map(|(value, share)| (value, (share * total).round() as u64)).collect())
    };
    let by_level: Vec<Option<Vec<(f64, u64)>>> = levels.iter().map(of_level).collect();
    let mut values: Vec<f64> =
        by_level.iter().flatten().flat_map(|it| it.iter().map(|(value, _)| *value)).collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let row = |value: f64| {
        let floors = by_level.iter().map(|it| {
            let found = it.as_ref()?.iter().find(|(own, _)| (own - value).abs() < 1e-9);
            Some(found.map_or(0, |(_, floors)| *floors))
        });
        (value, floors.collect())
    };
    values.into_iter().map(row).collect()
}
