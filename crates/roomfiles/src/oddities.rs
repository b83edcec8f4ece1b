//! What is odd about the rooms of a file.

use std::collections::{HashMap, HashSet};

use basement_model::{Direction, DoorSlot, DoorSlots, Shape};
use basement_rooms::{
    CatalogueRoom, FileRoom, Interior, RoomType, SPECIAL_DIFFICULTIES, SPECIAL_ROOMS, Spawn,
    TILES_HIGH, TILES_WIDE, door_slot_at, door_tile,
};

use crate::findings::FindingKind;

/// Finds what is odd about the rooms of a file, one room after another.
#[derive(Default)]
pub(crate) struct Oddities {
    /// The first room with each type, variant and subtype.
    firsts: HashMap<(RoomType, u32, u32), usize>,
    /// The weights of the rooms of each type.
    weights: HashMap<RoomType, f32>,
    /// How many rooms there were so far.
    pub(crate) rooms: usize,
    /// The number of the stage file; `None` if no floor draws its rooms.
    stage: Option<u8>,
}

impl Oddities {
    /// Of a stage file, or of a file whose rooms no floor draws.
    pub(crate) fn in_file(stage: Option<u8>) -> Self {
        Self { stage, ..Self::default() }
    }

    /// What is odd about the next room, beginning with what its reader found.
    pub(crate) fn of(&mut self, room: &FileRoom, read: Vec<FindingKind>) -> Vec<FindingKind> {
        let number = self.rooms;
        self.rooms += 1;
        if is_placeholder(room) {
            return vec![FindingKind::Placeholder];
        }
        let mut odd = read;
        odd.extend(about(room));
        let given = room.room.difficulty;
        let most = self.stage.and_then(|file| most_difficult(file, &room.room));
        if let Some(most) = most.filter(|most| !(1..=*most).contains(&given)) {
            odd.push(FindingKind::Difficulty { given, most });
        }
        let sum = self.weights.entry(room.room.room_type).or_default();
        let was_finite = sum.is_finite();
        *sum += room.room.weight;
        odd.extend((was_finite && !sum.is_finite()).then_some(FindingKind::WeightsTooLarge));
        let address = (room.room.room_type, room.room.variant, room.room.subtype);
        if let Some(first) = self.firsts.get(&address) {
            odd.push(FindingKind::SameVariant { first: *first });
        } else {
            self.firsts.insert(address, number);
        }
        odd
    }
}

/// Whether a room is one of the placeholders of type 0 that Afterbirth's tools left in files.
fn is_placeholder(FileRoom { room, interior }: &FileRoom) -> bool {
    room.room_type.number() == 0
        && interior.name == "(null)"
        && (interior.width, interior.height) == (0, 0)
        && interior.doors.is_empty()
}

/// The greatest difficulty with which a rule of any edition asks for a room of a stage file; the least
/// is 1. `None` if no rule asks for such rooms, or if one takes the room by its number.
fn most_difficult(file: u8, room: &CatalogueRoom) -> Option<u8> {
    match (file, room.room_type.number()) {
        // W43: the graves. W50: the start rooms.
        (SPECIAL_ROOMS, 1) if (4..=9).contains(&room.variant) => Some(SPECIAL_DIFFICULTIES.1),
        (SPECIAL_ROOMS, 1) => None,
        (16 | 17, 1) if room.variant == 0 => None,
        // L4, W71: The Void picks harder rooms, from these files.
        (1..=12 | 14..=17, 1) => Some(20),
        (_, 1) => Some(15),
        // W8, W63, W69.
        (SPECIAL_ROOMS, 2 | 5 | 6 | 8..=13 | 18..=21 | 24) | (_, 4 | 7 | 29) => {
            Some(SPECIAL_DIFFICULTIES.1)
        }
        _ => None,
    }
}

/// The types of rooms that no door leads into: the player falls, climbs or is sent there.
const WITHOUT_WAY: [RoomType; 10] = [
    RoomType::Other(0),
    RoomType::Error,
    RoomType::CrawlSpace,
    RoomType::BossRush,
    RoomType::BlackMarket,
    RoomType::GreedExit,
    RoomType::TeleporterExit,
    RoomType::SecretExit,
    RoomType::Blue,
    RoomType::Other(30),
];

/// The game's last type of rooms, the deathmatch.
const LAST_TYPE: u32 = 30;

/// What is odd about a room by itself, without the rest of the file.
fn about(FileRoom { room, interior }: &FileRoom) -> Vec<FindingKind> {
    let mut odd = Vec::new();
    let width = i16::from(room.shape.width()) * TILES_WIDE;
    let height = i16::from(room.shape.height()) * TILES_HIGH;
    let given = (interior.width, interior.height);
    if (i16::from(given.0), i16::from(given.1)) != (width, height) {
        odd.push(FindingKind::Size { given, shape: (width, height) });
    }
    let (mut tiles, mut told) = (HashSet::new(), DoorSlots::NONE);
    let (mut stray, mut twice) = (Vec::new(), Vec::new());
    for door in &interior.doors {
        let tile = (door.x, door.y);
        match door_slot_at(room.shape, door.x, door.y) {
            Some(slot) => told = told.with(slot),
            None => stray.push(tile),
        }
        if !tiles.insert(tile) {
            twice.push(tile);
        }
    }
    if let Some(first) = stray.first().copied() {
        odd.push(FindingKind::StrayDoors { first, count: stray.len() });
    }
    if let Some(first) = twice.first().copied() {
        let is_open = interior.doors.iter().any(|door| (door.x, door.y) == first && door.exists);
        odd.push(FindingKind::DoorsTwice { first, is_open, count: twice.len() });
    }
    let has_a_way = !WITHOUT_WAY.contains(&room.room_type);
    if room.doors.is_empty() {
        odd.extend(has_a_way.then_some(FindingKind::NoDoors));
    } else {
        let missing = room.shape.slots().iter().filter(|slot| !told.contains(*slot));
        let slots = missing.fold(DoorSlots::NONE, DoorSlots::with);
        if !slots.is_empty() {
            odd.push(FindingKind::MissingDoorSlots { slots });
        }
    }
    let blocked = room.doors.iter().filter(|slot| is_blocked(room.shape, *slot, interior));
    let slots = blocked.fold(DoorSlots::NONE, DoorSlots::with);
    if has_a_way && !slots.is_empty() {
        odd.push(FindingKind::BlockedDoors { slots });
    }
    // The ring of wall tiles belongs to the room: rooms hang things on their walls.
    let is_outside =
        |spawn: &&Spawn| !(-1..=width).contains(&spawn.x) || !(-1..=height).contains(&spawn.y);
    let mut outside = interior.spawns.iter().filter(is_outside);
    if let Some(spawn) = outside.next() {
        let count = 1 + outside.count();
        odd.push(FindingKind::SpawnsOutside { first: (spawn.x, spawn.y), count });
    }
    if room.weight == 0.0 {
        odd.push(FindingKind::NoWeight);
    }
    let given = room.room_type.number();
    if given > LAST_TYPE {
        odd.push(FindingKind::UnknownType { given });
    }
    odd
}

/// The types of entities that no bomb and no key removes: a block, a pillar, an invisible block,
/// and pits.
const UNBREAKABLE: [u32; 5] = [1900, 1901, 1999, 3000, 3009];

/// Whether a spawn on the tile behind a door makes only entities that cannot be destroyed.
fn is_blocked(shape: Shape, slot: DoorSlot, interior: &Interior) -> bool {
    let Some((x, y)) = door_tile(shape, slot) else { return false };
    let behind = match slot.direction() {
        Direction::Left => (x + 1, y),
        Direction::Right => (x - 1, y),
        Direction::Up => (x, y + 1),
        Direction::Down => (x, y - 1),
    };
    let mut spawns = interior.spawns.iter().filter(|spawn| (spawn.x, spawn.y) == behind);
    spawns.any(|spawn| {
        !spawn.entities.is_empty()
            && spawn.entities.iter().all(|entity| UNBREAKABLE.contains(&entity.entity_type))
    })
}
