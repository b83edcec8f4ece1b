//! Variants of the shown series: the other source of random numbers, and hard mode.

use basement_survey::statistics::Interval;
use basement_survey::{Measure, Results};

use crate::axis::limit_for;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::shifts::Shift;
use crate::layout::{Key, Part};
use crate::lexicon::{
    capital, first_fitting, request_in_words, run_in_words, subject_of, title_of,
};
use crate::number::{about, fixed};
use crate::origin::origin_line;
use crate::panel::heatmap::Scale;
use crate::panel::tiles::Tiles;
use crate::series::{base_of, name_of, plain_groups};
use crate::table::{Table, exact};

/// Changes below this many per cent are called little.
const SLIGHT: f64 = 3.0;

/// The measures that are shown.
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

/// A figure of the series that share their base's rules and mode: what the source of random
/// numbers changes (nothing, one hopes). Another of those that share its rules: what hard mode does.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let rules = |series: usize| {
        let description = results.groups_of(series).next()?.origin.description()?;
        Some((description.edition.clone(), description.changed.clone()))
    };
    let is_harder = |series: usize, base: usize| {
        let [own, base] = [series, base].map(|place| results.study.series[place].difficulty);
        own != base
    };
    let of = |wants_harder: bool| -> Vec<usize> {
        let is_wanted = |series: &usize| {
            base_of(results, *series).is_some_and(|base| {
                base != *series
                    && rules(base) == rules(*series)
                    && is_harder(*series, base) == wants_harder
            })
        };
        (2..results.study.series.len()).filter(is_wanted).collect()
    };
    let mode = format!("% of the mean in normal mode; without a curse, {}", run_in_words(results));
    let source = format!("% of the usual source's mean; {}", request_in_words(results));
    let sources =
        figure(results, &of(false), "generators", "the source of random numbers", &source);
    sources.into_iter().chain(figure(results, &of(true), "hard-mode", "hard mode", &mode)).collect()
}

fn figure(results: &Results, series: &[usize], id: &str, what: &str, unit: &str) -> Option<Figure> {
    let measures: Vec<&'static Measure> =
        SHIFTED.into_iter().filter_map(Measure::from_name).collect();
    let groups = series.iter().flat_map(|series| plain_groups(results, *series));
    let pairs = groups.flat_map(|group| measures.iter().map(move |measure| (group, *measure)));
    let shifts: Vec<Shift<'_>> =
        pairs.filter_map(|(group, measure)| Shift::of(results, group, measure)).collect();
    shifts.first()?;
    let raw = |value: fn(&Interval) -> f64| {
        move |it: &&Shift<'_>| exact(value(&it.comparison.interval()))
    };
    let percent = |value: fn(&Interval) -> f64| {
        move |it: &&Shift<'_>| it.percent.map_or_else(String::new, |percent| exact(value(&percent)))
    };
    let table = Table::of(
        &shifts,
        &[
            ("series", &|it| name_of(results, it.group.series).to_owned()),
            ("base", &|it| name_of(results, it.base.series).to_owned()),
            ("level", &|it| it.group.request.level.to_string()),
            ("measure", &|it| it.measure.name.to_owned()),
            ("difference", &raw(|it| it.estimate)),
            ("difference_lower", &raw(|it| it.lower)),
            ("difference_upper", &raw(|it| it.upper)),
            ("percent_of_base", &percent(|it| it.estimate)),
            ("percent_lower", &percent(|it| it.lower)),
            ("percent_upper", &percent(|it| it.upper)),
            ("paired", &|it| it.comparison.paired.to_string()),
            ("same_on_every_seed", &|it| it.is_same().to_string()),
        ],
    );
    let title = title(&shifts, what);
    let groups = shifts.iter().flat_map(|shift| [shift.base, shift.group]);
    let words = Words {
        name: id.to_owned(),
        subtitle: format!("Difference of means, {unit}"),
        caption: format!(
            "Grey: the 95 % interval holds 0, or the measure is the same on every seed. Colours go with the square \
             root. Where nothing differs one interval in twenty leaves out 0 by chance; here {} of {} do.{}",
            shifts.iter().filter(|shift| shift.is_apart()).count(),
            shifts.iter().filter(|shift| shift.is_tested()).count(),
            match shifts.iter().any(|shift| shift.comparison.paired) {
                true => " Floors of the same seeds are compared seed by seed.",
                false => "",
            }
        ),
        notes: origin_line(results, groups, None, ""),
        alt: format!("{title}. Tables of the effect of {what} on twelve measures, level by level."),
        title,
    };
    // What is small in all of them has no strong colour.
    let sizes = shifts.iter().filter_map(|shift| Some(shift.percent?.estimate.abs()));
    let scale = Scale::signed_roots(limit_for(sizes.fold(10.0, f64::max)));
    let tiles = |series: usize| {
        let levels: Vec<u8> =
            plain_groups(results, series).map(|group| group.request.level).collect();
        let row = |measure: &&'static Measure| {
            let tile = |level: &u8| {
                let place = (series, *level, *measure);
                let is_own = |it: &&Shift<'_>| {
                    (it.group.series, it.group.request.level, it.measure) == place
                };
                shifts.iter().find(is_own).map(|it| it.tile(&scale))
            };
            (title_of(*measure), String::new(), levels.iter().map(tile).collect())
        };
        let tiles = Tiles {
            columns: levels.iter().map(|level| format!("level {level}")).collect(),
            rows: measures.iter().map(row).collect(),
            scale,
            unit: "change, %",
        };
        (Key::of_series(results, &[series]), tiles)
    };
    let tables: Vec<(Key, Tiles)> = series.iter().map(|series| tiles(*series)).collect();
    let parts: Vec<&dyn Part> =
        tables.iter().flat_map(|(key, tiles)| [key as &dyn Part, tiles]).collect();
    Some(compose_parts(words, table, &parts))
}

/// The largest of the changes that can be told from zero.
fn title(shown: &[Shift<'_>], what: &str) -> String {
    if shown.iter().all(Shift::is_same) {
        return format!("{} changes none of these measures on any seed", capital(what));
    }
    let apart: Vec<(&Shift<'_>, Interval)> =
        shown.iter().filter(|it| it.is_apart()).filter_map(|it| Some((it, it.percent?))).collect();
    let largest = apart.iter().max_by(|a, b| a.1.estimate.abs().total_cmp(&b.1.estimate.abs()));
    // One interval in twenty leaves out zero where nothing differs.
    let tested = shown.iter().filter(|shift| shift.is_tested()).count();
    let largest = largest.filter(|_| apart.len() * 20 > tested * 3);
    let told = |(it, percent): &(&Shift<'_>, Interval)| {
        (subject_of(it.measure), it.group.request.level, *percent)
    };
    title_of_largest(what, largest.map(told))
}

/// The same: the measure, level and per cent of the largest change.
fn title_of_largest(what: &str, largest: Option<(String, u8, Interval)>) -> String {
    let what = capital(what);
    match largest {
        None => format!("{what} changes nothing beyond chance"),
        Some((_, _, percent)) if percent.estimate.abs() < SLIGHT => {
            format!("{what} changes next to nothing")
        }
        Some((measure, level, percent)) => {
            let more = if percent.estimate > 0.0 { "more" } else { "less" };
            let amount = about(percent, |percent| fixed(percent.abs(), 0));
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
