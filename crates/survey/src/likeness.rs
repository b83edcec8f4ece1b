//! How alike two generators are: one number with an interval, and how many floors it takes to
//! distinguish them.
//!
//! `docs/likeness.md` says what the number means and why it is this one.

pub use crate::measure_rows::MeasureRows;
pub use crate::results::GameLikeness;

use std::fmt;

use basement_floors::rooms::grouped;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use crate::discriminant::floors_to_tell;
use crate::measure::{Measure, RawValues, Scope, Subject};
use crate::measure_rows::{Standardised, dot};
use crate::statistics::Interval;

/// Each side must have at least this many floors.
pub const LIKENESS_LEAST: usize = 10 * BLOCKS;

/// The number of blocks of floors. Each block gives one estimate.
const BLOCKS: usize = 20;
/// The 97.5 % point of Student's distribution with `BLOCKS - 1` degrees of freedom.
const STUDENT: f64 = 2.093_024_054_408_263;
/// The least number of directions. They come in whole sets of perpendicular ones.
const DIRECTIONS: usize = 200;
/// The seed of the directions.
const SEED: u64 = 0x6c69_6b65;

/// How far apart the floors of two generators are in all measures together: the sliced
/// Kolmogorov-Smirnov distance.
///
/// A direction reduces each floor to one number: the sum of its standardised measures with random
/// weights. The Kolmogorov-Smirnov distance is the largest gap between the shares of both samples
/// below a cut. `distance` is its mean over many directions. Each cut is chosen on the first half
/// of the floors and the gap is measured on the other half, so that the distance is 0 on average
/// for two samples of one generator.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::likeness::{MeasureRows, likeness};
/// use basement_survey::{Sample, Seeds};
///
/// let rows = |backend: Backend, first| {
///     let generator = backend.generator(None, &[])?;
///     MeasureRows::of(Sample::of(&*generator).seeds(Seeds::pcg(first, 1000)))
/// };
/// let (flash, other) = (rows(Backend::Flash, 0)?, rows(Backend::Flash, 1000)?);
/// let rebirth = rows(Backend::Rebirth, 0)?;
/// let same = likeness(&flash, &other).expect("floors enough");
/// let games = likeness(&flash, &rebirth).expect("floors enough");
/// assert!(games.is_told_apart() && games.lower > same.upper);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Likeness {
    /// The distance: 0 for the same floors, 1 for floors that have nothing in common in any
    /// direction. For two samples of one generator, noise puts it below 0 as often as above.
    pub distance: f64,
    /// Lower bound of its 95 % interval: Student's, from the estimates of twenty blocks of floors.
    /// It says what other floors would give, not what other directions would.
    pub lower: f64,
    /// Upper bound of its 95 % interval.
    pub upper: f64,
    /// The fewest floors of one generator that show which of the two it is, correctly 19 times in
    /// 20. A linear discriminant is fitted on the first half of the floors and tested on the other.
    /// `None` if its scores on the other half differ by less than three standard errors, or if at
    /// most 100 floors should be enough but up to 200 are not.
    pub floors_to_tell: Option<u64>,
    /// The floors of each side that were compared.
    pub floors: usize,
    /// The measures that were compared.
    pub measures: Vec<&'static str>,
}

impl Likeness {
    /// The distance with its 95 % interval.
    #[must_use]
    pub const fn interval(&self) -> Interval {
        Interval { estimate: self.distance, lower: self.lower, upper: self.upper }
    }

    /// `floors_to_tell` for readers: a number above 100, which differs between samples, is "about
    /// 2,500".
    #[must_use]
    pub fn floors_in_words(&self) -> Option<String> {
        let rounded = |floors: u64| {
            let unit = 10_u64.pow(floors.ilog10() - 1);
            format!("about {}", grouped((floors + unit / 2) / unit * unit))
        };
        self.floors_to_tell.map(|floors| match floors {
            ..=100 => floors.to_string(),
            _ => rounded(floors),
        })
    }

    /// Whether the distance differs from 0: its interval is above 0.
    #[must_use]
    pub const fn is_told_apart(&self) -> bool {
        self.lower > 0.0
    }
}

/// The numbers in words: "distance 0.352 (with other floors 0.347 to 0.357); 2 floors are enough to tell them
/// apart, 19 times in 20".
impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distance, lower, upper, .. } = self;
        // Shown distances are not below 0, and 0 has no minus sign.
        let [distance, lower, upper] =
            [distance, lower, upper].map(|it| (1000.0 * it.max(0.0)).round() / 1000.0);
        write!(f, "distance {distance:.3} (with other floors {lower:.3} to {upper:.3}); ")?;
        match self.floors_in_words() {
            Some(_) if self.floors_to_tell == Some(1) => {
                f.write_str("1 floor is enough to tell them apart, 19 times in 20")
            }
            Some(floors) => {
                write!(f, "{floors} floors are enough to tell them apart, 19 times in 20")
            }
            None => f.write_str("these floors are not enough to tell them apart"),
        }
    }
}

/// How alike the floors of two samples are. `None` if a side has fewer than [`LIKENESS_LEAST`]
/// floors, or if no measure qualifies.
///
/// The larger sample is cut to the size of the smaller one. The interval treats rows at the same
/// place as pairs: two generators on the same seeds, or two files with those seeds. The result
/// depends neither on the number of threads nor on the order of a file's lines.
///
/// Measures of the plan are compared if they vary and if at least half of the floors on each side
/// have them. Parts of a count (rooms by shape and by neighbours) and linear combinations of
/// earlier measures are left out. A floor that lacks a measure counts as the mean of both samples.
#[must_use]
pub fn likeness(x: &MeasureRows, y: &MeasureRows) -> Option<Likeness> {
    let floors = x.len().min(y.len());
    if floors < LIKENESS_LEAST {
        return None;
    }
    let sides: [&[RawValues]; 2] = [&x.rows[..floors], &y.rows[..floors]];
    let is_compared = |measure: &Measure| measure.scope == Scope::Plan && !is_part(measure);
    let rows = Standardised::new(sides, is_compared).without_repetitions(false);
    if rows.measures.is_empty() {
        return None;
    }
    let gaps = block_gaps(&rows, floors, &directions(rows.measures.len(), SEED));
    let distance = gaps.iter().sum::<f64>() / BLOCKS as f64;
    let variance = gaps.iter().map(|gap| (gap - distance).powi(2)).sum::<f64>();
    let half = STUDENT * (variance / ((BLOCKS - 1) * BLOCKS) as f64).sqrt();
    Some(Likeness {
        distance,
        lower: distance - half,
        upper: distance + half,
        floors_to_tell: floors_to_tell(&rows, floors),
        floors,
        measures: rows.measures.iter().map(|measure| measure.name).collect(),
    })
}

/// Whether a measure is a part of a count: twelve count the rooms by shape and four give the shares
/// of rooms by neighbours. They would outweigh the rest.
pub(crate) fn is_part(measure: &Measure) -> bool {
    match measure.subject {
        Subject::Shapes => true,
        Subject::Neighbours => measure.unit == "share",
        _ => false,
    }
}

/// The mean gap over all directions, on each block of the second half of the floors.
fn block_gaps(rows: &Standardised, floors: usize, directions: &[Vec<f64>]) -> [f64; BLOCKS] {
    let half = floors / 2;
    let block = (floors - half) / BLOCKS;
    let of_direction = |weights: &Vec<f64>| {
        let [x, y] = [0, 1].map(|side| rows.project(side, weights));
        let cut = Cut::between(&x[..half], &y[..half]);
        std::array::from_fn(|place| {
            let floors = half + place * block..half + (place + 1) * block;
            cut.gap(&x[floors.clone()], &y[floors])
        })
    };
    let gaps: Vec<[f64; BLOCKS]> = directions.par_iter().map(of_direction).collect();
    std::array::from_fn(|block| {
        gaps.iter().map(|of_direction| of_direction[block]).sum::<f64>() / gaps.len() as f64
    })
}

/// Where the distribution functions of two samples differ most, and which of them is higher there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    value: f64,
    /// 1 if more of the first sample is below, -1 if more of the second is.
    sign: f64,
}

impl Cut {
    fn between(x: &[f64], y: &[f64]) -> Self {
        let [x, y] = [x, y].map(|side| {
            let mut side = side.to_vec();
            side.sort_unstable_by(f64::total_cmp);
            side
        });
        let (mut below_x, mut below_y) = (0, 0);
        let (mut largest, mut cut) = (0.0, Self { value: f64::NEG_INFINITY, sign: 1.0 });
        while let (Some(next_x), Some(next_y)) = (x.get(below_x), y.get(below_y)) {
            let value = next_x.min(*next_y);
            below_x += x[below_x..].iter().take_while(|it| **it <= value).count();
            below_y += y[below_y..].iter().take_while(|it| **it <= value).count();
            let gap = below_x as f64 / x.len() as f64 - below_y as f64 / y.len() as f64;
            if gap.abs() > largest {
                (largest, cut) = (gap.abs(), Self { value, sign: gap.signum() });
            }
        }
        cut
    }

    /// How much larger a share of one sample is below than of the other.
    fn gap(&self, x: &[f64], y: &[f64]) -> f64 {
        let below = |side: &[f64]| {
            side.iter().filter(|it| **it <= self.value).count() as f64 / side.len() as f64
        };
        self.sign * (below(x) - below(y))
    }
}

/// Random directions in sets of perpendicular ones. A set sees a shift equally well in any
/// direction, which leaves less to chance than as many independent directions.
fn directions(measures: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut directions: Vec<Vec<f64>> = Vec::new();
    while directions.len() < DIRECTIONS {
        let first = directions.len();
        while directions.len() < first + measures {
            // The sum of twelve uniform numbers is nearly normal, and the same on every machine.
            let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
            let mut direction: Vec<f64> = (0..measures).map(|_| normal()).collect();
            // Twice, so that rounding leaves no remainder.
            for other in directions[first..].iter().chain(&directions[first..]) {
                let along = dot(&direction, other);
                direction.iter_mut().zip(other).for_each(|(part, other)| *part -= along * other);
            }
            let length = dot(&direction, &direction).sqrt();
            if length > 1e-3 {
                directions.push(direction.iter().map(|part| part / length).collect());
            }
        }
    }
    directions
}

#[cfg(test)]
pub(crate) mod tests {
    use basement_floors::{Backend, Request};
    use proptest::prelude::*;
    use rayon::iter::IntoParallelIterator;

    use super::*;
    use crate::analysis::Analysis;
    use crate::measure::{self, MEASURES};
    use crate::seeds::Seeds;

    /// The measures of floors of level 4. No sample is drawn, because that takes long to build.
    pub(crate) fn rows(backend: Backend, edition: &str, seeds: Seeds) -> MeasureRows {
        let generator = backend.generator(edition, &[]).unwrap();
        let request = Request::level(4).without_curse();
        let row = |number: u64| {
            let floor = generator.generate(&request, seeds.seed(number, 4).unwrap()).ok()?;
            Some(measure::values(&Analysis::from_floor(&floor)))
        };
        let numbers = seeds.first..seeds.first + seeds.count;
        MeasureRows { rows: numbers.into_par_iter().filter_map(row).collect() }
    }

    /// Floors with these numbers of rooms and rings.
    fn floors(values: impl IntoIterator<Item = [u32; 2]>) -> MeasureRows {
        let row = |[rooms, rings]: [u32; 2]| {
            let mut row = [None; MEASURES.len()];
            row[measure::ROOMS.place] = Some(rooms);
            row[measure::RINGS.place] = Some(rings);
            row
        };
        MeasureRows { rows: values.into_iter().map(row).collect() }
    }

    #[test]
    fn a_distance_agrees_with_a_case_computed_by_hand() {
        // One measure: half of the first sample has 7 rooms, and a quarter of the second.
        let x = floors((0..400).map(|floor| [7 + floor % 2, 0]));
        let y = floors((0..400).map(|floor| [7 + (floor % 4).min(1), 0]));
        let found = likeness(&x, &y).unwrap();
        assert_eq!(found.measures, ["rooms"], "rings do not vary");
        // Blocks have ten floors: five of the first sample's have 7 rooms, and two or three of the
        // second's.
        assert!((found.distance - 0.25).abs() < 1e-9, "{found:?}");
        assert!(found.is_told_apart() && found.interval().contains(0.25));
        assert_eq!(likeness(&y, &x).unwrap().distance, found.distance);
    }

    #[test]
    fn samples_with_nothing_in_common_are_1_apart_and_one_floor_identifies_them() {
        let x = floors((0..300).map(|floor| [7 + floor % 2, 0]));
        let y = floors((0..900).map(|floor| [17 + floor % 2, 0]));
        let found = likeness(&x, &y).unwrap();
        assert_eq!((found.distance, found.floors_to_tell, found.floors), (1.0, Some(1), 300));
        let said = |floors| Likeness { floors_to_tell: Some(floors), ..found.clone() }.to_string();
        assert!(said(1).ends_with("; 1 floor is enough to tell them apart, 19 times in 20"));
        assert!(said(97).contains("; 97 floors are enough"), "{}", said(97));
        assert!(said(2458).contains("; about 2,500 floors are enough"), "{}", said(2458));
        assert!(said(101).contains("; about 100 floors are enough"), "{}", said(101));
    }

    #[test]
    fn too_few_floors_have_no_distance() {
        let few = floors((0..LIKENESS_LEAST as u32 - 1).map(|floor| [7 + floor % 2, 0]));
        assert_eq!(likeness(&few, &few), None);
        let unvarying = floors((0..300).map(|_| [7, 0]));
        assert_eq!(likeness(&unvarying, &unvarying), None);
    }

    #[test]
    fn other_random_directions_give_nearly_the_same_distance() {
        let flash = rows(Backend::Flash, "article", Seeds::pcg(0, 2000));
        let rebirth = rows(Backend::Rebirth, "repentance", Seeds::run(1, 2000));
        let known = likeness(&flash, &rebirth).unwrap();
        let sides: [&[RawValues]; 2] = [&flash.rows, &rebirth.rows];
        let is_known = |measure: &Measure| known.measures.contains(&measure.name);
        let rows = Standardised::new(sides, is_known);
        for seed in 0..5 {
            let directions = directions(rows.measures.len(), seed);
            let gaps = block_gaps(&rows, 2000, &directions);
            let distance = gaps.iter().sum::<f64>() / BLOCKS as f64;
            assert!((distance / known.distance - 1.0).abs() < 0.06, "{distance} {known:?}");
        }
    }

    #[test]
    fn directions_are_of_length_1_and_perpendicular_within_a_set() {
        let directions = directions(21, SEED);
        assert_eq!(directions.len(), 210);
        for set in directions.chunks(21) {
            for (place, one) in set.iter().enumerate() {
                assert!((dot(one, one) - 1.0).abs() < 1e-12);
                assert!(set[..place].iter().all(|other| dot(one, other).abs() < 1e-12));
            }
        }
    }

    #[test]
    fn rare_measures_are_left_out_and_missing_values_count_as_the_mean() {
        let mut x = floors((0..400).map(|floor| [7 + floor % 2, floor % 3]));
        let y = floors((0..400).map(|floor| [7 + floor % 2, floor % 3]));
        let lack = |x: &mut MeasureRows, floors: usize| {
            x.rows.iter_mut().take(floors).for_each(|row| row[measure::RINGS.place] = None);
        };
        lack(&mut x, 200);
        assert_eq!(likeness(&x, &y).unwrap().measures, ["rooms", "rings"]);
        let rows = Standardised::new([&x.rows, &y.rows], |_| true);
        assert_eq!(rows.column(1, 0)[..200], [0.0; 200]);
        lack(&mut x, 201);
        assert_eq!(likeness(&x, &y).unwrap().measures, ["rooms"]);
    }

    proptest! {
        #[test]
        fn a_cut_is_where_the_shares_differ_most(
            x in prop::collection::vec(0..9_i32, 1..40),
            y in prop::collection::vec(0..9_i32, 1..40),
        ) {
            let [x, y] = [x, y].map(|side| side.into_iter().map(f64::from).collect::<Vec<_>>());
            let share = |side: &[f64], cut: f64| {
                side.iter().filter(|it| **it <= cut).count() as f64 / side.len() as f64
            };
            let gap = |cut: i32| (share(&x, cut.into()) - share(&y, cut.into())).abs();
            let largest = (0..9).map(gap).fold(0.0, f64::max);
            prop_assert_eq!(Cut::between(&x, &y).gap(&x, &y), largest);
        }
    }
}
