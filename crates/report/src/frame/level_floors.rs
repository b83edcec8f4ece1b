//! The floors of a series that represent its levels: the typical ones, and those of the first seeds.

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
