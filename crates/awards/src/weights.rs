//! How likely each answer to a decision is, for ideal numbers and for draws.

use basement_floors::unit_float;

use crate::bands::{BANDS, LIMITS, passes};
use crate::distribution::Source;
use crate::procedure::{Chance, Procedure};
use crate::sum::Sum;

/// The number of values that the game's generator draws from: all but 0.
const DRAWS: u64 = u32::MAX as u64;

/// The chances of the decisions of one procedure.
pub(crate) struct Weights {
    source: Source,
    /// A2: of the bands of the sum.
    pub(crate) bands: [f64; BANDS],
}

impl Weights {
    pub(crate) fn new(procedure: &Procedure, source: Source) -> Self {
        let sum = procedure.sum();
        let above = match source {
            Source::Ideal => LIMITS.map(|limit| 1.0 - ideal_below(sum, limit)),
            Source::Draws => std::array::from_fn(|limit| drawn_above(sum, limit)),
        };
        let bands = std::array::from_fn(|band| {
            let from = band.checked_sub(1).map_or(1.0, |limit| above[limit]);
            from - above.get(band).copied().unwrap_or(0.0)
        });
        Self { source, bands }
    }

    /// That `random(n)` is below a limit.
    pub(crate) fn below(&self, n: u32, limit: u32) -> f64 {
        // `random(0)` is 0, as `random(1)` is.
        let (n, limit) = (n.max(1), limit.min(n.max(1)));
        match self.source {
            Source::Ideal => f64::from(limit) / f64::from(n),
            Source::Draws => {
                let (n, limit) = (u64::from(n), u64::from(limit));
                let values = DRAWS + 1;
                let hits = values / n * limit + (values % n).min(limit);
                // The draw 0, which never comes up, would have been a hit.
                hits.saturating_sub(1) as f64 / DRAWS as f64
            }
        }
    }

    /// That a random float is below a chance.
    pub(crate) fn float_below(&self, chance: &Chance) -> f64 {
        match self.source {
            Source::Ideal => chance.ideal.clamp(0.0, 1.0),
            Source::Draws => {
                let floats = |place: u64| unit_float(place as u32 + 1) < chance.single;
                first_not(DRAWS, floats) as f64 / DRAWS as f64
            }
        }
    }
}

/// The least of 0 to `count` for which a falling condition does not hold.
fn first_not(count: u64, holds: impl Fn(u64) -> bool) -> u64 {
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

/// The chance that the sum of ideal floats is below a limit: the share of the
/// unit square below a straight line.
fn ideal_below(sum: &Sum, limit: f64) -> f64 {
    let [foot, toe] = sum.first.map(|lift| lift.written);
    let (second, whole) = (sum.second.written, sum.whole.written);
    let luck = f64::from(sum.luck) / 10.0;
    // sum = whole(a * u1 + b * u2 + constant)
    let a = foot.0 * toe.0;
    let b = second.0 * luck;
    let constant = foot.1 * toe.0 + toe.1 + second.1 * luck;
    let c = (limit - whole.1) / whole.0 - constant;
    if b == 0.0 {
        return (c / a).clamp(0.0, 1.0);
    }
    // Over y = b * u2: all of u1 passes up to c - a, none from c on, and in
    // between the share falls along a line.
    let (from, to) = ((c - a).clamp(0.0, b), c.clamp(0.0, b));
    let middle = (to - from) * (2.0 * c - from - to) / (2.0 * a);
    (from + middle) / b
}

/// The chance that the sum of two draws passes a limit, by counting the draws.
fn drawn_above(sum: &Sum, limit: usize) -> f64 {
    if sum.luck > 0.0 {
        let pairs = u128::from(DRAWS) * u128::from(DRAWS);
        return (pairs - pairs_below(sum, limit)) as f64 / pairs as f64;
    }
    let second = sum.second_part(0.0);
    let is_below = |place: u64| {
        let first = sum.first_part(unit_float(place as u32 + 1));
        !passes(sum.of_parts(first, second), limit)
    };
    (DRAWS - first_not(DRAWS, is_below)) as f64 / DRAWS as f64
}

/// The pairs of draws whose sum does not pass a limit.
///
/// The sum never falls when a draw rises. So while the first draw goes up, the
/// greatest second draw that stays below the limit goes down, and one walk along
/// that edge counts all 2^64 pairs.
fn pairs_below(sum: &Sum, limit: usize) -> u128 {
    let is_below = |first: f32, second: u64| {
        !passes(sum.of_parts(first, sum.second_part(float_of(second))), limit)
    };
    // As long as the first draw leaves room for any second.
    let free = first_not(CLASSES, |class| is_below(sum.first_part(float_of(class + 1)), CLASSES));
    let mut counted = last_draw(free);
    let mut pairs = u128::from(counted) * u128::from(DRAWS);
    let (mut class, mut reached) = (free + 1, CLASSES);
    while class <= CLASSES {
        let first = sum.first_part(float_of(class));
        reached -= first_not_near(reached, |down| !is_below(first, reached - down));
        if reached == 0 {
            break;
        }
        class += first_not_near(CLASSES - class + 1, |ahead| {
            is_below(sum.first_part(float_of(class + ahead)), reached)
        });
        let last = last_draw(class - 1);
        pairs += u128::from(last - counted) * u128::from(last_draw(reached));
        counted = last;
    }
    pairs
}

/// [`first_not`] where the answer is likely to be small.
fn first_not_near(count: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut known, mut step) = (0, 1);
    while known + step <= count && holds(known + step - 1) {
        known += step;
        step *= 2;
    }
    known + first_not((step - 1).min(count - known), |ahead| holds(known + ahead))
}

/// Draws up to this one are whole f32s, each its own.
const WHOLE: u64 = 1 << 24;
/// The f32s that the draws 1 to 2^32 - 1 are rounded to: the whole ones, and 2^23
/// for each power of two above.
const CLASSES: u64 = WHOLE + (8 << 23);

/// The f32 of a class of draws; class 1 is 1.
fn number_of(class: u64) -> f32 {
    match class.checked_sub(WHOLE) {
        None => class as f32,
        // Neighbouring f32s have neighbouring bits.
        Some(beyond) => f32::from_bits((WHOLE as f32).to_bits() + beyond as u32),
    }
}

/// The game's float of a class of draws.
fn float_of(class: u64) -> f32 {
    // The draw's f32 is at hand, so only the conversion's factor is left.
    number_of(class) * unit_float(1)
}

/// The last draw of a class: those halfway to the next go to the even one.
fn last_draw(class: u64) -> u64 {
    if class < WHOLE {
        return class;
    }
    let beyond = class - WHOLE;
    let half = 1 << (beyond >> 23);
    let is_odd = beyond & 1;
    (number_of(class) as u64 + half - is_odd).min(DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_the_draws_of_one_float() {
        assert_eq!((last_draw(0), last_draw(CLASSES)), (0, DRAWS));
        assert_eq!(number_of(CLASSES), 2_f32.powi(32));
        let around = [1, WHOLE - 2, WHOLE + 5, WHOLE + (1 << 23), WHOLE + (5 << 23), CLASSES - 4];
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
    fn both_searches_find_the_first_that_does_not_hold() {
        for count in 0..40 {
            for answer in 0..=count {
                assert_eq!(first_not(count, |place| place < answer), answer);
                assert_eq!(first_not_near(count, |place| place < answer), answer);
            }
        }
    }

    #[test]
    fn a_remainder_is_counted_over_all_draws_but_0() {
        let weights = Weights { source: Source::Draws, bands: [0.0; BANDS] };
        // 4294967295 = 3 * 1431655765: as many multiples of 3 as any remainder.
        assert_eq!(weights.below(3, 1), 1.0 / 3.0);
        assert_eq!(weights.below(100, 35), 1_503_238_554.0 / 4_294_967_295.0);
        assert_eq!(weights.below(7, 7), 1.0);
        assert_eq!(weights.below(0, 1), 1.0);
        let half = Chance { ideal: 0.5, single: 0.5 };
        assert!((weights.float_below(&half) - 0.5).abs() < 1e-7);
    }
}
