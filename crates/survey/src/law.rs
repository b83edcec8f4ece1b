//! What players say about floors, and on how many floors it is true.

use basement_floors::{Cell, Direction, Generator, Request, Room, RoomKind};
use serde::Serialize;

use crate::error::SurveyError;
use crate::inspection::Inspection;
use crate::sample::Sample;
use crate::seeds::Seeds;

/// A claim about floors that each floor meets or breaks.
///
/// ```
/// use basement_survey::law::LAWS;
///
/// let law = LAWS.iter().find(|law| law.name == "boss_is_farthest").expect("a law");
/// assert!(law.claim.ends_with("farther from the start than the boss"));
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Law {
    /// Its name, in snake case.
    pub name: &'static str,
    /// The claim in words.
    pub claim: &'static str,
    #[serde(skip)]
    holds: fn(&Inspection<'_>) -> Option<bool>,
}

/// The claims, in the order in which a page lists them.
pub static LAWS: [Law; 9] = [
    Law {
        name: "two_rooms_at_the_start",
        claim: "doors join the start to at least two other rooms of the plan",
        holds: |a| Some(a.plan.degree(0) >= 2),
    },
    Law {
        name: "no_block_of_four",
        claim: "no 2x2 block of cells belongs to four different rooms of the plan",
        holds: |a| Some(!has_block_of_four(a, false)),
    },
    Law {
        name: "no_block_of_four_single_cells",
        claim: "no 2x2 block of cells belongs to four rooms of the plan with one cell each",
        holds: |a| Some(!has_block_of_four(a, true)),
    },
    Law {
        name: "secret_room_apart_from_boss",
        claim: "no door joins the secret room to a boss room",
        holds: |a| apart(a, RoomKind::Boss),
    },
    Law {
        name: "secret_room_apart_from_super_secret",
        claim: "no door joins the secret room to the super secret room",
        holds: |a| apart(a, RoomKind::SuperSecret),
    },
    Law {
        name: "boss_is_farthest",
        claim: "no room of the plan is farther from the start than the boss",
        holds: |a| {
            let bosses = a.floor.all_of(RoomKind::Boss).filter_map(|boss| a.from_start.to(boss));
            Some(bosses.max()? == a.from_start.eccentricity())
        },
    },
    Law {
        name: "boss_is_a_farthest_dead_end",
        claim: "no dead end of the plan is farther from the start than the boss",
        holds: |a| {
            let boss =
                a.floor.all_of(RoomKind::Boss).filter_map(|boss| a.from_start.to(boss)).max()?;
            let dead_ends = a.plan.members().filter(|room| *room != 0 && a.plan.degree(*room) == 1);
            Some(dead_ends.filter_map(|room| a.from_start.to(room)).all(|steps| steps <= boss))
        },
    },
    Law {
        name: "special_rooms_by_distance",
        claim: "from the farthest to the nearest, the order is boss, super secret room, shop, treasure room; rooms that a floor lacks are skipped, and equal distances count as in order",
        holds: |a| {
            let order = [RoomKind::Boss, RoomKind::SuperSecret, RoomKind::Shop, RoomKind::Treasure];
            let steps: Vec<u8> = order
                .into_iter()
                .filter_map(|kind| a.from_start.to(a.floor.first_of(kind)?))
                .collect();
            (steps.len() > 1).then(|| steps.is_sorted_by(|a, b| a >= b))
        },
    },
    Law {
        name: "super_secret_near_boss",
        claim: "the super secret room is at most five steps from the boss",
        holds: |a| {
            let boss = a.plan.distances(a.tally.first_of(RoomKind::Boss)?);
            Some(boss.to(a.floor.first_of(RoomKind::SuperSecret)?)? <= 5)
        },
    },
];

/// Whether four different rooms of the plan meet in a 2x2 block of cells. With
/// `only_single`, rooms of more than one cell do not count.
fn has_block_of_four(a: &Inspection<'_>, only_single: bool) -> bool {
    let room_at = |cell: Cell| {
        let index = a.occupancy.room_at(cell)?;
        let room = &a.floor.rooms()[index];
        let is_left_out = room.kind.is_added() || (only_single && room.is_large());
        (!is_left_out).then_some(index)
    };
    a.floor.grid().cells().any(|cell| {
        let grid = a.floor.grid();
        let right = grid.step(cell, Direction::Right);
        let below = grid.step(cell, Direction::Down);
        let across = right.and_then(|right| grid.step(right, Direction::Down));
        let block = [Some(cell), right, below, across].map(|cell| cell.and_then(room_at));
        let [Some(a), Some(b), Some(c), Some(d)] = block else { return false };
        a != b && a != c && a != d && b != c && b != d && c != d
    })
}

/// Whether no door joins the secret room to a room of this kind; `None` if the floor lacks either.
fn apart(a: &Inspection<'_>, kind: RoomKind) -> Option<bool> {
    let secret = a.tally.first_of(RoomKind::Secret)?;
    a.floor.first_of(kind)?;
    let room_of = |index: usize| -> &Room { &a.floor.rooms()[index] };
    let doors = a.floor.doors_of(secret, a.occupancy);
    Some(doors.map(|door| room_of(door.to)).all(|room| room.kind != kind))
}

/// How many floors met a law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LawCounts {
    /// Floors that have what the law is about.
    pub floors: u64,
    /// Floors that meet it.
    pub holds: u64,
    /// The lowest seed number whose floor breaks it.
    pub broken_by: Option<u64>,
}

impl LawCounts {
    fn merge(self, other: Self) -> Self {
        Self {
            floors: self.floors + other.floors,
            holds: self.holds + other.holds,
            broken_by: self.broken_by.into_iter().chain(other.broken_by).min(),
        }
    }

    /// The share of floors that meet it, 0 to 1; 0 when no floor has what the law is about.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.holds as f64 / self.floors.max(1) as f64
    }
}

/// Generates a floor for each seed and checks each of [`LAWS`].
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, law::{LAWS, count_laws}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let observed = count_laws(&*flash, &Request::level(2), Seeds::pcg(0, 200), &|_| {})?;
/// for (law, observed) in LAWS.iter().zip(observed) {
///     println!("{}: {:.1} %", law.claim, 100.0 * observed.share());
/// }
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
///
/// # Errors
///
/// As [`Sample::run`].
pub fn count_laws(
    generator: &dyn Generator,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<[LawCounts; LAWS.len()], SurveyError> {
    Sample::of(generator).request(request).seeds(seeds).progress(progress).fold(
        || [LawCounts::default(); LAWS.len()],
        |observed, number, floor| {
            let Some(floor) = floor else { return };
            Inspection::read(floor, |inspection| {
                for (law, observed) in LAWS.iter().zip(observed) {
                    let Some(holds) = (law.holds)(inspection) else { continue };
                    *observed = observed.merge(LawCounts {
                        floors: 1,
                        holds: u64::from(holds),
                        broken_by: (!holds).then_some(number),
                    });
                }
            });
        },
        |observed, part| {
            observed.iter_mut().zip(part).for_each(|(all, part)| *all = all.merge(part));
        },
    )
}
