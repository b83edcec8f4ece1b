//! The facts about a floor that measures read. Any generator may have made the floor.

use basement_floors::{
    Cell, Distances, DoorSlot, Floor, Graph, Occupancy, RoomKind, RoomSet, Shape,
};
use strum::{EnumCount, VariantArray};

use crate::inspection::{Inspection, Tally, distance, rank};
use crate::needs::Needs;
use crate::walk::Walks;

/// What measures read: the counts, distances and extents of one floor.
///
/// An analysis is made from a [`Floor`] or a [`FloorRecord`](crate::record::FloorRecord), so that a
/// [`Measure`](crate::Measure) is one function for both. *Plan* means all rooms except secret and
/// ultra secret ones.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
/// use basement_survey::{Analysis, measure, record::FloorRecord};
///
/// let floor = Backend::Flash.generator(None, &[])?.generate(&Request::level(1), Seed::Pcg(7))?;
/// let ours = Analysis::from_floor(&floor);
/// let theirs = Analysis::from_record(&FloorRecord::from(&floor));
/// assert_eq!(measure::RINGS.of(&ours), measure::RINGS.of(&theirs));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Rooms of the plan, and of the floor.
    pub(crate) rooms: u32,
    pub(crate) all_rooms: u32,
    /// Rooms of the plan with more than one cell.
    pub(crate) large_rooms: u32,
    /// Rooms of the plan by the number of their outline.
    pub(crate) shapes: [u16; Shape::ALL.len() + 1],
    /// Rooms of the floor by kind.
    pub(crate) kinds: [u16; RoomKind::COUNT],
    /// Doors within the plan.
    pub(crate) doors: u32,
    /// Rooms of the plan by their number of neighbours in it; the last are those with four or more.
    pub(crate) degrees: [u32; 5],
    /// The sum of all rooms' neighbours, the most that a room has, and the start's.
    pub(crate) degree_sum: u32,
    pub(crate) degree_maximum: u32,
    pub(crate) degree_start: u32,
    /// Steps through doors from the start: to the farthest room, to the farthest boss room, and to
    /// the first room of some kinds.
    pub(crate) eccentricity: u32,
    pub(crate) farthest_boss: Option<u32>,
    pub(crate) boss_distance: Option<u32>,
    pub(crate) treasure_distance: Option<u32>,
    pub(crate) shop_distance: Option<u32>,
    pub(crate) secret_distance: Option<u32>,
    /// Steps between the first super secret and the first boss room.
    pub(crate) super_secret_boss_distance: Option<u32>,
    /// Rooms of the plan next to the first secret room.
    pub(crate) secret_neighbours: Option<u32>,
    /// How many free cells are faced by more door slots than the secret room's cell, and how many
    /// by equally many.
    pub(crate) secret_rank: Option<(u32, u32)>,
    /// Cells of the plan; columns and rows of their bounding box.
    pub(crate) cells: u32,
    pub(crate) extent: [u32; 2],
    /// Sums over the plan's cells, relative to the start cell: columns, rows, squared distances.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) squares: i32,
    /// The walks on the visible plan.
    pub(crate) walks: Walks,
    /// What the floor cost its generator, if that is known.
    pub(crate) cost: Option<Cost>,
}

/// What a floor cost its generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    pub(crate) dead_ends: u32,
    pub(crate) attempts: u32,
    pub(crate) draws: u64,
}

/// Sums over the cells of a plan, packed into words.
#[derive(Default)]
pub(crate) struct CellSums {
    /// The sums of 1, x, y and x² + y², in 16 bits each. A floor has at most 169 cells, in columns
    /// and rows up to 13, so every sum fits.
    sums: u64,
    /// The lower 16 bits are the columns that have cells, the upper 16 bits the rows.
    lines: u32,
}

/// What each cell adds to the sums and lines of [`CellSums`], by `16 y + x`.
static CELL_SUMS: [(u64, u32); 256] = {
    let (mut sums, mut place) = ([(0, 0); 256], 0);
    while place < sums.len() {
        let (x, y) = (place as u64 % 16, place as u64 / 16);
        sums[place] = (1 | x << 16 | y << 32 | (x * x + y * y) << 48, 1 << x | 1 << (16 + y));
        place += 1;
    }
    sums
};

impl CellSums {
    #[inline]
    pub(crate) fn add(&mut self, cell: Cell) {
        let (sums, lines) = CELL_SUMS[usize::from(cell.y << 4 | cell.x)];
        self.sums += sums;
        self.lines |= lines;
    }
}

impl Analysis {
    /// The facts about a floor.
    #[must_use]
    pub fn from_floor(floor: &Floor) -> Self {
        Inspection::read(floor, Self::of_inspection)
    }

    /// How many rooms of a kind the floor has.
    #[must_use]
    pub fn rooms_of(&self, kind: RoomKind) -> u32 {
        self.kinds[kind as usize].into()
    }

    /// Pairs of rooms of the plan that doors join, however many.
    pub(crate) fn neighbouring_pairs(&self) -> u32 {
        self.degree_sum / 2
    }

    /// The facts about a floor that was already inspected.
    #[inline(always)]
    pub(crate) fn of_inspection(inspection: &Inspection<'_>) -> Self {
        let Inspection { floor, occupancy, plan, from_start, tally, .. } = inspection;
        let mut analysis = Self::of_rooms(floor, tally);
        analysis.add_cells(floor, occupancy);
        analysis.add_guesses(floor, occupancy, tally);
        analysis.add_degrees(floor, plan, tally);
        analysis.add_distances(floor, plan, from_start, tally);
        analysis.add_boss_steps(plan, tally);
        analysis.add_walks(floor, plan, tally, Needs::ALL);
        analysis
    }

    /// Only the facts about a floor that are needed. The others are 0 or `None`.
    pub(crate) fn of_needs(floor: &Floor, needs: Needs) -> Self {
        let tally = Tally::of(floor);
        let mut analysis = Self::of_rooms(floor, &tally);
        if needs == Needs::ROOMS {
            return analysis;
        }
        let occupancy = floor.occupancy();
        if needs.has(Needs::CELLS) {
            analysis.add_cells(floor, &occupancy);
        }
        if needs.has(Needs::GUESSES) {
            analysis.add_guesses(floor, &occupancy, &tally);
        }
        if needs.has(Needs::GRAPH) {
            let plan = floor.graph_on(&occupancy, RoomSet::Plan);
            analysis.add_degrees(floor, &plan, &tally);
            if needs.has(Needs::DISTANCES) {
                analysis.add_distances(floor, &plan, &plan.distances(0), &tally);
            }
            if needs.has(Needs::BOSS_STEPS) {
                analysis.add_boss_steps(&plan, &tally);
            }
            if needs.has_walks() {
                analysis.add_walks(floor, &plan, &tally, needs);
            }
        }
        analysis
    }

    /// The facts that follow from the list of rooms: all except those about cells, doors, guesses,
    /// distances and walks.
    #[inline(always)]
    pub(crate) fn of_rooms(floor: &Floor, tally: &Tally) -> Self {
        let large = Shape::ALL.iter().filter(|shape| shape.cells().len() > 1);
        let all_rooms = floor.rooms().len() as u32;
        let added = RoomKind::ALL.iter().filter(|kind| kind.is_added());
        let added: u32 = added.map(|kind| u32::from(tally.kinds[*kind as usize])).sum();
        Self {
            rooms: all_rooms - added,
            all_rooms,
            large_rooms: large.map(|shape| u32::from(tally.shapes[usize::from(shape.id())])).sum(),
            shapes: tally.shapes.map(u16::from),
            kinds: tally.kinds.map(u16::from),
            cost: Some(Cost {
                dead_ends: floor.dead_ends().len() as u32,
                attempts: floor.attempts(),
                draws: floor.draws(),
            }),
            ..Self::default()
        }
    }

    /// The plan's cells.
    #[inline]
    fn add_cells(&mut self, floor: &Floor, occupancy: &Occupancy) {
        let mut sums = CellSums::default();
        for (cell, _) in occupancy.kinds().filter(|(_, kind)| !kind.is_added()) {
            sums.add(cell);
        }
        self.add_sums(&sums, floor.grid().start);
    }

    /// The same, given the sums over the plan's cells.
    #[inline]
    pub(crate) fn add_sums(&mut self, &CellSums { sums, lines }: &CellSums, start: Cell) {
        let [cells, sum_x, sum_y, squares] =
            [sums, sums >> 16, sums >> 32, sums >> 48].map(|sum| i32::from(sum as u16));
        self.extent = [lines as u16, (lines >> 16) as u16]
            .map(|taken| taken.checked_ilog2().map_or(0, |last| last + 1 - taken.trailing_zeros()));
        // The sums are relative to cell (0, 0). For the start s, (c - s)² is c² - 2 s c + s².
        let (x, y) = (i32::from(start.x), i32::from(start.y));
        self.cells = cells as u32;
        self.squares = squares + cells * (x * x + y * y) - 2 * (x * sum_x + y * sum_y);
        self.columns = sum_x - cells * x;
        self.rows = sum_y - cells * y;
    }

    /// How the cell of the first secret room ranks among the free cells.
    #[inline]
    fn add_guesses(&mut self, floor: &Floor, occupancy: &Occupancy, tally: &Tally) {
        let secret = tally.first_of(RoomKind::Secret);
        let cell = secret.and_then(|secret| floor.first_cell(secret));
        self.secret_rank = cell.map(|cell| rank(floor, occupancy, cell));
    }

    /// The plan's doors and neighbours.
    #[inline]
    fn add_degrees(&mut self, floor: &Floor, plan: &Graph, tally: &Tally) {
        let mut degrees = [0_u8; DoorSlot::VARIANTS.len() + 1];
        for (index, room) in floor.rooms().iter().enumerate() {
            if !room.kind.is_added() {
                degrees[plan.degree(index)] += 1;
            }
        }
        let degrees = degrees.map(u32::from);
        self.doors = plan.doors() as u32;
        self.degrees = [degrees[0], degrees[1], degrees[2], degrees[3], degrees[4..].iter().sum()];
        self.degree_sum = degrees.iter().zip(0..).map(|(rooms, degree)| rooms * degree).sum();
        self.degree_maximum = degrees.iter().rposition(|rooms| *rooms > 0).unwrap_or(0) as u32;
        self.degree_start = plan.degree(0) as u32;
        let secret = tally.first_of(RoomKind::Secret);
        self.secret_neighbours = secret.map(|secret| plan.degree(secret) as u32);
    }

    /// Steps from the start.
    #[inline]
    fn add_distances(&mut self, floor: &Floor, plan: &Graph, steps: &Distances, tally: &Tally) {
        let first_of = |kind: RoomKind| {
            let first = tally.first_of(kind)?;
            distance(plan, steps, first).map(u32::from)
        };
        let first_boss = tally.first_of(RoomKind::Boss).and_then(|boss| steps.to(boss));
        let farthest_boss = match tally.kinds[RoomKind::Boss as usize] {
            0 | 1 => first_boss,
            _ => floor.all_of(RoomKind::Boss).filter_map(|boss| steps.to(boss)).max(),
        };
        self.eccentricity = steps.eccentricity().into();
        self.farthest_boss = farthest_boss.map(u32::from);
        self.boss_distance = first_of(RoomKind::Boss);
        self.treasure_distance = first_of(RoomKind::Treasure);
        self.shop_distance = first_of(RoomKind::Shop);
        self.secret_distance = first_of(RoomKind::Secret);
    }

    /// Steps from the first boss room.
    #[inline]
    fn add_boss_steps(&mut self, plan: &Graph, tally: &Tally) {
        let [boss, super_secret] =
            [RoomKind::Boss, RoomKind::SuperSecret].map(|kind| tally.first_of(kind));
        let steps = boss.zip(super_secret).and_then(|(boss, room)| plan.steps(boss, room));
        self.super_secret_boss_distance = steps.map(u32::from);
    }

    /// The walks that are needed.
    #[inline(never)]
    fn add_walks(&mut self, floor: &Floor, plan: &Graph, tally: &Tally, needs: Needs) {
        self.walks = Walks::of_graph(floor, plan, tally, needs);
    }
}
