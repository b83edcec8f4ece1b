//! The Flash backend: the game of 2011 (rules [F1-F25](crate::rules#f1)).
//!
//! An attempt is growth ([F4-F6](crate::rules#f4)), the boss ([F8](crate::rules#f8),
//! [F15](crate::rules#f15)), the hidden rooms ([F9](crate::rules#f9), [F13](crate::rules#f13)) and
//! the special rooms ([F10](crate::rules#f10), [F11](crate::rules#f11)). Attempts go on until one
//! passes [F7](crate::rules#f7). Then the interiors are drawn ([F14](crate::rules#f14)).

mod board;
mod coins;
mod growth;
mod interior;
mod layers;
mod rules;
mod secret;
mod special;
mod spot;
mod target;

pub use interior::{BASEMENT_ROOMS, Pool, PoolRoom};
pub use rules::{
    ARTICLE, Curses, Edition, Growth, Labyrinth, Rooms, Rules, Secret, Special, WRATH_OF_THE_LAMB,
};

use basement_model::{
    Curse, CurseChoice, Difficulty, Floor, FloorParts, Grid, Outcome, Phase, Request, RequestError,
    RoomKind, RunState, Seed,
};

use crate::chance::Chance;
use crate::draws::{Draws, GameStream, PcgStream};
use crate::error::GenerateError;
use crate::generator::{Change, Description, Generator};
use crate::interior_name::InteriorName;
use crate::parameters::{Parameter, Parameters};
use crate::posterior::{Posterior, PosteriorError};
use crate::trace::{Decision, Event, Listener, Trace};

use board::Plan;
use growth::Task;
use interior::Interiors;
use secret::MissChances;
use target::{Level, Target};

/// The backend's name.
pub(crate) const NAME: &str = "flash";

/// A number that counts up whenever the same edition, parameters, request and seed give
/// another floor.
pub const STREAM_VERSION: u32 = 3;

/// The Flash generator, with an edition's rules or changed ones.
///
/// ```
/// use basement_floors::{Generator, Request, Seed, flash::{Edition, Flash}};
///
/// let mut rules = Edition::Article.rules();
/// rules.growth.neighbour_limit = 2; // what if loops were allowed?
/// let flash = Flash::with_rules(Edition::Article, rules)?;
/// let floor = flash.generate(&Request::level(4), Seed::Pcg(7))?;
/// assert_eq!(flash.describe().changed[0].path, "flash.growth.neighbour_limit");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flash {
    edition: Edition,
    rules: Rules,
    misses: MissChances,
}

impl Default for Flash {
    fn default() -> Self {
        Self::new(Edition::default())
    }
}

impl Default for Rules {
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

    /// The generator with rules of your own. `edition` is the one that they started from.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn with_rules(edition: Edition, rules: Rules) -> Result<Self, RequestError> {
        rules.check(NAME)?;
        Ok(Self::from_checked(edition, rules))
    }

    fn from_checked(edition: Edition, rules: Rules) -> Self {
        let misses = MissChances::new(&rules.secret);
        Self { edition, rules, misses }
    }

    /// The generator with some of an edition's parameters changed by name.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] for a parameter that does not exist,
    /// [`RequestError::ParameterValue`] for a value out of its range.
    pub fn changed(edition: Edition, changes: &[Change]) -> Result<Self, RequestError> {
        let mut rules = edition.rules();
        for change in changes {
            rules.set(NAME, &change.path, change.value)?;
        }
        Ok(Self::from_checked(edition, rules))
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

    /// Checks that Flash has a rule for everything in a request.
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
        match not_understood(request) {
            Some((what, default)) => {
                Err(RequestError::NotUnderstood { backend: NAME, what: what.to_owned(), default })
            }
            None => Ok(()),
        }
    }

    fn run<T: Trace>(
        &self,
        request: &Request,
        seed: Seed,
        trace: &mut T,
    ) -> Result<Floor, GenerateError> {
        self.check(request)?;
        match seed {
            Seed::Game(state) => {
                let draws = GameStream::new(state.get());
                self.floor(request, seed, draws, trace)
            }
            Seed::Pcg(number) => {
                let draws = PcgStream::new(number);
                self.floor(request, seed, draws, trace)
            }
        }
    }

    /// F7: attempts with the same wanted number until one passes.
    fn floor<D: Draws, T: Trace>(
        &self,
        request: &Request,
        seed: Seed,
        mut draws: D,
        trace: &mut T,
    ) -> Result<Floor, GenerateError> {
        let rules = &self.rules;
        let curse = target::curse(rules, request, &mut draws);
        let level = Level::new(rules, request.level, curse);
        let target = target::target(rules, level.number, curse, &mut draws);
        let min_dead_ends =
            1 + u32::from(rules.special.super_secret) + special::end_rooms_needed(rules, level);
        trace.note("F24", || Decision::Curse { curse });
        trace.note("F2", || Decision::Wanted {
            rooms: target.rooms as u8,
            dead_ends: min_dead_ends as u8,
        });
        let attempts = Attempts { rules, misses: &self.misses, run: &request.run, level, target };
        let mut plan = Plan::new();
        for attempt in 1..=rules.growth.attempts {
            trace.note("F7", || Decision::Attempt { number: attempt });
            match attempts.attempt(&mut plan, &mut draws, trace) {
                Err(reason) => {
                    trace.note("F7", || Decision::Rejected { reason });
                    plan.clear();
                }
                Ok(()) => {
                    let mut interiors = (request.phase == Phase::Full).then(|| {
                        let pools = Pool::of_level(request.level, level.is_labyrinth);
                        Interiors::new(pools, &mut draws)
                    });
                    let rooms = plan.finished_rooms(|kind| interiors.as_mut()?.next(kind));
                    interior::note_interiors(&rooms, trace);
                    let draws = draws.drawn();
                    trace.note("F7", || Decision::Accepted { attempts: attempt, draws });
                    return Ok(Floor::from_sound_parts(FloorParts {
                        grid: Grid::FLASH,
                        request: *request,
                        seed,
                        curse,
                        wanted: target.rooms as u8,
                        min_dead_ends: min_dead_ends as u8,
                        attempts: attempt,
                        draws,
                        rooms: &rooms,
                        dead_ends: &plan.all_end_rooms,
                        outcome: Outcome::none(),
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

/// Something in a request that Flash has no rule for, and the value that it must have.
fn not_understood(request: &Request) -> Option<(&'static str, &'static str)> {
    let (run, default) = (&request.run, &RunState::DEFAULT);
    Some(match request.curse {
        _ if request.difficulty != Difficulty::Normal => ("hard mode", "normal"),
        _ if request.phase == Phase::Layout => ("a layout phase", "full"),
        _ if request.stage_type != 0 => ("stage types", "0"),
        CurseChoice::Forced(Some(Curse::Unknown | Curse::Maze | Curse::Blind)) => {
            ("this curse", "labyrinth, lost, darkness or none")
        }
        _ if run.character != default.character => ("characters", "isaac"),
        _ if run.bone_hearts != 0 => ("bone hearts", "0"),
        _ if run.keys != 0 => ("keys", "0"),
        _ if run.treasure_rooms_skipped != 0 => ("skipped treasure rooms", "0"),
        _ if run.planetarium_entered => ("planetariums", "false"),
        _ if run.victory_lap != 0 => ("victory laps", "0"),
        _ if run.items != default.items => ("items", "none"),
        _ if run.achievements.is_some() => ("achievements", "none: give unlocks instead"),
        _ if run.flags != default.flags => ("run flags", "none"),
        _ if run.bosses_met != default.bosses_met => ("bosses met", "none"),
        _ if run.bosses_chosen != 0 => ("bosses chosen", "0"),
        _ => return None,
    })
}

/// What all attempts at one floor have in common.
struct Attempts<'a> {
    rules: &'a Rules,
    misses: &'a MissChances,
    run: &'a RunState,
    level: Level,
    target: Target,
}

impl Attempts<'_> {
    /// F4-F17: one attempt, from the start room alone. An error is the reason why it is
    /// rejected.
    fn attempt<D: Draws, T: Trace>(
        &self,
        plan: &mut Plan,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<(), &'static str> {
        let Self { rules, target, level, .. } = *self;
        let is_labyrinth = level.is_labyrinth;
        let labyrinth = &rules.labyrinth;
        self.grow(plan, draws, trace)?;
        trace.note("F5", || Decision::DeadEnds { rooms: plan.all_end_rooms.to_vec() });
        let boss = plan.end_rooms.pop().ok_or("there is no end room")?;
        if growth::touches_start(plan.cell(boss)) {
            return Err("the boss room touches the start room");
        }
        plan.reserve(boss, RoomKind::Boss);
        special::note(trace, "F8", RoomKind::Boss, boss);
        let mut uncounted = self.uncounted();
        if is_labyrinth {
            let outer = special::outer_boss(labyrinth, plan, plan.cell(boss))
                .ok_or("the second boss room has no place")?;
            let outer = plan.add_beside(outer, RoomKind::Boss);
            plan.reserve(outer, RoomKind::Boss);
            special::note(trace, "F15", RoomKind::Boss, outer);
            uncounted += 1;
        }
        if rules.special.super_secret && !special::place_super_secret(plan, draws, trace) {
            return Err("the super secret room has no end room");
        }
        if is_labyrinth {
            // F16
            plan.end_rooms.keep_last(labyrinth.end_rooms as usize);
        }
        if (plan.end_rooms.len() as u32) < special::end_rooms_needed(rules, level) {
            return Err("too few end rooms");
        }

        let extra_until = target.rooms + labyrinth.extra_above + uncounted;
        let has_secret = if is_labyrinth && labyrinth.shared_search {
            secret::place_secret_and_extras(rules, extra_until, plan, draws, trace)
        } else {
            if is_labyrinth {
                secret::place_extras(rules, extra_until, plan, draws, trace);
            }
            secret::place_secret(&rules.secret, self.misses, plan, draws, trace)
        };
        if !has_secret && level.number <= rules.secret.needed_up_to_level {
            return Err("the secret room has no place");
        }
        if plan.rooms() - uncounted - u32::from(has_secret) < target.rooms {
            return Err("too few rooms");
        }
        special::place_special(rules, self.run, level, plan, draws, trace);
        Ok(())
    }

    /// F4-F7, F17: growth. An error says that the plan has too few rooms.
    fn grow<D: Draws, T: Trace>(
        &self,
        plan: &mut Plan,
        draws: &mut D,
        trace: &mut T,
    ) -> Result<(), &'static str> {
        let Self { rules, target, level, .. } = *self;
        let aim_below = if level.is_labyrinth { rules.labyrinth.aim_below } else { 0 };
        let aim = (target.rooms + self.uncounted()).saturating_sub(aim_below + 1);
        let (least, reason) = if level.is_labyrinth {
            ((target.number / 2.0) as u32 + 1, "half the rooms or fewer stand")
        } else {
            (target.rooms, "the number of rooms is wrong")
        };
        let task = Task {
            rules: &rules.growth,
            aim,
            restart: target.number > f64::from(rules.growth.restart_above),
            least: least + self.uncounted(),
        };
        if growth::grow(&task, plan, draws, trace) { Ok(()) } else { Err(reason) }
    }

    /// 1 if the start room does not count as one of the wanted rooms, otherwise 0.
    fn uncounted(&self) -> u32 {
        u32::from(!self.rules.rooms.start_counts)
    }
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
            return Err(PosteriorError::OtherGrid);
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

#[cfg(test)]
mod tests {
    use super::*;
    use basement_model::{Character, CurseChoice, Item};

    #[test]
    fn what_flash_has_no_rule_for_is_refused_by_name() {
        let request = Request::level(3);
        let run = |change: fn(&mut RunState)| {
            let mut run = RunState::DEFAULT;
            change(&mut run);
            Request { run, ..Request::level(3) }
        };
        let curse = |curse| Request { curse: CurseChoice::Forced(Some(curse)), ..request };
        for (request, name, instead) in [
            (Request { difficulty: Difficulty::Hard, ..request }, "hard mode", "normal"),
            (Request { phase: Phase::Layout, ..request }, "a layout phase", "full"),
            (Request { stage_type: 1, ..request }, "stage types", "0"),
            (curse(Curse::Unknown), "this curse", "labyrinth, lost, darkness or none"),
            (curse(Curse::Maze), "this curse", "labyrinth, lost, darkness or none"),
            (curse(Curse::Blind), "this curse", "labyrinth, lost, darkness or none"),
            (run(|run| run.character = Character::TheLost), "characters", "isaac"),
            (run(|run| run.bone_hearts = 1), "bone hearts", "0"),
            (run(|run| run.keys = 1), "keys", "0"),
            (run(|run| run.treasure_rooms_skipped = 1), "skipped treasure rooms", "0"),
            (run(|run| run.planetarium_entered = true), "planetariums", "false"),
            (run(|run| run.victory_lap = 1), "victory laps", "0"),
            (run(|run| run.items = [Item::Luna].into_iter().collect()), "items", "none"),
        ] {
            let error = Flash::new(Edition::Article).generate(&request, Seed::Pcg(1)).unwrap_err();
            let GenerateError::Request(RequestError::NotUnderstood { what, default, .. }) = error
            else {
                panic!("{name}: {error}");
            };
            assert_eq!((what.as_str(), default), (name, instead));
        }
        for curse in [Curse::Labyrinth, Curse::Lost, Curse::Darkness] {
            let request = Request { curse: CurseChoice::Forced(Some(curse)), ..request };
            assert!(Flash::new(Edition::Article).generate(&request, Seed::Pcg(1)).is_ok());
        }
    }

    #[test]
    fn f10_f13_f22_a_floor_needs_end_rooms_for_the_rooms_that_it_must_have() {
        // The boss, the super secret room of the shipped game, the rooms that F22 asks for:
        // at least shop and treasure room where there are any.
        for (edition, level, needed) in [
            (Edition::Article, 1, 3),
            (Edition::Article, 8, 3),
            (Edition::WrathOfTheLamb, 1, 5),
            (Edition::WrathOfTheLamb, 4, 6),
            (Edition::WrathOfTheLamb, 8, 6),
        ] {
            let request = Request::level(level).without_curse();
            let floor = Flash::new(edition).generate(&request, Seed::Pcg(1)).unwrap();
            assert_eq!(floor.min_dead_ends(), needed, "{edition} {level}");
        }
    }

    #[test]
    fn f9_f22_a_floor_thrown_away_without_its_secret_room_leaves_no_chance_of_none() {
        // So few draws that the search often fails.
        let base = Edition::Article.rules();
        let secret =
            rules::Secret { loosen_after: 5, loosen_further_after: 8, draws: 12, ..base.secret };
        let posterior = |needed_up_to_level| {
            let secret = rules::Secret { needed_up_to_level, ..secret };
            let flash = Flash::from_checked(Edition::Article, Rules { secret, ..base });
            let request = Request::level(2).without_curse();
            // The same floor, whatever the rule says of it.
            let floor = Flash::new(Edition::Article).generate(&request, Seed::Pcg(5)).unwrap();
            flash.secret_posterior(&floor).unwrap()
        };
        let sum =
            |posterior: &Posterior| posterior.cells.iter().map(|(_, chance)| chance).sum::<f64>();
        let (needed, free) = (posterior(2), posterior(1));
        assert_eq!(needed.none, 0.0);
        assert!((sum(&needed) - 1.0).abs() < 1e-12, "{needed:?} {free:?}");
        assert!(free.none > 0.05 && (sum(&free) + free.none - 1.0).abs() < 1e-12);
        for ((cell, chance), (other, before)) in needed.cells.iter().zip(&free.cells) {
            assert_eq!(cell, other);
            assert!((chance - before / (1.0 - free.none)).abs() < 1e-12);
        }
    }
}
