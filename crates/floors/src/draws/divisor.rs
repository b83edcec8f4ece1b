//! Remainders and divisibility of draws without a division.

use super::{SLOT_DRAWS, SlotDraws};

/// The `n` of `random(n)`, which is draw mod n (R3), prepared for many draws.
///
/// The reciprocal is ceil(2^64 / n). The low 64 bits of its product with the draw are the
/// fractional part of draw / n; n times that fraction is the remainder. This is exact for all
/// 32-bit numbers: Lemire, Kaser and Kurz, Faster remainder by direct computation, 2019.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisor {
    n: u32,
    reciprocal: u64,
}

impl Divisor {
    /// Prepares a number. For 0, as for 1, every remainder is 0.
    #[must_use]
    pub(crate) const fn new(n: u32) -> Self {
        let reciprocal = if n == 0 { 0 } else { (u64::MAX / n as u64).wrapping_add(1) };
        Self { n, reciprocal }
    }

    /// draw mod n.
    #[inline]
    pub(crate) const fn remainder(self, draw: u32) -> u32 {
        let fraction = self.reciprocal.wrapping_mul(draw as u64);
        ((fraction as u128 * self.n as u128) >> 64) as u32
    }
}

/// R11: the weights of a slot's variants, prepared for the test draw mod weight == 0. They are laid
/// out like [`SlotDraws`].
///
/// Let n = 2^k m with m odd. Then n divides the draw exactly when the draw's last k bits are 0
/// and the draw times the inverse of m (mod 2^32) is at most (2^32 - 1) / m: multiplying by an
/// inverse permutes the 32-bit numbers and takes the multiples of m to 0, 1, 2, ... (Warren,
/// Hacker's Delight, "Test for zero remainder").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlotDivisors {
    /// 2^k - 1.
    low_bits: [[u32; 4]; 4],
    inverses: [[u32; 4]; 4],
    largest_quotients: [[u32; 4]; 4],
    /// The bit of each number in the result; 0 in unused places.
    flags: [[u32; 4]; 4],
}

impl SlotDivisors {
    /// Prepares the numbers; 0 divides every draw, as 1 does.
    pub(crate) fn new(numbers: [u32; SLOT_DRAWS]) -> Self {
        let mut divisors = Self {
            low_bits: [[0; 4]; 4],
            inverses: [[0; 4]; 4],
            largest_quotients: [[0; 4]; 4],
            flags: [[0; 4]; 4],
        };
        for (number, n) in numbers.into_iter().enumerate() {
            let (row, place) = (number % 4, number / 4);
            let n = n.max(1);
            let odd = n >> n.trailing_zeros();
            // Newton's method doubles the correct bits each round; an odd number is its own
            // inverse to three bits.
            let inverse = (0..4).fold(odd, |inverse, _| {
                inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)))
            });
            divisors.low_bits[row][place] = (1 << n.trailing_zeros()) - 1;
            divisors.inverses[row][place] = inverse;
            divisors.largest_quotients[row][place] = u32::MAX / odd;
            divisors.flags[row][place] = 1 << number;
        }
        divisors
    }

    /// Which numbers divide their draws: bit i is for number i.
    #[inline(always)]
    pub(crate) fn divide(&self, draws: SlotDraws) -> u16 {
        let mut divide = [0; 4];
        for (row, draws) in draws.0.into_iter().enumerate() {
            divide = core::array::from_fn(|place| {
                let draw = draws[place];
                let is_multiple_of_power = draw & self.low_bits[row][place] == 0;
                let quotient = draw.wrapping_mul(self.inverses[row][place]);
                let is_multiple_of_odd = quotient <= self.largest_quotients[row][place];
                let divides = u32::from(is_multiple_of_power & is_multiple_of_odd);
                divide[place] | divides.wrapping_neg() & self.flags[row][place]
            });
        }
        divide.into_iter().fold(0, |all, some| all | some) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, Listed};

    fn divide(divisors: SlotDivisors, draws: &[u32]) -> u16 {
        divisors.divide(Listed::new(draws).slot_draws())
    }

    #[test]
    fn r3_the_remainder_is_that_of_the_division() {
        let draws = || {
            let ends = (0..300).chain(u32::MAX - 300..=u32::MAX);
            ends.chain((0..2000).map(|k: u32| k.wrapping_mul(0x9E37_79B9)))
        };
        let numbers = (1..200).chain([1000, 65_535, 65_536, 1 << 31, u32::MAX - 1, u32::MAX]);
        for n in numbers {
            let divisor = Divisor::new(n);
            let near = [n.wrapping_mul(3), n.wrapping_mul(3).wrapping_sub(1), n, n - 1];
            for draw in draws().chain(near) {
                assert_eq!(divisor.remainder(draw), draw % n, "{draw} mod {n}");
                let divided = if draw % n == 0 { (1 << SLOT_DRAWS) - 1 } else { 0 };
                assert_eq!(
                    divide(SlotDivisors::new([n; SLOT_DRAWS]), &[draw]),
                    divided,
                    "{draw} mod {n}"
                );
            }
        }
    }

    #[test]
    fn r11_divisors_mark_which_numbers_divide_their_draws() {
        let draws = [47, 48, 24, 25, 144, 7, 0, 14, 15, 81, 3, 1, 2];
        let divisors = SlotDivisors::new([48, 48, 24, 24, 36, 1, 0, 7, 7, 9, 9, 2, 2]);
        assert_eq!(divide(divisors, &draws), 0b1_0010_1111_0110);
        assert_eq!(divide(divisors, &[0]), 0b1_1111_1111_1111);
        assert_eq!(divide(divisors, &[1]), 0b0_0000_0110_0000);
    }

    #[test]
    fn a_remainder_of_division_by_zero_is_zero() {
        assert_eq!(Divisor::new(0).remainder(7), 0);
        assert_eq!(divide(SlotDivisors::new([0; SLOT_DRAWS]), &[7]), (1 << SLOT_DRAWS) - 1);
    }
}
