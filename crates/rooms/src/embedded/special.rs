//! The special rooms of the engine's own catalogue, as tables.

use basement_model::{DoorSlot, DoorSlots, Shape};

use super::{empty_room, file};
use crate::bosses;
use crate::room_file::{CatalogueRoom, FileRoom, RoomFile};
use crate::room_type::RoomType;
use crate::stage_file::SPECIAL_ROOMS;

/// Special rooms of one type and shape.
struct Batch {
    room_type: RoomType,
    /// The subtypes that have such rooms.
    subtypes: &'static [u32],
    name: &'static str,
    shape: Shape,
    /// The only slot with a door. `None` if every slot of the shape has one.
    only_door: Option<DoorSlot>,
    /// How many such rooms each subtype has.
    count: u32,
    /// The weight of each.
    weight: f32,
}

const fn batch(
    room_type: RoomType,
    subtypes: &'static [u32],
    name: &'static str,
    shape: Shape,
    count: u32,
    weight: f32,
) -> Batch {
    Batch { room_type, subtypes, name, shape, only_door: None, count, weight }
}

/// Super secret rooms that can be entered from one side only.
const fn one_door(name: &'static str, door: DoorSlot) -> Batch {
    let hollow = batch(RoomType::SuperSecret, &[0], name, Shape::Single, 1, 0.375);
    Batch { only_door: Some(door), ..hollow }
}

/// W12-W15, W60: the rooms of every boss: their shape, number and weight. Two choices in three give
/// a room of one cell, so that a Labyrinth's second boss (W16) finds a place often enough.
const BOSS_ROOMS: [(Shape, u32, f32); 4] = [
    (Shape::Single, 2, 1.0),
    (Shape::Wide, 1, 0.375),
    (Shape::Tall, 1, 0.25),
    (Shape::Square, 1, 0.375),
];

/// W15: the boss without a name, which The Void can ask for.
const NAMELESS: (u32, &str) = (0, "arena");

/// W12: the double trouble rooms of every boss that has such rooms. Their weights are low, because
/// a choice of an ordinary room for the boss is made again if it gives one of these (W14).
const DOUBLE_ROOMS: [(Shape, u32, f32); 3] =
    [(Shape::Single, 1, 0.25), (Shape::Wide, 1, 0.0625), (Shape::Square, 1, 0.0625)];

/// W12: the first variant of a chapter's double trouble rooms, and their bosses.
const DOUBLE_TROUBLE: [(u32, [u32; 6]); 3] = [
    (3700, [3, 4, 14, 18, 28, 29]),
    (3750, [5, 15, 30, 35, 46, 48]),
    (3800, [7, 16, 31, 33, 41, 53]),
];

/// W36, W67: the mini-bosses: name, first variant, subtype.
const MINI_BOSSES: [(&str, u32, u32); 13] = [
    ("sloth", 2000, 0),
    ("lust", 2010, 1),
    ("wrath", 2020, 2),
    ("gluttony", 2030, 3),
    ("envy", 2050, 5),
    ("pride", 2060, 6),
    ("super sloth", 2100, 7),
    ("super lust", 2110, 8),
    ("super wrath", 2120, 9),
    ("super gluttony", 2130, 10),
    ("super envy", 2150, 12),
    ("super pride", 2160, 13),
    ("ultra pride", 2260, 14),
];

/// W67: the difficulties of mini-bosses. Each mini-boss has the same rooms in both.
const MINI_BOSS_DIFFICULTIES: [u8; 2] = [1, 10];

/// How many rooms a mini-boss has in each difficulty.
const MINI_BOSS_ROOMS: u32 = 3;

/// W31, W62: the subtypes of shops: the levels 0 to 4, rare good and rare bad ones, and the same
/// for Tainted Keeper.
const SHOPS: &[u32] = &[0, 1, 2, 3, 4, 10, 11, 100, 101, 102, 103, 104, 110, 111];
/// W32: a choice, Pay To Win, or both.
const OTHER_TREASURES: &[u32] = &[1, 2, 3];
/// W34: the levels of libraries.
const LIBRARIES: &[u32] = &[0, 1, 2, 3, 4];

/// L1: the other special rooms.
///
/// The four hollows with one door are why attempts fail: such a super secret room has no place if
/// no dead end offers that side. They change nothing else, because no secret room is placed next to
/// a super secret room (R33). Their weight is set so that a floor needs as many attempts as in the
/// game.
///
/// W43, W50: the variants of the normal rooms matter here. Variant 2 is the start room, and 3 to 9
/// are graves; the two rooms before them only fill the variants 0 and 1.
#[rustfmt::skip]
const SPECIAL: &[Batch] = &[
    batch(RoomType::SuperSecret,  &[0], "hollow",        Shape::Single,            4, 1.0),
    one_door("western hollow",  DoorSlot::Left0),
    one_door("northern hollow", DoorSlot::Up0),
    one_door("eastern hollow",  DoorSlot::Right0),
    one_door("southern hollow", DoorSlot::Down0),
    batch(RoomType::Shop,         SHOPS, "counter",      Shape::Single,            4, 1.0),
    batch(RoomType::Treasure,     &[0], "pedestal",      Shape::Single,           12, 1.0),
    batch(RoomType::Treasure,     &[0], "niche",         Shape::NarrowHorizontal,  2, 0.25),
    batch(RoomType::Treasure,     &[0], "shaft",         Shape::NarrowVertical,    2, 0.25),
    batch(RoomType::Treasure,     OTHER_TREASURES, "pedestal", Shape::Single,           6, 1.0),
    batch(RoomType::Treasure,     OTHER_TREASURES, "niche",    Shape::NarrowHorizontal, 1, 0.25),
    batch(RoomType::Treasure,     OTHER_TREASURES, "shaft",    Shape::NarrowVertical,   1, 0.25),
    batch(RoomType::Planetarium,  &[0], "dome",          Shape::Single,            4, 1.0),
    batch(RoomType::Dice,         &[0], "table",         Shape::Single,            6, 1.0),
    batch(RoomType::Sacrifice,    &[0], "spikes",        Shape::Single,            6, 1.0),
    batch(RoomType::Sacrifice,    &[0], "spiked niche",  Shape::NarrowHorizontal,  1, 0.5),
    batch(RoomType::Sacrifice,    &[0], "spiked shaft",  Shape::NarrowVertical,    1, 0.5),
    batch(RoomType::Library,      LIBRARIES, "shelves",  Shape::Single,            3, 1.0),
    batch(RoomType::Curse,        &[0, 1], "red cell",   Shape::Single,            8, 1.0),
    batch(RoomType::Curse,        &[0, 1], "red niche",  Shape::NarrowHorizontal,  1, 0.5),
    batch(RoomType::Curse,        &[0, 1], "red shaft",  Shape::NarrowVertical,    1, 0.5),
    batch(RoomType::Challenge,    &[0], "gauntlet",      Shape::Single,            6, 1.0),
    batch(RoomType::Challenge,    &[1], "great gauntlet", Shape::Single,           4, 1.0),
    batch(RoomType::Arcade,       &[0, 1], "machines",   Shape::Single,            6, 1.0),
    batch(RoomType::Vault,        &[0], "chests",        Shape::Single,            6, 1.0),
    batch(RoomType::CleanBedroom, &[0], "bed",           Shape::Single,            3, 1.0),
    batch(RoomType::DirtyBedroom, &[0], "straw",         Shape::Single,            3, 1.0),
    batch(RoomType::Secret,       &[0], "hoard",         Shape::Single,            8, 1.0),
    batch(RoomType::UltraSecret,  &[0], "red hoard",     Shape::Single,            4, 1.0),
    batch(RoomType::Normal,       &[0], "bare room",     Shape::Single,            2, 1.0),
    batch(RoomType::Normal,       &[0], "start",         Shape::Single,            1, 1.0),
    batch(RoomType::Normal,       &[0], "grave",         Shape::Single,            7, 1.0),
];

/// The special rooms: the bosses, the mini-bosses, then the others. Most are numbered within their
/// type.
pub(super) fn special_rooms() -> RoomFile {
    let mut rooms = Rooms(Vec::new());
    for (id, name) in bosses::NAMES.into_iter().chain([NAMELESS]) {
        for (shape, count, weight) in BOSS_ROOMS {
            let room = CatalogueRoom { subtype: id, weight, ..special(RoomType::Boss, shape) };
            rooms.add(&name.to_ascii_lowercase(), count, room);
        }
    }
    for (first, ids) in DOUBLE_TROUBLE {
        let mut variant = first;
        for id in ids {
            let name = bosses::boss_name(id).unwrap_or_default().to_ascii_lowercase();
            for (shape, count, weight) in DOUBLE_ROOMS {
                let boss = special(RoomType::Boss, shape);
                let room = CatalogueRoom { subtype: id, weight, variant, ..boss };
                rooms.add_from(&format!("double {name}"), count, room);
                variant += count;
            }
        }
    }
    for (name, first, subtype) in MINI_BOSSES {
        for (difficulty, number) in MINI_BOSS_DIFFICULTIES.into_iter().zip(0..) {
            let variant = first + number * MINI_BOSS_ROOMS;
            let mini_boss = special(RoomType::MiniBoss, Shape::Single);
            let room = CatalogueRoom { subtype, variant, difficulty, ..mini_boss };
            rooms.add_from(name, MINI_BOSS_ROOMS, room);
        }
    }
    for batch in SPECIAL {
        for subtype in batch.subtypes {
            let usual = special(batch.room_type, batch.shape);
            let doors = batch.only_door.map_or(usual.doors, |door| DoorSlots::NONE.with(door));
            let room = CatalogueRoom { subtype: *subtype, weight: batch.weight, doors, ..usual };
            rooms.add(batch.name, batch.count, room);
        }
    }
    file(SPECIAL_ROOMS, "special rooms", rooms.0)
}

/// A special room with all doors of its shape.
fn special(room_type: RoomType, shape: Shape) -> CatalogueRoom {
    CatalogueRoom::new(Some(SPECIAL_ROOMS), room_type, shape)
}

/// The rooms of a file under construction.
struct Rooms(Vec<FileRoom>);

impl Rooms {
    /// Adds rooms whose variants continue those of their type.
    fn add(&mut self, name: &str, count: u32, room: CatalogueRoom) {
        let before = self.0.iter().filter(|other| other.room.room_type == room.room_type);
        let variant = before.count() as u32;
        self.add_from(name, count, CatalogueRoom { variant, ..room });
    }

    /// Adds rooms whose variants begin with that of the given room. Rooms with the same name are
    /// numbered.
    fn add_from(&mut self, name: &str, count: u32, room: CatalogueRoom) {
        let is_namesake = |other: &&FileRoom| {
            let other = other.interior.name.strip_prefix(name);
            other.is_some_and(|rest| rest.trim_start().parse::<u32>().is_ok())
        };
        let namesakes = self.0.iter().rev().filter(is_namesake).count() as u32;
        for number in 0..count {
            let room = CatalogueRoom { variant: room.variant + number, ..room };
            self.0.push(empty_room(room, format!("{name} {}", namesakes + number + 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::query::Query;
    use crate::{BossPools, Catalogue, SPECIAL_DIFFICULTIES, Weights};

    /// W13's results, in the order of its rows.
    const DRAWN: &[u32] = &[
        72, 67, 69, 68, 66, 59, 60, 61, 57, 58, 64, 44, 65, 56, 47, 45, 48, 46, 53, 43, 50, 52, 51,
        49, 22, 9, 10, 11, 38, 12, 42, 41, 23, 30, 33, 18, 32, 36, 27, 13, 14, 15, 16, 20, 17, 28,
        1, 2, 4, 21, 3, 19, 5, 7, 37, 34, 26, 29, 35, 31,
    ];
    /// W12's fixed bosses, and W70's.
    const FIXED: &[u32] = &[6, 25, 8, 24, 39, 54, 40, 70, 89, 88];
    /// W15's list.
    const IN_THE_VOID: &[u32] = &[
        0, 5, 7, 8, 11, 12, 15, 16, 19, 22, 24, 25, 30, 31, 33, 35, 38, 39, 40, 41, 42, 46, 48, 49,
        51, 53, 54, 58, 59, 66, 68,
    ];

    fn boss_rooms(query: &Query) -> Vec<CatalogueRoom> {
        let matches = |room: &&FileRoom| {
            let room = &room.room;
            room.room_type.number() == query.type_number
                && query.subtype.is_none_or(|subtype| room.subtype == subtype)
                && (query.variants.0..=query.variants.1).contains(&room.variant)
                && (query.difficulties.0..=query.difficulties.1).contains(&room.difficulty)
        };
        special_rooms().rooms.iter().filter(matches).map(|room| room.room).collect()
    }

    #[test]
    fn w12_w13_w15_w70_every_boss_that_a_rule_asks_for_has_several_rooms_of_several_shapes() {
        let pools = BossPools::default();
        let in_pools =
            pools.iter().flat_map(|(_, entries)| entries).map(|entry| u32::from(entry.id));
        let lists = [DRAWN, FIXED, IN_THE_VOID].concat();
        let ids: BTreeSet<u32> = lists.into_iter().chain(in_pools).collect();
        for id in ids {
            let query =
                Query { subtype: Some(id), variants: (0, 3699), ..Query::special(RoomType::Boss) };
            let rooms = boss_rooms(&query);
            assert!(rooms.len() >= 2, "{id}");
            let weight = |room: &CatalogueRoom| f64::from(room.weight);
            let single = rooms.iter().filter(|room| room.shape == Shape::Single).map(weight);
            let share = single.sum::<f64>() / rooms.iter().map(weight).sum::<f64>();
            assert!((0.5..1.0).contains(&share), "{id}: {share}");
        }
    }

    #[test]
    fn w12_double_trouble_has_rooms_of_named_bosses_in_each_chapter() {
        for (first, ids) in DOUBLE_TROUBLE {
            let variants = (first, first + 49);
            let rooms = boss_rooms(&Query { variants, ..Query::special(RoomType::Boss) });
            assert!(rooms.len() >= 4, "{first}");
            assert!(rooms.iter().all(|room| ids.contains(&room.subtype)));
            assert!(ids.iter().all(|id| bosses::boss_name(*id).is_some()));
        }
        let all = boss_rooms(&Query::special(RoomType::Boss));
        let is_double = |room: &&CatalogueRoom| (3700..=3849).contains(&room.variant);
        assert_eq!(all.iter().filter(is_double).count(), 54);
        assert!(all.iter().all(|room| room.variant < 3700 || is_double(&room)));
    }

    #[test]
    fn w36_w67_every_mini_boss_has_rooms_in_both_difficulties() {
        for (name, first, subtype) in MINI_BOSSES {
            for difficulty in MINI_BOSS_DIFFICULTIES {
                let difficulties = (difficulty, difficulty);
                let any = Query { difficulties, ..Query::special(RoomType::MiniBoss) };
                let by_variant = boss_rooms(&Query { variants: (first, first + 9), ..any });
                let by_subtype = boss_rooms(&Query { subtype: Some(subtype), ..any });
                assert_eq!(by_variant.len(), 3, "{name}");
                assert_eq!(by_variant, by_subtype, "{name}");
            }
        }
    }

    #[test]
    fn w31_w69_every_query_for_a_special_room_finds_one() {
        use RoomType as Of;
        let mut weights = Weights::new(Catalogue::embedded());
        for (room_type, subtypes) in [
            (Of::SuperSecret, &[][..]),
            (Of::Shop, &[0, 1, 2, 3, 4, 10, 11, 100, 101, 102, 103, 104, 110, 111]),
            (Of::Treasure, &[0, 1, 2, 3]),
            (Of::Planetarium, &[]),
            (Of::Dice, &[]),
            (Of::Sacrifice, &[]),
            (Of::Library, &[0, 1, 2, 3, 4]),
            (Of::Curse, &[0, 1]),
            (Of::Challenge, &[0, 1]),
            (Of::Vault, &[]),
            (Of::Arcade, &[0, 1]),
            (Of::CleanBedroom, &[]),
            (Of::DirtyBedroom, &[]),
            (Of::Secret, &[]),
            (Of::UltraSecret, &[]),
        ] {
            let any = Query::special(room_type);
            assert!(weights.choose(&any, (0.5, 0.5)).is_some(), "{room_type}");
            for subtype in subtypes {
                let query = Query { subtype: Some(*subtype), ..any };
                assert!(weights.choose(&query, (0.5, 0.5)).is_some(), "{room_type} {subtype}");
            }
        }
    }

    #[test]
    fn w43_w50_start_room_and_graves_have_their_numbers_and_four_doors() {
        let catalogue = Catalogue::embedded();
        for variant in 2..=9 {
            let (index, room) = catalogue.first_normal(SPECIAL_ROOMS, variant).unwrap();
            let name = &*catalogue.interior(index).unwrap().name;
            let expected =
                if variant == 2 { "start 1".to_owned() } else { format!("grave {}", variant - 2) };
            assert_eq!(name, expected);
            assert_eq!((room.shape, room.doors), (Shape::Single, Shape::Single.slots()));
        }
    }

    #[test]
    fn l1_special_rooms_have_unique_names_and_numbers_and_difficulties_in_range() {
        let rooms = special_rooms().rooms;
        let names: BTreeSet<_> = rooms.iter().map(|room| room.interior.name.clone()).collect();
        assert_eq!(names.len(), rooms.len());
        let number = |room: &FileRoom| (room.room.room_type, room.room.variant);
        let numbers: BTreeSet<_> = rooms.iter().map(number).collect();
        assert_eq!(numbers.len(), rooms.len());
        let (least, greatest) = SPECIAL_DIFFICULTIES;
        let is_within = |room: &FileRoom| (least..=greatest).contains(&room.room.difficulty);
        assert!(rooms.iter().all(is_within));
    }
}
