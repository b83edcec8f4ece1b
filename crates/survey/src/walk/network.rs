//! The shortest walk through all rooms: exact, by parities.
//!
//! A walk passes a door some number of times. Passing it twice less changes neither the parity at
//! its rooms nor, as long as the doors that are passed hang together, which rooms are entered: of
//! the doors of a shortest walk, each is passed not at all, once or twice. And any such numbers are
//! those of a walk if the passed doors join all rooms and each room has an even sum, except that
//! the sums of start and goal are odd (Euler).
//!
//! A door from the goal back to the start, that is passed once and costs nothing, makes all sums
//! even. Then the floor is made smaller. A *link* between two rooms stands for a door or for a part
//! of the floor that hangs at these two rooms, and has three costs: passed oddly, passed evenly and
//! joining its ends, passed evenly and not joining them ([`Link`]). A room with one link goes, with
//! what it costs to enter it; one with two links becomes one link; two links between the same rooms
//! become one. A tree, a ring, and rings side by side end as a single room. What is left otherwise
//! is solved by trying all parities: each is a sum of independent cycles, so that a Gray code goes
//! through them, and for each the even links that join what the odd links leave apart are chosen
//! as for a minimum spanning tree.

use arrayvec::ArrayVec;

/// The most independent cycles of what is left, the door back to the start included. With more the
/// walk is not known. 2^16 parities take some milliseconds.
const MOST_CYCLES: usize = 16;
/// Links that so many cycles can have where every room has three links or more: 3 (cycles - 1).
const MOST_LINKS: usize = 3 * (MOST_CYCLES - 1);
const MOST_ROOMS: usize = 2 * (MOST_CYCLES - 1);

/// More than any walk costs: what cannot be. Two of them can be added.
const NEVER: u32 = 1 << 24;

/// What it costs to pass the doors of a part of the floor that hangs at two rooms, with all rooms in
/// it entered.
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
    /// A door that is passed so many times, 0, 1 or 2.
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

    /// The link that two make that meet in a room without other links.
    fn then(self, next: Self) -> Self {
        Self {
            odd: self.odd + next.odd,
            joined: self.joined + next.joined,
            // The room between must be entered from one side.
            parted: (self.joined + next.parted).min(self.parted + next.joined),
        }
        .capped()
    }

    /// The link that two between the same rooms make.
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
/// that doors join, each once. The rooms hang together. `None` where it would take too long.
///
/// There are at most `ROOMS` rooms, with numbers below it, and less than `LINKS` pairs.
pub(super) fn fewest_doors<const ROOMS: usize, const LINKS: usize>(
    pairs: impl Iterator<Item = [usize; 2]>,
    start: usize,
    goal: usize,
) -> Option<u32> {
    let links = pairs.map(|pair| (pair, Link::DOOR));
    fewest_doors_of::<ROOMS, LINKS>(links, start, goal)
}

/// The same, given what each door costs.
pub(super) fn fewest_doors_of<const ROOMS: usize, const LINKS: usize>(
    links: impl Iterator<Item = ([usize; 2], Link)>,
    start: usize,
    goal: usize,
) -> Option<u32> {
    let mut network = Network::<ROOMS, LINKS>::new();
    links.for_each(|(ends, link)| network.add(ends, link));
    if start != goal {
        network.add([start, goal], Link::BACK);
    }
    let cost = network.cost()?;
    (cost < NEVER).then_some(cost)
}

/// Rooms and links. Each room has a list of its links, each link a place in the lists of both ends.
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

/// No link.
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

    /// Adds a link, or joins it with the one that its ends have.
    fn add(&mut self, ends: [usize; 2], link: Link) {
        let ends = ends.map(|end| end as u16);
        match self.between(ends) {
            Some(own) => {
                let own = &mut self.links[usize::from(own)].link;
                *own = own.beside(link);
            }
            None => {
                let number = self.links.len() as u16;
                self.links.push(Linked { ends, next: [NO_LINK; 2], link });
                ends.iter().for_each(|end| self.enlist(*end, number));
            }
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

    /// The least cost with all rooms joined and passed evenly.
    fn cost(mut self) -> Option<u32> {
        let mut cost = 0;
        (0..ROOMS as u16).for_each(|room| self.take_away(room, &mut cost));
        if self.degree.iter().all(|degree| *degree == 0) {
            return Some(cost);
        }
        Some(cost + Rest::of(&self)?.cost())
    }

    /// Takes away a room with one link or two, and then those that have so few because of it.
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

/// What is left: rooms with three links or more.
struct Rest {
    rooms: usize,
    /// Ordered by what it costs more to have an even link joined than not.
    links: ArrayVec<([u8; 2], Link), MOST_LINKS>,
}

impl Rest {
    fn of<const ROOMS: usize, const LINKS: usize>(network: &Network<ROOMS, LINKS>) -> Option<Self> {
        let rooms = network.degree.iter().filter(|degree| **degree > 0).count();
        let ends: usize = network.degree.iter().map(|degree| usize::from(*degree)).sum();
        if ends / 2 + 1 > rooms + MOST_CYCLES {
            return None;
        }
        let mut number = [0; ROOMS];
        let mut links = ArrayVec::new();
        let with_links = (0..ROOMS).filter(|room| network.degree[*room] > 0);
        with_links.zip(0..).for_each(|(room, place)| number[room] = place);
        for room in 0..ROOMS as u16 {
            for link in network.links_of(room) {
                let linked = network.links[usize::from(link)];
                if linked.ends[0] == room {
                    links.push((linked.ends.map(|end| number[usize::from(end)]), linked.link));
                }
            }
        }
        links.sort_unstable_by_key(|(_, link)| i64::from(link.joined) - i64::from(link.parted));
        Some(Self { rooms, links })
    }

    fn cost(&self) -> u32 {
        let (cycles, mut odd, mut least) = (self.cycles(), 0_u64, NEVER);
        for number in 0..1_u32 << cycles.len() {
            // The Gray code: from each number to the next one cycle changes.
            if number > 0 {
                odd ^= cycles[number.trailing_zeros() as usize];
            }
            least = self.cost_of(odd, least).min(least);
        }
        least
    }

    /// The least cost with these links passed oddly, or any cost of at least `known`.
    fn cost_of(&self, odd: u64, known: u32) -> u32 {
        let is_odd = |place: usize| odd >> place & 1 == 1;
        let links = || self.links.iter().enumerate();
        let of = |(place, (_, link)): (usize, &([u8; 2], Link))| match is_odd(place) {
            true => link.odd,
            false => link.parted,
        };
        let mut cost = 0;
        let mut groups = Groups::new();
        let mut parts = self.rooms;
        // Links that cost less where they are joined.
        let mut gain = 0;
        for (place, link) in links() {
            cost += of((place, link)).min(NEVER);
            gain += link.1.parted.saturating_sub(link.1.joined);
            if is_odd(place) {
                parts -= usize::from(groups.join(link.0));
            }
        }
        if cost.saturating_sub(gain) >= known {
            return known;
        }
        for (_, (ends, link)) in links().filter(|(place, _)| !is_odd(*place)) {
            if link.joined <= link.parted {
                parts -= usize::from(groups.join(*ends));
                cost = cost - link.parted + link.joined;
            } else if parts > 1 && groups.join(*ends) {
                parts -= 1;
                cost = cost - link.parted + link.joined;
            }
        }
        cost
    }

    /// Independent cycles, as sets of links: each is a link beyond a tree with its way through the
    /// tree.
    fn cycles(&self) -> ArrayVec<u64, MOST_CYCLES> {
        let mut groups = Groups::new();
        let in_tree: ArrayVec<bool, MOST_LINKS> =
            self.links.iter().map(|(ends, _)| groups.join(*ends)).collect();
        // For each room, the links between it and the first room in the tree.
        let mut ways = [None; MOST_ROOMS];
        ways[0] = Some(0_u64);
        for _ in 0..self.rooms {
            for (place, (ends, _)) in self.links.iter().enumerate().filter(|(at, _)| in_tree[*at]) {
                let [one, other] = ends.map(usize::from);
                match (ways[one], ways[other]) {
                    (Some(way), None) => ways[other] = Some(way ^ 1 << place),
                    (None, Some(way)) => ways[one] = Some(way ^ 1 << place),
                    _ => {}
                }
            }
        }
        let beyond = self.links.iter().enumerate().filter(|(at, _)| !in_tree[*at]);
        let cycle = |(place, (ends, _)): (usize, &([u8; 2], Link))| {
            let [one, other] = ends.map(|end| ways[usize::from(end)].unwrap_or(0));
            1 << place ^ one ^ other
        };
        beyond.map(cycle).collect()
    }
}

/// Which rooms are joined: each group points to one of its rooms.
struct Groups([u8; MOST_ROOMS]);

impl Groups {
    fn new() -> Self {
        Self(std::array::from_fn(|room| room as u8))
    }

    fn head(&mut self, mut room: u8) -> u8 {
        while self.0[usize::from(room)] != room {
            let before = self.0[usize::from(room)];
            self.0[usize::from(room)] = self.0[usize::from(before)];
            room = before;
        }
        room
    }

    /// Joins two groups. Returns whether they were two.
    fn join(&mut self, [one, other]: [u8; 2]) -> bool {
        let (one, other) = (self.head(one), self.head(other));
        self.0[usize::from(one)] = other;
        one != other
    }
}
