//! Variants of the shown series: the other source of random numbers, and hard mode.

use basement_survey::{ArmResult, Interval, Measure, Results};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{about, fixed, signed};
use crate::origin::origin_line;
use crate::panel::rows::{estimate, lying_axis, row_label, zero_line};
use crate::series::{base_of, hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{Hue, INK, LABEL, NOTE, PAPER, QUIET, text_width};
use crate::words::{
    capital, first_fitting, list, request_in_words, run_in_words, subject_of, title_of,
};

/// The figures of all series after the second.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    against_base(results)
}

fn has_other_rules(results: &Results, series: usize) -> bool {
    let rules = |place: usize| {
        let arm = results.arms_of(place).next()?;
        let description = arm.origin.description()?;
        Some((description.edition.clone(), description.changed.clone()))
    };
    base_of(results, series).is_some_and(|base| rules(base) != rules(series))
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
    /// Whether it is compared seed by seed, and whether it is then the same on every seed.
    is_paired: bool,
    is_same: bool,
}

impl Shift {
    /// Whether it has an interval that chance could move: what is the same on every seed has none.
    fn is_tested(&self) -> bool {
        self.percent.is_some() && !self.is_same
    }

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
    "rings",
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
                shifts.extend(shift(results, *place, measure, base, arm));
            }
        }
    }
    shifts
}

fn shift(
    results: &Results,
    series: usize,
    measure: &'static Measure,
    base: &ArmResult,
    arm: &ArmResult,
) -> Option<Shift> {
    let comparison = results.compare(base, arm, measure)?;
    let (raw, base_mean) = (comparison.interval(), comparison.mean_x);
    let percent = (base_mean != 0.0).then(|| raw.times(100.0 / base_mean));
    let (is_paired, is_same) = (comparison.paired, comparison.same_on_every_seed);
    Some(Shift { series, level: arm.request.level, measure, percent, raw, is_paired, is_same })
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
        "paired",
        "same_on_every_seed",
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
            shift.is_paired.to_string(),
            shift.is_same.to_string(),
        ]);
    }
    let most = shifts
        .iter()
        .filter_map(|shift| shift.percent)
        .map(|percent| percent.lower.abs().max(percent.upper.abs()))
        .fold(0.5, f64::max);
    let limit = limit_for(most);
    let mut arms: Vec<&ArmResult> = Vec::new();
    for (place, levels) in &columns {
        for level in levels {
            arms.extend(base_of(results, *place).and_then(|base| results.arm(base, *level, false)));
            arms.extend(results.arm(*place, *level, false));
        }
    }
    let notes = origin_line(results, arms, None, "");
    let title = shift_title(&shifts, what);
    let is_mode = name == "hard-mode";
    let words = Words {
        name: name.to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Difference of means, {}",
            if is_mode {
                format!("% of the mean in normal mode; without a curse, {}", run_in_words(results))
            } else {
                format!("% of the usual source's mean; {}", request_in_words(results))
            }
        ),
        caption: format!(
            "The effect of {what} on twelve measures. Dots: difference of means in per cent of the mean of \
             the series named second; bars: 95 % intervals. Grey: the interval holds 0. Where nothing differs \
             one interval in twenty leaves out 0 by chance; here {} of {} do.{}",
            shifts.iter().filter(|shift| shift.is_apart()).count(),
            shifts.iter().filter(|shift| shift.is_tested()).count(),
            if shifts.iter().any(|shift| shift.is_paired) {
                " Floors of the same seeds are compared seed by seed."
            } else {
                ""
            }
        ),
        notes,
        alt: format!("{title}. Dot plot of the effect of {what} on twelve measures."),
    };
    // A row is as high as its levels.
    let levels = columns.iter().map(|(_, levels)| levels.len()).max().unwrap_or(1);
    let row_height = 11.0 + 11.0 * levels as f64;
    let measures: Vec<&Measure> = SHIFTED.into_iter().filter_map(Measure::from_name).collect();
    let is_single = series.len() == 1;
    let height = SHIFTED.len() as f64 * row_height + 70.0;
    Some(compose(words, table, height, |drawing, area| {
        let body = area.inset(212.0, 42.0, 14.0, 24.0);
        for (place, (plot, (series, levels))) in
            body.columns(columns.len(), 46.0).into_iter().zip(&columns).enumerate()
        {
            let hue = hue_of(results, *series);
            let name = Type::new(LABEL, hue.text).bold();
            let quiet = Type::new(NOTE, QUIET);
            let base = base_of(results, *series).map_or("", |base| name_of(results, base));
            let names: Vec<String> = levels.iter().map(u8::to_string).collect();
            let (first, second) = (area.y + 13.0, area.y + 30.0);
            if is_single {
                // One series is named once, and its panels by their levels.
                if place == 0 {
                    drawing.text(name_of(results, *series), area.x, first, name);
                    drawing.text(format!("minus {base}"), area.x, second, quiet);
                }
                let look = Type::new(LABEL, INK).bold().middle();
                drawing.text(format!("Level {}", list(&names)), plot.middle(), second, look);
            } else {
                let plural = if names.len() > 1 { "s" } else { "" };
                let minus = format!("minus {base}, level{plural} {}", list(&names));
                drawing.text(name_of(results, *series), plot.middle(), first, name.middle());
                drawing.text(minus, plot.middle(), second, quiet.middle());
            }
            let axis = Axis::new((-limit, limit), (plot.x, plot.right()));
            let decimals = usize::from(limit < 4.0);
            // The subtitle has the unit where the ticks have no room for it.
            let ticks = axis.ticks(2);
            let is_tight = ticks.windows(2).any(|pair| axis.at(pair[1]) - axis.at(pair[0]) < 34.0);
            let unit = if is_tight { "" } else { " %" };
            let label = |tick: f64| format!("{}{unit}", signed(tick, decimals));
            lying_axis(drawing, plot, &axis, 2, label);
            zero_line(drawing, plot, &axis);
            for (row, measure) in measures.iter().enumerate() {
                let top = plot.y + row as f64 * row_height;
                if place == 0 {
                    let y = top + row_height / 2.0;
                    row_label(drawing, &title_of(measure), plot.x - 10.0, y, INK);
                }
                for (line, level) in levels.iter().enumerate() {
                    let y = top + 11.0 * (line as f64 + 1.0);
                    let own = shifts.iter().find(|shift| {
                        shift.series == *series
                            && shift.level == *level
                            && shift.measure.name == measure.name
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

/// One estimate with its interval, or the reason why there is no estimate.
fn draw_shift(drawing: &mut Drawing, axis: &Axis, y: f64, shift: Option<&Shift>, hue: Hue) {
    let percent = shift.filter(|shift| !shift.is_same).and_then(|shift| shift.percent);
    let Some(percent) = percent else {
        let text = match shift {
            None => "no such room",
            Some(shift) if shift.percent.is_none() => "none in either",
            Some(_) => "same on every seed",
        };
        let width = text_width(text, NOTE, false) + 6.0;
        let around = Area::new(axis.at(0.0) - width / 2.0, y - 5.5, width, 11.0);
        drawing.rectangle(around, PAPER);
        drawing.text(text, axis.at(0.0), y + 4.0, Type::new(NOTE, QUIET).middle());
        return;
    };
    // Grey for what cannot be told from zero.
    let hue = if percent.contains(0.0) { hue.muted() } else { hue };
    estimate(drawing, y, axis, (percent.lower, percent.estimate, percent.upper), hue);
}

/// The largest of the changes that can be told from zero.
fn shift_title(shown: &[Shift], what: &str) -> String {
    if shown.iter().all(|shift| shift.is_same) {
        return format!("{} changes none of these measures on any seed", capital(what));
    }
    let apart = shown
        .iter()
        .filter(|shift| shift.is_apart())
        .filter_map(|shift| Some((shift, shift.percent?)));
    let largest = apart.max_by(|a, b| a.1.estimate.abs().total_cmp(&b.1.estimate.abs()));
    let largest = largest.map(|(shift, percent)| (subject_of(shift.measure), shift.level, percent));
    // One interval in twenty leaves out zero where nothing differs.
    let tested = shown.iter().filter(|shift| shift.is_tested()).count();
    let apart = shown.iter().filter(|shift| shift.is_apart()).count();
    title_of_largest(what, largest.filter(|_| apart * 20 > tested * 3))
}

/// The same: the measure, level and per cent of the largest change.
fn title_of_largest(what: &str, largest: Option<(String, u8, Interval)>) -> String {
    match largest {
        None => format!("{} changes nothing beyond chance", capital(what)),
        Some((_, _, percent)) if percent.estimate.abs() < SLIGHT => {
            format!("{} changes next to nothing", capital(what))
        }
        Some((measure, level, percent)) => {
            let more = if percent.estimate > 0.0 { "more" } else { "less" };
            let amount = about(percent, |percent| fixed(percent.abs(), 0));
            let what = capital(what);
            first_fitting([
                format!("{what} changes {measure} most: {amount} % {more} on level {level}"),
                format!("{what} changes {measure} most"),
            ])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_changes_follow_the_largest_that_is_told_from_zero() {
        let told = |estimate: f64| {
            let sure = Interval { estimate, lower: estimate - 0.05, upper: estimate + 0.05 };
            title_of_largest("hard mode", Some(("rings".to_owned(), 1, sure)))
        };
        let open = Interval { estimate: 43.4, lower: 40.0, upper: 47.0 };
        let open = title_of_largest("hard mode", Some(("rings".to_owned(), 1, open)));
        assert_eq!(open, "Hard mode changes rings most: about 43 % more on level 1");
        assert_eq!(told(43.4), "Hard mode changes rings most: 43 % more on level 1");
        assert_eq!(told(-43.4), "Hard mode changes rings most: 43 % less on level 1");
        assert_eq!(told(-1.4), "Hard mode changes next to nothing");
        assert_eq!(title_of_largest("x", None), "X changes nothing beyond chance");
    }
}
