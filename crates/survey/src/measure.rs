//! Every measure of a floor: name, title, unit, definition, range, and the function
//! that reads it. A new measure is one entry of [`MEASURES`]. If it needs a fact that [`Analysis`]
//! does not have, the fact is a field there, filled both from floors and from records of floors
//! (`record/analysis.rs`), and the entry names it among its needs.
//!
//! Each measure is also a constant: `measure::RINGS` is the measure named `rings`, which
//! `"rings".parse::<&Measure>()` finds.

use std::str::FromStr;

use basement_floors::{MAX_ROOMS, RequestError, RoomKind};
use serde::Serialize;
use strum::{Display, VariantArray};

use crate::analysis::Analysis;
use crate::needs::Needs;

/// On which rooms a measure is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Scope {
    /// All rooms except those added once the plan was complete: secret and ultra secret rooms.
    Plan,
    /// The plan without super secret rooms: what can be reached through visible doors.
    Visible,
    /// All rooms.
    Full,
    /// What the floor cost its generator: attempts and draws.
    Generator,
}

/// What a measure is about. Charts and lists show the measures of one subject together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Subject {
    /// How many rooms and cells a floor has, and how they are laid out.
    Size,
    /// How many rooms it has of each shape.
    Shapes,
    /// Which rooms are neighbours: dead ends, rings, doors.
    Neighbours,
    /// Shortest ways between two rooms.
    Distances,
    /// Walks through many rooms.
    Walks,
    /// What it costs to guess the secret room, and to generate the floor.
    Effort,
}

impl Subject {
    /// All subjects, in listing order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its measures, in the order of [`MEASURES`].
    pub fn measures(self) -> impl Iterator<Item = &'static Measure> {
        MEASURES.iter().filter(move |measure| measure.subject == self)
    }

    /// A heading for its measures, such as "Size and outline".
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Size => "Size and outline",
            Self::Shapes => "Rooms of each shape",
            Self::Neighbours => "Doors and neighbours",
            Self::Distances => "Ways from the start",
            Self::Walks => "Walks through the floor",
            Self::Effort => "Guesses and effort",
        }
    }
}

/// A number that a floor has.
///
/// Values are kept as whole numbers, *raw*: a measure with fractions counts in steps of `1 / scale`,
/// rounded to the nearest. [`Measure::value`] gives a raw value in the measure's unit.
///
/// ```
/// use basement_survey::{Measure, measure};
///
/// let rings: &Measure = "rings".parse()?;
/// assert_eq!(rings, measure::RINGS);
/// assert_eq!(measure::CRITICAL_SHARE.value(404), 0.404);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Measure {
    /// Its name, in snake case.
    pub name: &'static str,
    /// Its name for readers, in words: "doors to the boss".
    pub title: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it is, in a line.
    pub definition: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// The rooms it is computed on.
    pub scope: Scope,
    /// The least raw value that a floor of either game can have.
    pub least: u32,
    /// The greatest raw value that a floor of either game can have. A floor from elsewhere,
    /// on a larger grid, can have a greater one.
    pub most: u32,
    /// Raw values per unit.
    pub scale: u32,
    /// Its place in [`MEASURES`].
    #[serde(skip)]
    pub(crate) place: usize,
    /// What must be known of a floor before the measure can be read.
    #[serde(skip)]
    pub(crate) needs: Needs,
    #[serde(skip)]
    read: fn(&Analysis) -> Option<u32>,
}

/// Measures are compared by their place in [`MEASURES`].
impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for Measure {}

/// Reads a measure's name.
impl FromStr for &'static Measure {
    type Err = RequestError;

    /// Reads a name. The error for an unknown name names the nearest one.
    fn from_str(name: &str) -> Result<Self, RequestError> {
        let known = || MEASURES.iter().map(|measure| measure.name);
        Measure::from_name(name).ok_or_else(|| RequestError::unknown_name("measure", name, known()))
    }
}

impl Measure {
    /// The measure with a name, if there is one. The error of `name.parse::<&Measure>()` says
    /// which name is the nearest.
    ///
    /// ```
    /// use basement_survey::{Measure, measure};
    ///
    /// assert_eq!(Measure::from_name("rooms"), Some(measure::ROOMS));
    /// let error = "room".parse::<&Measure>().unwrap_err();
    /// assert!(error.to_string().contains("did you mean `rooms`"));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        MEASURES.iter().find(|measure| measure.name == name)
    }

    /// Its value on a floor, in its unit. `None` if the floor does not have it.
    #[must_use]
    pub fn of(&self, analysis: &Analysis) -> Option<f64> {
        self.raw_of(analysis).map(|raw| self.value(raw))
    }

    /// Its value on a floor as JSON: a whole number if the measure has no fractions, null if the floor
    /// does not have it.
    ///
    /// ```
    /// use basement_survey::{Analysis, measure, record::FloorRecord};
    ///
    /// let floor = r#"{"rooms": [{"cells": [[0, 0]], "kind": "start"}]}"#;
    /// let analysis = Analysis::from_record(&floor.parse::<FloorRecord>()?);
    /// assert_eq!(measure::ROOMS.json_of(&analysis), 1);
    /// assert!(measure::BOSS_DISTANCE.json_of(&analysis).is_null());
    /// # Ok::<(), basement_survey::record::LineFault>(())
    /// ```
    #[must_use]
    pub fn json_of(&self, analysis: &Analysis) -> serde_json::Value {
        match self.raw_of(analysis) {
            Some(raw) if self.scale == 1 => raw.into(),
            _ => self.of(analysis).into(),
        }
    }

    /// Its raw value on a floor. `None` if the floor does not have it.
    #[must_use]
    pub fn raw_of(&self, analysis: &Analysis) -> Option<u32> {
        (self.read)(analysis)
    }

    /// A raw value in the measure's unit.
    #[must_use]
    pub fn value(&self, raw: u32) -> f64 {
        f64::from(raw) / f64::from(self.scale)
    }

    /// The distance between two raw values, in the measure's unit: values are rounded to it.
    ///
    /// ```
    /// use basement_survey::measure::{CRITICAL_SHARE, ROOMS};
    ///
    /// assert_eq!((ROOMS.step(), CRITICAL_SHARE.step()), (1.0, 0.001));
    /// ```
    #[must_use]
    pub fn step(&self) -> f64 {
        self.value(1)
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

    /// Whether a [`FloorRecord`](crate::record::FloorRecord) has it. A record lacks what the floor cost its
    /// generator, and the rank of the secret room, which depends on where rooms can have doors.
    #[must_use]
    pub fn is_of_records(&self) -> bool {
        self.scope != Scope::Generator && self != SECRET_GUESS_RANK
    }
}

/// Increases whenever a measure changes on some floor. Counts of different versions are not merged. A
/// new measure does not increase it, because a census document or a checkpoint without that measure can
/// still be read.
pub const MEASURES_VERSION: u32 = 2;

const ROOMS_MOST: u32 = MAX_ROOMS as u32;
const CELLS_MOST: u32 = 169;
/// Steps of a thousandth, for shares.
const SHARE: u32 = 1000;
/// Steps of a hundredth, for lengths in cells.
const LENGTH: u32 = 100;

macro_rules! measures {
    ($($constant:ident = $name:literal, $title:literal, $unit:literal, $subject:ident, $scope:ident, $needs:ident, [$least:expr, $most:expr] / $scale:expr, $read:expr, $definition:literal;)*) => {
        /// The places of the measures, so that the list and the constants agree.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant),* }

        /// All measures, in the order in which a report lists them.
        pub static MEASURES: [Measure; [$($name),*].len()] = [$(Measure {
            name: $name,
            title: $title,
            unit: $unit,
            definition: $definition,
            subject: Subject::$subject,
            scope: Scope::$scope,
            needs: Needs::$needs,
            least: $least,
            most: $most,
            scale: $scale,
            place: Place::$constant as usize,
            read: $read,
        }),*];

        $(
            #[doc = concat!("`", $name, "`: ", $definition, ".")]
            pub const $constant: &Measure = &MEASURES[Place::$constant as usize];
        )*

        /// The raw value of each of [`MEASURES`]. The values are those of one call per measure; in
        /// one function, the measures can share work.
        pub(crate) fn values(analysis: &Analysis) -> RawValues {
            fn read(a: &Analysis, of: impl Fn(&Analysis) -> Option<u32>) -> Option<u32> {
                of(a)
            }
            [$(read(analysis, $read)),*]
        }

        /// Calls `visit` with the place and the raw value of each of [`MEASURES`] that the floor has.
        /// The values are those of [`values`]; the places are constants if `visit` is inlined.
        #[inline]
        pub(crate) fn for_each_value(analysis: &Analysis, mut visit: impl FnMut(usize, u32)) {
            fn read(a: &Analysis, of: impl Fn(&Analysis) -> Option<u32>) -> Option<u32> {
                of(a)
            }
            $(if let Some(value) = read(analysis, $read) {
                visit(Place::$constant as usize, value);
            })*
        }
    };
}

/// The raw value of each of [`MEASURES`].
pub(crate) type RawValues = [Option<u32>; MEASURES.len()];

measures! {
    ROOMS = "rooms", "rooms", "rooms", Size, Plan, ROOMS, [1, ROOMS_MOST] / 1, |a| Some(a.rooms), "rooms of the plan";
    ROOMS_BESIDES_START = "rooms_besides_start", "rooms besides the start", "rooms", Size, Plan, ROOMS, [0, ROOMS_MOST] / 1, |a| Some(a.rooms.saturating_sub(1)), "rooms of the plan, the start room not counted";
    CELLS = "cells", "cells", "cells", Size, Plan, CELLS, [1, CELLS_MOST] / 1, |a| Some(a.cells), "grid cells that the plan covers";
    LARGE_ROOMS = "large_rooms", "big rooms", "rooms", Size, Plan, ROOMS, [0, ROOMS_MOST] / 1, |a| Some(a.large_rooms), "rooms of more than one cell";
    ROOMS_1X1 = "rooms_1x1", "rooms: one full cell", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<1>, "rooms of shape 1, 1x1";
    ROOMS_IH = "rooms_ih", "rooms: narrow, horizontal", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<2>, "rooms of shape 2, narrow and one cell wide";
    ROOMS_IV = "rooms_iv", "rooms: narrow, vertical", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<3>, "rooms of shape 3, narrow and one cell tall";
    ROOMS_1X2 = "rooms_1x2", "rooms: two cells tall", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<4>, "rooms of shape 4, two cells tall";
    ROOMS_IIV = "rooms_iiv", "rooms: narrow, two tall", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<5>, "rooms of shape 5, narrow and two cells tall";
    ROOMS_2X1 = "rooms_2x1", "rooms: two cells wide", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<6>, "rooms of shape 6, two cells wide";
    ROOMS_IIH = "rooms_iih", "rooms: narrow, two wide", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<7>, "rooms of shape 7, narrow and two cells wide";
    ROOMS_2X2 = "rooms_2x2", "rooms: two by two", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<8>, "rooms of shape 8, 2x2";
    ROOMS_LTL = "rooms_ltl", "rooms: L, no top left", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<9>, "rooms of shape 9, 2x2 without its top left cell";
    ROOMS_LTR = "rooms_ltr", "rooms: L, no top right", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<10>, "rooms of shape 10, 2x2 without its top right cell";
    ROOMS_LBL = "rooms_lbl", "rooms: L, no bottom left", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<11>, "rooms of shape 11, 2x2 without its bottom left cell";
    ROOMS_LBR = "rooms_lbr", "rooms: L, no bottom right", "rooms", Shapes, Plan, ROOMS, [0, ROOMS_MOST] / 1, of_shape::<12>, "rooms of shape 12, 2x2 without its bottom right cell";
    DEAD_ENDS = "dead_ends", "dead ends", "rooms", Neighbours, Plan, GRAPH, [0, ROOMS_MOST] / 1, dead_ends, "rooms other than the start with exactly one neighbour";
    GENERATOR_DEAD_ENDS = "generator_dead_ends", "dead ends in the generator's list", "rooms", Neighbours, Generator, ROOMS, [0, ROOMS_MOST] / 1, |a| Some(a.cost?.dead_ends), "the generator's own list of dead ends (F5, R14)";
    LOOPS = "loops", "loops", "loops", Neighbours, Plan, GRAPH, [0, 4 * ROOMS_MOST] / 1, loops, "rings and double doors: doors - rooms + 1";
    RINGS = "rings", "rings", "rings", Neighbours, Plan, GRAPH, [0, 4 * ROOMS_MOST] / 1, rings, "ways round through three rooms or more: pairs of neighbouring rooms - rooms + 1";
    DOUBLE_DOORS = "double_doors", "double doors", "doors", Neighbours, Plan, GRAPH, [0, 4 * ROOMS_MOST] / 1, |a| Some(a.doors.saturating_sub(a.neighbouring_pairs())), "doors beyond the first between the same two rooms";
    DEGREE_MEAN = "degree_mean", "neighbours of a room", "rooms", Neighbours, Plan, GRAPH, [0, 8 * SHARE] / SHARE, degree_mean, "neighbours per room, on average";
    DEGREE_MAXIMUM = "degree_maximum", "most neighbours of a room", "rooms", Neighbours, Plan, GRAPH, [0, 8] / 1, |a| Some(a.degree_maximum), "neighbours of the room that has most";
    DEGREE_START = "degree_start", "neighbours of the start", "rooms", Neighbours, Plan, GRAPH, [0, 4] / 1, |a| Some(a.degree_start), "neighbours of the start room";
    DEGREE_1_SHARE = "degree_1_share", "share of rooms with one neighbour", "share", Neighbours, Plan, GRAPH, [0, SHARE] / SHARE, degree_share::<1>, "share of rooms with one neighbour";
    DEGREE_2_SHARE = "degree_2_share", "share of rooms with two neighbours", "share", Neighbours, Plan, GRAPH, [0, SHARE] / SHARE, degree_share::<2>, "share of rooms with two neighbours";
    DEGREE_3_SHARE = "degree_3_share", "share of rooms with three neighbours", "share", Neighbours, Plan, GRAPH, [0, SHARE] / SHARE, degree_share::<3>, "share of rooms with three neighbours";
    DEGREE_4_SHARE = "degree_4_share", "share of rooms with four neighbours or more", "share", Neighbours, Plan, GRAPH, [0, SHARE] / SHARE, degree_share::<4>, "share of rooms with four neighbours or more";
    BOSS_DISTANCE = "boss_distance", "doors to the boss", "steps", Distances, Plan, DISTANCES, [0, ROOMS_MOST] / 1, |a| a.boss_distance, "steps through doors from the start to the first boss room in the list of rooms";
    TREASURE_DISTANCE = "treasure_distance", "doors to the treasure room", "steps", Distances, Plan, DISTANCES, [0, ROOMS_MOST] / 1, |a| a.treasure_distance, "steps through doors from the start to the first treasure room in the list of rooms";
    SHOP_DISTANCE = "shop_distance", "doors to the shop", "steps", Distances, Plan, DISTANCES, [0, ROOMS_MOST] / 1, |a| a.shop_distance, "steps through doors from the start to the shop";
    SECRET_DISTANCE = "secret_distance", "doors to the secret room", "steps", Distances, Full, DISTANCES, [0, ROOMS_MOST] / 1, |a| a.secret_distance, "steps through doors from the start to the first secret room in the list of rooms, not through another secret room";
    ECCENTRICITY = "eccentricity", "doors to the farthest room", "steps", Distances, Plan, DISTANCES, [0, ROOMS_MOST] / 1, |a| Some(a.eccentricity), "largest distance of a room from the start";
    BOSS_IS_FARTHEST = "boss_is_farthest", "boss in the farthest room", "yes or no", Distances, Plan, DISTANCES, [0, 1] / 1, boss_is_farthest, "whether no room is farther from the start than a boss room";
    CRITICAL_SHARE = "critical_share", "share on the way to the boss", "share", Distances, Plan, DISTANCES, [0, SHARE] / SHARE, critical_share, "steps to the boss / (rooms - 1): how linear the floor is";
    EXTENT_X = "extent_x", "columns of the plan", "cells", Size, Plan, CELLS, [1, 13] / 1, |a| Some(a.extent[0]), "columns from the leftmost to the rightmost cell of the plan";
    EXTENT_Y = "extent_y", "rows of the plan", "cells", Size, Plan, CELLS, [1, 13] / 1, |a| Some(a.extent[1]), "rows from the top to the bottom cell of the plan";
    COMPACTNESS = "compactness", "compactness", "share", Size, Plan, CELLS, [0, SHARE] / SHARE, compactness, "cells / area of the bounding box";
    SPREAD = "spread", "spread", "cells", Size, Plan, CELLS, [0, 17 * LENGTH] / LENGTH, spread, "root mean square distance of the plan's cells from the start cell";
    ASYMMETRY = "asymmetry", "asymmetry", "cells", Size, Plan, CELLS, [0, 17 * LENGTH] / LENGTH, asymmetry, "distance of the centroid of the plan's cells from the start cell";
    SECRET_NEIGHBOURS = "secret_neighbours", "rooms around the secret room", "rooms", Neighbours, Full, GRAPH, [0, 4] / 1, |a| a.secret_neighbours, "rooms next to the first secret room in the list of rooms";
    SECRET_GUESS_RANK = "secret_guess_rank", "guesses to the secret room", "guesses", Effort, Full, GUESSES, [2, 2 * CELLS_MOST] / 2, secret_guess_rank, "mean place of the secret room when all cells without a visible room are tried by the number of their sides where a room that is not hidden could have a door, a normal room by its shape alone, ties in random order";
    SUPER_SECRET_BOSS_DISTANCE = "super_secret_boss_distance", "doors from the super secret room to the boss", "steps", Distances, Plan, BOSS_STEPS, [0, ROOMS_MOST] / 1, |a| a.super_secret_boss_distance, "steps through doors between the first super secret and the first boss room in the list of rooms";
    FULL_WALK = "full_walk", "doors to clear all rooms", "doors", Walks, Visible, FULL_WALK, [0, 2 * ROOMS_MOST] / 1, |a| a.walks.full, "fewest doors passed from the start through all visible rooms to the boss room, or the farthest of several";
    WALKED_AGAIN = "walked_again", "doors walked back", "doors", Walks, Visible, FULL_WALK, [0, ROOMS_MOST] / 1, walked_again, "doors passed beyond one for each new room: full_walk - (visible rooms - 1)";
    SAVED_BY_LOOPS = "saved_by_loops", "doors saved by rings", "doors", Walks, Visible, FULL_WALK, [0, 2 * ROOMS_MOST] / 1, saved_by_loops, "doors that rings save: 2 (visible rooms - 1) - steps to the farthest boss room - full_walk";
    ITEMS_WALK = "items_walk", "doors to treasure, shop and boss", "doors", Walks, Visible, WAYS, [0, 4 * ROOMS_MOST] / 1, |a| a.walks.items, "fewest doors passed from the start through the first treasure room and the first shop, in the better order, to the farthest boss room";
    SKIPPED_ROOMS = "skipped_rooms", "rooms off the way to the boss", "rooms", Walks, Visible, WAYS, [0, ROOMS_MOST] / 1, |a| a.walks.skipped, "visible rooms on no shortest way from the start to the farthest boss room";
    SEARCH_WALK = "search_walk", "doors until the boss is found", "doors", Walks, Visible, SEARCH, [0, 8 * ROOMS_MOST] / 1, |a| Some(a.walks.search?[0]), "doors passed without a map, always to the nearest unentered room, the boss room first, ties by a coin, until every boss room is entered";
    SEARCH_ROOMS = "search_rooms", "rooms entered until the boss is found", "rooms", Walks, Visible, SEARCH, [0, ROOMS_MOST] / 1, |a| Some(a.walks.search?[1]), "rooms entered on the walk of search_walk, the start included";
    BOSS_ROOMS = "boss_rooms", "boss rooms", "rooms", Size, Plan, ROOMS, [0, ROOMS_MOST] / 1, |a| Some(a.rooms_of(RoomKind::Boss)), "boss rooms";
    SPECIAL_ROOMS = "special_rooms", "special rooms", "rooms", Size, Full, ROOMS, [0, ROOMS_MOST] / 1, special_rooms, "rooms that are neither the start nor normal";
    ATTEMPTS = "attempts", "layouts begun", "attempts", Effort, Generator, ROOMS, [1, 1_000_000] / 1, |a| Some(a.cost?.attempts), "layouts begun, the accepted one included";
    DRAWS = "draws", "random numbers drawn", "draws", Effort, Generator, ROOMS, [0, u32::MAX] / 1, |a| Some(a.cost?.draws.min(u32::MAX.into()) as u32), "32-bit draws taken in all";
}

fn of_shape<const NUMBER: usize>(a: &Analysis) -> Option<u32> {
    Some(a.shapes[NUMBER].into())
}

fn dead_ends(a: &Analysis) -> Option<u32> {
    Some(a.degrees[1] - u32::from(a.degree_start == 1))
}

fn loops(a: &Analysis) -> Option<u32> {
    Some((a.doors + 1).saturating_sub(a.rooms))
}

fn rings(a: &Analysis) -> Option<u32> {
    Some((a.neighbouring_pairs() + 1).saturating_sub(a.rooms))
}

fn degree_mean(a: &Analysis) -> Option<u32> {
    Some(ratio(a.degree_sum, a.rooms, SHARE))
}

/// The share of rooms with `DEGREE` neighbours. A `DEGREE` of 4 stands for four or more.
fn degree_share<const DEGREE: usize>(a: &Analysis) -> Option<u32> {
    Some(ratio(a.degrees[DEGREE], a.rooms, SHARE))
}

fn boss_is_farthest(a: &Analysis) -> Option<u32> {
    Some(u32::from(a.farthest_boss? == a.eccentricity))
}

fn critical_share(a: &Analysis) -> Option<u32> {
    Some(ratio(a.boss_distance?, a.rooms - 1, SHARE))
}

fn compactness(a: &Analysis) -> Option<u32> {
    Some(ratio(a.cells, a.extent[0] * a.extent[1], SHARE))
}

fn spread(a: &Analysis) -> Option<u32> {
    Some(length((f64::from(a.squares) / f64::from(a.cells)).sqrt()))
}

fn asymmetry(a: &Analysis) -> Option<u32> {
    let (x, y) = (f64::from(a.columns), f64::from(a.rows));
    Some(length((x * x + y * y).sqrt() / f64::from(a.cells)))
}

fn secret_guess_rank(a: &Analysis) -> Option<u32> {
    let (more, equal) = a.secret_rank?;
    // Among k equals the mean place is (k + 1) / 2.
    Some(2 * more + equal + 1)
}

fn walked_again(a: &Analysis) -> Option<u32> {
    Some((a.walks.full? + 1).saturating_sub(a.walks.rooms))
}

fn saved_by_loops(a: &Analysis) -> Option<u32> {
    let of_tree = (2 * a.walks.rooms).checked_sub(2 + a.walks.boss_steps?)?;
    Some(of_tree.saturating_sub(a.walks.full?))
}

fn special_rooms(a: &Analysis) -> Option<u32> {
    // The start is one room.
    Some(a.all_rooms.saturating_sub(1 + a.rooms_of(RoomKind::Normal)))
}

/// `part / whole` in steps of `1 / scale`, rounded to the nearest.
fn ratio(part: u32, whole: u32, scale: u32) -> u32 {
    match whole {
        0 => 0,
        _ => (2 * part * scale + whole) / (2 * whole),
    }
}

/// A length in cells, in steps of a hundredth, rounded to the nearest.
fn length(cells: f64) -> u32 {
    let steps = cells * f64::from(LENGTH);
    // Equal to `round`, which is a function call on processors without an instruction for it: the
    // fraction of a number of this size is exact.
    let whole = steps as u32;
    whole + u32::from(steps - f64::from(whole) >= 0.5)
}
