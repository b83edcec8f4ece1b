//! Where random numbers come from: the game's generator, PCG, and the streams
//! that the rules open from either (R3-R5, R8, R38, R39).
//!
//! The algorithms are written once over [`Draws`], a stream of 32-bit draws
//! (R4). With the game's generator they reproduce the game's floors seed by
//! seed; with PCG every stream is independent of the others, which is what a
//! statistical study wants.

mod counted;
mod game;
#[cfg(test)]
mod listed;
mod modulus;
mod seed;

pub use counted::Counted;
pub use game::{GameRng, RUN_TRIPLE, SHIFT_TRIPLES, STREAM_TRIPLE, unit_float};
pub use seed::{RngKind, RunSeed, Seed};

pub(crate) use game::StreamRng;
#[cfg(test)]
pub(crate) use listed::Listed;
pub(crate) use modulus::{Divisors, Modulus};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use game::CHOICE_TRIPLE;

/// R11: the draws of one slot, a lap of a stream.
pub(crate) const LAP: usize = 13;

/// A lap's draws: that of number 4k + i, from 0, is in row i at place k. The numbers from
/// [`LAP`] on mean nothing.
///
/// A draw waits for the one before. In four rows of four the lap is four strands, and a row is
/// what the processor can work out at once.
#[derive(Clone, Copy, Debug)]
pub struct Lap([[u32; 4]; 4]);

impl Lap {
    /// The draws in their order.
    pub fn draws(&self) -> impl Iterator<Item = u32> {
        (0..LAP).map(|number| self.0[number % 4][number / 4])
    }
}

/// R4: one stream of 32-bit draws, and the ways the rules derive further streams.
///
/// Every `random(n)` of the rules is `draw % n` (R3), for either source: with
/// n below 100 the bias of the remainder is under one in forty million.
pub trait Draws: Sized {
    /// The next draw.
    fn draw(&mut self) -> u32;

    /// How many draws were taken, those of [`Draws::choice_floats`] included.
    fn drawn(&self) -> u64;

    /// R5: the stream that starts from this one's state. The game's runs in
    /// step with its parent from here on; PCG's is independent.
    fn side_stream(&mut self) -> Self;

    /// R8: the stream seeded by the next draw.
    fn seeded_stream(&mut self) -> Self;

    /// R11: the next 13 draws.
    fn lap(&mut self) -> Lap {
        let mut lap = Lap([[0; 4]; 4]);
        (0..LAP).for_each(|number| lap.0[number % 4][number / 4] = self.draw());
        lap
    }

    /// L2: the two floats of one room choice, from a stream of its own that the
    /// next draw seeds.
    fn choice_floats(&mut self) -> (f32, f32);

    /// `random(n)` of the rules: 0 to n - 1. `random(0)` is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.draw().checked_rem(n).unwrap_or(0)
    }

    /// A chance of "1/n" of the rules: `random(n) == 0`.
    #[inline]
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A random float of the rules (R3), in 0 to 1.
    #[inline]
    fn float(&mut self) -> f32 {
        unit_float(self.draw())
    }
}

impl Draws for Counted<StreamRng> {
    #[inline]
    fn draw(&mut self) -> u32 {
        self.next_u32()
    }

    #[inline]
    fn drawn(&self) -> u64 {
        self.count()
    }

    fn side_stream(&mut self) -> Self {
        Self::new(self.rng().clone())
    }

    fn seeded_stream(&mut self) -> Self {
        Self::new(StreamRng::from_draw(self.draw()))
    }

    #[inline]
    fn lap(&mut self) -> Lap {
        self.add(LAP as u64);
        self.rng_mut().lap()
    }

    fn choice_floats(&mut self) -> (f32, f32) {
        let mut choice = GameRng::from_draw(self.draw(), CHOICE_TRIPLE);
        self.add(2);
        (unit_float(choice.next_u32()), unit_float(choice.next_u32()))
    }
}

impl Draws for Counted<Pcg64Mcg> {
    #[inline]
    fn draw(&mut self) -> u32 {
        self.next_u32()
    }

    #[inline]
    fn drawn(&self) -> u64 {
        self.count()
    }

    fn side_stream(&mut self) -> Self {
        self.seeded_stream()
    }

    fn seeded_stream(&mut self) -> Self {
        Self::new(Pcg64Mcg::from_rng(self))
    }

    fn choice_floats(&mut self) -> (f32, f32) {
        (self.float(), self.float())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r5_the_games_side_stream_runs_in_step_and_pcgs_does_not() {
        let mut level = Counted::new(StreamRng::from_draw(77));
        let mut side = level.side_stream();
        assert!((0..32).all(|_| level.draw() == side.draw()));
        let mut level = Counted::new(Pcg64Mcg::seed_from_u64(77));
        let mut side = level.side_stream();
        assert!((0..32).any(|_| level.draw() != side.draw()));
    }

    #[test]
    fn r8_the_seeded_stream_starts_from_the_next_draw() {
        let mut level = Counted::new(StreamRng::from_draw(5));
        let mut peek = level.side_stream();
        let mut expected = GameRng::new(peek.draw(), STREAM_TRIPLE).unwrap();
        let mut layout = level.seeded_stream();
        assert_eq!(layout.draw(), expected.next_u32());
        assert_eq!((level.drawn(), layout.drawn()), (1, 1));
    }

    #[test]
    fn l2_the_choice_floats_come_from_triple_7_and_cost_three_draws() {
        let mut level = Counted::new(StreamRng::from_draw(5));
        let mut peek = level.side_stream();
        let mut choice = GameRng::new(peek.draw(), 7).unwrap();
        let expected = (unit_float(choice.next_u32()), unit_float(choice.next_u32()));
        assert_eq!(level.choice_floats(), expected);
        assert_eq!(level.drawn(), 3);
    }

    #[test]
    fn r11_a_lap_is_the_next_13_draws_and_the_stream_goes_on_behind_them() {
        fn check(mut draws: impl Draws + Clone) {
            for _ in 0..100 {
                let mut expected = draws.clone();
                assert!(draws.lap().draws().all(|draw| draw == expected.draw()));
                assert_eq!(draws.drawn(), expected.drawn());
                assert_eq!(draws.draw(), expected.draw());
            }
        }
        check(Counted::new(StreamRng::from_draw(77)));
        check(Counted::new(Pcg64Mcg::seed_from_u64(77)));
    }

    #[test]
    fn random_of_nothing_is_zero_and_panics_nowhere() {
        assert_eq!(Counted::new(StreamRng::from_draw(5)).below(0), 0);
    }
}
