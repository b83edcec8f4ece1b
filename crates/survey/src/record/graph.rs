//! The graph of a record: rooms joined by doors.

use std::collections::VecDeque;

use super::FloorRecord;

/// The neighbours of each room within the plan, and the steps from the start.
pub(crate) struct RecordGraph {
    /// For each room of the floor, the rooms of the plan that doors join it to, each once.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// Doors between rooms of the plan.
    pub(super) doors: u32,
    pub(super) from_start: Vec<Option<u32>>,
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

    /// Steps from a room of the plan to each other room, within the plan.
    pub(super) fn steps_from(&self, record: &FloorRecord, room: usize) -> Vec<Option<u32>> {
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
