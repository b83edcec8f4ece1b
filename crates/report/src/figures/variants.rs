//! Variants of the shown series: the other source of random numbers, and hard mode.

use basement_survey::{ArmResult, Interval, Measure, Results};

use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{
    capital, first_fitting, list, request_in_words, run_in_words, subject_of, title_of,
};
use crate::number::{about, fixed};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Look, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{base_of, hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::Hue;

/// The figures of all series after the second.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
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

fn shift_figure(results: &Results, series: &[usize], id: &str, what: &str) -> Option<Figure> {
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
    let raw = |value: fn(&Interval) -> f64| move |it: &&Shift| exact(value(&it.raw));
    let percent = |value: fn(&Interval) -> f64| {
        move |it: &&Shift| it.percent.map_or_else(String::new, |percent| exact(value(&percent)))
    };
    let name = |place: usize| name_of(results, place).to_owned();
    let table = Table::of(
        &shifts,
        &[
            ("series", &|it| name(it.series)),
            ("base", &|it| base_of(results, it.series).map_or_else(String::new, name)),
            ("level", &|it| it.level.to_string()),
            ("measure", &|it| it.measure.name.to_owned()),
            ("difference", &raw(|it| it.estimate)),
            ("difference_lower", &raw(|it| it.lower)),
            ("difference_upper", &raw(|it| it.upper)),
            ("percent_of_base", &percent(|it| it.estimate)),
            ("percent_lower", &percent(|it| it.lower)),
            ("percent_upper", &percent(|it| it.upper)),
            ("paired", &|it| it.is_paired.to_string()),
            ("same_on_every_seed", &|it| it.is_same.to_string()),
        ],
    );
    let mut arms: Vec<&ArmResult> = Vec::new();
    for (place, levels) in &columns {
        for level in levels {
            arms.extend(base_of(results, *place).and_then(|base| results.arm(base, *level, false)));
            arms.extend(results.arm(*place, *level, false));
        }
    }
    let notes = origin_line(results, arms, None, "");
    let title = shift_title(&shifts, what);
    let is_mode = id == "hard-mode";
    let words = Words {
        name: id.to_owned(),
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
    let measures: Vec<&'static Measure> =
        SHIFTED.into_iter().filter_map(Measure::from_name).collect();
    let lanes = columns.iter().map(|(_, levels)| levels.len()).max().unwrap_or(1);
    let ends = shifts.iter().filter_map(|shift| shift.percent);
    let scale = Scale::around_zero(ends.flat_map(|percent| [percent.lower, percent.upper]));
    let facet = |(series, levels): &(usize, Vec<u8>)| {
        let marks = measures.iter().enumerate().flat_map(|(row, measure)| {
            levels.iter().enumerate().map(move |(at, level)| (row, *measure, at, *level))
        });
        let marks = marks.map(|(row, measure, at, level)| {
            let is_own =
                |it: &&Shift| (it.series, it.level, it.measure) == (*series, level, measure);
            let own = shifts.iter().find(is_own);
            mark(own, lane(row, at, lanes), hue_of(results, *series))
        });
        let names: Vec<String> = levels.iter().map(u8::to_string).collect();
        let levels = match names.as_slice() {
            [only] => format!("level {only}"),
            names => format!("downwards levels {}", list(names)),
        };
        let base = base_of(results, *series).map_or("", |base| name_of(results, base));
        let of = format!("minus {base}, {levels}");
        Facet::new(name_of(results, *series), marks.collect()).note(of)
    };
    let row = |measure: &&'static Measure| Row::new(title_of(*measure), lanes);
    let plot = Plot {
        facets: columns.iter().map(facet).collect(),
        columns: [columns.len().min(3), 1],
        x: scale.unit(" %"),
        y: Y::Rows(vec![Group { name: String::new(), rows: measures.iter().map(row).collect() }]),
    };
    Some(compose_parts(words, table, &[&plot]))
}

/// One estimate with its interval, or the reason why there is no estimate.
fn mark(shift: Option<&Shift>, y: f64, hue: Hue) -> Mark {
    let words = |text: &str| Mark::Words { x: 0.0, y, text: text.to_owned() };
    match shift {
        None => words("no such room"),
        Some(Shift { percent: None, .. }) => words("none in either"),
        Some(Shift { is_same: true, .. }) => words("same on every seed"),
        Some(Shift { percent: Some(Interval { estimate, lower, upper }), .. }) => {
            // Grey for what cannot be told from zero.
            let hue = if *lower <= 0.0 && *upper >= 0.0 { hue.muted() } else { hue };
            let interval = Some((*lower, *upper));
            Mark::Dot { x: *estimate, y, interval, hue, look: Look::Main }
        }
    }
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
