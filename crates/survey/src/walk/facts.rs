//! The lengths of ways through the visible plan of a floor.

use basement_floors::{Floor, Graph, RoomKind};

use super::coin::Coin;
use super::rooms::{RoomGraph, Rooms, Visible};
use crate::inspection::Tally;
use crate::needs::Needs;

/// Facts about the walks on a floor. A fact is `None` if it is not needed or the floor does not have
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Walks {
    /// Rooms of the visible plan.
    pub(crate) rooms: u32,
    /// Steps from the start to the farthest boss room.
    pub(crate) boss_steps: Option<u32>,
    /// Doors of the shortest walk through all rooms.
    pub(crate) full: Option<u32>,
    /// Doors of the shortest walk through treasure room and shop.
    pub(crate) items: Option<u32>,
    /// Rooms that are not on any shortest way to the boss.
    pub(crate) skipped: Option<u32>,
    /// Doors that a player without a map passes, and rooms that she enters.
    pub(crate) search: Option<[u32; 2]>,
}

/// The farthest boss room, and the rooms by their steps from the start.
struct Goal<R: Rooms> {
    room: usize,
    steps: u32,
    layers: R::Layers,
}

impl<R: Rooms, P: RoomGraph<R>> Visible<R, P> {
    /// The facts that are needed. `coin` decides where the searching player goes.
    #[inline]
    pub(crate) fn walks(&self, needs: Needs, coin: Coin) -> Walks {
        let mut walks = Walks { rooms: self.rooms.size(), ..Walks::default() };
        if needs.has(Needs::SEARCH) {
            walks.search = self.search(coin);
        }
        if needs.has(Needs::FULL_WALK) || needs.has(Needs::WAYS) {
            let Some(goal) = self.goal() else { return walks };
            walks.boss_steps = Some(goal.steps);
            if needs.has(Needs::FULL_WALK) {
                walks.full = self.full(&goal);
            }
            if needs.has(Needs::WAYS) {
                walks.items = self.items(&goal).map(|(steps, _)| steps);
                walks.skipped = Some(walks.rooms - self.on_shortest_ways(&goal));
            }
        }
        walks
    }

    /// The boss room that is farthest from the start, the first in reading order among equals.
    #[inline]
    fn goal(&self) -> Option<Goal<R>> {
        let layers = self.layers(self.start);
        let steps = layers.iter().rposition(|layer| layer.meets(self.bosses))?;
        let room = self.in_reading_order(layers[steps] & self.bosses, 0);
        Some(Goal { room, steps: steps as u32, layers })
    }

    /// The farthest boss room.
    pub(super) fn goal_room(&self) -> Option<usize> {
        self.goal().map(|goal| goal.room)
    }

    /// Doors of the shortest walk through all rooms.
    pub(super) fn full_walk(&self) -> Option<u32> {
        self.full(&self.goal()?)
    }

    /// Doors of the shortest walk that enters all rooms and ends in the goal.
    #[inline]
    fn full(&self, goal: &Goal<R>) -> Option<u32> {
        let rooms = self.rooms.size();
        if goal.layers.iter().map(|layer| layer.size()).sum::<u32>() < rooms {
            return None;
        }
        if self.plan.pairs(self.rooms) + 1 == rooms {
            // A tree: every door is passed twice, except those on the way to the goal.
            return Some(2 * (rooms - 1) - goal.steps);
        }
        // A room other than start and goal with one neighbour left is the end of a tree: its door is
        // passed twice. Farther rooms come first, so that whole trees are removed.
        let mut core = self.rooms;
        let ends = R::only(self.start) | R::only(goal.room);
        for layer in goal.layers.iter().rev() {
            for room in layer.without(ends).iter().map(R::only) {
                if (self.beside(room) & core).size() == 1 {
                    core = core.without(room);
                }
            }
        }
        let of_trees = 2 * (rooms - core.size());
        let place = |room| self.plan.place(room);
        Some(of_trees + R::fewest_doors(self.pairs_among(core), self.start, goal.room, place)?)
    }

    /// The pairs of rooms that doors join.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.pairs_among(self.rooms)
    }

    /// The pairs among some rooms.
    #[inline]
    fn pairs_among(&self, rooms: R) -> impl Iterator<Item = [usize; 2]> {
        let mut earlier = R::NONE;
        rooms.iter().flat_map(move |one| {
            earlier = earlier | R::only(one);
            let later = (self.beside(R::only(one)) & rooms).without(earlier);
            later.iter().map(move |other| [one, other])
        })
    }
    /// Doors of the shortest walk through treasure room and shop, and the two in the order of the
    /// walk.
    #[inline]
    fn items(&self, goal: &Goal<R>) -> Option<(u32, [usize; 2])> {
        let (treasure, shop) = (self.treasure?, self.shop?);
        let from_start = |room: usize| {
            let only = R::only(room);
            goal.layers.iter().position(|layer| layer.meets(only)).map(|steps| steps as u32)
        };
        let [between, treasure_goal] = self.steps_to_two(treasure, [shop, goal.room])?;
        let [shop_goal, _] = self.steps_to_two(shop, [goal.room; 2])?;
        let treasure_first = from_start(treasure)? + between + shop_goal;
        let shop_first = from_start(shop)? + between + treasure_goal;
        Some(match treasure_first <= shop_first {
            true => (treasure_first, [treasure, shop]),
            false => (shop_first, [shop, treasure]),
        })
    }

    /// Treasure room and shop in the order in which the shortest walk goes through them.
    pub(super) fn items_in_order(&self) -> Option<[usize; 2]> {
        self.items(&self.goal()?).map(|(_, rooms)| rooms)
    }

    /// How many rooms are on a shortest way from the start to the goal.
    #[inline]
    fn on_shortest_ways(&self, goal: &Goal<R>) -> u32 {
        let mut on_way = R::only(goal.room);
        let mut count = 1;
        for layer in goal.layers[..goal.steps as usize].iter().rev() {
            on_way = self.beside(on_way) & *layer;
            count += on_way.size();
        }
        count
    }

    /// Doors that a player without a map passes and rooms that she enters, the start included, until
    /// she has entered every boss room. She goes to the nearest room that she has seen a door to and
    /// not entered, and prefers a boss room if one is among the nearest.
    #[inline]
    fn search(&self, mut coin: Coin) -> Option<[u32; 2]> {
        let mut here = R::only(self.start);
        let mut entered = here;
        let mut bosses = self.bosses & self.rooms;
        let (mut doors, mut rooms) = (0, 1);
        if bosses == R::NONE {
            return None;
        }
        while bosses != R::NONE {
            let (mut layer, mut passed) = (here, here);
            let nearest = loop {
                doors += 1;
                let beside = self.beside(layer);
                let nearest = beside.without(entered);
                if nearest != R::NONE {
                    break nearest;
                }
                layer = beside.without(passed);
                if layer == R::NONE {
                    return None;
                }
                passed = passed | layer;
            };
            let nearest = if nearest.meets(bosses) { nearest & bosses } else { nearest };
            let room = match nearest.size() {
                1 => nearest.lowest(),
                size => self.in_reading_order(nearest, coin.below(size)),
            };
            here = R::only(room);
            entered = entered | here;
            bosses = bosses.without(here);
            rooms += 1;
        }
        Some([doors, rooms])
    }
}

/// Rooms of a floor with the doors of its graph.
#[derive(Clone, Copy)]
struct GraphPlan<'a> {
    floor: &'a Floor,
    graph: &'a Graph,
}

macro_rules! plans_of_graphs {
    ($($word:ident),*) => { $(
        impl RoomGraph<$word> for GraphPlan<'_> {
            #[inline]
            fn beside(&self, rooms: $word) -> $word {
                rooms.iter().fold(0, |beside, room| beside | self.graph.neighbour_bits(room) as $word)
            }

            fn place(&self, room: usize) -> usize {
                let cell = self.floor.first_cell(room);
                cell.map_or(0, |cell| usize::from(cell.y) << 8 | usize::from(cell.x))
            }
        }
    )* };
}

plans_of_graphs!(u64, u128);

impl Walks {
    /// The walks of a floor whose graph and tally are known.
    #[inline]
    pub(crate) fn of_graph(floor: &Floor, graph: &Graph, tally: &Tally, needs: Needs) -> Self {
        let plan = GraphPlan { floor, graph };
        // Few floors have more rooms than a word has bits.
        match floor.rooms().len() {
            0..=64 => visible::<u64>(plan, tally).walks(needs, Coin::of_floor(floor)),
            _ => visible::<u128>(plan, tally).walks(needs, Coin::of_floor(floor)),
        }
    }
}

/// The visible plan of a floor, with rooms by their numbers.
pub(super) fn visible_on_graph<'a>(
    floor: &'a Floor,
    graph: &'a Graph,
    tally: &Tally,
) -> Visible<u128, impl RoomGraph<u128> + use<'a>> {
    visible(GraphPlan { floor, graph }, tally)
}

#[inline]
fn visible<'a, R: Rooms>(plan: GraphPlan<'a>, tally: &Tally) -> Visible<R, GraphPlan<'a>>
where
    GraphPlan<'a>: RoomGraph<R>,
{
    let mut rooms = R::NONE;
    let mut bosses = R::NONE;
    for (index, room) in plan.floor.rooms().iter().enumerate() {
        let only = R::only(index);
        if !room.kind.is_hidden() {
            rooms = rooms | only;
        }
        if room.kind == RoomKind::Boss {
            bosses = bosses | only;
        }
    }
    let [treasure, shop] = [RoomKind::Treasure, RoomKind::Shop].map(|kind| tally.first_of(kind));
    Visible { plan, rooms, start: 0, bosses, treasure, shop }
}
