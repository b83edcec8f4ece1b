//! The shortest walk through all rooms: exact, by parities.
//!
//! A walk passes each door some number of times. If it passes a door two times fewer, the parity at the
//! door's rooms does not change, and if the passed doors stay connected, it enters the same rooms. So a
//! shortest walk passes each door at most twice. Conversely, there is a walk for any such numbers if the
//! passed doors join all rooms and the sum at each room is even, except that the sums at start and goal
//! are odd (Euler).
//!
//! An added door from the goal back to the start, which is passed once and costs nothing, makes all
//! sums even. Then the floor is reduced. A *link* between two rooms is a door, or a part of the floor
//! that is attached only at these two rooms. It has three costs: for an odd number of passes, for an
//! even number that joins its ends, and for an even number that does not ([`Link`]). A room with one
//! link is removed, and the cost of entering it is added; a room with two links is replaced with one
//! link; two links between the same rooms become one. Trees, rings, and rings side by side are
//! reduced to a single room. Few floors leave more than that; the rest is swept room by room
//! ([`Sweep`]).

use arrayvec::ArrayVec;

/// The cost of something impossible: more than any walk costs. Adding two of them does not overflow.
const NEVER: u32 = 1 << 24;

/// The costs of passing the doors of a part of the floor that is attached at two rooms, so that all
/// rooms in it are entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Passed an odd number of times from one end to the other.
    odd: u32,
    /// Passed an even number of times, so that there is a way from end to end.
    joined: u32,
    /// Passed an even number of times without a way from end to end.
    parted: u32,
}

impl Link {
    pub(super) const DOOR: Self = Self { odd: 1, joined: 2, parted: 0 };
    /// A door that is passed 0, 1 or 2 times.
    pub(super) const fn passed(times: u8) -> Self {
        let never = Self { odd: NEVER, joined: NEVER, parted: NEVER };
        match times {
            0 => Self { parted: 0, ..never },
            1 => Self { odd: 1, ..never },
            _ => Self { joined: 2, ..never },
        }
    }

    /// The way back from the goal to the start.
    const BACK: Self = Self { odd: 0, ..Self::passed(1) };

    /// The link that replaces two links that meet in a room without other links.
    fn then(self, next: Self) -> Self {
        Self {
            odd: self.odd + next.odd,
            joined: self.joined + next.joined,
            // The room between must be entered from one side.
            parted: (self.joined + next.parted).min(self.parted + next.joined),
        }
        .capped()
    }

    /// The link that replaces two links between the same rooms.
    fn beside(self, other: Self) -> Self {
        let (one_even, other_even) = (self.even(), other.even());
        Self {
            odd: (self.odd + other_even).min(one_even + other.odd),
            joined: (self.odd + other.odd)
                .min(self.joined + other_even)
                .min(self.parted + other.joined),
            parted: self.parted + other.parted,
        }
        .capped()
    }

    fn even(self) -> u32 {
        self.joined.min(self.parted)
    }

    fn capped(self) -> Self {
        let Self { odd, joined, parted } = self;
        Self { odd: odd.min(NEVER), joined: joined.min(NEVER), parted: parted.min(NEVER) }
    }
}

/// The fewest doors of a walk from the start through all rooms to the goal, given the pairs of rooms
/// that doors join, each once. The rooms must be connected. `None` if it would take too long.
///
/// There are at most `ROOMS` rooms, with numbers below it, and fewer than `LINKS` pairs. No two rooms
/// have the same `place`; the places decide in which order rooms are looked at, so that the result does
/// not depend on the numbers.
pub(super) fn fewest_doors<const ROOMS: usize, const LINKS: usize>(
    pairs: impl Iterator<Item = [usize; 2]>,
    start: usize,
    goal: usize,
    place: impl Fn(usize) -> usize,
) -> Option<u32> {
    let links = pairs.map(|pair| (pair, Link::DOOR));
    fewest_doors_of::<ROOMS, LINKS>(links, start, goal, place)
}

/// Like [`fewest_doors`], given what each door costs.
pub(super) fn fewest_doors_of<const ROOMS: usize, const LINKS: usize>(
    links: impl Iterator<Item = ([usize; 2], Link)>,
    start: usize,
    goal: usize,
    place: impl Fn(usize) -> usize,
) -> Option<u32> {
    let mut network = Network::<ROOMS, LINKS>::new();
    let numbers = |ends: [usize; 2]| ends.map(|end| end as u16);
    links.for_each(|(ends, link)| network.push(numbers(ends), link));
    if start != goal {
        network.add(numbers([start, goal]), Link::BACK);
    }
    let cost = network.cost(place)?;
    (cost < NEVER).then_some(cost)
}

/// Rooms and links. Each room has a list of its links; each link is in the lists of both its ends.
struct Network<const ROOMS: usize, const LINKS: usize> {
    first: [u16; ROOMS],
    degree: [u16; ROOMS],
    links: ArrayVec<Linked, LINKS>,
}

#[derive(Clone, Copy)]
struct Linked {
    ends: [u16; 2],
    /// For each end, the next link of its list.
    next: [u16; 2],
    link: Link,
}

const NO_LINK: u16 = u16::MAX;

impl Linked {
    /// Which of the ends a room is.
    fn end(&self, room: u16) -> usize {
        usize::from(self.ends[0] != room)
    }

    fn other(&self, room: u16) -> u16 {
        self.ends[1 - self.end(room)]
    }
}

impl<const ROOMS: usize, const LINKS: usize> Network<ROOMS, LINKS> {
    fn new() -> Self {
        Self { first: [NO_LINK; ROOMS], degree: [0; ROOMS], links: ArrayVec::new() }
    }

    fn links_of(&self, room: u16) -> impl Iterator<Item = u16> {
        let mut next = self.first[usize::from(room)];
        std::iter::from_fn(move || {
            let linked = self.links.get(usize::from(next))?;
            let link = next;
            next = linked.next[linked.end(room)];
            Some(link)
        })
    }

    /// Adds a link between rooms that have none.
    fn push(&mut self, ends: [u16; 2], link: Link) {
        let number = self.links.len() as u16;
        self.links.push(Linked { ends, next: [NO_LINK; 2], link });
        ends.iter().for_each(|end| self.enlist(*end, number));
    }

    /// Adds a link, or joins it with the link that its ends already have.
    fn add(&mut self, ends: [u16; 2], link: Link) {
        match self.between(ends) {
            Some(own) => {
                let own = &mut self.links[usize::from(own)].link;
                *own = own.beside(link);
            }
            None => self.push(ends, link),
        }
    }

    fn between(&self, [one, other]: [u16; 2]) -> Option<u16> {
        self.links_of(one).find(|link| self.links[usize::from(*link)].other(one) == other)
    }

    /// Puts a link into the list of one of its ends.
    fn enlist(&mut self, room: u16, link: u16) {
        let first = std::mem::replace(&mut self.first[usize::from(room)], link);
        let linked = &mut self.links[usize::from(link)];
        linked.next[linked.end(room)] = first;
        self.degree[usize::from(room)] += 1;
    }

    /// Takes a link out of the list of one of its ends.
    fn delist(&mut self, room: u16, link: u16) {
        let mut before = None;
        for listed in self.links_of(room) {
            if listed == link {
                break;
            }
            before = Some(listed);
        }
        let linked = self.links[usize::from(link)];
        let next = linked.next[linked.end(room)];
        match before {
            None => self.first[usize::from(room)] = next,
            Some(before) => {
                let before = &mut self.links[usize::from(before)];
                before.next[before.end(room)] = next;
            }
        }
        self.degree[usize::from(room)] -= 1;
    }

    /// The least cost with all rooms joined and each passed an even number of times.
    fn cost(mut self, place: impl Fn(usize) -> usize) -> Option<u32> {
        let mut cost = 0;
        (0..ROOMS as u16).for_each(|room| self.take_away(room, &mut cost));
        if self.degree.iter().all(|degree| *degree == 0) {
            return Some(cost);
        }
        Some(cost + Sweep::over(&self, place).cost()?)
    }

    /// Removes a room with one or two links, and then the rooms that are left with so few.
    fn take_away(&mut self, room: u16, cost: &mut u32) {
        let at = usize::from(room);
        let first = self.first[at];
        match self.degree[at] {
            1 => {
                let linked = self.links[usize::from(first)];
                let other = linked.other(room);
                *cost = (*cost + linked.link.joined).min(NEVER);
                self.delist(other, first);
                (self.first[at], self.degree[at]) = (NO_LINK, 0);
                self.take_away(other, cost);
            }
            2 => {
                let one = self.links[usize::from(first)];
                let second = one.next[one.end(room)];
                let two = self.links[usize::from(second)];
                let ends = [one.other(room), two.other(room)];
                self.delist(ends[0], first);
                self.delist(ends[1], second);
                (self.first[at], self.degree[at]) = (NO_LINK, 0);
                let link = one.link.then(two.link);
                if let Some(own) = self.between(ends) {
                    let own = &mut self.links[usize::from(own)].link;
                    *own = own.beside(link);
                    ends.iter().for_each(|end| self.take_away(*end, cost));
                } else {
                    self.links[usize::from(first)] = Linked { ends, next: [NO_LINK; 2], link };
                    ends.iter().for_each(|end| self.enlist(*end, first));
                }
            }
            _ => {}
        }
    }
}

/// The limits on the rooms on the front of a [`Sweep`] and on its states. Beyond them, the walk is
/// unknown.
const MOST_ON_FRONT: usize = 16;
const MOST_STATES: usize = 1 << 14;

/// A sweep over what is left: rooms with three links or more.
///
/// Rooms are settled one after the other, each with all its links. The other rooms that have links to
/// settled ones are the *front*. Only two facts about the settled part matter for the rest: which
/// rooms of the front it joins, and which of them have been passed an odd number of times so far. For
/// each such state the least cost is kept.
struct Sweep<'a, const ROOMS: usize, const LINKS: usize> {
    network: &'a Network<ROOMS, LINKS>,
    /// The places of the rooms that have links.
    places: Vec<usize>,
    front: ArrayVec<u16, MOST_ON_FRONT>,
    states: Vec<(State, u32)>,
}

/// For each room of the front, the number of its group, and whether it is passed an odd number of
/// times. Groups are numbered in the order in which they first appear.
type State = [(u8, bool); MOST_ON_FRONT];

impl<'a, const ROOMS: usize, const LINKS: usize> Sweep<'a, ROOMS, LINKS> {
    fn over(network: &'a Network<ROOMS, LINKS>, place: impl Fn(usize) -> usize) -> Self {
        let states = vec![([(0, false); MOST_ON_FRONT], 0)];
        let degrees = network.degree.iter().enumerate();
        let places = degrees.map(|(room, degree)| if *degree > 0 { place(room) } else { 0 });
        Self { network, places: places.collect(), front: ArrayVec::new(), states }
    }

    fn cost(mut self) -> Option<u32> {
        let mut is_left: Vec<bool> = self.network.degree.iter().map(|degree| *degree > 0).collect();
        let mut left = is_left.iter().filter(|is_left| **is_left).count();
        while left > 0 {
            let room = self.next(&is_left)?;
            let mut links: Vec<u16> = self.network.links_of(room).collect();
            links.sort_unstable_by_key(|link| {
                self.place(self.network.links[usize::from(*link)].other(room))
            });
            for link in links {
                let Linked { ends, link, .. } = self.network.links[usize::from(link)];
                if ends.iter().all(|end| is_left[usize::from(*end)]) {
                    self.pass(ends, link)?;
                }
            }
            is_left[usize::from(room)] = false;
            left -= 1;
            self.settle(room, left == 0);
        }
        self.states.first().map(|(_, cost)| *cost)
    }

    fn place(&self, room: u16) -> usize {
        self.places[usize::from(room)]
    }

    /// The room that adds the fewest rooms to the front, the first in reading order among equals; a room
    /// of the front, if there is one.
    fn next(&self, is_left: &[bool]) -> Option<u16> {
        let rooms = (0..ROOMS as u16).filter(|room| is_left[usize::from(*room)]);
        let brings = |room: u16| {
            let others = self
                .network
                .links_of(room)
                .map(|link| self.network.links[usize::from(link)].other(room));
            others
                .filter(|other| is_left[usize::from(*other)] && !self.front.contains(other))
                .count()
        };
        let is_next = |room: &u16| self.front.is_empty() || self.front.contains(room);
        rooms.filter(is_next).min_by_key(|room| (brings(*room), self.place(*room)))
    }

    /// Where on the front a room is. The room is added if it is not there yet.
    fn on_front(&mut self, room: u16) -> Option<usize> {
        if let Some(place) = self.front.iter().position(|other| *other == room) {
            return Some(place);
        }
        let place = self.front.len();
        self.front.try_push(room).ok()?;
        for (state, _) in &mut self.states {
            let groups = state[..place].iter().map(|(group, _)| group + 1).max();
            state[place] = (groups.unwrap_or(0), false);
        }
        Some(place)
    }

    /// Passes a link in each of its three ways.
    fn pass(&mut self, ends: [u16; 2], link: Link) -> Option<()> {
        let (one, other) = (self.on_front(ends[0])?, self.on_front(ends[1])?);
        let width = self.front.len();
        let mut states = Vec::with_capacity(3 * self.states.len());
        for (state, cost) in &self.states {
            let mut joined = *state;
            let (kept, gone) = (state[one].0.min(state[other].0), state[one].0.max(state[other].0));
            for (group, _) in &mut joined[..width] {
                if *group == gone {
                    *group = kept;
                } else if *group > gone && kept != gone {
                    *group -= 1;
                }
            }
            let mut odd = joined;
            odd[one].1 ^= true;
            odd[other].1 ^= true;
            let ways = [(*state, link.parted), (joined, link.joined), (odd, link.odd)];
            let ways = ways.map(|(state, more)| (state, cost + more));
            states.extend(ways.into_iter().filter(|(_, cost)| *cost < NEVER));
        }
        self.states = states;
        self.keep_least()
    }

    /// Removes a room from the front. The room must be passed an even number of times and, unless it
    /// is the last, be joined to another room of the front.
    fn settle(&mut self, room: u16, is_last: bool) {
        let Some(place) = self.front.iter().position(|other| *other == room) else { return };
        let width = self.front.len();
        self.front.swap_remove(place);
        self.states.retain_mut(|(state, _)| {
            let (own, is_odd) = state[place];
            state.swap(place, width - 1);
            state[width - 1] = (0, false);
            let rest = &mut state[..width - 1];
            let is_joined = is_last || rest.iter().any(|(group, _)| *group == own);
            // Number the groups in the order in which they appear.
            let (mut numbers, mut groups) = ([u8::MAX; MOST_ON_FRONT], 0);
            for (group, _) in rest {
                let number = &mut numbers[usize::from(*group)];
                if *number == u8::MAX {
                    *number = groups;
                    groups += 1;
                }
                *group = *number;
            }
            !is_odd && is_joined
        });
        let _ = self.keep_least();
    }

    /// Keeps each state once, with its least cost. `None` if there are too many.
    fn keep_least(&mut self) -> Option<()> {
        self.states.sort_unstable();
        self.states.dedup_by_key(|(state, _)| *state);
        (self.states.len() <= MOST_STATES).then_some(())
    }
}
