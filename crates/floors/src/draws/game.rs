//! The game's xorshift (R3) as a stream of draws.

use basement_model::{RunSeed, SHIFT_TRIPLES, STREAM_TRIPLE, Seed, xorshift};

use super::{Draws, ManyDraws, Order, SIDE_BY_SIDE, SLOT_DRAWS, SlotDraws, Stream, mersenne};

/// The shifts of the level and layout streams (R5, R8). Because they are a constant, the compiler
/// turns each step into three shifts and three XORs.
const SHIFTS: [u8; 3] = SHIFT_TRIPLES[STREAM_TRIPLE];

/// The game's generator with the level's shifts, and the number of draws taken from it.
#[derive(Clone, Debug)]
pub(crate) struct GameStream {
    state: u32,
    drawn: u64,
}

impl GameStream {
    /// The stream from a state other than 0.
    pub(crate) const fn new(state: u32) -> Self {
        debug_assert!(state != 0);
        Self { state, drawn: 0 }
    }

    /// W70: what [`Draws::shuffled`] returns for each of the seeds.
    pub(crate) fn shuffled_side_by_side(
        seeds: [u32; SIDE_BY_SIDE],
        count: usize,
    ) -> [Order; SIDE_BY_SIDE] {
        mersenne::shuffled(seeds, count)
    }
}

impl Stream for GameStream {
    type Seed = u32;

    #[inline]
    fn draw(&mut self) -> u32 {
        self.drawn += 1;
        self.state = xorshift(self.state, SHIFTS);
        self.state
    }

    #[inline]
    fn seed(&mut self) -> u32 {
        self.draw()
    }

    #[inline]
    fn state(&mut self) -> u32 {
        self.state
    }
}

/// The game's generator with any shifts.
#[derive(Clone, Debug)]
pub(crate) struct SeededGameStream {
    state: u32,
    shifts: [u8; 3],
}

impl Stream for SeededGameStream {
    type Seed = u32;

    #[inline]
    fn draw(&mut self) -> u32 {
        self.state = xorshift(self.state, self.shifts);
        self.state
    }

    #[inline]
    fn seed(&mut self) -> u32 {
        self.draw()
    }

    #[inline]
    fn state(&mut self) -> u32 {
        self.state
    }
}

impl Draws for GameStream {
    type Seeded = SeededGameStream;

    #[inline]
    fn seeded(state: u32, triple: usize) -> SeededGameStream {
        SeededGameStream { state, shifts: SHIFT_TRIPLES[triple] }
    }

    fn run_seed(stage: u8, seed: Seed) -> u32 {
        match seed {
            Seed::Game(seed) => RunSeed::from_stage_seed(stage, seed).get(),
            Seed::Pcg(seed) => seed as u32 | 1,
        }
    }

    fn shuffled(seed: u32, count: usize) -> Order {
        let [order] = mersenne::shuffled([seed], count);
        order
    }

    #[inline]
    fn drawn(&self) -> u64 {
        self.drawn
    }

    fn restore(&mut self, earlier: Self) {
        self.state = earlier.state;
    }

    #[inline]
    fn is_state_divided_by(&mut self, n: u32) -> bool {
        self.state.checked_rem(n) == Some(0)
    }

    fn side_stream(&mut self) -> Self {
        Self::new(self.state)
    }

    fn seeded_stream(&mut self) -> Self {
        Self::new(self.draw())
    }

    #[inline(always)]
    fn slot_draws(&mut self) -> SlotDraws {
        let draws = SlotDraws(next_sixteen(skip_ahead(self.state)));
        self.state = draws.last();
        self.drawn += SLOT_DRAWS as u64;
        draws
    }

    /// A block needs only one state of the block before it: the state from which its last column
    /// starts.
    fn many_draws(&mut self, count: usize, draws: &mut ManyDraws) {
        let mut state = self.state;
        for block in &mut draws.0[..count.div_ceil(12)] {
            let states = skip_ahead(state);
            *block = next_sixteen(states);
            state = states[3];
        }
        if let Some(last) = count.checked_sub(1) {
            self.state = draws.get(last);
            self.drawn += count as u64;
        }
    }
}

/// The next sixteen draws, from the states after 0, 4, 8 and 12 steps. Draw number 4k + i is in row
/// i, column k.
#[inline(always)]
fn next_sixteen(mut states: [u32; 4]) -> [[u32; 4]; 4] {
    let mut rows = [[0; 4]; 4];
    for row in &mut rows {
        for (state, drawn) in states.iter_mut().zip(row) {
            *state = xorshift(*state, SHIFTS);
            *drawn = *state;
        }
    }
    rows
}

/// How many bits of a state are looked up at once. A web page has to download the tables, so there
/// they have 2 KB instead of 16.
const CHUNK: usize = if cfg!(target_family = "wasm") { 4 } else { 8 };
const CHUNKS: usize = 32 / CHUNK;
const CHUNK_VALUES: usize = 1 << CHUNK;

/// The state itself, and the states after 4, 8 and 12 steps.
///
/// A step of a xorshift is linear over the bits of its state: `f(a ^ b) = f(a) ^ f(b)` (Marsaglia,
/// Xorshift RNGs, 2003). Several steps together are linear as well: the state after them is the XOR of what
/// each chunk of the state becomes, and a table contains these parts. Four short chains of draws
/// then run side by side, whereas one long chain would wait for each draw. `benches/README.md`
/// gives the gain.
#[inline]
fn skip_ahead(state: u32) -> [u32; 4] {
    static TABLE: [[[u32; 4]; CHUNK_VALUES]; CHUNKS] = skip_table();
    let mut states = [0; 4];
    for (place, table) in TABLE.iter().enumerate() {
        let chunk = state as usize >> (place * CHUNK) & (CHUNK_VALUES - 1);
        for (state, part) in states.iter_mut().zip(&table[chunk]) {
            *state ^= part;
        }
    }
    states
}

/// For each chunk of a state and each of its values, what that chunk alone becomes after 0, 4, 8
/// and 12 steps.
const fn skip_table() -> [[[u32; 4]; CHUNK_VALUES]; CHUNKS] {
    let mut table = [[[0; 4]; CHUNK_VALUES]; CHUNKS];
    let mut entry = 0;
    while entry < CHUNKS * CHUNK_VALUES {
        let (place, chunk) = (entry / CHUNK_VALUES, entry % CHUNK_VALUES);
        let mut state = (chunk as u32) << (place * CHUNK);
        let mut steps = 0;
        while steps < 16 {
            if steps % 4 == 0 {
                table[place][chunk][steps / 4] = state;
            }
            state = xorshift(state, SHIFTS);
            steps += 1;
        }
        entry += 1;
    }
    table
}
