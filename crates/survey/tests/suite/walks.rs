//! Tests walks against simple implementations (a search over all sets of rooms, petgraph's shortest
//! paths, a player who moves room by room), and against the known figures of both games.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use basement_floors::{Backend, Cell, Curse, CurseChoice, Floor, Request, RoomKind, Seed};
use basement_survey::record::{FloorRecord, RecordRoom};
use basement_survey::walk::{Route, Walk};
use basement_survey::{Analysis, Measure, MeasureSet, Sample, Seeds, Summary, measure};
use petgraph::algo::dijkstra;
use petgraph::graph::UnGraph;
use proptest::prelude::*;

use crate::split_mix;

/// The visible plan in a simple form: rooms, and which rooms are beside each.
struct Plain {
    kinds: Vec<RoomKind>,
    places: Vec<Cell>,
    beside: Vec<BTreeSet<usize>>,
    start: usize,
}

impl Plain {
    fn of(record: &FloorRecord) -> Self {
        let kinds: Vec<RoomKind> = record.rooms().iter().map(RecordRoom::kind).collect();
        let mut beside = vec![BTreeSet::new(); kinds.len()];
        for [one, other] in record.doors() {
            if is_visible(kinds[*one]) && is_visible(kinds[*other]) {
                beside[*one].insert(*other);
                beside[*other].insert(*one);
            }
        }
        let places = record.rooms().iter().map(|room| room.cells()[0]).collect();
        let start = kinds.iter().position(|kind| *kind == RoomKind::Start).unwrap();
        Self { kinds, places, beside, start }
    }

    fn rooms(&self) -> Vec<usize> {
        (0..self.kinds.len()).filter(|room| is_visible(self.kinds[*room])).collect()
    }

    fn first_of(&self, kind: RoomKind) -> Option<usize> {
        self.kinds.iter().position(|own| *own == kind)
    }

    /// Steps to each room, by petgraph.
    fn steps(&self, from: usize) -> HashMap<usize, u32> {
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = self.kinds.iter().map(|_| graph.add_node(())).collect();
        for (one, beside) in self.beside.iter().enumerate() {
            for other in beside.iter().filter(|other| **other > one) {
                graph.add_edge(nodes[one], nodes[*other], ());
            }
        }
        let steps = dijkstra(&graph, nodes[from], None, |_| 1);
        steps.into_iter().map(|(node, steps)| (node.index(), steps)).collect()
    }

    /// The farthest boss room, the first in reading order among equals.
    fn goal(&self) -> Option<usize> {
        let steps = self.steps(self.start);
        let bosses = self.rooms().into_iter().filter(|room| self.kinds[*room] == RoomKind::Boss);
        bosses.filter(|room| steps.contains_key(room)).max_by_key(|room| {
            let Cell { x, y } = self.places[*room];
            (steps[room], std::cmp::Reverse((y, x)))
        })
    }

    /// A breadth-first search over the room that the player is in and the set of rooms that she has
    /// entered.
    fn full_walk(&self) -> Option<u32> {
        let (goal, rooms) = (self.goal()?, self.rooms());
        let all: u32 = rooms.iter().map(|room| 1 << room).sum();
        let first = (self.start, 1_u32 << self.start);
        let mut seen = HashSet::from([first]);
        let mut left = VecDeque::from([(first, 0)]);
        while let Some(((here, entered), doors)) = left.pop_front() {
            if here == goal && entered == all {
                return Some(doors);
            }
            for next in &self.beside[here] {
                let state = (*next, entered | 1 << next);
                if seen.insert(state) {
                    left.push_back((state, doors + 1));
                }
            }
        }
        None
    }

    fn items_walk(&self) -> Option<u32> {
        let goal = self.goal()?;
        let (treasure, shop) = (self.first_of(RoomKind::Treasure)?, self.first_of(RoomKind::Shop)?);
        let through = |one: usize, other: usize| {
            let steps = |from: usize, to: usize| self.steps(from).get(&to).copied();
            Some(steps(self.start, one)? + steps(one, other)? + steps(other, goal)?)
        };
        Some(through(treasure, shop)?.min(through(shop, treasure)?))
    }

    fn skipped_rooms(&self) -> Option<u32> {
        let goal = self.goal()?;
        let (ahead, back) = (self.steps(self.start), self.steps(goal));
        let is_on_way = |room: &usize| {
            ahead.get(room).zip(back.get(room)).is_some_and(|(a, b)| a + b == ahead[&goal])
        };
        Some(self.rooms().iter().filter(|room| !is_on_way(room)).count() as u32)
    }

    /// A player who at each step computes the distance to every room that she has seen a door to.
    /// `coin` returns a number less than its argument.
    fn search(&self, mut coin: impl FnMut(u32) -> u32) -> Option<[u32; 2]> {
        let mut here = self.start;
        let mut entered = vec![here];
        let mut doors = 0;
        let bosses: Vec<usize> =
            self.rooms().into_iter().filter(|room| self.kinds[*room] == RoomKind::Boss).collect();
        while !bosses.is_empty() && !bosses.iter().all(|boss| entered.contains(boss)) {
            // Steps through entered rooms, and to the rooms beside them.
            let mut steps = HashMap::from([(here, 0)]);
            let mut left = VecDeque::from([here]);
            while let Some(room) = left.pop_front() {
                for next in &self.beside[room] {
                    if entered.contains(&room) && !steps.contains_key(next) {
                        steps.insert(*next, steps[&room] + 1);
                        left.push_back(*next);
                    }
                }
            }
            let unentered = || steps.iter().filter(|(room, _)| !entered.contains(room));
            let least = unentered().map(|(_, steps)| *steps).min()?;
            let mut nearest: Vec<usize> =
                unentered().filter(|(_, steps)| **steps == least).map(|(room, _)| *room).collect();
            if nearest.iter().any(|room| bosses.contains(room)) {
                nearest.retain(|room| bosses.contains(room));
            }
            nearest.sort_by_key(|room| (self.places[*room].y, self.places[*room].x));
            let chosen = if nearest.len() == 1 { 0 } else { coin(nearest.len() as u32) };
            here = nearest[chosen as usize];
            doors += least;
            entered.push(here);
        }
        (!bosses.is_empty()).then_some([doors, entered.len() as u32])
    }
}

fn is_visible(kind: RoomKind) -> bool {
    !matches!(kind, RoomKind::Secret | RoomKind::SuperSecret | RoomKind::UltraSecret)
}

fn measured(record: &FloorRecord, measure: &Measure) -> Option<u32> {
    measure.raw_of(&Analysis::from_record(record))
}

/// Checks that every step of a walk passes a door, and that the walk is as long as its measure says.
fn assert_walks(record: &FloorRecord, walk_of: impl Fn(Route) -> Option<Walk>) {
    let plain = Plain::of(record);
    let boss_steps = plain.goal().map(|goal| plain.steps(plain.start)[&goal]);
    let lengths = [
        (Route::Full, measured(record, measure::FULL_WALK)),
        (Route::Boss, boss_steps),
        (Route::Items, measured(record, measure::ITEMS_WALK)),
    ];
    for (route, length) in lengths {
        let walk = walk_of(route);
        assert_eq!(walk.as_ref().map(|walk| walk.doors() as u32), length, "{route}");
        let Some(walk) = walk else { continue };
        let mut passes = HashMap::<[usize; 2], Vec<usize>>::new();
        for step in walk.rooms().windows(2) {
            assert!(plain.beside[step[0]].contains(&step[1]), "{route}: {step:?}");
            let pair = [step[0].min(step[1]), step[0].max(step[1])];
            passes.entry(pair).or_default().push(step[0]);
        }
        assert_eq!(walk.rooms().first(), Some(&plain.start));
        assert_eq!(walk.rooms().last().copied(), plain.goal());
        let twice = walk.passages().iter().filter(|passage| passage.is_twice).count();
        assert_eq!(walk.passages().len(), passes.len());
        assert_eq!(twice, passes.values().filter(|from| from.len() > 1).count());
        // The full walk never passes a door twice in one direction.
        if route == Route::Full {
            let is_there_and_back = |from: &Vec<usize>| from.len() == 1 || from[0] != from[1];
            assert!(passes.values().all(|from| from.len() <= 2 && is_there_and_back(from)));
            let entered: BTreeSet<usize> = walk.entered().into_iter().collect();
            assert_eq!(entered.into_iter().collect::<Vec<_>>(), plain.rooms());
        }
        let kinds: BTreeSet<usize> = walk.rooms().iter().copied().collect();
        if route == Route::Items {
            for kind in [RoomKind::Treasure, RoomKind::Shop] {
                assert!(kinds.contains(&plain.first_of(kind).unwrap()));
            }
        }
    }
}

/// A floor of either game with at most this many rooms.
fn any_floor(most: usize) -> impl Strategy<Value = Floor> {
    crate::any_floor().prop_filter("few rooms", move |floor| floor.rooms().len() <= most)
}

/// A made-up floor: cells of a small grid in a random order, as rooms of one or two cells. All rooms
/// that touch are joined, by two doors if they share two sides.
fn any_made_up(side: u8, most: usize) -> impl Strategy<Value = FloorRecord> {
    let cells = (0..side * side).map(|at| Cell::new(at % side, at / side)).collect::<Vec<_>>();
    let kinds = prop::collection::vec(
        prop::sample::select(vec![
            RoomKind::Normal,
            RoomKind::Normal,
            RoomKind::Normal,
            RoomKind::Treasure,
            RoomKind::Shop,
            RoomKind::Boss,
            RoomKind::Secret,
            RoomKind::SuperSecret,
        ]),
        most,
    );
    (Just(cells).prop_shuffle(), kinds, prop::collection::vec(any::<bool>(), most), 2..=most)
        .prop_filter_map("rooms that hang together", |(order, kinds, wide, most)| {
            let mut free: BTreeSet<(u8, u8)> = order.iter().map(|cell| (cell.x, cell.y)).collect();
            let mut rooms = Vec::new();
            for cell in order {
                let place = rooms.len();
                if place == most {
                    break;
                }
                if !free.remove(&(cell.x, cell.y)) {
                    continue;
                }
                let mut cells = vec![cell];
                if wide[place] && free.remove(&(cell.x + 1, cell.y)) {
                    cells.push(Cell::new(cell.x + 1, cell.y));
                }
                let kind = match place {
                    0 => RoomKind::Start,
                    1 => RoomKind::Boss,
                    _ => kinds[place],
                };
                rooms.push(RecordRoom::new(kind, cells));
            }
            let touching = FloorRecord::new(rooms.clone(), None).ok()?;
            // Every side that rooms share has a door.
            let mut doors = Vec::new();
            for [one, other] in touching.doors() {
                let cells = |room: &usize| rooms[*room].cells().to_vec();
                for cell in cells(one) {
                    let sides = cells(other).into_iter().filter(|beside| {
                        cell.x.abs_diff(beside.x) + cell.y.abs_diff(beside.y) == 1
                    });
                    doors.extend(sides.map(|_| [*one as i64, *other as i64]));
                }
            }
            FloorRecord::new(rooms, Some(&doors)).ok()
        })
}

/// Compares the measures with the simple implementations; the full walk only if `with_full`, because
/// it is slow on large floors.
fn assert_plain(record: &FloorRecord, with_full: bool) {
    let plain = Plain::of(record);
    if with_full {
        assert_eq!(measured(record, measure::FULL_WALK), plain.full_walk());
    }
    assert_eq!(measured(record, measure::ITEMS_WALK), plain.items_walk());
    assert_eq!(measured(record, measure::SKIPPED_ROOMS), plain.skipped_rooms());
    if let Some(seed) = record.seed() {
        let search = plain.search(split_mix(seed.parse().unwrap()));
        assert_eq!(measured(record, measure::SEARCH_WALK), search.map(|[doors, _]| doors));
        assert_eq!(measured(record, measure::SEARCH_ROOMS), search.map(|[_, rooms]| rooms));
    }
    let rooms = plain.rooms().len() as u32;
    if let (Some(full), Some(goal)) = (measured(record, measure::FULL_WALK), plain.goal()) {
        let of_tree = 2 * (rooms - 1) - plain.steps(plain.start)[&goal];
        assert_eq!(measured(record, measure::WALKED_AGAIN), Some(full + 1 - rooms));
        assert_eq!(measured(record, measure::SAVED_BY_LOOPS), Some(of_tree - full));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_floors_of_the_games_have_the_walks_of_an_exhaustive_search(floor in any_floor(16)) {
        let record = FloorRecord::from(&floor);
        prop_assume!(Plain::of(&record).rooms().len() <= 14);
        assert_plain(&record, true);
        assert_walks(&record, |route| Walk::of(&floor, route));
    }

    #[test]
    fn large_floors_of_the_games_agree_with_plain_walks_except_the_full_walk(floor in any_floor(80)) {
        let record = FloorRecord::from(&floor);
        assert_plain(&record, false);
        assert_walks(&record, |route| Walk::of(&floor, route));
    }

    #[test]
    fn made_up_floors_with_many_rings_have_the_walks_of_an_exhaustive_search(
        record in any_made_up(4, 14),
    ) {
        assert_plain(&record, true);
        assert_walks(&record, |route| Walk::of_record(&record, route));
    }
}

/// A floor of all cells of a rectangle, with the boss room in the last one.
fn rectangle(width: u8, height: u8) -> FloorRecord {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    let last = Cell::new(width - 1, height - 1);
    let kind = |cell: Cell| match cell {
        Cell { x: 0, y: 0 } => RoomKind::Start,
        cell if cell == last => RoomKind::Boss,
        _ => RoomKind::Normal,
    };
    let rooms = cells.map(|cell| RecordRoom::new(kind(cell), [cell]));
    FloorRecord::new(rooms.collect(), None).unwrap()
}

#[test]
fn a_walk_over_a_full_rectangle_repeats_a_room_only_if_parity_requires_it() {
    // Colours alternate as on a chessboard. If the corners have the right colours for the number of
    // rooms, a walk from corner to corner enters no room twice; otherwise one more door is enough.
    for (width, height) in [(3, 3), (3, 4), (4, 4), (4, 5), (3, 5), (2, 6), (2, 12), (2, 16)] {
        let rooms = u32::from(width) * u32::from(height);
        let same_colour = (width + height) % 2 == 0;
        let fits = if same_colour { rooms % 2 == 1 } else { rooms.is_multiple_of(2) };
        let expected = if fits { rooms - 1 } else { rooms };
        let record = rectangle(width, height);
        assert_eq!(measured(&record, measure::FULL_WALK), Some(expected), "{width} x {height}");
    }
}

#[test]
fn a_walk_that_would_take_too_long_to_find_is_unknown_and_other_measures_are_not() {
    let record = rectangle(9, 9);
    for measure in [measure::FULL_WALK, measure::WALKED_AGAIN, measure::SAVED_BY_LOOPS] {
        assert_eq!(measured(&record, measure), None);
    }
    assert_eq!(Walk::of_record(&record, Route::Full), None);
    assert_eq!(measured(&record, measure::SKIPPED_ROOMS), Some(0));
    assert!(measured(&record, measure::SEARCH_WALK) >= Some(16));
}

#[test]
fn a_full_walk_is_known_or_not_however_the_rooms_are_numbered() {
    let flash = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let curse = CurseChoice::Forced(Some(Curse::Labyrinth));
    let request = Request { curse, ..Request::level(5) };
    // Labyrinths with 15 or 16 rings: some orders of their rooms take too long.
    for (seed, doors) in [(10_774, 49), (50_423, 42), (75_161, 46)] {
        let floor = flash.generate(&request, Seed::Pcg(seed)).unwrap();
        let only = MeasureSet::NONE.with(measure::FULL_WALK);
        let by_cells = measure::FULL_WALK.raw_of(&Analysis::for_measures(&floor, only));
        let by_graph = measure::FULL_WALK.raw_of(&Analysis::from_floor(&floor));
        let by_record = measured(&FloorRecord::from(&floor), measure::FULL_WALK);
        assert_eq!((by_cells, by_graph, by_record), (Some(doors), Some(doors), Some(doors)));
        assert!(Walk::of(&floor, Route::Full).is_some_and(|walk| walk.doors() == doors as usize));
    }
}

#[test]
fn what_a_floor_lacks_is_unknown_and_not_zero() {
    let cell = |x: u8, kind| RecordRoom::new(kind, [Cell::new(x, 0)]);
    let no_boss = vec![cell(0, RoomKind::Start), cell(1, RoomKind::Shop)];
    let no_shop =
        vec![cell(0, RoomKind::Start), cell(1, RoomKind::Treasure), cell(2, RoomKind::Boss)];
    let behind_a_wall =
        vec![cell(0, RoomKind::Start), cell(1, RoomKind::SuperSecret), cell(2, RoomKind::Boss)];
    let walks = [
        measure::FULL_WALK,
        measure::WALKED_AGAIN,
        measure::SAVED_BY_LOOPS,
        measure::ITEMS_WALK,
        measure::SKIPPED_ROOMS,
        measure::SEARCH_WALK,
        measure::SEARCH_ROOMS,
    ];
    for rooms in [no_boss, behind_a_wall] {
        let record = FloorRecord::new(rooms, None).unwrap();
        for measure in walks {
            assert_eq!(measured(&record, measure), None, "{}", measure.name);
        }
    }
    let record = FloorRecord::new(no_shop, None).unwrap();
    let values = walks.map(|measure| measured(&record, measure));
    assert_eq!(values, [Some(2), Some(0), Some(0), None, Some(0), Some(2), Some(3)]);
    assert_eq!(Walk::of_record(&record, Route::Items), None);
}

#[test]
fn a_search_walk_is_deterministic_and_differs_by_seed() {
    let text = |seed: &str| {
        let rooms: Vec<String> = (1..8)
            .map(|x| format!(r#"{{"cells": [[{x}, 4]], "kind": "normal"}}"#))
            .chain([r#"{"cells": [[0, 4]], "kind": "boss"}"#.to_owned()])
            .chain((0..4).map(|y| format!(r#"{{"cells": [[4, {y}]], "kind": "normal"}}"#)))
            .collect();
        let rooms = rooms.join(",").replacen(
            r#"{"cells": [[4, 4]], "kind": "normal"}"#,
            r#"{"cells": [[4, 4]], "kind": "start"}"#,
            1,
        );
        format!(r#"{{"rooms": [{rooms}]{seed}}}"#).parse::<FloorRecord>().unwrap()
    };
    let walk = |seed: &str| measured(&text(seed), measure::SEARCH_WALK).unwrap();
    assert_eq!(walk(""), walk(""));
    assert_eq!(walk(r#", "seed": "five""#), walk(r#", "seed": "five""#));
    assert_eq!(walk(r#", "seed": 5"#), walk(r#", "seed": "5""#));
    let walks: BTreeSet<u32> = (0..40).map(|seed| walk(&format!(r#", "seed": {seed}"#))).collect();
    assert!(walks.len() > 2, "{walks:?}");
}

/// Floors of Flash as it shipped or of `repentance`, without a curse if none is given.
fn sampled(backend: Backend, level: u8, curse: Option<Curse>, floors: u64) -> Summary {
    let edition = if backend == Backend::Flash { "wrath-of-the-lamb" } else { "repentance" };
    let generator = backend.generator(edition, &[]).unwrap();
    let request = match curse {
        Some(curse) => Request::level(level).with_curse(curse),
        None => Request::level(level).without_curse(),
    };
    Sample::of(&*generator).request(&request).seeds(Seeds::pcg(1, floors)).run().unwrap()
}

#[test]
fn the_walks_of_both_games_agree_with_another_program() {
    // Means over 3,000 floors that another program made and measured, rounded to a tenth or a
    // twentieth.
    const KNOWN: [(u8, [[f64; 5]; 2]); 4] = [
        (1, [[3.1, 11.9, 4.4, 0.0, 9.0], [4.2, 12.6, 4.2, 0.15, 9.8]]),
        (4, [[5.2, 25.8, 10.3, 0.0, 15.2], [7.2, 27.3, 9.8, 0.6, 15.1]]),
        (6, [[6.2, 31.8, 12.8, 0.0, 17.7], [7.6, 29.8, 10.8, 0.65, 16.0]]),
        (8, [[6.2, 31.8, 12.8, 0.0, f64::NAN], [7.5, 29.8, 10.8, 0.7, f64::NAN]]),
    ];
    const MEASURES: [&str; 5] =
        ["boss_distance", "full_walk", "walked_again", "saved_by_loops", "items_walk"];
    for (level, known) in KNOWN {
        for (backend, known) in [Backend::Flash, Backend::Rebirth].into_iter().zip(known) {
            let summary = sampled(backend, level, None, 3000);
            for (name, known) in MEASURES.into_iter().zip(known) {
                let values = summary.values(Measure::from_name(name).unwrap());
                let Some(mean) = values.mean() else {
                    assert!(known.is_nan(), "{backend} {level} {name}");
                    continue;
                };
                // Both are samples of 3,000 floors.
                let error = 2_f64.sqrt() * values.standard_error().unwrap();
                assert!(
                    (mean - known).abs() <= 3.0 * error + 0.05,
                    "{backend} {level} {name}: {mean} +- {error}, known {known}"
                );
            }
            let visible = summary.mean(measure::FULL_WALK).unwrap()
                - summary.mean(measure::WALKED_AGAIN).unwrap()
                + 1.0;
            let share = summary.mean(measure::SEARCH_ROOMS).unwrap() / visible;
            let known = match (backend, level) {
                (Backend::Flash, 1) => 0.70,
                (Backend::Flash, _) => 0.67,
                (Backend::Rebirth, 1) => 0.76,
                (Backend::Rebirth, 4) => 0.72,
                _ => 0.71,
            };
            let error = summary.values(measure::SEARCH_ROOMS).standard_error().unwrap() / visible;
            assert!(
                (share - known).abs() <= 3.0 * 2_f64.sqrt() * error + 0.005,
                "{backend} {level}: {share} +- {error}, known {known}"
            );
        }
    }
}
