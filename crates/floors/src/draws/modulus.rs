//! Remainders without a division.

use super::{Draws, HALF_LAP, LAP};

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

/// R11: some numbers that a lap of draws is tested by: whether draw mod n is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisors {
    reciprocals: [u64; LAP],
    /// Those that divide everything: 0 and 1, whose reciprocal is no number.
    always: u16,
}

impl Divisors {
    /// Prepares the numbers.
    pub(crate) fn new(numbers: [u32; LAP]) -> Self {
        let always = numbers.iter().fold(0, |always, n| 2 * always + u16::from(*n < 2));
        Self { reciprocals: numbers.map(|n| Modulus::new(n).reciprocal), always }
    }

    /// A draw of a lap for each number: which of them divide theirs, as bits, that of the
    /// first number highest.
    #[inline]
    pub(crate) fn divide<D: Draws>(&self, [mut first, mut second]: [D; 2]) -> u16 {
        let divide = |reciprocals: &[u64], draws: &mut D| {
            reciprocals.iter().fold(0_u32, |divided, reciprocal| {
                let fraction = reciprocal.wrapping_mul(u64::from(draws.draw()));
                2 * divided + u32::from(fraction < *reciprocal)
            })
        };
        let (before, behind) = self.reciprocals.split_at(HALF_LAP);
        let divided = divide(before, &mut first) << behind.len() | divide(behind, &mut second);
        divided as u16 | self.always
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;

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
        assert_eq!(divide(divisors, &draws), 0b0_1101_1110_1001);
        assert_eq!(divide(divisors, &[0]), 0b1_1111_1111_1111);
        assert_eq!(divide(divisors, &[1]), 0b0_0000_1100_0000);
    }

    #[test]
    fn nothing_divides_by_zero() {
        assert_eq!(Modulus::new(0).rest(7), 0);
        assert_eq!(divide(Divisors::new([0; LAP]), &[7]), (1 << LAP) - 1);
    }
}
