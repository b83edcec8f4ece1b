//! Where rooms stand: all of them, and the boss.

use basement_floors::RoomKind;
use basement_survey::{
    ArmResult, CellCounts, Interval, PairedCells, Pairing, Results, Summary, wilson_interval,
};

use crate::axis::limit_for;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::{Sketch, is_narrow};
use crate::lexicon::{first_fitting, list, request_in_words};
use crate::number::percent;
use crate::origin::origin_line;
use crate::panel::heatmap::{REACH, Scale, Tile, color_bar, heatmap, tile_key};
use crate::series::{hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK, TICK, sequential};

/// Space between two columns of maps.
const GAP: f64 = 14.0;
/// Height of the heading above a row of maps.
const HEADING: f64 = 22.0;

/// What a map counts.
struct Subject {
    name: &'static str,
    what: &'static str,
    cells: fn(&Summary) -> &CellCounts,
    of_both: fn(&PairedCells) -> &CellCounts,
}

/// The maps: how often a cell holds any room, or the boss, on a few levels.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let has_both =
        |level: &u8| [0, 1].iter().all(|series| results.arm(*series, *level, false).is_some());
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has_both).collect();
    let occupied = Subject {
        name: "occupancy",
        what: "a room of the plan",
        cells: |summary| &summary.occupied,
        of_both: |cells| &cells.occupied,
    };
    let boss = Subject {
        name: "boss-location",
        what: "a boss room",
        cells: |summary| &summary.kind(RoomKind::Boss).cells,
        of_both: |cells| &cells.boss,
    };
    let few = first_middle_last(&levels);
    let subjects = [&occupied, &boss].into_iter();
    subjects.filter_map(|subject| figure(results, subject, &few)).collect()
}

/// The first, middle and last of many levels.
pub(crate) fn first_middle_last(levels: &[u8]) -> Vec<u8> {
    if levels.len() <= 3 {
        return levels.to_vec();
    }
    vec![levels[0], levels[(levels.len() - 1) / 2], levels[levels.len() - 1]]
}

/// The maps of one subject: the counts of each shown series on each level. The first two
/// are compared; a further one may lack a level.
struct Maps<'a> {
    subject: &'a Subject,
    shown: Vec<usize>,
    levels: Vec<(u8, Vec<Option<&'a ArmResult>>)>,
    /// On each level, the first two seed by seed, where they are of the same seeds.
    pairings: Vec<Option<&'a Pairing>>,
}

impl Maps<'_> {
    /// The counts of a series, by its place among the shown ones.
    fn summary(&self, series: usize, column: usize) -> Option<&Summary> {
        Some(&self.levels[column].1[series]?.summary)
    }

    fn floors(&self, series: usize, column: usize) -> f64 {
        self.summary(series, column).map_or(0.0, |summary| summary.floors as f64)
    }

    /// The share of floors that are counted on a cell. `None` if the grid has no such cell.
    fn share(&self, series: usize, column: usize, dx: i8, dy: i8) -> Option<f64> {
        let summary = self.summary(series, column)?;
        let count = (self.subject.cells)(summary).relative(dx, dy)?;
        Some(count as f64 / summary.floors as f64)
    }

    /// The difference of both shares and its standard error.
    fn difference(&self, column: usize, dx: i8, dy: i8) -> (f64, f64) {
        let [x, y] = [0, 1].map(|series| {
            let floors = self.floors(series, column);
            let share = self.share(series, column, dx, dy).unwrap_or(0.0);
            (share, share * (1.0 - share) / floors)
        });
        (y.0 - x.0, (x.1 + y.1 - 2.0 * self.covariance(column, [x.0, y.0], dx, dy)).max(0.0).sqrt())
    }

    /// The covariance of both shares: 0 for floors of different seeds, which know nothing of each
    /// other.
    fn covariance(&self, column: usize, [x, y]: [f64; 2], dx: i8, dy: i8) -> f64 {
        let covariance = |pairing: &Pairing| {
            let both = (self.subject.of_both)(pairing.cells()?).relative(dx, dy)?;
            let seeds = pairing.both as f64;
            (pairing.both > 0).then(|| (both as f64 / seeds - x * y) / seeds)
        };
        self.pairings[column].and_then(covariance).unwrap_or(0.0)
    }

    /// The share of floors that the likeliest cell but the start holds, with its 95 % interval.
    fn likeliest(&self, series: usize, column: usize) -> Interval {
        let counts = self.summary(series, column).map(self.subject.cells);
        let count = |offset: (i8, i8)| counts.and_then(|it| it.relative(offset.0, offset.1));
        let cells = offsets().filter(|offset| *offset != (0, 0));
        let most = cells.filter_map(count).max().unwrap_or(0);
        wilson_interval(most, self.floors(series, column) as u64)
    }

    /// Half the subject's cells lie within how many, the fullest first.
    fn core(&self, series: usize, column: usize) -> usize {
        let Some(summary) = self.summary(series, column) else { return 0 };
        let mut counts: Vec<u64> =
            (self.subject.cells)(summary).iter().map(|(_, count)| count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let half = counts.iter().sum::<u64>().div_ceil(2);
        let sums = counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        sums.take_while(|sum| *sum < half).count() + 1
    }

    fn tile(&self, series: usize, column: usize, dx: i8, dy: i8) -> Tile {
        match self.share(series, column, dx, dy) {
            None => Tile::OffGrid,
            Some(0.0) => Tile::Never,
            Some(share) => Tile::Value(share * 100.0),
        }
    }

    fn difference_tile(&self, column: usize, dx: i8, dy: i8) -> Tile {
        let reached =
            |series: &usize| self.share(*series, column, dx, dy).is_some_and(|share| share > 0.0);
        let (difference, error) = self.difference(column, dx, dy);
        if ![0, 1].iter().any(reached) {
            Tile::Never
        } else if difference.abs() <= 1.96 * error {
            Tile::Muted
        } else {
            Tile::Value(difference * 100.0)
        }
    }

    /// The greatest share apart from the start's, and the greatest difference.
    fn limits(&self) -> (f64, f64) {
        let mut limits = (0.0_f64, 0.0_f64);
        for column in 0..self.levels.len() {
            for (dx, dy) in offsets().filter(|offset| *offset != (0, 0)) {
                for series in 0..self.shown.len() {
                    limits.0 = limits.0.max(self.share(series, column, dx, dy).unwrap_or(0.0));
                }
                limits.1 = limits.1.max(self.difference(column, dx, dy).0.abs());
            }
        }
        limits
    }
}

fn offsets() -> impl Iterator<Item = (i8, i8)> {
    (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)))
}

fn figure(results: &Results, subject: &Subject, levels: &[u8]) -> Option<Figure> {
    let shown = shown(results);
    let on_level = |level: &u8| {
        let arms: Vec<_> = shown.iter().map(|series| results.arm(*series, *level, false)).collect();
        let is_whole = arms.len() > 1 && arms.iter().take(2).all(Option::is_some);
        is_whole.then_some((*level, arms))
    };
    let levels: Vec<_> = levels.iter().filter_map(on_level).collect();
    let pairing = |(_, arms): &(u8, Vec<Option<&_>>)| results.pairing(arms[0]?, arms[1]?);
    let pairings = levels.iter().map(pairing).collect();
    let maps = Maps { subject, levels, pairings, shown: shown.clone() };
    if maps.levels.is_empty() || maps.limits().0 == 0.0 {
        return None;
    }
    let (most, most_gap) = maps.limits();
    let scale = Scale::roots(limit_for(most * 100.0));
    let gap_scale = Scale::signed_roots(limit_for(most_gap * 100.0));
    let names = names_of(results, &shown);
    let minus = format!("{} minus {}", names[1], names[0]);
    let diverging = Diverging(hue_of(results, 0), hue_of(results, 1));
    let rows = shown.len();
    let columns = maps.levels.len().max(3);
    let size = |width: f64| {
        let gap = if is_narrow(width) { 6.0 } else { GAP };
        (gap, (width - gap * (columns - 1) as f64) / columns as f64)
    };
    let height = |width: f64| {
        18.0 + (rows + 1) as f64 * (size(width).1 + HEADING)
            + if is_narrow(width) { 132.0 } else { 74.0 }
    };
    let draw = |drawing: &mut Drawing, area: Area| {
        let (gap, width) = size(area.width);
        let x = |column: usize| area.x + column as f64 * (width + gap);
        let y = |row: usize| area.y + 18.0 + row as f64 * (width + HEADING);
        for (column, (level, _)) in maps.levels.iter().enumerate() {
            let look = Type::new(TICK, INK).bold().middle();
            drawing.text(format!("Level {level}"), x(column) + width / 2.0, area.y + 11.0, look);
            let map = |row: usize| Area::new(x(column), y(row) + HEADING, width, width);
            for series in 0..rows {
                let tile = |dx, dy| maps.tile(series, column, dx, dy);
                heatmap(drawing, map(series), tile, |share| sequential(scale.place(share)));
            }
            let tile = |dx, dy| maps.difference_tile(column, dx, dy);
            heatmap(drawing, map(rows), tile, |points| diverging.at(gap_scale.place(points)));
        }
        for (row, name) in names.iter().chain([&minus]).enumerate() {
            let color = shown.get(row).map_or(INK, |series| hue_of(results, *series).text);
            drawing.text(name, area.x, y(row) + HEADING - 5.0, Type::new(TICK, color).bold());
        }
        // Side by side, or on a phone one below the other.
        let is_stacked = is_narrow(area.width);
        let wide = if is_stacked { area.width - 24.0 } else { (area.width - 46.0) / 2.0 };
        let bar = Area::new(area.x + 6.0, y(rows + 1) + 20.0, wide, 0.0);
        color_bar(drawing, bar, &scale, "share of floors, %", sequential);
        let second = match is_stacked {
            true => Area { y: bar.y + 48.0, ..bar },
            false => Area { x: bar.right() + 34.0, ..bar },
        };
        let unit = format!("{minus}, points");
        color_bar(drawing, second, &gap_scale, &unit, |share| diverging.at(share));
        tile_key(drawing, area, second.y + 44.0);
    };
    let (words, table) = (words(results, &maps), table(&maps, &names));
    Some(compose_parts(words, table, &[&Sketch { height, draw }]))
}

fn table(maps: &Maps<'_>, names: &[String]) -> Table {
    let mut rows = Vec::new();
    for (column, (level, arms)) in maps.levels.iter().enumerate() {
        for (series, arm) in arms.iter().enumerate() {
            let Some(ArmResult { summary, .. }) = arm else { continue };
            rows.extend(offsets().filter_map(|(dx, dy)| {
                let share = maps.share(series, column, dx, dy)?;
                let count = (maps.subject.cells)(summary).relative(dx, dy).unwrap_or(0);
                Some((series, *level, (dx, dy), summary.floors, count, share))
            }));
        }
    }
    Table::of(
        rows,
        &[
            ("series", &|(series, ..)| names[*series].clone()),
            ("level", &|(_, level, ..)| level.to_string()),
            ("dx", &|(_, _, (dx, _), ..)| dx.to_string()),
            ("dy", &|(_, _, (_, dy), ..)| dy.to_string()),
            ("floors", &|(.., floors, _, _)| floors.to_string()),
            ("with", &|(.., count, _)| count.to_string()),
            ("share", &|(.., share)| exact(*share)),
        ],
    )
}

fn words(results: &Results, maps: &Maps<'_>) -> Words {
    let names = [name_of(results, 0), name_of(results, 1)];
    let all = list(&names_of(results, &maps.shown));
    let what = maps.subject.what;
    let title = title(maps, names);
    let notes = origin_line(
        results,
        maps.levels.iter().flat_map(|(_, arms)| arms.iter().copied().flatten()),
        None,
        "",
    );
    let levels: Vec<String> = maps.levels.iter().map(|(level, _)| level.to_string()).collect();
    Words {
        name: maps.subject.name.to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Share of floors on which a cell belongs to {what}, %; {}",
            request_in_words(results)
        ),
        caption: format!(
            "How often each cell, seen from the start room (circled), belongs to {what}: {all}, and the \
             difference of {} and {}, on {} {}. A room of several cells counts on each of them, so a cell's \
             share is one of floors. Struck out: no floor; blank: the grid has no such cell; grey: not told \
             from zero (95 %). Colours go with the square root, with the same limits in all maps of a kind.{}",
            names[1],
            names[0],
            if levels.len() == 1 { "level" } else { "levels" },
            levels.join(", "),
            grids(results, maps) + &left_out(results, maps),
        ),
        notes,
        alt: format!(
            "{title}. Heatmaps of {what} around the start room for {all}, with the difference of {} and {}.",
            names[1], names[0]
        ),
    }
}

/// What is said of floors that reach beyond the maps.
fn left_out(results: &Results, maps: &Maps<'_>) -> String {
    let of_series = |(place, series): (usize, &usize)| {
        let (mut all, mut shown) = (0, 0);
        for counts in (0..maps.levels.len()).filter_map(|column| maps.summary(place, column)) {
            let counts = (maps.subject.cells)(counts);
            all += counts.iter().map(|(_, count)| count).sum::<u64>();
            shown += offsets().filter_map(|(dx, dy)| counts.relative(dx, dy)).sum::<u64>();
        }
        let share = (all - shown) as f64 / all.max(1) as f64;
        (share > 0.0)
            .then(|| format!("{} of those of {}", percent(share, 1), name_of(results, *series)))
    };
    let beyond: Vec<String> = maps.shown.iter().enumerate().filter_map(of_series).collect();
    match beyond.as_slice() {
        [] => String::new(),
        beyond => format!(
            " Cells more than {REACH} columns or rows from the start are left out: {}.",
            list(beyond)
        ),
    }
}

/// What is said of the grids where they differ in size.
fn grids(results: &Results, maps: &Maps<'_>) -> String {
    let size = |place: usize| {
        let grid = maps.summary(place, 0).map(maps.subject.cells)?.grid();
        Some((grid.width, grid.height))
    };
    let of_series = |(place, series): (usize, &usize)| {
        let (width, height) = size(place)?;
        Some((
            (width, height),
            format!("{} by {} cells in {}", width, height, name_of(results, *series)),
        ))
    };
    let all: Vec<_> = maps.shown.iter().enumerate().filter_map(of_series).collect();
    if all.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return String::new();
    }
    let sizes: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
    format!(" The grids differ in size: {}.", list(&sizes))
}

/// The finding.
fn title(maps: &Maps<'_>, names: [&str; 2]) -> String {
    let last = maps.levels.len() - 1;
    if maps.subject.name == "occupancy" {
        return spread_title(names, [maps.core(0, last), maps.core(1, last)]);
    }
    // Whether the second is spread wider: its likeliest cell holds fewer floors.
    let signs: Vec<i8> = (0..maps.levels.len())
        .map(|column| {
            let (x, y) = (maps.likeliest(0, column), maps.likeliest(1, column));
            i8::from(y.upper < x.lower) - i8::from(y.lower > x.upper)
        })
        .collect();
    place_title("boss", names, &signs)
}

/// Which of two is spread over more places: 1 for the second, on each level.
fn place_title(what: &str, [x, y]: [&str; 2], signs: &[i8]) -> String {
    let wider = |one: &str, other: &str| {
        format!("The {what} of {one} is spread over more places than that of {other}")
    };
    let all = |sign: i8| signs.iter().all(|other| *other == sign);
    let any = |sign: i8| signs.contains(&sign);
    let long = if all(1) {
        wider(y, x)
    } else if all(-1) {
        wider(x, y)
    } else if all(0) {
        format!("The {what}'s likeliest cell holds as many floors of {x} as of {y}")
    } else if any(1) && any(-1) {
        format!("Where the {what} of {x} and {y} lies, changes with the level")
    } else {
        let (one, other) = if any(1) { (y, x) } else { (x, y) };
        format!("The {what} of {one} is spread wider than in {other} on some levels")
    };
    first_fitting([long, format!("Where the {what} lies, seen from the start")])
}

/// Whose rooms are spread over more cells: `cores` are how many cells hold half of them. A
/// difference of less than a fifth does not count.
fn spread_title([x, y]: [&str; 2], cores: [usize; 2]) -> String {
    let long = if cores[1] * 5 >= cores[0] * 6 {
        format!("Rooms of {y} spread over more of the map than those of {x}")
    } else if cores[0] * 5 >= cores[1] * 6 {
        format!("Rooms of {x} spread over more of the map than those of {y}")
    } else {
        format!("Rooms of {x} and of {y} spread over as much of the map")
    };
    first_fitting([long, "Where rooms lie, seen from the start".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_places_follow_the_signs() {
        let told = |signs: &[i8]| place_title("boss", ["A", "B"], signs);
        assert!(told(&[1, 1]).starts_with("The boss of B is spread over"));
        assert!(told(&[-1]).starts_with("The boss of A is spread over"));
        assert!(told(&[0, 0]).contains("as many floors"));
        assert!(told(&[0, 1]).contains("of B is spread wider"));
        assert!(told(&[1, -1]).contains("changes with the level"));
        assert!(spread_title(["A", "B"], [10, 20]).starts_with("Rooms of B"));
        assert!(spread_title(["A", "B"], [20, 10]).starts_with("Rooms of A spread"));
        assert!(spread_title(["A", "B"], [20, 21]).contains("as much"));
    }
}
