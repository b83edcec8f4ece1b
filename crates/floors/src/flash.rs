//! The Flash backend: the game of 2011 (rules [F1-F25](crate::rules#f1)).
//!
//! An attempt consists of growth ([F4-F6](crate::rules#f4)), the boss ([F8](crate::rules#f8),
//! [F15](crate::rules#f15)), the hidden rooms ([F9](crate::rules#f9), [F13](crate::rules#f13)) and
//! the special rooms ([F10](crate::rules#f10), [F11](crate::rules#f11)). Attempts are made until
//! one passes [F7](crate::rules#f7). Then the interiors are drawn ([F14](crate::rules#f14)).

mod added_rooms;
mod attempts;
mod board;
mod boss;
mod cell;
mod coins;
mod growth;
mod interior;
mod rules;
mod secret;
mod special;
mod spot;
mod target;

pub use interior::Pool;
pub use rules::{Curses, Edition, FlashRules, Growth, Labyrinth, Rooms, Secret, Special};

use core::{mem, slice};

use basement_model::{
    Curse, CurseChoice, Difficulty, Floor, FloorParts, Grid, Outcome, Phase, Request, RequestError,
    Room, RunState, Seed,
};

use crate::chance::Chance;
use crate::draws::{Draws, GameStream, PcgStream};
use crate::error::GenerateError;
use crate::first_draws::FirstDraws;
use crate::generator::{Description, Generator};
use crate::interior_name::InteriorName;
use crate::parameters::{Change, Parameter, Parameters};
use crate::posterior::{Posterior, PosteriorError};
use crate::trace::{Decision, Event, Listener, Trace};

use attempts::{Attempts, MOST_FLOORS};
use board::{BLANK_ROOM, CELLS, Plan};
use interior::{Interiors, PoolRoom};
use secret::MissChances;
use target::Level;

/// The backend's name.
pub(crate) const NAME: &str = "flash";

/// A number that goes up whenever the same edition, parameters, request and seed give a different
/// floor.
pub const STREAM_VERSION: u32 = 4;

/// The Flash generator, with an edition's rules or changed ones.
///
/// ```
/// use basement_floors::{Generator, Request, Seed, flash::{Edition, Flash}};
///
/// let mut rules = Edition::Article.rules();
/// rules.growth.neighbour_limit = 2; // what if rings were allowed?
/// let flash = Flash::with_rules(Edition::Article, rules)?;
/// let floor = flash.generate(&Request::level(4), Seed::Pcg(7))?;
/// assert_eq!(flash.describe().changed[0].path, "flash.growth.neighbour_limit");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flash {
    edition: Edition,
    rules: FlashRules,
    misses: MissChances,
}

impl Default for Flash {
    fn default() -> Self {
        Self::new(Edition::default())
    }
}

impl Default for FlashRules {
    fn default() -> Self {
        Edition::default().rules()
    }
}

impl Flash {
    /// The generator with an edition's rules.
    #[must_use]
    pub fn new(edition: Edition) -> Self {
        Self::from_checked(edition, edition.rules())
    }

    /// The generator with your own rules. `edition` is the edition on which they are based.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn with_rules(edition: Edition, rules: FlashRules) -> Result<Self, RequestError> {
        rules.check(NAME)?;
        Ok(Self::from_checked(edition, rules))
    }

    fn from_checked(edition: Edition, rules: FlashRules) -> Self {
        let misses = MissChances::new(&rules.secret);
        Self { edition, rules, misses }
    }

    /// The generator with some of an edition's parameters changed by name.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for a parameter that does not exist,
    /// [`RequestError::ParameterValue`] for a value out of its range,
    /// [`RequestError::RepeatedParameter`] for two changes of one parameter.
    pub fn changed(edition: Edition, changes: &[Change]) -> Result<Self, RequestError> {
        let mut rules = edition.rules();
        rules.set_all(NAME, changes)?;
        Ok(Self::from_checked(edition, rules))
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &FlashRules {
        &self.rules
    }

    /// Its parameters with names, meanings and ranges.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        self.rules.list(NAME)
    }

    /// Checks that Flash has a rule for everything in a request.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.run.check()?;
        if !self.edition.has_level(request.level) {
            return Err(RequestError::UnknownLevel {
                backend: NAME,
                edition: self.edition.name(),
                given: request.level,
                allowed: self.edition.levels(),
            });
        }
        match not_understood(request) {
            Some((what, instead)) => {
                Err(RequestError::NotUnderstood { backend: NAME, what: what.to_owned(), instead })
            }
            None => Ok(()),
        }
    }

    /// Makes the floor of a seed from the seed's stream of draws.
    fn run<T: Trace>(
        &self,
        request: &Request,
        seed: Seed,
        trace: &mut T,
    ) -> Result<Floor, GenerateError> {
        self.check(request)?;
        match seed {
            Seed::Game(state) => self.floor(request, seed, GameStream::new(state.get()), trace),
            Seed::Pcg(number) => self.floor(request, seed, PcgStream::new(number), trace),
        }
    }

    /// F7: the floor of the first accepted attempt.
    fn floor<D: Draws, T: Trace>(
        &self,
        request: &Request,
        seed: Seed,
        draws: D,
        trace: &mut T,
    ) -> Result<Floor, GenerateError> {
        let mut attempts = Attempts::new(&self.rules, &self.misses, request, seed, draws);
        if T::IS_ON {
            let Attempts { curse, target, .. } = attempts;
            let dead_ends = attempts.least_end_rooms() as u8;
            trace.note("F24", || Decision::Curse { curse });
            let rule = if self.rules.rooms.floored { "F2" } else { "F20" };
            trace.note(rule, || Decision::Wanted { rooms: target.rooms as u8, dead_ends });
            attempts.make_by_cells(trace);
        } else {
            attempts::make_all(slice::from_mut(&mut attempts));
        }
        let mut rooms = [BLANK_ROOM; CELLS];
        self.finished(request, &mut attempts, &mut rooms, trace, Floor::from_sound_parts)
    }

    /// Makes the floors of many seeds side by side.
    fn floors<D: Draws>(
        &self,
        request: &Request,
        draws: impl Iterator<Item = (Seed, D)>,
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        let (mut draws, mut rooms) = (draws.peekable(), [BLANK_ROOM; CELLS]);
        let mut floors = Vec::with_capacity(MOST_FLOORS.min(draws.size_hint().1.unwrap_or(0)));
        while draws.peek().is_some() {
            let opened = draws.by_ref().take(MOST_FLOORS);
            floors.extend(opened.map(|(seed, draws)| {
                Attempts::new(&self.rules, &self.misses, request, seed, draws)
            }));
            attempts::make_all(&mut floors);
            for attempts in &mut floors {
                let visited = self.finished(request, attempts, &mut rooms, &mut (), |parts| {
                    Floor::visit_sound_parts(parts, |floor| visit(Ok(floor)));
                });
                if let Err(error) = visited {
                    visit(Err(error));
                }
            }
            floors.clear();
        }
    }

    /// Draws the interiors for an accepted plan, and returns what `build` makes of the parts of the
    /// floor. The floor's rooms overwrite `rooms`.
    fn finished<D: Draws, T: Trace, R>(
        &self,
        request: &Request,
        attempts: &mut Attempts<'_, D>,
        rooms: &mut [Room; CELLS],
        trace: &mut T,
        build: impl FnOnce(FloorParts<'_>) -> R,
    ) -> Result<R, GenerateError> {
        let min_dead_ends = attempts.least_end_rooms() as u8;
        let Attempts { seed, curse, level, target, made, plan, draws, .. } = attempts;
        let (seed, curse, made) = (*seed, *curse, *made);
        if !attempts.is_accepted {
            return Err(GenerateError::gave_up(NAME, request, seed, made));
        }
        let mut interiors = (request.phase == Phase::Full).then(|| {
            let pools = Pool::of_level(request.level, level.is_labyrinth);
            Interiors::new(pools, draws)
        });
        let rooms = plan.finish_rooms(rooms, |kind| interiors.as_mut()?.next(kind));
        interior::note_interiors(rooms, trace);
        let draws = draws.drawn();
        trace.note("F7", || Decision::Accepted { attempts: made, draws });
        Ok(build(FloorParts {
            grid: Grid::FLASH,
            request: *request,
            seed,
            curse,
            wanted: target.rooms as u8,
            min_dead_ends,
            attempts: made,
            draws,
            rooms,
            dead_ends: &plan.all_end_rooms,
            outcome: Outcome::none(),
        }))
    }
}

/// What to do about an option for which Flash has no rule.
pub(crate) const LEAVE_OUT: &str = "leave the option out";
/// The curses that Flash has rules for.
const CURSES: &str = "give drawn, no_roll, none, labyrinth, lost or darkness";

/// Something in a request for which Flash has no rule, and what to do about it.
fn not_understood(request: &Request) -> Option<(&'static str, &'static str)> {
    let (run, default) = (&request.run, &RunState::DEFAULT);
    Some(match request.curse {
        _ if request.difficulty != Difficulty::Normal => ("hard mode", LEAVE_OUT),
        _ if request.phase == Phase::Layout => ("a layout phase", "give full or special"),
        _ if request.stage_type != 0 => ("stage types", LEAVE_OUT),
        CurseChoice::Forced(Some(Curse::Unknown)) => ("the curse unknown", CURSES),
        CurseChoice::Forced(Some(Curse::Maze)) => ("the curse maze", CURSES),
        CurseChoice::Forced(Some(Curse::Blind)) => ("the curse blind", CURSES),
        _ if run.character != default.character => ("characters", LEAVE_OUT),
        _ if run.bone_hearts != 0 => ("bone hearts", LEAVE_OUT),
        _ if run.keys != 0 => ("keys", LEAVE_OUT),
        _ if run.treasure_rooms_skipped != 0 => ("skipped treasure rooms", LEAVE_OUT),
        _ if run.planetarium_entered => ("planetariums", LEAVE_OUT),
        _ if run.victory_lap != 0 => ("victory laps", LEAVE_OUT),
        _ if run.items != default.items => ("items", LEAVE_OUT),
        _ if run.achievements.is_some() => ("achievements", "give unlocks instead"),
        _ if run.flags != default.flags => ("run flags", LEAVE_OUT),
        _ if run.bosses_met != default.bosses_met => ("bosses met", LEAVE_OUT),
        _ if run.bosses_chosen != 0 => ("bosses chosen", LEAVE_OUT),
        _ => return None,
    })
}

impl Generator for Flash {
    fn describe(&self) -> Description {
        Description::new(NAME, self.edition.name(), STREAM_VERSION)
            .with_changes(self.edition.rules().list(NAME), self.parameters())
    }

    fn interior_name(&self, interior: u16) -> Option<InteriorName<'_>> {
        let PoolRoom { pool, number } = PoolRoom::from_interior(interior)?;
        Some(InteriorName::Pool { pool: pool.name(), number })
    }

    fn grid(&self) -> Grid {
        Grid::FLASH
    }

    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.run(request, seed, &mut ())
    }

    fn first_draws(
        &self,
        request: &Request,
        seeds: &[Seed],
    ) -> Result<Option<Vec<FirstDraws>>, RequestError> {
        self.check(request)?;
        let of_seed = |seed: &Seed| match *seed {
            Seed::Game(state) => {
                attempts::first_draws(&self.rules, request, GameStream::new(state.get()))
            }
            Seed::Pcg(number) => {
                attempts::first_draws(&self.rules, request, PcgStream::new(number))
            }
        };
        Ok(Some(seeds.iter().map(of_seed).collect()))
    }

    /// Makes the floors side by side. Most attempts are rejected, and a few operations on sets of
    /// cells show which.
    fn generate_batch(
        &self,
        request: &Request,
        seeds: &[Seed],
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        if let Err(error) = self.check(request) {
            seeds.iter().for_each(|_| visit(Err(error.clone().into())));
            return;
        }
        let are_alike = |a: &Seed, b: &Seed| mem::discriminant(a) == mem::discriminant(b);
        for seeds in seeds.chunk_by(are_alike) {
            let seeds = seeds.iter().copied();
            let game = seeds.clone().filter_map(|seed| match seed {
                Seed::Game(state) => Some((seed, GameStream::new(state.get()))),
                Seed::Pcg(_) => None,
            });
            let pcg = seeds.filter_map(|seed| match seed {
                Seed::Pcg(number) => Some((seed, PcgStream::new(number))),
                Seed::Game(_) => None,
            });
            self.floors(request, game, visit);
            self.floors(request, pcg, visit);
        }
    }

    fn chances(
        &self,
        request: &Request,
        curse: Option<Curse>,
    ) -> Result<Vec<Chance>, RequestError> {
        self.check(request)?;
        let level = Level::new(&self.rules, request.level, curse);
        Ok(special::chances(&self.rules, &request.run, level))
    }

    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
        if floor.grid() != &Grid::FLASH {
            return Err(PosteriorError::OtherGrid { given: *floor.grid(), own: Grid::FLASH });
        }
        let rules = &self.rules;
        let is_labyrinth = floor.curse() == Some(Curse::Labyrinth);
        if is_labyrinth && rules.labyrinth.shared_search {
            return Err(PosteriorError::SharedSearch);
        }
        let mut plan = Plan::from_floor(floor);
        if is_labyrinth {
            // F16: only the last end rooms stay end rooms.
            plan.end_rooms.keep_last(rules.labyrinth.end_rooms as usize);
        }
        let posterior = secret::posterior(&rules.secret, &plan);
        let level = Level::new(rules, floor.request().level, floor.curse());
        if level.number > rules.secret.needed_up_to_level {
            return Ok(posterior);
        }
        // An attempt without a secret room would have been rejected (F9, F22).
        let some = 1.0 - posterior.none;
        let cells = posterior.cells.iter().map(|(cell, chance)| (*cell, chance / some));
        Ok(Posterior::new(cells.collect(), 0.0))
    }

    fn explain(
        &self,
        request: &Request,
        seed: Seed,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Floor, GenerateError> {
        self.run(request, seed, &mut Listener(listener))
    }
}
