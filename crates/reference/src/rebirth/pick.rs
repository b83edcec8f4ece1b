//! How a concrete room is picked ([W6-W11](basement_model::rules#w6)).

use basement_rooms::{Catalogue, CatalogueRoom, RoomType};

use super::difficulties::DifficultyRange;
use super::shapes::{Doors, doors_of_shape};
use crate::stream::{PICK, Stream, StreamSeed};

/// [W7](basement_model::rules#w7): the number of the file with the special rooms.
pub const SPECIAL_ROOMS: u8 = 0;

/// [W8](basement_model::rules#w8): the difficulties of the special rooms that can be picked.
pub const SPECIAL_DIFFICULTIES: DifficultyRange = (1, 10);

/// [W7](basement_model::rules#w7): the number that stands for The Void. The game reads no file
/// with this number.
pub const THE_VOID: u8 = 26;

/// [L1](basement_model::rules#l1), [W7](basement_model::rules#w7): the number of the file that a
/// stage's ordinary rooms are picked from. The first four chapters have three alternatives, and two
/// more in `repentance`, for both of their stages; Sheol, Cathedral, Dark Room and Chest follow.
/// The Void, and stages that do not exist, have a number whose file the game does not read.
#[must_use]
pub const fn stage_file(stage: u8, stage_type: u8) -> u8 {
    match (stage, stage_type) {
        (1..=8, 0..=3) => 1 + stage_type + 3 * ((stage - 1) / 2),
        (1..=8, 4 | 5) => 27 + (stage_type - 4) + 2 * ((stage - 1) / 2),
        (10, 0 | 1) => 14 + stage_type,
        (11, 0 | 1) => 16 + stage_type,
        _ => THE_VOID,
    }
}

/// [W7](basement_model::rules#w7): the numbers of the files that a stage's ordinary rooms are
/// picked from. There is one; for The Void, those of all stages of `afterbirth-plus` except Blue
/// Womb.
///
/// ```
/// use basement_reference::rebirth::pick::stage_files;
///
/// assert_eq!(stage_files(1, 0), stage_files(2, 0)); // both floors of the Basement
/// assert_eq!(stage_files(3, 1), [5]); // the Catacombs
/// assert_eq!(stage_files(8, 4), [33]); // the Corpse
/// assert_eq!(stage_files(12, 0).len(), 16);
/// ```
#[must_use]
pub fn stage_files(stage: u8, stage_type: u8) -> Vec<u8> {
    match stage_file(stage, stage_type) {
        THE_VOID => (1..=17).filter(|file| *file != 13).collect(),
        file => vec![file],
    }
}

/// [W8](basement_model::rules#w8): what a room must be. Both ends of a range are included.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The numbers of the files to look in, in order.
    pub files: Vec<u8>,
    /// Its type.
    pub room_type: RoomType,
    /// Its subtype, or any.
    pub subtype: Option<u32>,
    /// The range of its variant.
    pub variants: (u32, u32),
    /// The number of its shape, or any.
    pub shape: Option<u8>,
    /// The range of its difficulty.
    pub difficulties: DifficultyRange,
    /// The doors that it must be able to have.
    pub doors: Doors,
}

impl Wanted {
    /// [W8](basement_model::rules#w8): any special room of a type.
    #[must_use]
    pub fn special(room_type: RoomType) -> Self {
        Self {
            files: vec![SPECIAL_ROOMS],
            room_type,
            subtype: None,
            variants: (0, u32::MAX),
            shape: None,
            difficulties: SPECIAL_DIFFICULTIES,
            doors: [false; 8],
        }
    }

    /// [W8](basement_model::rules#w8): a special room of a type and subtype.
    #[must_use]
    pub fn subtype(room_type: RoomType, subtype: u32) -> Self {
        Self { subtype: Some(subtype), ..Self::special(room_type) }
    }

    /// [W8](basement_model::rules#w8): a special room of a type, with a variant in a range.
    #[must_use]
    pub fn variants(room_type: RoomType, variants: (u32, u32)) -> Self {
        Self { variants, ..Self::special(room_type) }
    }

    /// [F14](basement_model::rules#f14): limits the choice to rooms of one cell with a door on
    /// every side.
    #[must_use]
    pub fn single(self) -> Self {
        Self { shape: Some(1), doors: doors_of_shape(1), ..self }
    }

    /// [W8](basement_model::rules#w8): the candidates, by their index in the catalogue, in the
    /// order of the files.
    #[must_use]
    pub fn candidates(&self, catalogue: &Catalogue) -> Vec<usize> {
        let rooms = catalogue.rooms();
        let all = self.files.iter().flat_map(|file| rooms_of_file(catalogue, *file));
        all.filter(|index| self.matches(&rooms[*index])).collect()
    }

    fn matches(&self, room: &CatalogueRoom) -> bool {
        let is_in = |(least, most): (u32, u32), value: u32| (least..=most).contains(&value);
        let has_doors = |doors: Doors| (0..8).all(|slot| doors[slot] || !self.doors[slot]);
        room.room_type == self.room_type
            && self.subtype.is_none_or(|subtype| room.subtype == subtype)
            && is_in(self.variants, room.variant)
            && self.shape.is_none_or(|shape| room.shape.id() == shape)
            && is_in(self.difficulties, u32::from(room.difficulty))
            && has_doors(doors_of(room))
    }
}

/// [W7](basement_model::rules#w7): the rooms of the files with a number, by their index in the
/// catalogue.
fn rooms_of_file(catalogue: &Catalogue, number: u8) -> impl Iterator<Item = usize> {
    let mut first = 0;
    catalogue.files().iter().flat_map(move |file| {
        let rooms = first..first + file.rooms.len();
        first = rooms.end;
        if file.stage == Some(number) { rooms } else { 0..0 }
    })
}

/// [W6](basement_model::rules#w6): the slots in which a room of the catalogue can have a door.
#[must_use]
pub fn doors_of(room: &CatalogueRoom) -> Doors {
    std::array::from_fn(|slot| room.doors.bits() >> slot & 1 == 1)
}

/// [W9](basement_model::rules#w9): a room of the catalogue that was picked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// Its index in the catalogue.
    pub index: usize,
    /// The number of its shape.
    pub shape: u8,
    /// The slots in which it can have a door.
    pub doors: Doors,
    /// Its type.
    pub room_type: RoomType,
    /// Its variant.
    pub variant: u32,
    /// Its subtype.
    pub subtype: u32,
}

/// [W9](basement_model::rules#w9): the room of the catalogue at an index.
#[must_use]
pub fn room(rooms: &[CatalogueRoom], index: usize) -> Picked {
    let room = &rooms[index];
    Picked {
        index,
        shape: room.shape.id(),
        doors: doors_of(room),
        room_type: room.room_type,
        variant: room.variant,
        subtype: room.subtype,
    }
}

/// [W43](basement_model::rules#w43), [W50](basement_model::rules#w50): the first ordinary room of a
/// file with a variant. It is taken without a draw, and its weight stays.
#[must_use]
pub fn first_ordinary(catalogue: &Catalogue, file: u8, variant: u32) -> Option<Picked> {
    let rooms = catalogue.rooms();
    let is_it = |index: &usize| {
        (rooms[*index].room_type, rooms[*index].variant) == (RoomType::Normal, variant)
    };
    rooms_of_file(catalogue, file).find(is_it).map(|index| room(rooms, index))
}

/// [L2](basement_model::rules#l2), [W9](basement_model::rules#w9),
/// [W10](basement_model::rules#w10): picks a room with a pick seed, all in 32-bit floats. Its
/// weight falls to a tenth.
///
/// When rooms with exactly the needed doors exist, and 9.99 times their share of the weight is
/// above a second float, the pick is among them. The room is the first at which the sum of the
/// weights exceeds the first float's share of their total.
pub fn pick(
    catalogue: &Catalogue,
    weights: &mut [f32],
    seed: StreamSeed,
    wanted: &Wanted,
) -> Option<Picked> {
    let picked = pick_and_keep_weight(catalogue, weights, seed, wanted)?;
    let weight = &mut weights[picked.index];
    *weight = (0.1 * *weight).max(1e-7);
    Some(picked)
}

/// [W10](basement_model::rules#w10): picks a room and keeps its weight, for libraries.
#[must_use]
pub fn pick_and_keep_weight(
    catalogue: &Catalogue,
    weights: &[f32],
    seed: StreamSeed,
    wanted: &Wanted,
) -> Option<Picked> {
    let sum = |list: &[usize]| list.iter().fold(0.0_f32, |sum, index| sum + weights[*index]);
    let (rooms, candidates) = (catalogue.rooms(), wanted.candidates(catalogue));
    let total = sum(&candidates);
    if candidates.is_empty() || total <= 0.0 {
        return None;
    }
    let is_exact = |index: &usize| doors_of(&rooms[*index]) == wanted.doors;
    let exact: Vec<usize> = match wanted.doors.contains(&true) {
        true => candidates.iter().copied().filter(is_exact).collect(),
        false => Vec::new(),
    };
    let mut stream = Stream::seeded(seed, PICK);
    let first = stream.float();
    let exact_total = sum(&exact);
    if !exact.is_empty() && stream.float() < 9.99 * (exact_total / total) {
        at(rooms, weights, &exact, exact_total, first)
    } else {
        at(rooms, weights, &candidates, total, first)
    }
}

/// W9: the first room of a list at which the sum of the weights exceeds a share of their total.
fn at(
    rooms: &[CatalogueRoom],
    weights: &[f32],
    list: &[usize],
    total: f32,
    share: f32,
) -> Option<Picked> {
    let target = share * total;
    let mut sum = 0.0_f32;
    list.iter()
        .find(|index| {
            sum += weights[**index];
            sum > target
        })
        .map(|index| room(rooms, *index))
}
