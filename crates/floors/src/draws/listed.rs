//! A stream of draws for tests: listed numbers, the last of them repeated for ever.

use super::{Draws, unit_float};

/// A stream of listed draws. The streams that it derives begin the list again.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    draws: Vec<u32>,
    taken: u64,
}

impl Listed {
    /// The numbers in order, the last of them repeated for ever.
    pub(crate) fn new(draws: &[u32]) -> Self {
        Self { draws: draws.to_vec(), taken: 0 }
    }
}

impl Draws for Listed {
    fn draw(&mut self) -> u32 {
        let place = (self.taken as usize).min(self.draws.len() - 1);
        self.taken += 1;
        self.draws[place]
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

    fn choice_floats(&mut self) -> (f32, f32) {
        let seed = self.draw();
        (unit_float(seed), unit_float(seed))
    }
}
