//! A wrapper that counts what its generator is asked for.

use core::convert::Infallible;

use rand::rand_core::TryRng;
use rand::{Rng, rand_core};

/// A random number generator together with the number of 32-bit draws taken
/// from it.
///
/// ```
/// use basement_floors::{Counted, GameRng};
/// use rand::Rng;
///
/// let mut rng = Counted::new(GameRng::new(1, 35)?);
/// rng.next_u32();
/// rng.next_u64();
/// assert_eq!(rng.count(), 3);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counted<R> {
    rng: R,
    count: u64,
}

impl<R: Rng> Counted<R> {
    /// Counts the draws of `rng` from here on.
    pub const fn new(rng: R) -> Self {
        Self { rng, count: 0 }
    }

    /// The 32-bit draws so far; a 64-bit draw counts as two.
    #[inline]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The generator itself.
    pub const fn rng(&self) -> &R {
        &self.rng
    }

    /// The generator itself, to be moved on.
    pub(crate) const fn rng_mut(&mut self) -> &mut R {
        &mut self.rng
    }

    /// Counts draws that were taken elsewhere on this generator's behalf.
    pub(crate) const fn add(&mut self, draws: u64) {
        self.count += draws;
    }
}

impl<R: Rng> TryRng for Counted<R> {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.count += 1;
        Ok(self.rng.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.count += 2;
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        rand_core::utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}
