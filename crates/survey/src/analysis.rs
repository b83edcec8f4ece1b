//! The facts about a floor that measures read, whoever made the floor.

use basement_floors::{Floor, RoomKind, Shape};
use strum::EnumCount;

use crate::inspection::Inspection;
use crate::record::{FloorRecord, RecordGraph};

/// What measures read: counts, distances, extents of one floor.
///
/// It is made from a [`Floor`] or a [`FloorRecord`], so that a [`Measure`](crate::Measure) is one
/// function for both. *Plan* means all rooms except secret and ultra secret ones.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
/// use basement_survey::{Analysis, FloorRecord, measure};
///
/// let floor = Backend::Flash.generator("", &[])?.generate(&Request::level(1), Seed::Pcg(7))?;
/// let ours = Analysis::from_floor(&floor);
/// let theirs = Analysis::from_record(&FloorRecord::from(&floor));
/// assert_eq!(measure::LOOPS.of(&ours), measure::LOOPS.of(&theirs));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Rooms of the plan, and of the floor.
    pub(crate) rooms: u32,
    pub(crate) all_rooms: u32,
    /// Rooms of the plan of more than one cell.
    pub(crate) large_rooms: u32,
    /// Rooms of the plan by the number of their outline.
    pub(crate) shapes: [u16; Shape::ALL.len() + 1],
    /// Rooms of the floor by kind.
    pub(crate) kinds: [u16; RoomKind::COUNT],
    /// Doors within the plan.
    pub(crate) doors: u32,
    /// Rooms of the plan by their neighbours in it; the last are those of four and more.
    pub(crate) degrees: [u32; 5],
    /// The sum of all neighbours, the most of them, and the start's.
    pub(crate) degree_sum: u32,
    pub(crate) degree_maximum: u32,
    pub(crate) degree_start: u32,
    /// Steps through doors from the start: to the farthest room, to the farthest boss room,
    /// to the first room of a kind.
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
    /// How many cells more rooms face than the secret room's cell, and how many cells equally many
    /// face.
    pub(crate) secret_rank: Option<(u32, u32)>,
    /// Cells of the plan; columns and rows of their bounding box.
    pub(crate) cells: u32,
    pub(crate) extent: [u32; 2],
    /// Sums over the plan's cells of the offset from the start cell: columns, rows, squares
    /// of the distance.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) squares: i32,
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

impl Analysis {
    /// The facts about a floor.
    #[must_use]
    pub fn from_floor(floor: &Floor) -> Self {
        Inspection::read(floor, Self::of_inspection)
    }

    /// The facts about a record, without those that only the generator knows: what the floor cost,
    /// and where rooms can have doors.
    #[must_use]
    pub fn from_record(record: &FloorRecord) -> Self {
        Self::of_graph(record, &RecordGraph::of(record))
    }

    /// How many rooms of a kind the floor has.
    #[must_use]
    pub fn rooms_of(&self, kind: RoomKind) -> u32 {
        self.kinds[kind as usize].into()
    }

    #[inline]
    pub(crate) fn of_inspection(inspection: &Inspection<'_>) -> Self {
        let Inspection { floor, plan, from_start, tally, boss, secret, .. } = inspection;
        let (boss, secret) = (*boss, *secret);
        let distance = |room: Option<usize>| inspection.distance(room?).map(u32::from);
        let first_of = |kind: RoomKind| tally.first_of(kind);
        let bosses = floor.all_of(RoomKind::Boss).filter_map(|boss| from_start.to(boss));
        let large = Shape::ALL.iter().filter(|shape| shape.cells().len() > 1);
        let secret_cell = secret.and_then(|secret| floor.first_cell(secret));
        let degrees = tally.degrees.map(u32::from);
        Self {
            rooms: plan.rooms() as u32,
            all_rooms: floor.rooms().len() as u32,
            large_rooms: large.map(|shape| u32::from(tally.shapes[usize::from(shape.id())])).sum(),
            shapes: tally.shapes.map(u16::from),
            kinds: tally.kinds.map(u16::from),
            doors: plan.doors() as u32,
            degrees: [degrees[0], degrees[1], degrees[2], degrees[3], degrees[4..].iter().sum()],
            degree_sum: degrees.iter().zip(0..).map(|(rooms, degree)| rooms * degree).sum(),
            degree_maximum: degrees.iter().rposition(|rooms| *rooms > 0).unwrap_or(0) as u32,
            degree_start: plan.degree(0) as u32,
            eccentricity: from_start.eccentricity().into(),
            farthest_boss: bosses.max().map(u32::from),
            boss_distance: distance(boss),
            treasure_distance: distance(first_of(RoomKind::Treasure)),
            shop_distance: distance(first_of(RoomKind::Shop)),
            secret_distance: distance(secret),
            super_secret_boss_distance: first_of(RoomKind::SuperSecret)
                .and_then(|super_secret| plan.steps(boss?, super_secret).map(u32::from)),
            secret_neighbours: secret.map(|secret| plan.degree(secret) as u32),
            secret_rank: secret_cell.map(|cell| inspection.rank(cell)),
            cells: tally.cells as u32,
            extent: tally.extent,
            columns: tally.columns,
            rows: tally.rows,
            squares: tally.squares,
            cost: Some(Cost {
                dead_ends: floor.dead_ends().len() as u32,
                attempts: floor.attempts(),
                draws: floor.draws(),
            }),
        }
    }
}
