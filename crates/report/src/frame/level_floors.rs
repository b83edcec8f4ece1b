//! The floors of a series that represent its levels, the typical ones and those of the first seeds, and how
//! they grow.

use std::collections::HashSet;

use basement_survey::study::Origin;
use basement_survey::typical::{Median, TYPICAL_MEASURES, distance_from_medians};

use crate::frame::sample::{AMONG, SampleFloor};
use crate::prelude::*;

/// The number of first seeds beside a typical floor.
pub(crate) const FIRST: usize = 3;
/// This many seeds are searched for the first ones that are not drawn yet.
const LOOKED_AT: usize = 100;

/// The floors of a series on a level: the typical one, then those of the first seeds.
pub(crate) struct LevelFloors<'a> {
    pub(crate) group: &'a GroupResult,
    /// "Level 4"; "Every level" for the floors of one file that all levels read.
    pub(crate) heading: String,
    pub(crate) medians: Vec<Median>,
    pub(crate) samples: Vec<SampleFloor>,
}

impl LevelFloors<'_> {
    pub(crate) const fn level(&self) -> u8 {
        self.group.request.level
    }

    /// The floors in words, for readers who cannot see the maps.
    pub(crate) fn in_words(&self) -> String {
        let rooms: Vec<String> = self.samples.iter().map(|it| it.rooms.to_string()).collect();
        format!("{}: {} rooms", self.heading, rooms.join(", "))
    }
}

/// The floors of a series, level by level, with no seed and no map twice. If all levels read one file, only
/// those of the first level.
pub(crate) fn levels_of(results: &Results, series: usize) -> Vec<LevelFloors<'_>> {
    let mut groups: Vec<&GroupResult> =
        plain_groups(results, series).filter(|group| group.summary.floors > 0).collect();
    groups.sort_by_key(|group| group.request.level);
    let is_one_file = groups.first().is_some_and(|first| {
        let is_same = |group: &&GroupResult| group.origin == first.origin;
        matches!(first.origin, Origin::File(_)) && groups.iter().all(is_same)
    });
    let is_of_all = is_one_file && groups.len() > 1;
    groups.truncate(if is_one_file { 1 } else { groups.len() });
    let (mut numbers, mut plans) = (HashSet::new(), HashSet::new());
    let mut new = |group: &GroupResult, number: u64| {
        let floor = group.floor(number).filter(|_| !numbers.contains(&number))?;
        let is_new = plans.insert(DrawnFloor::from(&floor).plan()) && numbers.insert(number);
        is_new.then(|| SampleFloor::of(results, group, number)).flatten()
    };
    let typical = groups
        .iter()
        .map(|group| group.nearest_floors(AMONG).iter().find_map(|near| new(group, near.number)));
    let typical: Vec<Option<SampleFloor>> = typical.collect();
    let mut floors: Vec<LevelFloors<'_>> = Vec::new();
    for (group, typical) in groups.into_iter().zip(typical) {
        let heading = match is_of_all {
            true => "Every level".to_owned(),
            false => format!("Level {}", group.request.level),
        };
        let samples = typical.into_iter().collect();
        floors.push(LevelFloors { group, heading, medians: group.medians(), samples });
    }
    floors.retain(|floors| !floors.samples.is_empty());
    for floors in &mut floors {
        let numbers = floors.group.first_numbers(LOOKED_AT);
        floors.samples.extend(numbers.filter_map(|number| new(floors.group, number)).take(FIRST));
    }
    floors
}

/// The floors, with everything that the choice depends on.
pub(crate) fn table<'a>(levels: &'a [LevelFloors<'a>]) -> Table {
    let samples = levels.iter().flat_map(|floors| {
        floors.samples.iter().enumerate().map(move |(place, it)| (floors, place, it))
    });
    let mut rows = Table::of(samples)
        .column("level", |(floors, ..)| floors.level())
        .column("series", |(.., it)| &it.name)
        .column("which", |(_, place, _)| if *place == 0 { "typical" } else { "first" })
        .column("number", |(.., it)| it.number)
        .column("seed", |(.., it)| it.seed.trim_start_matches("seed "));
    for measure in TYPICAL_MEASURES {
        let name = measure.name;
        let usual =
            |floors: &'a LevelFloors<'a>| floors.medians.iter().find(|it| it.measure == measure);
        rows = rows
            .number(name, |(.., it)| measure.of(&it.analysis))
            .number(&format!("{name}_median"), |(floors, ..)| Some(usual(floors)?.median))
            .number(&format!("{name}_sd"), |(floors, ..)| Some(usual(floors)?.deviation));
    }
    rows.number("distance", |(floors, _, it)| distance_from_medians(&floors.medians, &it.analysis))
        .into()
}

/// The finding: how the typical floor grows from the first level to the last.
pub(crate) fn title(name: &str, sizes: &[(u8, u32)], is_file: bool) -> String {
    let long = match sizes {
        _ if is_file => format!("A typical floor of {name}, and the first ones"),
        [(level, rooms)] => format!("A typical floor of {name} on level {level}: {rooms} rooms"),
        [(from, few), .., (to, many)] if many > few => {
            let rooms = match f64::from(*many) / f64::from(*few) {
                ratio if (1.75..2.5).contains(&ratio) => "about twice the rooms of",
                _ => "more rooms than on",
            };
            format!("On level {to} a typical {name} floor has {rooms} level {from}")
        }
        _ => format!("Typical floors of {name}, level by level"),
    };
    let short = match sizes.len() {
        1 => "A typical floor, and the first ones",
        _ => "Typical floors, level by level",
    };
    first_fitting([long, short.to_owned()])
}

/// A unique file name from a series' name: small letters, digits and hyphens.
pub(crate) fn name_for(series: &str, place: usize, taken: &mut HashSet<String>) -> String {
    let plain: String = series
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut words = plain.split_whitespace().collect::<Vec<_>>().join("-");
    words.truncate(40);
    let words = match words.trim_end_matches('-') {
        "" => format!("{}", place + 1),
        words => words.to_owned(),
    };
    let names =
        std::iter::once(words.clone()).chain((2..).map(|number| format!("{words}-{number}")));
    let mut names = names.map(|name| format!("floors-by-level-{name}"));
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_follows_the_size_of_the_typical_floors() {
        let told = |sizes: &[(u8, u32)]| title("A", sizes, false);
        assert_eq!(
            told(&[(1, 10), (4, 18), (8, 21)]),
            "On level 8 a typical A floor has about twice the rooms of level 1"
        );
        assert_eq!(
            told(&[(1, 10), (2, 12)]),
            "On level 2 a typical A floor has more rooms than on level 1"
        );
        assert_eq!(told(&[(1, 21), (8, 10)]), "Typical floors of A, level by level");
        assert_eq!(told(&[(4, 9)]), "A typical floor of A on level 4: 9 rooms");
        assert_eq!(title("A", &[(4, 9)], true), "A typical floor of A, and the first ones");
        let long = title("A generator of my own", &[(1, 9), (8, 12)], false);
        assert_eq!(long, "Typical floors, level by level");
    }

    #[test]
    fn names_of_figures_are_plain_and_none_is_given_twice() {
        let mut taken = HashSet::new();
        let mut name = |series: &str, place| name_for(series, place, &mut taken);
        assert_eq!(name("Flash", 0), "floors-by-level-flash");
        assert_eq!(name("flash", 1), "floors-by-level-flash-2");
        assert_eq!(name("Flash, as \"shipped\"/../x", 2), "floors-by-level-flash-as-shipped-x");
        assert_eq!(name("箱", 3), "floors-by-level-4");
        assert_eq!(name("4", 4), "floors-by-level-4-2");
        assert!(name(&"long ".repeat(40), 5).len() <= 60);
    }
}
