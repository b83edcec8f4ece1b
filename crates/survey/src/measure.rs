//! Every measure of a floor: name, unit, definition, range, and the function
//! that reads it. A new measure is one entry of [`MEASURES`].

use basement_floors::{Cell, FacingSlots, Grid, MAX_ROOMS, RequestError, RoomKind, Shape};
use serde::Serialize;
use strum::Display;

use crate::analysis::Analysis;
use crate::error::SurveyError;

/// On which rooms a measure is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// All rooms but those added after the plan stood: secret and ultra secret.
    Plan,
    /// All rooms.
    Full,
    /// What the generator says of itself.
    Generator,
}

/// A number that a floor has.
///
/// Values are whole numbers; a measure that is a fraction counts in steps of
/// `1 / scale` and is rounded to the nearest.
#[derive(Clone, Debug, Serialize)]
pub struct Measure {
    /// Its name, in snake case.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it is, in a line.
    pub definition: &'static str,
    /// The rooms it is computed on.
    pub scope: Scope,
    /// The least raw value it can have.
    pub least: u32,
    /// The greatest raw value it can have.
    pub most: u32,
    /// Raw values per unit.
    pub scale: u32,
    /// Reads the raw value; `None` where the floor has no such thing.
    #[serde(skip)]
    pub of: fn(&Analysis<'_>) -> Option<u32>,
}

impl Measure {
    /// A raw value in the measure's unit.
    #[must_use]
    pub fn value(&self, raw: u32) -> f64 {
        f64::from(raw) / f64::from(self.scale)
    }

    /// A raw value as text, with as many decimals as the scale has.
    #[must_use]
    pub fn show(&self, raw: u32) -> String {
        match self.scale {
            1 => raw.to_string(),
            2 => format!("{:.1}", self.value(raw)),
            scale => format!("{:.*}", scale.ilog10() as usize, self.value(raw)),
        }
    }
}

/// Counts up whenever a floor has another value in a measure than before, or the
/// list of measures changes: counts of two versions are not merged.
pub const MEASURES_VERSION: u32 = 1;

/// The measure of a name; `None` when there is none.
#[must_use]
pub fn measure_named(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}

/// The measure of a name, or an error that names the nearest.
pub(crate) fn checked(name: &str) -> Result<&'static Measure, SurveyError> {
    measure_named(name).ok_or_else(|| {
        let known = MEASURES.iter().map(|measure| measure.name);
        RequestError::unknown_name("measure", name, known).into()
    })
}

/// The place of a measure in [`MEASURES`].
pub(crate) fn place_of(name: &str) -> Option<usize> {
    MEASURES.iter().position(|measure| measure.name == name)
}

const ROOMS: u32 = MAX_ROOMS as u32;
const CELLS: u32 = 169;
/// Steps of a thousandth, for shares.
const SHARE: u32 = 1000;
/// Steps of a hundredth, for lengths in cells.
const LENGTH: u32 = 100;

macro_rules! measures {
    ($($name:literal, $unit:literal, $scope:ident, [$least:expr, $most:expr] / $scale:expr, $of:expr, $definition:literal;)*) => {
        /// All measures, in the order in which a report lists them.
        pub static MEASURES: [Measure; [$($name),*].len()] = [$(Measure {
            name: $name,
            unit: $unit,
            definition: $definition,
            scope: Scope::$scope,
            least: $least,
            most: $most,
            scale: $scale,
            of: $of,
        }),*];

        /// The raw value of each of [`MEASURES`]: what calling them one by one gives, in
        /// one function, so that they share what they have in common.
        pub(crate) fn values(analysis: &Analysis<'_>) -> [Option<u32>; MEASURES.len()] {
            fn read(a: &Analysis<'_>, of: impl Fn(&Analysis<'_>) -> Option<u32>) -> Option<u32> {
                of(a)
            }
            [$(read(analysis, $of)),*]
        }
    };
}

measures! {
    "rooms", "rooms", Plan, [1, ROOMS] / 1, rooms, "rooms of the plan";
    "rooms_besides_start", "rooms", Plan, [0, ROOMS] / 1, rooms_besides_start, "rooms of the plan, the start room not counted";
    "cells", "cells", Plan, [1, CELLS] / 1, cells, "grid cells that the plan covers";
    "large_rooms", "rooms", Plan, [0, ROOMS] / 1, large_rooms, "rooms of more than one cell";
    "rooms_1x1", "rooms", Plan, [0, ROOMS] / 1, of_shape::<1>, "rooms of shape 1, 1x1";
    "rooms_ih", "rooms", Plan, [0, ROOMS] / 1, of_shape::<2>, "rooms of shape 2, narrow and one cell wide";
    "rooms_iv", "rooms", Plan, [0, ROOMS] / 1, of_shape::<3>, "rooms of shape 3, narrow and one cell tall";
    "rooms_1x2", "rooms", Plan, [0, ROOMS] / 1, of_shape::<4>, "rooms of shape 4, two cells tall";
    "rooms_iiv", "rooms", Plan, [0, ROOMS] / 1, of_shape::<5>, "rooms of shape 5, narrow and two cells tall";
    "rooms_2x1", "rooms", Plan, [0, ROOMS] / 1, of_shape::<6>, "rooms of shape 6, two cells wide";
    "rooms_iih", "rooms", Plan, [0, ROOMS] / 1, of_shape::<7>, "rooms of shape 7, narrow and two cells wide";
    "rooms_2x2", "rooms", Plan, [0, ROOMS] / 1, of_shape::<8>, "rooms of shape 8, 2x2";
    "rooms_ltl", "rooms", Plan, [0, ROOMS] / 1, of_shape::<9>, "rooms of shape 9, 2x2 without its top left cell";
    "rooms_ltr", "rooms", Plan, [0, ROOMS] / 1, of_shape::<10>, "rooms of shape 10, 2x2 without its top right cell";
    "rooms_lbl", "rooms", Plan, [0, ROOMS] / 1, of_shape::<11>, "rooms of shape 11, 2x2 without its bottom left cell";
    "rooms_lbr", "rooms", Plan, [0, ROOMS] / 1, of_shape::<12>, "rooms of shape 12, 2x2 without its bottom right cell";
    "dead_ends", "rooms", Plan, [0, ROOMS] / 1, dead_ends, "rooms other than the start with exactly one neighbour";
    "generator_dead_ends", "rooms", Generator, [0, ROOMS] / 1, generator_dead_ends, "the generator's own list of dead ends (F5, R14)";
    "loops", "loops", Plan, [0, 4 * ROOMS] / 1, loops, "independent cycles: doors - rooms + 1";
    "degree_mean", "rooms", Plan, [0, 8 * SHARE] / SHARE, degree_mean, "neighbours per room, on average";
    "degree_maximum", "rooms", Plan, [0, 8] / 1, degree_maximum, "neighbours of the room that has most";
    "degree_start", "rooms", Plan, [0, 4] / 1, degree_start, "neighbours of the start room";
    "degree_1_share", "share", Plan, [0, SHARE] / SHARE, degree_share::<1, 1>, "share of rooms with one neighbour";
    "degree_2_share", "share", Plan, [0, SHARE] / SHARE, degree_share::<2, 2>, "share of rooms with two neighbours";
    "degree_3_share", "share", Plan, [0, SHARE] / SHARE, degree_share::<3, 3>, "share of rooms with three neighbours";
    "degree_4_share", "share", Plan, [0, SHARE] / SHARE, degree_share::<4, 8>, "share of rooms with four neighbours or more";
    "boss_distance", "steps", Plan, [0, ROOMS] / 1, |a| distance_to(a, a.boss), "steps through doors from the start to the first boss room placed";
    "treasure_distance", "steps", Plan, [0, ROOMS] / 1, |a| distance_to_kind(a, RoomKind::Treasure), "steps through doors from the start to the first treasure room placed";
    "shop_distance", "steps", Plan, [0, ROOMS] / 1, |a| distance_to_kind(a, RoomKind::Shop), "steps through doors from the start to the shop";
    "secret_distance", "steps", Full, [0, ROOMS] / 1, |a| distance_to(a, a.secret), "steps through doors from the start to the first secret room placed";
    "eccentricity", "steps", Plan, [0, ROOMS] / 1, |a| Some(a.from_start.eccentricity().into()), "largest distance of a room from the start";
    "boss_is_farthest", "yes or no", Plan, [0, 1] / 1, boss_is_farthest, "whether no room is farther from the start than a boss room";
    "critical_share", "share", Plan, [0, SHARE] / SHARE, critical_share, "boss_distance / (rooms - 1): how linear the floor is";
    "extent_x", "cells", Plan, [1, 13] / 1, extent::<0>, "columns from the leftmost to the rightmost cell of the plan";
    "extent_y", "cells", Plan, [1, 13] / 1, extent::<1>, "rows from the top to the bottom cell of the plan";
    "compactness", "share", Plan, [0, SHARE] / SHARE, compactness, "cells / area of the bounding box";
    "spread", "cells", Plan, [0, 17 * LENGTH] / LENGTH, spread, "root mean square distance of the plan's cells from the start cell";
    "asymmetry", "cells", Plan, [0, 17 * LENGTH] / LENGTH, asymmetry, "distance of the centroid of the plan's cells from the start cell";
    "secret_neighbours", "rooms", Full, [0, 4] / 1, |a| Some(a.plan.degree(a.secret?) as u32), "rooms next to the first secret room placed";
    "secret_guess_rank", "guesses", Full, [2, 2 * CELLS] / 2, secret_guess_rank, "mean place of the secret room when cells are tried by the number of rooms facing them, ties in random order";
    "super_secret_boss_distance", "steps", Plan, [0, ROOMS] / 1, super_secret_boss_distance, "steps through doors between the first super secret and the first boss room placed";
    "boss_rooms", "rooms", Plan, [0, ROOMS] / 1, |a| Some(a.tally.kinds[RoomKind::Boss as usize].into()), "boss rooms";
    "special_rooms", "rooms", Full, [0, ROOMS] / 1, special_rooms, "rooms that are neither the start nor normal";
    "attempts", "attempts", Generator, [1, 1_000_000] / 1, |a| Some(a.floor.attempts()), "layouts begun, the accepted one included";
    "draws", "draws", Generator, [0, u32::MAX] / 1, |a| Some(a.floor.draws().min(u32::MAX.into()) as u32), "32-bit draws taken in all";
}

fn rooms(a: &Analysis<'_>) -> Option<u32> {
    Some(a.plan.rooms() as u32)
}

fn rooms_besides_start(a: &Analysis<'_>) -> Option<u32> {
    Some(a.plan.rooms() as u32 - 1)
}

fn cells(a: &Analysis<'_>) -> Option<u32> {
    Some(a.tally.cells as u32)
}

fn large_rooms(a: &Analysis<'_>) -> Option<u32> {
    let large = Shape::ALL.iter().filter(|shape| shape.cells().len() > 1);
    Some(large.map(|shape| u32::from(a.tally.shapes[usize::from(shape.id())])).sum())
}

fn of_shape<const ID: usize>(a: &Analysis<'_>) -> Option<u32> {
    Some(a.tally.shapes[ID].into())
}

fn dead_ends(a: &Analysis<'_>) -> Option<u32> {
    Some(u32::from(a.tally.degrees[1]) - u32::from(a.plan.degree(0) == 1))
}

fn generator_dead_ends(a: &Analysis<'_>) -> Option<u32> {
    Some(a.floor.dead_ends().len() as u32)
}

fn loops(a: &Analysis<'_>) -> Option<u32> {
    Some(a.plan.loops() as u32)
}

fn degree_mean(a: &Analysis<'_>) -> Option<u32> {
    let sums = a.tally.degrees.iter().zip(0..).map(|(rooms, degree)| usize::from(*rooms) * degree);
    Some(ratio(sums.sum(), a.plan.rooms(), SHARE))
}

fn degree_maximum(a: &Analysis<'_>) -> Option<u32> {
    a.tally.degrees.iter().rposition(|rooms| *rooms > 0).map(|degree| degree as u32)
}

fn degree_start(a: &Analysis<'_>) -> Option<u32> {
    Some(a.plan.degree(0) as u32)
}

fn degree_share<const LEAST: usize, const MOST: usize>(a: &Analysis<'_>) -> Option<u32> {
    let rooms = a.tally.degrees[LEAST..=MOST].iter().map(|rooms| usize::from(*rooms));
    Some(ratio(rooms.sum(), a.plan.rooms(), SHARE))
}

fn distance_to(a: &Analysis<'_>, room: Option<usize>) -> Option<u32> {
    a.distance(room?).map(u32::from)
}

fn distance_to_kind(a: &Analysis<'_>, kind: RoomKind) -> Option<u32> {
    distance_to(a, a.tally.first_of(kind))
}

fn boss_is_farthest(a: &Analysis<'_>) -> Option<u32> {
    let farthest = a.floor.all_of(RoomKind::Boss).filter_map(|boss| a.from_start.to(boss)).max()?;
    Some(u32::from(farthest == a.from_start.eccentricity()))
}

fn critical_share(a: &Analysis<'_>) -> Option<u32> {
    let distance = a.from_start.to(a.boss?)?;
    Some(ratio(distance.into(), a.plan.rooms() - 1, SHARE))
}

/// Columns (0) or rows (1) of the plan's bounding box.
fn extent<const AXIS: usize>(a: &Analysis<'_>) -> Option<u32> {
    let (least, most) = a.tally.extent[AXIS];
    Some(u32::from(most.saturating_sub(least)) + 1)
}

fn compactness(a: &Analysis<'_>) -> Option<u32> {
    let area = extent::<0>(a)? * extent::<1>(a)?;
    Some(ratio(cells(a)? as usize, area as usize, SHARE))
}

fn spread(a: &Analysis<'_>) -> Option<u32> {
    Some(length((f64::from(a.tally.squares) / f64::from(a.tally.cells)).sqrt()))
}

fn asymmetry(a: &Analysis<'_>) -> Option<u32> {
    let (x, y) = (a.tally.columns, a.tally.rows);
    Some(length(f64::from(x * x + y * y).sqrt() / f64::from(a.tally.cells)))
}

fn secret_guess_rank(a: &Analysis<'_>) -> Option<u32> {
    let secret = a.floor.first_cell(a.secret?)?;
    let (more, equal) = rank(&a.seen(), secret, a.floor.grid());
    // Among k equals the mean place is (k + 1) / 2.
    Some(2 * more + equal + 1)
}

/// How many free cells of the grid more slots face than this one, and how many as many.
fn rank(facing: &FacingSlots, cell: Cell, grid: &Grid) -> (u32, u32) {
    let own = facing.at(cell);
    let is_column: [u8; 16] =
        std::array::from_fn(|x| u8::from((x as u8).wrapping_sub(grid.left) < grid.width));
    // Column by column: at most 16 cells in each.
    let (mut more, mut equal) = ([0_u8; 16], [0_u8; 16]);
    for row in facing.rows().iter().take(grid.height.into()) {
        for x in 0..16 {
            let is_free = is_column[x] & u8::from(row[x] < FacingSlots::COVERED);
            more[x] += is_free & u8::from(row[x] > own);
            equal[x] += is_free & u8::from(row[x] == own);
        }
    }
    let sum = |counts: [u8; 16]| counts.into_iter().map(u32::from).sum();
    (sum(more), sum(equal))
}

fn super_secret_boss_distance(a: &Analysis<'_>) -> Option<u32> {
    let super_secret = a.tally.first_of(RoomKind::SuperSecret)?;
    a.plan.steps(a.boss?, super_secret).map(u32::from)
}

fn special_rooms(a: &Analysis<'_>) -> Option<u32> {
    let normal = a.tally.kinds[RoomKind::Normal as usize];
    // The start is one room.
    Some(a.floor.rooms().len() as u32 - 1 - u32::from(normal))
}

/// `part / whole` in steps of `1 / scale`, rounded to the nearest.
fn ratio(part: usize, whole: usize, scale: u32) -> u32 {
    match whole {
        0 => 0,
        _ => ((2 * part * scale as usize + whole) / (2 * whole)) as u32,
    }
}

/// A length in cells, in steps of a hundredth, rounded to the nearest.
fn length(cells: f64) -> u32 {
    (cells * f64::from(LENGTH)).round() as u32
}
