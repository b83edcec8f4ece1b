//! The distribution of a measure, level by level, with the floors that have its extremes.

use crate::frame::bins::Bins;
use crate::frame::strips::delta;
use crate::frame::{Frame, LevelCounts};
use crate::panel::samples::extremes;
use crate::prelude::*;
use crate::quantity::{OwnMeasure, Quantity, figure_name};

/// A figure for each measure that the study asks for, then for each custom measure.
pub(crate) fn figures(results: &Results, own: &[OwnMeasure]) -> Vec<Figure> {
    let listed = results.study.shown_measures().into_iter().filter_map(Measure::from_name);
    let all = listed.map(Quantity::Listed).chain(own.iter().map(Quantity::Own));
    all.filter_map(|quantity| figure(results, quantity)).collect()
}

/// The figure of a custom measure: its distribution in each series on each level, with its data, its words
/// and an alt text. `None` if the first two series share no level on which any floor has the measure.
///
/// ```
/// use basement_floors::Backend;
/// use basement_report::{OwnMeasure, measure_figure};
/// use basement_survey::{Series, Study, measure};
///
/// let halls = OwnMeasure::new("halls", "rooms", "Rooms of the plan in twos", |floor| {
///     Some(measure::ROOMS.raw_of(&floor.analysis())? / 2)
/// });
/// let study = Study::new("Halls").floors(30).levels([1]);
/// let study = study.series(Series::new("Flash", Backend::Flash));
/// let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {})?;
/// let figure = measure_figure(&results, &halls).expect("both have rooms");
/// assert!(figure.alt.contains("halls") && figure.table.columns[2] == "value");
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn measure_figure(results: &Results, measure: &OwnMeasure) -> Option<Figure> {
    figure(results, Quantity::Own(measure))
}

fn figure(results: &Results, quantity: Quantity<'_>) -> Option<Figure> {
    let frame = Frame::new(results, quantity, &shown(results))?;
    let levels = frame.comparisons(results);
    let bins = Bins::of(&frame)?;
    let all = names_of(results, &frame.series);
    let what = title_of(quantity);
    let [x, y] = names(results);
    let words = Words {
        name: figure_name(quantity.name()),
        subtitle: format!(
            "{} ({}); share of floors, %; triangles: means; Δ: {y} minus {x}, with half its 95 % interval; {}",
            capital(&quantity.definition().replace(" - ", " − ")),
            quantity.unit(),
            request_in_words(results)
        ),
        caption: format!(
            "Shares are of all floors that have the measure{}. Maps: the first floor with the least, the median and the greatest value; a \
             floor that is two of these appears once.",
            bins.beyond(&frame)
        ),
        notes: origin_line(results, frame.cells().map(|cell| cell.group), frame.count(), ""),
        alt: format!(
            "Small multiples of the distribution of {what} on {} for {}.",
            counted(levels.len() as u64, "level"),
            list(&all)
        ),
        title: finding(results, quantity, &levels),
    };
    let facet = |(place, (level, comparison)): (usize, &(u8, Comparison))| {
        let of = |series: &usize| frame.cell(*series, *level);
        let marks = frame.series.iter().filter_map(of).flat_map(|cell| {
            let is_named = place == 0 && frame.series.len() == 2;
            bins.marks(results, cell, cell.group.series == frame.series[0], is_named)
        });
        Facet::new(format!("Level {level}"), marks.collect()).note(delta(comparison))
    };
    let plot = Plot {
        facets: levels.iter().enumerate().map(facet).collect(),
        columns: [levels.len().min(4), 2],
        x: bins.axis(),
        y: Y::Values(Scale::shares(bins.most).ticks(3), 86.0),
    };
    let named = if frame.series.len() > 2 { &frame.series[..] } else { &[] };
    let key = Key::of_series(results, named);
    let level = levels.get((levels.len().max(1) - 1) / 2)?.0;
    let maps = extremes(results, &frame, level);
    let places =
        frame.series.iter().flat_map(|it| frame.levels.iter().map(move |level| (it, level)));
    let cells = places.filter_map(|(series, level)| frame.cell(*series, *level));
    let rows = cells.flat_map(|cell| cell.counts.bins().map(move |bin| (cell, bin)));
    let total = |cell: &LevelCounts<'_>| cell.counts.total() as f64;
    let table = Table::of(rows)
        .column("series", |(cell, _)| name_of(results, cell.group.series))
        .column("level", |(cell, _)| cell.group.request.level)
        .column("value", |(_, (value, _))| frame.quantity.steps().show(*value))
        .column("floors", |(_, (_, bin))| bin.count)
        .number("share", |(cell, (_, bin))| bin.count as f64 / total(cell));
    Some(compose_finding(words, table, &[&key, &plot, &maps]))
}
