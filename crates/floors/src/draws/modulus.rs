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

    /// Whether draw mod n is 0.
    #[inline]
    pub(crate) const fn divides(self, draw: u32) -> bool {
        self.reciprocal.wrapping_mul(draw as u64) <= self.reciprocal.wrapping_sub(1)
    }
}

/// A draw for each of some numbers: which of them divide theirs, as bits.
#[inline]
pub(crate) fn divided<D: Draws, const N: usize>(numbers: &[Modulus; N], draws: &mut D) -> u16 {
    let mut divided = 0;
    for (place, number) in numbers.iter().enumerate() {
        divided |= u16::from(number.divides(draws.draw())) << place;
    }
    divided
}

#[cfg(test)]
mod tests {
    use super::*;

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
                assert_eq!(modulus.divides(draw), draw % n == 0, "{draw} mod {n}");
            }
        }
    }

    #[test]
    fn nothing_divides_by_zero() {
        assert_eq!(Modulus::new(0).rest(7), 0);
        assert!(Modulus::new(0).divides(7));
    }
}
