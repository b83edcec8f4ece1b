//! Two measures of the floors of two series, in bins, and what these show.

use std::collections::HashMap;
use std::ops::Range;

use basement_survey::likeness::Likeness;
use basement_survey::pairs::RankedPair;
use basement_survey::study::{LevelLikeness, Origin};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

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
pub(crate) struct Pairs<'a> {
    pub(crate) names: [&'a str; 2],
    pub(crate) groups: [&'a GroupResult; 2],
    /// The distance of the two series on the level.
    pub(crate) level: &'a LevelLikeness,
    pub(crate) measures: [&'static Measure; 2],
    pub(crate) x: Binned,
    pub(crate) y: Binned,
    floors: [u64; 2],
    counts: [HashMap<Bin, u64>; 2],
}

/// A column and a row of bins.
pub(crate) type Bin = (u32, u32);

/// A line, and the share of each side's floors at or beyond it.
type Line = (f64, [Interval; 2]);

impl<'a> Pairs<'a> {
    /// The pair that best distinguishes the first two series on the story's level, among those that gain by
    /// being a pair. Asymmetry, if it is one of the two, is the
    /// horizontal measure.
    pub(crate) fn most_telling(results: &'a Results) -> Option<Self> {
        let story = story_level(results)?;
        let level = results.likeness().iter().find(|it| !it.labyrinth && it.level == story)?;
        let most =
            |one: &&RankedPair, other: &&RankedPair| one.difference.total_cmp(&other.difference);
        let pair = level.pairs.iter().filter(|pair| pair.gain >= GAIN).max_by(most);
        let pair = pair.or(level.pairs.first())?;
        let mut measures = [Measure::from_name(pair.x)?, Measure::from_name(pair.y)?];
        measures.sort_by_key(|it| *it != measure::ASYMMETRY);
        Self::of(results, level, measures)
    }

    /// `None` if no floor of either group has both measures.
    fn of(
        results: &'a Results,
        level: &'a LevelLikeness,
        measures: [&'static Measure; 2],
    ) -> Option<Self> {
        let group = |series| results.group(series, level.level, level.labyrinth);
        let groups = [group(0)?, group(1)?];
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
        let floors = values.map(|values| values.len() as u64);
        Some(Self { names: names(results), groups, level, measures, x, y, floors, counts })
    }

    /// All bins, row by row from the least.
    pub(crate) fn bins(&self) -> impl Iterator<Item = Bin> + use<> {
        let (columns, rows) = (self.x.count, self.y.count);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    pub(crate) fn floors(&self, side: usize) -> f64 {
        self.floors[side] as f64
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
    fn rare_from(&self) -> Option<Line> {
        let reach = |column: u32| {
            let floors = |side| self.in_columns(side, column..self.x.count);
            [0, 1].map(|side| wilson_interval(floors(side), self.floors[side]))
        };
        let all = (0..self.x.count).map(|column| (self.x.value(column), reach(column)));
        let mut rare = all.filter(|(_, [x, y])| x.estimate.min(y.estimate) < 0.01);
        rare.next().filter(|(_, [x, y])| x.estimate.max(y.estimate) >= 0.25)
    }

    /// The same for asymmetry; `None` if it is not the first measure.
    pub(crate) fn lopsided_from(&self) -> Option<Line> {
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
    pub(crate) fn table(&self) -> Table {
        let LevelLikeness { level, likeness, .. } = self.level;
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

    /// Which shares are shown, and by which measures.
    pub(crate) fn subtitle(&self) -> String {
        let [x, y] = self.measures.map(plainly);
        let shares = format!("Share of floors on level {}, %, by {x}", self.level.level);
        match self.lopsided_from() {
            Some((from, _)) => format!("{shares}; {} or more is “to one side”", in_cells(from)),
            None => format!("{shares}, and by {y}"),
        }
    }

    /// Says which series a floor beyond the line probably comes from, and which series' floors, those of side
    /// `fuller`, fill more of the box around them. Without a line, it says how similar the two series are in
    /// all measures.
    pub(crate) fn caption(&self, fuller: Option<usize>) -> String {
        let Some((value, [x, y])) = self.lopsided_from() else {
            return apart(&self.level.likeness);
        };
        let whose = |side: usize| possessive(self.names[side]);
        let fuller = fuller.map_or_else(String::new, |side| {
            format!(" {} floors also fill more of the box around them.", whose(side))
        });
        format!(
            "A floor whose middle lies {} or more from its start is almost surely {}.{fuller}",
            in_cells(value),
            whose(usize::from(y.estimate > x.estimate))
        )
    }

    /// How the pair was chosen, and how much the two maps overlap, with half the interval. Then how similar
    /// both series are, if nothing else says it.
    pub(crate) fn note(&self) -> String {
        let [one, other] = self.measures.map(title_of);
        let [common, half] = self.overlap().map(|share| fixed(share * 100.0, 1));
        let apart = self.lopsided_from().map(|_| format!(" {}", apart(&self.level.likeness)));
        format!(
            "`measure-pairs.csv` has the pairs of measures. Some tell the games apart at least 10 points better than either measure alone; of \
             these, {one} and {other} do it best. The two maps overlap by {common} ± {half} % (95 % interval): the smaller share of each tile, \
             added up. The outer tiles include everything beyond them.{}",
            apart.unwrap_or_default()
        )
    }

    pub(crate) fn alt(&self) -> String {
        let ([x, y], [one, other]) = (self.names, self.measures.map(title_of));
        let chart = match self.lopsided_from() {
            Some(_) => "Distributions of the distance from the start to the middle of a floor. ",
            None => "",
        };
        format!(
            "{chart}Heatmaps of {one} and {other} on level {} for {x} and {y}, and of their difference.",
            self.level.level
        )
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

/// What a measure is, in a player's words if there are some.
fn plainly(measure: &'static Measure) -> &'static str {
    match measure.name {
        "compactness" => "the filled share of the box around the floor",
        "asymmetry" => "distance from the start to the middle of the floor (the mean of all cells)",
        _ => measure.definition,
    }
}

/// The share of a series beyond the line, with half its interval.
pub(crate) fn beyond_the_line(name: &str, share: Interval) -> String {
    match share.upper < 0.01 {
        true => format!("{name}: under {} % beyond", at_most(share.upper * 100.0, 1)),
        false => {
            let half = at_most(share.half() * 100.0, 1);
            format!("{name}: {} ± {half} beyond", share_of_all(share.estimate, 0))
        }
    }
}

/// How similar both series are in all measures.
fn apart(likeness: &Likeness) -> String {
    format!(
        "Over all measures, the distance between the two is {} (with other floors {} to {}, 95 % interval): 0 means the same floors, 1 nothing in common.",
        fixed(likeness.distance.max(0.0), 3),
        fixed(likeness.lower.max(0.0), 3),
        fixed(likeness.upper, 3)
    )
}

/// The title of a measure's axis.
fn axis_title(measure: &'static Measure) -> String {
    match measure.name {
        "compactness" => "share of the box that is filled".to_owned(),
        "asymmetry" => "cells from start to middle".to_owned(),
        _ => title_of(measure),
    }
}

/// Whose floors grow to one side, as hardly any of the other's do. Without a line, how much the two maps
/// overlap.
pub(crate) fn title(
    names: [&str; 2],
    measures: [&'static Measure; 2],
    beyond: Option<Line>,
    common: f64,
) -> String {
    let Some((_, shares)) = beyond else {
        let ([x, y], [one, other]) = (names, measures.map(title_of));
        let common = percent(common, 0);
        return first_fitting([
            format!("In {one} and {other}, {x} and {y} overlap by {common}"),
            format!("In {one} and {other}, they overlap by {common}"),
            format!("Both maps overlap by {common}"),
        ]);
    };
    let [x, y] = shares.map(|share| share.estimate);
    let [few, many] = if x < y { names } else { [names[1], names[0]] };
    let [few, many] = [few, many].map(possessive);
    let share = percent(x.max(y), 0);
    first_fitting([
        format!("{share} of {many} floors grow to one side; hardly any of {few} do"),
        format!("{share} of one game's floors grow to one side; hardly any of the other's do"),
    ])
}

/// "two cells", "1.25 cells".
fn in_cells(value: f64) -> String {
    let number = if value.fract() == 0.0 { in_words(value) } else { fixed(value, 2) };
    format!("{number} cell{}", if number == "one" { "" } else { "s" })
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
        let measures = [measure::ASYMMETRY, measure::COMPACTNESS];
        let level = &RESULTS.likeness()[0];
        let pairs = Pairs::of(&RESULTS, level, measures).unwrap();
        let (limit, reach) = pairs.rare_from().unwrap();
        let reach = reach.map(|it| it.estimate);
        let counted = [0, 1].map(|side| {
            let all = pairs.groups[side].summary.values(measure::ASYMMETRY);
            let floors: u64 = all.iter().filter(|it| it.0 >= limit).map(|it| it.1).sum();
            floors as f64 / 2_000.0
        });
        assert_eq!(reach, counted);
        assert!(reach[0] < 0.01 && reach[1] > 0.5, "{reach:?} from {limit}");
        // Both sides have many floors as compact as that.
        let turned = Pairs::of(&RESULTS, level, [measures[1], measures[0]]).unwrap();
        assert_eq!(turned.rare_from(), None);
        let beyond = pairs.columns(1).into_iter().filter(|(value, _)| *value > limit);
        assert!((beyond.map(|it| it.1).sum::<f64>() - reach[1]).abs() < 1e-9);
    }

    #[test]
    fn the_shown_pair_has_the_largest_difference_of_all_pairs_with_a_gain() {
        let pairs = Pairs::most_telling(&RESULTS).unwrap();
        let likeness = pairs.level;
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

    #[test]
    fn a_title_says_whose_floors_grow_to_one_side_or_what_both_have_in_common() {
        let share = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let told = |shares: Option<[f64; 2]>| {
            let beyond = shares.map(|shares| (2.0, shares.map(share)));
            title(["A", "B"], [measure::ROOMS, measure::SPREAD], beyond, 0.171)
        };
        assert_eq!(told(None), "In rooms and spread, A and B overlap by 17 %");
        assert_eq!(
            told(Some([0.001, 0.554])),
            "55 % of B's floors grow to one side; hardly any of A's do"
        );
        assert_eq!(
            told(Some([0.554, 0.0])),
            "55 % of A's floors grow to one side; hardly any of B's do"
        );
    }

    #[test]
    fn cells_are_counted_in_words() {
        assert_eq!([2.0, 1.0, 1.25].map(in_cells), ["two cells", "one cell", "1.25 cells"]);
    }
}
