//! A stream of draws for tests: listed numbers, the last of them repeated forever.

use basement_model::Seed;

use super::game::SeededGameStream;
use super::{Draws, GameStream, Order, Stream};

/// A stream of listed draws. Streams derived from it start the list again.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    draws: Vec<u32>,
    taken: u64,
}

impl Listed {
    /// The numbers in order, the last of them repeated forever.
    pub(crate) fn new(draws: &[u32]) -> Self {
        Self { draws: draws.to_vec(), taken: 0 }
    }
}

impl Stream for Listed {
    type Seed = u32;

    fn draw(&mut self) -> u32 {
        let place = (self.taken as usize).min(self.draws.len() - 1);
        self.taken += 1;
        self.draws[place]
    }

    fn seed(&mut self) -> u32 {
        self.draw()
    }

    fn state(&mut self) -> u32 {
        self.draws[(self.taken as usize).min(self.draws.len() - 1)]
    }
}

impl Draws for Listed {
    type Seeded = SeededGameStream;

    fn seeded(seed: u32, triple: usize) -> SeededGameStream {
        GameStream::seeded(seed.max(1), triple)
    }

    fn run_seed(stage: u8, seed: Seed) -> u32 {
        GameStream::run_seed(stage, seed)
    }

    fn shuffled(seed: u32, count: usize) -> Order {
        GameStream::shuffled(seed, count)
    }

    fn restore(&mut self, _: Self) {}

    fn is_state_divided_by(&mut self, n: u32) -> bool {
        self.state().is_multiple_of(n)
    }

    fn drawn(&self) -> u64 {
        self.taken
    }

    fn side_stream(&mut self) -> Self {
        Self::new(&self.draws)
    }

    fn seeded_stream(&mut self) -> Self {
        self.draw();
        Self::new(&self.draws)
    }
}
