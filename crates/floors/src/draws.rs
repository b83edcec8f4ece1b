//! Streams of draws, from the game's generator or from PCG, and the streams that the rules
//! derive from either (R3-R5, R8, W2).
//!
//! The algorithms are generic over [`Draws`], a stream of 32-bit draws (R4). With the game's
//! generator they reproduce the game's floors seed by seed. With PCG every stream is
//! independent of the others, as a statistical study needs.

mod divisor;
mod game;
#[cfg(test)]
mod listed;
mod mersenne;
mod pcg;

pub(crate) use divisor::{Divisor, SlotDivisors};
pub(crate) use game::GameStream;
#[cfg(test)]
pub(crate) use listed::Listed;
pub(crate) use pcg::PcgStream;

use core::num::NonZeroU32;

use arrayvec::ArrayVec;
use basement_model::{MAX_CELLS, RoomSeeds, Seed, unit_float};

use crate::trials::Trials;

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
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..SLOT_DRAWS).map(|number| self.0[number % 4][number / 4])
    }
}

/// W42: at most this many draws are made at once: one for each cell of a board.
const MOST_DRAWS: usize = MAX_CELLS;

/// W42: many draws made at once, each found by its number. They are in blocks of twelve, each laid
/// out like [`SlotDraws`]; the last column of a block is the first of the next.
#[derive(Clone, Debug)]
pub(crate) struct ManyDraws([[[u32; 4]; 4]; MOST_DRAWS.div_ceil(12)]);

impl ManyDraws {
    /// No draws, to be filled in.
    pub(crate) const NONE: Self = Self([[[0; 4]; 4]; MOST_DRAWS.div_ceil(12)]);

    /// The draw with this number, counted from 0.
    #[inline]
    pub(crate) const fn get(&self, number: usize) -> u32 {
        self.0[number / 12][number % 4][number % 12 / 4]
    }
}

/// R4: a stream of 32-bit draws.
///
/// Every `random(n)` of the rules is `draw % n` (R3), for either source: with n below 100 the bias
/// of the remainder is under one in forty million. Yes-or-no questions are asked through
/// [`Trials`].
pub(crate) trait Stream: Sized + Trials {
    /// What another stream is seeded with (W2): a draw or the state of the game's generator, or 64
    /// bits for PCG.
    type Seed: Copy;

    /// The next draw.
    fn draw(&mut self) -> u32;

    /// Two draws as 64 bits. PCG makes them in one step, which gives 64 bits; a single draw uses 32
    /// of them.
    #[inline]
    fn word(&mut self) -> u64 {
        let [low, high] = [self.draw(), self.draw()];
        u64::from(high) << 32 | u64::from(low)
    }

    /// W2: the next draw, as the seed of another stream.
    fn seed(&mut self) -> Self::Seed;

    /// W2, W3: the state, as a seed. The game's generator makes no draw for it. Reading PCG's state
    /// would give away its next draws, so PCG draws a new seed.
    fn state(&mut self) -> Self::Seed;

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

impl<S: Stream> Trials for S {
    #[inline]
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    #[inline]
    fn float_below(&mut self, chance: f64) -> bool {
        f64::from(self.float()) < chance
    }
}

/// R4: the level or the layout stream, and the further streams that the rules derive from it.
pub(crate) trait Draws: Stream + Clone {
    /// A stream that is seeded by a draw or by a state (W2).
    type Seeded: Stream<Seed = Self::Seed> + Clone;

    /// W2: the stream of a seed, with the shifts of a triple.
    fn seeded(seed: Self::Seed, triple: usize) -> Self::Seeded;

    /// W70: the seed of the run that a floor belongs to.
    fn run_seed(stage: u8, seed: Seed) -> Self::Seed;

    /// W70: a random order of up to 64 things: a permutation of the first `count` numbers.
    fn shuffled(seed: Self::Seed, count: usize) -> Order;

    /// The number of draws taken, not counting draws of streams that were seeded from this one.
    fn drawn(&self) -> u64;

    /// W16, W32: goes back to an earlier state of the same stream. PCG does not go back, so that no
    /// draw is used twice.
    fn restore(&mut self, earlier: Self);

    /// W71: whether n divides the state. PCG makes a draw instead.
    fn is_state_divided_by(&mut self, n: u32) -> bool;

    /// R5: a stream that starts from this one's state. The game's side stream gives the same draws
    /// as its parent from here on. PCG's is independent.
    fn side_stream(&mut self) -> Self;

    /// R8: the stream seeded by the next draw.
    fn seeded_stream(&mut self) -> Self;

    /// R11: the next 13 draws.
    fn slot_draws(&mut self) -> SlotDraws {
        let mut draws = SlotDraws([[0; 4]; 4]);
        (0..SLOT_DRAWS).for_each(|number| draws.0[number % 4][number / 4] = self.draw());
        draws
    }

    /// W42: fills in the next `count` draws, at most one for each cell of a board.
    fn many_draws(&mut self, count: usize, draws: &mut ManyDraws) {
        for number in 0..count.min(MOST_DRAWS) {
            draws.0[number / 12][number % 4][number % 12 / 4] = self.draw();
        }
    }

    /// W9: the two floats of a pick.
    #[inline]
    fn pick_floats(seed: Self::Seed) -> (f32, f32) {
        let mut pick = Self::seeded(seed, PICK_TRIPLE);
        (pick.float(), pick.float())
    }

    /// W3: the seeds of a room that is placed with this seed.
    #[inline]
    fn room_seeds(placing: Self::Seed) -> RoomSeeds {
        let mut room = Self::seeded(placing, ROOM_TRIPLE);
        let mut next = || NonZeroU32::new(room.draw()).unwrap_or(NonZeroU32::MIN);
        RoomSeeds { decoration: next(), spawn: next(), award: next() }
    }
}

/// W2: the triple of a pick's stream.
const PICK_TRIPLE: usize = 7;

/// W2: the triple of a room's stream.
const ROOM_TRIPLE: usize = 12;

/// W70: [`Draws::shuffled`] puts at most this many things in order. No pool of bosses of the game has
/// more.
pub(crate) const MOST_SHUFFLED: usize = 64;

/// W70: a random order of things, by their numbers.
pub(crate) type Order = ArrayVec<u8, MOST_SHUFFLED>;

/// W70: how many orders are made at once. With 8 at once, each takes a quarter of the time of a
/// single order; with 32, a seventh. More than 32 gain nothing.
pub(crate) const SIDE_BY_SIDE: usize = 32;

#[cfg(test)]
mod tests {
    use basement_model::{GameRng, STREAM_TRIPLE};
    use rand::Rng;

    use super::*;

    #[test]
    fn r5_the_games_side_stream_repeats_the_level_stream_and_pcgs_does_not() {
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
    fn w2_w9_the_floats_of_a_pick_come_from_triple_7_and_its_seed_is_a_draw() {
        let mut level = GameStream::new(5);
        let mut peek = level.side_stream();
        let mut pick = GameRng::new(peek.draw(), 7).unwrap();
        let expected = (unit_float(pick.next_u32()), unit_float(pick.next_u32()));
        assert_eq!(GameStream::pick_floats(level.seed()), expected);
        assert_eq!(level.drawn(), 1);
    }

    #[test]
    fn w2_w3_a_rooms_seeds_come_from_triple_12_and_the_state_costs_the_game_no_draw() {
        let mut level = GameStream::new(5);
        let mut room = GameRng::new(level.draw(), 12).unwrap();
        let RoomSeeds { decoration, spawn, award } = GameStream::room_seeds(level.state());
        for seed in [decoration, spawn, award] {
            assert_eq!(seed.get(), room.next_u32());
        }
        assert_eq!(level.drawn(), 1);
    }

    #[test]
    fn w16_the_game_restores_an_earlier_state_and_pcg_does_not() {
        fn goes_back(mut stream: impl Draws) -> bool {
            let earlier = stream.clone();
            let first = stream.draw();
            stream.restore(earlier);
            assert_eq!(stream.drawn(), 1);
            stream.draw() == first
        }
        assert!(goes_back(GameStream::new(77)));
        assert!(!goes_back(PcgStream::new(77)));
    }

    #[test]
    fn r11_the_draws_of_a_slot_are_the_next_13_and_the_stream_goes_on_after_them() {
        fn check(mut draws: impl Draws) {
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
    fn w42_many_draws_are_the_next_ones_and_the_stream_goes_on_after_them() {
        fn check(mut draws: impl Draws) {
            for count in (0..=40).chain([132, 143, 144, 145, 168, MAX_CELLS]) {
                let mut expected = draws.clone();
                let mut many = ManyDraws::NONE;
                draws.many_draws(count, &mut many);
                assert!((0..count).all(|number| many.get(number) == expected.draw()), "{count}");
                assert_eq!(draws.drawn(), expected.drawn());
                assert_eq!(draws.draw(), expected.draw());
            }
        }
        check(GameStream::new(77));
        check(PcgStream::new(77));
    }

    #[test]
    fn a_draw_below_0_is_0() {
        assert_eq!(GameStream::new(5).below(0), 0);
    }
}
