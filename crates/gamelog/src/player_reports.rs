//! What players reported about floors of named seeds, and what the engine says.

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{
    Cell, Difficulty, Floor, Generator, Request, RoomKind, Run, RunSeed, RunStage, StageTypes,
};

/// A fact that a player reported, and what the engine says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerReport {
    /// The seed of the run.
    pub run: &'static str,
    /// The floor.
    pub floor: &'static str,
    /// What the player reported.
    pub claim: &'static str,
    /// Whether it is about the secret room, whose place depends on the game's own rooms.
    pub is_about_a_secret_room: bool,
    /// What the engine says, in words.
    pub engine: String,
    /// Whether it is the same.
    pub agrees: bool,
}

/// What players reported about Repentance and Repentance+, compared with edition `repentance`
/// with its built-in rooms.
///
/// ```
/// let stage_1 = &basement_gamelog::player_reports()[0];
/// assert!(stage_1.agrees && stage_1.run == "ML3H JVH2");
/// ```
#[must_use]
pub fn player_reports() -> Vec<PlayerReport> {
    let mut reports = vec![seed_of_stage_1(), types_of_stages(), west_of_the_start()];
    let diagonal = ["TKMG 13C2", "DXBS SCM6", "67EB 4KRP", "4VT4 D8WY"].map(diagonal_to_the_grave);
    reports.extend(diagonal);
    reports
}

/// The floors of a stage in normal mode and in Hard.
fn floors(run: &str, level: u8) -> Vec<(Difficulty, Floor)> {
    let engine = Rebirth::new(Edition::Repentance);
    let of = |difficulty: &Difficulty| {
        let request = Request { difficulty: *difficulty, ..Request::level(level) };
        let run: RunSeed = run.parse().ok()?;
        Some((*difficulty, engine.generate(&request, run.stage_seed(level)).ok()?))
    };
    Difficulty::ALL.iter().filter_map(of).collect()
}

/// "normal yes, hard no".
fn by_mode(floors: &[(Difficulty, Floor)], holds: impl Fn(&Floor) -> bool) -> (String, bool) {
    let word = |(mode, floor): &(Difficulty, Floor)| {
        format!("{mode} {}", if holds(floor) { "yes" } else { "no" })
    };
    let words: Vec<String> = floors.iter().map(word).collect();
    (words.join(", "), !floors.is_empty() && floors.iter().all(|(_, floor)| holds(floor)))
}

/// R39.
fn seed_of_stage_1() -> PlayerReport {
    let run = "ML3H JVH2";
    let seed = run.parse().map(|run: RunSeed| run.stage_seed(1).value()).unwrap_or_default();
    PlayerReport {
        run,
        floor: "stage 1",
        claim: "its stage seed is 4273504213",
        is_about_a_secret_room: false,
        engine: seed.to_string(),
        agrees: seed == 4_273_504_213,
    }
}

/// R39.
fn types_of_stages() -> PlayerReport {
    let run = "YKF6 QDN6";
    let engine = Rebirth::new(Edition::Repentance);
    let made = run
        .parse()
        .ok()
        .and_then(|run| Run::new(&engine, &Request::default(), StageTypes::DRAWN, run).ok());
    let stages = made.map(|run| run.stages).unwrap_or_default();
    let names: Vec<String> = stages.iter().map(RunStage::name).take(8).collect();
    // Each name is searched for after the stage of the one before it.
    let mut left = names.iter();
    let logged = ["Basement", "Catacombs", "Dank Depths", "Utero", "Scarred Womb"];
    let agrees = logged.iter().all(|name| left.any(|other| other.starts_with(name)));
    PlayerReport {
        run,
        floor: "a run",
        claim: "it went through Basement, Catacombs, Dank Depths, Utero and Scarred Womb",
        is_about_a_secret_room: false,
        engine: names.join(", "),
        agrees,
    }
}

/// R33, W42.
fn west_of_the_start() -> PlayerReport {
    let run = "ZQRX DXG2";
    let holds = |floor: &Floor| {
        let secret = floor.first_of(RoomKind::Secret).map(|room| floor.rooms()[room].anchor);
        secret == Some(Cell::new(5, 6))
    };
    let (engine, agrees) = by_mode(&floors(run, 2), holds);
    PlayerReport {
        run,
        floor: "Basement II",
        claim: "the secret room is west of the start",
        is_about_a_secret_room: true,
        engine,
        agrees,
    }
}

/// R33, R35: which dead end becomes the grave depends on the rooms.
fn diagonal_to_the_grave(run: &'static str) -> PlayerReport {
    let holds = |floor: &Floor| {
        let cell = |kind| floor.first_of(kind).map(|room| floor.rooms()[room].anchor);
        let (Some(secret), Some(grave)) = (cell(RoomKind::Secret), cell(RoomKind::Grave)) else {
            return false;
        };
        secret.x.abs_diff(grave.x) == 1 && secret.y.abs_diff(grave.y) == 1
    };
    let (engine, agrees) = by_mode(&floors(run, 11), holds);
    PlayerReport {
        run,
        floor: "Dark Room",
        claim: "the secret room is diagonal to the grave",
        is_about_a_secret_room: true,
        engine,
        agrees,
    }
}
