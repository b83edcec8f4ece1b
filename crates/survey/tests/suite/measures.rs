//! Tests the graph measures against petgraph, and every measure's range, on random floors.

use basement_floors::{Cell, Floor, Room, RoomKind};
use basement_survey::measure::Subject;
use basement_survey::record::slots_facing;
use basement_survey::{Analysis, MEASURES, Measure};
use petgraph::algo::{connected_components, dijkstra};
use petgraph::graph::{NodeIndex, UnGraph};
use proptest::prelude::*;

use crate::any_floor;

/// The plan as a multigraph of petgraph, without the rooms that were added later.
fn plan_of(floor: &Floor) -> (UnGraph<usize, ()>, Vec<Option<NodeIndex>>) {
    let mut graph = UnGraph::default();
    let nodes: Vec<Option<NodeIndex>> = floor
        .rooms()
        .iter()
        .enumerate()
        .map(|(index, room)| (!room.kind.is_added()).then(|| graph.add_node(index)))
        .collect();
    for door in floor.doors() {
        if let (Some(from), Some(to)) = (nodes[door.from], nodes[door.to]) {
            graph.add_edge(from, to, ());
        }
    }
    (graph, nodes)
}

fn value(floor: &Floor, name: &str) -> Option<u32> {
    Measure::from_name(name).unwrap().raw_of(&Analysis::from_floor(floor))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn graph_measures_agree_with_petgraph(floor in any_floor()) {
        let (graph, nodes) = plan_of(&floor);
        prop_assert_eq!(connected_components(&graph), 1);
        prop_assert_eq!(value(&floor, "rooms"), Some(graph.node_count() as u32));
        let loops = graph.edge_count() + 1 - graph.node_count();
        prop_assert_eq!(value(&floor, "loops"), Some(loops as u32));
        // Rings are the loops of the graph in which two rooms share at most one door.
        let mut pairs: Vec<_> = graph.raw_edges().iter().map(|door| {
            let (from, to) = (door.source(), door.target());
            (from.min(to), from.max(to))
        }).collect();
        pairs.sort_unstable();
        pairs.dedup();
        prop_assert_eq!(value(&floor, "rings"), Some((pairs.len() + 1 - graph.node_count()) as u32));
        prop_assert_eq!(value(&floor, "double_doors"), Some((graph.edge_count() - pairs.len()) as u32));

        let start = nodes[0].unwrap();
        let distances = dijkstra(&graph, start, None, |_| 1_u32);
        let eccentricity = distances.values().max().copied();
        prop_assert_eq!(value(&floor, "eccentricity"), eccentricity);
        let to = |kind: RoomKind| {
            let room = floor.first_of(kind)?;
            distances.get(&nodes[room]?).copied()
        };
        prop_assert_eq!(value(&floor, "boss_distance"), to(RoomKind::Boss));
        prop_assert_eq!(value(&floor, "shop_distance"), to(RoomKind::Shop));
        prop_assert_eq!(value(&floor, "treasure_distance"), to(RoomKind::Treasure));
        let farthest = floor.all_of(RoomKind::Boss).map(|boss| distances[&nodes[boss].unwrap()]).max();
        prop_assert_eq!(value(&floor, "boss_is_farthest"), Some(u32::from(farthest == eccentricity)));

        let degree = |node: NodeIndex| {
            let mut neighbours: Vec<NodeIndex> = graph.neighbors(node).collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            neighbours.len()
        };
        let degrees: Vec<usize> = graph.node_indices().map(degree).collect();
        prop_assert_eq!(value(&floor, "degree_maximum"), degrees.iter().max().map(|d| *d as u32));
        prop_assert_eq!(value(&floor, "degree_start"), Some(degree(start) as u32));
        let dead_ends = graph.node_indices().filter(|node| *node != start && degree(*node) == 1);
        prop_assert_eq!(value(&floor, "dead_ends"), Some(dead_ends.count() as u32));
        // The nearest thousandth, in whole numbers: a mean like 62 / 32 is halfway between two.
        let rooms = degrees.len() as u32;
        let thousandths = 1000 * degrees.iter().sum::<usize>() as u32;
        let measured = value(&floor, "degree_mean").unwrap() * rooms;
        prop_assert!(2 * measured.abs_diff(thousandths) <= rooms);

        if let Some(super_secret) = floor.first_of(RoomKind::SuperSecret) {
            let boss = nodes[floor.first_of(RoomKind::Boss).unwrap()].unwrap();
            let from_boss = dijkstra(&graph, boss, None, |_| 1_u32);
            let expected = from_boss.get(&nodes[super_secret].unwrap()).copied();
            prop_assert_eq!(value(&floor, "super_secret_boss_distance"), expected);
        }
    }

    #[test]
    fn every_measure_keeps_its_range_and_the_sums_agree(floor in any_floor()) {
        let analysis = Analysis::from_floor(&floor);
        for measure in &MEASURES {
            if let Some(value) = measure.raw_of(&analysis) {
                prop_assert!(
                    (measure.least..=measure.most).contains(&value),
                    "{} is {value}", measure.name
                );
            }
        }
        let shapes = MEASURES.iter().filter(|measure| {
            measure.subject == Subject::Shapes && measure.name != "large_rooms"
        });
        let sum: u32 = shapes.filter_map(|measure| measure.raw_of(&analysis)).sum();
        prop_assert_eq!(Some(sum), value(&floor, "rooms"));
        let shares = ["degree_1_share", "degree_2_share", "degree_3_share", "degree_4_share"];
        let sum: u32 = shares.iter().filter_map(|name| value(&floor, name)).sum();
        // Four roundings to the nearest thousandth.
        prop_assert!(sum.abs_diff(1000) <= 2, "{sum}");
    }

    #[test]
    fn the_measures_of_the_secret_room_follow_from_its_doors(floor in any_floor()) {
        let Some(secret) = floor.first_of(RoomKind::Secret) else { return Ok(()) };
        let occupancy = floor.occupancy();
        let mut neighbours: Vec<usize> =
            floor.doors_of(secret, &occupancy).map(|door| door.to).collect();
        neighbours.sort_unstable();
        neighbours.dedup();
        prop_assert_eq!(value(&floor, "secret_neighbours"), Some(neighbours.len() as u32));
        let (graph, nodes) = plan_of(&floor);
        let distances = dijkstra(&graph, nodes[0].unwrap(), None, |_| 1_u32);
        let nearest = neighbours.iter().map(|room| distances[&nodes[*room].unwrap()]).min();
        prop_assert_eq!(value(&floor, "secret_distance"), nearest.map(|steps| steps + 1));
    }

    #[test]
    fn the_guess_rank_counts_the_cells_that_more_slots_face(floor in any_floor()) {
        let Some(secret) = floor.first_of(RoomKind::Secret) else { return Ok(()) };
        let is_seen = |room: &&Room| !room.kind.is_hidden();
        let seen: Vec<&Room> = floor.rooms().iter().filter(is_seen).collect();
        let slots = |room: &Room| {
            if room.kind == RoomKind::Normal { room.shape.slots() } else { room.slots }
        };
        let targets: Vec<Cell> = seen
            .iter()
            .flat_map(|room| {
                let room = Room { slots: slots(room), ..**room };
                slots(&room).iter().filter_map(move |slot| room.slot_target(slot))
            })
            .collect();
        let facing = |cell: Cell| targets.iter().filter(|target| **target == cell).count();
        let grid = floor.grid();
        for (cell, counted) in grid.cells().zip(slots_facing(&floor)) {
            prop_assert_eq!(usize::from(counted), facing(cell), "{}", cell);
        }
        let own = facing(floor.first_cell(secret).unwrap());
        let free = |cell: &Cell| !seen.iter().any(|room| room.cells().any(|other| other == *cell));
        let counts: Vec<usize> = grid.cells().filter(free).map(facing).collect();
        let more = counts.iter().filter(|count| **count > own).count();
        let equal = counts.iter().filter(|count| **count == own).count();
        prop_assert_eq!(value(&floor, "secret_guess_rank"), Some((2 * more + equal + 1) as u32));
    }
}

#[test]
fn every_measure_can_be_read_from_an_analysis_that_knows_nothing() {
    for measure in &MEASURES {
        let read = measure.raw_of(&Analysis::default());
        assert!(read.is_none_or(|raw| raw <= measure.most), "{}: {read:?}", measure.name);
    }
}

#[test]
fn measures_have_distinct_names_definitions_and_units() {
    let mut names: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), MEASURES.len());
    for measure in &MEASURES {
        assert!(measure.definition.len() > 8 && !measure.unit.is_empty());
        assert!(measure.least < measure.most);
        assert!(
            measure.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        );
    }
}
