//! Where a hidden room is, by the rule that places it and by the doors of the ordinary rooms
//! (R33, R34, W30, W42, W50, W69).

use basement_model::{Cell, DoorSlots, Floor, RoomKind, Shape};
use basement_rooms::{Catalogue, RoomType};

use super::boss;
use super::candidates::OutlineTables;
use super::cells::{CellIndex, CellSet, STEPS, grid_cell, index_of, moved};
use super::evidence::DoorEvidence;
use super::layout::Layout;
use super::rules::Rules;
use super::secret::{self, placed_before};
use super::special::PlacedRoom;
use super::ultra_secret;
use crate::posterior::Posterior;

/// Cells of the secret room that are less likely than this share of the likeliest one are left out
/// where another room is asked for.
const NEGLIGIBLE: f64 = 1e-6;

/// A floor, and everything that decides where its hidden rooms can be.
pub(super) struct Hidden<'a> {
    pub(super) rules: &'a Rules,
    pub(super) tables: &'a OutlineTables,
    pub(super) catalogue: &'a Catalogue,
    pub(super) floor: &'a Floor,
}

/// What a map shows: the layout without the rooms that are hidden, and the rooms placed in it.
struct Shown<'a> {
    layout: Layout<'a>,
    placed: Vec<PlacedRoom>,
}

impl<'a> Hidden<'a> {
    /// The chances of the cells of a hidden room. The map shows no secret and no ultra secret room,
    /// and a super secret room only where the secret room is asked for.
    pub(super) fn posterior(&self, kind: RoomKind) -> Posterior {
        let whole = Layout::from_floor(self.rules, self.tables, self.floor);
        let placed = placed_before(&whole, self.floor);
        if kind == RoomKind::Secret {
            let mut evidence = self.evidence(&whole);
            let shown = Shown { layout: whole, placed };
            let mut chances = Chances::default();
            self.add_secret_cells(
                &shown,
                &mut evidence,
                1.0,
                &CellSet::EMPTY,
                |secret, _, chance| {
                    chances.add(secret, chance);
                },
            );
            return chances.posterior();
        }
        let seen = self.without_super_secret(&placed);
        let mut evidence = self.evidence(&seen.layout);
        let mut chances = Chances::default();
        for (cell, prior) in self.super_secret_cells(&seen) {
            let with = self.with_super_secret(&seen, cell);
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

    /// Goes through the cells of the secret and the ultra secret room, `None` for no such room, with
    /// the chance of both together.
    fn add_secret_cells(
        &self,
        shown: &Shown<'a>,
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
        // The doors towards the ultra secret room only add to what is needed, so what is nearly
        // impossible by the secret room alone can still come true: only the rule's chance prunes.
        let most = places.iter().map(|place| place.2).fold(0.0, f64::max);
        places.retain(|place| place.2 > NEGLIGIBLE * most);
        for (cell, wanted, chance) in places {
            let with = cell.map(|cell| self.with_secret(shown, cell));
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

    /// W42: the layout with a secret room.
    fn with_secret(&self, shown: &Shown<'a>, cell: CellIndex) -> Shown<'a> {
        let mut layout = shown.layout.clone();
        layout.add_hidden_room(cell, RoomKind::Secret, 0, Shape::Single.slots());
        let mut placed = shown.placed.clone();
        placed.push(single(cell, RoomType::Secret));
        Shown { layout, placed }
    }

    /// The layout as a map shows it that hides the super secret room too.
    fn without_super_secret(&self, placed: &[PlacedRoom]) -> Shown<'a> {
        let is_shown = |kind: RoomKind| kind != RoomKind::SuperSecret && !kind.is_added();
        let layout = Layout::from_rooms_of(self.rules, self.tables, self.floor, is_shown);
        let is_other = |room: &&PlacedRoom| room.room_type != RoomType::SuperSecret;
        Shown { layout, placed: placed.iter().filter(is_other).copied().collect() }
    }

    /// The layout with a super secret room of one cell, which is placed after the boss rooms.
    fn with_super_secret(&self, seen: &Shown<'a>, cell: CellIndex) -> Shown<'a> {
        let mut layout = seen.layout.clone();
        layout.add_hidden_room(cell, RoomKind::SuperSecret, 0, Shape::Single.slots());
        let mut placed = seen.placed.clone();
        placed.push(single(cell, RoomType::SuperSecret));
        Shown { layout, placed }
    }

    /// W19, W30: the cells on which a super secret room of one cell can stand, with their chances
    /// before any door is looked at. It grew from one room, the only one beside it, which is the
    /// start or an ordinary room.
    ///
    /// Dead ends are taken deepest first. So a cell is passed over by the super secret rooms that fit
    /// into a deeper dead end, one that a special room took after them: the chance of a cell is the
    /// share of the catalogue's super secret rooms that have the door towards its parent and lack
    /// the doors of all deeper dead ends.
    fn super_secret_cells(&self, seen: &Shown<'a>) -> Vec<(CellIndex, f64)> {
        let board = &seen.layout.board;
        let rooms: Vec<(DoorSlots, f64)> = self
            .catalogue
            .rooms()
            .iter()
            .filter(|room| room.stage == Some(0) && room.room_type == RoomType::SuperSecret)
            .filter(|room| room.shape == Shape::Single)
            .map(|room| (room.doors, f64::from(room.weight)))
            .collect();
        let taken_later = self.dead_ends_taken_later(seen);
        let mut cells = Vec::new();
        for cell in board.empty_cells([&CellSet::EMPTY; 2]).iter() {
            let beside: Vec<(usize, u8)> = STEPS
                .into_iter()
                .map(|by| board.room_at(moved(cell, by)))
                .enumerate()
                .filter(|(_, room)| *room != super::board::NO_ROOM)
                .collect();
            let [(side, parent)] = beside[..] else { continue };
            let parent = &seen.layout.rooms[usize::from(parent)];
            let is_parent = matches!(parent.kind, RoomKind::Start | RoomKind::Normal)
                && seen
                    .layout
                    .tables
                    .outlines
                    .get(parent.shape)
                    .exits
                    .iter()
                    .any(|(offset, _)| moved(parent.anchor, *offset) == cell);
            if !is_parent {
                continue;
            }
            let depth = parent.depth + 1;
            let has = |doors: DoorSlots, side: usize| doors.bits() >> side & 1 == 1;
            let fits = |doors: &DoorSlots| {
                has(*doors, side)
                    && taken_later
                        .iter()
                        .all(|(deeper, other)| *deeper <= depth || !has(*doors, *other))
            };
            let weight: f64 =
                rooms.iter().filter(|(doors, _)| fits(doors)).map(|(_, weight)| weight).sum();
            if weight > 0.0 {
                cells.push((cell, weight));
            }
        }
        cells
    }

    /// W30: the depths of the dead ends that special rooms took after the super secret room, each
    /// with the side towards its parent, as the door of the room shows it.
    fn dead_ends_taken_later(&self, seen: &Shown<'a>) -> Vec<(u8, usize)> {
        let is_later = |kind: RoomKind| {
            !matches!(kind, RoomKind::Start | RoomKind::Normal | RoomKind::Boss | RoomKind::Grave)
        };
        let rooms = seen.layout.rooms.iter().filter(|room| is_later(room.kind));
        rooms
            .filter_map(|room| {
                let exits = &seen.layout.tables.outlines.get(room.shape).exits;
                let (_, slot) = exits.iter().find(|(offset, _)| {
                    seen.layout.board.is_occupied(moved(room.anchor, *offset))
                })?;
                Some((room.depth, slot.number() & 3))
            })
            .collect()
    }
}

/// A placed room of one cell that lists every cell around it.
fn single(anchor: CellIndex, room_type: RoomType) -> PlacedRoom {
    PlacedRoom { anchor, shape: Shape::Single, doors: Shape::Single.slots(), room_type }
}

/// Chances of cells as they are summed up.
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

    /// The posterior, whose chances are 1 together. Without any, there is no such room.
    fn posterior(self) -> Posterior {
        let all = self.none + self.cells.iter().map(|(_, chance)| chance).sum::<f64>();
        if all <= 0.0 {
            return Posterior::new(Vec::new(), 1.0);
        }
        let cells = self.cells.into_iter().map(|(cell, chance)| (cell, chance / all)).collect();
        Posterior::new(cells, self.none / all)
    }
}
