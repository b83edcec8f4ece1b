//! Levels without and with Curse of the Labyrinth.

use std::collections::BTreeSet;

use basement_floors::{Curse, CurseChoice, Floor, Request, RngKind};
use basement_survey::statistics::normal_interval;
use basement_survey::summary::Histogram;
use basement_survey::{Analysis, Sample, Seeds};

use crate::frame::sample::{AMONG, SampleFloor};
use crate::prelude::*;

/// A measure of a series on a level, without and with the curse.
#[derive(Clone, Debug)]
pub(crate) struct CurseEffect {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) level: u8,
    pub(crate) plain: Interval,
    pub(crate) cursed: Interval,
    /// Half the 95 % interval of the difference.
    pub(crate) half: f64,
}

/// The levels that a shown series has both without and with the curse.
pub(crate) fn pairs(results: &Results, measure: &'static Measure) -> Vec<CurseEffect> {
    let mean = |group: &GroupResult| group.summary.values(measure).mean_interval();
    let pair = |group: &GroupResult| {
        let (series, level) = (group.series, group.request.level);
        let before = results.group(series, level, false)?;
        let (plain, cursed) = (mean(before)?, mean(group)?);
        let half = results.compare(before, group, measure)?.interval().half();
        Some(CurseEffect {
            series,
            name: name_of(results, series).to_owned(),
            level,
            plain,
            cursed,
            half,
        })
    };
    let groups = shown(results).into_iter().flat_map(|series| results.groups_of(series));
    groups.filter(|group| group.is_labyrinth()).filter_map(pair).collect()
}

/// The rooms of a level of Rebirth: of floors on whose seeds the curse is put, and of those whose own seeds
/// draw it.
pub(crate) struct DrawnCurse {
    pub(crate) level: u8,
    pub(crate) put: Interval,
    pub(crate) drawn: Interval,
}

/// R5, R6: with the game's generator, one draw decides the curse and the number of rooms, so that floors that
/// draw the curse have other numbers of rooms. `None` unless the first level with the curse shows it.
pub(crate) fn drawn(results: &Results) -> Option<DrawnCurse> {
    const FLOORS: u64 = 20_000;
    let group = results.groups.iter().find(|group| {
        group.is_labyrinth()
            && parameters::unchanged(results, group.series) == Some(Backend::Rebirth)
            && group.origin.seeds().is_some_and(|seeds| seeds.rng() == RngKind::Game)
    })?;
    let level = group.request.level;
    let generator = parameters::generator(results, group.series, &[], None)?;
    let request = Request { curse: CurseChoice::Drawn, ..group.request };
    let seeds = *group.origin.seeds()?;
    let seeds = Seeds { count: seeds.count.min(FLOORS), ..seeds };
    let add = |rooms: &mut Histogram, number, floor: Option<&Floor>| {
        let floor = floor.filter(|floor| floor.curse() == Some(Curse::Labyrinth));
        let count = floor.and_then(|it| measure::ROOMS.raw_of(&Analysis::from_floor(it)));
        if let Some(count) = count {
            rooms.add(count, number);
        }
    };
    let sample = Sample::of(&*generator).request(&request).seeds(seeds);
    let rooms = sample.fold(Histogram::default, add, |all, more| all.merge(&more)).ok()?;
    let error = rooms.raw_standard_deviation()? / (rooms.total() as f64).sqrt();
    let drawn = normal_interval(rooms.raw_mean()?, error);
    let put = group.summary.values(measure::ROOMS).mean_interval()?;
    let is_apart = drawn.upper < put.lower || put.upper < drawn.lower;
    (is_apart && rooms.total() >= 100).then_some(DrawnCurse { level, put, drawn })
}

/// The representative level: the middle one of those that most series have.
pub(crate) fn middle_level(pairs: &[CurseEffect]) -> Option<u8> {
    let count = |level: u8| pairs.iter().filter(|pair| pair.level == level).count();
    let most = pairs.iter().map(|pair| count(pair.level)).max()?;
    let levels: BTreeSet<u8> =
        pairs.iter().map(|pair| pair.level).filter(|level| count(*level) == most).collect();
    levels.iter().nth(levels.len() / 2).copied()
}

/// At most this many series have maps.
const MAPPED: usize = 2;

/// A floor that is mapped: its group, its number, and its name.
pub(crate) type Mapped<'a> = (&'a GroupResult, u64, String);

/// The typical floors of the first series on a level, without and with the curse.
pub(crate) fn maps<'a>(results: &'a Results, pairs: &[&CurseEffect]) -> Vec<(Sheet, Mapped<'a>)> {
    let both = pairs.iter().take(MAPPED).flat_map(|pair| [(*pair, false), (*pair, true)]);
    let map = |(pair, is_cursed): (&CurseEffect, bool)| {
        let group = results.group(pair.series, pair.level, is_cursed)?;
        let sample = SampleFloor::of(results, group, group.typical_floor(AMONG)?)?;
        let curse = if is_cursed { "under the curse" } else { "no curse" };
        let name = format!("{}, {curse}", sample.name);
        let sheet = Sheet::new(sample.map.of_plan(), name.as_str(), sample.hue.text);
        Some((sheet.lines(vec![sample.seed]), (group, sample.number, name)))
    };
    both.filter_map(map).collect()
}

/// The levels without and with the curse, by measure.
pub(crate) fn table(all: &[(&'static Measure, Vec<CurseEffect>)]) -> Table {
    let rows = all.iter().flat_map(|(measure, pairs)| pairs.iter().map(move |it| (*measure, it)));
    Table::of(rows)
        .column("measure", |(measure, _)| measure.name)
        .column("series", |(_, pair)| &pair.name)
        .column("level", |(_, pair)| pair.level)
        .number("mean_without", |(_, pair)| pair.plain.estimate)
        .number("half_width_without", |(_, pair)| pair.plain.half())
        .number("mean_with", |(_, pair)| pair.cursed.estimate)
        .number("half_width_with", |(_, pair)| pair.cursed.half())
        .number("added", |(_, pair)| pair.cursed.estimate - pair.plain.estimate)
        .number("ratio", |(_, pair)| {
            Some(pair.cursed.estimate / pair.plain.estimate).filter(|ratio| ratio.is_finite())
        })
        .into()
}

/// The finding on a level, as a title.
pub(crate) fn title(level: u8, rings: &[&CurseEffect]) -> String {
    let is_more = |pair: &CurseEffect| pair.cursed.estimate - pair.plain.estimate > pair.half;
    let told = rings.iter().take(2).enumerate().map(|(place, pair)| {
        let mean = about(pair.cursed, |mean| fixed(mean, 1));
        format!("{mean}{} in {}", if place == 0 { " rings" } else { "" }, pair.name)
    });
    match !rings.is_empty() && rings.iter().take(2).all(|pair| is_more(pair)) {
        true => first_fitting([
            format!(
                "The Labyrinth brings level {level} to {}",
                told.collect::<Vec<_>>().join(", ")
            ),
            format!("The Labyrinth brings more rings to level {level}"),
        ]),
        false => format!("Level {level} with and without Curse of the Labyrinth"),
    }
}

#[cfg(test)]
mod tests {
    use basement_survey::statistics::Interval;

    use super::*;

    #[test]
    fn the_representative_level_is_one_that_all_series_have() {
        let none = Interval { estimate: 0.0, lower: 0.0, upper: 0.0 };
        let pairs = [(0, 1), (0, 3), (0, 5), (1, 1)].map(|(series, level)| CurseEffect {
            series,
            name: String::new(),
            level,
            plain: none,
            cursed: none,
            half: 0.0,
        });
        assert_eq!(middle_level(&pairs), Some(1));
        assert_eq!(middle_level(&pairs[..3]), Some(3));
        assert_eq!(middle_level(&[]), None);
    }

    fn pair(name: &str, series: usize, level: u8, means: [f64; 2]) -> CurseEffect {
        let sure = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let [plain, cursed] = means.map(sure);
        CurseEffect { series, name: name.to_owned(), level, plain, cursed, half: 0.1 }
    }

    #[test]
    fn the_title_mentions_rings_under_the_curse_only_if_it_adds_some() {
        let of = |pairs: &[&CurseEffect]| title(5, pairs);
        let added = |name: &str, means| pair(name, 0, 5, means);
        let (a, b) = (added("A", [0.0, 8.46]), added("B", [0.7, 5.5]));
        assert_eq!(of(&[&a, &b]), "The Labyrinth brings level 5 to 8.5 rings in A, 5.5 in B");
        let mut open = a.clone();
        open.cursed.lower = 8.4;
        let open = of(&[&open, &b]);
        assert_eq!(open, "The Labyrinth brings level 5 to about 8.5 rings in A, 5.5 in B");
        let same = of(&[&a, &added("B", [0.7, 8.48])]);
        assert_eq!(same, "The Labyrinth brings level 5 to 8.5 rings in A, 8.5 in B");
        assert_eq!(of(&[&b]), "The Labyrinth brings level 5 to 5.5 rings in B");
        let long = added("a name of many more words", [0.0, 8.46]);
        assert_eq!(of(&[&a, &long]), "The Labyrinth brings more rings to level 5");
        let (less, small) = (added("B", [2.0, 1.0]), added("A", [1.0, 1.05]));
        for none in [&[&small][..], &[&added("A", [0.0, 2.0]), &less], &[]] {
            assert_eq!(of(none), "Level 5 with and without Curse of the Labyrinth");
        }
    }
}
