//! Remainders without a division.

use super::Draws;

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

/// Some numbers that draws are tested by in a row: whether draw mod n is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisors<const N: usize> {
    reciprocals: [u64; N],
    /// Those that divide everything: 0 and 1, whose reciprocal is no number.
    always: u16,
}

impl<const N: usize> Divisors<N> {
    /// Prepares up to 16 numbers.
    pub(crate) fn new(numbers: [u32; N]) -> Self {
        let always = numbers.iter().fold(0, |always, n| 2 * always + u16::from(*n < 2));
        Self { reciprocals: numbers.map(|n| Modulus::new(n).reciprocal), always }
    }

    /// A draw for each number: which of them divide theirs, as bits, that of the
    /// first number highest.
    #[inline]
    pub(crate) fn divide<D: Draws>(&self, draws: &mut D) -> u16 {
        let mut divided = 0;
        for reciprocal in &self.reciprocals {
            let fraction = reciprocal.wrapping_mul(u64::from(draws.draw()));
            divided = 2 * divided + u32::from(fraction < *reciprocal);
        }
        divided as u16 | self.always
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;

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
                let is_multiple = Divisors::new([n]).divide(&mut Listed::new(&[draw])) == 1;
                assert_eq!(is_multiple, draw % n == 0, "{draw} mod {n}");
            }
        }
    }

    #[test]
    fn r11_divisors_tell_which_numbers_divide_their_draw() {
        let draws = [47, 48, 24, 25, 144, 7, 0];
        let divisors = Divisors::new([48, 48, 24, 24, 36, 1, 0]);
        assert_eq!(divisors.divide(&mut Listed::new(&draws)), 0b011_0111);
        assert_eq!(divisors.divide(&mut Listed::new(&[0])), 0b111_1111);
        assert_eq!(divisors.divide(&mut Listed::new(&[u32::MAX])), 0b000_0011);
    }

    #[test]
    fn nothing_divides_by_zero() {
        assert_eq!(Modulus::new(0).rest(7), 0);
        assert_eq!(Divisors::new([0]).divide(&mut Listed::new(&[7])), 1);
    }
}
