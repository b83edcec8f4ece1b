//! What decides where a player with a choice goes.

use basement_floors::Floor;

use crate::record::FloorRecord;

/// Draws from each floor's own stream (SplitMix64), so that a floor has the same value whenever it is
/// measured.
#[derive(Clone, Copy)]
pub(crate) struct Coin(u64);

impl Coin {
    /// The stream of a floor, seeded with the floor's seed.
    pub(crate) fn of_floor(floor: &Floor) -> Self {
        Self(floor.seed().value())
    }

    /// The stream of a record, seeded with the record's seed if that is a number, else with a hash
    /// (64-bit FNV-1a) of the seed's text, or of the rooms if there is no seed.
    pub(crate) fn of_record(record: &FloorRecord) -> Self {
        match record.seed() {
            Some(seed) => Self(seed.parse().unwrap_or_else(|_| hash(seed.bytes()))),
            None => Self(hash(record.rooms().iter().flat_map(|room| {
                let cells = room.cells().iter().flat_map(|cell| [cell.x, cell.y]);
                u8::try_from(room.kind().mark()).into_iter().chain(cells)
            }))),
        }
    }

    /// A number less than `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (((mixed >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// 64-bit FNV-1a.
pub(crate) fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
