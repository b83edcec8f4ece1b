//! The boss rooms (R21).

use basement_model::{Curse, RoomKind};

use super::board::NO_ROOM;
use super::candidates::Candidates;
use super::cells::{CellIndex, STEPS, moved, step};
use super::special::{Rejected, RoomPlacer};
use super::stage::VOID;
use crate::draws::Draws;
use crate::trace::Trace;

impl<D: Draws> RoomPlacer<'_, '_, D> {
    /// R21: the boss room. A Labyrinth floor has a second one behind it, The Void has several
    /// more.
    pub(super) fn place_bosses<T: Trace>(&mut self, trace: &mut T) -> Result<(), Rejected> {
        let rules = self.rules.boss;
        let first = self
            .place_where("R21", RoomKind::Boss, trace, |placer, dead_end| {
                placer.is_deep(dead_end) && placer.has_space_behind(dead_end)
            })
            .ok_or("the boss has no dead end")?;
        if self.curse == Some(Curse::Labyrinth) {
            self.place_second_boss(first, trace)?;
        }
        if self.request.level == VOID {
            let more = rules.void_extra + self.level.below(rules.void_extra_random);
            for number in 0..more {
                let placed = self.place_where("R21", RoomKind::Boss, trace, Self::is_deep);
                if placed.is_none() && number < rules.void_needed {
                    return Err("a boss of The Void has no dead end");
                }
            }
        }
        Ok(())
    }

    /// R21: a Labyrinth's second boss room, which grows from the first.
    fn place_second_boss<T: Trace>(&mut self, first: u8, trace: &mut T) -> Result<(), Rejected> {
        let chosen = self.choose("R21", RoomKind::Boss, trace).ok_or("there is no boss room")?;
        let mut candidates = Candidates::new();
        self.layout.offer(first, self.stream, &mut candidates);
        candidates.shuffle(self.stream);
        let candidate =
            self.layout.first_dead_end_of(&candidates).ok_or("the second boss has no place")?;
        let depth = self.layout.rooms[usize::from(first)].depth + 1;
        let second = self.layout.add_room(&candidate, depth);
        if !self.reshape(second, chosen.1) {
            return Err("the second boss room does not fit");
        }
        self.assign("R21", RoomKind::Boss, second, chosen.0, trace);
        Ok(())
    }

    /// R21: whether a dead end is deep enough for a boss room.
    fn is_deep(&self, dead_end: u8) -> bool {
        self.layout.rooms[usize::from(dead_end)].depth > self.rules.boss.deeper_than
    }

    /// R21: whether a dead end has the space for a Labyrinth's second boss room behind it: cells
    /// of the grid that are empty or its own, and touch no other room. Other floors ask for no
    /// space.
    fn has_space_behind(&self, dead_end: u8) -> bool {
        if self.curse != Some(Curse::Labyrinth) {
            return true;
        }
        let room = &self.layout.rooms[usize::from(dead_end)];
        let is_other = |cell: CellIndex| {
            let other = self.layout.board.room_at(cell);
            other != NO_ROOM && other != dead_end
        };
        let mut behind = room.entry;
        (0..self.rules.boss.labyrinth_space).all(|_| {
            behind = step(behind, room.direction);
            let is_own = self.layout.board.room_at(behind) == dead_end;
            (is_own || !self.layout.board.is_blocked(behind))
                && !STEPS.into_iter().any(|by| is_other(moved(behind, by)))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::rebirth::candidates::Candidate;
    use crate::rebirth::cells::{CENTRE, index_of};
    use crate::rebirth::editions::REPENTANCE;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use crate::rebirth::stage::VOID;
    use basement_model::{Cell, Curse, Direction, Request, RoomKind, Shape};

    #[test]
    fn r21_the_boss_takes_the_first_dead_end_that_is_deeper_than_1() {
        let request = Request::level(1).without_curse();
        let (outcome, kinds, _) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.layout.rooms[3].depth = 1;
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds[3].0, RoomKind::Normal);
        assert_eq!(kinds[6].0, RoomKind::Boss);
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            f.layout.rooms.iter_mut().for_each(|room| room.depth = 1);
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Err("the boss has no dead end"));
    }

    #[test]
    fn r21_a_labyrinths_boss_needs_three_free_cells_behind_it_and_has_a_second_one() {
        let request = Request::level(1).with_curse(Curse::Labyrinth);
        let (outcome, kinds, _) =
            with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Ok(()));
        let bosses: Vec<usize> =
            (0..kinds.len()).filter(|room| kinds[*room].0 == RoomKind::Boss).collect();
        assert_eq!(bosses, [3, 13]);
        // A room two cells off the arm's end, three steps on: it touches.
        let (passed_over, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            let entry = index_of(Cell::new(0, 7));
            let other = Candidate {
                anchor: entry,
                shape: Shape::Single,
                entry,
                direction: Direction::Left,
                block: CENTRE,
            };
            f.layout.add_room(&other, 1);
            (f.has_space_behind(3), f.has_space_behind(6))
        });
        assert_eq!(passed_over, (false, true));
        // Off a Labyrinth floor there is no such test.
        let plain = Request::level(1).without_curse();
        let (takes, ..) = with_cross(&REPENTANCE, &plain, &[MISS], |f| f.has_space_behind(3));
        assert!(takes);
    }

    #[test]
    fn r21_the_void_has_five_to_eight_more_bosses_and_needs_five_of_them() {
        let request = Request::level(VOID).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Err("a boss of The Void has no dead end"));
        let mut few = REPENTANCE;
        few.boss.void_extra = 3;
        few.boss.void_needed = 3;
        // 3 + 3 % 4: three find a place, the other three need none.
        let (outcome, kinds, _) = with_cross(&few, &request, &[3], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds.iter().filter(|(kind, _)| *kind == RoomKind::Boss).count(), 4);
    }
}
