//! The engine's own catalogue (L1). Its rooms are our own, not the game's.
//!
//! The special rooms are listed in `special.rs`. Most of them can have a door in every slot of
//! their shape. The normal rooms of each stage file are drawn by the game's generator from a fixed
//! seed, in integer arithmetic, so that every machine makes the same rooms. A file has 174 of them,
//! as many as F14 reports for the first game's Basement. The first four rooms of each shape have
//! all doors and one of the four difficulties each. So there is a room for any doors that a floor
//! needs (W50), in every range of L4. Stage 11 also has a start room.
//!
//! The special rooms are calibrated to figures published for 10,000 floors of the game's
//! Basement I (published / this catalogue, edition `afterbirth-plus`, runs 1 to 10,000):
//!
//! | | 1 neighbour of the secret room | 2 | 3 | 4 | attempts per floor |
//! |---|---|---|---|---|---|
//! | normal | 3.6 / 4.6 % | 43.9 / 42.7 % | 50.8 / 50.9 % | 1.8 / 1.8 % | 1.08 / 1.09 |
//! | hard | 1.4 / 2.5 % | 30.9 / 30.7 % | 62.8 / 61.3 % | 4.9 / 5.4 % | - / 1.09 |

mod special;

use basement_model::{DoorSlot, DoorSlots, GameRng, Shape};
use rand::{Rng, SeedableRng};

use crate::interior::Interior;
use crate::room_file::{CatalogueRoom, FileRoom, RoomFile};
use crate::room_type::RoomType;
use crate::stage_file::{STAGE_FILES, StageFile, VOID_POOL};

/// L1: the seed of the normal rooms, to which each file adds its number. A different seed makes
/// different rooms, and so different floors.
const SEED: u32 = 20_141_104;

/// L1: how many normal rooms of each shape a file contains, 174 in all.
#[rustfmt::skip]
const NORMAL: [(Shape, u32); 12] = [
    (Shape::Single,           96),
    (Shape::NarrowHorizontal,  6),
    (Shape::NarrowVertical,    6),
    (Shape::Tall,             14),
    (Shape::TallNarrow,        4),
    (Shape::Wide,             14),
    (Shape::WideNarrow,        4),
    (Shape::Square,           10),
    (Shape::NoTopLeft,         5),
    (Shape::NoTopRight,        5),
    (Shape::NoBottomLeft,      5),
    (Shape::NoBottomRight,     5),
];

/// L4: the difficulties of normal rooms, each with its share in percent.
const DIFFICULTIES: [(u8, u32); 4] = [(1, 30), (5, 35), (10, 25), (15, 10)];
/// L1: how many doors of its shape a normal room lacks, each number with its share in
/// percent.
const LACKING: [(u8, u32); 3] = [(0, 70), (1, 20), (2, 10)];
/// L1: the weights of normal rooms, each with its share in percent.
const WEIGHTS: [(f32, u32); 4] = [(1.0, 70), (0.75, 12), (0.5, 12), (0.25, 6)];

/// W50: the stage whose files begin with a start room.
const OWN_START: u8 = 11;

/// L1: the file of special rooms, then the file of normal rooms for each stage.
pub(crate) fn room_files() -> Vec<RoomFile> {
    let stage_files = STAGE_FILES.iter().filter(|file| file.number != VOID_POOL);
    core::iter::once(special::special_rooms()).chain(stage_files.map(normal_rooms)).collect()
}

/// The normal rooms of a stage file.
fn normal_rooms(stage_file: &StageFile) -> RoomFile {
    let mut rng = GameRng::from_seed((SEED + u32::from(stage_file.number)).to_le_bytes());
    let name = stage_file.name;
    let usual = CatalogueRoom::new(Some(stage_file.number), RoomType::Normal, Shape::Single);
    let mut rooms: Vec<FileRoom> = Vec::new();
    if stage_file.stage == OWN_START {
        rooms.push(empty_room(usual, format!("{name} start")));
    }
    for (shape, count) in NORMAL {
        for number in 1..=count {
            let full = DIFFICULTIES.get(number as usize - 1);
            let (difficulty, doors) = match full {
                Some((difficulty, _)) => (*difficulty, shape.slots()),
                None => (pick(&DIFFICULTIES, &mut rng), doors(shape, &mut rng)),
            };
            let (variant, weight) = (rooms.len() as u32, pick(&WEIGHTS, &mut rng));
            let room = CatalogueRoom { variant, difficulty, weight, shape, doors, ..usual };
            rooms.push(empty_room(room, format!("{name} {shape} {number}")));
        }
    }
    file(stage_file.number, name, rooms)
}

/// A value of a table, drawn by its share in percent.
fn pick<V: Copy>(table: &[(V, u32)], rng: &mut GameRng) -> V {
    let mut rest = rng.next_u32() % 100;
    for (value, share) in table {
        if rest < *share {
            return *value;
        }
        rest -= share;
    }
    table[0].0
}

/// The doors of a shape, without a drawn number of them. At least one is left.
fn doors(shape: Shape, rng: &mut GameRng) -> DoorSlots {
    let mut doors: Vec<DoorSlot> = shape.slots().iter().collect();
    for _ in 0..pick(&LACKING, rng) {
        if doors.len() > 1 {
            doors.remove(rng.next_u32() as usize % doors.len());
        }
    }
    doors.into_iter().fold(DoorSlots::NONE, DoorSlots::with)
}

fn empty_room(room: CatalogueRoom, name: String) -> FileRoom {
    FileRoom { room, interior: Interior::empty(name, room.shape, room.doors) }
}

fn file(number: u8, name: &str, rooms: Vec<FileRoom>) -> RoomFile {
    RoomFile {
        name: format!("{number:02}.{name}.xml"),
        stage: Some(number),
        rooms,
        ..RoomFile::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, Query, Weights};

    /// L4's ranges in all editions.
    const RANGES: [(u8, u8); 9] =
        [(1, 5), (5, 10), (5, 5), (10, 15), (1, 10), (5, 15), (10, 10), (1, 15), (5, 20)];

    #[test]
    fn l1_shares_sum_to_100_and_a_file_has_174_normal_rooms() {
        assert_eq!(DIFFICULTIES.iter().map(|(_, share)| share).sum::<u32>(), 100);
        assert_eq!(LACKING.iter().map(|(_, share)| share).sum::<u32>(), 100);
        assert_eq!(WEIGHTS.iter().map(|(_, share)| share).sum::<u32>(), 100);
        assert_eq!(NORMAL.iter().map(|(_, count)| count).sum::<u32>(), 174);
        // One file of special rooms and 23 files of normal rooms: The Void has no file.
        assert_eq!(room_files().len(), 24);
        for file in &room_files()[1..] {
            let more = match file.stage {
                Some(16 | 17) => 1,
                _ => 0,
            };
            assert_eq!(file.rooms.len(), 174 + more, "{}", file.name);
        }
    }

    #[test]
    fn l3_every_stage_has_a_room_for_every_shape_doors_and_range() {
        let mut weights = Weights::new(Catalogue::embedded());
        for stage_file in &STAGE_FILES {
            for shape in Shape::ALL {
                for difficulties in RANGES {
                    // A room with all doors of the outline serves whatever doors are needed. Stage
                    // 11 leaves out its start room, and `repentance` every subtype except 0 (W71).
                    let wanted = Query {
                        shape: Some(shape),
                        variants: (u32::from(stage_file.stage == OWN_START), u32::MAX),
                        subtype: Some(0),
                        difficulties,
                        doors: shape.slots(),
                        ..Query::new(stage_file.number, RoomType::Normal)
                    };
                    let found = weights.choose(&wanted, (0.5, 0.5)).is_some();
                    assert!(found, "{} {shape} {difficulties:?}", stage_file.name);
                }
            }
        }
    }

    #[test]
    fn l4_every_range_of_every_stage_holds_20_rooms_and_more() {
        for file in &room_files()[1..] {
            for (least, greatest) in RANGES {
                let fitting = file
                    .rooms
                    .iter()
                    .filter(|room| (least..=greatest).contains(&room.room.difficulty));
                assert!(fitting.count() >= 20, "{} {least}-{greatest}", file.name);
            }
        }
    }

    #[test]
    fn l1_the_doors_as_written_are_the_slots_of_the_room() {
        for room in room_files().iter().flat_map(|file| &file.rooms) {
            assert_eq!(room.interior.door_slots(room.room.shape), room.room.doors);
            assert!(!room.room.doors.is_empty());
        }
    }

    #[test]
    fn l1_the_rooms_of_a_file_differ_in_doors_and_the_files_from_each_other() {
        let files = room_files();
        let lacking = |file: &RoomFile| {
            let lacks = |room: &&FileRoom| room.room.doors != room.room.shape.slots();
            file.rooms.iter().filter(lacks).count()
        };
        assert!(files[1..].iter().all(|file| (20..=60).contains(&lacking(file))));
        let doors = |file: &RoomFile| -> Vec<u8> {
            file.rooms.iter().map(|room| room.room.doors.bits()).collect()
        };
        assert_ne!(doors(&files[1]), doors(&files[2]));
        assert_eq!(room_files(), files);
    }

    #[test]
    fn w50_the_files_of_stage_11_begin_with_a_start_room() {
        for file in [16, 17] {
            let (_, start) = Catalogue::embedded().first_normal(file, 0).unwrap();
            assert_eq!((start.shape, start.doors), (Shape::Single, Shape::Single.slots()));
        }
    }
}
