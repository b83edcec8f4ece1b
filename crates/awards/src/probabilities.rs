//! How likely each answer to a decision is, for ideal numbers and for the game's draws.

use basement_model::unit_float;

use crate::bands::{BANDS, LIMITS, passes};
use crate::procedure::{Procedure, Threshold};
use crate::random_numbers::RandomNumbers;
use crate::sum::Sum;

/// The number of values that the game's generator draws from: every u32 except 0.
const DRAWS: u64 = u32::MAX as u64;

/// The probabilities of the decisions of one procedure.
pub(crate) struct Probabilities {
    source: RandomNumbers,
    /// A2: how likely the sum is to fall into each band.
    pub(crate) bands: [f64; BANDS],
}

impl Probabilities {
    pub(crate) fn new(procedure: &Procedure, source: RandomNumbers) -> Self {
        let sum = procedure.sum();
        let above = match source {
            RandomNumbers::Ideal => LIMITS.map(|limit| 1.0 - ideal_below(sum, limit)),
            RandomNumbers::Draws => std::array::from_fn(|limit| drawn_above(sum, limit)),
        };
        let bands = std::array::from_fn(|band| {
            let from = band.checked_sub(1).map_or(1.0, |limit| above[limit]);
            from - above.get(band).copied().unwrap_or(0.0)
        });
        Self { source, bands }
    }

    /// The probability that `random(n)` is below a limit.
    pub(crate) fn below(&self, n: u32, limit: u32) -> f64 {
        // `random(0)` is 0, as `random(1)` is.
        let (n, limit) = (n.max(1), limit.min(n.max(1)));
        match self.source {
            RandomNumbers::Ideal => f64::from(limit) / f64::from(n),
            RandomNumbers::Draws => {
                let (n, limit) = (u64::from(n), u64::from(limit));
                let values = DRAWS + 1;
                let hits = values / n * limit + (values % n).min(limit);
                // The draw 0 would be a hit, but the generator never gives it.
                hits.saturating_sub(1) as f64 / DRAWS as f64
            }
        }
    }

    /// The probability that a random float is below a threshold.
    pub(crate) fn float_below(&self, threshold: &Threshold) -> f64 {
        match self.source {
            RandomNumbers::Ideal => threshold.ideal.clamp(0.0, 1.0),
            RandomNumbers::Draws => {
                let is_below = |draw: u64| unit_float(draw as u32 + 1) < threshold.single;
                partition_point(DRAWS, is_below) as f64 / DRAWS as f64
            }
        }
    }
}

/// The first of the numbers below `count` for which a condition fails, or `count` if there is none.
/// The condition must fail for every number after the first failure.
///
/// It is [`slice::partition_point`] for numbers that are not in a slice.
fn partition_point(count: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The probability that the sum of ideal floats is below a limit: the area of the unit
/// square below a straight line.
fn ideal_below(sum: &Sum, limit: f64) -> f64 {
    let [foot, toe] = sum.first.map(|raise| raise.ideal);
    let (second, whole) = (sum.second.ideal, sum.whole.ideal);
    let luck = f64::from(sum.luck) / 10.0;
    // sum = whole(a * u1 + b * u2 + constant)
    let a = foot.0 * toe.0;
    let b = second.0 * luck;
    let constant = foot.1 * toe.0 + toe.1 + second.1 * luck;
    let c = (limit - whole.1) / whole.0 - constant;
    if b == 0.0 {
        return (c / a).clamp(0.0, 1.0);
    }
    // For y = b * u2, the condition a * u1 < c - y holds for all u1 up to y = c - a and for none
    // from y = c on. In between, the share of u1 falls linearly.
    let (from, to) = ((c - a).clamp(0.0, b), c.clamp(0.0, b));
    let middle = (to - from) * (2.0 * c - from - to) / (2.0 * a);
    (from + middle) / b
}

/// The probability that the sum of two draws passes a limit, computed by counting draws.
fn drawn_above(sum: &Sum, limit: usize) -> f64 {
    if sum.luck > 0.0 {
        let pairs = u128::from(DRAWS) * u128::from(DRAWS);
        return (pairs - pairs_below(sum, limit)) as f64 / pairs as f64;
    }
    let second = sum.second_part(0.0);
    let is_below = |draw: u64| {
        let first = sum.first_part(unit_float(draw as u32 + 1));
        !passes(sum.total(first, second), limit)
    };
    (DRAWS - partition_point(DRAWS, is_below)) as f64 / DRAWS as f64
}

/// How many pairs of draws have a sum that does not pass a limit.
///
/// The sum never falls when a draw rises. So as the first draw rises, the greatest second draw that
/// keeps the sum below the limit falls. One walk along this edge counts all pairs (a
/// saddleback search), in classes of draws that share a float.
fn pairs_below(sum: &Sum, limit: usize) -> u128 {
    let is_below = |first: f32, second: u64| {
        !passes(sum.total(first, sum.second_part(float_of(second))), limit)
    };
    // The number of classes of first draws that stay below the limit with every second draw.
    let free =
        partition_point(CLASSES, |class| is_below(sum.first_part(float_of(class + 1)), CLASSES));
    let mut counted = last_draw(free);
    let mut pairs = u128::from(counted) * u128::from(DRAWS);
    let (mut class, mut reached) = (free + 1, CLASSES);
    while class <= CLASSES {
        let first = sum.first_part(float_of(class));
        reached -= galloping_partition_point(reached, |down| !is_below(first, reached - down));
        if reached == 0 {
            break;
        }
        class += galloping_partition_point(CLASSES - class + 1, |ahead| {
            is_below(sum.first_part(float_of(class + ahead)), reached)
        });
        let last = last_draw(class - 1);
        pairs += u128::from(last - counted) * u128::from(last_draw(reached));
        counted = last;
    }
    pairs
}

/// [`partition_point`], but quicker if the answer is small: it doubles the step until the condition
/// fails, then searches the last step.
fn galloping_partition_point(count: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut known, mut step) = (0, 1);
    while known + step <= count && holds(known + step - 1) {
        known += step;
        step *= 2;
    }
    known + partition_point((step - 1).min(count - known), |ahead| holds(known + ahead))
}

/// Every draw up to this one has its own f32. Above it, neighbouring draws round to the same f32.
const EXACT: u64 = 1 << 24;
/// How many different f32s the draws 1 to 2^32 - 1 round to: one for each draw up to
/// [`EXACT`], and 2^23 for each of the eight powers of two above. The draws that round to
/// the same f32 are a *class*; classes are numbered from 1.
const CLASSES: u64 = EXACT + (8 << 23);

/// The f32 that the draws of a class round to; it is 1 for class 1.
fn number_of(class: u64) -> f32 {
    match class.checked_sub(EXACT) {
        None => class as f32,
        // The next f32 has the next bits.
        Some(beyond) => f32::from_bits((EXACT as f32).to_bits() + beyond as u32),
    }
}

/// The game's float for the draws of a class.
fn float_of(class: u64) -> f32 {
    // `unit_float` multiplies the draw's f32 by a factor, and the float of 1 is the factor.
    number_of(class) * unit_float(1)
}

/// The last draw of a class. A draw halfway between two f32s rounds to the even one.
fn last_draw(class: u64) -> u64 {
    if class < EXACT {
        return class;
    }
    let beyond = class - EXACT;
    let half = 1 << (beyond >> 23);
    let is_odd = beyond & 1;
    (number_of(class) as u64 + half - is_odd).min(DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_contains_exactly_the_draws_of_one_float() {
        assert_eq!((last_draw(0), last_draw(CLASSES)), (0, DRAWS));
        assert_eq!(number_of(CLASSES), 2_f32.powi(32));
        let around = [1, EXACT - 2, EXACT + 5, EXACT + (1 << 23), EXACT + (5 << 23), CLASSES - 4];
        for start in around {
            for class in start..=start + 4 {
                let (first, last) = (last_draw(class - 1) + 1, last_draw(class));
                for draw in first..=last {
                    assert_eq!(unit_float(draw as u32), float_of(class), "{draw}");
                }
                assert_ne!(first.wrapping_sub(1) as f32, last as f32);
            }
        }
    }

    #[test]
    fn both_partition_points_find_the_first_false_answer() {
        for count in 0..40 {
            for answer in 0..=count {
                assert_eq!(partition_point(count, |place| place < answer), answer);
                assert_eq!(galloping_partition_point(count, |place| place < answer), answer);
            }
        }
    }

    #[test]
    fn a_remainder_is_counted_over_all_draws_except_0() {
        let probabilities = Probabilities { source: RandomNumbers::Draws, bands: [0.0; BANDS] };
        // 4294967295 = 3 * 1431655765, so each remainder is equally frequent.
        assert_eq!(probabilities.below(3, 1), 1.0 / 3.0);
        assert_eq!(probabilities.below(100, 35), 1_503_238_554.0 / 4_294_967_295.0);
        assert_eq!(probabilities.below(7, 7), 1.0);
        assert_eq!(probabilities.below(0, 1), 1.0);
        let half = Threshold { ideal: 0.5, single: 0.5 };
        assert!((probabilities.float_below(&half) - 0.5).abs() < 1e-7);
    }
}
