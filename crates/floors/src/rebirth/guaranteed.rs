//! The guaranteed rooms besides the boss: super secret room, shop, treasure room, grave (R22-R24,
//! R35, W30-W32, W43).

use basement_model::{
    Character, Curse, Difficulty, Item, Items, PlacingFailure, Request, RoomKind,
};
use basement_rooms::{Query, RoomType, SPECIAL_ROOMS};

use super::rules::{Boss, RebirthRules};
use super::special::{RoomPlacer, with_subtype};
use super::stage::SHEOL;
use super::stop::{Stop, missing};
use crate::draws::{Draws, Stream};
use crate::trace::Trace;

/// W61: the triple of the super secret rooms' stream.
const SUPER_SECRET_TRIPLE: usize = 9;

/// W62: the triple of the shop's stream.
const SHOP_TRIPLE: usize = 19;

/// W43: the variant of the grave, and the last variant of its further rooms.
pub(super) const GRAVES: (u32, u32) = (3, 9);

/// W61: whether a second super secret room is tried.
pub(super) const fn has_second_super_secret(rules: &Boss, items: Items) -> bool {
    rules.luna_super_secret && items.has(Item::Luna)
}

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R22, W30, W61: the super secret room. With Luna there is a second one, if a dead end is left for
    /// it. Returns the secret seed.
    pub(super) fn place_super_secrets<T: Trace>(&mut self, trace: &mut T) -> Result<D::Seed, Stop> {
        let (kind, query) = (RoomKind::SuperSecret, Query::special(RoomType::SuperSecret));
        let rules = self.rules.boss;
        let has_second = has_second_super_secret(&rules, self.request.run.items);
        let mut own =
            rules.super_secret_stream.then(|| D::seeded(self.level.seed(), SUPER_SECRET_TRIPLE));
        for number in 0..=u8::from(has_second) {
            let seed = match &mut own {
                Some(stream) => stream.seed(),
                None => self.level.seed(),
            };
            let picked = self.pick_certain("W30", kind, &query, seed, trace)?;
            let taken = self.take_dead_end(picked.1, trace);
            match taken {
                None if number == 0 => {
                    return Err(Stop::Failed(kind, PlacingFailure::NoDeadEnd));
                }
                None => {}
                Some(room) if own.is_some() => {
                    self.place_with(seed, "W61", kind, room, picked, trace);
                }
                Some(room) => self.place("W30", kind, room, picked, trace),
            }
        }
        Ok(self.level.seed())
    }

    /// R23, W31, W62: the shop, if the stage has one.
    pub(super) fn place_shop<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        if !has_shop(self.rules, self.request) {
            return Ok(());
        }
        let subtype = self.shop_subtype();
        let query = with_subtype(RoomType::Shop, subtype);
        let seed = self.level.seed();
        let picked = self.pick_certain("W31", RoomKind::Shop, &query, seed, trace)?;
        self.place_certain("W31", RoomKind::Shop, picked, trace).map(|_| ())
    }

    /// W31, W62: the subtype of the shop: its level, or one of the two rare shops.
    fn shop_subtype(&mut self) -> u32 {
        let rules = &self.rules.special;
        let run = &self.request.run;
        let (level, rare) = if rules.shop_level_drawn {
            let has = |number: u16| u32::from(self.run.achievements.has(number));
            let (a, b) = (1 + has(151) + has(153), 1 + has(152) + has(154));
            let mut own = D::seeded(self.level.seed(), SHOP_TRIPLE);
            let drawn = own.below(a) + own.below(b);
            let is_best =
                own.below(rules.hard_best_shop) == 0 || self.request.difficulty != Difficulty::Hard;
            (if is_best { a + b - 2 } else { drawn }, own.below(rules.rare_shop))
        } else {
            (self.run.shop_level(), self.level.below(rules.rare_shop))
        };
        let has_keys = rules.shop_level_drawn && run.items.count(Item::StoreKey) == 2;
        let subtype = match rare {
            0 if !has_keys => 11,
            1 if level > 1 => 10,
            _ => level,
        };
        let is_tainted = rules.shop_level_drawn && run.character == Character::TaintedKeeper;
        subtype + if is_tainted { 100 } else { 0 }
    }

    /// R24, W32: the treasure rooms, if the stage has any. On a Labyrinth floor the level stream is
    /// then restored to where it was after the first.
    pub(super) fn place_treasure_rooms<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let count = treasure_rooms(self.rules, self.request, self.curse);
        if count == 0 {
            return Ok(());
        }
        self.place_treasure(trace)?;
        let before = self.level.clone();
        for _ in 1..count {
            self.place_treasure(trace)?;
        }
        if count > 1 {
            self.level.restore(before);
        }
        Ok(())
    }

    /// W32, W63: a treasure room.
    fn place_treasure<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let rules = &self.rules.special;
        let items = self.request.run.items;
        let mut has_choice = self.level.one_in(rules.more_options);
        if !has_choice {
            let shoes = u32::from(items.count(Item::GoldenHorseShoe));
            let has_box = items.has(Item::MomsBox);
            let n = if rules.horse_shoe_divides {
                let times = if has_box { 2 * shoes } else { shoes };
                rules.horse_shoe_draw / times.max(1)
            } else if has_box {
                rules.horse_shoe_draw_moms_box
            } else {
                rules.horse_shoe_draw
            };
            has_choice = self.level.below(n) < rules.horse_shoe_below && shoes > 0;
        }
        let pays = items.has(Item::PayToWin);
        let subtype = u32::from(has_choice) + 2 * u32::from(pays);
        let query = with_subtype(RoomType::Treasure, subtype);
        let (kind, seed) = (RoomKind::Treasure, self.level.seed());
        let picked = self
            .pick_from_stage_first("W32", kind, &query, seed, trace)
            .ok_or_else(|| missing(&query))?;
        self.place_certain("W32", kind, picked, trace).map(|_| ())
    }

    /// R35, W43: the grave. Its seed is drawn even if the further rooms are locked; then it is the
    /// first room of its variant.
    pub(super) fn place_grave<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let query = Query { variants: GRAVES, ..Query::special(RoomType::Normal) };
        let (kind, seed) = (RoomKind::Grave, self.level.seed());
        let picked = if self.run.achievements.has(390) {
            self.pick("W43", kind, &query, seed, trace)
        } else {
            self.catalogue.first_normal(SPECIAL_ROOMS, GRAVES.0)
        };
        let picked = picked.ok_or_else(|| missing(&query))?;
        self.place_certain("W43", kind, picked, trace).map(|_| ())
    }
}

/// R23, R24: whether a stage has a shop or a treasure room: always on early stages, in chapter 4
/// with a trinket, and on stage 10 with a crown.
fn has_by_stage(rules: &RebirthRules, request: &Request, trinket: Item) -> bool {
    let special = &rules.special;
    let items = &request.run.items;
    let crown = if request.stage_type == 1 { Item::HolyCrown } else { Item::WickedCrown };
    request.level <= special.last_stage_with_shop
        || (request.level <= special.last_stage_with_coin && items.has(trinket))
        || (special.crowns && request.level == SHEOL && items.has(crown))
}

/// W31, W62: every subtype that the shop of a stage can have; none without a shop.
pub(super) fn shop_subtypes(rules: &RebirthRules, request: &Request, shop_level: u32) -> Vec<u32> {
    if !has_shop(rules, request) {
        return Vec::new();
    }
    if !rules.special.shop_level_drawn {
        let rare_good = (shop_level > 1).then_some(10);
        return [shop_level, 11].into_iter().chain(rare_good).collect();
    }
    let achievements = request.achievements();
    let unlocked = [151, 152, 153, 154].into_iter().filter(|number| achievements.has(*number));
    let best = unlocked.count() as u32;
    let is_drawn = request.difficulty == Difficulty::Hard && rules.special.hard_best_shop > 1;
    let least = if is_drawn { 0 } else { best };
    let is_tainted = request.run.character == Character::TaintedKeeper;
    let more = if is_tainted { 100 } else { 0 };
    let rare_good = (best > 1).then_some(10);
    (least..=best).chain(rare_good).chain([11]).map(|subtype| subtype + more).collect()
}

/// W32: every subtype that the treasure rooms of a stage can have; none without a treasure room.
pub(super) fn treasure_subtypes(
    rules: &RebirthRules,
    request: &Request,
    curse: Option<Curse>,
) -> Vec<u32> {
    if treasure_rooms(rules, request, curse) == 0 {
        return Vec::new();
    }
    let pays = 2 * u32::from(request.run.items.has(Item::PayToWin));
    vec![pays, pays + 1]
}

/// R23: whether a stage has a shop.
pub(super) fn has_shop(rules: &RebirthRules, request: &Request) -> bool {
    has_by_stage(rules, request, Item::SilverDollar)
        && request.run.victory_lap < rules.special.no_shop_from_lap
}

/// R24: how many treasure rooms a stage has.
pub(super) fn treasure_rooms(rules: &RebirthRules, request: &Request, curse: Option<Curse>) -> u32 {
    match (has_by_stage(rules, request, Item::BloodyCrown), curse) {
        (false, _) => 0,
        (true, Some(Curse::Labyrinth)) => rules.special.labyrinth_treasure_rooms,
        (true, _) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::Special;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::RunState;
    use std::collections::BTreeSet;

    #[test]
    fn r22_w30_w61_luna_brings_a_second_super_secret_room_in_repentance() {
        let luna = RunState { items: Items::NONE.with(Item::Luna), ..RunState::DEFAULT };
        let count = |rules: &RebirthRules, run: RunState| {
            let request = Request { run, ..Request::level(1).without_curse() };
            let (outcome, kinds, _) =
                with_cross(rules, &request, &[MISS], |f| f.place_super_secrets(&mut ()));
            assert!(outcome.is_ok());
            kinds.iter().filter(|(kind, _)| *kind == RoomKind::SuperSecret).count()
        };
        assert_eq!(count(&REPENTANCE, RunState::DEFAULT), 1);
        assert_eq!(count(&REPENTANCE, luna), 2);
        assert_eq!(count(&AFTERBIRTH_PLUS, luna), 1);
        let request = Request::level(1).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.dead_ends.clear();
            f.place_super_secrets(&mut ()).map(|_| ())
        });
        let failed = |kind| Stop::Failed(kind, PlacingFailure::NoDeadEnd);
        assert_eq!(outcome, Err(failed(RoomKind::SuperSecret)));
    }

    #[test]
    fn r23_w31_stage_items_and_victory_lap_decide_whether_there_is_a_shop() {
        let shop = |stage: u8, stage_type: u8, items: &[Item], lap: u8| {
            let run = RunState {
                items: items.iter().copied().collect(),
                victory_lap: lap,
                ..RunState::DEFAULT
            };
            has_shop(&REPENTANCE, &Request { run, stage_type, ..Request::level(stage) })
        };
        assert!((1..=6).all(|stage| shop(stage, 0, &[], 2)));
        assert!((1..=6).all(|stage| !shop(stage, 0, &[], 3)));
        for stage in [7, 8] {
            assert!(!shop(stage, 0, &[Item::BloodyCrown], 0));
            assert!(shop(stage, 0, &[Item::SilverDollar], 0));
            assert!(!shop(stage, 0, &[Item::SilverDollar], 3));
        }
        assert!(!shop(10, 0, &[Item::SilverDollar], 0));
        // Sheol is type 0, the Cathedral type 1.
        assert!(shop(10, 0, &[Item::WickedCrown], 0));
        assert!(!shop(10, 1, &[Item::WickedCrown], 0));
        assert!(shop(10, 1, &[Item::HolyCrown], 0));
        assert!(!shop(10, 0, &[Item::HolyCrown], 0));
        let run = RunState { items: Items::NONE.with(Item::HolyCrown), ..RunState::DEFAULT };
        let cathedral = Request { run, stage_type: 1, ..Request::level(10) };
        assert!(!has_shop(&AFTERBIRTH_PLUS, &cathedral));
    }

    #[test]
    fn r24_w32_stage_items_and_curse_decide_the_number_of_treasure_rooms() {
        let treasures = |stage: u8, items: &[Item], curse: Option<Curse>| {
            let run = RunState {
                items: items.iter().copied().collect(),
                victory_lap: 3,
                ..RunState::DEFAULT
            };
            treasure_rooms(&REPENTANCE, &Request { run, ..Request::level(stage) }, curse)
        };
        assert!((1..=6).all(|stage| treasures(stage, &[], None) == 1));
        assert_eq!(treasures(3, &[], Some(Curse::Labyrinth)), 2);
        assert_eq!(treasures(7, &[], Some(Curse::Labyrinth)), 0);
        assert_eq!(treasures(7, &[Item::SilverDollar], None), 0);
        assert_eq!(treasures(8, &[Item::BloodyCrown], None), 1);
        assert_eq!(treasures(10, &[Item::WickedCrown], None), 1);
    }

    /// What `act` returns, and the number of draws of the level stream, on stage 1.
    fn on_stage_1<T>(
        rules: &RebirthRules,
        run: RunState,
        difficulty: Difficulty,
        level: &[u32],
        act: impl FnOnce(&mut RoomPlacer<'_, '_, Listed>) -> T,
    ) -> (T, u64) {
        let request = Request { run, difficulty, ..Request::level(1).without_curse() };
        let (outcome, _, drawn) = with_cross(rules, &request, level, act);
        (outcome, drawn)
    }

    #[test]
    fn w62_the_shops_level_is_drawn_in_hard_mode_only_and_two_store_keys_keep_11_away() {
        // Each rare shop has chance 1/2, so that both come up.
        let special = Special { rare_shop: 2, ..REPENTANCE.special };
        let rules = RebirthRules { special, ..REPENTANCE };
        let subtypes = |run: RunState, difficulty: Difficulty| -> BTreeSet<u32> {
            let seeds = 1..=200_u32;
            let drawn = seeds.map(|seed| {
                let level = [seed.wrapping_mul(2_654_435_761)];
                let (subtype, drawn) =
                    on_stage_1(&rules, run, difficulty, &level, |f| f.shop_subtype());
                assert_eq!(drawn, 1);
                subtype
            });
            drawn.collect()
        };
        let (plain, normal) = (RunState::DEFAULT, Difficulty::Normal);
        assert_eq!(subtypes(plain, normal), BTreeSet::from([10, 11]));
        // Below level 2 there is no shop of subtype 10.
        assert_eq!(subtypes(plain, Difficulty::Hard), BTreeSet::from([0, 1, 10, 11]));
        let items = [Item::StoreKey, Item::StoreKey].into_iter().collect();
        let keys = RunState { items, ..plain };
        assert_eq!(subtypes(keys, normal), BTreeSet::from([4, 10]));
        let keeper = RunState { character: Character::TaintedKeeper, ..plain };
        assert_eq!(subtypes(keeper, normal), BTreeSet::from([110, 111]));
    }

    #[test]
    fn w63_horse_shoes_divide_the_second_draw_and_moms_box_doubles_them() {
        let has_choice = |rules: &RebirthRules, items: &[Item], draw: u32| {
            let run = RunState { items: items.iter().copied().collect(), ..RunState::DEFAULT };
            let mut chosen = None;
            on_stage_1(rules, run, Difficulty::Normal, &[MISS, draw, MISS], |f| {
                f.place_treasure_rooms(&mut ()).unwrap();
                let room = f.layout.rooms.iter().find(|room| room.kind == RoomKind::Treasure);
                let interior = room.and_then(|room| room.interior).unwrap();
                chosen = f.catalogue.get(interior).map(|room| room.subtype);
            });
            chosen == Some(1)
        };
        let shoe = Item::GoldenHorseShoe;
        // 50 is below 15 modulo 50 and 25, not modulo 100.
        assert!(!has_choice(&REPENTANCE, &[shoe], 50));
        assert!(has_choice(&REPENTANCE, &[shoe, shoe], 50));
        assert!(has_choice(&REPENTANCE, &[shoe, Item::MomsBox], 50));
        assert!(!has_choice(&REPENTANCE, &[Item::MomsBox], 50));
        // Only in `repentance` do two horse shoes divide the draw.
        assert!(!has_choice(&AFTERBIRTH_PLUS, &[shoe, shoe], 50));
        assert!(has_choice(&AFTERBIRTH_PLUS, &[shoe, Item::MomsBox], 50));
    }

    #[test]
    fn w31_w32_without_a_place_the_attempt_fails() {
        let request = Request::level(1).without_curse();
        let without = |left: usize| {
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                f.dead_ends.truncate(left);
                f.place_shop(&mut ()).and_then(|()| f.place_treasure_rooms(&mut ()))
            })
            .0
        };
        let failed = |kind| Err(Stop::Failed(kind, PlacingFailure::NoDeadEnd));
        assert_eq!(without(0), failed(RoomKind::Shop));
        assert_eq!(without(1), failed(RoomKind::Treasure));
        assert_eq!(without(2), Ok(()));
    }
}
