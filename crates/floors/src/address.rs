//! The address of a floor as a query string, such as `backend=rebirth&level=3&run=B911+99AC`.

use core::fmt;
use core::str::FromStr;
use std::fmt::Display;

use basement_model::{
    Achievements, BossSet, Difficulty, Item, Items, Request, RequestError, RngKind, RunFlags,
    RunSeed, RunState, Seed,
};
use form_urlencoded::Serializer;

use crate::backend::Backend;
use crate::generator::{Description, Generator};
use crate::parameters::Change;

/// The address of a floor: its generator, its request and its seed. Two floors of one address are
/// the same.
///
/// Its text is a query string, which a page can append to its own address. The names are those of
/// the options of the command `basement-lab floor`, except `run` for `--run-seed`. Defaults are
/// left out.
///
/// ```
/// use basement_floors::FloorAddress;
///
/// let address: FloorAddress = "backend=rebirth&level=3&run=B911%2099AC".parse()?;
/// let floor = address.generator()?.generate(&address.request, address.stage_seed())?;
/// assert_eq!(floor.seed().value(), 16385);
/// assert_eq!(
///     address.to_string(),
///     "backend=rebirth&edition=repentance&level=3&run=B911+99AC"
/// );
/// assert!("backend=rebirth&lavel=3".parse::<FloorAddress>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloorAddress {
    /// The backend.
    pub backend: Backend,
    /// The name of its edition.
    pub edition: String,
    /// The parameters that are changed.
    pub changes: Vec<Change>,
    /// The request.
    pub request: Request,
    /// The seed.
    pub seed: AddressSeed,
}

/// The seed of a [`FloorAddress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressSeed {
    /// The seed that a run gives to the request's level ([R39](crate::rules#r39)).
    Run(RunSeed),
    /// The seed of the floor itself.
    Floor(Seed),
}

impl FloorAddress {
    /// The address of a backend's floor, everything else by default: the first run of the game for
    /// Rebirth, seed 0 of PCG for Flash.
    #[must_use]
    pub fn new(backend: Backend) -> Self {
        Self {
            backend,
            edition: backend.editions()[0].to_owned(),
            changes: Vec::new(),
            request: Request::default(),
            seed: match (backend.default_rng(), RunSeed::new(1)) {
                (RngKind::Game, Ok(first)) => AddressSeed::Run(first),
                _ => AddressSeed::Floor(Seed::Pcg(0)),
            },
        }
    }

    /// The address that pairs of names and values say.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for a name or a word that does not exist,
    /// [`RequestError::ParameterValue`] for a value out of its range, and the errors of seeds.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, RequestError> {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let given =
            |name: &str| pairs.iter().rfind(|(given, _)| *given == name).map(|(_, value)| *value);
        let backend = given("backend").map_or(Ok(Backend::Rebirth), str::parse)?;
        let mut address = Self::new(backend);
        let mut has_red = false;
        for (name, value) in &pairs {
            match *name {
                "backend" | "seed" | "run" | "rng" => {}
                "edition" => {
                    let editions = backend.editions();
                    let known = editions.iter().find(|edition| *edition == value);
                    let unknown = || RequestError::unknown_name("edition", value, editions);
                    address.edition = (*known.ok_or_else(unknown)?).to_owned();
                }
                "set" => address.changes.push(change(value)?),
                _ => {
                    has_red |= *name == "red";
                    set(&mut address.request, name, value)?;
                }
            }
        }
        let run = &mut address.request.run;
        if !has_red {
            run.red_half_hearts = run.container_half_hearts;
        }
        address.seed = match (given("run"), given("seed")) {
            (Some(run), _) => AddressSeed::Run(run.parse()?),
            (None, Some(seed)) => {
                let rng = given("rng").map_or(Ok(backend.default_rng()), str::parse)?;
                AddressSeed::Floor(Seed::new(rng, number("seed", seed, "a whole number")?)?)
            }
            (None, None) => match given("rng").map(str::parse).transpose()? {
                Some(RngKind::Pcg) => AddressSeed::Floor(Seed::Pcg(0)),
                Some(RngKind::Game) => AddressSeed::Run(RunSeed::new(1)?),
                None => address.seed,
            },
        };
        Ok(address)
    }

    /// The generator.
    ///
    /// # Errors
    ///
    /// As [`Backend::generator`].
    pub fn generator(&self) -> Result<Box<dyn Generator>, RequestError> {
        self.backend.generator(&*self.edition, &self.changes)
    }

    /// The seed of the floor.
    #[must_use]
    pub fn stage_seed(&self) -> Seed {
        match self.seed {
            AddressSeed::Run(run) => run.stage_seed(self.request.level),
            AddressSeed::Floor(seed) => seed,
        }
    }

    /// The pairs of names and values that say it.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs =
            vec![("backend", self.backend.to_string()), ("edition", self.edition.clone())];
        let set = |change: &Change| ("set", format!("{}={}", change.path, change.value));
        pairs.extend(self.changes.iter().map(set));
        pairs.extend(request_options(&self.request));
        match self.seed {
            AddressSeed::Run(run) => pairs.push(("run", run.to_string())),
            AddressSeed::Floor(seed) => {
                if seed.kind() != self.backend.default_rng() {
                    pairs.push(("rng", seed.kind().to_string()));
                }
                pairs.push(("seed", seed.value().to_string()));
            }
        }
        pairs
    }
}

impl Display for FloorAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Serializer::new(String::new()).extend_pairs(self.pairs()).finish())
    }
}

impl FromStr for FloorAddress {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).collect();
        Self::from_pairs(pairs.iter().map(|(name, value)| (&**name, &**value)))
    }
}

/// The options of a request, by the names that the command line gives them: the level, and
/// everything that differs from its default. The value of a switch is empty.
///
/// ```
/// use basement_floors::{Difficulty, Request, request_options};
///
/// let request = Request { difficulty: Difficulty::Hard, ..Request::level(3) };
/// let options = request_options(&request);
/// assert_eq!(options, [("level", "3".to_owned()), ("hard", String::new())]);
/// ```
#[must_use]
pub fn request_options(request: &Request) -> Vec<(&'static str, String)> {
    let default = Request::default();
    let (run, usual) = (&request.run, &default.run);
    let mut options = vec![("level", request.level.to_string())];
    let mut add = |name: &'static str, is_unusual: bool, value: &dyn Display| {
        if is_unusual {
            options.push((name, value.to_string()));
        }
    };
    let Request { stage_type, curse, unlocks, phase, .. } = request;
    add("stage-type", *stage_type != default.stage_type, stage_type);
    add("curse", *curse != default.curse, curse);
    add("hard", request.difficulty == Difficulty::Hard, &"");
    add("unlocks", *unlocks != default.unlocks, unlocks);
    add("phase", *phase != default.phase, phase);
    add("character", run.character != usual.character, &run.character);
    let is_full = run.red_half_hearts == run.container_half_hearts;
    add("red", !is_full, &run.red_half_hearts);
    add("soul", run.soul_half_hearts != usual.soul_half_hearts, &run.soul_half_hearts);
    let containers = run.container_half_hearts;
    add("containers", containers != usual.container_half_hearts, &containers);
    add("bone", run.bone_hearts != usual.bone_hearts, &run.bone_hearts);
    add("coins", run.coins != usual.coins, &run.coins);
    add("keys", run.keys != usual.keys, &run.keys);
    let skipped = run.treasure_rooms_skipped;
    add("treasure-skipped", skipped != usual.treasure_rooms_skipped, &skipped);
    add("victory-lap", run.victory_lap != usual.victory_lap, &run.victory_lap);
    add("bosses-chosen", run.bosses_chosen != usual.bosses_chosen, &run.bosses_chosen);
    if let Some(achievements) = run.achievements {
        add("achievements", true, &joined(achievements.iter()));
    }
    add("flags", run.flags != usual.flags, &joined(run.flags.iter()));
    add("bosses-met", run.bosses_met != usual.bosses_met, &joined(run.bosses_met.iter()));
    add("devil-room", run.devil_room_entered, &"");
    add("book", run.book_carried, &"");
    add("planetarium-entered", run.planetarium_entered, &"");
    add("luck", run.luck != usual.luck, &run.luck);
    options.extend(run.items.iter().map(|item| ("item", item.to_string())));
    options
}

/// The options of the command line that give the floors of a generator and a request. Defaults are
/// left out, except the backend, the edition and the level.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, command_options};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let options = command_options(&flash.describe(), &Request::level(3));
/// assert_eq!(options, ["--backend flash", "--edition article", "--level 3"]);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[must_use]
pub fn command_options(generator: &Description, request: &Request) -> Vec<String> {
    let mut options = vec![
        format!("--backend {}", generator.backend),
        format!("--edition {}", generator.edition),
    ];
    let changes = generator.changed.iter();
    options.extend(changes.map(|change| format!("--set {}={}", change.path, change.value)));
    // The files themselves are the user's: their catalogue's identity stands for them.
    let rooms = generator.catalogue.as_ref();
    options.extend(rooms.map(|catalogue| format!("--rooms \"{catalogue}\"")));
    options.extend(request_options(request).into_iter().map(|(name, value)| match &*value {
        "" => format!("--{name}"),
        value => format!("--{name} {value}"),
    }));
    options
}

/// The names of [`request_options`], and the further names of an address.
const NAMES: [&str; 31] = [
    "backend",
    "edition",
    "set",
    "level",
    "stage-type",
    "curse",
    "hard",
    "unlocks",
    "phase",
    "character",
    "red",
    "soul",
    "containers",
    "bone",
    "coins",
    "keys",
    "treasure-skipped",
    "victory-lap",
    "bosses-chosen",
    "achievements",
    "flags",
    "bosses-met",
    "devil-room",
    "book",
    "planetarium-entered",
    "luck",
    "item",
    "run",
    "seed",
    "rng",
    "stage",
];

/// Sets what an option of a request names.
fn set(request: &mut Request, name: &str, value: &str) -> Result<(), RequestError> {
    const BYTE: &str = "a whole number from 0 to 255";
    let byte = || number(name, value, BYTE);
    let word = || number(name, value, "a whole number from 0 to 65535");
    let run: &mut RunState = &mut request.run;
    match name {
        "level" | "stage" => request.level = byte()?,
        "stage-type" => request.stage_type = byte()?,
        "curse" => request.curse = value.parse()?,
        "hard" if switch(name, value)? => request.difficulty = Difficulty::Hard,
        "hard" => request.difficulty = Difficulty::Normal,
        "unlocks" => request.unlocks = value.parse()?,
        "phase" => request.phase = value.parse()?,
        "character" => run.character = value.parse()?,
        "red" => run.red_half_hearts = byte()?,
        "soul" => run.soul_half_hearts = byte()?,
        "containers" => run.container_half_hearts = byte()?,
        "bone" => run.bone_hearts = byte()?,
        "coins" => run.coins = word()?,
        "keys" => run.keys = word()?,
        "treasure-skipped" => run.treasure_rooms_skipped = byte()?,
        "victory-lap" => run.victory_lap = byte()?,
        "bosses-chosen" => run.bosses_chosen = byte()?,
        "achievements" => {
            let numbers: Vec<u16> = list(name, value)?;
            run.achievements = Some(Achievements::from_numbers(numbers)?);
        }
        "flags" => run.flags = RunFlags::from(list::<u8>(name, value)?),
        "bosses-met" => run.bosses_met = BossSet::from(list::<u8>(name, value)?),
        "devil-room" => run.devil_room_entered = switch(name, value)?,
        "book" => run.book_carried = switch(name, value)?,
        "planetarium-entered" => run.planetarium_entered = switch(name, value)?,
        "luck" => run.luck = number(name, value, "a number")?,
        "item" => {
            let unknown = |_| RequestError::unknown_name("item", value, Item::ALL);
            let item: Item = value.parse().map_err(unknown)?;
            run.items = run.items.iter().chain([item]).collect::<Items>();
        }
        _ => return Err(RequestError::unknown_name("option", name, NAMES)),
    }
    Ok(())
}

/// A change of a parameter, from NAME=VALUE.
fn change(text: &str) -> Result<Change, RequestError> {
    let refused = || refused("set", text, "NAME=VALUE, such as rebirth.secret.weight=3");
    let (path, value) = text.split_once('=').ok_or_else(refused)?;
    let value = value.trim().parse().map_err(|_| refused())?;
    Ok(Change { path: path.trim().to_owned(), value })
}

/// A switch, which is on without a value.
fn switch(name: &str, value: &str) -> Result<bool, RequestError> {
    match value {
        "" | "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(refused(name, value, "true or false")),
    }
}

fn number<N: FromStr>(name: &str, value: &str, allowed: &str) -> Result<N, RequestError> {
    value.trim().parse().map_err(|_| refused(name, value, allowed))
}

/// Numbers with commas between them; `none` for an empty list.
fn list<N: FromStr>(name: &str, value: &str) -> Result<Vec<N>, RequestError> {
    let numbers = value.split(',').filter(|_| value != "none");
    let number = |text: &str| number(name, text, "numbers with commas between them, such as 4,5");
    numbers.map(number).collect()
}

/// The numbers of a list as [`list`] reads them.
fn joined<N: Display>(numbers: impl Iterator<Item = N>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") }
}

fn refused(name: &str, given: &str, allowed: &str) -> RequestError {
    RequestError::ParameterValue {
        path: name.to_owned(),
        given: given.to_owned(),
        allowed: allowed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Value;
    use basement_model::{Character, Curse, Phase, Unlocks};

    fn read(text: &str) -> FloorAddress {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn an_address_reads_what_it_writes() {
        let run = RunState {
            character: Character::Cain,
            red_half_hearts: 3,
            soul_half_hearts: 1,
            container_half_hearts: 8,
            bone_hearts: 1,
            coins: 300,
            keys: 2,
            devil_room_entered: true,
            book_carried: true,
            treasure_rooms_skipped: 2,
            planetarium_entered: true,
            victory_lap: 1,
            luck: -1.5,
            items: Items::NONE.with(Item::Magic8Ball).with(Item::Luna).with(Item::Luna),
            achievements: Some(Achievements::from_numbers([4, 5]).unwrap()),
            flags: [9, 28].into_iter().collect(),
            bosses_met: [17].into_iter().collect(),
            bosses_chosen: 2,
        };
        let request = Request {
            stage_type: 1,
            difficulty: Difficulty::Hard,
            unlocks: Unlocks::Fresh,
            phase: Phase::Special,
            run,
            ..Request::level(5).with_curse(Curse::Labyrinth)
        };
        let change = Change { path: "rebirth.secret.weight".to_owned(), value: Value::Whole(3) };
        for seed in [
            AddressSeed::Run(RunSeed::new(7).unwrap()),
            AddressSeed::Floor(Seed::game(7).unwrap()),
            AddressSeed::Floor(Seed::Pcg(7)),
        ] {
            let changes = vec![change.clone()];
            let address =
                FloorAddress { changes, request, seed, ..FloorAddress::new(Backend::Rebirth) };
            assert_eq!(read(&address.to_string()), address, "{address}");
        }
        let flash = FloorAddress::new(Backend::Flash);
        assert_eq!(flash.to_string(), "backend=flash&edition=article&level=1&seed=0");
        assert_eq!(read(&flash.to_string()), flash);
    }

    #[test]
    fn what_an_address_leaves_out_stands_at_its_default() {
        assert_eq!(read(""), FloorAddress::new(Backend::Rebirth));
        assert_eq!(read("backend=flash"), FloorAddress::new(Backend::Flash));
        let hurt = read("containers=4");
        assert_eq!(hurt.request.run.red_half_hearts, 4, "full health");
        let stage = read("level=3&seed=16385");
        assert_eq!(stage.stage_seed(), Seed::game(16385).unwrap());
        assert_eq!(stage.stage_seed(), read("stage=3&run=b91199ac").stage_seed());
        assert_eq!(read("rng=pcg").stage_seed(), Seed::Pcg(0));
    }

    #[test]
    fn what_is_no_address_is_refused_with_what_is_allowed() {
        for (text, expected) in [
            ("backend=flush", "did you mean `flash`"),
            ("edition=rebirth", "no edition `rebirth`"),
            ("lavel=3", "did you mean `level`"),
            ("level=three", "`level` cannot be `three`: give a whole number from 0 to 255"),
            ("run=B911+99AB", "check does not fit"),
            ("seed=0", "seed 0 is no seed"),
            ("seed=-1", "`seed` cannot be `-1`"),
            ("curse=labirinth", "did you mean `labyrinth`"),
            ("hard=perhaps", "give true or false"),
            ("flags=4;5", "numbers with commas"),
            ("set=rebirth.secret.weight", "NAME=VALUE"),
            ("item=lucky", "no item `lucky`"),
        ] {
            let error = text.parse::<FloorAddress>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let unknown = read("set=rebirth.secret.wait%3D3").generator();
        assert!(unknown.is_err_and(|error| error.to_string().contains("rebirth.secret.weight")));
    }
}
