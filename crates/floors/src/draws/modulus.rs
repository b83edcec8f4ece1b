//! Remainders without a division.

use super::{LAP, Lap};

/// A number that many draws are reduced by, prepared once: `random(n)` of the
/// rules, draw mod n (R3), for a few multiplications.
///
/// With the reciprocal r = ceil(2^64 / n), the low half of r * draw is the
/// fraction draw / n leaves, to 64 bits: n times it is the remainder, and it is
/// below r exactly when n divides the draw. Exact for all 32-bit numbers
/// (Lemire, Kaser and Kurz, Faster remainder by direct computation, 2019).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modulus {
    n: u32,
    reciprocal: u64,
}

impl Modulus {
    /// Prepares a number; 0 leaves no remainder, as 1 does.
    #[must_use]
    pub(crate) const fn new(n: u32) -> Self {
        let reciprocal = if n == 0 { 0 } else { (u64::MAX / n as u64).wrapping_add(1) };
        Self { n, reciprocal }
    }

    /// draw mod n.
    #[inline]
    pub(crate) const fn rest(self, draw: u32) -> u32 {
        let fraction = self.reciprocal.wrapping_mul(draw as u64);
        ((fraction as u128 * self.n as u128) >> 64) as u32
    }
}

/// R11: some numbers that a lap of draws is tested by: whether draw mod n is 0. In rows, as a
/// [`Lap`] has its draws.
///
/// With n = 2^k m, m odd, that is when the draw's last k bits are 0 and the draw times the
/// inverse of m, mod 2^32, is at most (2^32 - 1) / m: an odd factor permutes the numbers, and
/// the multiples of m are those that come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisors {
    /// 2^k - 1.
    last_bits: [[u32; 4]; 4],
    inverses: [[u32; 4]; 4],
    most: [[u32; 4]; 4],
    /// What says that a number divides its draw: its own bit.
    bits: [[u32; 4]; 4],
}

impl Divisors {
    /// Prepares the numbers; 0 divides everything, as 1 does.
    pub(crate) fn new(numbers: [u32; LAP]) -> Self {
        let mut divisors = Self {
            last_bits: [[0; 4]; 4],
            inverses: [[0; 4]; 4],
            most: [[0; 4]; 4],
            bits: [[0; 4]; 4],
        };
        for (number, n) in numbers.into_iter().enumerate() {
            let (row, place) = (number % 4, number / 4);
            let n = n.max(1);
            let odd = n >> n.trailing_zeros();
            // Newton: each round doubles the right bits, of which n itself has three.
            let inverse = (0..4).fold(odd, |inverse, _| {
                inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)))
            });
            divisors.last_bits[row][place] = (1 << n.trailing_zeros()) - 1;
            divisors.inverses[row][place] = inverse;
            divisors.most[row][place] = u32::MAX / odd;
            divisors.bits[row][place] = 1 << number;
        }
        divisors
    }

    /// A draw of a lap for each number: which of them divide theirs, as bits.
    #[inline]
    pub(crate) fn divide(&self, lap: Lap) -> u16 {
        let mut divided = [0; 4];
        for (row, draws) in lap.0.into_iter().enumerate() {
            divided = core::array::from_fn(|place| {
                let draw = draws[place];
                let is_low = draw & self.last_bits[row][place] == 0;
                let quotient = draw.wrapping_mul(self.inverses[row][place]);
                let divides = u32::from(is_low & (quotient <= self.most[row][place]));
                divided[place] | divides.wrapping_neg() & self.bits[row][place]
            });
        }
        divided.into_iter().fold(0, |all, some| all | some) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, Listed};

    fn divide(divisors: Divisors, draws: &[u32]) -> u16 {
        divisors.divide(Listed::new(draws).lap())
    }

    #[test]
    fn r3_the_remainder_is_that_of_the_division() {
        let draws = || {
            let ends = (0..300).chain(u32::MAX - 300..=u32::MAX);
            ends.chain((0..2000).map(|k: u32| k.wrapping_mul(0x9E37_79B9)))
        };
        let numbers = (1..200).chain([1000, 65_535, 65_536, 1 << 31, u32::MAX - 1, u32::MAX]);
        for n in numbers {
            let modulus = Modulus::new(n);
            let near = [n.wrapping_mul(3), n.wrapping_mul(3).wrapping_sub(1), n, n - 1];
            for draw in draws().chain(near) {
                assert_eq!(modulus.rest(draw), draw % n, "{draw} mod {n}");
                let divided = if draw % n == 0 { (1 << LAP) - 1 } else { 0 };
                assert_eq!(divide(Divisors::new([n; LAP]), &[draw]), divided, "{draw} mod {n}");
            }
        }
    }

    #[test]
    fn r11_divisors_tell_which_numbers_divide_their_draws() {
        let draws = [47, 48, 24, 25, 144, 7, 0, 14, 15, 81, 3, 1, 2];
        let divisors = Divisors::new([48, 48, 24, 24, 36, 1, 0, 7, 7, 9, 9, 2, 2]);
        assert_eq!(divide(divisors, &draws), 0b1_0010_1111_0110);
        assert_eq!(divide(divisors, &[0]), 0b1_1111_1111_1111);
        assert_eq!(divide(divisors, &[1]), 0b0_0000_0110_0000);
    }

    #[test]
    fn nothing_divides_by_zero() {
        assert_eq!(Modulus::new(0).rest(7), 0);
        assert_eq!(divide(Divisors::new([0; LAP]), &[7]), (1 << LAP) - 1);
    }
}
