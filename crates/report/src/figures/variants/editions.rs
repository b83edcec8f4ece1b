//! Every edition of each game on one level, measure by measure.

use basement_survey::{Interval, Measure, Results};

use super::has_other_rules;
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, signed};
use crate::origin::origin_line;
use crate::panel::range::{Range, lying};
use crate::panel::rows::{lying_axis, row_label};
use crate::series::{base_of, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, NOTE, QUIET, TICK};
use crate::words::{capital, change_of, first_fitting, list, request_in_words, title_of};

/// The measures that are shown.
const SHOWN: [&str; 6] =
    ["rooms", "dead_ends", "rings", "boss_distance", "large_rooms", "secret_neighbours"];

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
    /// Whether it is the same on every seed as in that series.
    is_same: bool,
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
        let arm = |place: usize| results.arm(place, level, false);
        let compared = base.and_then(|base| results.compare(arm(base)?, arm(series)?, measure));
        let shift = compared.map(|comparison| comparison.interval());
        let is_same = compared.is_some_and(|comparison| comparison.same_on_every_seed);
        let (mean, deviation) = (values.mean()?, values.standard_deviation()?);
        Some(Self { series, range: Range::of(values)?, mean, deviation, shift, is_same })
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
        "same_on_every_seed",
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
                row.shift.map(|_| row.is_same.to_string()).unwrap_or_default(),
                row.percent().map(exact).unwrap_or_default(),
            ]);
            rows.push(row);
        }
        panels.push((measure, rows));
    }
    let notes = origin_line(
        results,
        series.iter().filter_map(|place| results.arm(*place, level, false)),
        None,
        "",
    );
    let title = edition_title(&panels, &|series| name_of(results, series).to_owned());
    let names = names_of(results, &series);
    let words = Words {
        name: "editions".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Rooms, dead ends, rings, steps to the boss, big rooms and rooms around the secret room; \
             level {level}, {}",
            request_in_words(results)
        ),
        caption: format!(
            "{} on one level. Hairline: smallest to largest floor; bar: the middle 90 %; tick: the median. \
             Number: the mean of the game's first edition, and for its others the difference from that with \
             half its 95 % interval, grey where the interval holds 0, same where both are the same on every \
             seed. {}",
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
    let name = capital(&title_of(measure));
    drawing.text(name, cell.x, cell.y + 12.0, Type::new(TICK, INK).bold());
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
            Some(_) if row.is_same => ("same".to_owned(), Type::new(NOTE, QUIET)),
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
        results.study.series.get(place)?.backend()?.parameters(&**edition).ok()
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

/// Which measure an edition changes most, in per cent of the game's first edition, or which
/// measures, where the intervals do not tell which is more.
fn edition_title(panels: &[Panel], names: &dyn Fn(usize) -> String) -> String {
    let apart = panels.iter().flat_map(|(measure, rows)| {
        let told = rows.iter().filter(|row| row.shift.is_some_and(|shift| !shift.contains(0.0)));
        told.filter_map(|row| {
            let half = row.percent()? / row.shift?.estimate * row.shift?.half();
            Some(Change { measure, name: names(row.series), percent: row.percent()?, half })
        })
    });
    title_of_changes(&apart.collect::<Vec<_>>())
}

/// A change by an edition.
struct Change<'a> {
    measure: &'a Measure,
    /// The edition's.
    name: String,
    /// In per cent, with half its 95 % interval.
    percent: f64,
    half: f64,
}

/// The greatest of some changes, in words.
fn title_of_changes(changes: &[Change<'_>]) -> String {
    let size = |change: &Change<'_>| change.percent.abs();
    let Some(most) = changes.iter().max_by(|a, b| size(a).total_cmp(&size(b))) else {
        return "The editions cannot be told apart".to_owned();
    };
    let least = size(most) - most.half;
    let first: Vec<&Change<'_>> =
        changes.iter().filter(|change| size(change) + change.half >= least).collect();
    let change = |of: &Change<'_>| change_of(of.measure, of.percent > 0.0);
    let percent = |of: &Change<'_>| fixed(size(of), 0);
    match first.as_slice() {
        [one] => first_fitting([
            format!("Largest change: {} % {} in {}", percent(one), change(one), one.name),
            format!("Largest change: {} % {}", percent(one), change(one)),
        ]),
        [one, two] if one.name == two.name => {
            let (a, b) = (change(one), change(two));
            let short = format!("Largest changes: {a} and {b}");
            let is_alike =
                percent(one) == percent(two) && a.split(' ').next() == b.split(' ').next();
            if is_alike {
                // "22 % fewer rings and rooms around the secret room"
                let b = b.split_once(' ').map_or("", |(_, what)| what);
                first_fitting([
                    format!("Largest changes: {} % {a} and {b} in {}", percent(one), one.name),
                    format!("Largest changes: {} % {a} and {b}", percent(one)),
                    short,
                ])
            } else {
                first_fitting([
                    format!(
                        "Largest changes in {}: {} % {a}, {} % {b}",
                        one.name,
                        percent(one),
                        percent(two)
                    ),
                    format!("Largest changes in {}: {a} and {b}", one.name),
                    short,
                ])
            }
        }
        // The largest is not named where several are equally likely to be it.
        _ => first_fitting([
            format!("{} has {} % {}", most.name, percent(most), change(most)),
            "Editions differ in some of these measures".to_owned(),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_survey::measure;

    #[test]
    fn changes_that_cannot_be_told_apart_are_named_together_with_their_direction() {
        let told = |changes: &[(&'static Measure, f64)]| {
            let change = |(measure, percent): &(&'static Measure, f64)| Change {
                measure,
                name: "A (old)".to_owned(),
                percent: *percent,
                half: 1.0,
            };
            title_of_changes(&changes.iter().map(change).collect::<Vec<_>>())
        };
        let (rings, around) = (measure::RINGS, measure::SECRET_NEIGHBOURS);
        assert_eq!(
            told(&[(rings, -9.0), (around, -22.3)]),
            "Largest change: 22 % fewer rooms around the secret room in A (old)"
        );
        assert_eq!(
            told(&[(rings, -22.1), (around, -22.3)]),
            "Largest changes: 22 % fewer rings and rooms around the secret room in A (old)"
        );
        assert_eq!(
            told(&[(rings, -21.4), (measure::ROOMS, 22.3)]),
            "Largest changes in A (old): 21 % fewer rings, 22 % more rooms"
        );
        assert_eq!(
            told(&[(rings, -21.4), (around, 22.3)]),
            "Largest changes in A (old): fewer rings and more rooms around the secret room"
        );
        assert_eq!(
            told(&[(rings, 9.0), (around, 9.1), (measure::ROOMS, 9.2)]),
            "A (old) has 9 % more rooms"
        );
        assert_eq!(told(&[]), "The editions cannot be told apart");
    }
}
