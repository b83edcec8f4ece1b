//! The options that several commands share: which generator, which floor, which
//! seeds, what the run brings.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::awards::{AwardError, AwardItem, Setting};
use basement_lab::floors::rooms::Catalogue;
use basement_lab::floors::{
    Achievements, BossSet, CatalogueGap, Change, Character, Description, Item, Phase, RunFlags,
    Unlocks, Value,
};
use basement_lab::{
    Backend, CurseChoice, Difficulty, GenerateError, Generator, Request, RequestError, RngKind,
    RunSeed, RunState, Seeds, roomfiles, survey,
};
use clap::Args;
use strum::VariantArray;

use crate::Failure;
use crate::commands::note;
use crate::values::{Named, list, number, seed, within};

/// The heading of options that few commands need.
const FINER: &str = "Finer options";
/// The heading of what the run brings.
const RUN: &str = "Run state";

/// Which generator.
#[derive(Args, Clone)]
pub(crate) struct GeneratorArguments {
    /// The game whose rules make the floor
    #[arg(
        long,
        display_order = 5,
        default_value_t = Backend::Rebirth,
        value_parser = Named::<Backend>::new("backend")
    )]
    pub(crate) backend: Backend,
    #[arg(long, display_order = 6, help = editions())]
    edition: Option<String>,
    /// Change a rule parameter, such as rebirth.secret.penalty_one_neighbour=0; `basement-lab rules`
    /// lists them; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = FINER)]
    set: Vec<String>,
    #[command(flatten)]
    rooms: RoomsArguments,
}

/// Whose rooms.
#[derive(Args, Clone)]
pub(crate) struct RoomsArguments {
    /// Make Rebirth's floors of the rooms in this file or folder, the game's or a mod's; `embedded`
    /// are the engine's own; may be given again, and mods are merged as in the game
    #[arg(long, value_name = "PATH", help_heading = FINER)]
    rooms: Vec<PathBuf>,
}

/// Which floor.
#[derive(Args, Clone)]
pub(crate) struct FloorArguments {
    /// Flash's level or Rebirth's stage: 1 to 8, 10 (Sheol, Cathedral), 11 (Dark Room, Chest) and
    /// 12 (The Void) for rebirth; 1 to 12 for flash article; 1 to 9 and 11 for flash
    /// wrath-of-the-lamb
    #[arg(long, visible_alias = "stage", display_order = 1, default_value_t = 1, value_parser = level)]
    level: u8,
    /// The curse on it; `drawn` draws one by the edition's chance, `no_roll` makes no draw at all
    #[arg(
        long,
        display_order = 7,
        default_value_t,
        value_parser = Named::one_of("curse", || CurseChoice::all().collect())
    )]
    curse: CurseChoice,
    /// Hard mode (Rebirth)
    #[arg(long, display_order = 8)]
    hard: bool,
    /// Rebirth's stage type, such as 1 for Cellar; on stages 10 and 11: 0 Sheol, Dark Room;
    /// 1 Cathedral, Chest. 4 and 5: repentance, stages 1 to 8 (4 alone on 7 and 8)
    #[arg(long, default_value_t = 0, value_parser = within(0..=255_u8), help_heading = FINER)]
    stage_type: u8,
    /// What the player has unlocked
    #[arg(
        long,
        default_value_t,
        value_parser = Named::<Unlocks>::new("unlocks"),
        help_heading = FINER
    )]
    unlocks: Unlocks,
    /// How far Rebirth goes: `layout` stops before any special room, `special` before the insides
    /// of normal rooms; by default `full`
    #[arg(long, value_parser = Named::<Phase>::new("phase"), help_heading = FINER)]
    pub(crate) phase: Option<Phase>,
    #[command(flatten)]
    run: RunArguments,
}

/// What the run brings.
#[derive(Args, Clone)]
struct RunArguments {
    /// The character
    #[arg(help_heading = RUN, long, default_value_t, value_parser = Named::<Character>::new("character"))]
    character: Character,
    /// Red health in half-hearts; full by default
    #[arg(help_heading = RUN, long, value_parser = within(0..=255_u8))]
    red: Option<u8>,
    /// Soul half-hearts
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    soul: u8,
    /// Heart containers in half-hearts, two each
    #[arg(help_heading = RUN, long, default_value_t = 6, value_parser = within(0..=255_u8))]
    containers: u8,
    /// Whole bone hearts
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    bone: u8,
    /// Coins held
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=65_535_u16))]
    coins: u16,
    /// Keys held
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=65_535_u16))]
    keys: u16,
    /// A devil room was entered (Flash: visited last)
    #[arg(help_heading = RUN, long)]
    devil_room: bool,
    /// A book is carried (in Rebirth: the flag that the game never sets)
    #[arg(help_heading = RUN, long)]
    book: bool,
    /// Treasure rooms skipped so far
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    treasure_skipped: u8,
    /// A planetarium was entered
    #[arg(help_heading = RUN, long)]
    planetarium_entered: bool,
    /// The number of the victory lap
    #[arg(help_heading = RUN, long, default_value_t = 0, value_parser = within(0..=255_u8))]
    victory_lap: u8,
    /// What is unlocked, instead of --unlocks: the game's numbers of achievements, such as 4,5,347
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", value_parser = achievements)]
    achievements: Option<Achievements>,
    /// The run flags that are set, such as 28,4: bosses and sins that were met (rules W13, W36)
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", value_parser = list::<RunFlags, u8>(0..=63))]
    flags: Option<RunFlags>,
    /// The bosses that were met, such as 22,9, and have left their pools (repentance)
    #[arg(help_heading = RUN, long, value_name = "NUMBERS", value_parser = list::<BossSet, u8>(0..=127))]
    bosses_met: Option<BossSet>,
    /// How many bosses were chosen before from this stage's pool (repentance)
    #[arg(help_heading = RUN, long, value_name = "N", default_value_t = 0, value_parser = within(0..=255_u8))]
    bosses_chosen: u8,
    /// Luck, which no floor depends on
    #[arg(help_heading = RUN, long, default_value_t = 0.0, value_parser = number)]
    luck: f32,
    /// An item or trinket held; may be given again
    #[arg(help_heading = RUN, long = "item", value_name = "ITEM", value_parser = held_items())]
    items: Vec<HeldItem>,
}

/// Which seeds.
#[derive(Args, Clone)]
pub(crate) struct SeedArguments {
    /// A run seed as the game shows it, or the first of many; by default Rebirth's floors are
    /// those of the runs from B911 99AC on
    #[arg(long, conflicts_with = "seed", value_name = "XXXX XXXX", display_order = 2)]
    run_seed: Option<String>,
    /// A stage seed of the game, or any number for pcg (by default 0); or the first of many.
    /// Consecutive stage seeds are no random sample: their first draws are alike
    #[arg(long, value_parser = seed, display_order = 3)]
    seed: Option<u64>,
    /// The generator of random numbers; by default the game's for Rebirth and pcg for Flash
    #[arg(long, value_parser = Named::<RngKind>::new("generator"), help_heading = FINER)]
    rng: Option<RngKind>,
}

/// An item that floors depend on, or one that only awards do.
#[derive(Clone, Copy)]
enum HeldItem {
    Floor(Item),
    Award(AwardItem),
}

impl fmt::Display for HeldItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor(item) => item.fmt(f),
            Self::Award(item) => item.fmt(f),
        }
    }
}

/// Reads an item of either sort. The help lists those that floors depend on.
fn held_items() -> Named<HeldItem> {
    let all = || {
        let floors = Item::ALL.iter().copied().map(HeldItem::Floor);
        floors.chain(AwardItem::ALL.map(HeldItem::Award)).collect()
    };
    Named::one_of("item", all).hiding(|item| matches!(item, HeldItem::Award(_)))
}

/// Reads achievements by their numbers, with commas between them.
fn achievements(text: &str) -> Result<Achievements, String> {
    let numbers = text.split(',').filter(|_| text != "none").map(|number| {
        let number = number.trim().parse::<u16>();
        number.map_err(|_| "give numbers with commas between them, such as 4,5,347".to_owned())
    });
    let numbers = numbers.collect::<Result<Vec<u16>, String>>()?;
    Achievements::from_numbers(numbers).map_err(|error| error.to_string())
}

/// The numbers of a list as [`list`] reads them.
fn joined<N: fmt::Display>(numbers: impl Iterator<Item = N>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") }
}

/// What `--edition` takes.
fn editions() -> String {
    let of_backend = |backend: &Backend| format!("{backend}: {}", backend.editions().join(", "));
    let editions: Vec<String> = Backend::VARIANTS.iter().map(of_backend).collect();
    format!("The edition of its rules, by default the first [{}]", editions.join("; "))
}

/// Reads a level. Which of them an edition has, the edition says.
fn level(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| {
        "levels are numbered from 1 to 12, and `--help` lists those of each edition".to_owned()
    })
}

impl GeneratorArguments {
    /// The edition's name; empty for the default one.
    pub(crate) fn edition(&self) -> &str {
        self.edition.as_deref().unwrap_or_default()
    }

    pub(crate) fn generator(&self) -> Result<Box<dyn Generator>, Failure> {
        let changes: Vec<Change> =
            self.set.iter().map(|set| change(set)).collect::<Result<_, _>>()?;
        Ok(match self.rooms.load()? {
            None => self.backend.generator(self.edition(), &changes)?,
            Some(rooms) => self.backend.generator_of_rooms(self.edition(), &changes, rooms)?,
        })
    }
}

impl GeneratorArguments {
    /// The generator of a request's floors. What its rooms lack for them is said before the first.
    pub(crate) fn generator_for(&self, request: &Request) -> Result<Box<dyn Generator>, Failure> {
        let generator = self.generator()?;
        if !self.rooms.rooms.is_empty() {
            say_gaps(&*generator, request)?;
        }
        Ok(generator)
    }
}

/// Says what the rooms of a generator lack for the floors of a request.
pub(crate) fn say_gaps(generator: &dyn Generator, request: &Request) -> Result<(), Failure> {
    /// So many gaps are named.
    const NAMED: usize = 8;
    let gaps = CatalogueGap::in_words(&generator.catalogue_gaps(request)?);
    for gap in gaps.iter().take(NAMED) {
        note(&format!("{gap} on stage {}", request.level));
    }
    if gaps.len() > NAMED {
        note(&format!("{} more sorts of rooms are missing", gaps.len() - NAMED));
    }
    Ok(())
}

impl RoomsArguments {
    /// The rooms, if any are named. What there is to say about their files is said.
    pub(crate) fn load(&self) -> Result<Option<Arc<Catalogue>>, Failure> {
        if self.rooms.is_empty() {
            return Ok(None);
        }
        let loaded = roomfiles::load_with_base(&self.rooms)?;
        loaded.remarks().iter().for_each(|remark| note(remark));
        Ok(Some(Arc::new(loaded.catalogue)))
    }

    /// The paths, as a study names them.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.rooms.iter().map(|path| path.display().to_string()).collect()
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
            let message = format!("`{given}` is not a value: give a number, true or false");
            return Err(Failure::Usage(message));
        }
        Ok(value) => value,
    };
    Ok(Change { path: path.trim().to_owned(), value })
}

impl FloorArguments {
    /// The request. Refuses items that only awards depend on.
    pub(crate) fn request(&self) -> Result<Request, Failure> {
        match self.award_items().next() {
            Some(item) => Err(Failure::Usage(only_for_awards(item))),
            None => Ok(self.request_for_awards()),
        }
    }

    /// The items that only awards depend on.
    fn award_items(&self) -> impl Iterator<Item = AwardItem> {
        self.run.items.iter().filter_map(|item| match item {
            HeldItem::Award(item) => Some(*item),
            HeldItem::Floor(_) => None,
        })
    }

    /// What the awards of the floor depend on.
    pub(crate) fn award_setting(&self) -> Result<Setting, Failure> {
        let difficulty = self.request_for_awards().difficulty;
        Ok(Setting::new(self.run.luck, self.award_items().collect(), difficulty)?)
    }

    /// The request, whatever items there are for awards.
    pub(crate) fn request_for_awards(&self) -> Request {
        let items = self.run.items.iter().filter_map(|item| match item {
            HeldItem::Floor(item) => Some(*item),
            HeldItem::Award(_) => None,
        });
        let run = &self.run;
        Request {
            level: self.level,
            stage_type: self.stage_type,
            difficulty: if self.hard { Difficulty::Hard } else { Difficulty::Normal },
            curse: self.curse,
            unlocks: self.unlocks,
            phase: self.phase.unwrap_or_default(),
            run: RunState {
                character: run.character,
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
                items: items.collect(),
                achievements: run.achievements,
                flags: run.flags.unwrap_or_default(),
                bosses_met: run.bosses_met.unwrap_or_default(),
                bosses_chosen: run.bosses_chosen,
            },
        }
    }
}

impl SeedArguments {
    /// The seeds for so many floors, from the first on.
    pub(crate) fn seeds(&self, backend: Backend, count: u64) -> Result<Seeds, Failure> {
        let seeds = match (&self.run_seed, self.rng) {
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
        ("bosses-chosen", run.bosses_chosen.into(), usual.bosses_chosen.into()),
    ];
    for (name, number, usual) in numbers {
        add(number != usual, format!("--{name} {number}"));
    }
    if let Some(achievements) = run.achievements {
        add(true, format!("--achievements {}", joined(achievements.iter())));
    }
    add(run.flags != usual.flags, format!("--flags {}", joined(run.flags.iter())));
    let met = joined(run.bosses_met.iter());
    add(run.bosses_met != usual.bosses_met, format!("--bosses-met {met}"));
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

/// Where an item belongs that awards depend on and floors do not.
pub(crate) fn only_for_awards(item: AwardItem) -> String {
    format!(
        "no floor depends on {item}: leave it out, or ask `basement-lab awards --item {item}` or \
         `basement-lab floor --awards --item {item}`"
    )
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
        use survey::SurveyError::{FileLine, FileUnreadable, FileWithoutFloors};
        match error {
            // What a file holds is found when it is read, and is not what was asked for.
            FileLine { .. } | FileUnreadable { .. } | FileWithoutFloors { .. } => {
                Self::Work(error.to_string())
            }
            error => Self::Usage(error.to_string()),
        }
    }
}

impl From<basement_lab::report::ReportError> for Failure {
    fn from(error: basement_lab::report::ReportError) -> Self {
        use basement_lab::report::ReportError::{Foreign, NotAFolder, Survey, Write};
        match error {
            Survey(error) => error.into(),
            Write(error) => error.into(),
            Foreign { .. } | NotAFolder { .. } => Self::Usage(error.to_string()),
            error => Self::Work(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        std::io::Error::from(error).into()
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::NoReader,
            _ => Self::Work(error.to_string()),
        }
    }
}
