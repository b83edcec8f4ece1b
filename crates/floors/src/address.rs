//! The address of a floor as a query string, such as `backend=rebirth&level=3&run=B911+99AC`.

use core::fmt;
use core::str::FromStr;
use std::fmt::Display;

use basement_model::{Request, RequestError, RngKind, RunSeed, Seed};
use form_urlencoded::Serializer;

use crate::backend::Backend;
use crate::generator::{Description, Generator};
use crate::options::{REQUEST_OPTIONS, number, refused, request_options, set_option};
use crate::parameters::Change;

/// The address of a floor: its generator, its request and its seed. Floors with the same address
/// are the same.
///
/// Its text is a query string, which a page can append to its own address. Its names are those of
/// the options of the command `basement-lab floor`, except `run` for `--run-seed`. Backend, edition,
/// level and seed are always there, and other options only if they are not the default.
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
    /// The changed parameters.
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

impl AddressSeed {
    /// The seed of the floor on a level.
    #[must_use]
    pub fn stage_seed(self, level: u8) -> Seed {
        match self {
            Self::Run(run) => run.stage_seed(level),
            Self::Floor(seed) => seed,
        }
    }
}

impl FloorAddress {
    /// The address of a backend's default floor: the game's first run for Rebirth, PCG's seed 0 for
    /// Flash.
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

    /// The address of a floor of a generator that one of the backends describes. `None` if the
    /// generator has a catalogue of the user's, which no address describes.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] if there is no such backend.
    pub fn of(
        generator: &Description,
        request: &Request,
        seed: AddressSeed,
    ) -> Result<Option<Self>, RequestError> {
        let Description { backend, edition, changed, catalogue, .. } = generator.clone();
        let backend = backend.parse()?;
        let address = Self { backend, edition, changes: changed, request: *request, seed };
        Ok(Some(address).filter(|_| catalogue.is_none()))
    }

    /// The address that pairs of names and values describe.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for a name or a word that does not exist,
    /// [`RequestError::ParameterValue`] for a value out of its range,
    /// [`RequestError::UnknownAchievement`], and the errors of seeds.
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
    /// The errors of [`Backend::generator`].
    pub fn generator(&self) -> Result<Box<dyn Generator>, RequestError> {
        self.backend.generator(&*self.edition, &self.changes)
    }

    /// The seed of the floor.
    #[must_use]
    pub fn stage_seed(&self) -> Seed {
        self.seed.stage_seed(self.request.level)
    }

    /// The pairs of names and values that describe it.
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

/// The command-line options that make a generator's floors for a request. Defaults are left out,
/// except the backend, the edition and the level.
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
    // The files are the user's own, so the identity of their catalogue is given instead.
    let rooms = generator.catalogue.as_ref();
    options.extend(rooms.map(|catalogue| format!("--rooms \"{catalogue}\"")));
    options.extend(request_options(request).into_iter().map(|(name, value)| match &*value {
        "" => format!("--{name}"),
        value => format!("--{name} {value}"),
    }));
    options
}

/// Sets the part of a request that an option names.
fn set(request: &mut Request, name: &str, value: &str) -> Result<(), RequestError> {
    let known = if name == "stage" { "level" } else { name };
    set_option(request, known, value).unwrap_or_else(|| {
        let others = ["backend", "edition", "set", "run", "seed", "rng", "stage"];
        let names = REQUEST_OPTIONS.iter().map(|option| option.name).chain(others);
        Err(RequestError::unknown_name("option", name, names))
    })
}

/// A change of a parameter, read from NAME=VALUE.
fn change(text: &str) -> Result<Change, RequestError> {
    let refused = || refused("set", text, "NAME=VALUE, such as rebirth.secret.weight=3");
    let (path, value) = text.split_once('=').ok_or_else(refused)?;
    let value = value.trim().parse::<crate::Value>().map_err(|_| refused())?;
    Ok(Change::new(path.trim(), value))
}
