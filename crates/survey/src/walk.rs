//! Walks through a floor: how many doors a player passes, and which way she goes.
//!
//! Walks are on the visible plan: all rooms except secret, super secret and ultra secret ones, which
//! are entered through walls. A step passes one door.

mod coin;
mod facts;
mod network;
mod rooms;

use std::collections::HashMap;

use basement_floors::{Cell, Direction, Floor, RoomKind, RoomMap, RoomSet, named};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use strum::{Display, VariantArray};

use crate::inspection::Tally;
use crate::record::{DoorSide, FloorRecord};
use network::{Link, fewest_doors_of};
use rooms::{MANY, ManyRooms};

pub(crate) use coin::{Coin, hash};
pub(crate) use facts::Walks;
pub(crate) use rooms::{RoomGraph, Rooms, Visible};

/// Where a [`Walk`] leads. All walks begin at the start and end in the boss room, or in the farthest
/// one if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Route {
    /// Through every room.
    Full,
    /// By a shortest way.
    Boss,
    /// Through the first treasure room and the first shop, in the better order.
    Items,
}

named!(Route, "walk");

impl Route {
    /// Why a floor with rooms of these kinds has no such [`Walk`], in words.
    ///
    /// ```
    /// use basement_floors::RoomKind;
    /// use basement_survey::walk::Route;
    ///
    /// let kinds = [RoomKind::Start, RoomKind::Treasure, RoomKind::Boss];
    /// assert_eq!(Route::Items.lacking(&kinds), "no shop");
    /// ```
    #[must_use]
    pub fn lacking(self, kinds: &[RoomKind]) -> String {
        let rooms = [
            (RoomKind::Treasure, "no treasure room"),
            (RoomKind::Shop, "no shop"),
            (RoomKind::Boss, "no boss room"),
        ];
        let needed = if self == Self::Items { &rooms[..] } else { &rooms[2..] };
        let lacking = needed.iter().filter(|(kind, _)| !kinds.contains(kind));
        let lacking: Vec<&str> = lacking.map(|(_, words)| *words).collect();
        match (lacking.is_empty(), self) {
            (false, _) => lacking.join(" and "),
            (true, Self::Full) => "too many rings, or a boss room behind hidden rooms".to_owned(),
            (true, _) => "a room of this walk behind hidden rooms".to_owned(),
        }
    }
}

/// A shortest walk through a floor: a sequence of rooms, each joined to the next by a door.
///
/// Other walks can be as short.
///
/// ```
/// use basement_floors::{Generator, Request, Seed, flash::Flash};
/// use basement_survey::{Analysis, measure, walk::{Route, Walk}};
///
/// let floor = Flash::default().generate(&Request::level(1), Seed::Pcg(7))?;
/// let walk = Walk::of(&floor, Route::Full).expect("the floor has a boss room");
/// assert_eq!(walk.rooms()[0], 0);
/// let analysis = Analysis::from_floor(&floor);
/// assert_eq!(measure::FULL_WALK.raw_of(&analysis), Some(walk.doors() as u32));
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    route: Route,
    rooms: Vec<usize>,
    passages: Vec<Passage>,
}

/// A door that a [`Walk`] passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The cell that it is first passed from.
    pub cell: Cell,
    /// The side of the cell that the door is on.
    pub side: Direction,
    /// Whether the walk comes back through it.
    pub is_twice: bool,
}

impl Walk {
    /// A shortest walk of a floor. `None` if the floor lacks one of the rooms, if only hidden rooms lead
    /// to one, or, for [`Route::Full`], if the measure `full_walk` is unknown.
    #[must_use]
    pub fn of(floor: &Floor, route: Route) -> Option<Self> {
        let graph = floor.graph(RoomSet::Plan);
        let visible = facts::visible_on_graph(floor, &graph, &Tally::of(floor));
        let doors = floor.doors().into_iter().filter_map(|door| {
            let cell = floor.rooms()[door.from].slot_cell(door.slot)?;
            Some(([door.from, door.to], cell, door.slot.direction()))
        });
        Self::through(&visible, route, doors.collect())
    }

    /// A shortest walk of a floor of another generator.
    ///
    /// ```
    /// use basement_survey::{record::FloorRecord, walk::{Route, Walk}};
    ///
    /// let record: FloorRecord = r#"{"rooms": [
    ///     {"cells": [[0, 0]], "kind": "normal"},
    ///     {"cells": [[1, 0]], "kind": "start"},
    ///     {"cells": [[2, 0]], "kind": "boss"}
    /// ]}"#.parse()?;
    /// let walk = Walk::of_record(&record, Route::Full).expect("the floor has a boss room");
    /// assert_eq!(walk.rooms(), [1, 0, 1, 2]);
    /// # Ok::<(), basement_survey::record::LineFault>(())
    /// ```
    #[must_use]
    pub fn of_record(record: &FloorRecord, route: Route) -> Option<Self> {
        Self::through(&visible_of_record(record), route, record.door_sides())
    }

    fn through<R: Rooms, P: RoomGraph<R>>(
        visible: &Visible<R, P>,
        route: Route,
        doors: Vec<DoorSide>,
    ) -> Option<Self> {
        let (start, goal) = (visible.start, visible.goal_room()?);
        let rooms = match route {
            Route::Full => full(visible, goal)?,
            Route::Boss => legs(visible, &[start, goal])?,
            Route::Items => {
                let [first, second] = visible.items_in_order()?;
                legs(visible, &[start, first, second, goal])?
            }
        };
        let passages = passages(&rooms, &doors);
        Some(Self { route, rooms, passages })
    }

    /// Where it leads.
    #[must_use]
    pub const fn route(&self) -> Route {
        self.route
    }

    /// The numbers of its rooms, in order. A room can occur more than once.
    #[must_use]
    pub fn rooms(&self) -> &[usize] {
        &self.rooms
    }

    /// How many doors it passes; a door that is passed twice counts twice.
    #[must_use]
    pub fn doors(&self) -> usize {
        self.rooms.len() - 1
    }

    /// The doors that it passes, each once, in order. No shortest walk passes a door more than twice,
    /// or twice in one direction. Of two doors between the same rooms it takes the first.
    #[must_use]
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// Its rooms in the order in which they are first entered, each once.
    #[must_use]
    pub fn entered(&self) -> Vec<usize> {
        let mut entered = Vec::new();
        for room in &self.rooms {
            if !entered.contains(room) {
                entered.push(*room);
            }
        }
        entered
    }

    /// Its length, such as "26 steps through 18 doors, 8 of them twice".
    #[must_use]
    pub fn in_words(&self) -> String {
        let counted = |count: usize, word: &str| match count {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        };
        let (steps, doors) = (self.doors(), self.passages.len());
        let again = match self.passages.iter().filter(|passage| passage.is_twice).count() {
            0 => String::new(),
            twice => format!(", {twice} of them twice"),
        };
        format!("{} through {}{again}", counted(steps, "step"), counted(doors, "door"))
    }

    /// Draws it on a map of its floor: numbers the rooms in the order in which they are entered,
    /// the start without a number, and puts an arrow in each door that is passed, with two heads if
    /// the walk comes back.
    pub fn draw_on(&self, map: &mut RoomMap) {
        for (number, room) in self.entered().into_iter().enumerate().skip(1) {
            map.number_room(room, number);
        }
        for Passage { cell, side, is_twice } in &self.passages {
            let arrow = match (side, is_twice) {
                (Direction::Left | Direction::Right, true) => '↔',
                (Direction::Up | Direction::Down, true) => '↕',
                (Direction::Left, false) => '←',
                (Direction::Right, false) => '→',
                (Direction::Up, false) => '↑',
                (Direction::Down, false) => '↓',
            };
            map.mark_door(*cell, *side, arrow);
        }
    }
}

/// An object: `route`, `doors`, and `rooms`, the numbers of the rooms in order.
impl Serialize for Walk {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Walk", 3)?;
        object.serialize_field("route", &self.route)?;
        object.serialize_field("doors", &self.doors())?;
        object.serialize_field("rooms", &self.rooms)?;
        object.end()
    }
}

/// A shortest way through rooms in this order.
fn legs<R: Rooms, P: RoomGraph<R>>(visible: &Visible<R, P>, stops: &[usize]) -> Option<Vec<usize>> {
    let mut rooms = vec![*stops.first()?];
    for leg in stops.windows(2) {
        let layers = visible.layers(leg[1]);
        let mut here = *rooms.last()?;
        let steps = layers.iter().position(|layer| layer.meets(R::only(here)))?;
        for layer in layers[..steps].iter().rev() {
            here = visible.in_reading_order(visible.beside(R::only(here)) & *layer, 0);
            rooms.push(here);
        }
    }
    Some(rooms)
}

/// A shortest walk through all rooms.
///
/// How often it passes each door is found door by door: the smallest number with which a walk is
/// still as short.
fn full<R: Rooms, P: RoomGraph<R>>(visible: &Visible<R, P>, goal: usize) -> Option<Vec<usize>> {
    visible.full_walk()?;
    let pairs: Vec<[usize; 2]> = visible.pairs().collect();
    let mut links = vec![Link::DOOR; pairs.len()];
    let fewest = |links: &[Link]| {
        let links = pairs.iter().copied().zip(links.iter().copied());
        fewest_doors_of::<MANY, { 2 * MANY + 1 }>(links, visible.start, goal, |room| {
            visible.plan.place(room)
        })
    };
    let least = fewest(&links)?;
    let mut left: Vec<[usize; 2]> = Vec::new();
    for place in 0..pairs.len() {
        let times = (0..=2).find(|times| {
            links[place] = Link::passed(*times);
            fewest(&links) == Some(least)
        })?;
        left.extend(std::iter::repeat_n(pairs[place], times.into()));
    }
    // Hierholzer's algorithm: follow doors while there are any, then go back and insert a round at
    // each room that still has doors.
    let (mut open, mut rooms) = (vec![visible.start], Vec::new());
    while let Some(here) = open.last().copied() {
        match left.iter().position(|pair| pair.contains(&here)) {
            Some(door) => {
                let [one, other] = left.swap_remove(door);
                open.push(one + other - here);
            }
            None => rooms.extend(open.pop()),
        }
    }
    rooms.reverse();
    Some(rooms)
}

/// The doors between consecutive rooms.
fn passages(rooms: &[usize], doors: &[DoorSide]) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let mut known = HashMap::<[usize; 2], usize>::new();
    for step in rooms.windows(2) {
        let [from, to] = [step[0], step[1]];
        let pair = [from.min(to), from.max(to)];
        if let Some(passage) = known.get(&pair).and_then(|place| passages.get_mut(*place)) {
            passage.is_twice = true;
            continue;
        }
        let is_between = |door: &&DoorSide| door.0 == [from, to] || door.0 == [to, from];
        let Some((ends, cell, side)) = doors.iter().find(is_between).copied() else { continue };
        let (dx, dy) = side.offset();
        let (cell, side) = match ends[0] == from {
            true => (cell, side),
            false => (cell.offset(dx, dy).unwrap_or(cell), side.opposite()),
        };
        known.insert(pair, passages.len());
        passages.push(Passage { cell, side, is_twice: false });
    }
    passages
}

/// Rooms of a record.
struct RecordPlan {
    beside: Vec<ManyRooms>,
    places: Vec<usize>,
}

impl RoomGraph<ManyRooms> for RecordPlan {
    fn beside(&self, rooms: ManyRooms) -> ManyRooms {
        rooms.iter().fold(ManyRooms::NONE, |beside, room| beside | self.beside[room])
    }

    fn place(&self, room: usize) -> usize {
        self.places[room]
    }
}

fn visible_of_record(record: &FloorRecord) -> Visible<ManyRooms, RecordPlan> {
    let rooms = record.rooms();
    let mut beside = vec![ManyRooms::NONE; rooms.len()];
    for [one, other] in record.doors() {
        beside[*one] = beside[*one] | ManyRooms::only(*other);
        beside[*other] = beside[*other] | ManyRooms::only(*one);
    }
    let set_of = |is_member: &dyn Fn(RoomKind) -> bool| {
        let members = rooms.iter().enumerate().filter(|(_, room)| is_member(room.kind()));
        members.fold(ManyRooms::NONE, |set, (index, _)| set | ManyRooms::only(index))
    };
    let first_of = |kind: RoomKind| rooms.iter().position(|room| room.kind() == kind);
    let places = rooms.iter().map(|room| {
        let places = room.cells().iter().map(|cell| usize::from(cell.y) << 8 | usize::from(cell.x));
        places.min().unwrap_or(0)
    });
    Visible {
        plan: RecordPlan { places: places.collect(), beside },
        rooms: set_of(&|kind| !kind.is_hidden()),
        start: record.start_room(),
        bosses: set_of(&|kind| kind == RoomKind::Boss),
        treasure: first_of(RoomKind::Treasure),
        shop: first_of(RoomKind::Shop),
    }
}

impl Walks {
    /// The walks of a record.
    pub(crate) fn of_record(record: &FloorRecord, needs: crate::needs::Needs) -> Self {
        match needs.has_walks() {
            true => visible_of_record(record).walks(needs, Coin::of_record(record)),
            false => Self::default(),
        }
    }
}
