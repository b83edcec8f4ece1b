//! The options that several commands share: which generator, which floor, which
//! seeds, what the run brings.

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::awards::{AwardError, AwardItem};
use basement_lab::floors::{Change, Character, Description, Item, Phase, Unlocks, Value};
use basement_lab::{
    Backend, Difficulty, GenerateError, Generator, Request, RequestError, RngKind, RunSeed,
    RunState, Seeds, roomfiles, survey,
};
use clap::Args;
use strum::VariantArray;

use crate::Failure;

/// Which generator.
#[derive(Args, Clone)]
pub(crate) struct GeneratorArguments {
    /// The game: flash or rebirth.
    #[arg(long, default_value = "rebirth")]
    pub(crate) backend: String,
    /// The edition of its rules; the default one when left out.
    #[arg(long, default_value = "")]
    pub(crate) edition: String,
    /// Change a rule parameter: NAME=VALUE, such as rebirth.secret.penalty_one_neighbour=0.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Make Rebirth's floors of these rooms: a room file, or a folder of them.
    #[arg(long, value_name = "PATH")]
    rooms: Option<PathBuf>,
}

/// Which floor.
#[derive(Args, Clone)]
pub(crate) struct FloorArguments {
    /// Flash's level or Rebirth's stage.
    #[arg(long, visible_alias = "stage", default_value_t = 1)]
    level: u8,
    /// Rebirth's stage type; on stages 10 and 11: 0 Sheol, Dark Room; 1 Cathedral, Chest.
    #[arg(long, default_value_t = 0)]
    stage_type: u8,
    /// drawn, no_roll, none, labyrinth, lost, darkness, unknown, maze or blind.
    #[arg(long, default_value = "drawn")]
    curse: String,
    /// Hard mode.
    #[arg(long)]
    hard: bool,
    /// fresh, few, many or all.
    #[arg(long, default_value = "all")]
    unlocks: String,
    /// full, or of Rebirth special (normal rooms without insides) or layout (before
    /// any special room).
    #[arg(long, default_value = "full")]
    phase: String,
    #[command(flatten)]
    run: RunArguments,
}

/// What the run brings.
#[derive(Args, Clone)]
#[command(next_help_heading = "Run state")]
struct RunArguments {
    /// isaac, the_lost, blue_baby or the_soul.
    #[arg(long, default_value = "isaac")]
    character: String,
    /// Red half-hearts; full by default.
    #[arg(long)]
    red: Option<u8>,
    /// Soul half-hearts.
    #[arg(long, default_value_t = 0)]
    soul: u8,
    /// Heart containers, in half-hearts.
    #[arg(long, default_value_t = 6)]
    containers: u8,
    /// Bone hearts, whole.
    #[arg(long, default_value_t = 0)]
    bone: u8,
    /// Coins held.
    #[arg(long, default_value_t = 0)]
    coins: u16,
    /// Keys held.
    #[arg(long, default_value_t = 0)]
    keys: u16,
    /// A devil room was entered (Flash: visited last).
    #[arg(long)]
    devil_room: bool,
    /// A book is carried (Rebirth: the flag that the game never sets).
    #[arg(long)]
    book: bool,
    /// Treasure rooms skipped so far.
    #[arg(long, default_value_t = 0)]
    treasure_skipped: u8,
    /// A planetarium was entered.
    #[arg(long)]
    planetarium_entered: bool,
    /// Number of the victory lap.
    #[arg(long, default_value_t = 0)]
    victory_lap: u8,
    /// Luck; no floor depends on it.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    luck: f32,
    /// An item or trinket held; may be given again.
    #[arg(long = "item", value_name = "ITEM")]
    items: Vec<String>,
}

/// Which seeds.
#[derive(Args, Clone)]
pub(crate) struct SeedArguments {
    /// The seed, or the first of many: a stage seed of the game, or any number for PCG; by default
    /// PCG's 0, and of the game the first run. The first draws of neighbouring stage seeds are
    /// alike: some of them are no random sample.
    #[arg(long)]
    seed: Option<u64>,
    /// The seed of a run as the game shows it, or the first of many. A sample of them is fair, but
    /// for the curses of fewer than some ten thousand.
    #[arg(long, conflicts_with = "seed", value_name = "XXXX XXXX")]
    run_seed: Option<String>,
    /// game or pcg; by default the game's for Rebirth and PCG for Flash.
    #[arg(long)]
    rng: Option<String>,
}

impl GeneratorArguments {
    pub(crate) fn backend(&self) -> Result<Backend, Failure> {
        Ok(named("backend", &self.backend)?)
    }

    pub(crate) fn generator(&self) -> Result<Box<dyn Generator>, Failure> {
        let changes: Vec<Change> =
            self.set.iter().map(|set| change(set)).collect::<Result<_, _>>()?;
        let backend = self.backend()?;
        Ok(match &self.rooms {
            None => backend.generator(&self.edition, &changes)?,
            Some(path) => {
                let rooms = Arc::new(roomfiles::load(path)?);
                backend.generator_of_rooms(&self.edition, &changes, rooms)?
            }
        })
    }
}

/// A change of a parameter, from NAME=VALUE.
pub(crate) fn change(text: &str) -> Result<Change, Failure> {
    let (path, value) = text
        .split_once('=')
        .ok_or_else(|| Failure::Usage(format!("`--set {text}` lacks a value: give NAME=VALUE")))?;
    let given = value.trim();
    let value = match given.parse::<Value>() {
        Ok(Value::Real(number)) if number.is_nan() => {
            let message = format!("`{given}` is no value: give a number, true or false");
            return Err(Failure::Usage(message));
        }
        Ok(value) => value,
    };
    Ok(Change { path: path.trim().to_owned(), value })
}

impl FloorArguments {
    pub(crate) fn request(&self) -> Result<Request, Failure> {
        let run = &self.run;
        let items: Vec<Item> =
            run.items.iter().map(|item| floor_item(item)).collect::<Result<_, _>>()?;
        Ok(Request {
            level: self.level,
            stage_type: self.stage_type,
            difficulty: if self.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: self.curse.parse()?,
            unlocks: named::<Unlocks>("unlocks", &self.unlocks)?,
            phase: named::<Phase>("phase", &self.phase)?,
            run: RunState {
                character: named::<Character>("character", &run.character)?,
                red_half_hearts: run.red.unwrap_or(run.containers),
                soul_half_hearts: run.soul,
                container_half_hearts: run.containers,
                bone_hearts: run.bone,
                coins: run.coins,
                keys: run.keys,
                devil_room_entered: run.devil_room,
                book_carried: run.book,
                treasure_rooms_skipped: run.treasure_skipped,
                planetarium_entered: run.planetarium_entered,
                victory_lap: run.victory_lap,
                luck: run.luck,
                items: items.into_iter().collect(),
            },
        })
    }
}

impl SeedArguments {
    /// The seeds for so many floors, from the first on.
    pub(crate) fn seeds(&self, backend: Backend, count: u64) -> Result<Seeds, Failure> {
        let rng = self.rng.as_deref().map(|rng| named::<RngKind>("generator", rng)).transpose()?;
        let seeds = match (&self.run_seed, rng) {
            (Some(_), Some(RngKind::Pcg)) => {
                return Err(Failure::Usage(
                    "a run seed is the game's own: leave out --rng pcg, or give --seed".to_owned(),
                ));
            }
            (Some(run), _) => Seeds::run(run.parse::<RunSeed>()?.get().into(), count),
            (None, rng) => match (rng.unwrap_or(backend.default_rng()), self.seed) {
                (RngKind::Pcg, seed) => Seeds::pcg(seed.unwrap_or(0), count),
                (RngKind::Game, Some(seed)) => Seeds::stage(seed, count),
                (RngKind::Game, None) => Seeds::run(1, count),
            },
        };
        seeds.last()?;
        Ok(seeds)
    }
}

/// The options that ask for these floors again: what the options of
/// [`GeneratorArguments`] and [`FloorArguments`] were read as. Those that stand at
/// their default are left out.
pub(crate) fn options_for(generator: &Description, request: &Request) -> Vec<String> {
    let default = Request::default();
    let (run, usual) = (&request.run, &default.run);
    let mut options = vec![
        format!("--backend {}", generator.backend),
        format!("--edition {}", generator.edition),
    ];
    let changes = generator.changed.iter();
    options.extend(changes.map(|change| format!("--set {}={}", change.path, change.value)));
    // The files themselves are the user's: their catalogue's identity stands for them.
    let rooms = generator.catalogue.as_ref();
    options.extend(rooms.map(|catalogue| format!("--rooms \"{catalogue}\"")));
    options.push(format!("--level {}", request.level));
    let mut add = |is_unusual: bool, option: String| {
        if is_unusual {
            options.push(option);
        }
    };
    let Request { stage_type, curse, unlocks, phase, .. } = request;
    add(*stage_type != default.stage_type, format!("--stage-type {stage_type}"));
    add(*curse != default.curse, format!("--curse {curse}"));
    add(request.difficulty == Difficulty::Hard, "--hard".to_owned());
    add(*unlocks != default.unlocks, format!("--unlocks {unlocks}"));
    add(*phase != default.phase, format!("--phase {phase}"));
    add(run.character != usual.character, format!("--character {}", run.character));
    let is_full = run.red_half_hearts == run.container_half_hearts;
    add(!is_full, format!("--red {}", run.red_half_hearts));
    let numbers = [
        ("soul", u16::from(run.soul_half_hearts), u16::from(usual.soul_half_hearts)),
        ("containers", run.container_half_hearts.into(), usual.container_half_hearts.into()),
        ("bone", run.bone_hearts.into(), usual.bone_hearts.into()),
        ("coins", run.coins, usual.coins),
        ("keys", run.keys, usual.keys),
        (
            "treasure-skipped",
            run.treasure_rooms_skipped.into(),
            usual.treasure_rooms_skipped.into(),
        ),
        ("victory-lap", run.victory_lap.into(), usual.victory_lap.into()),
    ];
    for (name, number, usual) in numbers {
        add(number != usual, format!("--{name} {number}"));
    }
    add(run.devil_room_entered, "--devil-room".to_owned());
    add(run.book_carried, "--book".to_owned());
    add(run.planetarium_entered, "--planetarium-entered".to_owned());
    add(run.luck != usual.luck, format!("--luck {}", run.luck));
    options.extend(run.items.iter().map(|item| format!("--item {item}")));
    options
}

/// Those of the options that no column of a row says.
pub(crate) fn options_beside_columns(generator: &Description, request: &Request) -> String {
    let columns = ["--backend ", "--edition ", "--level ", "--hard"];
    let mut options = options_for(generator, request);
    options.retain(|option| !columns.iter().any(|column| option.starts_with(column)));
    options.join(" ")
}

/// A name of a list; `-` and `_` are the same.
pub(crate) fn named<N>(what: &'static str, given: &str) -> Result<N, RequestError>
where
    N: VariantArray + std::fmt::Display + Copy + 'static,
{
    let word = given.replace('-', "_");
    let known = N::VARIANTS.iter();
    known
        .clone()
        .find(|name| name.to_string() == word)
        .copied()
        .ok_or_else(|| RequestError::unknown_name(what, given, known))
}

/// An item that floors depend on.
fn floor_item(given: &str) -> Result<Item, Failure> {
    named("item", given)
        .map_err(|unknown| only_for_awards(given).map_or_else(|| unknown.into(), Failure::Usage))
}

/// Where an item belongs that awards depend on and floors do not; `None` for any other
/// name.
pub(crate) fn only_for_awards(given: &str) -> Option<String> {
    let item: AwardItem = given.parse().ok()?;
    Some(format!(
        "no floor depends on {item}: leave it out, or ask `basement-lab awards --item {item}`"
    ))
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<AwardError> for Failure {
    fn from(error: AwardError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Request(error) => error.into(),
            error => Self::Work(error.to_string()),
        }
    }
}

impl From<survey::SurveyError> for Failure {
    fn from(error: survey::SurveyError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<basement_lab::report::ReportError> for Failure {
    fn from(error: basement_lab::report::ReportError) -> Self {
        match error {
            basement_lab::report::ReportError::Survey(error) => error.into(),
            error => Self::Work(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Work(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Work(error.to_string())
    }
}
