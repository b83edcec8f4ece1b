//! The typical floor of every level, and the first seeds beside it: one choice for the figures
//! and the table.

use std::collections::HashSet;

use basement_survey::{ArmResult, Measure, Median, Origin, Results};

use super::shape::middle_level;
use super::{Context, PageTable};
use crate::figures::typical_floors::Sample;
use crate::lexicon::list;
use crate::number::whole;
use crate::panel::floor_map::{FloorMap, Outline};
use crate::series::shown;

/// Floors among which the typical one is looked for.
pub(crate) const AMONG: usize = 1000;
/// Series that are told of.
const MOST: usize = 4;
/// First seeds beside a typical floor.
pub(crate) const FIRST: usize = 3;
/// Seeds among which the first ones are looked for that are not drawn yet.
const LOOKED_AT: usize = 100;

/// The floors of a series on a level.
pub(crate) struct LevelFloors {
    pub(crate) level: u8,
    /// "Level 4"; "Every level" where the floors of a file stand beside all of them.
    pub(crate) heading: String,
    pub(crate) medians: Vec<Median>,
    pub(crate) typical: Sample,
    pub(crate) first: Vec<Sample>,
}

impl LevelFloors {
    /// The typical floor, then the first seeds.
    pub(crate) fn samples(&self) -> impl Iterator<Item = &Sample> + Clone {
        std::iter::once(&self.typical).chain(&self.first)
    }
}

/// The floors of every shown series, level by level; series without a floor are left out.
pub(crate) fn by_level(context: &Context<'_>) -> Vec<Vec<LevelFloors>> {
    let series = shown(context.results).into_iter().take(MOST);
    let all = series.map(|series| levels_of(context, series));
    all.filter(|levels| !levels.is_empty()).collect()
}

/// The arms of a series without a curse by level; of a file, whose levels all have the same
/// lines, the first one.
fn arms_of(results: &Results, series: usize) -> Vec<&ArmResult> {
    let has_floors = |arm: &&ArmResult| !arm.is_labyrinth() && arm.summary.floors > 0;
    let mut arms: Vec<&ArmResult> = results.arms_of(series).filter(has_floors).collect();
    arms.sort_by_key(|arm| arm.request.level);
    let is_file = arms.iter().any(|arm| matches!(arm.origin, Origin::File(_)));
    arms.truncate(if is_file { 1 } else { arms.len() });
    arms
}

/// What was drawn already.
#[derive(Default)]
struct Seen {
    numbers: HashSet<u64>,
    plans: HashSet<Outline>,
}

impl Seen {
    /// Whether neither the seed nor the plan was drawn; from now on they are.
    fn is_new(&mut self, number: u64, plan: impl FnOnce() -> Option<Outline>) -> bool {
        if self.numbers.contains(&number) {
            return false;
        }
        let is_new = plan().is_some_and(|plan| self.plans.insert(plan));
        if is_new {
            self.numbers.insert(number);
        }
        is_new
    }
}

/// The floors of a series, level by level, no seed and no map twice.
fn levels_of(context: &Context<'_>, series: usize) -> Vec<LevelFloors> {
    let results = context.results;
    let arms = arms_of(results, series);
    let levels = results.arms_of(series).filter(|arm| !arm.is_labyrinth()).count();
    let mut seen = Seen::default();
    let of_first_picture = middle_level(results);
    // The first picture of the page shows the typical floor of one level: it is chosen first,
    // so that it is the same floor here.
    let mut order: Vec<&ArmResult> = arms.clone();
    order.sort_by_key(|arm| Some(arm.request.level) != of_first_picture);
    let mut new = |arm: &ArmResult, number: u64| {
        let plan = || arm.floor(number).map(|floor| FloorMap::from(&floor).plan());
        seen.is_new(number, plan).then(|| Sample::of(context, arm, number)).flatten()
    };
    let mut typical: Vec<(u8, Sample)> = order
        .into_iter()
        .filter_map(|arm| {
            let near = arm.nearest_floors(AMONG);
            let sample = near.iter().find_map(|near| new(arm, near.number))?;
            Some((arm.request.level, sample))
        })
        .collect();
    typical.sort_by_key(|(level, _)| *level);
    let floors = typical.into_iter().filter_map(|(level, typical)| {
        let arm = arms.iter().find(|arm| arm.request.level == level)?;
        let numbers = arm.first_numbers(LOOKED_AT);
        let first = numbers.filter_map(|number| new(arm, number)).take(FIRST).collect();
        let heading = match arms.len() < levels {
            true => "Every level".to_owned(),
            false => format!("Level {level}"),
        };
        Some(LevelFloors { level, heading, medians: arm.medians(), typical, first })
    });
    floors.collect()
}

/// "the first 1,000 floors", of an arm that has more.
pub(crate) fn among_in_words(floors: u64) -> String {
    match floors {
        0 | 1 => "one floor".to_owned(),
        floors if floors <= AMONG as u64 => format!("all {} floors", whole(floors)),
        _ => format!("the first {} floors", whole(AMONG as u64)),
    }
}

/// The measures that a typical floor is near the medians in, in words; those that vary.
pub(crate) fn measures_in_words<'a>(medians: impl IntoIterator<Item = &'a Median>) -> String {
    let mut measures: Vec<&Measure> = Vec::new();
    for Median { measure, .. } in medians {
        if !measures.contains(measure) {
            measures.push(measure);
        }
    }
    let words = |measure: &&Measure| match measure.name {
        "boss_distance" => "steps to the boss".to_owned(),
        "large_rooms" => "big rooms".to_owned(),
        "secret_neighbours" => "rooms around the secret room".to_owned(),
        name => name.replace('_', " "),
    };
    list(&measures.iter().map(words).collect::<Vec<_>>())
}

/// By which rule a floor is typical, as the end of a sentence.
pub(crate) fn rule(floors: u64, measures: &str) -> String {
    let among = among_in_words(floors);
    if measures.is_empty() {
        return format!("of {among} the first, since the measured ones are alike");
    }
    format!("of {among} the one nearest the medians of all floors in {measures}")
}

/// The typical floor of every level and series, with the command that draws it.
pub(crate) fn table(context: &Context<'_>) -> PageTable {
    let results = context.results;
    let floors: Vec<&LevelFloors> = context.floors_by_level().iter().flatten().collect();
    let mut levels: Vec<u8> = floors.iter().map(|floors| floors.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let command = |floors: &LevelFloors| {
        let arm = results.arm(floors.typical.series, floors.level, false)?;
        context.floor_command(arm, floors.typical.number)
    };
    let has_commands = floors.iter().any(|floors| command(floors).is_some());
    let of_level = |level: &u8| {
        floors.iter().filter(|floors| floors.level == *level).copied().collect::<Vec<_>>()
    };
    let rows = levels.iter().flat_map(of_level).map(|floors| {
        let LevelFloors { heading, typical, .. } = floors;
        let mut row = vec![
            heading.trim_start_matches("Level ").to_owned(),
            typical.name.clone(),
            typical.seed.trim_start_matches("seed ").to_owned(),
            typical.rooms.to_string(),
        ];
        if has_commands {
            row.push(command(floors).map_or_else(String::new, |it| format!("`{it}`")));
        }
        row
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let is_file = |floors: &&LevelFloors| floors.typical.seed.starts_with("line ");
    let seed = if floors.iter().all(is_file) { "line" } else { "seed" };
    let mut headings: Vec<String> = ["level", "series", seed, "rooms"].map(str::to_owned).into();
    if has_commands {
        headings.push("to draw it".to_owned());
    }
    let most = results.arms.iter().map(|arm| arm.summary.floors).max().unwrap_or_default();
    let measures = measures_in_words(floors.iter().flat_map(|floors| &floors.medians));
    let note = match floors.len() {
        0 => String::new(),
        _ => format!("Typical: {}; none stands for two levels of a series.", rule(most, &measures)),
    };
    let caption = match levels.len() {
        1 => "The typical floors and their seeds",
        _ => "A typical floor of every level, with its seed",
    };
    PageTable { caption: caption.to_owned(), headings, rows, note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_floors::Backend;
    use basement_survey::{Series, Study, measure};

    #[test]
    fn the_rule_names_the_measures_that_vary_and_no_others() {
        let study = Study::new("One").floors(40).levels([1]);
        let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {}).unwrap();
        let arm = &results.arms[0];
        let medians = arm.medians();
        assert_eq!(measures_in_words(&medians[..0]), "");
        let all = measures_in_words(medians.iter().chain(&medians));
        assert!(all.contains("rooms, dead ends"), "{all}");
        // Flash's floors are trees of small rooms.
        assert!(!all.contains("rings") && !all.contains("big rooms"), "{all}");
        assert!(medians.iter().all(|median| median.measure != measure::RINGS));
    }

    #[test]
    fn neither_a_seed_nor_a_plan_is_drawn_twice() {
        let mut seen = Seen::default();
        let plan = |x: u8| move || Some((vec![vec![(x, 0)]], Vec::new()));
        assert!(seen.is_new(1, plan(1)));
        assert!(!seen.is_new(1, plan(2)), "the same seed");
        assert!(!seen.is_new(2, plan(1)), "the same plan");
        assert!(!seen.is_new(3, || None), "no floor");
        assert!(seen.is_new(3, plan(3)));
    }

    #[test]
    fn the_rule_says_among_how_many_floors() {
        assert_eq!(
            rule(20_000, "rooms"),
            "of the first 1,000 floors the one nearest the medians of all floors in rooms"
        );
        assert!(rule(1_000, "rooms").starts_with("of all 1,000 floors"));
        assert!(rule(1, "rooms").starts_with("of one floor"));
        assert!(rule(20_000, "").ends_with("the first, since the measured ones are alike"));
    }
}
