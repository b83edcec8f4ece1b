//! The special rooms of a layout, in their order (R20-R37).
//!
//! A room of the catalogue is chosen for each, and the first dead end that fits takes its outline
//! and its doors. `boss.rs`, `guaranteed.rs` and `optional.rs` hold the rules of each room,
//! `secret.rs` the hidden rooms, `interiors.rs` the normal rooms, which come last.

use basement_model::{Curse, Phase, Request, RoomKind};
use basement_rooms::{CatalogueRoom, Query, RoomType, SPECIAL_ROOMS, Weights};
use strum::{EnumCount, VariantArray};

use super::board::OpenSides;
use super::dead_ends::DeadEndList;
use super::interiors::NormalRooms;
use super::layout::Layout;
use super::rules::Rules;
use super::stage::{CHEST, is_last_floor};
use crate::draws::Draws;
use crate::trace::{Decision, Trace};

/// Why an attempt is thrown away (R37).
pub(super) type Rejected = &'static str;

/// Places the special rooms and the hidden ones in a layout, and chooses its normal rooms.
pub(super) struct RoomPlacer<'l, 'a, D> {
    pub(super) rules: &'a Rules,
    pub(super) request: &'a Request,
    pub(super) curse: Option<Curse>,
    pub(super) layout: &'l mut Layout<'a>,
    /// The dead ends that are free, in order.
    pub(super) dead_ends: DeadEndList,
    pub(super) weights: &'l mut Weights<'a>,
    /// What the normal rooms are chosen from.
    pub(super) normal_rooms: NormalRooms,
    /// The level stream: choices and chances.
    pub(super) level: &'l mut D,
    /// The layout stream: cells.
    pub(super) stream: &'l mut D,
}

/// L2: what each kind of room is chosen from.
pub(super) static QUERIES: [Query; RoomKind::COUNT] = {
    let mut queries = [query(RoomKind::Start); RoomKind::COUNT];
    let mut number = 0;
    while number < RoomKind::COUNT {
        queries[number] = query(RoomKind::VARIANTS[number]);
        number += 1;
    }
    queries
};

const fn query(kind: RoomKind) -> Query {
    let (room_type, subtype) = match kind {
        RoomKind::Boss => (RoomType::Boss, None),
        RoomKind::SuperSecret => (RoomType::SuperSecret, None),
        RoomKind::Shop => (RoomType::Shop, None),
        RoomKind::Treasure => (RoomType::Treasure, None),
        RoomKind::Planetarium => (RoomType::Planetarium, None),
        RoomKind::Dice => (RoomType::Dice, None),
        RoomKind::Sacrifice => (RoomType::Sacrifice, None),
        RoomKind::Library => (RoomType::Library, None),
        RoomKind::Curse => (RoomType::Curse, None),
        RoomKind::MiniBoss => (RoomType::MiniBoss, None),
        RoomKind::Challenge => (RoomType::Challenge, Some(0)),
        RoomKind::BossChallenge => (RoomType::Challenge, Some(1)),
        RoomKind::Vault => (RoomType::Vault, None),
        RoomKind::Arcade => (RoomType::Arcade, None),
        RoomKind::CleanBedroom => (RoomType::CleanBedroom, None),
        RoomKind::DirtyBedroom => (RoomType::DirtyBedroom, None),
        RoomKind::Secret => (RoomType::Secret, None),
        RoomKind::UltraSecret => (RoomType::UltraSecret, None),
        // The start, the grave and normal rooms.
        _ => (RoomType::Normal, None),
    };
    Query { subtype, ..Query::new(SPECIAL_ROOMS, room_type) }
}

impl<'a, D: Draws> RoomPlacer<'_, 'a, D> {
    /// R21-R36, L3: the special rooms, the hidden ones, and then the choice of the normal ones.
    pub(super) fn place_all<T: Trace>(&mut self, trace: &mut T) -> Result<(), Rejected> {
        self.place_bosses(trace)?;
        self.place_super_secrets(trace)?;
        let secret_choice = self.level.choice_floats();
        if !is_last_floor(self.request.level) {
            self.place_shop_and_treasure(trace)?;
            self.place_optional(trace);
        }
        let mut open_sides = self.place_secrets(secret_choice, trace)?;
        if self.request.level == CHEST && self.request.stage_type == 0 {
            self.place_grave(trace)?;
            open_sides = OpenSides::from_layout(self.layout);
        }
        match self.request.phase {
            Phase::Full => self.choose_normal_rooms(&open_sides, trace),
            Phase::Special | Phase::Layout => Ok(()),
        }
    }

    /// R37: chooses a room and places it in the first dead end that fits. Returns the dead end,
    /// or `None` where none fits.
    pub(super) fn place<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        trace: &mut T,
    ) -> Option<u8> {
        self.place_where(rule, kind, trace, |_, _| true)
    }

    /// R37: the same, in a dead end for which a test holds.
    pub(super) fn place_where<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        trace: &mut T,
        holds: impl Fn(&Self, u8) -> bool,
    ) -> Option<u8> {
        let chosen = self.choose(rule, kind, trace);
        let taken = chosen.and_then(|(_, room)| self.take_dead_end(room, holds));
        match (chosen, taken) {
            (Some((interior, _)), Some(room)) => self.assign(rule, kind, room, interior, trace),
            _ => trace.note(rule, || Decision::NoPlace { kind }),
        }
        taken
    }

    /// R25-R32: chooses a room for a kind and takes the first dead end that can be reshaped to it.
    /// Returns the room's index in the catalogue and the dead end.
    pub(super) fn choose_and_take<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        trace: &mut T,
    ) -> (Option<u16>, Option<u8>) {
        let chosen = self.choose(rule, kind, trace);
        let taken = chosen.and_then(|(_, room)| self.take_dead_end(room, |_, _| true));
        (chosen.map(|(interior, _)| interior), taken)
    }

    /// R25-R32, R37: places the chosen room in the dead end taken for it if the chance hit. If it
    /// did not, the dead end goes to the end of the list.
    pub(super) fn place_or_return<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        (chosen, taken): (Option<u16>, Option<u8>),
        hit: bool,
        trace: &mut T,
    ) {
        trace.note(rule, || Decision::Chance { kind, hit });
        match (chosen, taken) {
            (Some(interior), Some(room)) if hit => {
                self.assign(rule, kind, room, interior, trace);
            }
            (_, Some(room)) => {
                let back = &mut self.layout.rooms[usize::from(room)];
                back.slots = self.layout.tables.outlines.get(back.shape).slot_set;
                let shape = back.shape;
                self.dead_ends.push(room);
                trace.note(rule, || Decision::Returned { room, shape });
            }
            (_, None) => trace.note(rule, || Decision::NoPlace { kind }),
        }
    }

    /// L2: chooses a room of the catalogue, by three draws.
    pub(super) fn choose<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        trace: &mut T,
    ) -> Option<(u16, &'a CatalogueRoom)> {
        let floats = self.level.choice_floats();
        let chosen = self.weights.choose(&QUERIES[kind as usize], floats);
        if let Some((interior, room)) = chosen {
            trace.note(rule, || Decision::Chosen { kind, interior, shape: room.shape });
        }
        chosen
    }

    /// R20: takes the first dead end for which a test holds and that can be reshaped to a room.
    fn take_dead_end(
        &mut self,
        room: &CatalogueRoom,
        holds: impl Fn(&Self, u8) -> bool,
    ) -> Option<u8> {
        let position = (0..self.dead_ends.len()).find(|position| {
            let dead_end = self.dead_ends[*position];
            holds(self, dead_end) && self.reshape(dead_end, room)
        })?;
        Some(self.dead_ends.remove(position))
    }

    /// Gives a room its kind.
    pub(super) fn assign<T: Trace>(
        &mut self,
        rule: &'static str,
        kind: RoomKind,
        room: u8,
        interior: u16,
        trace: &mut T,
    ) {
        let assigned = &mut self.layout.rooms[usize::from(room)];
        assigned.kind = kind;
        assigned.interior = Some(interior);
        let shape = assigned.shape;
        trace.note(rule, || Decision::Assigned { kind, room, shape });
    }
}

/// A layout whose special rooms are to be placed, for tests.
#[cfg(test)]
pub(super) mod drafts {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::candidates::{Candidate, OutlineTables};
    use crate::rebirth::cells::{CENTRE, index_of, step};
    use crate::rebirth::outline::ShapeSet;
    use basement_model::{Cell, Direction, Shape};
    use basement_rooms::Catalogue;

    /// A draw that fails every chance: its remainder is 1 for every n above 1.
    pub(in crate::rebirth) const MISS: u32 = 1;

    /// Calls `act` on a layout of four long arms around the start, whose ends are the dead ends.
    /// Returns what `act` returns, the rooms' kinds and shapes, and the draws of the level stream.
    pub(in crate::rebirth) fn with_cross<T>(
        rules: &Rules,
        request: &Request,
        level: &[u32],
        act: impl FnOnce(&mut RoomPlacer<'_, '_, Listed>) -> T,
    ) -> (T, Vec<(RoomKind, Shape)>, u64) {
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
        let normal_rooms =
            NormalRooms::new(Catalogue::embedded(), &rules.difficulty, request, curse);
        let (mut level, mut stream) = (Listed::new(level), Listed::new(&[MISS]));
        let mut placer = RoomPlacer {
            rules,
            request,
            curse,
            layout: &mut layout,
            dead_ends,
            weights: &mut weights,
            normal_rooms,
            level: &mut level,
            stream: &mut stream,
        };
        let outcome = act(&mut placer);
        let kinds = layout.rooms.iter().map(|room| (room.kind, room.shape)).collect();
        (outcome, kinds, level.drawn())
    }
}

#[cfg(test)]
mod tests {
    use super::drafts::{MISS, with_cross};
    use super::*;
    use crate::rebirth::editions::REPENTANCE;

    #[test]
    fn r36_r37_a_dead_end_whose_chance_fails_goes_to_the_end_of_the_list() {
        let request = Request::level(1).without_curse();
        fn place<D: Draws>(f: &mut RoomPlacer<'_, '_, D>) {
            let room = f.choose_and_take("R27", RoomKind::Library, &mut ());
            let hit = f.level.one_in(2);
            f.place_or_return("R27", RoomKind::Library, room, hit, &mut ());
        }
        let ((), kinds, drawn) = with_cross(&REPENTANCE, &request, &[MISS], |f| {
            place(f);
            assert_eq!(f.dead_ends.as_slice(), [6, 9, 12, 3]);
            // Without a dead end the chance is drawn too.
            f.dead_ends.clear();
            place(f);
        });
        assert!(kinds.iter().all(|(kind, _)| *kind != RoomKind::Library));
        // A choice and a chance, twice.
        assert_eq!(drawn, 4);
    }
}
