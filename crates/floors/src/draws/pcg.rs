//! PCG (R4) as a stream of draws.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Draws;

/// `rand_pcg`'s generator, and the number of 32-bit draws taken from it.
#[derive(Clone, Debug)]
pub(crate) struct PcgStream {
    rng: Pcg64Mcg,
    drawn: u64,
}

impl PcgStream {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed), drawn: 0 }
    }
}

impl Draws for PcgStream {
    #[inline]
    fn draw(&mut self) -> u32 {
        self.drawn += 1;
        self.rng.next_u32()
    }

    #[inline]
    fn drawn(&self) -> u64 {
        self.drawn
    }

    fn side_stream(&mut self) -> Self {
        self.seeded_stream()
    }

    /// Four draws are the new stream's seed.
    fn seeded_stream(&mut self) -> Self {
        let mut seed = [0; 16];
        for bytes in seed.chunks_exact_mut(4) {
            bytes.copy_from_slice(&self.draw().to_le_bytes());
        }
        Self { rng: Pcg64Mcg::from_seed(seed), drawn: 0 }
    }

    fn choice_floats(&mut self) -> (f32, f32) {
        (self.float(), self.float())
    }
}
