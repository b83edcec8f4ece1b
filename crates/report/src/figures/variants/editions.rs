//! Every edition of each game on one level, measure by measure.

use basement_survey::{Comparison, Interval, Measure, Results};

use super::has_other_rules;
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, signed};
use crate::panel::range::{Range, lying};
use crate::panel::rows::{lying_axis, row_label};
use crate::series::{base_of, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, NOTE, QUIET};
use crate::words::{capital, list, provenance, request_in_words, subject_of};

/// The measures that are shown.
const SHOWN: [&str; 6] =
    ["rooms", "dead_ends", "loops", "boss_distance", "large_rooms", "secret_neighbours"];

/// One measure, with a row for each series.
type Panel = (&'static Measure, Vec<EditionRow>);

/// The values of one measure in one series.
struct EditionRow {
    series: usize,
    range: Range,
    mean: f64,
    deviation: f64,
    /// The difference from the first series of its game, with its 95 % interval.
    shift: Option<Interval>,
}

impl EditionRow {
    /// The difference in per cent of the mean of the game's first edition; `None` where that
    /// has less than one on two floors, where a per cent says nothing.
    fn percent(&self) -> Option<f64> {
        let shift = self.shift?.estimate;
        let first = self.mean - shift;
        (first >= 0.5).then(|| 100.0 * shift / first)
    }

    fn of(results: &Results, series: usize, level: u8, measure: &'static Measure) -> Option<Self> {
        let of = |place: usize| Some(results.arm(place, level, false)?.summary.values(measure));
        let values = of(series)?;
        let base = base_of(results, series).filter(|base| *base != series);
        let shift = base
            .and_then(|base| Comparison::of(of(base)?, values))
            .map(|comparison| comparison.interval());
        let (mean, deviation) = (values.mean()?, values.standard_deviation()?);
        Some(Self { series, range: Range::of(values)?, mean, deviation, shift })
    }
}

/// The games' series that are shown, with those whose edition is another or changed.
fn edition_series(results: &Results) -> Vec<usize> {
    let shown = shown(results);
    let mut series: Vec<usize> = (0..results.study.series.len())
        .filter(|place| base_of(results, *place).is_some())
        .filter(|place| shown.contains(place) || has_other_rules(results, *place))
        .collect();
    // Each beside its own game's first series.
    series.sort_by_key(|place| (base_of(results, *place), *place));
    series
}

/// A level that every one of these series has.
fn common_level(results: &Results, series: &[usize]) -> Option<u8> {
    let levels = results.study.levels.iter().copied();
    let shared: Vec<u8> = levels
        .filter(|level| series.iter().all(|s| results.arm(*s, *level, false).is_some()))
        .collect();
    shared.get((shared.len().max(1) - 1) / 2).copied()
}

/// Every edition of each game on one level, measure by measure.
pub(super) fn figure(results: &Results) -> Option<Figure> {
    let series = edition_series(results);
    if series.len() < 3 {
        return None;
    }
    let level = common_level(results, &series)?;
    let mut table = Table::new(&[
        "measure",
        "series",
        "level",
        "mean",
        "sd",
        "minimum",
        "q05",
        "median",
        "q95",
        "maximum",
        "difference",
        "difference_lower",
        "difference_upper",
        "percent_of_first",
    ]);
    let mut panels: Vec<Panel> = Vec::new();
    for measure in SHOWN.into_iter().filter_map(Measure::from_name) {
        let mut rows = Vec::new();
        for row in series.iter().filter_map(|place| EditionRow::of(results, *place, level, measure))
        {
            let range = row.range;
            let bounds =
                row.shift.map(|shift| [shift.estimate, shift.lower, shift.upper].map(exact));
            let [difference, lower, upper] = bounds.unwrap_or_default();
            table.row([
                measure.name.to_owned(),
                name_of(results, row.series).to_owned(),
                level.to_string(),
                exact(row.mean),
                exact(row.deviation),
                exact(range.minimum),
                exact(range.low),
                exact(range.median),
                exact(range.high),
                exact(range.maximum),
                difference,
                lower,
                upper,
                row.percent().map(exact).unwrap_or_default(),
            ]);
            rows.push(row);
        }
        panels.push((measure, rows));
    }
    let notes =
        provenance(results, series.iter().filter_map(|place| results.arm(*place, level, false)));
    let title = edition_title(&panels);
    let names = names_of(results, &series);
    let words = Words {
        name: "editions".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Rooms, dead ends, loops, steps to the boss, large rooms and rooms around the secret room; \
             level {level}, {}",
            request_in_words(results)
        ),
        caption: format!(
            "{} on one level. Hairline: smallest to largest floor; bar: the middle 90 %; tick: the median. \
             Number: the mean of the game's first edition, and for its others the difference from that with \
             half its 95 % interval, grey where the interval holds 0. {}",
            list(&names),
            changes_in_words(results, &series)
        ),
        notes,
        alt: format!("{title}. Range charts of six measures for {}.", list(&names)),
    };
    let panel_height = series.len() as f64 * 21.0 + 44.0;
    Some(compose(words, table, 3.0 * panel_height, |drawing, area| {
        let rows = area.rows(3, 0.0);
        for (place, (measure, ranges)) in panels.iter().enumerate() {
            let left = place % 2 == 0;
            let split = area.x + area.width * 0.615;
            let strip = rows[place / 2];
            let cell = if left {
                Area { width: split - area.x - 10.0, ..strip }.inset(134.0, 0.0, 76.0, 0.0)
            } else {
                Area::new(split + 10.0, strip.y, area.right() - split - 10.0, strip.height)
                    .inset(0.0, 0.0, 76.0, 0.0)
            };
            edition_panel(drawing, cell, results, measure, ranges, left);
        }
    }))
}

fn edition_panel(
    drawing: &mut Drawing,
    cell: Area,
    results: &Results,
    measure: &Measure,
    ranges: &[EditionRow],
    has_names: bool,
) {
    let name = capital(&measure.name.replace('_', " "));
    drawing.text(name, cell.x, cell.y + 12.0, Type::new(LABEL, INK).bold());
    let plot = cell.inset(0.0, 18.0, 0.0, 26.0);
    let most = ranges.iter().map(|row| row.range.maximum).fold(1.0, f64::max);
    let axis = Axis::new((0.0, limit_for(most)), (plot.x, plot.right()));
    lying_axis(drawing, plot, &axis, 3, |tick| fixed(tick, 0));
    for (place, row) in ranges.iter().enumerate() {
        let y = plot.y + (place as f64 + 0.5) * plot.height / ranges.len() as f64;
        let hue = hue_of(results, row.series);
        lying(drawing, y, &axis, row.range, hue);
        let (number, look) = match row.shift {
            None => (fixed(row.mean, 2), Type::new(NOTE, hue.text).bold()),
            // Neither side has any.
            Some(shift) if shift.upper == shift.lower && shift.estimate == 0.0 => {
                ("0".to_owned(), Type::new(NOTE, QUIET))
            }
            Some(shift) => {
                let color = if shift.contains(0.0) { QUIET } else { hue.text };
                // Three decimals for all, so that a small difference does not look like 0.
                let text = format!("{} ± {}", signed(shift.estimate, 3), fixed(shift.half(), 3));
                (text, Type::new(NOTE, color))
            }
        };
        drawing.text(number, plot.right() + 8.0, y + 4.0, look);
        if has_names {
            row_label(drawing, name_of(results, row.series), plot.x - 8.0, y, hue.text);
        }
    }
}

/// By which rules each edition differs from its game's first.
fn changes_in_words(results: &Results, series: &[usize]) -> String {
    let parameters = |place: usize| {
        let arm = results.arms_of(place).next()?;
        let edition = &arm.origin.description()?.edition;
        results.study.series.get(place)?.backend()?.parameters(edition).ok()
    };
    let parts = series.iter().filter_map(|place| {
        let base = base_of(results, *place).filter(|base| base != place)?;
        let (before, after) = (parameters(base)?, parameters(*place)?);
        let changed = before.iter().zip(&after).filter(|(one, other)| one.value != other.value);
        let mut rules: Vec<&str> = changed.map(|(parameter, _)| parameter.rule).collect();
        rules.sort_by_key(|rule| (rule.chars().next(), rule.len(), *rule));
        rules.dedup();
        Some(format!("{} changes {}", name_of(results, *place), rules.join(", ")))
    });
    let parts: Vec<String> = parts.collect();
    format!("Rules: {}.", parts.join("; "))
}

/// Which measure an edition changes most, in per cent of the game's first edition.
fn edition_title(panels: &[Panel]) -> String {
    let apart = panels.iter().flat_map(|(measure, rows)| {
        let told = rows.iter().filter(|row| row.shift.is_some_and(|shift| !shift.contains(0.0)));
        told.filter_map(|row| Some((subject_of(measure), row.percent()?)))
    });
    let largest = apart.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match largest {
        Some((measure, percent)) => {
            format!("Another edition changes {measure} most, by {} %", fixed(percent.abs(), 0))
        }
        None => "The editions cannot be told apart".to_owned(),
    }
}
