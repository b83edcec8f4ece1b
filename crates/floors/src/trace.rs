//! The decisions of a generator, step by step, as `explain` prints them.

use core::fmt;

use basement_model::{Cell, Curse, PlacingFailure, RoomKind, Shape};
use basement_rooms::boss_name;
use serde::Serialize;

use crate::counted::counted;

/// One decision, and the rule by which it is made.
///
/// ```
/// use basement_floors::{Decision, Generator, Request, Seed, flash::Flash};
///
/// let mut rejected = 0;
/// let floor = Flash::default().explain(&Request::level(8), Seed::Pcg(1), &mut |event| {
///     rejected += u32::from(matches!(event.decision, Decision::Rejected { .. }));
/// })?;
/// assert_eq!(floor.attempts(), rejected + 1);
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Event {
    /// The id of the rule.
    pub rule: &'static str,
    /// What was decided.
    #[serde(flatten)]
    pub decision: Decision,
}

/// The ids of the rules by which floors are made, as the page of rules numbers them:
/// [F1-F25](crate::rules#f1), [R1-R39](crate::rules#r1), [L1-L4](crate::rules#l1) and
/// [W1-W90](crate::rules#w1). Numbers that no rule has are left out.
///
/// ```
/// assert!(basement_floors::rule_ids().any(|id| id == "R33"));
/// assert!(basement_floors::rule_ids().any(|id| id == "W53"));
/// assert!(!basement_floors::rule_ids().any(|id| id == "R19"));
/// ```
pub fn rule_ids() -> impl Iterator<Item = String> {
    let runs = [
        ('F', 1..=17),
        ('F', 20..=25),
        ('R', 1..=18),
        ('R', 20..=39),
        ('L', 1..=4),
        ('W', 1..=20),
        ('W', 30..=39),
        ('W', 41..=43),
        ('W', 50..=53),
        ('W', 60..=73),
        ('W', 80..=90),
    ];
    runs.into_iter().flat_map(|(letter, numbers)| numbers.map(move |n| format!("{letter}{n}")))
}

/// A decision of a generator. Rooms are named by their index in the finished floor, which
/// is the order in which they are placed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Decision {
    /// The curse of the floor.
    Curse {
        /// The curse, or `None`.
        curse: Option<Curse>,
    },
    /// How many rooms and dead ends are wanted.
    Wanted {
        /// Rooms.
        rooms: u8,
        /// Dead ends.
        dead_ends: u8,
    },
    /// An attempt begins.
    Attempt {
        /// Its number, from 1.
        number: u32,
    },
    /// A room is taken from the queue, so that the layout grows from it.
    Taken {
        /// The room.
        room: u8,
        /// How many candidates it offers.
        candidates: u8,
        /// How many of them may be placed.
        limit: u8,
    },
    /// A candidate is passed over.
    Skipped {
        /// The cell through which it is entered.
        cell: Cell,
        /// Its outline.
        shape: Shape,
        /// Why.
        reason: &'static str,
    },
    /// A room is placed.
    Placed {
        /// The room.
        room: u8,
        /// The top left corner of its bounding box.
        anchor: Cell,
        /// Its outline.
        shape: Shape,
        /// Room-steps from the start.
        depth: u8,
        /// What happens to it next.
        next: &'static str,
    },
    /// An outline leaves the pool of outlines.
    ShapeRemoved {
        /// The outline.
        shape: Shape,
    },
    /// The dead ends of the layout.
    DeadEnds {
        /// Their rooms, in order.
        rooms: Vec<u8>,
    },
    /// The attempt is rejected.
    Rejected {
        /// The reason.
        reason: &'static str,
    },
    /// The placing phase fails, and the next attempt begins.
    PlacingFailed {
        /// The kind of room at which it fails.
        kind: RoomKind,
        /// Why.
        reason: PlacingFailure,
    },
    /// A boss is chosen.
    Boss {
        /// The game's number for the boss.
        boss: u8,
        /// Whether its room is a double trouble room.
        double_trouble: bool,
    },
    /// A room of the catalogue is chosen.
    Chosen {
        /// The kind of room that it is for.
        kind: RoomKind,
        /// Its index in the catalogue.
        interior: u16,
        /// Its outline.
        shape: Shape,
    },
    /// A chance is drawn.
    Chance {
        /// The kind of room that it is for.
        kind: RoomKind,
        /// Whether the room is placed.
        hit: bool,
    },
    /// A room gets its kind.
    Assigned {
        /// The kind.
        kind: RoomKind,
        /// The room.
        room: u8,
        /// Its outline now.
        shape: Shape,
    },
    /// A dead end gets another outline or another place, so that the chosen room fits.
    Reshaped {
        /// The room.
        room: u8,
        /// The top left corner of its bounding box now.
        anchor: Cell,
        /// Its outline now.
        shape: Shape,
    },
    /// A dead end is not used and goes back to the end of the list.
    Returned {
        /// The room.
        room: u8,
        /// Its outline now.
        shape: Shape,
    },
    /// No dead end fits the room.
    NoPlace {
        /// The kind of room that is not placed.
        kind: RoomKind,
    },
    /// A cell is weighed for a hidden room.
    Weighed {
        /// The cell.
        cell: Cell,
        /// Its weight. The greatest weight wins.
        weight: i32,
        /// The rooms beside it that its weight depends on; for an ultra secret room, those two
        /// steps away.
        neighbours: u8,
    },
    /// A search by drawing cells ends.
    Searched {
        /// The number of draws within which it ends, as the rule counts them.
        draws: u32,
        /// The cell that it finds, if any.
        cell: Option<Cell>,
    },
    /// A concrete room is drawn from a pool for a normal room.
    Interior {
        /// The room.
        room: u8,
        /// The pool's name.
        pool: &'static str,
        /// The concrete room's number in the pool, from 0.
        number: u16,
    },
    /// The floor is accepted.
    Accepted {
        /// The number of attempts, including this one.
        attempts: u32,
        /// The number of draws made.
        draws: u64,
    },
}

/// Receives the decisions of a generator. The generators are generic over it, so a floor without a
/// trace costs nothing extra.
pub(crate) trait Trace {
    /// Whether anybody listens. If not, a generator may make several decisions at once.
    const IS_ON: bool;

    /// Records a decision. `decision` is called only if the trace is on.
    fn note(&mut self, rule: &'static str, decision: impl FnOnce() -> Decision);
}

/// No trace.
impl Trace for () {
    const IS_ON: bool = false;

    #[inline(always)]
    fn note(&mut self, _: &'static str, _: impl FnOnce() -> Decision) {}
}

/// A trace that passes every decision to a function.
pub(crate) struct Listener<'a>(pub(crate) &'a mut dyn FnMut(Event));

impl Trace for Listener<'_> {
    const IS_ON: bool = true;

    fn note(&mut self, rule: &'static str, decision: impl FnOnce() -> Decision) {
        (self.0)(Event { rule, decision: decision() });
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<4}{}", self.rule, self.decision)
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Curse { curse: None } => f.write_str("no curse lies on the floor"),
            Self::Curse { curse: Some(curse) } => write!(f, "curse of the {curse}"),
            Self::Wanted { rooms, dead_ends } => {
                let dead_ends = counted(u64::from(*dead_ends), "dead end");
                write!(f, "{rooms} rooms are wanted, {dead_ends} at least")
            }
            Self::Attempt { number } => write!(f, "attempt {number} begins"),
            Self::Taken { room, candidates, limit } => write!(
                f,
                "room {room} is taken from the queue: {candidates} candidates, at most {limit} of them"
            ),
            Self::Skipped { cell, shape, reason } => {
                write!(f, "  {shape} at {cell} is passed over: {reason}")
            }
            Self::Placed { room, anchor, shape, depth, next } => {
                write!(f, "  room {room} is placed: {shape} at {anchor}, depth {depth}; {next}")
            }
            Self::ShapeRemoved { shape } => write!(f, "  {shape} rooms leave the pool"),
            Self::DeadEnds { rooms } => {
                write!(f, "{}: rooms {rooms:?}", counted(rooms.len() as u64, "dead end"))
            }
            Self::Rejected { reason } => write!(f, "the attempt is thrown away: {reason}"),
            Self::PlacingFailed { kind, reason } => {
                write!(f, "the placing phase fails at the {kind} room: {}", reason.in_words())
            }
            Self::Boss { boss, double_trouble } => {
                let name = boss_name(u32::from(*boss)).unwrap_or("without a name");
                let trouble = if *double_trouble { ", as double trouble" } else { "" };
                write!(f, "the boss is {name} ({boss}){trouble}")
            }
            Self::Chosen { kind, interior, shape } => {
                write!(f, "{kind}: room {interior} of the catalogue is chosen, {shape}")
            }
            Self::Chance { kind, hit: true } => write!(f, "{kind}: the chance comes up"),
            // F11, W38: it has no chance.
            Self::Chance { kind: RoomKind::Arcade, hit: false } => {
                f.write_str("arcade: its conditions are not met")
            }
            Self::Chance { kind, hit: false } => write!(f, "{kind}: the chance does not come up"),
            Self::Assigned { kind, room, shape } => write!(f, "{kind}: room {room}, {shape}"),
            Self::Reshaped { room, anchor, shape } => {
                write!(f, "room {room} becomes {shape} at {anchor}")
            }
            Self::Returned { room, shape } => {
                write!(f, "room {room} goes back to the end of the dead ends, {shape}")
            }
            Self::NoPlace { kind } => write!(f, "{kind}: no dead end takes it"),
            Self::Weighed { cell, weight, neighbours } => {
                write!(f, "  {cell} weighs {weight}, rooms beside it: {neighbours}")
            }
            Self::Searched { draws, cell: Some(cell) } => {
                write!(f, "within {} {cell} is found", counted((*draws).into(), "draw"))
            }
            Self::Searched { draws, cell: None } => {
                let verb = if *draws == 1 { "finds" } else { "find" };
                write!(f, "{} {verb} no cell", counted((*draws).into(), "draw"))
            }
            Self::Interior { room, pool, number } => {
                write!(f, "  room {room} is room {number} of the {pool} pool")
            }
            Self::Accepted { attempts, draws } => {
                let attempts = counted((*attempts).into(), "attempt");
                write!(f, "the floor stands after {attempts} and {}", counted(*draws, "draw"))
            }
        }
    }
}
