//! Random numbers ([R3](basement_model::rules#r3), [R4](basement_model::rules#r4)), and the streams
//! that the rules open ([R5](basement_model::rules#r5), [R8](basement_model::rules#r8),
//! [L2](basement_model::rules#l2)).

use basement_model::Seed;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// [R3](basement_model::rules#r3): a triple of shifts, (a, b, c).
pub type Shifts = (u32, u32, u32);

/// [R3](basement_model::rules#r3): the level's own triple, number 35.
pub const LEVEL_SHIFTS: Shifts = (5, 9, 7);

/// [L2](basement_model::rules#l2): the triple of a room's choice, number 7.
pub const CHOICE_SHIFTS: Shifts = (1, 21, 20);

/// [R3](basement_model::rules#r3): one step of the game's generator, a 32-bit xorshift. The new
/// state is the draw.
#[must_use]
pub fn xorshift(mut x: u32, (a, b, c): Shifts) -> u32 {
    x ^= x >> a;
    x ^= x << b;
    x ^= x >> c;
    x
}

/// [R3](basement_model::rules#r3): the random float that a draw stands for: the draw times the
/// second largest 32-bit float below 2^-32.
#[must_use]
pub fn float(draw: u32) -> f32 {
    draw as f32 * f32::from_bits(0x2F7F_FFFE)
}

/// [R4](basement_model::rules#r4): a stream of 32-bit draws that counts them, from the game's
/// generator or from PCG.
///
/// ```
/// use basement_model::Seed;
/// use basement_reference::stream::Stream;
///
/// let mut stream = Stream::new(Seed::game(1)?);
/// let side = stream.random(4); // one draw, 0 to 3
/// assert!(side < 4 && stream.drawn() == 1);
/// # Ok::<(), basement_model::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    source: Source,
    drawn: u64,
}

/// R4: where the draws come from.
#[derive(Clone, Debug)]
enum Source {
    /// The state of the game's generator.
    Game(u32),
    /// PCG.
    Pcg(Pcg64Mcg),
}

impl Stream {
    /// [R4](basement_model::rules#r4): the stream of a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        let source = match seed {
            Seed::Game(seed) => Source::Game(seed.get()),
            Seed::Pcg(seed) => Source::Pcg(Pcg64Mcg::seed_from_u64(seed)),
        };
        Self { source, drawn: 0 }
    }

    /// How many draws were taken.
    #[must_use]
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// [R3](basement_model::rules#r3): the next draw.
    pub fn draw(&mut self) -> u32 {
        self.drawn += 1;
        match &mut self.source {
            Source::Game(state) => {
                *state = xorshift(*state, LEVEL_SHIFTS);
                *state
            }
            Source::Pcg(rng) => rng.next_u32(),
        }
    }

    /// [R3](basement_model::rules#r3): `random(n)` of the rules, 0 to n - 1. It is always one draw.
    /// `n` is above 0.
    pub fn random(&mut self, n: u32) -> u32 {
        self.draw() % n
    }

    /// [R3](basement_model::rules#r3): a chance of *1/n*: whether `random(n)` is 0.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.random(n) == 0
    }

    /// [R3](basement_model::rules#r3): a random float, from 0 up to, but not including, 1.
    pub fn float(&mut self) -> f32 {
        float(self.draw())
    }

    /// [R5](basement_model::rules#r5): the side stream. The game's starts from the state that this
    /// stream has now and runs in step with it; PCG's is independent.
    pub fn side_stream(&mut self) -> Self {
        match self.source {
            Source::Game(state) => Self { source: Source::Game(state), drawn: 0 },
            Source::Pcg(_) => self.seeded_stream(),
        }
    }

    /// [R8](basement_model::rules#r8): the stream that the next draw seeds. PCG's seed has 128
    /// bits, so it takes four.
    pub fn seeded_stream(&mut self) -> Self {
        let source = match self.source {
            Source::Game(_) => Source::Game(self.draw()),
            Source::Pcg(_) => {
                let mut seed = [0; 16];
                for bytes in seed.chunks_mut(4) {
                    bytes.copy_from_slice(&self.draw().to_le_bytes());
                }
                Source::Pcg(Pcg64Mcg::from_seed(seed))
            }
        };
        Self { source, drawn: 0 }
    }

    /// [L2](basement_model::rules#l2): the two floats of a room's choice. With the game's generator
    /// one draw seeds a generator of their own, with triple 7; its two draws count too. With PCG
    /// they are the next two draws.
    pub fn choice_floats(&mut self) -> (f32, f32) {
        match self.source {
            Source::Game(_) => {
                let first = xorshift(self.draw(), CHOICE_SHIFTS);
                let second = xorshift(first, CHOICE_SHIFTS);
                self.drawn += 2;
                (float(first), float(second))
            }
            Source::Pcg(_) => (self.float(), self.float()),
        }
    }
}
