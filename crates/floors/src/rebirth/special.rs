//! The special rooms of a layout, in their order (W5, W12-W43).
//!
//! For each of them a room of the catalogue is picked (W9), and the first dead end that fits takes
//! its outline and its doors (W18). The rules of each room are in `boss.rs`, `guaranteed.rs`,
//! `optional.rs`, `curse_room.rs` and `mini_boss.rs`, those of the hidden rooms in `secret.rs` and
//! `ultra_secret.rs`. `ordinary.rs` places the ordinary rooms, which come last, from the pool of
//! `ordinary_pool.rs`.

use arrayvec::ArrayVec;
use basement_model::{
    Curse, DoorSlots, MAX_BOSSES, Phase, PlacingFailure, Request, RoomKind, RoomPlacing, Shape,
};
use basement_rooms::{Catalogue, CatalogueRoom, Query, RoomType, Weights};

use super::cells::{CellIndex, CellSet};
use super::dead_ends::DeadEndList;
use super::layout::Layout;
use super::odds::Optional;
use super::ordinary_pool::OrdinaryRooms;
use super::rules::RebirthRules;
use super::run_memory::RunMemory;
use super::stage::{CHEST, is_last_floor};
use super::stop::{Stop, missing};
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// W9: a picked room, with its index in the catalogue.
pub(super) type Picked<'a> = (u16, &'a CatalogueRoom);

/// W3: a concrete room that was placed, as the search for hidden rooms sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedRoom {
    pub(super) anchor: CellIndex,
    pub(super) shape: Shape,
    pub(super) doors: DoorSlots,
    pub(super) room_type: RoomType,
}

/// The limit on special rooms. An edition places about thirty, changed rules some more.
const MOST_PLACED: usize = 96;

/// Places the special rooms and the hidden ones in a layout, and picks its ordinary rooms.
pub(super) struct RoomPlacer<'l, 'a, D: Draws> {
    pub(super) rules: &'a RebirthRules,
    pub(super) request: &'a Request,
    pub(super) catalogue: &'a Catalogue,
    pub(super) curse: Option<Curse>,
    pub(super) layout: &'l mut Layout<'a>,
    /// W17: the dead ends that are free, in order.
    pub(super) dead_ends: DeadEndList,
    pub(super) weights: &'l mut Weights<'a>,
    /// What the ordinary rooms are picked from.
    pub(super) ordinary_rooms: OrdinaryRooms,
    /// The level stream: picks and chances.
    pub(super) level: &'l mut D,
    /// The layout stream: cells.
    pub(super) stream: &'l mut D,
    /// W51: what the run remembers, even if the attempt fails.
    pub(super) run: &'l mut RunMemory<'a, D>,
    /// W12: the bosses in the order of their choice.
    pub(super) bosses: ArrayVec<u8, MAX_BOSSES>,
    /// W60: the cells that the last boss room blocks for hidden rooms.
    pub(super) blocked: CellSet,
    /// W3: the special rooms in the order of their placing.
    pub(super) placed: ArrayVec<PlacedRoom, MOST_PLACED>,
    /// W3: how many rooms were placed.
    pub(super) placed_count: u8,
}

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R36, W5: the special rooms, the hidden ones, and then the ordinary ones.
    pub(super) fn place_all<T: Trace>(&mut self, trace: &mut T) -> Result<(), Stop> {
        let stage = self.request.level;
        let ordinary = self.list_ordinary_rooms();
        self.place_bosses(trace)?;
        let secret_seed = if self.rules.special.random_end_rooms {
            self.place_in_end_rooms(trace)?
        } else {
            let secret_seed = self.place_super_secrets(trace)?;
            if !is_last_floor(stage) {
                self.place_shop(trace)?;
                self.place_treasure_rooms(trace)?;
            }
            self.place_planetarium(trace)?;
            self.place_optional(trace)?;
            secret_seed
        };
        self.place_secrets(secret_seed, trace)?;
        if stage == CHEST && self.request.stage_type == 0 {
            self.place_grave(trace)?;
        }
        let ultra_secret = self.place_ultra_secret(secret_seed, trace);
        match self.request.phase {
            Phase::Full => self.place_ordinary_rooms(ordinary, ultra_secret, trace),
            Phase::Special | Phase::Layout => Ok(()),
        }
    }

    /// W17: the ordinary rooms, as bits by their indices: all rooms that are not dead ends at this
    /// point.
    fn list_ordinary_rooms(&self) -> u128 {
        let all = (1 << self.layout.rooms.len()) - 1;
        self.dead_ends.iter().fold(all, |rooms: u128, dead_end| rooms & !(1 << dead_end))
    }

    /// W9, W10: picks a room with a seed.
    pub(super) fn pick<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        query: &Query,
        seed: D::Seed,
        trace: &mut T,
    ) -> Option<Picked<'a>> {
        let picked = self.weights.choose(query, D::pick_floats(seed));
        note_picked(rule, kind, picked, trace);
        picked
    }

    /// W9, W11: picks a room without which there is no floor.
    pub(super) fn pick_certain<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        query: &Query,
        seed: D::Seed,
        trace: &mut T,
    ) -> Result<Picked<'a>, Stop> {
        self.pick(rule, kind, query, seed, trace).ok_or_else(|| missing(query))
    }

    /// W63, W69: picks a room from the stage's file if the edition looks there first. Otherwise, or
    /// if that file has none, picks from the special rooms with the same seed.
    pub(super) fn pick_from_stage_first<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        query: &Query,
        seed: D::Seed,
        trace: &mut T,
    ) -> Option<Picked<'a>> {
        let file = self.ordinary_rooms.file;
        if self.rules.special.stage_file_first
            && self.catalogue.has_rooms_of_type(file, query.type_number)
        {
            let of_stage = Query { file, ..*query };
            if let Some(picked) = self.pick(rule, kind, &of_stage, seed, trace) {
                return Some(picked);
            }
        }
        self.pick(rule, kind, query, seed, trace)
    }

    /// W18: reshapes the first dead end that can take a room's shape, and removes it from the list.
    pub(super) fn take_dead_end<T: Trace>(
        &mut self,
        room: &CatalogueRoom,
        trace: &mut T,
    ) -> Option<u8> {
        self.take_dead_end_where(room, |_, _| true, trace)
    }

    /// W18, W20: reshapes the first dead end that passes a test and can take a room's shape, and
    /// removes it from the list.
    pub(super) fn take_dead_end_where<T: Trace>(
        &mut self,
        room: &CatalogueRoom,
        holds: impl Fn(&Self, u8) -> bool,
        trace: &mut T,
    ) -> Option<u8> {
        let position = (0..self.dead_ends.len()).find(|position| {
            let dead_end = self.dead_ends[*position];
            holds(self, dead_end) && self.reshape(dead_end, room, trace)
        })?;
        Some(self.dead_ends.remove(position))
    }

    /// R37, W30-W32, W43: places a room that every floor must have. Its placing seed is the state of the
    /// level stream.
    pub(super) fn place_certain<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        picked: Picked<'a>,
        trace: &mut T,
    ) -> Result<u8, Stop> {
        let dead_end = self.take_dead_end(picked.1, trace).ok_or_else(|| {
            trace.note(rule, || Decision::NoPlace { kind });
            Stop::Failed(kind, PlacingFailure::NoDeadEnd)
        })?;
        self.place(rule, kind, dead_end, picked, trace);
        Ok(dead_end)
    }

    /// R37, W33-W39: places a room in the dead end that it took if its chance hit. If not, the dead end
    /// goes back (W18).
    pub(super) fn place_or_give_back<T: Trace>(
        &mut self,
        optional: Optional,
        kind: RoomKind,
        (picked, taken): (Picked<'a>, Option<u8>),
        hit: bool,
        trace: &mut T,
    ) {
        trace.note(optional.id(), || Decision::Chance { kind, hit });
        let rule = optional.placing_id();
        match taken {
            Some(room) if hit => self.place(rule, kind, room, picked, trace),
            Some(room) => self.give_back(rule, room, trace),
            None => trace.note(rule, || Decision::NoPlace { kind }),
        }
    }

    /// W18: puts a dead end back, at the end of the list and in its new shape.
    pub(super) fn give_back<T: Trace>(&mut self, rule: &'static str, room: u8, trace: &mut T) {
        let back = &mut self.layout.rooms[usize::from(room)];
        if back.kind == RoomKind::Normal {
            back.slots = self.layout.tables.outlines.get(back.shape).slot_set;
        }
        let shape = back.shape;
        // Only rule W36 puts a room in the list twice.
        let _ = self.dead_ends.try_push(room);
        trace.note(rule, || Decision::Returned { room, shape });
    }

    /// W3: places a picked room, with the state of the level stream as its placing seed.
    pub(super) fn place<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        room: u8,
        picked: Picked<'a>,
        trace: &mut T,
    ) {
        let placing_seed = self.level.state();
        self.place_with(placing_seed, rule, kind, room, picked, trace);
    }

    /// W3: places a picked room with a placing seed.
    pub(super) fn place_with<T: Trace>(
        &mut self,
        placing_seed: D::Seed,
        rule: &'static str,
        kind: RoomKind,
        room: u8,
        (interior, chosen): Picked<'a>,
        trace: &mut T,
    ) {
        let placing = RoomPlacing { order: self.placed_count, seeds: D::room_seeds(placing_seed) };
        self.placed_count = self.placed_count.wrapping_add(1);
        let placed = &mut self.layout.rooms[usize::from(room)];
        placed.kind = kind;
        placed.interior = Some(interior);
        placed.placing = Some(placing);
        let (anchor, shape) = (placed.anchor, placed.shape);
        let CatalogueRoom { doors, room_type, .. } = *chosen;
        let _ = self.placed.try_push(PlacedRoom { anchor, shape, doors, room_type });
        trace.note(rule, || Decision::Assigned { kind, room, shape });
    }

    /// The rooms beside a cell, as bits by their indices.
    pub(super) fn rooms_beside(&self, cell: CellIndex) -> u128 {
        self.layout.board.rooms_beside(cell).fold(0, |rooms, room| rooms | 1 << room)
    }
}

/// Notes which room of the catalogue was picked.
pub(super) fn note_picked<T: Trace>(
    rule: &'static str,
    kind: RoomKind,
    picked: Option<Picked<'_>>,
    trace: &mut T,
) {
    if let Some((interior, room)) = picked {
        trace.note(rule, || Decision::Chosen { kind, interior, shape: room.shape });
    }
}

/// W8: the special rooms of a type and subtype.
pub(super) const fn with_subtype(room_type: RoomType, subtype: u32) -> Query {
    Query { subtype: Some(subtype), ..Query::special(room_type) }
}

/// A layout whose special rooms are to be placed, for tests.
#[cfg(test)]
pub(super) mod drafts {
    use super::*;
    use crate::draws::{Draws, Listed};
    use crate::rebirth::candidates::{Candidate, OutlineTables};
    use crate::rebirth::cells::{CENTRE, index_of, step};
    use crate::rebirth::outline::ShapeSet;
    use basement_model::{Cell, Direction, Shape};
    use basement_rooms::Catalogue;

    /// A draw that fails every chance: its remainder is 1 for every n above 1.
    pub(in crate::rebirth) const MISS: u32 = 1;

    /// Calls `act` on a layout of four long arms around the start, whose ends are the dead ends.
    /// Returns what `act` returns, the rooms' kinds and shapes, and the number of draws of the
    /// level stream.
    pub(in crate::rebirth) fn with_cross<T>(
        rules: &RebirthRules,
        request: &Request,
        level: &[u32],
        act: impl FnOnce(&mut RoomPlacer<'_, '_, Listed>) -> T,
    ) -> (T, Vec<(RoomKind, Shape)>, u64) {
        let (mut act, mut result) = (Some(act), None);
        let (kinds, drawn) = on_cross(rules, request, level, &mut |placer| {
            result = act.take().map(|act| act(placer));
        });
        (result.unwrap(), kinds, drawn)
    }

    /// [`with_cross`] with a dynamic `act`, so that it is compiled only once.
    fn on_cross(
        rules: &RebirthRules,
        request: &Request,
        level: &[u32],
        act: &mut dyn FnMut(&mut RoomPlacer<'_, '_, Listed>),
    ) -> (Vec<(RoomKind, Shape)>, u64) {
        let tables = OutlineTables::new(rules);
        let curse = match request.curse {
            crate::CurseChoice::Forced(curse) => curse,
            _ => None,
        };
        let mut layout = Layout::new(rules, &tables, ShapeSet::ALL, request.level, curse);
        let mut dead_ends = DeadEndList::new();
        for direction in Direction::ALL {
            let mut entry = index_of(Cell::new(6, 6));
            for depth in 1..=3 {
                entry = step(entry, direction);
                let candidate = Candidate {
                    anchor: entry,
                    shape: Shape::Single,
                    entry,
                    direction,
                    block: CENTRE,
                };
                let room = layout.add_room(&candidate, depth);
                if depth == 3 {
                    dead_ends.push(room);
                }
            }
        }
        let mut weights = Weights::new(Catalogue::embedded());
        let ordinary_rooms =
            OrdinaryRooms::new(Catalogue::embedded(), &rules.difficulty, request, curse);
        let mut run = RunMemory::new(request, None);
        let (mut level, mut stream) = (Listed::new(level), Listed::new(&[MISS]));
        let mut placer = RoomPlacer {
            rules,
            request,
            catalogue: Catalogue::embedded(),
            curse,
            layout: &mut layout,
            dead_ends,
            weights: &mut weights,
            ordinary_rooms,
            level: &mut level,
            stream: &mut stream,
            run: &mut run,
            bosses: ArrayVec::new(),
            blocked: CellSet::EMPTY,
            placed: ArrayVec::new(),
            placed_count: 0,
        };
        act(&mut placer);
        let kinds = layout.rooms.iter().map(|room| (room.kind, room.shape)).collect();
        (kinds, level.drawn())
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{MISS, with_cross};
    use super::*;
    use crate::rebirth::editions::REPENTANCE;
    use crate::trials::Trials;

    #[test]
    fn w17_ordinary_rooms_are_all_rooms_that_are_not_dead_ends_when_placing_begins() {
        let request = Request::level(1).without_curse();
        let (ordinary, ..) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            assert_eq!(f.dead_ends.as_slice(), [3, 6, 9, 12]);
            let before = f.list_ordinary_rooms();
            // A room that joins the layout later is in neither list.
            f.place_super_secrets(&mut ()).unwrap();
            (before, f.dead_ends.to_vec())
        });
        assert_eq!(ordinary, (0b0_1101_1011_0111, vec![6, 9, 12]));
    }

    #[test]
    fn r37_w18_a_dead_end_whose_chance_fails_goes_to_the_end_of_the_list() {
        let request = Request::level(1).without_curse();
        let query = with_subtype(RoomType::Library, 0);
        let ((), kinds, drawn) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            let mut place = || {
                let taken = f.pick_and_take("W34", RoomKind::Library, &query, &mut ()).unwrap();
                let hit = f.level.one_in(2);
                f.place_or_give_back(Optional::Library, RoomKind::Library, taken, hit, &mut ());
                f.dead_ends.to_vec()
            };
            assert_eq!(place(), [6, 9, 12, 3]);
            assert_eq!(place(), [9, 12, 3, 6]);
        });
        assert!(kinds.iter().all(|(kind, _)| *kind != RoomKind::Library));
        // A pick seed and a chance, twice.
        assert_eq!(drawn, 4);
    }
}
