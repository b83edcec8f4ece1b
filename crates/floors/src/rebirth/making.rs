//! A floor in the making: what is kept through all attempts at it (W51), and the finished floor.

use arrayvec::ArrayVec;
use basement_model::{
    Curse, FailedPlacing, Floor, FloorParts, Grid, MAX_BOSSES, MAX_ROOMS, Outcome, Phase, Request,
    Room, Seed,
};
use basement_rooms::Weights;

use super::Rebirth;
use super::boss_pools::BossPool;
use super::cells::{CellSet, grid_cell};
use super::dead_ends::DeadEndList;
use super::layout::Layout;
use super::ordinary_pool::OrdinaryRooms;
use super::outline::ShapeSet;
use super::run_memory::RunMemory;
use super::special::RoomPlacer;
use super::stop::Stop;
use super::target::Target;
use crate::draws::{Draws, Order};
use crate::error::GenerateError;
use crate::trace::{Decision, Trace};

/// The bosses of a floor in the order of their choice.
pub(super) type Bosses = ArrayVec<u8, MAX_BOSSES>;

/// W51: what is kept through all attempts at a floor. The large parts are borrowed, because moving
/// them would be slow.
pub(super) struct Making<'m, 'a, D: Draws> {
    pub(super) rebirth: &'a Rebirth,
    pub(super) request: &'a Request,
    pub(super) seed: Seed,
    pub(super) target: Target,
    /// The level stream, after the draws for the target.
    pub(super) level: &'m mut D,
    pub(super) weights: &'m mut Weights<'a>,
    pub(super) ordinary_rooms: OrdinaryRooms,
    pub(super) run: &'m mut RunMemory<'a, D>,
    pub(super) failed_placings: Vec<FailedPlacing>,
}

impl Rebirth {
    /// R9: what the ordinary rooms of a floor are picked from.
    #[inline(always)]
    pub(super) fn ordinary_rooms(&self, request: &Request, curse: Option<Curse>) -> OrdinaryRooms {
        OrdinaryRooms::new(&self.catalogue, &self.rules.difficulty, request, curse)
    }

    /// R9: the shapes that rooms can grow in.
    pub(super) const fn shapes(&self, ordinary_rooms: &OrdinaryRooms) -> ShapeSet {
        if self.rules.growth.large_rooms { ordinary_rooms.shapes } else { ShapeSet::SINGLE }
    }

    /// W51: what the run of a floor remembers before the first attempt.
    #[inline(always)]
    pub(super) fn run<D: Draws>(
        &self,
        request: &Request,
        seed: Seed,
        boss_order: Order,
    ) -> RunMemory<'_, D> {
        let pool = self
            .boss_pool_file(request)
            .map(|file| BossPool::new(&self.catalogue, file, request, seed, boss_order));
        RunMemory::new(request, pool)
    }
}

impl<'a, D: Draws> Making<'_, 'a, D> {
    /// R37: places the rooms of a layout, unless only the layout is asked for. Returns the bosses.
    #[inline(always)]
    pub(super) fn place<T: Trace>(
        &mut self,
        layout: &mut Layout<'a>,
        dead_ends: &DeadEndList,
        stream: &mut D,
        trace: &mut T,
    ) -> Result<Bosses, Stop> {
        if self.request.phase == Phase::Layout {
            return Ok(Bosses::new());
        }
        let mut placer = RoomPlacer {
            rules: &self.rebirth.rules,
            request: self.request,
            catalogue: &self.rebirth.catalogue,
            curse: self.target.curse,
            layout,
            dead_ends: dead_ends.clone(),
            weights: self.weights,
            ordinary_rooms: self.ordinary_rooms,
            level: self.level,
            stream,
            run: self.run,
            bosses: Bosses::new(),
            blocked: CellSet::EMPTY,
            placed: ArrayVec::new(),
            placed_count: 0,
        };
        placer.place_all(trace)?;
        Ok(placer.bosses)
    }

    /// Records a failed attempt.
    ///
    /// # Errors
    ///
    /// W11: if no attempt can pass with this catalogue.
    #[inline(always)]
    pub(super) fn failed<T: Trace>(
        &mut self,
        attempt: u32,
        stop: Stop,
        trace: &mut T,
    ) -> Result<(), GenerateError> {
        match stop {
            Stop::TooFewRooms => {
                trace.note("F7", || Decision::Rejected { reason: "too few rooms" });
            }
            Stop::TooFewDeadEnds => {
                trace.note("R17", || Decision::Rejected { reason: "too few dead ends" });
            }
            Stop::Failed(kind, reason) => {
                trace.note("W5", || Decision::PlacingFailed { kind, reason });
                self.failed_placings.push(FailedPlacing { attempt, kind, reason });
            }
            Stop::Missing(missing) => return Err(missing.into()),
        }
        Ok(())
    }

    /// Calls `visit` with the floor of the attempt that passed, in the place where it was built.
    /// `draws` counts the draws of all streams except the level stream.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of a floor")]
    pub(super) fn finish<T: Trace, R>(
        &mut self,
        attempt: u32,
        draws: u64,
        layout: &Layout<'_>,
        dead_ends: &DeadEndList,
        bosses: Bosses,
        trace: &mut T,
        visit: impl FnOnce(&Floor) -> R,
    ) -> R {
        let draws = self.level.drawn() + draws;
        trace.note("R17", || Decision::Accepted { attempts: attempt, draws });
        let (bosses_met, bosses_chosen) =
            self.run.pool.as_ref().map_or_else(Default::default, |pool| pool.after(&bosses));
        let outcome = Outcome {
            bosses,
            flags: self.run.flags,
            bosses_met,
            bosses_chosen,
            failed_placings: std::mem::take(&mut self.failed_placings),
        };
        let mut rooms = ArrayVec::new_const();
        list_rooms(layout, &mut rooms);
        let parts = FloorParts {
            grid: Grid::REBIRTH,
            request: *self.request,
            seed: self.seed,
            curse: self.target.curse,
            wanted: self.target.rooms as u8,
            min_dead_ends: self.target.dead_ends as u8,
            attempts: attempt,
            draws,
            rooms: &rooms,
            dead_ends,
            outcome: &outcome,
        };
        Floor::visit_sound_parts(parts, visit)
    }
}

/// Lists the rooms of a finished layout as rooms of a floor.
fn list_rooms(layout: &Layout<'_>, rooms: &mut ArrayVec<Room, MAX_ROOMS>) {
    rooms.extend(layout.rooms.iter().map(|room| Room {
        anchor: grid_cell(room.anchor),
        shape: room.shape,
        kind: room.kind,
        depth: room.depth,
        slots: room.slots,
        interior: room.interior,
        placing: room.placing,
    }));
}
