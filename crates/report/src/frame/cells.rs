//! How often each cell around the start is counted, and how two series differ there.

use basement_survey::Summary;
use basement_survey::pairing::{PairedCells, Pairing};
use basement_survey::statistics::Z;
use basement_survey::summary::CellCounts;

use crate::panel::heatmap::{REACH, Tile, offsets};
use crate::prelude::*;

/// What a map counts.
pub(crate) struct MapSubject {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) cells: fn(&Summary) -> &CellCounts,
    pub(crate) of_both: fn(&PairedCells) -> &CellCounts,
}

/// A place relative to the start: columns and rows from it.
pub(crate) type Offset = (i8, i8);

/// The counts of a subject in a series on a level.
#[derive(Clone, Copy)]
pub(crate) struct Counts<'a> {
    pub(crate) group: &'a GroupResult,
    pub(crate) cells: &'a CellCounts,
}

impl<'a> Counts<'a> {
    pub(crate) fn floors(&self) -> u64 {
        self.group.summary.floors
    }

    /// The share of floors that are counted on a cell. `None` if the grid has no such cell.
    pub(crate) fn share(&self, (dx, dy): Offset) -> Option<f64> {
        Some(self.cells.relative(dx, dy)? as f64 / self.floors() as f64)
    }

    /// The share of floors counted on the likeliest cell besides the start, with its 95 % interval.
    pub(crate) fn likeliest(&self) -> Interval {
        let cells = offsets().filter(|offset| *offset != (0, 0));
        let most = cells.filter_map(|(dx, dy)| self.cells.relative(dx, dy)).max();
        wilson_interval(most.unwrap_or(0), self.floors())
    }

    /// How many cells, the fullest first, make up half of the subject's counts.
    pub(crate) fn core(&self) -> usize {
        let mut counts: Vec<u64> = self.cells.iter().map(|(_, count)| count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let half = counts.iter().sum::<u64>().div_ceil(2);
        let sums = counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        sums.take_while(|sum| *sum < half).count() + 1
    }

    /// How many counts are on cells beyond the maps, and how many there are in all.
    pub(crate) fn beyond(&self) -> [u64; 2] {
        let all: u64 = self.cells.iter().map(|(_, count)| count).sum();
        let shown: u64 = offsets().filter_map(|(dx, dy)| self.cells.relative(dx, dy)).sum();
        [all - shown, all]
    }

    pub(crate) fn tile(&self, offset: Offset) -> Tile {
        match self.share(offset) {
            None => Tile::OffGrid,
            Some(0.0) => Tile::Never,
            Some(share) => Tile::Value(share * 100.0),
        }
    }
}

/// A level: the counts of each shown series that has it. The first two series always have it; they are paired
/// if they share seeds.
pub(crate) struct Level<'a> {
    pub(crate) level: u8,
    pub(crate) counts: Vec<Option<Counts<'a>>>,
    pub(crate) both: [Counts<'a>; 2],
    pub(crate) pairing: Option<&'a Pairing>,
}

impl<'a> Level<'a> {
    pub(crate) fn of(
        results: &'a Results,
        subject: &MapSubject,
        shown: &[usize],
        level: u8,
    ) -> Option<Self> {
        let counts = |series: &usize| {
            let group = results.group(*series, level, false)?;
            Some(Counts { group, cells: (subject.cells)(&group.summary) })
        };
        let counts: Vec<Option<Counts<'_>>> = shown.iter().map(counts).collect();
        let both = [(*counts.first()?)?, (*counts.get(1)?)?];
        Some(Self { level, both, pairing: results.pairing(both[0].group, both[1].group), counts })
    }

    /// The difference of both shares and its standard error.
    pub(crate) fn difference(&self, subject: &MapSubject, offset: Offset) -> (f64, f64) {
        let [x, y] = self.both.map(|counts| counts.share(offset).unwrap_or(0.0));
        let [n, m] = self.both.map(|counts| counts.floors() as f64);
        // Floors of different seeds are independent.
        let covariance = |pairing: &Pairing| {
            let both = (subject.of_both)(pairing.cells()?).relative(offset.0, offset.1)?;
            let seeds = pairing.both as f64;
            (pairing.both > 0).then(|| (both as f64 / seeds - x * y) / seeds)
        };
        let covariance = self.pairing.and_then(covariance).unwrap_or(0.0);
        let variance = x * (1.0 - x) / n + y * (1.0 - y) / m - 2.0 * covariance;
        (y - x, variance.max(0.0).sqrt())
    }

    pub(crate) fn difference_tile(&self, subject: &MapSubject, offset: Offset) -> Tile {
        let (difference, error) = self.difference(subject, offset);
        if self.both.iter().all(|counts| counts.share(offset).unwrap_or(0.0) <= 0.0) {
            Tile::Never
        } else if difference.abs() <= Z * error {
            Tile::Muted
        } else {
            Tile::Value(difference * 100.0)
        }
    }
}

pub(crate) const SUBJECTS: [MapSubject; 2] = [
    MapSubject {
        name: "occupancy",
        what: "a room of the plan",
        cells: |summary| &summary.occupied,
        of_both: |cells| &cells.occupied,
    },
    MapSubject {
        name: "boss-location",
        what: "a boss room",
        cells: |summary| &summary.kind(RoomKind::Boss).cells,
        of_both: |cells| &cells.boss,
    },
];

/// A sentence on cells beyond the maps.
pub(crate) fn left_out(results: &Results, levels: &[Level<'_>]) -> String {
    let of_series = |place: usize| {
        let counts = || levels.iter().filter_map(|level| level.counts[place]);
        let [beyond, all] =
            counts().fold([0, 0], |[a, b], it| [a + it.beyond()[0], b + it.beyond()[1]]);
        let name = name_of(results, counts().next()?.group.series);
        let share = percent(beyond as f64 / all.max(1) as f64, 1);
        (beyond > 0).then(|| format!("{share} of those of {name}"))
    };
    let places = 0..levels.first().map_or(0, |level| level.counts.len());
    match places.filter_map(of_series).collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        beyond => format!(
            " Cells more than {REACH} columns or rows from the start are left out: {}.",
            list(beyond)
        ),
    }
}

/// A sentence on the grids, if they differ in size.
pub(crate) fn grids(results: &Results, levels: &[Level<'_>]) -> String {
    let all = levels.iter().take(1).flat_map(|level| level.counts.iter().flatten());
    let size = |counts: &Counts<'_>| {
        let grid = counts.cells.grid();
        (format!("{} by {} cells", grid.width, grid.height), name_of(results, counts.group.series))
    };
    // Floors of a file say nothing about a grid.
    let all = all.filter(|counts| counts.group.origin.seeds().is_some());
    let all: Vec<(String, &str)> = all.map(size).collect();
    if all.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return String::new();
    }
    let sizes: Vec<String> = all.iter().map(|(size, name)| format!("{size} in {name}")).collect();
    format!(" The grids differ in size: {}.", list(&sizes))
}

/// The finding about a subject, as a title.
pub(crate) fn title(subject: &MapSubject, names: [&str; 2], levels: &[Level<'_>]) -> String {
    // Whether the second series is spread wider: its likeliest cell has fewer floors.
    let sign = |level: &Level<'_>| {
        let [x, y] = level.both.map(|counts| counts.likeliest());
        i8::from(y.upper < x.lower) - i8::from(y.lower > x.upper)
    };
    match (subject.name, levels.last()) {
        ("occupancy", Some(last)) => spread_title(names, last.both.map(|counts| counts.core())),
        _ => place_title(names, &levels.iter().map(sign).collect::<Vec<_>>()),
    }
}

/// A title that says which of two bosses is spread over more places. Each sign is that of a level: 1 for the
/// second.
fn place_title([x, y]: [&str; 2], signs: &[i8]) -> String {
    let has = |sign: i8| signs.contains(&sign);
    let (one, other) = if has(1) { (y, x) } else { (x, y) };
    let long = match (has(1), has(0), has(-1)) {
        (true, _, true) => format!("Where the boss of {x} and {y} lies, changes with the level"),
        (false, _, false) => {
            format!("The boss's likeliest cell holds as many floors of {x} as of {y}")
        }
        (_, false, _) => {
            format!("The boss of {one} is spread over more places than that of {other}")
        }
        _ => format!("The boss of {one} is spread wider than in {other} on some levels"),
    };
    first_fitting([long, "Where the boss lies, seen from the start".to_owned()])
}

/// A title that says whose rooms are spread over more cells: `cores` are the numbers of cells that contain
/// half of them. A difference of less than a fifth does not count.
fn spread_title([x, y]: [&str; 2], cores: [usize; 2]) -> String {
    let wider = |one: &str, other: &str| {
        format!("Rooms of {one} spread over more of the map than those of {other}")
    };
    let long = if cores[1] * 5 >= cores[0] * 6 {
        wider(y, x)
    } else if cores[0] * 5 >= cores[1] * 6 {
        wider(x, y)
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
        let told = |signs: &[i8]| place_title(["A", "B"], signs);
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
