//! A plain reading of the rules page: both algorithms once more, slow and
//! obvious, written from the page alone. Its worth is its independence, so it
//! shares with the engine only names (kinds, curses, requests), the rule
//! parameters and the catalogue; `differential.rs` holds the two against each
//! other, draw for draw.

pub(crate) mod flash;
pub(crate) mod rebirth;

use basement_floors::{Curse, Floor, RoomKind, Seed};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// One room as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainRoom {
    /// Column and row of the top left corner of its bounding box.
    pub(crate) anchor: (i32, i32),
    /// R2's number.
    pub(crate) shape: u8,
    pub(crate) kind: RoomKind,
    pub(crate) depth: u32,
    /// Whether it can have a door, slot by slot.
    pub(crate) doors: [bool; 8],
    /// Its place in the catalogue.
    pub(crate) interior: Option<usize>,
}

/// One floor as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainFloor {
    pub(crate) curse: Option<Curse>,
    pub(crate) wanted: u32,
    pub(crate) attempts: u32,
    pub(crate) draws: u64,
    pub(crate) rooms: Vec<PlainRoom>,
    pub(crate) dead_ends: Vec<usize>,
}

/// Every attempt was thrown away (F7, R17).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GaveUp {
    pub(crate) attempts: u32,
}

impl From<&Floor> for PlainFloor {
    /// What the engine made, in the terms of this module.
    fn from(floor: &Floor) -> Self {
        let rooms = floor.rooms().iter().map(|room| PlainRoom {
            anchor: (i32::from(room.anchor.x), i32::from(room.anchor.y)),
            shape: room.shape.id(),
            kind: room.kind,
            depth: u32::from(room.depth),
            doors: std::array::from_fn(|slot| room.slots.bits() >> slot & 1 == 1),
            interior: room.interior.map(usize::from),
        });
        Self {
            curse: floor.curse(),
            wanted: u32::from(floor.wanted()),
            attempts: floor.attempts(),
            draws: floor.draws(),
            rooms: rooms.collect(),
            dead_ends: floor.dead_ends().iter().map(|room| usize::from(*room)).collect(),
        }
    }
}

/// R3, R4: a stream of 32-bit draws that counts them.
#[derive(Clone)]
pub(crate) struct Stream {
    source: Source,
    pub(crate) drawn: u64,
}

#[derive(Clone)]
enum Source {
    Game(u32),
    Pcg(Pcg64Mcg),
}

/// R3: the float one draw stands for.
fn float_of(draw: u32) -> f32 {
    draw as f32 * f32::from_bits(0x2F7F_FFFE)
}

/// R3: one step of the game's generator.
fn xorshift(mut x: u32, a: u32, b: u32, c: u32) -> u32 {
    x ^= x >> a;
    x ^= x << b;
    x ^= x >> c;
    x
}

impl Stream {
    pub(crate) fn new(seed: Seed) -> Self {
        let source = match seed {
            Seed::Game(seed) => Source::Game(seed.get()),
            Seed::Pcg(seed) => Source::Pcg(Pcg64Mcg::seed_from_u64(seed)),
        };
        Self { source, drawn: 0 }
    }

    /// The next draw; triple 35 is (5, 9, 7).
    pub(crate) fn draw(&mut self) -> u32 {
        self.drawn += 1;
        match &mut self.source {
            Source::Game(state) => {
                *state = xorshift(*state, 5, 9, 7);
                *state
            }
            Source::Pcg(rng) => rng.next_u32(),
        }
    }

    /// random(n) of the rules: always one draw.
    pub(crate) fn random(&mut self, n: u32) -> u32 {
        self.draw() % n
    }

    /// "1/n" of the rules.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.random(n) == 0
    }

    /// A random float of the rules.
    pub(crate) fn float(&mut self) -> f32 {
        float_of(self.draw())
    }

    /// R5: the stream that starts from this one's state.
    pub(crate) fn side_stream(&mut self) -> Self {
        match self.source {
            Source::Game(state) => Self { source: Source::Game(state), drawn: 0 },
            Source::Pcg(_) => self.seeded_stream(),
        }
    }

    /// R8: the stream that the next draw seeds (PCG: the next four).
    pub(crate) fn seeded_stream(&mut self) -> Self {
        let source = match self.source {
            Source::Game(_) => Source::Game(self.draw()),
            Source::Pcg(_) => {
                let mut bytes = Vec::new();
                for _ in 0..4 {
                    bytes.extend(self.draw().to_le_bytes());
                }
                let mut seed = [0; 16];
                seed.copy_from_slice(&bytes);
                Source::Pcg(Pcg64Mcg::from_seed(seed))
            }
        };
        Self { source, drawn: 0 }
    }

    /// L2: the two floats of a room's choice. The game's come from xorshift
    /// with triple 7, (1, 21, 20), seeded by one draw: three draws in all.
    pub(crate) fn choice_floats(&mut self) -> (f32, f32) {
        if matches!(self.source, Source::Pcg(_)) {
            return (self.float(), self.float());
        }
        let first = xorshift(self.draw(), 1, 21, 20);
        let second = xorshift(first, 1, 21, 20);
        self.drawn += 2;
        (float_of(first), float_of(second))
    }
}
