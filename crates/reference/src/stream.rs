//! Random numbers ([R3](basement_model::rules#r3), [R4](basement_model::rules#r4)), and the streams
//! that the rules open ([R5](basement_model::rules#r5), [R8](basement_model::rules#r8),
//! [W2](basement_model::rules#w2)).

use basement_model::Seed;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// [R3](basement_model::rules#r3): a triple of shifts, (a, b, c).
pub type Shifts = (u32, u32, u32);

/// [R3](basement_model::rules#r3): a triple of shifts, and its number among the 81.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// Its number, from 0.
    pub number: u8,
    /// Its shifts.
    pub shifts: Shifts,
}

impl Triple {
    const fn new(number: u8, shifts: Shifts) -> Self {
        Self { number, shifts }
    }
}

/// [R3](basement_model::rules#r3): the triple of the level and layout streams.
pub const LEVEL: Triple = Triple::new(35, (5, 9, 7));

/// [W70](basement_model::rules#w70): with PCG, the stream that shuffles a pool. The game shuffles
/// it with another generator.
pub const SHUFFLE: Triple = Triple::new(0, (1, 3, 10));

/// [W2](basement_model::rules#w2): the triple of the horseman stream, and of the further secret
/// rooms ([W41](basement_model::rules#w41)).
pub const HORSEMAN: Triple = Triple::new(1, (1, 5, 16));

/// [W2](basement_model::rules#w2): the triple of a pick.
pub const PICK: Triple = Triple::new(7, (1, 21, 20));

/// [W61](basement_model::rules#w61): the triple of the super secret rooms' stream.
pub const SUPER_SECRET: Triple = Triple::new(9, (2, 5, 15));

/// [W2](basement_model::rules#w2): the triple of a room's own three seeds.
pub const ROOM: Triple = Triple::new(12, (2, 7, 9));

/// [W70](basement_model::rules#w70): the triple of a boss pool's stream.
pub const POOL: Triple = Triple::new(17, (2, 21, 9));

/// [W62](basement_model::rules#w62): the triple of the shop's stream.
pub const SHOP: Triple = Triple::new(19, (3, 3, 26));

/// [W70](basement_model::rules#w70): the triple of the run's start stream.
pub const START: Triple = Triple::new(26, (3, 13, 7));

/// [W2](basement_model::rules#w2): the triple of a boss's picker.
pub const PICKER: Triple = Triple::new(39, (5, 15, 17));

/// [W66](basement_model::rules#w66): the triple of the curse rooms' stream.
pub const CURSE: Triple = Triple::new(66, (11, 7, 12));

/// [W69](basement_model::rules#w69): the triple of the ultra secret room.
pub const ULTRA_SECRET: Triple = Triple::new(71, (13, 3, 17));

/// [R3](basement_model::rules#r3): one step of the game's generator, a 32-bit xorshift. The new
/// state is the draw.
#[must_use]
pub fn xorshift(mut x: u32, (a, b, c): Shifts) -> u32 {
    x ^= x >> a;
    x ^= x << b;
    x ^= x >> c;
    x
}

/// [R3](basement_model::rules#r3): the random float that a draw gives: the draw times the second
/// largest 32-bit float below 2^-32.
#[must_use]
pub fn float(draw: u32) -> f32 {
    draw as f32 * f32::from_bits(0x2F7F_FFFE)
}

/// [W2](basement_model::rules#w2): what a further stream is seeded with: a draw or a state of the
/// game's generator, or 64 bits of PCG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamSeed {
    /// A draw or a state.
    Game(u32),
    /// 64 bits.
    Pcg(u64),
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
    source: GeneratorState,
    drawn: u64,
}

/// R4: where the draws come from.
#[derive(Clone, Debug)]
enum GeneratorState {
    /// The state of the game's generator, and its triple.
    Game(u32, Triple),
    /// PCG.
    Pcg(Pcg64Mcg),
}

impl Stream {
    /// [R4](basement_model::rules#r4): the stream of a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        let source = match seed {
            Seed::Game(seed) => GeneratorState::Game(seed.get(), LEVEL),
            Seed::Pcg(seed) => GeneratorState::Pcg(Pcg64Mcg::seed_from_u64(seed)),
        };
        Self { source, drawn: 0 }
    }

    /// [W2](basement_model::rules#w2): the stream of a further seed, with a triple. PCG has no
    /// triples: the upper half of its state is the seed, and the lower half is the seed xor n + 1
    /// times an odd constant, where n is the triple's number. So each use of a seed has its own
    /// stream.
    #[must_use]
    pub fn seeded(seed: StreamSeed, triple: Triple) -> Self {
        let source = match seed {
            StreamSeed::Game(state) => GeneratorState::Game(state, triple),
            StreamSeed::Pcg(seed) => {
                let mark = (u64::from(triple.number) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                GeneratorState::Pcg(Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(seed ^ mark)))
            }
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
            GeneratorState::Game(state, triple) => {
                *state = xorshift(*state, triple.shifts);
                *state
            }
            GeneratorState::Pcg(rng) => rng.next_u32(),
        }
    }

    /// [R4](basement_model::rules#r4): two draws, as 64 bits. PCG makes numbers of 64 bits, and a
    /// draw uses 32 of them; here one number gives all 64.
    pub fn word(&mut self) -> u64 {
        if let GeneratorState::Pcg(rng) = &mut self.source {
            self.drawn += 2;
            return rng.next_u64();
        }
        let [low, high] = [self.draw(), self.draw()];
        u64::from(high) << 32 | u64::from(low)
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

    /// [W2](basement_model::rules#w2): one draw that seeds something: the game's draw as it is, or
    /// 64 bits of PCG.
    pub fn draw_seed(&mut self) -> StreamSeed {
        match &mut self.source {
            GeneratorState::Game(..) => StreamSeed::Game(self.draw()),
            GeneratorState::Pcg(rng) => {
                self.drawn += 1;
                StreamSeed::Pcg(rng.next_u64())
            }
        }
    }

    /// [W3](basement_model::rules#w3): the state, which is the last draw, as a seed. Reading it
    /// draws nothing. PCG shows no state: there it is one draw.
    pub fn state_as_seed(&mut self) -> StreamSeed {
        match self.source {
            GeneratorState::Game(state, _) => StreamSeed::Game(state),
            GeneratorState::Pcg(_) => self.draw_seed(),
        }
    }

    /// [W71](basement_model::rules#w71): whether the state is divisible by n. Reading it draws
    /// nothing. PCG shows no state: there one draw hits with chance 1/n.
    pub fn state_divides_by(&mut self, n: u32) -> bool {
        match self.source {
            GeneratorState::Game(state, _) => state.is_multiple_of(n),
            GeneratorState::Pcg(_) => self.one_in(n),
        }
    }

    /// [W16](basement_model::rules#w16), [W32](basement_model::rules#w32): goes back to the state
    /// that this stream had when a copy of it was saved. The draws since then stay counted. PCG
    /// continues from where it is.
    pub fn restore(&mut self, saved: &Self) {
        if let GeneratorState::Game(..) = self.source {
            self.source = saved.source.clone();
        }
    }

    /// [R5](basement_model::rules#r5): the side stream. The game's starts from the state that this
    /// stream has now and runs in step with it; PCG's is independent.
    pub fn side_stream(&mut self) -> Self {
        match self.source {
            GeneratorState::Game(state, triple) => {
                Self { source: GeneratorState::Game(state, triple), drawn: 0 }
            }
            GeneratorState::Pcg(_) => self.seeded_stream(),
        }
    }

    /// [R8](basement_model::rules#r8): the stream that the next draw seeds. PCG's seed has 128
    /// bits, so it takes four draws.
    pub fn seeded_stream(&mut self) -> Self {
        let source = match self.source {
            GeneratorState::Game(..) => GeneratorState::Game(self.draw(), LEVEL),
            GeneratorState::Pcg(_) => {
                let mut seed = [0; 16];
                for bytes in seed.chunks_mut(4) {
                    bytes.copy_from_slice(&self.draw().to_le_bytes());
                }
                GeneratorState::Pcg(Pcg64Mcg::from_seed(seed))
            }
        };
        Self { source, drawn: 0 }
    }
}
