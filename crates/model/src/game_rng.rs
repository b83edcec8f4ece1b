//! The generator of Rebirth (R3): a 32-bit xorshift with one of 81 shift triples.

use core::convert::Infallible;

use rand::SeedableRng;
use rand::rand_core::{TryRng, utils};

use crate::error::RequestError;

/// The 81 shift triples in the game's order ([R3](crate::rules#r3)), all with the full period
/// 2^32 - 1.
#[rustfmt::skip]
pub const SHIFT_TRIPLES: [[u8; 3]; 81] = [
    [1, 3, 10], [1, 5, 16], [1, 5, 19], [1, 9, 29], [1, 11, 6], [1, 11, 16], [1, 19, 3], [1, 21, 20], [1, 27, 27], [2, 5, 15],
    [2, 5, 21], [2, 7, 7], [2, 7, 9], [2, 7, 25], [2, 9, 15], [2, 15, 17], [2, 15, 25], [2, 21, 9], [3, 1, 14], [3, 3, 26],
    [3, 3, 28], [3, 3, 29], [3, 5, 20], [3, 5, 22], [3, 5, 25], [3, 7, 29], [3, 13, 7], [3, 23, 25], [3, 25, 24], [3, 27, 11],
    [4, 3, 17], [4, 3, 27], [4, 5, 15], [5, 3, 21], [5, 7, 22], [5, 9, 7], [5, 9, 28], [5, 9, 31], [5, 13, 6], [5, 15, 17],
    [5, 17, 13], [5, 21, 12], [5, 27, 8], [5, 27, 21], [5, 27, 25], [5, 27, 28], [6, 1, 11], [6, 3, 17], [6, 17, 9], [6, 21, 7],
    [6, 21, 13], [7, 1, 9], [7, 1, 18], [7, 1, 25], [7, 13, 25], [7, 17, 21], [7, 25, 12], [7, 25, 20], [8, 7, 23], [8, 9, 23],
    [9, 5, 14], [9, 5, 25], [9, 11, 19], [9, 21, 16], [10, 9, 21], [10, 9, 25], [11, 7, 12], [11, 7, 16], [11, 17, 13], [11, 21, 13],
    [12, 9, 23], [13, 3, 17], [13, 3, 27], [13, 5, 19], [13, 17, 15], [14, 1, 15], [14, 13, 15], [15, 1, 29], [17, 15, 20], [17, 15, 23],
    [17, 15, 26],
];

/// The triple of the level and layout streams and of the awards ([R3](crate::rules#r3)): 5, 9, 7.
pub const STREAM_TRIPLE: usize = 35;

/// The triple that derives stage seeds from a run seed ([R39](crate::rules#r39)): 3, 23, 25.
pub const RUN_TRIPLE: usize = 27;

/// The state that replaces a state of 0, which the `rand` traits cannot refuse.
const STATE_FOR_ZERO: u32 = 0x9E37_79B9;

/// [R3](crate::rules#r3): one step of the game's generator. The new state is the draw.
///
/// ```
/// use basement_model::{SHIFT_TRIPLES, STREAM_TRIPLE, xorshift};
///
/// assert_eq!(xorshift(1, SHIFT_TRIPLES[STREAM_TRIPLE]), 0x0205);
/// ```
#[must_use]
#[inline]
pub const fn xorshift(mut x: u32, [a, b, c]: [u8; 3]) -> u32 {
    x ^= x >> a;
    x ^= x << b;
    x ^= x >> c;
    x
}

/// The state before a step: each shift is undone by shifts, each twice as far as the one before.
fn step_back(x: u32, [a, b, c]: [u8; 3]) -> u32 {
    let undone = |x: u32, by: u8, shifted: fn(u32, u32) -> u32| {
        let shifts = core::iter::successors(Some(u32::from(by)), |shift| Some(2 * shift));
        shifts.take_while(|shift| *shift < u32::BITS).fold(x, |x, shift| x ^ shifted(x, shift))
    };
    let x = undone(x, c, |x, by| x >> by);
    let x = undone(x, b, |x, by| x << by);
    undone(x, a, |x, by| x >> by)
}

/// [R3](crate::rules#r3): a random float of the game, `draw` times the second largest float below
/// 2^-32.
///
/// ```
/// use basement_model::unit_float;
///
/// assert_eq!(unit_float(0), 0.0);
/// assert!(unit_float(u32::MAX) < 1.0);
/// ```
#[must_use]
#[inline]
pub const fn unit_float(draw: u32) -> f32 {
    draw as f32 * f32::from_bits(0x2F7F_FFFE)
}

/// [R3](crate::rules#r3): the game's generator, with any of its shift triples.
///
/// It implements `rand`'s [`Rng`](rand::Rng). It also implements [`SeedableRng`] (with the level's
/// triple) for code that is generic over it; that trait cannot refuse a seed, so it replaces a
/// state of 0 with a fixed one. [`GameRng::new`] refuses 0; use it to reproduce the game.
///
/// ```
/// use basement_model::{GameRng, STREAM_TRIPLE};
/// use rand::Rng;
///
/// let mut rng = GameRng::new(1, STREAM_TRIPLE)?;
/// assert_eq!(rng.next_u32(), 0x0000_0205);
/// assert!(GameRng::new(0, STREAM_TRIPLE).is_err());
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRng {
    state: u32,
    shifts: [u8; 3],
}

impl GameRng {
    /// The generator in the state `seed`, with the shift triple of that index.
    ///
    /// # Errors
    ///
    /// [`RequestError::SeedZero`] for seed 0, a fixed point of the generator,
    /// and [`RequestError::UnknownTriple`] for an index above 80.
    pub const fn new(seed: u32, triple: usize) -> Result<Self, RequestError> {
        if seed == 0 {
            return Err(RequestError::SeedZero);
        }
        if triple >= SHIFT_TRIPLES.len() {
            return Err(RequestError::UnknownTriple { given: triple });
        }
        Ok(Self { state: seed, shifts: SHIFT_TRIPLES[triple] })
    }

    /// A generator in a state that is known not to be 0, because another
    /// generator's step never yields it.
    pub(crate) const fn from_draw(draw: u32, triple: usize) -> Self {
        debug_assert!(draw != 0);
        Self { state: draw, shifts: SHIFT_TRIPLES[triple] }
    }

    /// Takes back the last draw.
    pub(crate) fn step_back(&mut self) {
        self.state = step_back(self.state, self.shifts);
    }

    /// The state, which is also the last draw.
    #[must_use]
    pub const fn state(&self) -> u32 {
        self.state
    }
}

impl TryRng for GameRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.state = xorshift(self.state, self.shifts);
        Ok(self.state)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}

impl SeedableRng for GameRng {
    type Seed = [u8; 4];

    fn from_seed(seed: [u8; 4]) -> Self {
        let state = match u32::from_le_bytes(seed) {
            0 => STATE_FOR_ZERO,
            state => state,
        };
        Self { state, shifts: SHIFT_TRIPLES[STREAM_TRIPLE] }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn r3_the_triples_of_the_rules_have_their_numbers() {
        assert_eq!(SHIFT_TRIPLES[STREAM_TRIPLE], [5, 9, 7]);
        assert_eq!(SHIFT_TRIPLES[RUN_TRIPLE], [3, 23, 25]);
        assert_eq!(SHIFT_TRIPLES[7], [1, 21, 20]);
        assert_eq!(SHIFT_TRIPLES[80], [17, 15, 26]);
        assert!(SHIFT_TRIPLES.is_sorted());
    }

    /// A triple has full period when its step, as a matrix over GF(2), has
    /// order 2^32 - 1: its power 2^32 - 1 is the identity and no power
    /// (2^32 - 1) / p for a prime factor p is.
    #[test]
    fn r3_every_triple_has_the_full_period() {
        type Matrix = [u32; 32];
        let apply = |matrix: &Matrix, x: u32| {
            (0..32).filter(|bit| x >> bit & 1 == 1).fold(0, |sum, bit| sum ^ matrix[bit])
        };
        let multiply = |left: &Matrix, right: &Matrix| -> Matrix {
            core::array::from_fn(|bit| apply(left, right[bit]))
        };
        let identity: Matrix = core::array::from_fn(|bit| 1 << bit);
        let power = |matrix: &Matrix, mut exponent: u32| {
            let (mut result, mut square) = (identity, *matrix);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = multiply(&result, &square);
                }
                square = multiply(&square, &square);
                exponent >>= 1;
            }
            result
        };
        for shifts in SHIFT_TRIPLES {
            let matrix: Matrix = core::array::from_fn(|bit| xorshift(1 << bit, shifts));
            assert_eq!(power(&matrix, u32::MAX), identity, "{shifts:?}");
            for prime in [3, 5, 17, 257, 65_537] {
                assert_ne!(power(&matrix, u32::MAX / prime), identity, "{shifts:?} {prime}");
            }
        }
    }

    #[test]
    fn r3_every_step_can_be_taken_back() {
        for shifts in SHIFT_TRIPLES {
            // A linear map is determined by its results for single bits.
            for state in (0..32).map(|bit| 1 << bit) {
                assert_eq!(step_back(xorshift(state, shifts), shifts), state, "{shifts:?}");
            }
        }
    }

    #[test]
    fn r3_random_floats_lie_in_0_to_1_and_never_reach_it() {
        assert_eq!(unit_float(0), 0.0);
        assert!(unit_float(u32::MAX) < 1.0);
        assert!((unit_float(1 << 31) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn r3_seed_0_and_unknown_triples_are_refused() {
        assert_eq!(GameRng::new(0, 35), Err(RequestError::SeedZero));
        assert_eq!(GameRng::new(1, 81), Err(RequestError::UnknownTriple { given: 81 }));
    }

    #[test]
    fn the_seedable_trait_never_yields_the_fixed_point() {
        let mut rng = GameRng::from_seed([0; 4]);
        assert_ne!(rng.next_u32(), 0);
        assert_eq!(GameRng::from_seed(7_u32.to_le_bytes()), GameRng::new(7, 35).unwrap());
    }
}
