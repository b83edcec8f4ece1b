//! PCG (R4) as a stream of draws.

use basement_model::Seed;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Draws, MOST_SHUFFLED, Order, Stream};

/// `rand_pcg`'s generator, and the number of 32-bit draws taken from it.
#[derive(Clone, Debug)]
pub(crate) struct PcgStream {
    rng: Pcg64Mcg,
    drawn: u64,
}

/// An odd number whose multiples differ in about half of their bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl PcgStream {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed), drawn: 0 }
    }
}

impl Stream for PcgStream {
    type Seed = u64;

    #[inline]
    fn draw(&mut self) -> u32 {
        self.drawn += 1;
        self.rng.next_u32()
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.drawn += 2;
        self.rng.next_u64()
    }

    #[inline]
    fn seed(&mut self) -> u64 {
        self.drawn += 1;
        self.rng.next_u64()
    }

    #[inline]
    fn state(&mut self) -> u64 {
        self.seed()
    }
}

impl Draws for PcgStream {
    type Seeded = Self;

    /// The triple only distinguishes the streams of one seed.
    #[inline]
    fn seeded(seed: u64, triple: usize) -> Self {
        let other = seed ^ (triple as u64 + 1).wrapping_mul(SPREAD);
        Self { rng: Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(other)), drawn: 0 }
    }

    fn run_seed(_: u8, seed: Seed) -> u64 {
        seed.value()
    }

    fn shuffled(seed: u64, count: usize) -> Order {
        let mut stream = Self::seeded(seed, 0);
        let mut order: Order = (0..count.min(MOST_SHUFFLED) as u8).collect();
        for last in (1..order.len()).rev() {
            let other = stream.below(last as u32 + 1) as usize;
            order.swap(last, other);
        }
        order
    }

    fn restore(&mut self, _: Self) {}

    fn is_state_divided_by(&mut self, n: u32) -> bool {
        n > 0 && self.below(n) == 0
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
}
