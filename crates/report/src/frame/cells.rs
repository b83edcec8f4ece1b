//! How often each cell around the start is counted, and how two series differ there.

use basement_survey::Summary;
use basement_survey::pairing::{PairedCells, Pairing};
use basement_survey::statistics::Z;
use basement_survey::summary::CellCounts;

use crate::panel::heatmap::{Tile, offsets};
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
