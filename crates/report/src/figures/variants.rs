//! Variants of the shown series: other editions, the other source of random numbers,
//! hard mode.

use basement_survey::{ArmResult, Comparison, Interval, Measure, Results};

use super::rooms_by_level::range_of;
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{fixed, signed, signed_within, within};
use crate::panel::range::{Range, lying};
use crate::panel::rows::{estimate, lying_axis, row_label, zero_line};
use crate::series::{base_of, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{FRAME, Hue, INK, LABEL, NOTE, PAPER, QUIET, text_width};
use crate::words::{capital, conflicts_among, list, provenance, request_in_words, run_in_words};

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
    fn of(results: &Results, series: usize, level: u8, measure: &'static Measure) -> Option<Self> {
        let of = |place: usize| Some(results.arm(place, level, false)?.summary.values(measure));
        let values = of(series)?;
        let base = base_of(results, series).filter(|base| *base != series);
        let shift = base
            .and_then(|base| Comparison::of(of(base)?, values))
            .map(|comparison| comparison.interval());
        let (mean, deviation) = (values.mean()?, values.standard_deviation()?);
        Some(Self { series, range: range_of(values)?, mean, deviation, shift })
    }
}

/// The figures of all series after the second.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    let mut figures = Vec::new();
    figures.extend(editions(results));
    figures.extend(against_base(results));
    figures
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

fn has_other_rules(results: &Results, series: usize) -> bool {
    let rules = |place: usize| {
        let arm = results.arms_of(place).next()?;
        let description = arm.origin.description()?;
        Some((description.edition.clone(), description.changed.clone()))
    };
    base_of(results, series).is_some_and(|base| rules(base) != rules(series))
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
fn editions(results: &Results) -> Option<Figure> {
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
            ]);
            rows.push(row);
        }
        panels.push((measure, rows));
    }
    let mut notes = vec![
        "Hairline: smallest to largest floor. Bar: the middle 90 %. Tick: the median. Number: the mean of \
         the game's first edition; for its others the difference from that, with half its 95 % interval \
         (normal), grey where the interval holds 0. Editions are readings of the sources where they \
         disagree (docs/rules.md, \"Editions\")."
            .to_owned(),
        changes_in_words(results, &series),
    ];
    notes.extend(conflicts_among(results, &SHOWN));
    notes.extend(provenance(
        results,
        series.iter().filter_map(|place| results.arm(*place, level, false)),
    ));
    let names = names_of(results, &series);
    let words = Words {
        name: "editions".to_owned(),
        title: edition_title(results, &panels),
        subtitle: format!(
            "Rooms, dead ends, loops, steps to the boss, large rooms and rooms around the secret room; \
             level {level}, {}",
            request_in_words(results)
        ),
        caption: format!("{} on one level.", list(&names)),
        notes,
        alt: format!("Range charts of six measures for {}.", list(&names)),
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

/// Which measure an edition changes most, in standard deviations of the game's first.
fn edition_title(results: &Results, panels: &[Panel]) -> String {
    let mut largest: Option<(f64, &EditionRow, &Measure, Interval)> = None;
    for (measure, rows) in panels {
        for row in rows {
            let Some(shift) = row.shift.filter(|shift| !shift.contains(0.0)) else { continue };
            let base = base_of(results, row.series);
            let deviation = rows.iter().find(|other| Some(other.series) == base);
            let deviation = deviation.map_or(1.0, |base| base.deviation).max(0.1);
            let size = shift.estimate.abs() / deviation;
            if largest.is_none_or(|(most, ..)| size > most) {
                largest = Some((size, row, measure, shift));
            }
        }
    }
    match largest {
        Some((size, row, measure, shift)) => format!(
            "An edition changes {} most: {} on average in {} than in {}, {} of the latter's standard \
             deviations",
            measure.name.replace('_', " "),
            more_or_fewer(shift),
            name_of(results, row.series),
            base_of(results, row.series).map_or("", |base| name_of(results, base)),
            fixed(size, 1)
        ),
        None => "The editions cannot be told apart".to_owned(),
    }
}

/// "1.98 ± 0.02 more".
fn more_or_fewer(shift: Interval) -> String {
    let word = if shift.estimate > 0.0 { "more" } else { "fewer" };
    format!("{} {word}", within(shift.estimate.abs(), shift.half()))
}

/// One series' difference from its base in one measure, as a share of the base's
/// mean.
struct Shift {
    series: usize,
    level: u8,
    measure: &'static Measure,
    /// In per cent of the base's mean; `None` where both have none.
    percent: Option<Interval>,
    raw: Interval,
}

impl Shift {
    /// Whether it can be told from zero.
    fn is_apart(&self) -> bool {
        self.percent.is_some_and(|percent| !percent.contains(0.0))
    }
}

/// Changes below this many per cent are called little.
const SLIGHT: f64 = 3.0;

/// The measures of the figure of shifts.
const SHIFTED: [&str; 12] = [
    "rooms",
    "cells",
    "large_rooms",
    "dead_ends",
    "loops",
    "boss_distance",
    "critical_share",
    "shop_distance",
    "secret_distance",
    "secret_neighbours",
    "spread",
    "compactness",
];

/// A figure for each series that shares its base's rules: what the source of
/// random numbers changes (nothing, one hopes), and what hard mode does.
fn against_base(results: &Results) -> Vec<Figure> {
    let others: Vec<usize> = (2..results.study.series.len())
        .filter(|place| base_of(results, *place).is_some_and(|base| base != *place))
        .filter(|place| !has_other_rules(results, *place))
        .collect();
    let is_harder = |place: &usize| {
        let difficulty =
            |place: usize| results.study.series.get(place).map(|series| series.difficulty);
        base_of(results, *place).is_some_and(|base| difficulty(base) != difficulty(*place))
    };
    let (hard, sources): (Vec<usize>, Vec<usize>) = others.into_iter().partition(is_harder);
    let mut figures = Vec::new();
    figures.extend(shift_figure(results, &sources, "generators", "the source of random numbers"));
    figures.extend(shift_figure(results, &hard, "hard-mode", "hard mode"));
    figures
}

fn shifts(results: &Results, series: &[usize]) -> Vec<Shift> {
    let mut shifts = Vec::new();
    for place in series {
        let Some(base) = base_of(results, *place) else { continue };
        for arm in results.arms_of(*place).filter(|arm| !arm.is_labyrinth()) {
            let level = arm.request.level;
            let Some(base) = results.arm(base, level, false) else { continue };
            for measure in SHIFTED.into_iter().filter_map(Measure::from_name) {
                shifts.extend(shift(*place, measure, base, arm));
            }
        }
    }
    shifts
}

fn shift(
    series: usize,
    measure: &'static Measure,
    base: &ArmResult,
    arm: &ArmResult,
) -> Option<Shift> {
    let comparison = Comparison::of(base.summary.values(measure), arm.summary.values(measure))?;
    let (raw, base_mean) = (comparison.interval(), comparison.mean_x);
    let percent = (base_mean != 0.0).then(|| raw.times(100.0 / base_mean));
    Some(Shift { series, level: arm.request.level, measure, percent, raw })
}

fn shift_figure(results: &Results, series: &[usize], name: &str, what: &str) -> Option<Figure> {
    let shifts = shifts(results, series);
    let levels_of = |place: usize| {
        let mut levels: Vec<u8> =
            shifts.iter().filter(|shift| shift.series == place).map(|shift| shift.level).collect();
        levels.dedup();
        levels
    };
    // One series has a panel for each level. Several series have a panel each, and each row has
    // their levels one below the other.
    let columns: Vec<(usize, Vec<u8>)> = match series {
        [only] => levels_of(*only).into_iter().map(|level| (*only, vec![level])).collect(),
        _ => series.iter().map(|place| (*place, levels_of(*place))).collect(),
    };
    if shifts.is_empty() {
        return None;
    }
    let mut table = Table::new(&[
        "series",
        "base",
        "level",
        "measure",
        "difference",
        "difference_lower",
        "difference_upper",
        "percent_of_base",
        "percent_lower",
        "percent_upper",
    ]);
    for shift in &shifts {
        let base = base_of(results, shift.series)?;
        let bounds =
            |interval: Interval| [interval.estimate, interval.lower, interval.upper].map(exact);
        let [difference, lower, upper] = bounds(shift.raw);
        let [percent, percent_lower, percent_upper] = shift.percent.map(bounds).unwrap_or_default();
        table.row([
            name_of(results, shift.series).to_owned(),
            name_of(results, base).to_owned(),
            shift.level.to_string(),
            shift.measure.name.to_owned(),
            difference,
            lower,
            upper,
            percent,
            percent_lower,
            percent_upper,
        ]);
    }
    let most = shifts
        .iter()
        .filter_map(|shift| shift.percent)
        .map(|percent| percent.lower.abs().max(percent.upper.abs()))
        .fold(0.5, f64::max);
    let limit = limit_for(most);
    let mut notes = vec![
        "Dots: difference of means in per cent of the mean of the series named second; bars: 95 % \
         intervals (normal, of the difference), narrower than the dot where none is seen. Grey: the interval \
         holds 0. Where nothing differs one interval in twenty leaves out 0 by chance."
            .to_owned(),
    ];
    notes.extend(conflicts_among(results, &SHIFTED));
    let mut arms: Vec<&ArmResult> = Vec::new();
    for (place, levels) in &columns {
        for level in levels {
            arms.extend(base_of(results, *place).and_then(|base| results.arm(base, *level, false)));
            arms.extend(results.arm(*place, *level, false));
        }
    }
    notes.extend(provenance(results, arms));
    let is_mode = name == "hard-mode";
    let words = Words {
        name: name.to_owned(),
        title: shift_title(results, &shifts, what),
        subtitle: format!(
            "Difference of means, {}",
            if is_mode {
                format!("% of the mean in normal mode; without a curse, {}", run_in_words(results))
            } else {
                format!("% of the usual source's mean; {}", request_in_words(results))
            }
        ),
        caption: format!("The effect of {what} on twelve measures."),
        notes,
        alt: format!("Dot plot of the effect of {what} on twelve measures."),
    };
    // A row is as high as its levels.
    let levels = columns.iter().map(|(_, levels)| levels.len()).max().unwrap_or(1);
    let row_height = 11.0 + 11.0 * levels as f64;
    let height = SHIFTED.len() as f64 * row_height + 70.0;
    Some(compose(words, table, height, |drawing, area| {
        let body = area.inset(132.0, 42.0, 6.0, 24.0);
        for (place, (plot, (series, levels))) in
            body.columns(columns.len(), 34.0).into_iter().zip(&columns).enumerate()
        {
            let hue = hue_of(results, *series);
            let look = Type::new(LABEL, hue.text).bold().middle();
            drawing.text(name_of(results, *series), plot.middle(), area.y + 13.0, look);
            let base = base_of(results, *series).map_or("", |base| name_of(results, base));
            let names: Vec<String> = levels.iter().map(u8::to_string).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            let minus = format!("minus {base}, level{plural} {}", list(&names));
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(minus, plot.middle(), area.y + 30.0, look);
            let axis = Axis::new((-limit, limit), (plot.x, plot.right()));
            let decimals = usize::from(limit < 4.0);
            lying_axis(drawing, plot, &axis, 2, |tick| signed(tick, decimals));
            zero_line(drawing, plot, &axis);
            for (row, name) in SHIFTED.iter().enumerate() {
                let top = plot.y + row as f64 * row_height;
                if place == 0 {
                    let y = top + row_height / 2.0;
                    row_label(drawing, &name.replace('_', " "), plot.x - 10.0, y, INK);
                }
                for (line, level) in levels.iter().enumerate() {
                    let y = top + 11.0 * (line as f64 + 1.0);
                    let own = shifts.iter().find(|shift| {
                        shift.series == *series
                            && shift.level == *level
                            && shift.measure.name == *name
                    });
                    draw_shift(drawing, &axis, y, own, hue);
                    if row == 0 && levels.len() > 1 {
                        let look = Type::new(NOTE, QUIET);
                        drawing.text(format!("level {level}"), plot.x + 2.0, y + 3.5, look);
                    }
                }
            }
        }
    }))
}

/// One estimate with its interval, or why there is none.
fn draw_shift(drawing: &mut Drawing, axis: &Axis, y: f64, shift: Option<&Shift>, hue: Hue) {
    let Some(percent) = shift.and_then(|shift| shift.percent) else {
        let text = if shift.is_some() { "none in either" } else { "no such room" };
        let width = text_width(text, NOTE, false) + 6.0;
        let around = Area::new(axis.at(0.0) - width / 2.0, y - 5.5, width, 11.0);
        drawing.rectangle(around, PAPER);
        drawing.text(text, axis.at(0.0), y + 4.0, Type::new(NOTE, QUIET).middle());
        return;
    };
    // Grey for what cannot be told from zero.
    let hue = if percent.contains(0.0) { Hue::new(FRAME) } else { hue };
    estimate(drawing, y, axis, (percent.lower, percent.estimate, percent.upper), hue);
}

/// The largest of the changes that can be told from zero, and how many those are.
fn shift_title(results: &Results, shown: &[Shift], what: &str) -> String {
    let apart: Vec<(&Shift, Interval)> = shown
        .iter()
        .filter(|shift| shift.is_apart())
        .filter_map(|shift| Some((shift, shift.percent?)))
        .collect();
    let tested = shown.iter().filter(|shift| shift.percent.is_some()).count();
    let largest = apart.iter().max_by(|a, b| a.1.estimate.abs().total_cmp(&b.1.estimate.abs()));
    let Some((shift, percent)) = largest else {
        return format!("{} changes nothing: all {tested} intervals hold 0", capital(what));
    };
    let most = format!(
        "{} ({} %) on level {} of {}",
        shift.measure.name.replace('_', " "),
        signed_within(percent.estimate, percent.half()),
        shift.level,
        name_of(results, shift.series)
    );
    if percent.estimate.abs() < SLIGHT {
        return format!(
            "{} changes little: {} of {tested} intervals leave out 0, and the largest of these changes is \
             in {most}",
            capital(what),
            apart.len()
        );
    }
    format!("{} changes most in {most}", capital(what))
}
