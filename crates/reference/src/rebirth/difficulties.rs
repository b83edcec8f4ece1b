//! How difficult ordinary rooms are ([L4](basement_model::rules#l4)), and which shapes they put on
//! offer ([R9](basement_model::rules#r9)).

use basement_floors::rebirth::RebirthRules;
use basement_model::{Curse, Difficulty, Request};
use basement_rooms::{Catalogue, CatalogueRoom, RoomType};

/// [L4](basement_model::rules#l4): a range of difficulties, both ends included.
pub type DifficultyRange = (u32, u32);

/// [L4](basement_model::rules#l4): the range of the ordinary rooms' difficulty. 1-5 on a chapter's
/// first floor, 5-10 on its second, 5-15 in The Void; more in hard mode. In `repentance` Labyrinth
/// floors and chapters 5 and 6 count as both, 1-10; in the other editions a Labyrinth floor counts
/// by its stage, and chapters 5 and 6 as first floors.
#[must_use]
pub fn difficulties(
    rules: &RebirthRules,
    request: &Request,
    curse: Option<Curse>,
) -> DifficultyRange {
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

/// [R9](basement_model::rules#r9), [W80](basement_model::rules#w80): the range of difficulties that
/// is used. The range widens to 1-15 if it contains fewer than 20 ordinary rooms of the floor's
/// files, whatever their variant and weight ([L4](basement_model::rules#l4)). The picks use the
/// wider range too.
#[must_use]
pub fn widened(
    rules: &RebirthRules,
    catalogue: &Catalogue,
    files: &[u8],
    difficulties: DifficultyRange,
) -> DifficultyRange {
    let count = ordinary_rooms(catalogue, files, difficulties).count();
    if count < rules.difficulty.enough_rooms as usize { (1, 15) } else { difficulties }
}

/// [R9](basement_model::rules#r9): which shapes are on offer, by number. A shape is on offer if the
/// floor's files have an ordinary room of it in the range of difficulties. Place 0 is not used.
#[must_use]
pub fn shapes_on_offer(
    catalogue: &Catalogue,
    files: &[u8],
    difficulties: DifficultyRange,
) -> [bool; 13] {
    let mut shapes = [false; 13];
    for room in ordinary_rooms(catalogue, files, difficulties) {
        shapes[usize::from(room.shape.id())] = true;
    }
    shapes
}

/// R9: the ordinary rooms of some files whose difficulty is in a range.
fn ordinary_rooms<'a>(
    catalogue: &'a Catalogue,
    files: &'a [u8],
    (least, most): DifficultyRange,
) -> impl Iterator<Item = &'a CatalogueRoom> {
    catalogue.rooms().iter().filter(move |room| {
        room.stage.is_some_and(|file| files.contains(&file))
            && room.room_type == RoomType::Normal
            && (least..=most).contains(&u32::from(room.difficulty))
    })
}
