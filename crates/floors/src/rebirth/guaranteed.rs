//! The guaranteed rooms beside the boss: super secret room, shop, treasure room, grave
//! (R22-R24, R35).

use basement_model::{Curse, Item, Request, RoomKind};

use super::board::NO_ROOM;
use super::cells::moved;
use super::rules::Rules;
use super::special::{Rejected, RoomPlacer};
use super::stage::SHEOL;
use crate::draws::Draws;
use crate::trace::Trace;

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R22: the super secret room. With Luna there is a second one, if a dead end is left for it.
    pub(super) fn place_super_secrets<T: Trace>(&mut self, trace: &mut T) -> Result<(), Rejected> {
        self.place("R22", RoomKind::SuperSecret, trace)
            .ok_or("the super secret room has no dead end")?;
        if self.rules.boss.luna_super_secret && self.request.run.items.has(Item::Luna) {
            self.place("R22", RoomKind::SuperSecret, trace);
        }
        Ok(())
    }

    /// R23, R24: the shop and the treasure rooms, where the stage has them.
    pub(super) fn place_shop_and_treasure<T: Trace>(
        &mut self,
        trace: &mut T,
    ) -> Result<(), Rejected> {
        if has_shop(self.rules, self.request) {
            self.place("R23", RoomKind::Shop, trace).ok_or("the shop has no dead end")?;
        }
        for _ in 0..treasure_rooms(self.rules, self.request, self.curse) {
            self.place("R24", RoomKind::Treasure, trace)
                .ok_or("a treasure room has no dead end")?;
        }
        Ok(())
    }

    /// R35: the grave, in a dead end that has no secret room beside it. The secret room keeps
    /// its way in.
    pub(super) fn place_grave<T: Trace>(&mut self, trace: &mut T) -> Result<(), Rejected> {
        self.place_where("R35", RoomKind::Grave, trace, |placer, dead_end| {
            !placer.is_beside_secret(dead_end)
        })
        .map(|_| ())
        .ok_or("the grave room has no dead end")
    }

    /// R35: whether a secret room lies beside a dead end, on a side with or without a door.
    fn is_beside_secret(&self, dead_end: u8) -> bool {
        let room = &self.layout.rooms[usize::from(dead_end)];
        let outline = self.layout.tables.outlines.get(room.shape.widened());
        outline.slot_set.iter().any(|slot| {
            let target = moved(room.anchor, outline.slots[slot.number()]);
            let neighbour = self.layout.board.room_at(target);
            neighbour != NO_ROOM
                && self.layout.rooms[usize::from(neighbour)].kind == RoomKind::Secret
        })
    }
}

/// R23, R24: whether a stage has a shop or a treasure room: by itself, by the trinket of
/// chapter 4, or by the crown of stage 10.
fn has_by_stage(rules: &Rules, request: &Request, trinket: Item) -> bool {
    let special = &rules.special;
    let items = &request.run.items;
    let crown = if request.stage_type == 1 { Item::HolyCrown } else { Item::WickedCrown };
    request.level <= special.last_stage_with_shop
        || (request.level <= special.last_stage_with_coin && items.has(trinket))
        || (special.crowns && request.level == SHEOL && items.has(crown))
}

/// R23: whether a stage has a shop.
fn has_shop(rules: &Rules, request: &Request) -> bool {
    has_by_stage(rules, request, Item::SilverDollar)
        && request.run.victory_lap < rules.special.no_shop_from_lap
}

/// R24: how many treasure rooms a stage has.
fn treasure_rooms(rules: &Rules, request: &Request, curse: Option<Curse>) -> u32 {
    match (has_by_stage(rules, request, Item::BloodyCrown), curse) {
        (false, _) => 0,
        (true, Some(Curse::Labyrinth)) => rules.special.labyrinth_treasure_rooms,
        (true, _) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Items, RunState};

    #[test]
    fn r22_luna_brings_a_second_super_secret_room_in_repentance() {
        let luna = RunState { items: Items::NONE.with(Item::Luna), ..RunState::DEFAULT };
        let count = |rules: &Rules, run: RunState| {
            let request = Request { run, ..Request::level(1).without_curse() };
            let (outcome, kinds, _) =
                with_cross(rules, &request, &[MISS], |f| f.place_super_secrets(&mut ()));
            assert_eq!(outcome, Ok(()));
            kinds.iter().filter(|(kind, _)| *kind == RoomKind::SuperSecret).count()
        };
        assert_eq!(count(&REPENTANCE, RunState::DEFAULT), 1);
        assert_eq!(count(&REPENTANCE, luna), 2);
        assert_eq!(count(&AFTERBIRTH_PLUS, luna), 1);
        let request = Request::level(1).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.dead_ends.clear();
            f.place_super_secrets(&mut ())
        });
        assert_eq!(outcome, Err("the super secret room has no dead end"));
    }

    #[test]
    fn r23_where_there_is_a_shop() {
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
    fn r24_how_many_treasure_rooms_there_are() {
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

    #[test]
    fn r23_r24_without_a_place_the_attempt_fails() {
        let request = Request::level(1).without_curse();
        let without = |left: usize| {
            with_cross(&REPENTANCE, &request, &[MISS], |f| {
                f.dead_ends.truncate(left);
                f.place_shop_and_treasure(&mut ())
            })
            .0
        };
        assert_eq!(without(0), Err("the shop has no dead end"));
        assert_eq!(without(1), Err("a treasure room has no dead end"));
        assert_eq!(without(2), Ok(()));
    }
}
