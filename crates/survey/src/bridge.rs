//! The bridge: how much each rule contributes to the difference between two sets of rules.

mod groups;
mod means;
mod shares;
mod switches;

use std::fmt;

use basement_floors::rebirth::{Edition, FLASH_SWITCHES, GrowthGroup, Rebirth};
use basement_floors::{
    Backend, Change, CurseChoice, Description, Difficulty, Request, RequestError,
};
use serde::Serialize;

pub use shares::{BridgeEffect, Estimate};
pub use switches::{MOST_SWITCHES, Switch};

use crate::error::SurveyError;
use crate::measure::{self, Measure};
use crate::measure_set::MeasureSet;
use crate::seeds::Seeds;
use crate::statistics::Interval;
use groups::{Group, GroupPass};
use means::Means;
use switches::switches_between;

/// The default measures of a bridge: rooms, dead ends, rings, steps to the boss, rooms around the
/// secret room, and doors on the walk through all rooms.
pub const BRIDGE_MEASURES: [&Measure; 6] = [
    measure::ROOMS,
    measure::DEAD_ENDS,
    measure::RINGS,
    measure::BOSS_DISTANCE,
    measure::SECRET_NEIGHBOURS,
    measure::FULL_WALK,
];

/// Flash, which is not one of the combinations, has this many times as many floors as each of them.
/// Its end of the bridge is then as exact as the figures beside it, at little cost.
const OUTSIDE: u64 = 8;

/// A level on which a combination has no floor for this many seeds has no bridge. To give up on a seed
/// takes thousands of attempts, so that all seeds of such a level can take hours.
const TRIED: u64 = 8;

/// Two sets of rules, and the groups of rules in which they differ.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Bridge, measure};
///
/// let bridge = Bridge::between(Backend::Flash, "article", "wrath-of-the-lamb")?;
/// let run = bridge.floors(50).levels(&[1])?.run()?;
/// let rooms = run.levels[0].effect(measure::ROOMS).expect("every floor has rooms");
/// let shares: i128 = rooms.shares.iter().map(|share| share.exact).sum();
/// // The shares add up to the difference, exactly.
/// assert_eq!(shares, rooms.to.exact - rooms.from.exact);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone)]
pub struct Bridge<'a> {
    from: String,
    to: String,
    backend: Backend,
    edition: String,
    /// The parameters that are changed on both sides.
    common: Vec<Change>,
    switches: Vec<Switch>,
    /// A generator of another backend, where the bridge begins.
    outside: Option<(Backend, String)>,
    levels: Vec<u8>,
    request: Request,
    measures: MeasureSet,
    floors: u64,
    first_seed: u64,
    progress: &'a (dyn Fn(u64) + Sync),
    is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// The result of a bridge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeRun {
    /// Where the bridge begins, such as "flash article".
    pub from: String,
    /// Where the bridge ends.
    pub to: String,
    /// The generators at both ends.
    pub ends: [Description; 2],
    /// The groups of rules in which both differ.
    pub switches: Vec<Switch>,
    /// How many floors each combination of the switches has on a level. In a bridge from Flash to
    /// Rebirth, Flash itself is not one of these combinations and has eight times as many.
    pub floors: u64,
    /// The first PCG seed.
    pub first_seed: u64,
    /// Which curse the floors have.
    pub curse: CurseChoice,
    /// The effects, level by level.
    pub levels: Vec<BridgeLevel>,
}

/// The name of the part of a difference that no switch explains.
pub const NOT_EXPLAINED: &str = "not explained";

impl BridgeRun {
    /// Both ends of an effect and, between them, the parts of the difference: each with its name, with
    /// its rules if it is a switch, and with its 95 % interval.
    #[must_use]
    pub fn parts<'a>(&'a self, effect: &BridgeEffect) -> Vec<(&'a str, Option<&'a str>, Interval)> {
        let mut parts = vec![(&*self.from, None, effect.from.interval())];
        let switches = self.switches.iter().zip(&effect.shares);
        parts.extend(switches.map(|(it, share)| (&*it.name, Some(&*it.rules), share.interval())));
        parts.extend(effect.not_explained.map(|rest| (NOT_EXPLAINED, None, rest.interval())));
        parts.push((&self.to, None, effect.to.interval()));
        parts
    }
}

/// The effects on one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeLevel {
    /// The level.
    pub level: u8,
    /// Seeds for which the generator gave up, over all combinations.
    pub gave_up: u64,
    /// The effects, in the order of [`MEASURES`](crate::MEASURES).
    pub effects: Vec<BridgeEffect>,
    /// The measures that are left out because the floors of some combination lack them.
    pub left_out: Vec<&'static str>,
}

impl BridgeLevel {
    /// The effect on a measure, if it was asked for and all floors have it.
    #[must_use]
    pub fn effect(&self, measure: &Measure) -> Option<&BridgeEffect> {
        self.effects.iter().find(|effect| effect.measure == measure.name)
    }
}

impl fmt::Debug for Bridge<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge")
            .field("from", &self.from)
            .field("to", &self.to)
            .field("switches", &self.switches)
            .field("levels", &self.levels)
            .field("floors", &self.floors)
            .finish_non_exhaustive()
    }
}

impl Bridge<'_> {
    /// A bridge from Flash `article` to Rebirth `repentance`, over the groups of rules in which
    /// they differ: [`FLASH_SWITCHES`].
    #[must_use]
    pub fn from_flash_to_rebirth() -> Self {
        let (flash, rebirth) = (Backend::Flash.editions()[0], Backend::Rebirth.editions()[0]);
        Self {
            outside: Some((Backend::Flash, flash.to_owned())),
            ..Self::new(
                (format!("flash {flash}"), format!("rebirth {rebirth}")),
                (Backend::Rebirth, rebirth),
                Vec::new(),
                FLASH_SWITCHES.iter().map(Switch::from_flash).collect(),
            )
        }
    }

    /// A bridge from normal to hard mode of an edition of Rebirth, over the rules that depend on
    /// the mode ([R5](basement_floors::rules#r5), [R6](basement_floors::rules#r6),
    /// [L4](basement_floors::rules#l4), [W62](basement_floors::rules#w62)). Curses are drawn,
    /// because their odds depend on the mode.
    ///
    /// ```
    /// use basement_floors::rebirth::Edition;
    /// use basement_survey::{Bridge, measure};
    ///
    /// let bridge = Bridge::from_normal_to_hard(Edition::Repentance)?;
    /// let run = bridge.floors(50).levels(&[2])?.run()?;
    /// let rooms = run.levels[0].effect(measure::ROOMS).expect("every floor has rooms");
    /// assert!(rooms.to.value > rooms.from.value + 1.0);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Bridge::between_rules`].
    pub fn from_normal_to_hard(edition: Edition) -> Result<Self, SurveyError> {
        let name = edition.name();
        let changes = edition.hard_as_normal();
        let bridge = Self::between_rules(Backend::Rebirth, (name, &changes), (name, &[]))?;
        let request =
            Request { difficulty: Difficulty::Hard, curse: CurseChoice::Drawn, ..bridge.request };
        Ok(Self {
            from: format!("rebirth {name}, normal"),
            to: format!("rebirth {name}, hard"),
            request,
            ..bridge
        })
    }

    /// A bridge from one edition of a backend to another.
    ///
    /// # Errors
    ///
    /// The errors of [`Bridge::between_rules`].
    pub fn between(backend: Backend, from: &str, to: &str) -> Result<Self, SurveyError> {
        Self::between_rules(backend, (from, &[]), (to, &[]))
    }

    /// A bridge between two sets of rules of one backend, each an edition with some parameters
    /// changed. The parameters that differ are switched in groups, such as all of
    /// `rebirth.dead_ends`. If there are more than [`MOST_SWITCHES`] groups, those with the fewest
    /// such parameters are joined into one switch.
    ///
    /// # Errors
    ///
    /// [`SurveyError::Request`] for an edition, parameter or value that does not exist,
    /// [`SurveyError::NothingToBridge`] for the same rules twice.
    pub fn between_rules(
        backend: Backend,
        (from, from_changes): (&str, &[Change]),
        (to, to_changes): (&str, &[Change]),
    ) -> Result<Self, SurveyError> {
        let (common, switches) = switches_between(backend, (from, from_changes), (to, to_changes))?;
        let name = |edition: &str, changes: &[Change]| match changes.len() {
            0 => format!("{backend} {edition}"),
            1 => format!("{backend} {edition} with {} = {}", changes[0].path, changes[0].value),
            count => format!("{backend} {edition} with {count} changes"),
        };
        let names = (name(from, from_changes), name(to, to_changes));
        if switches.is_empty() {
            return Err(SurveyError::NothingToBridge(names.0, names.1));
        }
        Ok(Self::new(names, (backend, to), common, switches))
    }

    fn new(
        (from, to): (String, String),
        (backend, edition): (Backend, &str),
        common: Vec<Change>,
        switches: Vec<Switch>,
    ) -> Self {
        // The insides of ordinary rooms do not change the plan.
        let phase = basement_floors::Phase::Special;
        Self {
            from,
            to,
            backend,
            edition: edition.to_owned(),
            common,
            switches,
            outside: None,
            levels: vec![1, 4, 8],
            request: Request { phase, ..Request::level(1).without_curse() },
            measures: BRIDGE_MEASURES.into_iter().collect(),
            floors: 20_000,
            first_seed: 0,
            progress: &|_| {},
            is_cancelled: &|| false,
        }
    }
}

impl<'a> Bridge<'a> {
    /// Sets the levels; by default 1, 4 and 8.
    ///
    /// # Errors
    ///
    /// [`SurveyError::RepeatedLevel`] for a level that is given twice.
    pub fn levels(mut self, levels: &[u8]) -> Result<Self, SurveyError> {
        for (place, level) in levels.iter().enumerate() {
            if levels[..place].contains(level) {
                return Err(SurveyError::RepeatedLevel(*level));
            }
        }
        self.levels = levels.to_vec();
        Ok(self)
    }

    /// Sets the request, such as hard mode. Its level does not matter.
    #[must_use]
    pub fn request(mut self, request: &Request) -> Self {
        self.request = *request;
        self
    }

    /// Sets the measures; by default [`BRIDGE_MEASURES`].
    #[must_use]
    pub const fn measures(mut self, measures: MeasureSet) -> Self {
        self.measures = measures;
        self
    }

    /// Sets the number of floors of each combination on each level; by default 20,000.
    /// [`from_flash_to_rebirth`](Self::from_flash_to_rebirth) makes eight times as many floors of
    /// Flash itself.
    #[must_use]
    pub const fn floors(mut self, floors: u64) -> Self {
        self.floors = floors;
        self
    }

    /// Sets the first PCG seed; by default 0.
    #[must_use]
    pub const fn first_seed(mut self, seed: u64) -> Self {
        self.first_seed = seed;
        self
    }

    /// Reports progress: `progress` is called from any thread with the number of floors done since
    /// its last call.
    #[must_use]
    pub const fn progress(mut self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// Cancels the run as soon as `is_cancelled` returns true.
    #[must_use]
    pub const fn cancelled(mut self, is_cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.is_cancelled = is_cancelled;
        self
    }

    /// How many floors a run makes in all.
    #[must_use]
    pub fn all_floors(&self) -> u64 {
        let outside = if self.outside.is_some() { OUTSIDE } else { 0 };
        let samples = self.combinations() + outside;
        samples.saturating_mul(self.levels.len() as u64).saturating_mul(self.floors)
    }

    fn combinations(&self) -> u64 {
        1 << self.switches.len()
    }

    /// Makes the floors of all combinations of the switches on each level, and computes the share
    /// of each switch. Combinations that grow the same layouts use the same seeds and share the
    /// layouts ([`GrowthGroup`]); each group has its own seeds. The result does not depend on the
    /// number of threads.
    ///
    /// # Errors
    ///
    /// [`SurveyError::Request`] for a level that a side does not have,
    /// [`SurveyError::SeedsExhausted`] for more seeds than there are,
    /// [`SurveyError::NoFloors`] without levels, [`SurveyError::TooFewFloors`] for fewer than two
    /// floors of each combination, [`SurveyError::NoFloorsOnLevel`] for a level on which the
    /// generator gives up under some combination, [`SurveyError::Cancelled`] when it was cancelled.
    pub fn run(self) -> Result<BridgeRun, SurveyError> {
        if self.levels.is_empty() {
            return Err(SurveyError::NoFloors);
        }
        if self.floors < 2 {
            return Err(SurveyError::TooFewFloors(self.floors));
        }
        let groups = self.groups()?;
        self.levels.iter().try_for_each(|level| self.check_level(*level, &groups))?;
        let last = self.combinations() - 1;
        let begin = match self.outside {
            Some((backend, ref edition)) => backend.generator(edition.as_str(), &[])?,
            None => self.backend.generator(self.edition.as_str(), &self.changes(0))?,
        };
        let end = self.backend.generator(self.edition.as_str(), &self.changes(last))?;
        let ends = [begin.describe(), end.describe()];
        let levels = self.levels.iter().map(|level| self.level(*level, &groups));
        Ok(BridgeRun {
            levels: levels.collect::<Result<_, _>>()?,
            from: self.from,
            to: self.to,
            ends,
            switches: self.switches,
            floors: self.floors,
            first_seed: self.first_seed,
            curse: self.request.curse,
        })
    }

    /// The parameters, with the switches in `at_end` set as at the end of the bridge and the others
    /// as at its beginning.
    fn changes(&self, at_end: u64) -> Vec<Change> {
        let of_switch = |(place, switch): (usize, &Switch)| {
            if at_end >> place & 1 == 1 { switch.to.clone() } else { switch.from.clone() }
        };
        let switched = self.switches.iter().enumerate().flat_map(of_switch);
        self.common.iter().cloned().chain(switched).collect()
    }

    /// The generators: those of all combinations, grouped, then the one of the other backend, if
    /// any.
    fn groups(&self) -> Result<Vec<Group>, RequestError> {
        let combinations = (0..self.combinations()).map(|set| self.changes(set));
        let mut groups: Vec<Group> = match self.backend {
            Backend::Rebirth => {
                let edition = &self.edition;
                let edition: Edition = edition
                    .parse()
                    .map_err(|_| RequestError::unknown_name("edition", edition, Edition::ALL))?;
                let generators = combinations.map(|changes| Rebirth::changed(edition, &changes));
                let generators = generators.collect::<Result<Vec<_>, _>>()?;
                GrowthGroup::of(generators).into_iter().map(Group::Growth).collect()
            }
            backend @ Backend::Flash => combinations
                .enumerate()
                .map(|(place, changes)| {
                    Ok(Group::Alone(place, backend.generator(self.edition.as_str(), &changes)?))
                })
                .collect::<Result<_, RequestError>>()?,
        };
        if let Some((backend, edition)) = &self.outside {
            let place = self.combinations() as usize;
            groups.push(Group::Alone(place, backend.generator(edition.as_str(), &[])?));
        }
        Ok(groups)
    }

    /// The pass over a level's floors of the group at this place.
    fn pass(&self, level: u8, place: u64, group: &Group) -> GroupPass<'_> {
        let first =
            self.floors.checked_mul(place).and_then(|seeds| self.first_seed.checked_add(seeds));
        let is_outside = group.places().contains(&(self.combinations() as usize));
        let count = self.floors.saturating_mul(if is_outside { OUTSIDE } else { 1 });
        GroupPass {
            request: Request { level, ..self.request },
            // If the seeds go past the last one, the pass returns an error.
            seeds: Seeds::pcg(first.unwrap_or(u64::MAX), count),
            measures: self.measures,
            progress: self.progress,
            is_cancelled: self.is_cancelled,
        }
    }

    /// Refuses a level on which a combination has no floor for the first seeds.
    fn check_level(&self, level: u8, groups: &[Group]) -> Result<(), SurveyError> {
        for (place, group) in (0..).zip(groups) {
            let mut pass = self.pass(level, place, group);
            pass.seeds.count = pass.seeds.count.min(TRIED);
            pass.measures = [measure::ROOMS].into_iter().collect();
            pass.progress = &|_| {};
            if !group.count(&pass)?.values.have_means(0) {
                return Err(SurveyError::NoFloorsOnLevel(level, pass.seeds.count));
            }
        }
        Ok(())
    }

    fn level(&self, level: u8, groups: &[Group]) -> Result<BridgeLevel, SurveyError> {
        let (mut values, mut gave_up) = (Vec::new(), 0);
        for (place, group) in (0..).zip(groups) {
            let counted = group.count(&self.pass(level, place, group))?;
            values.push((group.places(), counted.values));
            gave_up += counted.gave_up;
        }
        let (mut effects, mut left_out) = (Vec::new(), Vec::new());
        for (place, measure) in self.measures.iter().enumerate() {
            match Means::of(place, &values) {
                Some(means) => {
                    effects.push(BridgeEffect::of(measure, &means, self.switches.len()));
                }
                None => left_out.push(measure.name),
            }
        }
        Ok(BridgeLevel { level, gave_up, effects, left_out })
    }
}
