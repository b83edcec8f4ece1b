//! Which pair of measures shows the difference between two generators.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::likeness::is_part;
use crate::measure::{Measure, RawValues, Scope};
use crate::measure_rows::{MeasureRows, Standardised};

/// Each bin of a measure but the last contains at least a tenth of the floors that have the measure.
const BINS: usize = 10;

/// A pair of measures, and how much of the difference between two generators a plot of the pair
/// shows. All numbers are shares, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankedPair {
    /// The name of one measure.
    pub x: &'static str,
    /// The name of the other.
    pub y: &'static str,
    /// The difference that the pair shows: 1 - the overlap of both generators' histograms of the
    /// pair, minus the difference between two halves of one sample.
    pub difference: f64,
    /// The difference that the better of the two measures shows alone.
    pub alone: f64,
    /// What the pair shows beyond that.
    pub gain: f64,
    /// The geometric mean of `difference` and `gain`: high if the pair shows much that neither
    /// measure shows alone.
    pub score: f64,
}

/// All pairs of measures, sorted by [`RankedPair::score`]: the pairs to plot come first. Empty if a
/// side has fewer than four floors.
///
/// The larger sample is cut to its first floors, as many as the smaller has. A measure is ranked if
/// it describes the floors (not the work that they cost), varies, and at least half of the floors of
/// each side have it. Parts of a count (rooms by shape and by neighbours) are left out; of two
/// measures that say the same, the first is kept. Each bin of a measure but the last contains at
/// least a tenth of both sides' floors that have it; those without it have their own bin.
/// [`PAIRS`](crate::pairs::PAIRS) are the pairs that every summary counts, whatever is compared.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Sample, Seeds, likeness::MeasureRows, pairs::rank_pairs};
///
/// let rows = |backend: Backend| {
///     let generator = backend.generator(None, &[])?;
///     MeasureRows::of(Sample::of(&*generator).seeds(Seeds::pcg(0, 500)))
/// };
/// let pairs = rank_pairs(&rows(Backend::Flash)?, &rows(Backend::Rebirth)?);
/// println!("plot {} against {}", pairs[0].x, pairs[0].y);
/// assert!(pairs[0].score >= pairs[1].score);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn rank_pairs(x: &MeasureRows, y: &MeasureRows) -> Vec<RankedPair> {
    let floors = x.len().min(y.len());
    if floors < 4 {
        return Vec::new();
    }
    let sides: [&[RawValues]; 2] = [&x.rows[..floors], &y.rows[..floors]];
    let is_ranked = |measure: &Measure| measure.scope != Scope::Generator && !is_part(measure);
    let measures = Standardised::new(sides, is_ranked).without_repetitions(true).measures;
    let binned: Vec<Binned> = measures.into_iter().map(|it| Binned::new(it, sides)).collect();
    let pairs: Vec<(usize, usize)> = (0..binned.len())
        .flat_map(|one| (one + 1..binned.len()).map(move |other| (one, other)))
        .collect();
    let alone: Vec<f64> = binned.iter().map(Binned::difference).collect();
    let rank = |(one, other): (usize, usize)| {
        let difference = binned[one].with(&binned[other]).difference();
        let alone = alone[one].max(alone[other]);
        let gain = (difference - alone).max(0.0);
        let score = (difference * gain).sqrt();
        let [x, y] = [one, other].map(|place| binned[place].measure.name);
        RankedPair { x, y, difference, alone, gain, score }
    };
    let mut ranked: Vec<RankedPair> = pairs.into_par_iter().map(rank).collect();
    // Stable: equal pairs stay in the order of the measures.
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
    ranked
}

/// The bin of each floor of both sides.
struct Binned {
    measure: &'static Measure,
    bins: usize,
    sides: [Vec<u16>; 2],
}

impl Binned {
    fn new(measure: &'static Measure, sides: [&[RawValues]; 2]) -> Self {
        let values = |row: &RawValues| row[measure.place];
        let mut all: Vec<u32> =
            sides.iter().flat_map(|side| side.iter()).filter_map(values).collect();
        all.sort_unstable();
        // The greatest value of each bin but the last.
        let mut ends: Vec<u32> = Vec::new();
        let mut held = 0;
        for equal in all.chunk_by(|a, b| a == b) {
            held += equal.len();
            if held * BINS >= all.len() {
                ends.push(equal[0]);
                held = 0;
            }
        }
        // The last bin has the rest, or ends with the greatest value.
        if held == 0 {
            ends.pop();
        }
        let bin = |row: &RawValues| {
            // The first bin is that of floors without the measure.
            values(row).map_or(0, |raw| 1 + ends.partition_point(|end| *end < raw) as u16)
        };
        let sides = sides.map(|side| side.iter().map(bin).collect());
        Self { measure, bins: ends.len() + 2, sides }
    }

    /// The bins of a pair.
    fn with(&self, other: &Self) -> Self {
        let columns = other.bins as u16;
        let side = |place: usize| {
            let both = self.sides[place].iter().zip(&other.sides[place]);
            both.map(|(one, other)| one * columns + other).collect()
        };
        Self { measure: self.measure, bins: self.bins * other.bins, sides: [side(0), side(1)] }
    }

    /// 1 - the overlap of a half of one side and a half of the other, minus the same for both halves
    /// of one side: 0 on average if both sides are from one generator. The halves that are compared
    /// do not have the same seeds.
    fn difference(&self) -> f64 {
        let half = self.sides[0].len() / 2;
        let counts = |side: usize, first: usize| {
            let mut counts = vec![0_u32; self.bins];
            self.sides[side][first..first + half]
                .iter()
                .for_each(|bin| counts[usize::from(*bin)] += 1);
            counts
        };
        let [x1, x2] = [0, half].map(|first| counts(0, first));
        let [y1, y2] = [0, half].map(|first| counts(1, first));
        let apart = |one: &[u32], other: &[u32]| {
            let gaps = one.iter().zip(other).map(|(one, other)| u64::from(one.abs_diff(*other)));
            gaps.sum::<u64>() as f64 / (2 * half) as f64
        };
        let between = apart(&x1, &y2) + apart(&x2, &y1);
        let within = apart(&x1, &x2) + apart(&y1, &y2);
        ((between - within) / 2.0).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{self, MEASURES};

    #[test]
    fn bins_hold_a_tenth_of_the_floors_where_the_values_allow_it() {
        let row = |floor: u32| {
            let mut row = [None; MEASURES.len()];
            row[measure::ROOMS.place] = Some(floor % 100);
            row[measure::RINGS.place] = Some(u32::from(floor.is_multiple_of(20)));
            row
        };
        let x: Vec<RawValues> = (0..500).map(row).collect();
        let binned = |measure| Binned::new(measure, [&x, &x]);
        let rooms = binned(measure::ROOMS);
        assert_eq!(rooms.bins, 11, "ten, and that of floors without the measure");
        let mut counts = [0; 11];
        rooms.sides[0].iter().for_each(|bin| counts[usize::from(*bin)] += 1);
        assert_eq!(counts[1..], [50; 10]);
        // One floor in twenty has a ring: these floors are left after the first bin.
        assert_eq!(binned(measure::RINGS).bins, 3);
        assert_eq!(binned(measure::BOSS_DISTANCE).sides[0], [0; 500]);
    }
}
