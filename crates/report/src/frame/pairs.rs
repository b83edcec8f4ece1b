//! Two measures of the floors of two series, in bins.

use std::collections::HashMap;
use std::ops::Range;

use basement_survey::pairs::RankedPair;
use basement_survey::study::{LevelLikeness, Origin};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::lexicon::pairs::axis_title;
use crate::panel::heatmap::Tile;
use crate::prelude::*;

/// At most this many floors of each series: from a generator, and from a file.
const FLOORS: [usize; 2] = [20_000, 1_000];

/// At most this many bins for a measure.
const MOST: u32 = 16;

/// How much more a pair must show than the better of its measures alone: without this limit, pairs would be
/// shown even if one measure would do.
const GAIN: f64 = 0.1;

/// Both measures on the first floors of a group that have them.
fn values(group: &GroupResult, measures: [&'static Measure; 2]) -> Vec<[u32; 2]> {
    let count = FLOORS[usize::from(matches!(group.origin, Origin::File(_)))];
    let numbers: Vec<u64> = group.first_numbers(count).collect();
    let value = |number: u64| {
        let analysis = group.floor(number)?.analysis();
        let [x, y] = measures.map(|measure| measure.raw_of(&analysis));
        Some([x?, y?])
    };
    numbers.into_par_iter().filter_map(value).collect()
}

/// The floors of two series on a level by a pair of measures, in bins.
pub(crate) struct Pairs {
    pub(crate) measures: [&'static Measure; 2],
    pub(crate) x: Binned,
    pub(crate) y: Binned,
    values: [Vec<[u32; 2]>; 2],
    counts: [HashMap<Bin, u64>; 2],
}

/// A column and a row of bins.
pub(crate) type Bin = (u32, u32);

impl Pairs {
    /// The pair that best distinguishes the first two series on the story's level, among those that gain by
    /// being a pair, with the likeness of both series there. Asymmetry, if it is one of the two, is the
    /// horizontal measure.
    pub(crate) fn most_telling(results: &Results) -> Option<(&LevelLikeness, Self)> {
        let level = story_level(results)?;
        let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
        let likeness = results.likeness().iter().find(|it| !it.labyrinth && it.level == level)?;
        let most =
            |one: &&RankedPair, other: &&RankedPair| one.difference.total_cmp(&other.difference);
        let pair = likeness.pairs.iter().filter(|pair| pair.gain >= GAIN).max_by(most);
        let pair = pair.or(likeness.pairs.first())?;
        let mut measures = [Measure::from_name(pair.x)?, Measure::from_name(pair.y)?];
        measures.sort_by_key(|it| *it != measure::ASYMMETRY);
        Some((likeness, Self::of(groups, measures)?))
    }

    /// `None` if no floor of either group has both measures.
    fn of(groups: [&GroupResult; 2], measures: [&'static Measure; 2]) -> Option<Self> {
        let values = groups.map(|group| values(group, measures));
        let [x, y] = [0, 1].map(|axis| {
            Binned::of(measures[axis], values.iter().flatten().map(|value| value[axis]))
        });
        let (x, y) = (x?, y?);
        let counts = values.each_ref().map(|values| {
            let mut counts = HashMap::new();
            for [a, b] in values {
                *counts.entry((x.bin(*a), y.bin(*b))).or_default() += 1;
            }
            counts
        });
        Some(Self { measures, x, y, values, counts })
    }

    /// All bins, row by row from the least.
    pub(crate) fn bins(&self) -> impl Iterator<Item = Bin> + use<> {
        let (columns, rows) = (self.x.count, self.y.count);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    pub(crate) fn floors(&self, side: usize) -> f64 {
        self.values[side].len() as f64
    }

    /// The share of the floors of a side in a bin, in per cent.
    pub(crate) fn share(&self, side: usize, bin: Bin) -> f64 {
        let count = self.counts[side].get(&bin).copied().unwrap_or(0) as f64;
        100.0 * count / self.floors(side)
    }

    /// How much greater the second side's share is, in points.
    pub(crate) fn gap(&self, bin: Bin) -> f64 {
        self.share(1, bin) - self.share(0, bin)
    }

    /// Half the 95 % interval of the gap: the normal interval for the difference of two binomial shares.
    pub(crate) fn error(&self, bin: Bin) -> f64 {
        let part = |side: usize| {
            let count = self.counts[side].get(&bin).copied().unwrap_or(0) as f64;
            let share = count / self.floors(side);
            share * (1.0 - share) / self.floors(side)
        };
        196.0 * (part(0) + part(1)).sqrt()
    }

    pub(crate) fn greatest(&self, of: impl Fn(Bin) -> f64) -> f64 {
        self.bins().map(of).fold(0.0, f64::max)
    }

    /// The overlap of both sides in the shown tiles, and half its 95 % interval.
    pub(crate) fn overlap(&self) -> [f64; 2] {
        let shares = || self.bins().map(|bin| [0, 1].map(|side| self.share(side, bin)));
        let common = shares().map(|[x, y]| x.min(y)).sum::<f64>() / 100.0;
        let half = overlap_half(shares(), [0, 1].map(|side| self.floors(side)));
        [common, half]
    }

    /// The floors of a side in some columns.
    fn in_columns(&self, side: usize, columns: Range<u32>) -> u64 {
        let is_there = |bin: &(&Bin, &u64)| columns.contains(&bin.0.0);
        self.counts[side].iter().filter(is_there).map(|it| *it.1).sum()
    }

    /// The share of the floors of a side in each column, placed at the column's middle.
    pub(crate) fn columns(&self, side: usize) -> Vec<(f64, f64)> {
        let share = |column| self.in_columns(side, column..column + 1) as f64 / self.floors(side);
        let middle = |column| self.x.value(column) + self.x.step() / 2.0;
        (0..self.x.count).map(|column| (middle(column), share(column))).collect()
    }

    /// The least value of the first measure that fewer than one floor in a hundred of one side reaches, with
    /// the shares of both sides that reach it; `None` unless a quarter or more of the other side's floors
    /// reach it.
    fn rare_from(&self) -> Option<(f64, [Interval; 2])> {
        let reach = |column: u32| {
            let floors = |side| self.in_columns(side, column..self.x.count);
            [0, 1].map(|side| wilson_interval(floors(side), self.values[side].len() as u64))
        };
        let all = (0..self.x.count).map(|column| (self.x.value(column), reach(column)));
        let mut rare = all.filter(|(_, [x, y])| x.estimate.min(y.estimate) < 0.01);
        rare.next().filter(|(_, [x, y])| x.estimate.max(y.estimate) >= 0.25)
    }

    /// The same for asymmetry; `None` if it is not the first measure.
    pub(crate) fn lopsided_from(&self) -> Option<(f64, [Interval; 2])> {
        self.rare_from().filter(|_| self.measures[0] == measure::ASYMMETRY)
    }

    pub(crate) fn tile(&self, side: usize, bin: Bin) -> Tile {
        match self.share(side, bin) {
            0.0 => Tile::Never,
            share => Tile::Value(share),
        }
    }

    pub(crate) fn difference_tile(&self, bin: Bin) -> Tile {
        match self.gap(bin) {
            _ if self.share(0, bin) + self.share(1, bin) == 0.0 => Tile::Never,
            gap if gap.abs() <= self.error(bin) => Tile::Muted,
            gap => Tile::Value(gap),
        }
    }

    /// The bins, with how similar both series are on the level.
    pub(crate) fn table(&self, likeness: &LevelLikeness) -> Table {
        let LevelLikeness { level, likeness, .. } = likeness;
        let overlap = self.overlap();
        let rare = self.rare_from();
        let reach = |side: usize| Some(100.0 * rare?.1[side].estimate);
        Table::of(self.bins())
            .column("level", |_| level)
            .interval(["distance", "distance_lower", "distance_upper"], |_| likeness.interval())
            .optional("floors_to_tell", |_| likeness.floors_to_tell)
            .number("overlap", |_| overlap[0])
            .number("overlap_half_interval", |_| overlap[1])
            .number("rare_from", |_| Some(rare?.0))
            .number("reach_x_percent", |_| reach(0))
            .number("reach_y_percent", |_| reach(1))
            .number(self.measures[0].name, |(column, _)| self.x.value(*column))
            .number(self.measures[1].name, |(_, row)| self.y.value(*row))
            .number("share_x_percent", |bin| self.share(0, *bin))
            .number("share_y_percent", |bin| self.share(1, *bin))
            .number("difference_points", |bin| self.gap(*bin))
            .number("half_interval_points", |bin| self.error(*bin))
            .into()
    }
}

/// A measure in bins of equal width. Values beyond the bins count in the outer ones.
pub(crate) struct Binned {
    measure: &'static Measure,
    pub(crate) first: u32,
    width: u32,
    pub(crate) count: u32,
}

impl Binned {
    /// Bins from the least value to the greatest, except one floor in two hundred at each end.
    pub(crate) fn of(measure: &'static Measure, values: impl Iterator<Item = u32>) -> Option<Self> {
        let mut all: Vec<u32> = values.collect();
        all.sort_unstable();
        let beyond = all.len() / 200;
        let (least, most) = (*all.get(beyond)?, *all.get(all.len() - 1 - beyond)?);
        let span = most - least + 1;
        let width = match span.div_ceil(MOST) {
            // Shares are counted in thousandths, and bins begin at round shares.
            width if measure.scale > 1 => width.next_multiple_of((measure.scale / 20).max(1)),
            width => width,
        };
        let first = least / width * width;
        Some(Self { measure, first, width, count: (most - first) / width + 1 })
    }

    fn bin(&self, raw: u32) -> u32 {
        (raw.max(self.first) - self.first).div_euclid(self.width).min(self.count - 1)
    }

    /// The least value of a bin.
    pub(crate) fn value(&self, bin: u32) -> f64 {
        self.measure.value(self.first + bin * self.width)
    }

    /// The width of a bin.
    pub(crate) fn step(&self) -> f64 {
        self.measure.value(self.width)
    }

    /// The axis from the first bin to the end of the last.
    pub(crate) fn axis(&self) -> Scale {
        let decimals = usize::from(self.measure.scale > 1) * 2;
        let scale = Scale::new(self.value(0), self.value(self.count));
        scale.decimals(decimals).title(axis_title(self.measure))
    }
}

/// Half the 95 % interval of the overlap of two maps, from their shares in per cent of `floors` floors each.
/// Its variance is that of the counted share of each map.
fn overlap_half(shares: impl Iterator<Item = [f64; 2]>, floors: [f64; 2]) -> f64 {
    let mut counted = [0.0; 2];
    for [x, y] in shares {
        counted[usize::from(y < x)] += x.min(y) / 100.0;
    }
    let variance = |of: usize| counted[of] * (1.0 - counted[of]) / floors[of].max(1.0);
    1.96 * (variance(0) + variance(1)).sqrt()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use basement_survey::Study;

    use super::*;

    static RESULTS: LazyLock<Results> =
        LazyLock::new(|| Study::flash_and_rebirth(2_000).levels([6]).run(&|_| {}).unwrap());

    #[test]
    fn the_overlap_interval_combines_the_variances_of_the_counted_shares() {
        let half = overlap_half([[80.0, 10.0], [20.0, 90.0]].into_iter(), [100.0, 400.0]);
        let of = 0.2 * 0.8 / 100.0 + 0.1 * 0.9 / 400.0_f64;
        assert!((half - 1.96 * of.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_line_marks_a_limit_that_only_floors_of_one_side_often_reach() {
        let groups = [0, 1].map(|series| RESULTS.group(series, 6, false).unwrap());
        let measures = [measure::ASYMMETRY, measure::COMPACTNESS];
        let pairs = Pairs::of(groups, measures).unwrap();
        let (limit, reach) = pairs.rare_from().unwrap();
        let reach = reach.map(|it| it.estimate);
        let counted = [0, 1].map(|side| {
            let all = groups[side].summary.values(measure::ASYMMETRY);
            let floors: u64 = all.iter().filter(|it| it.0 >= limit).map(|it| it.1).sum();
            floors as f64 / 2_000.0
        });
        assert_eq!(reach, counted);
        assert!(reach[0] < 0.01 && reach[1] > 0.5, "{reach:?} from {limit}");
        // Both sides have many floors as compact as that.
        let turned = Pairs::of(groups, [measures[1], measures[0]]).unwrap();
        assert_eq!(turned.rare_from(), None);
        let beyond = pairs.columns(1).into_iter().filter(|(value, _)| *value > limit);
        assert!((beyond.map(|it| it.1).sum::<f64>() - reach[1]).abs() < 1e-9);
    }

    #[test]
    fn the_shown_pair_has_the_largest_difference_of_all_pairs_with_a_gain() {
        let (likeness, pairs) = Pairs::most_telling(&RESULTS).unwrap();
        let names = pairs.measures.map(|measure| measure.name);
        let is_shown = |pair: &&RankedPair| names.contains(&pair.x) && names.contains(&pair.y);
        let shown = likeness.pairs.iter().find(is_shown).unwrap();
        assert!(shown.gain >= GAIN, "{shown:?}");
        let mut gaining = likeness.pairs.iter().filter(|pair| pair.gain >= GAIN);
        assert!(gaining.all(|pair| pair.difference <= shown.difference));
        // A pair may show more even if one of its measures would do.
        assert!(likeness.pairs.iter().any(|pair| pair.difference > shown.difference));
    }

    #[test]
    fn every_value_lies_in_a_bin_and_bins_are_no_more_than_asked_for() {
        let bins = Binned::of(measure::FULL_WALK, 10..60).unwrap();
        assert!(bins.count <= MOST + 1 && bins.first <= 10);
        assert_eq!([bins.bin(0), bins.bin(1_000)], [0, bins.count - 1]);
        assert_eq!(bins.bin(bins.first + bins.width), 1);
    }
}
