//! Concrete rooms: the catalogue ([L1](basement_model::rules#l1)), the choice of a room
//! ([L2](basement_model::rules#l2)), the insides of normal rooms ([L3](basement_model::rules#l3)),
//! their difficulty ([L4](basement_model::rules#l4)), and which shapes are on offer for it
//! ([R9](basement_model::rules#r9)).

use basement_floors::rebirth::Rules;
use basement_model::{Curse, Difficulty, Request, RoomKind};
use basement_rooms::{Catalogue, CatalogueRoom, RoomType};

use super::Attempt;
use super::shapes::{Doors, before, direction_of_slot};
use crate::Rejected;

/// [L1](basement_model::rules#l1): the number of the file that holds the special rooms.
pub const SPECIAL_ROOMS: u8 = 0;

/// [L1](basement_model::rules#l1): the number of the file that holds a floor's normal rooms. The
/// first four chapters have three alternatives each, for both of their stages; Sheol, Cathedral,
/// Dark Room, Chest and The Void follow.
///
/// ```
/// use basement_reference::rebirth::interiors::stage_file;
///
/// assert_eq!(stage_file(1, 0), stage_file(2, 0)); // both floors of the Basement
/// assert_eq!(stage_file(10, 1), 15); // the Cathedral
/// ```
#[must_use]
pub const fn stage_file(stage: u8, stage_type: u8) -> u8 {
    match stage {
        1..=8 => {
            let chapter = (stage - 1) / 2;
            3 * chapter + 1 + stage_type
        }
        10 => 14 + stage_type,
        11 => 16 + stage_type,
        _ => 26,
    }
}

/// [L4](basement_model::rules#l4): a range of difficulties, both ends included.
pub type Difficulties = (u32, u32);

/// [L4](basement_model::rules#l4): the range of the normal rooms' difficulty. 1-5 on a chapter's
/// first floor, 5-10 on its second, 5-10 in The Void; more in hard mode. In `repentance` Labyrinth
/// floors and chapters 5 and 6 count as both, 1-10; in the other editions a Labyrinth floor counts
/// by its stage, and chapters 5 and 6 as first floors.
#[must_use]
pub fn difficulties(rules: &Rules, request: &Request, curse: Option<Curse>) -> Difficulties {
    let d = &rules.difficulty;
    let is_hard = request.difficulty == Difficulty::Hard;
    let is_labyrinth = curse == Some(Curse::Labyrinth);
    let is_late = matches!(request.level, 10 | 11);
    if request.level == 12 {
        match is_hard {
            false => (d.void_least, d.void_most),
            true => (d.hard_void_least, d.hard_void_most),
        }
    } else if d.counts_as_both && (is_labyrinth || is_late) {
        match is_hard {
            false => (d.both_least, d.both_most),
            true => (d.hard_both_least, d.hard_both_most),
        }
    } else if is_late || request.level % 2 == 1 {
        match is_hard {
            false => (d.first_least, d.first_most),
            true => (d.hard_first_least, d.hard_first_most),
        }
    } else {
        match is_hard {
            false => (d.second_least, d.second_most),
            true => (d.hard_second_least, d.hard_second_most),
        }
    }
}

/// [R9](basement_model::rules#r9): the range of difficulties that holds. When fewer than 20 normal
/// rooms of the file lie in the floor's range ([L4](basement_model::rules#l4)), it widens to 1-15,
/// for the choice of the rooms too.
#[must_use]
pub fn widened_difficulties(
    rules: &Rules,
    catalogue: &Catalogue,
    file: u8,
    difficulties: Difficulties,
) -> Difficulties {
    let rooms = normal_rooms(catalogue, file, difficulties).count();
    if rooms < rules.difficulty.enough_rooms as usize { (1, 15) } else { difficulties }
}

/// [R9](basement_model::rules#r9): which shapes are on offer, by number: those of which the stage's
/// file holds a normal room in the range of difficulties. Place 0 is not used.
#[must_use]
pub fn shapes_on_offer(catalogue: &Catalogue, file: u8, difficulties: Difficulties) -> [bool; 13] {
    let mut shapes = [false; 13];
    for room in normal_rooms(catalogue, file, difficulties) {
        shapes[usize::from(room.shape.id())] = true;
    }
    shapes
}

/// R9: the normal rooms of a file whose difficulty lies in a range. A room of weight 0 is never
/// chosen and does not count.
fn normal_rooms(
    catalogue: &Catalogue,
    file: u8,
    (least, most): Difficulties,
) -> impl Iterator<Item = &CatalogueRoom> {
    catalogue.rooms().iter().filter(move |room| {
        room.stage == Some(file)
            && room.room_type == RoomType::Normal
            && (least..=most).contains(&u32::from(room.difficulty))
            && room.weight > 0.0
    })
}

/// [L2](basement_model::rules#l2): what a concrete room must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// The number of its file.
    pub file: u8,
    /// Its type.
    pub room_type: RoomType,
    /// Its subtype, or any.
    pub subtype: Option<u32>,
    /// The number of its shape, or any.
    pub shape: Option<u8>,
    /// The range of its difficulty.
    pub difficulties: Difficulties,
    /// The doors that it must be able to have.
    pub doors: Doors,
}

impl Query {
    /// [L2](basement_model::rules#l2): any special room of a type. Special rooms ask for no doors
    /// here; [R20](basement_model::rules#r20) looks after that.
    #[must_use]
    pub const fn special(room_type: RoomType) -> Self {
        Self {
            file: SPECIAL_ROOMS,
            room_type,
            subtype: None,
            shape: None,
            difficulties: (0, 255),
            doors: [false; 8],
        }
    }

    /// [L2](basement_model::rules#l2): whether a room of the catalogue is a candidate: of the
    /// wanted file, type, subtype, shape and difficulty, and with all needed doors.
    #[must_use]
    pub fn matches(&self, room: &CatalogueRoom) -> bool {
        let (least, most) = self.difficulties;
        room.stage == Some(self.file)
            && room.room_type == self.room_type
            && self.subtype.is_none_or(|subtype| room.subtype == subtype)
            && self.shape.is_none_or(|shape| room.shape.id() == shape)
            && (least..=most).contains(&u32::from(room.difficulty))
            && has_all(doors_of(room), self.doors)
            && room.weight > 0.0
    }
}

/// [L2](basement_model::rules#l2): a concrete room that was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Its index in the catalogue.
    pub interior: usize,
    /// The number of its shape.
    pub shape: u8,
    /// The slots in which it can have a door.
    pub doors: Doors,
}

/// L2: whether a room has all the doors that are needed.
fn has_all(doors: Doors, needed: Doors) -> bool {
    (0..8).all(|slot| doors[slot] || !needed[slot])
}

/// L1: the slots in which a room of the catalogue can have a door.
fn doors_of(room: &CatalogueRoom) -> Doors {
    std::array::from_fn(|slot| room.doors.bits() >> slot & 1 == 1)
}

/// [L2](basement_model::rules#l2): chooses a room of the catalogue by two floats, in 32-bit floats.
///
/// If rooms with exactly the needed doors exist and 9.99 times their share of the weight exceeds
/// f2, the choice is among them, else among all that match: the room at f1 of the total weight.
/// Its weight then falls to a tenth, never below 1e-7. Weights are restored with each floor, not
/// with each attempt.
pub fn choose(attempt: &mut Attempt<'_>, query: &Query, (f1, f2): (f32, f32)) -> Option<Chosen> {
    let rooms = attempt.setting.catalogue.rooms();
    let weights = &mut attempt.weights;
    let sum = |indices: &[usize]| indices.iter().fold(0.0, |sum, index| sum + weights[*index]);

    let all: Vec<usize> = (0..rooms.len()).filter(|index| query.matches(&rooms[*index])).collect();
    let exact: Vec<usize> =
        all.iter().copied().filter(|index| doors_of(&rooms[*index]) == query.doors).collect();
    let is_exact = !exact.is_empty() && 9.99 * (sum(&exact) / sum(&all)) > f2;
    let among = if is_exact { exact } else { all };

    let mut rest = f1 * sum(&among);
    let mut interior = *among.last()?;
    for index in among {
        rest -= weights[index];
        if rest < 0.0 {
            interior = index;
            break;
        }
    }
    weights[interior] = (weights[interior] * 0.1).max(1e-7);
    let room = &rooms[interior];
    Some(Chosen { interior, shape: room.shape.id(), doors: doors_of(room) })
}

/// [L3](basement_model::rules#l3), [L4](basement_model::rules#l4): when all special and hidden
/// rooms stand, each normal room gets a concrete one of its shape, in the order of placement. It
/// needs a door in each slot that meets a door of the room behind it, and may have more. A room
/// without a match fails the attempt.
///
/// In `repentance` one pick in eight lowers the least difficulty to 1.
pub fn choose_normal_rooms(attempt: &mut Attempt<'_>) -> Result<(), Rejected> {
    let lowered_one_in = attempt.setting.rules.difficulty.lowered_one_in;
    for room in 0..attempt.board.rooms.len() {
        if attempt.board.rooms[room].kind != RoomKind::Normal {
            continue;
        }
        let (mut least, most) = attempt.setting.difficulties;
        if lowered_one_in > 0 && attempt.streams.level.one_in(lowered_one_in) {
            least = 1;
        }
        let query = Query {
            file: attempt.setting.file,
            room_type: RoomType::Normal,
            subtype: None,
            shape: Some(attempt.board.rooms[room].shape),
            difficulties: (least, most),
            doors: doors_in_use(attempt, room),
        };
        let floats = attempt.streams.level.choice_floats();
        let chosen = choose(attempt, &query, floats).ok_or(Rejected)?;
        let room = &mut attempt.board.rooms[room];
        room.interior = Some(chosen.interior);
        room.doors = chosen.doors;
    }
    Ok(())
}

/// [L3](basement_model::rules#l3): the slots of a room that meet a door of the room behind them, a
/// secret room's too.
#[must_use]
pub fn doors_in_use(attempt: &Attempt<'_>, room: usize) -> Doors {
    let board = &attempt.board;
    let mut doors = [false; 8];
    for (slot, target) in board.rooms[room].doors() {
        if let Some(other) = board.room_at(target) {
            let own_cell = before(target, direction_of_slot(slot));
            doors[slot] = board.rooms[other].has_door(target, own_cell);
        }
    }
    doors
}
