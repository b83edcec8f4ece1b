//! Which rooms of a catalogue never appear, checked on the floors of many seeds.

use std::collections::BTreeSet;
use std::sync::Arc;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::rooms::{
    Catalogue, CatalogueRoom, FileRoom, Interior, RoomFile, RoomType, SPECIAL_ROOMS,
};
use basement_floors::{
    Character, Curse, CurseChoice, Difficulty, DoorSlots, GenerateError, Generator, Item,
    NeverReason, Phase, Request, RunState, Seed, Shape, Unlocks,
};

/// Made-up numbers, the same each time.
struct MadeUp(u64);

impl MadeUp {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as u32) % n
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn room(&mut self, stage: Option<u8>) -> CatalogueRoom {
        let room_type = match stage {
            Some(1..) if self.below(2) == 0 => 1,
            _ => self.below(31),
        };
        let shape = self.one_of(&Shape::ALL);
        let doors = match self.below(4) {
            0 => shape.slots(),
            1 => DoorSlots::NONE,
            _ => DoorSlots::from_bits(self.below(256) as u8 & shape.slots().bits()),
        };
        CatalogueRoom {
            stage,
            room_type: RoomType::from(room_type),
            variant: match self.below(4) {
                0 => self.below(12),
                1 => 2000 + self.below(270),
                2 => 3690 + self.below(170),
                _ => 10_000 + self.below(100),
            },
            subtype: match self.below(3) {
                0 => 0,
                1 => self.below(16),
                _ => self.below(112),
            },
            difficulty: self.below(22) as u8,
            weight: self.one_of(&[0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 4.0, 4.0]),
            shape,
            doors,
        }
    }
}

fn file_room(room: CatalogueRoom) -> FileRoom {
    FileRoom { room, interior: Interior::default() }
}

/// The embedded catalogue with rooms of every kind added to each of its files.
fn crowded(seed: u64) -> Catalogue {
    let mut made_up = MadeUp(seed);
    let mut files = Catalogue::embedded().files().to_vec();
    files.push(RoomFile { name: "no number".to_owned(), ..RoomFile::default() });
    for file in &mut files {
        let count = if file.stage == Some(SPECIAL_ROOMS) { 900 } else { 60 };
        file.rooms.extend((0..count).map(|_| file_room(made_up.room(file.stage))));
    }
    Catalogue::new(files).unwrap()
}

fn rebirth(edition: Edition, catalogue: &Arc<Catalogue>) -> Rebirth {
    let mut rules = edition.rules();
    rules.dead_ends.attempts = 200;
    Rebirth::with_rules(edition, rules).unwrap().with_catalogue(Arc::clone(catalogue))
}

/// [`rebirth`] with higher chances of rare rooms, so that few floors show all of them.
fn with_rare_rooms(edition: Edition, catalogue: &Arc<Catalogue>) -> Rebirth {
    let mut rules = *rebirth(edition, catalogue).rules();
    let special = &mut rules.special;
    (special.rare_shop, special.more_options) = (2, 2);
    (special.dice, special.vault, special.ultra_pride, special.super_mini_boss) = (2, 2, 3, 2);
    (special.sacrifice, special.library, special.curse, special.mini_boss) = (1, 1, 1, 1);
    (special.challenge, special.bedroom) = (1, 1);
    rules.planetarium.base = 1.0;
    let bosses = &mut rules.boss_choice;
    (bosses.double_trouble_caves, bosses.double_trouble_depths) = (2, 2);
    (bosses.double_trouble_womb, bosses.horseman, bosses.fallen) = (2, 3, 3);
    bosses.headless_horseman = 2;
    Rebirth::with_rules(edition, rules).unwrap().with_catalogue(Arc::clone(catalogue))
}

/// Requests for a stage that differ in everything on which its rooms depend.
fn requests(level: u8, stage_type: u8) -> Vec<Request> {
    let plain = Request { stage_type, ..Request::level(level) };
    let rich = RunState {
        coins: 20,
        keys: 5,
        devil_room_entered: true,
        character: Character::Cain,
        items: [
            Item::VoodooHead,
            Item::Birthright,
            Item::Luna,
            Item::SilverDollar,
            Item::BloodyCrown,
            Item::WickedCrown,
            Item::GoldenHorseShoe,
        ]
        .into_iter()
        .collect(),
        ..RunState::DEFAULT
    };
    let tainted = RunState {
        character: Character::TaintedKeeper,
        red_half_hearts: 1,
        flags: [9, 10, 11, 12, 13, 14].into_iter().collect(),
        items: [Item::PayToWin, Item::StoreKey, Item::StoreKey].into_iter().collect(),
        ..RunState::DEFAULT
    };
    let labyrinth = CurseChoice::Forced(Some(Curse::Labyrinth));
    vec![
        plain,
        Request { unlocks: Unlocks::Fresh, difficulty: Difficulty::Hard, ..plain },
        Request { curse: labyrinth, unlocks: Unlocks::All, run: rich, ..plain },
        Request { unlocks: Unlocks::All, difficulty: Difficulty::Hard, run: tainted, ..plain },
        Request { phase: Phase::Special, unlocks: Unlocks::All, run: rich, ..plain },
    ]
}

#[test]
fn w8_no_room_with_a_reason_is_on_a_floor_of_any_stage_and_edition() {
    let catalogue = Arc::new(crowded(7));
    let mut reasons = BTreeSet::new();
    let (mut floors, mut seen) = (0, BTreeSet::new());
    let generators = [rebirth, with_rare_rooms];
    for (edition, generator) in
        Edition::ALL.iter().flat_map(|edition| generators.map(|make| (*edition, make)))
    {
        let rebirth = generator(edition, &catalogue);
        for (level, stage_type) in (1..=12)
            .filter(|level| *level != 9)
            .flat_map(|level| [0, 1, 2, 4, 5].map(|t| (level, t)))
        {
            for request in requests(level, stage_type) {
                let Ok(never) = rebirth.rooms_that_never_appear(&request) else { continue };
                reasons.extend(never.iter().flatten().copied());
                for number in 1..=12_u32 {
                    let seed = Seed::game(number.wrapping_mul(2_654_435_761)).unwrap();
                    let floor = match rebirth.generate(&request, seed) {
                        Ok(floor) => floor,
                        Err(GenerateError::Request(error)) => panic!("{error}"),
                        Err(_) => continue,
                    };
                    floors += 1;
                    for room in floor.rooms().iter().filter_map(|room| room.interior) {
                        seen.insert(room);
                        assert_eq!(
                            never[usize::from(room)],
                            None,
                            "{edition}, stage {level}, type {stage_type}, seed {seed}: {:?}",
                            catalogue.get(room)
                        );
                    }
                }
            }
        }
    }
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), NeverReason::ALL);
    assert!(floors > 4000 && seen.len() > 1000, "{floors} floors of {} rooms", seen.len());
}

/// A room that a floor of the Basement can have, changed.
fn changed(change: impl FnOnce(&mut CatalogueRoom)) -> CatalogueRoom {
    let usual = CatalogueRoom::new(Some(1), RoomType::Normal, Shape::Single);
    let mut room = CatalogueRoom { variant: 1, difficulty: 5, ..usual };
    change(&mut room);
    room
}

/// The reason why a room that is added to the embedded catalogue never appears.
fn reason(edition: Edition, request: &Request, room: CatalogueRoom) -> Option<NeverReason> {
    let mut files = Catalogue::embedded().files().to_vec();
    files.push(RoomFile { stage: room.stage, rooms: vec![file_room(room)], ..RoomFile::default() });
    let catalogue = Arc::new(Catalogue::new(files).unwrap());
    let last = catalogue.rooms().len() as u16 - 1;
    let never = rebirth(edition, &catalogue).rooms_that_never_appear(request).unwrap();
    never[usize::from(last)]
}

#[test]
fn w8_each_room_that_is_ruled_out_has_the_first_reason() {
    use NeverReason as R;
    let request = Request::level(1).without_curse();
    let of = |room| reason(Edition::Repentance, &request, room);
    assert_eq!(of(changed(|_| {})), None);
    assert_eq!(of(changed(|room| room.stage = None)), Some(R::NoStage));
    assert_eq!(of(changed(|room| room.stage = Some(4))), Some(R::OtherStage));
    assert_eq!(of(changed(|room| room.weight = 0.0)), Some(R::NoWeight));
    assert_eq!(of(changed(|room| (room.stage, room.weight) = (Some(4), 0.0))), Some(R::OtherStage));
    assert_eq!(of(changed(|room| room.room_type = RoomType::from(0))), Some(R::Type));
    assert_eq!(of(changed(|room| room.room_type = RoomType::Devil)), Some(R::Type));
    assert_eq!(of(changed(|room| room.subtype = 1)), Some(R::Subtype));
    assert_eq!(of(changed(|room| room.difficulty = 10)), Some(R::Difficulty));
    assert_eq!(of(changed(|room| room.doors = DoorSlots::NONE)), Some(R::Doors));
    // Later stages ask for other difficulties, and the other edition for any subtype.
    let later = Request::level(2).without_curse();
    let hard = changed(|room| room.difficulty = 10);
    assert_eq!(reason(Edition::Repentance, &later, hard), None);
    let story = changed(|room| room.subtype = 1);
    assert_eq!(reason(Edition::AfterbirthPlus, &request, story), None);
    // A hidden room needs no door, and The Void has the rooms of other stages.
    let secret = changed(|room| {
        (room.stage, room.room_type, room.doors) = (Some(0), RoomType::Secret, DoorSlots::NONE);
    });
    assert_eq!(of(secret), None);
    assert_eq!(reason(Edition::Repentance, &Request::level(12), changed(|_| {})), None);
}

#[test]
fn w12_boss_rooms_are_ruled_out_by_the_bosses_of_the_stage() {
    let boss = |boss, variant| {
        changed(|room| {
            (room.stage, room.room_type) = (Some(0), RoomType::Boss);
            (room.subtype, room.variant) = (boss, variant);
        })
    };
    let request =
        |level| Request { unlocks: Unlocks::All, ..Request::level(level) }.without_curse();
    for edition in [Edition::AfterbirthPlus, Edition::Repentance] {
        let of = |level, room| reason(edition, &request(level), room);
        assert_eq!(of(1, boss(17, 1)), None);
        assert_eq!(of(1, boss(6, 1)), Some(NeverReason::Subtype));
        assert_eq!(of(6, boss(6, 1)), None);
        assert_eq!(of(6, boss(17, 1)), Some(NeverReason::Subtype));
        // Double trouble picks any boss room by its variant.
        assert_eq!(of(3, boss(99, 3710)), None);
        assert_eq!(of(3, boss(99, 3760)), Some(NeverReason::Subtype));
        // The second boss of a Labyrinth is that of the next stage.
        let labyrinth = CurseChoice::Forced(Some(Curse::Labyrinth));
        let with_curse = Request { curse: labyrinth, ..request(5) };
        assert_eq!(reason(edition, &with_curse, boss(6, 1)), None);
        assert_eq!(of(5, boss(6, 1)), Some(NeverReason::Subtype));
        // A locked boss never appears.
        let fresh = Request { unlocks: Unlocks::Fresh, ..request(1) };
        assert_eq!(reason(edition, &fresh, boss(60, 1)), Some(NeverReason::Subtype));
    }
}

#[test]
fn a_phase_rules_out_rooms_of_later_phases() {
    let special = Request { phase: Phase::Special, ..Request::level(1) };
    let layout = Request { phase: Phase::Layout, ..Request::level(1) };
    let secret = changed(|room| (room.stage, room.room_type) = (Some(0), RoomType::Secret));
    let of = |request, room| reason(Edition::Repentance, request, room);
    assert_eq!(of(&special, changed(|_| {})), Some(NeverReason::Phase));
    assert_eq!(of(&special, secret), None);
    assert_eq!(of(&layout, secret), Some(NeverReason::Phase));
}
