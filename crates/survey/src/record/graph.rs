//! The graph of a record: rooms joined by doors.

use std::collections::VecDeque;

use basement_floors::{RoomKind, Shape};
use strum::EnumCount;

use super::FloorRecord;
use crate::analysis::Analysis;
use crate::needs::Needs;
use crate::walk::Walks;

/// The neighbours of each room within the plan, and the steps from the start.
pub(crate) struct RecordGraph {
    /// For each room of the floor, the rooms of the plan that doors join it to, each once.
    neighbours: Vec<Vec<usize>>,
    /// Doors between rooms of the plan.
    doors: u32,
    from_start: Vec<Option<u32>>,
}

impl RecordGraph {
    pub(crate) fn of(record: &FloorRecord) -> Self {
        let is_plan = |room: usize| !record.rooms()[room].kind().is_added();
        let mut neighbours = vec![Vec::new(); record.rooms().len()];
        let mut doors = 0;
        for [from, to] in record.doors() {
            for (room, beside) in [(*from, *to), (*to, *from)] {
                if is_plan(beside) && !neighbours[room].contains(&beside) {
                    neighbours[room].push(beside);
                }
            }
            doors += u32::from(is_plan(*from) && is_plan(*to));
        }
        let mut graph = Self { neighbours, doors, from_start: Vec::new() };
        graph.from_start = graph.steps_from(record, record.start_room());
        graph
    }

    /// Steps from a room of the plan to each other, within the plan.
    fn steps_from(&self, record: &FloorRecord, room: usize) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.neighbours.len()];
        steps[room] = Some(0);
        let mut left = VecDeque::from([(room, 0)]);
        while let Some((room, here)) = left.pop_front() {
            if record.rooms()[room].kind().is_added() {
                continue;
            }
            for beside in &self.neighbours[room] {
                if steps[*beside].is_none() {
                    steps[*beside] = Some(here + 1);
                    left.push_back((*beside, here + 1));
                }
            }
        }
        steps
    }

    /// Steps through doors from the start to any room; an added room is one step behind its
    /// nearest neighbour.
    pub(crate) fn distance(&self, room: usize) -> Option<u32> {
        self.from_start[room].or_else(|| {
            let beside = self.neighbours[room].iter().filter_map(|room| self.from_start[*room]);
            beside.min().map(|nearest| nearest + 1)
        })
    }
}

impl Analysis {
    /// The facts about a record, without those that only the generator knows: what the floor cost,
    /// and where rooms can have doors.
    #[must_use]
    pub fn from_record(record: &FloorRecord) -> Self {
        Self::of_graph(record, &RecordGraph::of(record), Needs::ALL)
    }

    /// The same, with those about walks that somebody needs.
    pub(crate) fn of_graph(record: &FloorRecord, graph: &RecordGraph, needs: Needs) -> Self {
        let rooms = record.rooms();
        let first_of = |kind: RoomKind| rooms.iter().position(|room| room.kind() == kind);
        let distance = |room: Option<usize>| graph.distance(room?);
        let (boss, secret) = (first_of(RoomKind::Boss), first_of(RoomKind::Secret));
        let bosses = (0..rooms.len()).filter(|room| rooms[*room].kind() == RoomKind::Boss);
        let super_secret = first_of(RoomKind::SuperSecret);
        let mut analysis = Self {
            rooms: 0,
            all_rooms: rooms.len() as u32,
            large_rooms: 0,
            shapes: [0; Shape::ALL.len() + 1],
            kinds: [0; RoomKind::COUNT],
            doors: graph.doors,
            degrees: [0; 5],
            degree_sum: 0,
            degree_maximum: 0,
            degree_start: graph.neighbours[record.start_room()].len() as u32,
            eccentricity: graph.from_start.iter().flatten().max().copied().unwrap_or(0),
            farthest_boss: bosses.filter_map(|boss| graph.from_start[boss]).max(),
            boss_distance: distance(boss),
            treasure_distance: distance(first_of(RoomKind::Treasure)),
            shop_distance: distance(first_of(RoomKind::Shop)),
            secret_distance: distance(secret),
            super_secret_boss_distance: boss
                .zip(super_secret)
                .and_then(|(boss, super_secret)| graph.steps_from(record, boss)[super_secret]),
            secret_neighbours: secret.map(|secret| graph.neighbours[secret].len() as u32),
            secret_rank: None,
            cells: 0,
            extent: [0; 2],
            columns: 0,
            rows: 0,
            squares: 0,
            walks: Walks::of_record(record, needs),
            cost: None,
        };
        let start = record.start();
        let mut extent = [(u8::MAX, 0); 2];
        for (index, room) in rooms.iter().enumerate() {
            analysis.kinds[room.kind() as usize] += 1;
            if room.kind().is_added() {
                continue;
            }
            analysis.rooms += 1;
            analysis.large_rooms += u32::from(room.cells().len() > 1);
            if let Some(shape) = room.shape() {
                analysis.shapes[usize::from(shape.id())] += 1;
            }
            let degree = graph.neighbours[index].len();
            analysis.degrees[degree.min(4)] += 1;
            analysis.degree_sum += degree as u32;
            analysis.degree_maximum = analysis.degree_maximum.max(degree as u32);
            for cell in room.cells() {
                let dx = i32::from(cell.x) - i32::from(start.x);
                let dy = i32::from(cell.y) - i32::from(start.y);
                analysis.cells += 1;
                analysis.columns += dx;
                analysis.rows += dy;
                analysis.squares += dx * dx + dy * dy;
                for ((least, most), at) in extent.iter_mut().zip([cell.x, cell.y]) {
                    *least = at.min(*least);
                    *most = at.max(*most);
                }
            }
        }
        analysis.extent = extent.map(|(least, most)| u32::from(most.saturating_sub(least)) + 1);
        analysis
    }
}
