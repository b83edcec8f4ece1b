//! The options that several commands share: which generator, which floor, which
//! seeds, what the run brings.

mod awards;
mod floor;

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::floors::rooms::Catalogue;
use basement_lab::floors::{CatalogueGap, Change, Description, Value, command_options};
use basement_lab::roomfiles;
use basement_lab::{Backend, Generator, Request, RngKind, RunSeed, Seeds};
use clap::Args;
use strum::VariantArray;

use crate::failure::{Failure, refuse};
use crate::notes::note;
use crate::values::{Named, seed};

pub(crate) use awards::AwardArguments;
use floor::{FINER, OneLevel, levels};
pub(crate) use floor::{FloorArguments, LevelList, Levels, RequestArguments, only_for_awards};

/// Which rules make the floors.
#[derive(Args, Clone)]
pub(crate) struct RulesArguments {
    /// The game whose rules make the floor
    #[arg(
        long,
        display_order = 5,
        default_value_t = Backend::Rebirth,
        value_parser = Named::<Backend>::new("backend")
    )]
    pub(crate) backend: Backend,
    #[arg(long, display_order = 6, help = editions(Backend::VARIANTS))]
    edition: Option<String>,
    /// Change a rule parameter, such as rebirth.secret.penalty_one_neighbour=0; `basement-lab rules`
    /// lists them; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = FINER)]
    set: Vec<String>,
}

#[derive(Args, Clone)]
pub(crate) struct GeneratorArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) rooms: RoomsArguments,
}

#[derive(Args, Clone)]
pub(crate) struct RoomsArguments {
    /// Make Rebirth's floors from the rooms in this file or folder, such as the game's or a mod's;
    /// `embedded` stands for the engine's own. May be repeated: mods are merged as in the game
    #[arg(long, value_name = "PATH", help_heading = FINER)]
    rooms: Vec<PathBuf>,
}

/// Which levels, for a command that takes several.
#[derive(Args)]
pub(crate) struct LevelsArguments {
    /// The levels, such as 3, 1-8 or 1,4,8
    #[arg(
        long,
        visible_alias = "stage",
        value_name = "LEVELS",
        default_value = "1,4,8",
        value_parser = levels,
        display_order = 3
    )]
    pub(crate) level: LevelList,
}

/// Which seeds.
#[derive(Args, Clone)]
pub(crate) struct SeedArguments {
    /// A run seed as the game shows it, the first if there are several; Rebirth's default is B911 99AC
    #[arg(long, conflicts_with = "seed", value_name = "XXXX XXXX", display_order = 2)]
    run_seed: Option<String>,
    /// A stage seed of the game, or any number for pcg (by default 0), the first if there are several. Floors of
    /// consecutive stage seeds are not a random sample: their first draws are alike
    #[arg(long, value_parser = seed, display_order = 3)]
    seed: Option<u64>,
    /// The generator of random numbers; by default the game's for Rebirth and pcg for Flash
    #[arg(long, value_parser = Named::<RngKind>::new("generator"), help_heading = FINER)]
    rng: Option<RngKind>,
}

/// Which floors are generated: by which generator, of which levels, from which seeds.
#[derive(Args)]
pub(crate) struct GeneratedArguments<L: Args = OneLevel> {
    #[command(flatten)]
    pub(crate) generator: GeneratorArguments,
    #[command(flatten)]
    pub(crate) floor: FloorArguments<L>,
    #[command(flatten)]
    seeds: SeedArguments,
}

/// The help of `--edition`, for a command with these backends.
pub(crate) fn editions(backends: &[Backend]) -> String {
    let of_backend = |backend: &Backend| format!("{backend}: {}", backend.editions().join(", "));
    let editions: Vec<String> = backends.iter().map(of_backend).collect();
    format!("The edition of its rules, by default the first [{}]", editions.join("; "))
}

impl RulesArguments {
    /// The edition's name; `None` for the default one.
    pub(crate) fn edition(&self) -> Option<&str> {
        self.edition.as_deref()
    }

    /// The changes of `--set`.
    pub(crate) fn changes(&self) -> Result<Vec<Change>, Failure> {
        self.set.iter().map(|set| change(set)).collect()
    }
}

impl GeneratorArguments {
    pub(crate) fn generator(&self) -> Result<Box<dyn Generator>, Failure> {
        let RulesArguments { backend, .. } = self.rules;
        let (changes, rooms) = (self.rules.changes()?, self.rooms.load()?);
        Ok(backend.generator_with_rooms(self.rules.edition(), &changes, rooms.as_ref())?)
    }

    /// The generator of a request's floors. First, a note says which rooms it lacks for these floors.
    pub(crate) fn generator_for(&self, request: &Request) -> Result<Box<dyn Generator>, Failure> {
        let generator = self.generator()?;
        self.say_gaps(&*generator, request)?;
        Ok(generator)
    }

    /// Whether the floors are made of the user's own rooms.
    pub(crate) fn has_rooms(&self) -> bool {
        self.rooms.has_rooms()
    }

    /// Says what the user's rooms lack for the floors of a request.
    pub(crate) fn say_gaps(
        &self,
        generator: &dyn Generator,
        request: &Request,
    ) -> Result<(), Failure> {
        if self.has_rooms() { say_gaps(generator, request) } else { Ok(()) }
    }
}

/// Says what the rooms of a generator lack for the floors of a request.
pub(crate) fn say_gaps(generator: &dyn Generator, request: &Request) -> Result<(), Failure> {
    /// How many gaps are named.
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
    /// Whether any are named.
    pub(crate) fn has_rooms(&self) -> bool {
        !self.rooms.is_empty()
    }

    /// The rooms, if any are named. Notes say what is odd about their files.
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
fn change(text: &str) -> Result<Change, Failure> {
    let (path, value) = text
        .split_once('=')
        .ok_or_else(|| Failure::Usage(format!("`--set {text}` lacks a value: give NAME=VALUE")))?;
    let value = value.trim().parse::<Value>();
    let value = value.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(Change::new(path.trim(), value))
}

impl SeedArguments {
    /// The seeds of `count` floors, starting with the one given.
    pub(crate) fn seeds(&self, backend: Backend, count: u64) -> Result<Seeds, Failure> {
        let seeds = match (&self.run_seed, self.rng) {
            (Some(_), Some(RngKind::Pcg)) => {
                return refuse("a run seed is the game's own: leave out --rng pcg, or give --seed");
            }
            (Some(run), _) => Seeds::run(run.parse::<RunSeed>()?.get().into(), count),
            (None, rng) => match (rng.unwrap_or(backend.default_rng()), self.seed) {
                (rng, None) => Seeds::usual(rng, count),
                (RngKind::Pcg, Some(seed)) => Seeds::pcg(seed, count),
                (RngKind::Game, Some(seed)) => Seeds::stage(seed, count),
            },
        };
        seeds.last()?;
        Ok(seeds)
    }
}

impl GeneratedArguments {
    /// The request, and the generator of its floors. A note says which rooms it lacks for them.
    pub(crate) fn request_and_generator(&self) -> Result<(Request, Box<dyn Generator>), Failure> {
        let request = self.floor.request()?;
        Ok((request, self.generator.generator_for(&request)?))
    }
}

impl<L: Args> GeneratedArguments<L> {
    /// The seeds of `count` floors, starting with the one given.
    pub(crate) fn seeds(&self, count: u64) -> Result<Seeds, Failure> {
        self.seeds.seeds(self.generator.rules.backend, count)
    }
}

/// The options that no column of a row shows.
pub(crate) fn options_beside_columns(generator: &Description, request: &Request) -> String {
    let columns = ["--backend ", "--edition ", "--level ", "--hard"];
    let mut options = command_options(generator, request);
    options.retain(|option| !columns.iter().any(|column| option.starts_with(column)));
    options.join(" ")
}
