//! Streams of draws, from the game's generator or from PCG, and the streams that the rules
//! derive from either (R3-R5, R8, L2).
//!
//! The algorithms are generic over [`Draws`], a stream of 32-bit draws (R4). With the game's
//! generator they reproduce the game's floors seed by seed. With PCG every stream is
//! independent of the others, as a statistical study needs.

mod divisor;
mod game;
#[cfg(test)]
mod listed;
mod pcg;

pub(crate) use divisor::{Divisor, SlotDivisors};
pub(crate) use game::GameStream;
#[cfg(test)]
pub(crate) use listed::Listed;
pub(crate) use pcg::PcgStream;

use basement_model::unit_float;

use crate::chance::Trials;

/// R11: how many draws a slot takes, one for each of its variants.
pub(crate) const SLOT_DRAWS: usize = 13;

/// The draws of one slot (R11). Draw number 4k + i, counted from 0, is in row i, column k, so
/// that a processor can work on a row at once. The last three numbers are unused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotDraws([[u32; 4]; 4]);

impl SlotDraws {
    /// The last of the draws.
    const fn last(&self) -> u32 {
        self.0[(SLOT_DRAWS - 1) % 4][(SLOT_DRAWS - 1) / 4]
    }

    /// The draws in their order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..SLOT_DRAWS).map(|number| self.0[number % 4][number / 4])
    }
}

/// R4: one stream of 32-bit draws, and the further streams that the rules derive from it.
///
/// Every `random(n)` of the rules is `draw % n` (R3), for either source: with
/// n below 100 the bias of the remainder is under one in forty million. Questions that are
/// answered yes or no are asked through [`Trials`].
pub(crate) trait Draws: Sized + Trials {
    /// The next draw.
    fn draw(&mut self) -> u32;

    /// The number of draws that were taken, those of [`Draws::choice_floats`] included.
    fn drawn(&self) -> u64;

    /// R5: a stream that starts from this one's state. The game's gives the same draws as
    /// its parent from here on. PCG's is independent.
    fn side_stream(&mut self) -> Self;

    /// R8: the stream seeded by the next draw.
    fn seeded_stream(&mut self) -> Self;

    /// R11: the next 13 draws.
    fn slot_draws(&mut self) -> SlotDraws {
        let mut draws = SlotDraws([[0; 4]; 4]);
        (0..SLOT_DRAWS).for_each(|number| draws.0[number % 4][number / 4] = self.draw());
        draws
    }

    /// L2: the two floats of one room choice, from a stream of its own that the
    /// next draw seeds.
    fn choice_floats(&mut self) -> (f32, f32);

    /// `random(n)` of the rules: 0 to n - 1. `random(0)` is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.draw().checked_rem(n).unwrap_or(0)
    }

    /// A random float of the rules (R3), in 0 to 1.
    #[inline]
    fn float(&mut self) -> f32 {
        unit_float(self.draw())
    }
}

#[cfg(test)]
mod tests {
    use basement_model::{GameRng, STREAM_TRIPLE};
    use rand::Rng;

    use super::*;

    #[test]
    fn r5_the_games_side_stream_runs_in_step_and_pcgs_does_not() {
        let mut level = GameStream::new(77);
        let mut side = level.side_stream();
        assert!((0..32).all(|_| level.draw() == side.draw()));
        let mut level = PcgStream::new(77);
        let mut side = level.side_stream();
        assert!((0..32).any(|_| level.draw() != side.draw()));
    }

    #[test]
    fn r8_the_seeded_stream_starts_from_the_next_draw() {
        let mut level = GameStream::new(5);
        let mut peek = level.side_stream();
        let mut expected = GameRng::new(peek.draw(), STREAM_TRIPLE).unwrap();
        let mut layout = level.seeded_stream();
        assert_eq!(layout.draw(), expected.next_u32());
        assert_eq!((level.drawn(), layout.drawn()), (1, 1));
    }

    #[test]
    fn l2_the_choice_floats_come_from_triple_7_and_cost_three_draws() {
        let mut level = GameStream::new(5);
        let mut peek = level.side_stream();
        let mut choice = GameRng::new(peek.draw(), 7).unwrap();
        let expected = (unit_float(choice.next_u32()), unit_float(choice.next_u32()));
        assert_eq!(level.choice_floats(), expected);
        assert_eq!(level.drawn(), 3);
    }

    #[test]
    fn r11_the_draws_of_a_slot_are_the_next_13_and_the_stream_goes_on_after_them() {
        fn check(mut draws: impl Draws + Clone) {
            for _ in 0..100 {
                let mut expected = draws.clone();
                assert!(draws.slot_draws().iter().all(|draw| draw == expected.draw()));
                assert_eq!(draws.drawn(), expected.drawn());
                assert_eq!(draws.draw(), expected.draw());
            }
        }
        check(GameStream::new(77));
        check(PcgStream::new(77));
    }

    #[test]
    fn random_of_nothing_is_zero_and_panics_nowhere() {
        assert_eq!(GameStream::new(5).below(0), 0);
    }
}
