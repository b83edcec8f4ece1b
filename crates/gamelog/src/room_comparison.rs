//! Compares a logged floor with the engine's: its rooms.

use basement_floors::rebirth::Rebirth;
use basement_floors::{Floor, Generator};

use crate::engine_floor::EngineFloor;
use crate::fact_comparison::{FactComparison, attempts, is_first_of_run};
use crate::floor::LoggedFloor;
use crate::probe::{ProbedFloor, ProbedRoom};

impl FactComparison {
    /// W53: the start room's spawn seed, if it does not depend on rooms.
    pub(crate) fn compare_start(
        &mut self,
        floor: &LoggedFloor,
        made: &Floor,
        engine: &Rebirth,
    ) -> bool {
        let Some(logged) = floor.start_spawn_seed() else { return true };
        let start = made.rooms().first().and_then(|room| room.placing);
        let Some(start) = start.map(|placing| placing.seeds.spawn.get()) else { return true };
        let reason = if floor.placing_phases() > 1
            || floor.attempts_told.unwrap_or(1) > floor.attempts.len() as u32
        {
            "a placing phase failed before it was placed"
        } else if !made.outcome().failed_placings.is_empty() {
            "the built-in rooms fail a placing phase on this floor"
        } else if engine.describe().seeds_depend_on_rooms(made) {
            "in this edition, or on this stage, it depends on the rooms"
        } else if !is_first_of_run(floor) && logged != start {
            "it depends on the bosses and sins that the run met before"
        } else {
            self.comparison.start_spawn_seed = true;
            let what = || "spawn seed of the start room".to_owned();
            return self.compare_number(what, logged, start);
        };
        self.comparison.remarks.push(format!("start room's spawn seed not compared: {reason}"));
        true
    }

    /// If the probe wrote the floor, compares the rooms that are not dead ends: no special room
    /// replaces them, so they stay as they grew. The start room is not compared: it is the same on
    /// every floor.
    pub(crate) fn compare_probed_layout(&mut self, floor: &LoggedFloor, layout: &Floor) -> bool {
        let Some(probe) = &floor.probe else { return true };
        if floor.placing_phases() > 1 {
            self.comparison.remarks.push(
                "rooms of the probe not compared: a placing phase failed before they were placed"
                    .to_owned(),
            );
            return true;
        }
        let is_certain = floor.placing_phases() == 1;
        let before = (self.agreed, self.comparison.probed_rooms);
        for (index, room) in layout.rooms().iter().enumerate().skip(1) {
            let is_dead_end = layout.dead_ends().iter().any(|end| usize::from(*end) == index);
            if is_dead_end {
                continue;
            }
            let cell = i32::from(room.anchor.x) + 13 * i32::from(room.anchor.y);
            let found = probe.rooms.iter().find(|other| other.cell == cell);
            let logged = found.map_or(0, |room| room.shape);
            if logged != u32::from(room.shape.id()) && !is_certain {
                (self.agreed, self.comparison.probed_rooms) = before;
                self.comparison.remarks.push(
                    "rooms of the probe not compared: they are not those of the first layout, perhaps \
                     because a placing phase failed, which this log does not say"
                        .to_owned(),
                );
                return true;
            }
            let what = || format!("shape of the room at cell {cell}");
            if !self.compare_number(what, logged, room.shape.id().into()) {
                return false;
            }
            self.comparison.probed_rooms += 1;
        }
        true
    }

    /// With the game's own rooms, compares all attempts, the entered rooms and the probe's rooms.
    pub(crate) fn compare_rooms(
        &mut self,
        floor: &LoggedFloor,
        made: &EngineFloor,
        engine: &Rebirth,
    ) -> bool {
        self.comparison.attempts = 0;
        self.comparison.remarks.clear();
        let last = floor.attempts.len().saturating_sub(1);
        for (index, (log, attempt)) in floor.attempts.iter().zip(&made.attempts).enumerate() {
            if index == last && log.rooms.is_none() {
                break;
            }
            if !self.compare_attempt(floor, index, log, attempt, Some(attempt.second_boss)) {
                return false;
            }
        }
        if let Some(told) = floor.attempts_told
            && !self.compare_number(attempts, told, made.attempts.len() as u32)
        {
            return false;
        }
        self.compare_entered(floor, &made.floor, engine)
            && self.compare_probe(floor, &made.floor, engine)
    }

    /// Compares the rooms that were entered, each found by its spawn seed.
    fn compare_entered(&mut self, floor: &LoggedFloor, made: &Floor, engine: &Rebirth) -> bool {
        let Some(catalogue) = engine.catalogue() else { return true };
        let named = |room: &basement_floors::Room| {
            let of = catalogue.get(room.interior?)?;
            Some(format!("{}.{}", of.room_type.number(), of.variant))
        };
        for entered in &floor.rooms {
            let Some(seed) = entered.spawn_seed.filter(|_| is_on_the_grid(entered.room_type))
            else {
                continue;
            };
            // W16: on a Labyrinth two rooms can have the same seed.
            let with_seed = |room: &&basement_floors::Room| {
                room.placing.is_some_and(|placing| placing.seeds.spawn.get() == seed)
            };
            let found: Vec<String> =
                made.rooms().iter().filter(with_seed).filter_map(named).collect();
            let log = format!("{}.{}", entered.room_type, entered.variant);
            let engine = match found.contains(&log) {
                true => log.clone(),
                false if found.is_empty() => "no such room".to_owned(),
                false => found.join(" and "),
            };
            let what = || format!("room with the spawn seed {seed}");
            if !self.compare(what, (log, engine), String::clone) {
                return false;
            }
            self.comparison.entered_rooms += 1;
        }
        true
    }

    /// Compares the whole floor that the probe wrote, room by room.
    fn compare_probe(&mut self, floor: &LoggedFloor, made: &Floor, engine: &Rebirth) -> bool {
        let Some(probe) = &floor.probe else { return true };
        let Some(catalogue) = engine.catalogue() else { return true };
        let Some(ours) = ProbedFloor::of(made, catalogue, probe.run, probe.game) else {
            return true;
        };
        let at = |rooms: &[ProbedRoom], cell: i32| {
            rooms.iter().filter(|room| room.cell == cell).copied().collect::<Vec<_>>()
        };
        let mut cells: Vec<i32> =
            probe.rooms.iter().chain(&ours.rooms).map(|room| room.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            let (logged, made) = (at(&probe.rooms, cell), at(&ours.rooms, cell));
            let count = logged.len();
            let is_same = match (&logged[..], &made[..]) {
                ([log], [made]) => {
                    facts(log).into_iter().zip(facts(made)).all(|((name, log), (_, made))| {
                        self.compare_number(|| format!("room at cell {cell}, {name}"), log, made)
                    })
                }
                _ => {
                    let what = || format!("room at cell {cell}");
                    self.compare(what, (logged, made), |rooms| shown(rooms))
                }
            };
            if !is_same {
                return false;
            }
            self.comparison.probed_rooms += count;
        }
        true
    }
}

/// What the probe says of a room at a cell.
fn facts(room: &ProbedRoom) -> [(&'static str, u32); 10] {
    [
        ("type", room.room_type),
        ("variant", room.variant),
        ("subtype", room.subtype),
        ("shape", room.shape),
        ("doors", room.doors),
        ("file", room.stage_id),
        ("cell that it covers", room.safe_cell.cast_unsigned()),
        ("decoration seed", room.decoration),
        ("spawn seed", room.spawn),
        ("award seed", room.award),
    ]
}

fn shown(rooms: &[ProbedRoom]) -> String {
    let of = |room: &ProbedRoom| {
        let ProbedRoom { room_type, variant, subtype, shape, .. } = room;
        format!("{room_type}.{variant}.{subtype}, shape {shape}")
    };
    match rooms {
        [] => "no room".to_owned(),
        rooms => rooms.iter().map(of).collect::<Vec<_>>().join(" and "),
    }
}

/// Whether rooms of a type are on the map. The others (devil and angel rooms, crawl spaces, ...)
/// are made later.
const fn is_on_the_grid(room_type: u32) -> bool {
    !matches!(room_type, 3 | 14..=17 | 22 | 23 | 25..=28)
}
