//! The Flash backend: the game of 2011 (rules F1-F25).
//!
//! One attempt is growth (F4-F6), the boss (F8, F15), the hidden rooms (F9, F13)
//! and the special rooms (F10, F11); attempts go on until one passes F7.

mod board;
mod chances;
mod growth;
mod interior;
mod rules;
mod secret;
mod special;
mod target;

pub use interior::{BASEMENT_ROOMS, Pool, interior_pools};
pub use rules::{
    ARTICLE, Curses, Edition, Growth, Labyrinth, Rooms, Rules, Secret, Special, WRATH_OF_THE_LAMB,
};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::chance::Chance;
use crate::draws::{Counted, Draws, Seed, StreamRng};
use crate::error::{GenerateError, RequestError};
use crate::floor::{Floor, FloorParts, RoomIndices};
use crate::generator::{Change, Description, Generator};
use crate::grid::Grid;
use crate::journal::{Decision, Event, Journal, Telling};
use crate::parameters::{Parameter, Parameters};
use crate::posterior::{Posterior, PosteriorError};
use crate::request::{Curse, CurseChoice, Difficulty, Phase, Request, RunState};
use crate::room::RoomKind;

use board::{CellNumber, Plan};
use target::{Level, Target};

/// The backend's name.
pub(crate) const NAME: &str = "flash";

/// Counts up whenever the same (edition, parameters, request, seed) gives
/// another floor.
pub const STREAM_VERSION: u32 = 1;

/// The Flash generator: an edition's rules, or changed ones.
///
/// ```
/// use basement_floors::{Generator, Request, Seed, flash::{Edition, Flash}};
///
/// let mut rules = Edition::Article.rules();
/// rules.growth.neighbour_limit = 2; // what if loops were allowed?
/// let flash = Flash::with_rules(Edition::Article, rules);
/// let floor = flash.generate(&Request::level(4), Seed::Pcg(7))?;
/// assert_eq!(flash.describe().changed[0].path, "flash.growth.neighbour_limit");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flash {
    edition: Edition,
    rules: Rules,
}

impl Default for Rules {
    fn default() -> Self {
        Edition::default().rules()
    }
}

impl Flash {
    /// The generator with an edition's rules.
    #[must_use]
    pub const fn new(edition: Edition) -> Self {
        Self { edition, rules: edition.rules() }
    }

    /// The generator with rules of your own; `edition` says what they started
    /// from.
    #[must_use]
    pub const fn with_rules(edition: Edition, rules: Rules) -> Self {
        Self { edition, rules }
    }

    /// The generator with some of an edition's parameters changed by name.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] or [`RequestError::ParameterValue`].
    pub fn changed(edition: Edition, changes: &[Change]) -> Result<Self, RequestError> {
        let mut rules = edition.rules();
        for change in changes {
            rules.set(NAME, &change.path, change.value)?;
        }
        Ok(Self { edition, rules })
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Its parameters with names, meanings and ranges.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        self.rules.list(NAME)
    }

    /// Refuses what Flash has no rule for.
    fn check(&self, request: &Request) -> Result<(), RequestError> {
        request.check()?;
        if !self.edition.has_level(request.level) {
            return Err(RequestError::UnknownLevel {
                backend: NAME,
                edition: self.edition.name(),
                given: request.level,
                allowed: self.edition.levels(),
            });
        }
        let (run, default) = (&request.run, &RunState::DEFAULT);
        let foreign_curse = match request.curse {
            CurseChoice::Forced(Some(curse)) => {
                matches!(curse, Curse::Unknown | Curse::Maze | Curse::Blind)
            }
            _ => false,
        };
        let not_understood = [
            (request.difficulty != Difficulty::Normal, "hard mode", "normal"),
            (request.phase != Phase::Full, "a phase", "full"),
            (request.stage_type != 0, "stage types", "0"),
            (foreign_curse, "this curse", "labyrinth, lost, darkness or none"),
            (run.character != default.character, "characters", "isaac"),
            (run.bone_hearts != 0, "bone hearts", "0"),
            (run.keys != 0, "keys", "0"),
            (run.treasure_rooms_skipped != 0, "skipped treasure rooms", "0"),
            (run.planetarium_entered, "planetariums", "false"),
            (run.victory_lap != 0, "victory laps", "0"),
            (run.items != default.items, "items", "none"),
        ];
        match not_understood.into_iter().find(|(given, ..)| *given) {
            Some((_, what, default)) => {
                Err(RequestError::NotUnderstood { backend: NAME, what: what.to_owned(), default })
            }
            None => Ok(()),
        }
    }

    fn run<J: Journal>(
        &self,
        request: &Request,
        seed: Seed,
        journal: &mut J,
    ) -> Result<Floor, GenerateError> {
        self.check(request)?;
        match seed {
            Seed::Game(state) => {
                let draws = Counted::new(StreamRng::from_draw(state.get()));
                self.floor(request, seed, draws, journal)
            }
            Seed::Pcg(number) => {
                let draws = Counted::new(Pcg64Mcg::seed_from_u64(number));
                self.floor(request, seed, draws, journal)
            }
        }
    }

    /// F7: attempts with the same wanted number until one passes.
    fn floor<D: Draws, J: Journal>(
        &self,
        request: &Request,
        seed: Seed,
        mut draws: D,
        journal: &mut J,
    ) -> Result<Floor, GenerateError> {
        let rules = &self.rules;
        let curse = target::curse(rules, request, &mut draws);
        let level = Level::of(rules, request.level, curse);
        let target = target::target(rules, level.number, curse, &mut draws);
        let min_dead_ends =
            1 + u32::from(rules.special.super_secret) + special::end_rooms_needed(rules, level);
        journal.note("F24", || Decision::Curse { curse });
        journal.note("F2", || Decision::Wanted {
            rooms: target.rooms as u8,
            dead_ends: min_dead_ends as u8,
        });
        let order = Order { rules, run: &request.run, level, target };
        for attempt in 1..=rules.growth.attempts {
            journal.note("F7", || Decision::Attempt { number: attempt });
            match order.attempt(&mut draws, journal) {
                Err(reason) => journal.note("F7", || Decision::Rejected { reason }),
                Ok((plan, end_rooms)) => {
                    let draws = draws.drawn();
                    journal.note("F7", || Decision::Accepted { attempts: attempt, draws });
                    return Ok(Floor::from_sound_parts(FloorParts {
                        grid: Grid::FLASH,
                        request: *request,
                        seed,
                        curse,
                        wanted: target.rooms as u8,
                        min_dead_ends: min_dead_ends as u8,
                        attempts: attempt,
                        draws,
                        rooms: plan.order.iter().map(|cell| plan.room(*cell)).collect(),
                        dead_ends: end_rooms,
                    }));
                }
            }
        }
        Err(GenerateError::GaveUp {
            backend: NAME,
            request: Box::new(*request),
            seed,
            attempts: rules.growth.attempts,
        })
    }
}

/// What one floor's attempts have in common.
struct Order<'a> {
    rules: &'a Rules,
    run: &'a RunState,
    level: Level,
    target: Target,
}

impl Order<'_> {
    /// F4-F17: one attempt. The plan and F5's end rooms, or why it is thrown away.
    fn attempt<D: Draws, J: Journal>(
        &self,
        draws: &mut D,
        journal: &mut J,
    ) -> Result<(Plan, RoomIndices), &'static str> {
        let Self { rules, target, level, .. } = *self;
        let is_labyrinth = level.is_labyrinth;
        let labyrinth = &rules.labyrinth;
        // The start room, where it does not count among the wanted ones.
        let uncounted = u32::from(!rules.rooms.start_counts);
        let mut plan = Plan::new();

        let aim_below = if is_labyrinth { labyrinth.aim_below } else { 0 };
        let aim = (target.rooms + uncounted).saturating_sub(aim_below + 1);
        let restart = target.exact > f64::from(rules.growth.restart_above);
        growth::grow(&rules.growth, aim, restart, &mut plan, draws, journal);
        let counted = plan.rooms() - uncounted;
        if is_labyrinth {
            if f64::from(2 * counted) <= target.exact {
                return Err("half the rooms or fewer stand");
            }
        } else if counted != target.rooms {
            return Err("the number of rooms is wrong");
        }

        let found = plan.end_rooms.clone();
        journal.note("F5", || Decision::DeadEnds { rooms: indices(&plan, &found).to_vec() });
        let boss = plan.end_rooms.pop().ok_or("there is no end room")?;
        if growth::touches_start(boss) {
            return Err("the boss room touches the start room");
        }
        plan.reserve(boss, RoomKind::Boss);
        special::note(journal, "F8", RoomKind::Boss, &plan, boss);
        let mut uncounted = uncounted;
        if is_labyrinth {
            let outer = special::outer_boss(labyrinth, &plan, boss)
                .ok_or("the second boss room has no place")?;
            plan.place_beside(outer, RoomKind::Boss);
            plan.reserve(outer, RoomKind::Boss);
            special::note(journal, "F15", RoomKind::Boss, &plan, outer);
            uncounted += 1;
        }
        if rules.special.super_secret && !special::place_super_secret(&mut plan, draws, journal) {
            return Err("the super secret room has no end room");
        }
        if is_labyrinth {
            // F16
            let unused = plan.end_rooms.len().saturating_sub(labyrinth.end_rooms as usize);
            plan.end_rooms.drain(..unused);
        }
        if (plan.end_rooms.len() as u32) < special::end_rooms_needed(rules, level) {
            return Err("too few end rooms");
        }

        let extra_until = target.rooms + labyrinth.extra_above + uncounted;
        if is_labyrinth && !labyrinth.shared_search {
            secret::place_extras(rules, extra_until, &mut plan, draws, journal);
        }
        let extra_until = if is_labyrinth && labyrinth.shared_search { extra_until } else { 0 };
        let has_secret = secret::place_secret(rules, extra_until, &mut plan, draws, journal);
        if !has_secret && level.number <= rules.secret.needed_up_to_level {
            return Err("the secret room has no place");
        }
        if plan.rooms() - uncounted - u32::from(has_secret) < target.rooms {
            return Err("too few rooms");
        }
        special::place_special(rules, self.run, level, &mut plan, draws, journal);
        let end_rooms = indices(&plan, &found);
        Ok((plan, end_rooms))
    }
}

/// The places of cells in the order of placement.
fn indices(plan: &Plan, cells: &[CellNumber]) -> RoomIndices {
    let mut index = [0; board::BITS];
    for (place, cell) in plan.order.iter().enumerate() {
        index[usize::from(*cell)] = place as u8;
    }
    cells.iter().map(|cell| index[usize::from(*cell)]).collect()
}

impl Generator for Flash {
    fn describe(&self) -> Description {
        Description::new(
            NAME,
            self.edition.name(),
            self.edition.rules().list(NAME),
            self.parameters(),
            STREAM_VERSION,
        )
    }

    fn grid(&self) -> Grid {
        Grid::FLASH
    }

    fn generate(&self, request: &Request, seed: Seed) -> Result<Floor, GenerateError> {
        self.run(request, seed, &mut ())
    }

    fn chances(
        &self,
        request: &Request,
        curse: Option<Curse>,
    ) -> Result<Vec<Chance>, RequestError> {
        self.check(request)?;
        let level = Level::of(&self.rules, request.level, curse);
        Ok(chances::chances(&self.rules, &request.run, level))
    }

    fn secret_posterior(&self, floor: &Floor) -> Result<Posterior, PosteriorError> {
        if floor.grid() != &Grid::FLASH {
            return Err(PosteriorError::OtherGrid);
        }
        let rules = &self.rules;
        let is_labyrinth = floor.curse() == Some(Curse::Labyrinth);
        if is_labyrinth && rules.labyrinth.shared_search {
            return Err(PosteriorError::SharedSearch);
        }
        let mut plan = Plan::of(floor);
        if is_labyrinth {
            // F16: only the last end rooms stay end rooms.
            let unused = plan.end_rooms.len().saturating_sub(rules.labyrinth.end_rooms as usize);
            plan.end_rooms.drain(..unused);
        }
        let posterior = secret::posterior(&rules.secret, &plan);
        let level = Level::of(rules, floor.request().level, floor.curse());
        if level.number > rules.secret.needed_up_to_level {
            return Ok(posterior);
        }
        // A floor without a secret room would have been thrown away (F9, F22).
        let found = 1.0 - posterior.none;
        let cells = posterior.cells.iter().map(|(cell, chance)| (*cell, chance / found));
        Ok(Posterior { cells: cells.collect(), none: 0.0 })
    }

    fn explain(
        &self,
        request: &Request,
        seed: Seed,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Floor, GenerateError> {
        self.run(request, seed, &mut Telling(listener))
    }
}
