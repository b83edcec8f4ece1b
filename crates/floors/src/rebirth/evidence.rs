//! What the doors of the ordinary rooms say about the hidden rooms (W9, W50, W69).
//!
//! Ordinary rooms are picked last. Each has every door that it needs, also towards hidden rooms,
//! and rooms with exactly the needed doors are preferred. So a room that could have a door where
//! the map shows nothing hints at a hidden room there, and a room that could not have one excludes
//! it. For a hidden room on a given cell, the likelihood of a floor's rooms is the product of the
//! chances of their picks in order, each with the weights that the earlier picks left. The picks of
//! failed placing phases cannot be seen, so the weights are computed as if there had been none.

use basement_model::{DoorSlots, Floor, RoomKind};
use basement_rooms::{Catalogue, Query, Weights};

use super::cells::{CellIndex, CellSet, moved};
use super::layout::Layout;
use super::ordinary_pool::OrdinaryRooms;
use super::rules::RebirthRules;

/// The ordinary rooms of a floor, and how likely each is, given the doors that it needs.
pub(super) struct DoorEvidence<'a> {
    picks: Vec<Pick<'a>>,
}

/// The pick of one ordinary room.
struct Pick<'a> {
    interior: u16,
    /// The queries by which it can be picked, without needed doors, each with its chance.
    queries: [(f64, Query); 2],
    /// The weights at the time of the pick.
    weights: Weights<'a>,
    /// The doors that it needs towards visible rooms.
    needed: DoorSlots,
    /// The cells without a room that its other slots lead to.
    open: Vec<(CellIndex, DoorSlots)>,
    /// The chances computed so far, by the needed doors.
    known: [Option<f64>; 256],
}

impl<'a> DoorEvidence<'a> {
    /// The evidence of a floor. `seen` is its layout as a map shows it.
    pub(super) fn new(
        rules: &RebirthRules,
        catalogue: &'a Catalogue,
        floor: &Floor,
        seen: &Layout<'_>,
    ) -> Self {
        let request = floor.request();
        let rooms = OrdinaryRooms::new(catalogue, &rules.difficulty, request, floor.curse());
        let mut weights = Weights::new(catalogue);
        let mut picks = Vec::new();
        for index in floor.placing_order() {
            let room = &floor.rooms()[index];
            let (RoomKind::Normal, Some(interior)) = (room.kind, room.interior) else { continue };
            let queries = rooms.queries(rules, request, room.shape);
            let outline = seen.tables.outlines.get(room.shape);
            let anchor = super::cells::index_of(room.anchor);
            let mut needed = DoorSlots::NONE;
            let mut open: Vec<(CellIndex, DoorSlots)> = Vec::new();
            for (offset, slot) in &outline.exits {
                let target = moved(anchor, *offset);
                if seen.board.is_occupied(target) {
                    needed = needed.with(*slot);
                } else {
                    match open.iter_mut().find(|(cell, _)| *cell == target) {
                        Some((_, slots)) => *slots = slots.with(*slot),
                        None => open.push((target, DoorSlots::NONE.with(*slot))),
                    }
                }
            }
            let now = weights.clone();
            weights.decay_chosen(&queries[1].1, interior);
            picks.push(Pick { interior, queries, weights: now, needed, open, known: [None; 256] });
        }
        Self { picks }
    }

    /// How likely the rooms are if they need a door towards each wanted cell, and towards no other
    /// cell where the map shows nothing.
    pub(super) fn likelihood(&mut self, wanted: &CellSet) -> f64 {
        self.picks.iter_mut().map(|pick| pick.likelihood(wanted)).product()
    }
}

impl Pick<'_> {
    fn likelihood(&mut self, wanted: &CellSet) -> f64 {
        let more = self.open.iter().filter(|(cell, _)| wanted.contains(*cell));
        let doors = more.fold(self.needed.bits(), |doors, (_, slots)| doors | slots.bits());
        if let Some(chance) = self.known[usize::from(doors)] {
            return chance;
        }
        let of = |query: &Query| {
            let query = Query { doors: DoorSlots::from_bits(doors), ..*query };
            self.weights.chance_of(&query, self.interior)
        };
        let chance = self.queries.iter().map(|(share, query)| {
            // A query with chance 0 need not be computed.
            if *share > 0.0 { share * of(query) } else { 0.0 }
        });
        let chance = chance.sum();
        self.known[usize::from(doors)] = Some(chance);
        chance
    }
}
