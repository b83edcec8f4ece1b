//! The measures of a subject without their own figures, and on which levels two series differ in them.

use std::collections::BTreeMap;

use basement_survey::Study;
use basement_survey::measure::Subject;

use crate::frame::Frame;
use crate::frame::bins::Bins;
use crate::prelude::*;
use crate::table::exact;

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
    let cells: Vec<_> = levels.iter().map(|level| strip.frame.cell(series, *level)).collect();
    let none: Vec<Option<u64>> = cells.iter().map(|cell| cell.map(|_| 0)).collect();
    let mut rows = BTreeMap::new();
    for (place, cell) in cells.into_iter().enumerate() {
        let Some(cell) = cell else { continue };
        for (value, share) in strip.bins.shares(cell.values()) {
            let bin = (value / strip.bins.step).round() as i64;
            let (_, floors) = rows.entry(bin).or_insert_with(|| (value, none.clone()));
            floors[place] = Some((share * cell.counts.total() as f64).round() as u64);
        }
    }
    rows.into_values().collect()
}

/// A measure with its unit, and the levels on which the second of the first two series has more or less of
/// it.
pub(crate) fn heading(
    results: &Results,
    Strip { measure, bins, levels, .. }: &Strip<'_>,
) -> String {
    let differences: Vec<Difference> =
        levels.iter().map(|(level, comparison)| Difference::of(*level, comparison)).collect();
    let title = title_of(*measure);
    let title = capital(title.strip_prefix("rooms: ").unwrap_or(&title));
    let mut title = with_unit(title, measure);
    // Bars may cover several values.
    if bins.step > 1.5 / f64::from(measure.scale) {
        title += &format!(", in steps of {}", exact(bins.step));
    }
    let has_all = results.study.levels.len() == differences.len();
    match verdict(&differences, has_all, names(results), is_counted((*measure).into())) {
        Some(verdict) => format!("{title}: {verdict}"),
        None => title,
    }
}

/// What the differences show; `None` if there are none. `has_all`: whether there is one for every level.
fn verdict(
    differences: &[Difference],
    has_all: bool,
    [x, y]: [&str; 2],
    is_counted: bool,
) -> Option<String> {
    let everywhere = match differences {
        [] | [_] => String::new(),
        all if !has_all => {
            let levels: Vec<u8> = all.iter().map(|it| it.level).collect();
            format!(" on levels {}", in_short(&levels))
        }
        _ => " on every level".to_owned(),
    };
    let fewer = if is_counted { "fewer" } else { "less" };
    let [less, more] = [format!("{fewer} in {y}"), format!("more in {y}")];
    let then = [fewer, "about the same", "more"];
    Some(match claim(differences, [&less, &more], then, &everywhere)? {
        Claim::Differ(course) => course,
        Claim::Same(on_every) => format!("the same {on_every}"),
        Claim::Alike => format!("about the same in {x} and {y}"),
        Claim::Unclear => format!("no clear difference in {x} and {y}"),
    })
}

/// A title with the measure in which the first two series differ most on a level: whether the second has more
/// or less of it.
pub(crate) fn title(
    results: &Results,
    subject: Subject,
    strips: &[Strip<'_>],
    level: u8,
) -> String {
    let heading = subject.heading();
    let size = |strip: &&Strip<'_>| strip.on(level).map_or(0.0, |it| it.cliffs_delta.abs());
    // How many random numbers a floor takes is this program's, not the game's.
    let of_the_game = strips.iter().filter(|strip| strip.measure != measure::DRAWS);
    let most = of_the_game.max_by(|a, b| size(a).total_cmp(&size(b)));
    let is_told =
        |strip: &&Strip<'_>| strip.on(level).is_some_and(|it| !it.interval().contains(0.0));
    let [x, y] = names(results);
    let plain = format!("{heading}, level by level");
    match most.filter(is_told) {
        Some(strip) => {
            let most = title_of(strip.measure);
            let most = match most.strip_prefix("rooms: ") {
                Some(outline) => format!("rooms of {outline}"),
                None => most,
            };
            let [more, less] = more_and_less(strip.measure.into(), &most);
            let has_more = strip.on(level).is_some_and(|it| it.difference > 0.0);
            let phrase = if has_more { more } else { less };
            first_fitting([
                format!("{heading}: on level {level}, {y} has {phrase}"),
                format!("On level {level}, {y} has {phrase}"),
                plain,
            ])
        }
        None if results.study.series.len() > 1 && !strips.iter().any(|it| is_told(&it)) => {
            first_fitting([format!("{heading}: {x} and {y} cannot be told apart"), plain])
        }
        None => plain,
    }
}

/// The difference of two means, with half its interval.
pub(crate) fn delta(comparison: &Comparison) -> String {
    if comparison.same_on_every_seed {
        return "the same on every seed".to_owned();
    }
    let half = comparison.interval().half();
    let decimals = decimals_for(half.max(0.005)).min(3);
    format!("Δ {} ± {}", signed(comparison.difference, decimals), fixed(half, decimals))
}

/// Which series has bars, and which an outline.
pub(crate) fn shapes_in_words(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => format!("Bars: {only}"),
        [first, second] => format!("Bars: {first}, outline: {second}"),
        [first, ..] => format!("Bars: {first}, outlines: the others"),
    }
}

/// A sentence on the measures that are the same on every floor.
pub(crate) fn same_in_words(fixed_ones: &[Strip<'_>]) -> String {
    let value =
        |it: &Strip<'_>| Some(format!("{} ({})", title_of(it.measure), fixed(it.only_value()?, 0)));
    match fixed_ones.iter().filter_map(value).collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        same => format!(" The same on every floor, and not drawn: {}.", list(same)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_the_course_of_the_differences() {
        let told = |means: &[[f64; 2]]| {
            let of = |(level, means): (u8, &[f64; 2])| Difference::within(level, *means, 0.1);
            verdict(&(1..).zip(means).map(of).collect::<Vec<_>>(), true, ["A", "B"], false)
                .unwrap_or_default()
        };
        assert_eq!(told(&[[1.0, 2.0], [2.0, 3.0]]), "more in B on every level");
        assert_eq!(told(&[[2.0, 1.0]]), "less in B");
        assert_eq!(told(&[[1.0, 2.0], [2.0, 2.0]]), "more in B on level 1, then about the same");
        assert_eq!(
            told(&[[1.0, 2.0], [1.0, 2.0], [2.0, 2.0]]),
            "more in B up to level 2, then about the same"
        );
        assert_eq!(told(&[[2.0, 1.0], [1.0, 2.0]]), "less in B on level 1, then more");
        assert_eq!(
            told(&[[1.0, 2.0], [2.0, 1.0], [1.0, 2.0]]),
            "more in B on some levels, less on others"
        );
        assert_eq!(told(&[[1.0, 1.05]]), "no clear difference in A and B");
        assert_eq!(told(&[[1.0, 1.01]]), "about the same in A and B");
        assert_eq!(told(&[]), "");
    }

    #[test]
    fn a_verdict_names_seeds_only_if_they_are_shared() {
        let same = Difference::within(1, [3.0, 3.0], 0.0);
        let apart = Difference { paired: false, ..same };
        let told = |it| verdict(&[it], true, ["A", "B"], true).unwrap_or_default();
        assert_eq!(
            [told(same), told(apart)],
            ["the same on every seed", "the same on every floor"]
        );
    }
}
