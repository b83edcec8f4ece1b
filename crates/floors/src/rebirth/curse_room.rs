//! The curse rooms (R28, W35, W66).

use basement_model::RoomKind;
use basement_rooms::RoomType;

use super::odds::Optional;
use super::special::{Picked, RoomPlacer, Stop, missing};
use crate::draws::{Draws, Stream};
use crate::trace::{Decision, Trace};

/// W66: the triple of the curse rooms' stream.
const CURSE_TRIPLE: usize = 66;

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// W35, W66: the curse room, with Voodoo Head a second one without a chance. Returns the room
    /// that was picked last and the dead end that it took, for W36.
    pub(super) fn place_curse_rooms<T: Trace>(
        &mut self,
        trace: &mut T,
    ) -> Result<(Picked<'a>, Option<u8>), Stop> {
        if self.rules.special.curse_stream {
            return self.place_curse_rooms_by_stream(trace);
        }
        let (kind, query) = (RoomKind::Curse, self.by_subtype(RoomType::Curse, 0));
        let mut taken = self.pick_and_take("W35", kind, &query, trace)?;
        let drawn = self.odds().is_placed(Optional::Curse, kind, self.level);
        let hit = drawn || self.rules.special.curse_always;
        self.place_or_give_back("W35", kind, taken, hit, trace);
        if self.odds().has_voodoo_head_curse() {
            taken = self.pick_and_take("R28", kind, &query, trace)?;
            self.place_or_give_back("R28", kind, taken, true, trace);
        }
        Ok(taken)
    }

    /// W66: the same by a stream of their own. Voodoo Head's rooms have a subtype of their own, if
    /// the catalogue has it.
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
            let taken = self.take_dead_end(picked.1);
            let drawn = self.odds().is_placed(Optional::Curse, kind, &mut own);
            let hit = drawn || self.rules.special.curse_always || number > 0;
            trace.note("W66", || Decision::Chance { kind, hit });
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
