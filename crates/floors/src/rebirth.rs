//! The Rebirth backend: the remake (rules [R1-R39](crate::rules#r1)).
//!
//! An attempt grows a layout ([R10-R17](crate::rules#r10)), then places the special rooms
//! ([W12-W43](crate::rules#w12)), including the hidden rooms, and the ordinary rooms
//! ([W50](crate::rules#w50)). Attempts are made until one has a place for every guaranteed room
//! ([W5](crate::rules#w5)). With the game's own room files, each floor of `afterbirth-plus` is
//! the game's for the same seed. With the built-in rooms its layout is, unless a room finds no place.

mod batch;
mod board;
mod boss;
mod boss_choice;
mod boss_pools;
mod candidates;
mod cells;
mod curse_room;
mod dead_ends;
mod editions;
mod end_rooms;
mod evidence;
mod growth;
mod growth_group;
mod guaranteed;
mod hidden;
mod layout;
mod making;
mod mini_boss;
mod never;
mod odds;
mod offer;
mod optional;
mod ordinary;
mod ordinary_pool;
mod outline;
mod reshape;
mod rules;
mod run_memory;
mod secret;
mod special;
mod stage;
mod stage_boss;
mod stop;
mod switches;
mod target;
mod ultra_secret;

pub use editions::Edition;
pub use growth_group::GrowthGroup;
pub use rules::{
    Boss, BossChoice, Curses, DeadEnds, Difficulties, Growth, Planetarium, RebirthRules, Rooms,
    Secret, Special, Variants,
};
pub use switches::{FLASH_SWITCHES, FlashSwitch};

use std::sync::Arc;

use basement_model::{Curse, Floor, Grid, Phase, Request, RequestError, RoomKind, Seed, Unlocks};
use basement_rooms::{Catalogue, RoomType, SPECIAL_ROOMS, Weights, stage_file};

use crate::chance::Chance;
use crate::draws::{Draws, GameStream, Order, PcgStream};
use crate::error::GenerateError;
use crate::first_draws::FirstDraws;
use crate::gaps::CatalogueGap;
use crate::generator::{Description, Generator};
use crate::never::NeverReason;
use crate::parameters::{Change, Parameter, Parameters};
use crate::posterior::{Posterior, PosteriorError};
use crate::trace::{Decision, Event, Listener, Trace};

use candidates::OutlineTables;
use hidden::Hidden;
use layout::Layout;
use making::Making;
pub(crate) use stage::is_first_of_chapter;
pub(crate) use target::LabyrinthRooms;
use target::Target;

/// The backend's name.
pub(crate) const NAME: &str = "rebirth";

/// A number that goes up whenever the same edition, parameters, request and seed give a different
/// floor.
pub const STREAM_VERSION: u32 = 3;

/// R5: how far the level stream is advanced before its first use.
const WARM_UP: u32 = 2;

/// The Rebirth generator, with an edition's rules or changed ones.
///
/// ```
/// use basement_floors::{Generator, Request, RunSeed, rebirth::Rebirth};
///
/// // The first floor of the run that the game shows as "B911 99AC".
/// let run: RunSeed = "B911 99AC".parse()?;
/// let floor = Rebirth::default().generate(&Request::level(1), run.stage_seed(1))?;
/// assert!(floor.rooms().len() > 8);
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rebirth {
    edition: Edition,
    rules: RebirthRules,
    tables: OutlineTables,
    catalogue: Arc<Catalogue>,
}

impl Default for RebirthRules {
    fn default() -> Self {
        Edition::default().rules()
    }
}

impl Default for Rebirth {
    fn default() -> Self {
        Self::new(Edition::default())
    }
}

impl Rebirth {
    /// The generator with an edition's rules.
    #[must_use]
    pub fn new(edition: Edition) -> Self {
        Self::from_checked(edition, edition.rules())
    }

    /// The generator with your own rules. `edition` is the edition on which they are based.
    ///
    /// ```
    /// use basement_floors::rebirth::{Edition, Rebirth};
    ///
    /// let mut rules = Edition::Repentance.rules();
    /// rules.secret.penalty_one_neighbour = 0;
    /// let rebirth = Rebirth::with_rules(Edition::Repentance, rules)?;
    /// assert_eq!(rebirth.rules().secret.penalty_one_neighbour, 0);
    ///
    /// // Every parameter has a range.
    /// rules.rooms.base = 1000;
    /// assert!(Rebirth::with_rules(Edition::Repentance, rules).is_err());
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value outside its range.
    pub fn with_rules(edition: Edition, rules: RebirthRules) -> Result<Self, RequestError> {
        rules.check(NAME)?;
        Ok(Self::from_checked(edition, rules))
    }

    fn from_checked(edition: Edition, rules: RebirthRules) -> Self {
        let catalogue = Arc::clone(Catalogue::embedded());
        Self { edition, rules, tables: OutlineTables::new(&rules), catalogue }
    }

    /// The generator with some of an edition's parameters changed by name.
    ///
    /// ```
    /// use basement_floors::rebirth::{Edition, Rebirth};
    /// use basement_floors::{Change, Value};
    ///
    /// let no_loops =
    ///     Change::new("rebirth.growth.loop_one_in", 0);
    /// let rebirth = Rebirth::changed(Edition::Repentance, &[no_loops])?;
    /// assert_eq!(rebirth.rules().growth.loop_one_in, 0);
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for a name that no parameter has,
    /// [`RequestError::ParameterValue`] for a value outside its range,
    /// [`RequestError::RepeatedParameter`] for two changes of one parameter.
    pub fn changed(edition: Edition, changes: &[Change]) -> Result<Self, RequestError> {
        let mut rules = edition.rules();
        rules.set_all(NAME, changes)?;
        Ok(Self::from_checked(edition, rules))
    }

    /// [L1](crate::rules#l1): the generator with your own rooms instead of the embedded ones.
    ///
    /// ```
    /// use basement_floors::rebirth::Rebirth;
    /// use basement_floors::rooms::Catalogue;
    /// use basement_floors::{Generator, Request, Seed};
    /// use std::sync::Arc;
    ///
    /// // A catalogue without rooms has nothing to make a floor of.
    /// let rebirth = Rebirth::default().with_catalogue(Arc::new(Catalogue::new(Vec::new())?));
    /// let error = rebirth.generate(&Request::level(1), Seed::Pcg(1)).unwrap_err();
    /// assert!(error.to_string().contains("normal rooms"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_catalogue(self, catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue, ..self }
    }

    /// The rules of this generator.
    #[must_use]
    pub const fn rules(&self) -> &RebirthRules {
        &self.rules
    }

    /// The parameters of this generator, with names, meanings and ranges.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        self.rules.list(NAME)
    }

    /// Checks that Rebirth and the catalogue have everything that a request asks for.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.run.check()?;
        stage::check(self.edition, request.level, request.stage_type)?;
        if let Some(file) = stage_file(request.level, request.stage_type)
            && !self.catalogue.has_rooms(file.number, RoomType::Normal)
        {
            return Err(RequestError::NoRooms {
                what: "normal rooms (type 1)",
                rule: "W50",
                stage: request.level,
                file: file.number,
                name: file.name,
            });
        }
        if request.phase != Phase::Layout
            && !self.catalogue.has_rooms(SPECIAL_ROOMS, RoomType::Boss)
        {
            return Err(RequestError::NoRooms {
                what: "boss rooms (type 5)",
                rule: "W14",
                stage: request.level,
                file: SPECIAL_ROOMS,
                name: "special rooms",
            });
        }
        if matches!(request.unlocks, Unlocks::Few | Unlocks::Many) {
            return Err(RequestError::NotUnderstood {
                backend: NAME,
                what: format!("the unlocks `{}`", request.unlocks),
                instead: "give fresh or all",
            });
        }
        Ok(())
    }

    /// W70: the stage file whose pool the bosses come from, in the editions that have pools.
    fn boss_pool_file(&self, request: &Request) -> Option<u8> {
        let file = stage_file(request.level, request.stage_type)?;
        (self.rules.boss_choice.from_pools && request.phase != Phase::Layout).then_some(file.number)
    }

    /// R5-R7: what the first draws decide, and the side stream after them.
    #[inline]
    fn target<D: Draws>(&self, request: &Request, level: &mut D) -> (Target, D) {
        for _ in 0..WARM_UP {
            level.draw();
        }
        let mut side = level.side_stream();
        (target::target(&self.rules, request, level, &mut side), side)
    }

    /// Makes the floor of a request that passed [`check`](Self::check), and passes it to `visit`
    /// where it was built, because it is too large to copy without need. `boss_order` is the order
    /// of the stage's pool of bosses (W70), or empty if it is yet to be made.
    fn visit_floor<T: Trace, R>(
        &self,
        request: &Request,
        seed: Seed,
        boss_order: Order,
        trace: &mut T,
        visit: impl FnOnce(&Floor) -> R,
    ) -> Result<R, GenerateError> {
        match seed {
            Seed::Game(state) => {
                let level = GameStream::new(state.get());
                self.visit_floor_by(request, seed, boss_order, level, trace, visit)
            }
            Seed::Pcg(number) => {
                let level = PcgStream::new(number);
                self.visit_floor_by(request, seed, boss_order, level, trace, visit)
            }
        }
    }

    /// R17, R37, W1, W4, W5, W51: makes attempts at the same target until one passes. Streams,
    /// weights and the run's memory carry over between attempts.
    fn visit_floor_by<D: Draws, T: Trace, R>(
        &self,
        request: &Request,
        seed: Seed,
        boss_order: Order,
        mut level: D,
        trace: &mut T,
        visit: impl FnOnce(&Floor) -> R,
    ) -> Result<R, GenerateError> {
        let rules = &self.rules;
        let (target, side) = self.target(request, &mut level);
        trace.note("R5", || Decision::Curse { curse: target.curse });
        trace.note("R6", || Decision::Wanted {
            rooms: target.rooms as u8,
            dead_ends: target.dead_ends as u8,
        });
        let mut stream = level.seeded_stream();
        let mut weights = Weights::new(&self.catalogue);
        let ordinary_rooms = self.ordinary_rooms(request, target.curse);
        let shapes = self.shapes(&ordinary_rooms);
        let mut run = self.run(request, seed, boss_order);
        let mut making = Making {
            rebirth: self,
            request,
            seed,
            target,
            level: &mut level,
            weights: &mut weights,
            ordinary_rooms,
            run: &mut run,
            failed_placings: Vec::new(),
        };
        for attempt in 1..=rules.dead_ends.attempts {
            trace.note("R17", || Decision::Attempt { number: attempt });
            let mut layout =
                Layout::empty(rules, &self.tables, shapes, request.level, target.curse);
            layout.put_start(request.level);
            let placed = layout.grow(&target, &mut stream, trace).and_then(|dead_ends| {
                let bosses = making.place(&mut layout, &dead_ends, &mut stream, trace)?;
                Ok((dead_ends, bosses))
            });
            match placed {
                Err(stop) => making.failed(attempt, stop, trace)?,
                Ok((dead_ends, bosses)) => {
                    let draws = side.drawn() + stream.drawn();
                    return Ok(
                        making.finish(attempt, draws, &layout, &dead_ends, bosses, trace, visit)
                    );
                }
            }
        }
        Err(GenerateError::gave_up(NAME, request, seed, rules.dead_ends.attempts))
    }
}

impl Generator for Rebirth {
    fn describe(&self) -> Description {
        Description::new(NAME, self.edition.name(), STREAM_VERSION)
            .with_changes(self.edition.rules().list(NAME), self.parameters())
            .with_catalogue(&self.catalogue)
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        Some(&self.catalogue)
    }

    fn rooms_that_never_appear(
        &self,
        request: &Request,
    ) -> Result<Vec<Option<NeverReason>>, RequestError> {
        self.check(request)?;
        let rules = never::QueriedRooms::new(&self.rules, &self.catalogue, request);
        Ok(rules.never(&self.tables, &self.catalogue))
    }

    fn catalogue_gaps(&self, request: &Request) -> Result<Vec<CatalogueGap>, RequestError> {
        self.check(request)?;
        let asked = never::QueriedRooms::new(&self.rules, &self.catalogue, request);
        Ok(asked.gaps(&self.catalogue))
    }

    fn grid(&self) -> Grid {
        Grid::REBIRTH
    }

    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.check(request)?;
        self.visit_floor(request, seed, Order::new(), &mut (), Floor::clone)
    }

    fn generate_batch(
        &self,
        request: &Request,
        seeds: &[Seed],
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        self.visit_batch(request, seeds, visit);
    }

    fn first_draws(
        &self,
        request: &Request,
        seeds: &[Seed],
    ) -> Result<Option<Vec<FirstDraws>>, RequestError> {
        self.check(request)?;
        let of_seed = |seed: &Seed| {
            let target = match *seed {
                Seed::Game(state) => self.target(request, &mut GameStream::new(state.get())).0,
                Seed::Pcg(number) => self.target(request, &mut PcgStream::new(number)).0,
            };
            FirstDraws {
                curse: target.curse,
                wanted: target.rooms as u8,
                min_dead_ends: target.dead_ends as u8,
            }
        };
        Ok(Some(seeds.iter().map(of_seed).collect()))
    }

    fn chances(&self, request: &Request, _: Option<Curse>) -> Result<Vec<Chance>, RequestError> {
        self.check(request)?;
        Ok(odds::chances(&self.rules, request))
    }

    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
        if floor.grid() != &Grid::REBIRTH {
            return Err(PosteriorError::OtherGrid { given: *floor.grid(), own: Grid::REBIRTH });
        }
        if floor.request().phase == Phase::Layout {
            return Err(PosteriorError::LayoutOnly);
        }
        if floor.first_of(RoomKind::Grave).is_some() {
            return Err(PosteriorError::Grave);
        }
        if self.rules.secret.staged_search {
            return Err(PosteriorError::FlashRules);
        }
        let layout = Layout::from_floor(&self.rules, &self.tables, floor);
        let placed = secret::placed_before(&layout, floor);
        let blocked = boss::blocked_by(&self.rules.boss, &layout, &placed);
        Ok(secret::posterior(&self.rules.secret, &layout, &placed, &blocked, floor.request().level))
    }

    fn posterior_by_doors(
        &self,
        floor: &Floor,
        kind: RoomKind,
    ) -> Result<Posterior, PosteriorError> {
        if !kind.is_hidden() {
            return Err(PosteriorError::NotHidden { given: kind });
        }
        if floor.grid() != &Grid::REBIRTH {
            return Err(PosteriorError::OtherGrid { given: *floor.grid(), own: Grid::REBIRTH });
        }
        if floor.request().phase != Phase::Full {
            return Err(PosteriorError::WithoutRooms);
        }
        if floor.first_of(RoomKind::Grave).is_some() {
            return Err(PosteriorError::Grave);
        }
        if self.rules.secret.staged_search || self.rules.special.random_end_rooms {
            return Err(PosteriorError::FlashRules);
        }
        let run = &floor.request().run;
        if secret::further_rooms(&self.rules.secret, run.items) > 0
            || guaranteed::has_second_super_secret(&self.rules.boss, run.items)
        {
            return Err(PosteriorError::SeveralHidden);
        }
        if self.rules.secret.ultra && mini_boss::has_no_sin_left(run.flags) {
            return Err(PosteriorError::NoSinLeft);
        }
        let Self { rules, tables, catalogue, .. } = self;
        Ok(Hidden { rules, tables, catalogue, floor }.posterior(kind))
    }

    fn explain(
        &self,
        request: &Request,
        seed: Seed,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Floor, GenerateError> {
        self.check(request)?;
        self.visit_floor(request, seed, Order::new(), &mut Listener(listener), Floor::clone)
    }
}
