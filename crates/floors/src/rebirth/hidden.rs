//! Where a hidden room can be, given the rule that places it and the doors of the ordinary rooms
//! (R33, R34, W30, W42, W50, W69).

use basement_model::{Cell, Curse, DoorSlots, Floor, RoomKind, Shape};
use basement_rooms::{Catalogue, RoomType};

use super::boss;
use super::candidates::OutlineTables;
use super::cells::{CellIndex, CellSet, STEPS, grid_cell, index_of, moved};
use super::evidence::DoorEvidence;
use super::layout::Layout;
use super::rules::RebirthRules;
use super::secret::{self, placed_before};
use super::special::PlacedRoom;
use super::ultra_secret;
use crate::posterior::Posterior;

/// If there is also an ultra secret room, the secret room's cells are left out if the rule makes
/// them less likely than this share of the likeliest cell.
const NEGLIGIBLE: f64 = 1e-6;
/// The chance that an ordinary room touched by only one other room was not a dead end when the
/// super secret room was placed: a large dead end was beside it too (R14), and became smaller later
/// (W19). The map does not show this. The value makes the cells of 20,000 super secret rooms most
/// likely, and gives none of them a chance of 0.
const WAS_NO_DEAD_END: f64 = 0.07;

/// A floor, and everything that decides where its hidden rooms can be.
pub(super) struct Hidden<'a> {
    pub(super) rules: &'a RebirthRules,
    pub(super) tables: &'a OutlineTables,
    pub(super) catalogue: &'a Catalogue,
    pub(super) floor: &'a Floor,
}

/// What a map shows: the layout without its hidden rooms, and the rooms placed in it.
struct VisibleMap<'a> {
    layout: Layout<'a>,
    placed: Vec<PlacedRoom>,
}

impl VisibleMap<'_> {
    /// The same with a room of one cell, such as a super secret room, which is placed after the boss rooms.
    fn with(&self, cell: CellIndex, kind: RoomKind, room_type: RoomType) -> Self {
        let (mut layout, mut placed) = (self.layout.clone(), self.placed.clone());
        layout.add_single(cell, kind, 0, Shape::Single.slots());
        placed.push(single(cell, room_type));
        Self { layout, placed }
    }
}

impl<'a> Hidden<'a> {
    /// The chances of the cells of a hidden room. The map shows no secret and no ultra secret room.
    /// It shows the super secret room only if the chances are those of the secret room.
    pub(super) fn posterior(&self, kind: RoomKind) -> Posterior {
        let whole = Layout::from_floor(self.rules, self.tables, self.floor);
        let placed = placed_before(&whole, self.floor);
        if kind == RoomKind::Secret {
            let mut evidence = self.evidence(&whole);
            let shown = VisibleMap { layout: whole, placed };
            let mut chances = Chances::default();
            let add = |secret, _, chance| chances.add(secret, chance);
            self.add_secret_cells(&shown, &mut evidence, 1.0, &CellSet::EMPTY, add);
            return chances.posterior();
        }
        let seen = self.without_super_secret(&placed);
        let mut evidence = self.evidence(&seen.layout);
        let mut chances = Chances::default();
        for (cell, prior) in self.super_secret_cells(&seen) {
            let with = seen.with(cell, RoomKind::SuperSecret, RoomType::SuperSecret);
            let mut wanted = CellSet::EMPTY;
            wanted.insert(cell);
            self.add_secret_cells(&with, &mut evidence, prior, &wanted, |_, ultra, chance| {
                match kind {
                    RoomKind::UltraSecret => chances.add(ultra, chance),
                    _ => chances.add(Some(cell), chance),
                }
            });
        }
        chances.posterior()
    }

    fn evidence(&self, seen: &Layout<'_>) -> DoorEvidence<'a> {
        DoorEvidence::new(self.rules, self.catalogue, self.floor, seen)
    }

    /// Calls `add` with each pair of cells for the secret and the ultra secret room, `None` for no
    /// such room, and with the chance of the pair.
    fn add_secret_cells(
        &self,
        shown: &VisibleMap<'a>,
        evidence: &mut DoorEvidence<'_>,
        prior: f64,
        wanted: &CellSet,
        mut add: impl FnMut(Option<CellIndex>, Option<CellIndex>, f64),
    ) {
        let stage = self.floor.request().level;
        let blocked = boss::blocked_by(&self.rules.boss, &shown.layout, &shown.placed);
        let secret =
            secret::posterior(&self.rules.secret, &shown.layout, &shown.placed, &blocked, stage);
        let cells = secret.cells.iter().map(|(cell, chance)| (Some(index_of(*cell)), *chance));
        let mut places: Vec<(Option<CellIndex>, CellSet, f64)> = cells
            .chain([(None, secret.none)])
            .map(|(cell, chance)| {
                let mut wanted = *wanted;
                cell.into_iter().for_each(|cell| wanted.insert(cell));
                (cell, wanted, prior * chance)
            })
            .collect();
        if !self.rules.secret.ultra {
            for (cell, wanted, chance) in places {
                add(cell, None, chance * evidence.likelihood(&wanted));
            }
            return;
        }
        // Nothing is left out because of doors: they count only together with those towards the
        // ultra secret room.
        let most = places.iter().map(|place| place.2).fold(0.0, f64::max);
        places.retain(|place| place.2 > NEGLIGIBLE * most);
        for (cell, wanted, chance) in places {
            let with = cell.map(|cell| shown.with(cell, RoomKind::Secret, RoomType::Secret));
            let shown = with.as_ref().unwrap_or(shown);
            let ultra = ultra_secret::chances(
                &self.rules.secret,
                &shown.layout,
                &shown.placed,
                &blocked,
                stage,
            );
            for (ultra, by_rule) in ultra {
                let mut wanted = wanted;
                for beside in ultra.into_iter().flat_map(|cell| STEPS.map(|by| moved(cell, by))) {
                    wanted.insert(beside);
                }
                add(cell, ultra, chance * by_rule * evidence.likelihood(&wanted));
            }
        }
    }

    /// The layout on a map that also hides the super secret room.
    fn without_super_secret(&self, placed: &[PlacedRoom]) -> VisibleMap<'a> {
        let layout =
            Layout::from_rooms_of(self.rules, self.tables, self.floor, |kind| !kind.is_hidden());
        let is_other = |room: &&PlacedRoom| room.room_type != RoomType::SuperSecret;
        VisibleMap { layout, placed: placed.iter().filter(is_other).copied().collect() }
    }

    /// W19, W30: the cells where a super secret room of one cell can be, with their chances before
    /// doors are considered. The room grew from the only room beside it, the start or an ordinary
    /// room.
    ///
    /// Dead ends are taken deepest first, by the boss and then by the super secret room. So a super
    /// secret room of the catalogue that fits a deeper dead end is hardly ever on the cell, and one
    /// that also fits dead ends of the same depth can be on any of them. A boss room of one cell
    /// with all doors would have taken a deeper dead end. The map does not show the order of dead
    /// ends of equal depth.
    fn super_secret_cells(&self, seen: &VisibleMap<'a>) -> Vec<(CellIndex, f64)> {
        let rooms: Vec<(DoorSlots, f64)> = self
            .catalogue
            .rooms()
            .iter()
            .filter(|room| room.stage == Some(0) && room.room_type == RoomType::SuperSecret)
            .filter(|room| room.shape == Shape::Single)
            .map(|room| (room.doors, f64::from(room.weight)))
            .collect();
        let others = self.other_dead_ends(seen);
        let greatest_depth = self.greatest_depth(seen);
        let has = |doors: DoorSlots, side: usize| doors.bits() >> side & 1 == 1;
        let cells = seen.layout.board.empty_cells([&CellSet::EMPTY; 2]);
        let places = cells.iter().filter_map(|cell| {
            let (side, parent) = parent_of(&seen.layout, cell)?;
            let depth = seen.layout.rooms[usize::from(parent)].depth.saturating_add(1);
            if depth > greatest_depth {
                return None;
            }
            let others = || others.iter().filter(|other| other.room != parent);
            let share = |(doors, weight): &(DoorSlots, f64)| {
                if !has(*doors, side) {
                    return 0.0;
                }
                let fitting = || others().filter(|other| has(*doors, other.side));
                let deeper = fitting().filter(|other| other.depth > depth);
                let is_left: f64 = deeper.map(|other| 1.0 - other.chance).product();
                let as_deep = fitting().filter(|other| other.depth == depth);
                weight * is_left / (1.0 + as_deep.map(|other| other.chance).sum::<f64>())
            };
            let chance: f64 = rooms.iter().map(share).sum();
            (chance > 0.0).then_some((cell, chance))
        });
        places.collect()
    }

    /// W30: the other dead ends that the super secret room could have taken: those of special rooms
    /// placed after it, and, most likely, ordinary rooms that only one room touches.
    fn other_dead_ends(&self, seen: &VisibleMap<'a>) -> Vec<DeadEnd> {
        let Layout { rooms, board, tables, .. } = &seen.layout;
        let dead_end = |index: usize| {
            let room = &rooms[index];
            let exits = tables.outlines.get(room.shape).exits.iter();
            let mut touched = exits
                .map(|(offset, slot)| (board.room_at(moved(room.anchor, *offset)), *slot))
                .filter(|(other, _)| {
                    *other != super::board::NO_ROOM && usize::from(*other) != index
                });
            let (first, slot) = touched.next()?;
            let is_alone = touched.all(|(other, _)| other == first);
            let chance = match room.kind {
                RoomKind::Start | RoomKind::Boss | RoomKind::Grave => return None,
                RoomKind::Normal if is_alone => 1.0 - WAS_NO_DEAD_END,
                RoomKind::Normal => return None,
                _ => 1.0,
            };
            let (depth, side) = (room.depth, slot.number() & 3);
            Some(DeadEnd { room: index as u8, depth, side, chance })
        };
        (0..rooms.len()).filter_map(dead_end).collect()
    }

    /// W20: how deep the super secret room can be, given that the boss chose first.
    fn greatest_depth(&self, seen: &VisibleMap<'a>) -> u8 {
        let boss = seen.layout.rooms.iter().find(|room| room.kind == RoomKind::Boss);
        match boss {
            // A Labyrinth's boss also needs space behind it.
            Some(boss)
                if boss.shape == Shape::Single
                    && boss.slots == Shape::Single.slots()
                    && self.floor.curse() != Some(Curse::Labyrinth) =>
            {
                boss.depth
            }
            _ => u8::MAX,
        }
    }
}

/// A dead end, with the side towards its parent and the chance that it was one.
struct DeadEnd {
    room: u8,
    depth: u8,
    side: usize,
    chance: f64,
}

/// W19: the side and the room from which a dead end of one cell grew. The room is the only one
/// beside it, it is the start or an ordinary room, and its shape has a slot there.
fn parent_of(layout: &Layout<'_>, cell: CellIndex) -> Option<(usize, u8)> {
    let beside = STEPS.into_iter().map(|by| layout.board.room_at(moved(cell, by)));
    let mut rooms = beside.enumerate().filter(|(_, room)| *room != super::board::NO_ROOM);
    let (side, parent) = rooms.next()?;
    let room = &layout.rooms[usize::from(parent)];
    let mut exits = layout.tables.outlines.get(room.shape).exits.iter();
    let is_parent = matches!(room.kind, RoomKind::Start | RoomKind::Normal)
        && exits.any(|(offset, _)| moved(room.anchor, *offset) == cell);
    (rooms.next().is_none() && is_parent).then_some((side, parent))
}

/// A placed room of one cell that lists every cell around it.
fn single(anchor: CellIndex, room_type: RoomType) -> PlacedRoom {
    PlacedRoom { anchor, shape: Shape::Single, doors: Shape::Single.slots(), room_type }
}

/// Running sums of the cells' chances.
#[derive(Default)]
struct Chances {
    cells: Vec<(Cell, f64)>,
    none: f64,
}

impl Chances {
    fn add(&mut self, cell: Option<CellIndex>, chance: f64) {
        let Some(cell) = cell.map(grid_cell) else {
            self.none += chance;
            return;
        };
        match self.cells.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, sum)) => *sum += chance,
            None => self.cells.push((cell, chance)),
        }
    }

    /// The posterior, with the chances scaled to a sum of 1. If there are none, there is no such
    /// room.
    fn posterior(self) -> Posterior {
        let all = self.none + self.cells.iter().map(|(_, chance)| chance).sum::<f64>();
        if all <= 0.0 {
            return Posterior::new(Vec::new(), 1.0);
        }
        let cells = self.cells.into_iter().map(|(cell, chance)| (cell, chance / all)).collect();
        Posterior::new(cells, self.none / all)
    }
}

#[cfg(test)]
mod tests {
    use basement_model::{
        Cell, Floor, FloorParts, Grid, MAX_ROOMS, Request, Room, RoomKind, Seed, Shape,
    };

    use crate::Generator;
    use crate::rebirth::{Edition, Rebirth};

    #[test]
    fn floors_with_the_most_rooms_and_the_greatest_depth_have_chances() {
        let start =
            Room { kind: RoomKind::Start, ..Room::normal(Cell::new(6, 6), Shape::Single, 0) };
        let cells = (0..169).map(|place| Cell::new(place % 13, place / 13));
        let others = cells.filter(|cell| *cell != start.anchor && (cell.x + cell.y) % 3 != 1);
        let others = others.map(|cell| Room::normal(cell, Shape::Single, u8::MAX));
        let rooms: Vec<Room> = [start].into_iter().chain(others).take(MAX_ROOMS).collect();
        let rebirth = Rebirth::new(Edition::Repentance);
        for count in [MAX_ROOMS / 2, MAX_ROOMS] {
            let request = Request::level(3);
            let parts = FloorParts::new(Grid::REBIRTH, &request, Seed::Pcg(1), &rooms[..count]);
            let floor = Floor::new(parts).unwrap();
            for kind in [RoomKind::Secret, RoomKind::SuperSecret, RoomKind::UltraSecret] {
                assert!(rebirth.posterior_by_doors(&floor, kind).is_ok(), "{count} {kind}");
            }
        }
    }
}
