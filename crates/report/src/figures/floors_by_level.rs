//! The typical floor and the first seeds of every level, one figure for each series, all at
//! one scale.

use std::collections::HashSet;

use basement_survey::{
    ArmResult, Median, Origin, Results, TYPICAL_MEASURES, distance_from_medians,
};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::figures::sample::{AMONG, Sample, hidden_in_words, measures_in_words, rule};
use crate::lexicon::{first_fitting, request_in_words};
use crate::number::counted;
use crate::origin::origin_line;
use crate::panel::floor_map::{FloorMap, Outline};
use crate::panel::maps::{Maps, Sheet};
use crate::series::shown;
use crate::shape::middle_level;
use crate::table::{Table, exact};
use crate::theme::{ARTICLE_WIDTH, MARGIN, QUIET};

/// The largest side of a cell.
const LARGEST: f64 = 13.5;
/// Series that are told of.
const MOST: usize = 4;
/// First seeds beside a typical floor.
const FIRST: usize = 3;
/// Seeds among which the first ones are looked for that are not drawn yet.
const LOOKED_AT: usize = 100;

/// The floors of a series on a level.
struct LevelFloors {
    level: u8,
    /// "Level 4"; "Every level" where the floors of a file stand beside all of them.
    heading: String,
    medians: Vec<Median>,
    typical: Sample,
    first: Vec<Sample>,
}

impl LevelFloors {
    /// The typical floor, then the first seeds.
    fn samples(&self) -> impl Iterator<Item = &Sample> + Clone {
        std::iter::once(&self.typical).chain(&self.first)
    }
}

/// The floors of every shown series, level by level; series without a floor are left out.
fn by_level(results: &Results) -> Vec<Vec<LevelFloors>> {
    let series = shown(results).into_iter().take(MOST);
    let all = series.map(|series| levels_of(results, series));
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
fn levels_of(results: &Results, series: usize) -> Vec<LevelFloors> {
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
        seen.is_new(number, plan).then(|| Sample::of(results, arm, number)).flatten()
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

/// The figures, one for each shown series.
pub(crate) fn figures(context: &Context<'_>) -> Vec<Figure> {
    let all = by_level(context.results);
    let mut taken = HashSet::new();
    let mut figures = Vec::new();
    for levels in &all {
        let Some(first) = levels.first() else { continue };
        let name = name_for(&first.typical.name, first.typical.series, &mut taken);
        figures.extend(figure(context, levels, name, &all));
    }
    figures
}

/// A file's name from a series' name: small letters, digits and hyphens, and none twice.
fn name_for(series: &str, place: usize, taken: &mut HashSet<String>) -> String {
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

/// The figure of a series. `all` are the floors of every series, for one scale.
fn figure(
    context: &Context<'_>,
    levels: &[LevelFloors],
    name: String,
    all: &[Vec<LevelFloors>],
) -> Option<Figure> {
    let results = context.results;
    let series = levels.first()?.typical.series;
    let arms: Vec<&ArmResult> =
        levels.iter().filter_map(|it| results.arm(series, it.level, false)).collect();
    let is_file = arms.iter().all(|arm| arm.origin.seeds().is_none());
    let sizes: Vec<(u8, u32)> = levels.iter().map(|it| (it.level, it.typical.rooms)).collect();
    let title = title(&levels[0].typical.name, &sizes, is_file);
    let command = context.floor_command(arms.first()?, levels[0].typical.number);
    let samples = || levels.iter().flat_map(LevelFloors::samples);
    let fewest = arms.iter().map(|arm| arm.summary.floors).min().unwrap_or_default();
    let measures = measures_in_words(levels.iter().flat_map(|it| &it.medians));
    let seeds = if is_file { "lines" } else { "seeds" };
    let words = Words {
        name,
        subtitle: match is_file {
            true => format!(
                "Typical floor and first lines of {}, one map scale",
                levels[0].typical.name
            ),
            false => format!(
                "Typical floor and first seeds of each level, one map scale; {}",
                request_in_words(results)
            ),
        },
        caption: format!(
            "Typical: {}; each difference counts in standard deviations, and of equals the lower \
             number wins. Beside it the first {seeds} that are not drawn yet: none stands here \
             twice, and no plan. {}{}{}",
            rule(fewest, &measures),
            match samples().any(|sample| !sample.on_ring.is_empty()) {
                true => "Tinted: rooms of a ring. ",
                false => "",
            },
            hidden_in_words(samples().flat_map(|sample| sample.map.kinds())),
            command.map_or_else(String::new, |command| to_draw(&command, is_file)),
        )
        .trim_end()
        .to_owned(),
        notes: origin_line(results, arms.iter().copied(), None, ""),
        alt: format!(
            "{title}. Maps, level by level. {}.",
            levels.iter().map(in_words).collect::<Vec<_>>().join(". ")
        ),
        title,
    };
    // One scale for all series.
    let widest = all.iter().flatten().flat_map(LevelFloors::samples);
    let widest = widest.map(|sample| sample.map.extent().0).fold(1.0, f64::max);
    let room = (ARTICLE_WIDTH - 2.0 * MARGIN - 12.0 * FIRST as f64) / (FIRST + 1) as f64;
    let row = |floors: &LevelFloors| {
        let sheet = |(place, sample): (usize, &Sample)| {
            let which = if place == 0 { ", typical" } else { "" };
            let sheet = sample.sheet(format!("{}{which}", floors.heading));
            let paint = if place == 0 { sheet.heading.1 } else { QUIET };
            let lines = vec![counted(sample.rooms.into(), "room"), sample.seed.clone()];
            Sheet { heading: (sheet.heading.0.clone(), paint), ..sheet }.lines(lines)
        };
        floors.samples().enumerate().map(sheet).collect()
    };
    let side = (room / widest).min(LARGEST);
    let maps = Maps::new(levels.iter().map(row).collect(), 2, side);
    Some(compose_parts(words, table(levels), &[&maps]))
}

/// How a floor of the figure is drawn from the command line.
fn to_draw(command: &str, is_file: bool) -> String {
    let rest = if is_file { "The others by their numbers" } else { "The others by level and seed" };
    format!(" To draw the first one: `{command}`. {rest}.")
}

/// A level in words, for those who do not see its maps.
fn in_words(floors: &LevelFloors) -> String {
    let LevelFloors { heading, typical, first, .. } = floors;
    let others: Vec<String> = first.iter().map(|sample| sample.rooms.to_string()).collect();
    let beside = match others.as_slice() {
        [] => String::new(),
        others => format!("; beside it {}", others.join(", ")),
    };
    format!("{heading}: {}, {}{beside}", typical.seed, counted(typical.rooms.into(), "room"))
}

/// The finding: how the typical floor grows.
fn title(name: &str, sizes: &[(u8, u32)], is_file: bool) -> String {
    let short = match (sizes, is_file) {
        (_, true) => {
            return first_fitting([
                format!("A typical floor of {name}, and the first ones"),
                "A typical floor, and the first ones".to_owned(),
            ]);
        }
        ([_], _) => "A typical floor, and those of the first seeds",
        _ => "Typical floors, level by level",
    };
    let (Some((from, few)), Some((to, many))) = (sizes.first(), sizes.last()) else {
        return short.to_owned();
    };
    let long = match few.cmp(many) {
        _ if from == to => format!("A typical floor of {name} on level {from}: {few} rooms"),
        std::cmp::Ordering::Equal => {
            format!("A typical floor of {name} has {few} rooms on levels {from} and {to}")
        }
        std::cmp::Ordering::Less => {
            let rooms = match f64::from(*many) / f64::from(*few).max(1.0) {
                ratio if ratio < 1.75 => "more rooms than on",
                ratio if ratio < 2.5 => "about twice the rooms of",
                ratio if ratio < 3.5 => "three times the rooms of",
                _ => "many more rooms than on",
            };
            format!("On level {to} a typical {name} floor has {rooms} level {from}")
        }
        std::cmp::Ordering::Greater => {
            format!(
                "From level {from} to {to} a typical {name} floor shrinks from {few} rooms to {many}"
            )
        }
    };
    first_fitting([long, format!("{name}: {}", short.to_lowercase()), short.to_owned()])
}

/// The floors, with all that the choice goes by.
fn table(levels: &[LevelFloors]) -> Table {
    let mut columns: Vec<String> =
        ["level", "series", "which", "number", "seed"].map(str::to_owned).into();
    for measure in TYPICAL_MEASURES {
        let name = measure.name;
        columns.extend([name.to_owned(), format!("{name}_median"), format!("{name}_sd")]);
    }
    columns.push("distance".to_owned());
    let mut table = Table { columns, rows: Vec::new() };
    for floors in levels {
        for (place, sample) in floors.samples().enumerate() {
            let which = if place == 0 { "typical" } else { "first" };
            let mut row = vec![
                floors.level.to_string(),
                sample.name.clone(),
                which.to_owned(),
                sample.number.to_string(),
                sample.seed.trim_start_matches("seed ").to_owned(),
            ];
            for measure in TYPICAL_MEASURES {
                let usual = floors.medians.iter().find(|median| median.measure == measure);
                let of = |value: &dyn Fn(&Median) -> f64| {
                    usual.map_or_else(String::new, |median| exact(value(median)))
                };
                let own = measure.of(&sample.analysis);
                row.push(own.map_or_else(String::new, exact));
                row.extend([of(&|median| median.median), of(&|median| median.deviation)]);
            }
            let distance = distance_from_medians(&floors.medians, &sample.analysis);
            row.push(exact(distance));
            table.rows.push(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            told(&[(1, 21), (8, 10)]),
            "From level 1 to 8 a typical A floor shrinks from 21 rooms to 10"
        );
        assert_eq!(told(&[(1, 9), (2, 9)]), "A typical floor of A has 9 rooms on levels 1 and 2");
        assert_eq!(told(&[(4, 9)]), "A typical floor of A on level 4: 9 rooms");
        assert_eq!(told(&[]), "Typical floors, level by level");
        assert_eq!(title("A", &[(4, 9)], true), "A typical floor of A, and the first ones");
        let long = title("A generator of my own", &[(1, 9), (8, 12)], false);
        assert_eq!(long, "A generator of my own: typical floors, level by level");
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
