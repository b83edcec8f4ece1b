//! A floor before and after Curse of the Labyrinth: maps, rings and rooms.

use basement_floors::RoomKind;
use basement_survey::{ArmResult, Interval, Measure, Results, measure};

use crate::claims::Difference;
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::figures::sample::{AMONG, among_in_words};
use crate::layout::Key;
use crate::lexicon::{first_fitting, heading_of, list, request_in_words};
use crate::number::{about, at_most, fixed};
use crate::origin::origin_line;
use crate::panel::floor_map::FloorMap;
use crate::panel::maps::{Maps, Sheet};
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of, shown};
use crate::table::{Table, exact};

/// The measures that are shown.
const MEASURES: [&Measure; 2] = [measure::RINGS, measure::ROOMS];
/// Floors whose maps are shown: of that many series at most.
const MAPPED: usize = 2;
/// A measure of a series on a level, without and with the curse.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) series: usize,
    pub(crate) level: u8,
    pub(crate) plain: Interval,
    pub(crate) cursed: Interval,
    /// Half the 95 % interval of the difference.
    pub(crate) half: f64,
}

/// What the curse adds to a series on a level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Added {
    pub(crate) name: String,
    pub(crate) rings: f64,
    /// The mean without the curse, and under it.
    pub(crate) means: [Interval; 2],
    /// Half the 95 % interval.
    pub(crate) half: f64,
}

impl Pair {
    fn added(&self, results: &Results) -> Added {
        Added {
            name: name_of(results, self.series).to_owned(),
            rings: self.cursed.estimate - self.plain.estimate,
            means: [self.plain, self.cursed],
            half: self.half,
        }
    }
}

/// A mean as the figure prints it.
fn said(mean: Interval) -> String {
    about(mean, |mean| fixed(mean, 1))
}

/// The finding on a level, as a title.
pub(crate) fn title(level: u8, added: &[Added]) -> String {
    let is_more = |added: &Added| added.rings > added.half;
    match added {
        [one] if is_more(one) => {
            let [plain, cursed] = one.means.map(said);
            format!("The Labyrinth takes level {level} from {plain} rings to {cursed}")
        }
        [one, other, ..] if is_more(one) && is_more(other) => {
            let (x, y) = (said(one.means[1]), said(other.means[1]));
            let both = if x == y {
                format!("{x} rings in {} and {}", one.name, other.name)
            } else {
                format!("{x} rings in {}, {y} in {}", one.name, other.name)
            };
            first_fitting([
                format!("The Labyrinth brings level {level} to {both}"),
                format!("The Labyrinth brings more rings to level {level}"),
            ])
        }
        _ => format!("Level {level} with and without Curse of the Labyrinth"),
    }
}

/// The levels that a shown series has both without and with the curse.
pub(crate) fn pairs(results: &Results, measure: &'static Measure) -> Vec<Pair> {
    let mean = |arm: &ArmResult| arm.summary.values(measure).mean_interval();
    let of_series = |series: usize| {
        let cursed = results.arms_of(series).filter(|arm| arm.is_labyrinth());
        let pair = move |arm: &ArmResult| {
            let level = arm.request.level;
            let before = results.arm(series, level, false)?;
            let (plain, cursed) = (mean(before)?, mean(arm)?);
            let half = results.compare(before, arm, measure)?.interval().half();
            Some(Pair { series, level, plain, cursed, half })
        };
        cursed.filter_map(pair).collect::<Vec<_>>()
    };
    shown(results).into_iter().flat_map(of_series).collect()
}

/// The level that stands for all: the middle one of those that most series have.
pub(crate) fn middle_level(pairs: &[Pair]) -> Option<u8> {
    let count = |level: u8| pairs.iter().filter(|pair| pair.level == level).count();
    let most = pairs.iter().map(|pair| count(pair.level)).max()?;
    let mut levels: Vec<u8> =
        pairs.iter().map(|pair| pair.level).filter(|level| count(*level) == most).collect();
    levels.sort_unstable();
    levels.dedup();
    levels.get(levels.len() / 2).copied()
}

/// A map, and what is said of it.
struct Sample {
    series: usize,
    map: FloorMap,
    heading: String,
    text: String,
    /// The command that draws it.
    command: Option<String>,
}

/// The typical floors of the first series on a level, without and with the curse.
fn samples(context: &Context<'_>, pairs: &[Pair], level: u8) -> Vec<Sample> {
    let results = context.results;
    let sample = |series: usize, is_cursed: bool| {
        let arm = results.arm(series, level, is_cursed)?;
        let number = arm.typical_floor(AMONG)?;
        let heading = if is_cursed { "under the curse" } else { "no curse" };
        Some(Sample {
            series,
            map: FloorMap::from(&arm.floor(number)?).of_plan(),
            heading: format!("{}, {heading}", name_of(results, series)),
            text: match &arm.origin {
                basement_survey::Origin::File(_) => arm.origin.show(number),
                _ => format!("seed {}", arm.origin.show(number)),
            },
            command: context.floor_command(arm, number).map(|command| format!("`{command}`")),
        })
    };
    let series = pairs.iter().filter(|pair| pair.level == level).map(|pair| pair.series);
    let both = series.take(MAPPED).flat_map(|series| [sample(series, false), sample(series, true)]);
    both.flatten().collect()
}

/// The figure, where a shown series has a level both without and with the curse.
/// The commands that draw its floors come with it.
pub(crate) fn figure(context: &Context<'_>) -> Option<(Figure, Vec<String>)> {
    let results = context.results;
    let all = MEASURES.map(|measure| (measure, pairs(results, measure)));
    let rings = &all[0].1;
    let level = middle_level(rings)?;
    let on_level = rings.iter().filter(|pair| pair.level == level);
    let added: Vec<Added> = on_level.map(|pair| pair.added(results)).collect();
    let title = title(level, &added);
    let (table, widest) = table(results, &all);
    let samples = samples(context, rings, level);
    let has_super_secret = samples
        .iter()
        .flat_map(|sample| sample.map.kinds())
        .any(|kind| kind == RoomKind::SuperSecret);
    let seeds = if samples.is_empty() {
        String::new()
    } else {
        let counted = if has_super_secret {
            "; super secret rooms (!, dashed) count as rooms and are drawn"
        } else {
            ""
        };
        format!(
            " Maps: of {}, those nearest the medians, at one scale, without secret \
             rooms{counted}.",
            among_in_words(results.study.floors)
        )
    };
    let is_shown = |arm: &&ArmResult| {
        rings.iter().any(|pair| pair.series == arm.series && pair.level == arm.request.level)
    };
    let of = results.arms.iter().filter(is_shown);
    let names: Vec<String> = added.iter().map(|added| added.name.clone()).collect();
    let words = Words {
        name: "labyrinth".to_owned(),
        subtitle: format!(
            "Mean rings and rooms per floor, by level; 95 % intervals at most ± {}; under Curse of the Labyrinth and {}",
            at_most(widest, 2),
            request_in_words(results)
        ),
        caption: format!(
            "Circle: no curse. Dot: the same level under Curse of the Labyrinth.{seeds}"
        ),
        notes: origin_line(results, of, None, ""),
        alt: format!(
            "{title}. Maps of typical floors of level {level} without and with the curse, and dumbbell charts of \
             rings and rooms by level, for {}.",
            list(&names)
        ),
        title,
    };
    let sheet = |sample: &Sample| {
        let paint = hue_of(results, sample.series).text;
        Sheet::new(sample.map.clone(), sample.heading.as_str(), paint)
            .lines(vec![sample.text.clone()])
    };
    let maps = Maps::new(vec![samples.iter().map(sheet).collect()], 2, 20.0);
    let key = Key::of_pair(["no curse", "Curse of the Labyrinth"]);
    let mut levels: Vec<u8> = rings.iter().map(|pair| pair.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let of_level = |level: u8| rings.iter().filter(move |pair| pair.level == level);
    let row = |pair: &Pair| {
        Row::new(name_of(results, pair.series), 1).paint(hue_of(results, pair.series).text)
    };
    let group = |level: &u8| Group {
        name: format!("level {level}"),
        rows: of_level(*level).map(row).collect(),
    };
    let order: Vec<(usize, u8)> =
        levels.iter().flat_map(|level| of_level(*level)).map(|it| (it.series, it.level)).collect();
    let facet = |(measure, pairs): &(&'static Measure, Vec<Pair>)| {
        let mark = |pair: &Pair| {
            let row = order.iter().position(|it| *it == (pair.series, pair.level))?;
            let say = |mean: Interval| (mean.estimate, fixed(mean.estimate, 1));
            let (y, hue) = (lane(row, 0, 1), hue_of(results, pair.series));
            Some(Mark::Pair { y, before: say(pair.plain), after: say(pair.cursed), hue })
        };
        let most = pairs.iter().flat_map(|pair| [pair.plain.estimate, pair.cursed.estimate]);
        let scale = Scale::from_zero(most.chain([0.5])).ticks(3).decimals(0);
        let heading = format!("{} per floor", heading_of(*measure));
        Facet::new(heading, pairs.iter().filter_map(mark).collect()).scale(scale)
    };
    let plot = Plot {
        facets: all.iter().map(facet).collect(),
        columns: [2, 1],
        x: Scale::new(0.0, 1.0),
        y: Y::Rows(levels.iter().map(group).collect()),
    };
    let figure = compose_parts(words, table, &[&maps, &key, &plot]);
    Some((figure, samples.iter().filter_map(|sample| sample.command.clone()).collect()))
}

/// The data, and half the widest interval.
fn table(results: &Results, all: &[(&'static Measure, Vec<Pair>)]) -> (Table, f64) {
    let rows = all.iter().flat_map(|(measure, pairs)| pairs.iter().map(move |it| (*measure, it)));
    let halves = rows.clone().flat_map(|(_, pair)| [pair.plain.half(), pair.cursed.half()]);
    let widest = halves.fold(0.0, f64::max);
    let table = Table::of(
        rows,
        &[
            ("measure", &|(measure, _)| measure.name.to_owned()),
            ("series", &|(_, pair)| name_of(results, pair.series).to_owned()),
            ("level", &|(_, pair)| pair.level.to_string()),
            ("mean_without", &|(_, pair)| exact(pair.plain.estimate)),
            ("half_width_without", &|(_, pair)| exact(pair.plain.half())),
            ("mean_with", &|(_, pair)| exact(pair.cursed.estimate)),
            ("half_width_with", &|(_, pair)| exact(pair.cursed.half())),
            ("added", &|(_, pair)| exact(pair.cursed.estimate - pair.plain.estimate)),
            ("ratio", &|(_, pair)| match pair.cursed.estimate / pair.plain.estimate {
                ratio if ratio.is_finite() => exact(ratio),
                _ => String::new(),
            }),
        ],
    );
    (table, widest)
}

/// How a measure of a series on a level changes with the curse: means, and whether the change
/// can be told from none.
pub(crate) fn change(
    results: &Results,
    series: usize,
    level: u8,
    measure: &'static Measure,
) -> Option<([f64; 2], bool)> {
    let [plain, cursed] = [results.arm(series, level, false)?, results.arm(series, level, true)?];
    let comparison = results.compare(plain, cursed, measure)?;
    let difference = Difference::of(level, &comparison);
    Some((difference.means, difference.sign() != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(name: &str, [plain, cursed]: [f64; 2]) -> Added {
        let sure = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let (rings, means) = (cursed - plain, [plain, cursed].map(sure));
        Added { name: name.to_owned(), rings, means, half: 0.1 }
    }

    #[test]
    fn the_title_tells_the_rings_under_the_curse_and_none_where_it_adds_none() {
        let of = |added: &[Added]| title(5, added);
        let (a, b) = (added("A", [0.0, 8.46]), added("B", [0.7, 5.5]));
        let both = of(&[a.clone(), b.clone()]);
        assert_eq!(both, "The Labyrinth brings level 5 to 8.5 rings in A, 5.5 in B");
        let mut open = a.clone();
        open.means[1].lower = 8.4;
        let open = of(&[open, b.clone()]);
        assert_eq!(open, "The Labyrinth brings level 5 to about 8.5 rings in A, 5.5 in B");
        let same = of(&[a.clone(), added("B", [0.7, 8.48])]);
        assert_eq!(same, "The Labyrinth brings level 5 to 8.5 rings in A and B");
        assert_eq!(of(&[b]), "The Labyrinth takes level 5 from 0.7 rings to 5.5");
        let long = Added { name: "a name of many more words".to_owned(), ..a.clone() };
        assert_eq!(of(&[a, long]), "The Labyrinth brings more rings to level 5");
        let (less, small) = (added("B", [2.0, 1.0]), added("A", [1.0, 1.05]));
        for none in [&[small][..], &[added("A", [0.0, 2.0]), less], &[]] {
            assert_eq!(of(none), "Level 5 with and without Curse of the Labyrinth");
        }
    }

    #[test]
    fn the_level_that_stands_for_all_is_one_that_all_series_have() {
        let none = Interval { estimate: 0.0, lower: 0.0, upper: 0.0 };
        let pair = |series, level| Pair { series, level, plain: none, cursed: none, half: 0.0 };
        let pairs = [pair(0, 1), pair(0, 3), pair(0, 5), pair(1, 1)];
        assert_eq!(middle_level(&pairs), Some(1));
        assert_eq!(middle_level(&pairs[..3]), Some(3));
        assert_eq!(middle_level(&[]), None);
    }
}
