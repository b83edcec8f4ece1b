//! The boss rooms (W14-W16, W20, W60).

use basement_model::{Curse, PlacingFailure, RoomKind};
use basement_rooms::{CatalogueRoom, Query, RoomType};

use super::board::NO_ROOM;
use super::boss_choice;
use super::stage_boss::{DOUBLE_TROUBLE_ROOMS, StageBoss, double_trouble_rooms};

use super::candidates::Candidates;
use super::cells::{CellIndex, CellSet, STEPS, is_on_grid, moved, step};
use super::end_rooms::single;
use super::layout::Layout;
use super::rules::Boss;
use super::run_memory::is_locked;
use super::special::{Picked, PlacedRoom, RoomPlacer, with_subtype};
use super::stage::VOID;
use super::stop::{Stop, missing};
use crate::draws::{Draws, Stream};
use crate::trace::{Decision, Trace};

/// W2: the triple of a picker.
const PICKER_TRIPLE: usize = 39;

/// W15: the bosses that can follow the first one in The Void.
pub(super) const BOSSES_OF_THE_VOID: [u8; 31] = [
    0, 5, 7, 8, 11, 12, 15, 16, 19, 22, 24, 25, 30, 31, 33, 35, 38, 39, 40, 41, 42, 46, 48, 49, 51,
    53, 54, 58, 59, 66, 68,
];

/// W14-W16, W83: where the pick seeds of a boss room come from.
enum PickSeeds<S> {
    /// The room's own stream.
    Picker(S),
    /// The level stream.
    Level,
}

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R21, W12-W16, W60: the boss room. A Labyrinth floor has a second one behind it; The Void has
    /// several more.
    pub(super) fn place_bosses<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let choice = self.choose_boss(self.request.level, trace);
        let mut seeds = PickSeeds::Picker(D::seeded(self.level.seed(), PICKER_TRIPLE));
        let picked = self.pick_boss_room(choice, true, &mut seeds, trace)?;
        let first = self.take_boss_dead_end(picked.1, trace)?;
        let is_labyrinth = self.curse == Some(Curse::Labyrinth);
        let cell =
            if is_labyrinth { self.grow_second_boss_room(first, picked.1, trace) } else { None };
        self.place("W14", RoomKind::Boss, first, picked, trace);
        if is_labyrinth {
            self.place_second_boss(cell, trace)?;
        }
        if self.request.level == VOID {
            self.place_bosses_of_the_void(trace)?;
        }
        self.blocked = blocked_by(&self.rules.boss, self.layout, &self.placed);
        Ok(())
    }

    /// W12, W70: the boss of a stage: the floor's own, or the next one (W16).
    fn choose_boss<T: Trace>(&mut self, stage: u8, trace: &mut T) -> StageBoss {
        let rules = &self.rules.boss_choice;
        let from_pool = boss_choice::from_pool(rules, self.request, stage, self.run);
        let choice = from_pool.unwrap_or_else(|| {
            boss_choice::choose(rules, self.request, stage, self.run, self.level)
        });
        // No parameters ask for more bosses than the list has room for.
        let _ = self.bosses.try_push(choice.boss);
        let rule = if rules.from_pools { "W70" } else { "W12" };
        trace.note(rule, || Decision::Boss {
            boss: choice.boss,
            double_trouble: choice.double_trouble.is_some(),
        });
        choice
    }

    /// W14: the pick seeds of a further boss room.
    fn seeds_of_further_boss(&mut self) -> PickSeeds<D::Seeded> {
        if self.rules.boss.picker_for_each {
            PickSeeds::Picker(D::seeded(self.level.seed(), PICKER_TRIPLE))
        } else {
            PickSeeds::Level
        }
    }

    /// W14, W83: picks a boss room. A plain pick is repeated while it gives a room of double
    /// trouble; a pick of double trouble is repeated while its boss is locked. The last pick is
    /// final. If `is_checked` is false, double trouble is picked only once (W16).
    fn pick_boss_room<T: Trace>(
        &mut self,
        choice: StageBoss,
        is_checked: bool,
        seeds: &mut PickSeeds<D::Seeded>,
        trace: &mut T,
    ) -> Result<Picked<'a>, Stop> {
        let mut query = match choice.double_trouble {
            Some(first) => {
                let variants = double_trouble_rooms(first);
                Query { variants, ..Query::special(RoomType::Boss) }
            }
            None => with_subtype(RoomType::Boss, u32::from(choice.boss)),
        };
        if self.rules.boss.last_end_room {
            query = single(query);
        }
        let most = match choice.double_trouble {
            Some(_) if !is_checked => 1,
            _ => self.rules.boss.most_picks,
        };
        for number in 1..=most {
            let seed = match seeds {
                PickSeeds::Picker(picker) => picker.seed(),
                PickSeeds::Level => self.level.seed(),
            };
            let picked =
                self.pick("W14", RoomKind::Boss, &query, seed, trace).ok_or_else(|| {
                    // W11: without a room a fixed boss can never be placed.
                    if choice.is_fixed {
                        missing(&query)
                    } else {
                        Stop::Failed(RoomKind::Boss, PlacingFailure::NoRoom)
                    }
                })?;
            let room = picked.1;
            let again = match choice.double_trouble {
                Some(_) => is_locked(self.run.achievements, room.subtype),
                None => DOUBLE_TROUBLE_ROOMS.contains(&room.variant),
            };
            if !again || number == most {
                return Ok(picked);
            }
        }
        Err(Stop::Failed(RoomKind::Boss, PlacingFailure::NoRoom))
    }

    /// W20: the first dead end that is deep enough and fits the room. On a Labyrinth floor it also
    /// needs space behind it. F8: the dead end that was placed last, or none.
    fn take_boss_dead_end<T: Trace>(
        &mut self,
        room: &CatalogueRoom,
        trace: &mut T,
    ) -> Result<u8, Stop> {
        let fits =
            |placer: &Self, dead_end| placer.is_deep(dead_end) && placer.has_space_behind(dead_end);
        let taken = if self.rules.boss.last_end_room {
            let last = (0..self.dead_ends.len()).max_by_key(|place| self.dead_ends[*place]);
            let last = last.filter(|place| fits(self, self.dead_ends[*place]));
            last.map(|place| self.take_as_single(place, room))
        } else {
            self.take_dead_end_where(room, fits, trace)
        };
        taken.ok_or_else(|| {
            trace.note("W20", || Decision::NoPlace { kind: RoomKind::Boss });
            Stop::Failed(RoomKind::Boss, PlacingFailure::NoDeadEnd)
        })
    }

    /// R21, W15: The Void's further bosses.
    fn place_bosses_of_the_void<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let rules = self.rules.boss;
        let count = rules.void_extra + self.level.below(rules.void_extra_random);
        let mut bosses = BOSSES_OF_THE_VOID;
        for place in (1..bosses.len()).rev() {
            let other = self.level.below(place as u32 + 1) as usize;
            bosses.swap(place, other);
        }
        for (number, boss) in (0..count).zip(bosses) {
            let choice = StageBoss { boss, is_fixed: false, double_trouble: None };
            let mut seeds = self.seeds_of_further_boss();
            let picked = self.pick_boss_room(choice, true, &mut seeds, trace)?;
            match self.take_boss_dead_end(picked.1, trace) {
                Ok(dead_end) => {
                    let _ = self.bosses.try_push(boss);
                    self.place("W15", RoomKind::Boss, dead_end, picked, trace);
                }
                Err(stop) if number < rules.void_needed => return Err(stop),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// W16, W81: grows the cell of a Labyrinth's second boss room from the first, behind one of the
    /// doors of the picked room. All draws are made, also for slots without a door. `None` if no
    /// candidate fits.
    fn grow_second_boss_room<T: Trace>(
        &mut self,
        first: u8,
        picked: &CatalogueRoom,
        trace: &mut T,
    ) -> Option<u8> {
        let mut candidates = Candidates::new();
        self.layout.offer(first, self.stream, &mut candidates);
        candidates.shuffle(self.stream);
        let candidate = self.layout.first_dead_end_of(&candidates, picked.doors)?;
        let depth = self.layout.rooms[usize::from(first)].depth + 1;
        let room = self.layout.add_room(&candidate, depth);
        self.layout.note_placed("W16", room, "it is for the second boss", trace);
        Some(room)
    }

    /// R21, W16: the second boss is the next stage's. Then the level stream is restored to where it
    /// was. If the placing fails, the stream stays where it stopped.
    fn place_second_boss<T: Trace>(&mut self, cell: Option<u8>, trace: &mut T) -> Result<(), Stop> {
        let before = self.level.clone();
        let choice = self.choose_boss(self.request.level + 1, trace);
        let mut seeds = self.seeds_of_further_boss();
        let is_checked = self.rules.boss.picker_for_each;
        let picked = self.pick_boss_room(choice, is_checked, &mut seeds, trace)?;
        let second =
            cell.filter(|second| self.reshape(*second, picked.1, trace)).ok_or_else(|| {
                trace.note("W16", || Decision::NoPlace { kind: RoomKind::Boss });
                Stop::Failed(RoomKind::Boss, PlacingFailure::NoCell)
            })?;
        self.place("W16", RoomKind::Boss, second, picked, trace);
        self.level.restore(before);
        Ok(())
    }

    /// R21, W20: whether a dead end is deep enough for a boss room.
    fn is_deep(&self, dead_end: u8) -> bool {
        self.layout.rooms[usize::from(dead_end)].depth > self.rules.boss.deeper_than
    }

    /// R21, W20, W81: whether a dead end has space behind it for a Labyrinth's second boss room:
    /// cells of the grid that are empty or the dead end's own, and touch no other room. Other
    /// floors need no space.
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
            is_on_grid(behind)
                && !self.layout.tables.outside.contains(behind)
                && !is_other(behind)
                && !STEPS.into_iter().any(|by| is_other(moved(behind, by)))
        })
    }
}

/// W60: the cells that the last boss room blocks for hidden rooms: its own and those beside them,
/// in the editions whose bosses keep their distance.
pub(super) fn blocked_by(rules: &Boss, layout: &Layout<'_>, placed: &[PlacedRoom]) -> CellSet {
    let mut last = placed.iter().rev().filter(|room| room.room_type == RoomType::Boss);
    let Some(room) = last.next().filter(|_| rules.keeps_distance) else { return CellSet::EMPTY };
    let mut cells = CellSet::EMPTY;
    for offset in layout.tables.outlines.get(room.shape).cells() {
        cells.insert(moved(room.anchor, *offset));
    }
    let mut blocked = cells.neighbours();
    cells.iter().for_each(|cell| blocked.insert(cell));
    blocked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::candidates::Candidate;
    use crate::rebirth::cells::{CENTRE, index_of};
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use crate::rebirth::rules::RebirthRules;
    use crate::rebirth::special::drafts::{MISS, with_cross};
    use basement_model::{Achievements, Cell, Direction, Request, Shape};

    #[test]
    fn r21_w20_the_boss_takes_the_first_dead_end_that_is_deeper_than_1() {
        let request = Request::level(1).without_curse();
        let (outcome, kinds, _) = with_cross(&AFTERBIRTH_PLUS, &request, &[MISS], |f| {
            f.layout.rooms[3].depth = 1;
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds[3].0, RoomKind::Normal);
        assert_eq!(kinds[6].0, RoomKind::Boss);
        let (outcome, ..) = with_cross(&AFTERBIRTH_PLUS, &request, &[MISS], |f| {
            f.layout.rooms.iter_mut().for_each(|room| room.depth = 1);
            f.place_bosses(&mut ())
        });
        assert_eq!(outcome, Err(Stop::Failed(RoomKind::Boss, PlacingFailure::NoDeadEnd)));
    }

    #[test]
    fn r21_w16_w20_w81_a_labyrinths_boss_needs_three_free_cells_behind_it_and_has_a_second_one() {
        let request = Request::level(1).with_curse(Curse::Labyrinth);
        for rules in [&AFTERBIRTH_PLUS, &REPENTANCE] {
            let (outcome, kinds, _) =
                with_cross(rules, &request, &[MISS], |f| f.place_bosses(&mut ()));
            assert_eq!(outcome, Ok(()));
            let bosses: Vec<usize> =
                (0..kinds.len()).filter(|room| kinds[*room].0 == RoomKind::Boss).collect();
            assert_eq!(bosses, [3, 13]);
        }
        // A room beside the third cell behind the arm's end touches the space.
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
        // The dead end's own cells are not an obstacle.
        let (own, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            let beyond = f.layout.rooms[3].entry - 1;
            let outline = f.layout.tables.outlines.get(Shape::Single);
            f.layout.board.put(3, beyond, outline);
            f.has_space_behind(3)
        });
        assert!(own);
        // Other floors have no such test.
        let plain = Request::level(1).without_curse();
        let (takes, ..) = with_cross(&REPENTANCE, &plain, &[MISS], |f| f.has_space_behind(3));
        assert!(takes);
    }

    #[test]
    fn r21_w15_the_void_has_five_to_eight_more_bosses_and_needs_five_of_them() {
        let request = Request::level(VOID).without_curse();
        let (outcome, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Err(Stop::Failed(RoomKind::Boss, PlacingFailure::NoDeadEnd)));
        let mut few = REPENTANCE;
        few.boss.void_extra = 3;
        few.boss.void_needed = 3;
        // 3 + 3 % 4 further bosses: three find a place, the other three need none.
        let (outcome, kinds, _) = with_cross(&few, &request, &[3], |f| f.place_bosses(&mut ()));
        assert_eq!(outcome, Ok(()));
        assert_eq!(kinds.iter().filter(|(kind, _)| *kind == RoomKind::Boss).count(), 4);
    }

    #[test]
    fn w14_w83_rooms_of_double_trouble_are_picked_again_by_a_picker_of_one_draw() {
        let request = Request::level(3).without_curse();
        let has_double_trouble = |rules: &RebirthRules| {
            (1..=500_u32).any(|seed| {
                let seed = seed.wrapping_mul(2_654_435_761);
                let choice = StageBoss { boss: 4, is_fixed: false, double_trouble: None };
                let (variant, _, drawn) = with_cross(rules, &request, &[seed], |f| {
                    let picker = Listed::seeded(f.level.seed(), PICKER_TRIPLE);
                    let mut seeds = PickSeeds::Picker(picker);
                    f.pick_boss_room(choice, true, &mut seeds, &mut ()).unwrap().1.variant
                });
                // However many picks there are, the level stream gives only the picker's seed.
                assert_eq!(drawn, 1);
                DOUBLE_TROUBLE_ROOMS.contains(&variant)
            })
        };
        assert!(!has_double_trouble(&AFTERBIRTH_PLUS));
        // The last pick is not checked.
        let boss = Boss { most_picks: 1, ..AFTERBIRTH_PLUS.boss };
        assert!(has_double_trouble(&RebirthRules { boss, ..AFTERBIRTH_PLUS }));
    }

    #[test]
    fn w14_a_boss_is_locked_without_its_achievement() {
        let locked = |achievements: Achievements| -> Vec<u32> {
            (0..=102).filter(|boss| is_locked(achievements, *boss)).collect()
        };
        let all: Vec<u32> = [19, 20, 21, 42].into_iter().chain(57..=72).collect();
        assert_eq!(locked(Achievements::NONE), all);
        assert!(locked(Achievements::ALL).is_empty());
    }

    #[test]
    fn w60_the_last_boss_room_keeps_hidden_rooms_away() {
        let request = Request::level(1).without_curse();
        let blocked = |rules| {
            with_cross(rules, &request, &[MISS], |f| {
                f.place_bosses(&mut ()).map(|()| f.blocked.len())
            })
            .0
        };
        assert_eq!(blocked(&AFTERBIRTH_PLUS), Ok(0));
        assert!(blocked(&REPENTANCE).is_ok_and(|cells| cells >= 5));
    }
}
