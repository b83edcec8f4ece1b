//! What measures read of a record.

use basement_floors::RoomKind;

use super::{FloorRecord, RecordGraph};
use crate::analysis::Analysis;
use crate::needs::Needs;
use crate::walk::Walks;

impl Analysis {
    /// The facts about a record, without those that only the generator knows: what the floor cost,
    /// and where rooms can have doors.
    #[must_use]
    pub fn from_record(record: &FloorRecord) -> Self {
        Self::of_graph(record, &RecordGraph::of(record), Needs::ALL)
    }

    /// The facts about a record; of those about walks, only the ones that are needed.
    pub(crate) fn of_graph(record: &FloorRecord, graph: &RecordGraph, needs: Needs) -> Self {
        let rooms = record.rooms();
        let first_of = |kind: RoomKind| rooms.iter().position(|room| room.kind() == kind);
        let distance = |room: Option<usize>| graph.distance(room?);
        let (boss, secret) = (first_of(RoomKind::Boss), first_of(RoomKind::Secret));
        let bosses = (0..rooms.len()).filter(|room| rooms[*room].kind() == RoomKind::Boss);
        let super_secret = first_of(RoomKind::SuperSecret);
        let mut analysis = Self {
            all_rooms: rooms.len() as u32,
            doors: graph.doors,
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
            walks: Walks::of_record(record, needs),
            ..Self::default()
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
