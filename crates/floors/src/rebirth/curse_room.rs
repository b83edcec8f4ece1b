//! The curse rooms (R28, W35, W66).

use basement_model::RoomKind;
use basement_rooms::RoomType;

use super::odds::Optional;
use super::special::{Picked, RoomPlacer};
use super::stop::{Stop, missing};
use crate::draws::{Draws, Stream};
use crate::trace::{Decision, Trace};

/// W66: the triple of the curse rooms' stream.
const CURSE_TRIPLE: usize = 66;

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R28, W35, W66: the curse room. Voodoo Head brings a second one without a chance, if a dead
    /// end is left. Returns the room that was picked last and its dead end, for W36.
    pub(super) fn place_curse_rooms<T: Trace>(
        &mut self,
        trace: &mut T,
    ) -> Result<(Picked<'a>, Option<u8>), Stop> {
        if self.rules.special.curse_stream {
            return self.place_curse_rooms_by_stream(trace);
        }
        let (kind, query) = (RoomKind::Curse, self.by_subtype(RoomType::Curse, 0));
        let mut taken = self.pick_and_take("W35", kind, &query, trace)?;
        let hit = self.odds().is_placed(Optional::Curse, kind, self.level);
        self.place_or_give_back(Optional::Curse, kind, taken, hit, trace);
        if self.odds().has_voodoo_head_curse() {
            taken = self.pick_and_take("R28", kind, &query, trace)?;
            match taken.1 {
                Some(room) => self.place("R28", kind, room, taken.0, trace),
                None => trace.note("R28", || Decision::NoPlace { kind }),
            }
        }
        Ok(taken)
    }

    /// W66, W87: the curse rooms from their own stream, with the chances of R28. With Voodoo Head
    /// they have subtype 1, if the catalogue has such rooms.
    fn place_curse_rooms_by_stream<T: Trace>(
        &mut self,
        trace: &mut T,
    ) -> Result<(Picked<'a>, Option<u8>), Stop> {
        let kind = RoomKind::Curse;
        let has_head = self.odds().has_voodoo_head_curse();
        let mut own = D::seeded(self.level.seed(), CURSE_TRIPLE);
        let mut number = 0;
        loop {
            let query = self.by_subtype(RoomType::Curse, u32::from(has_head));
            let mut picked = self.pick("W66", kind, &query, own.seed(), trace);
            if picked.is_none() && has_head {
                let query = self.by_subtype(RoomType::Curse, 0);
                picked = self.pick("W66", kind, &query, own.seed(), trace);
            }
            let picked = picked.ok_or_else(|| missing(&query))?;
            let taken = self.take_dead_end(picked.1, trace);
            let drawn = self.odds().is_placed(Optional::Curse, kind, &mut own);
            let hit = drawn || number > 0;
            if number == 0 {
                trace.note(Optional::Curse.id(), || Decision::Chance { kind, hit });
            }
            match taken {
                Some(room) if hit => {
                    self.place_with(own.state(), "W66", kind, room, picked, trace);
                }
                Some(room) => self.give_back("W66", room, trace),
                None => trace.note("W66", || Decision::NoPlace { kind }),
            }
            number += 1;
            if number > u8::from(has_head) {
                return Ok((picked, taken));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::RebirthRules;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Request, RoomKind, RunState};

    /// Whether the curse room is placed, and the number of draws of the level stream.
    fn curse_room(rules: &RebirthRules, devil_room_entered: bool, level: &[u32]) -> (bool, u64) {
        let run = RunState { devil_room_entered, ..RunState::DEFAULT };
        let request = Request { run, ..Request::level(1).without_curse() };
        let (outcome, kinds, drawn) =
            with_cross(rules, &request, level, |f| f.place_curse_rooms(&mut ()).map(|_| ()));
        assert_eq!(outcome, Ok(()));
        (kinds.iter().any(|(kind, _)| *kind == RoomKind::Curse), drawn)
    }

    #[test]
    fn w35_the_curse_room_comes_at_one_in_two_or_one_in_four_after_a_devil_room() {
        // A pick seed, then D(2), and D(4) when it misses.
        assert_eq!(curse_room(&AFTERBIRTH_PLUS, false, &[MISS, 2]), (true, 2));
        assert_eq!(curse_room(&AFTERBIRTH_PLUS, true, &[MISS, 1, 4]), (true, 3));
        assert_eq!(curse_room(&AFTERBIRTH_PLUS, false, &[MISS, 1, 4]), (false, 3));
        assert_eq!(curse_room(&AFTERBIRTH_PLUS, true, &[MISS, 1, 1]), (false, 3));
    }

    #[test]
    fn w66_w87_a_separate_stream_decides_the_chance_of_a_curse_room() {
        let count = |rules: &RebirthRules, devil_room_entered: bool| {
            let placed = (1..=1000_u32).filter(|seed| {
                let (is_placed, drawn) =
                    curse_room(rules, devil_room_entered, &[seed.wrapping_mul(2_654_435_761)]);
                assert_eq!(drawn, 1);
                is_placed
            });
            placed.count()
        };
        assert!((450..550).contains(&count(&REPENTANCE, false)));
        assert!((575..675).contains(&count(&REPENTANCE, true)));
    }
}
