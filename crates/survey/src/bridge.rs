//! The bridge: which rule makes which part of a difference between two sets of rules.

use std::fmt;

use basement_floors::rebirth::FLASH_SWITCHES;
use basement_floors::{
    Backend, Change, Description, Generator, Parameter, Request, RequestError, Value,
};
use serde::Serialize;

use crate::error::SurveyError;
use crate::measure::{self, Measure};
use crate::measure_set::MeasureSet;
use crate::sample::Sample;
use crate::seeds::Seeds;
use crate::statistics::{Interval, normal_interval};
use crate::summary::Summary;

/// The most switches of a bridge. Each doubles the number of combinations.
pub const MOST_SWITCHES: usize = 8;

/// The measures that a bridge looks at unless it is told others: rooms, dead ends, rings, steps to
/// the boss and rooms around the secret room.
pub const BRIDGE_MEASURES: [&Measure; 5] = [
    measure::ROOMS,
    measure::DEAD_ENDS,
    measure::RINGS,
    measure::BOSS_DISTANCE,
    measure::SECRET_NEIGHBOURS,
];

/// A group of rules that is as in one of the two sets of rules, or as in the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// The ids of its rules.
    pub rules: String,
    /// What is so on one side, and what on the other.
    pub meaning: String,
    /// Its parameters as they are where the bridge begins.
    pub from: Vec<Change>,
    /// Its parameters as they are where the bridge ends.
    pub to: Vec<Change>,
}

/// Two sets of rules, and the groups of rules in which they differ: what a bridge is between.
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
/// assert_eq!(shares, rooms.exact_difference());
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
    /// A generator of another backend, which the bridge begins at.
    outside: Option<(Backend, String)>,
    levels: Vec<u8>,
    request: Request,
    measures: MeasureSet,
    floors: u64,
    first_seed: u64,
    progress: &'a (dyn Fn(u64) + Sync),
    is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// What a bridge shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeRun {
    /// Where it begins, such as "flash article".
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The generators at both ends.
    pub ends: [Description; 2],
    /// The groups of rules in which both differ.
    pub switches: Vec<Switch>,
    /// How many floors each combination of the switches has on a level.
    pub floors: u64,
    /// The first PCG seed.
    pub first_seed: u64,
    /// Level by level.
    pub levels: Vec<BridgeLevel>,
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
    /// The measures that the floors of some combination do not have, so that nothing can be said of
    /// them.
    pub left_out: Vec<&'static str>,
}

/// What makes the difference of one measure on one level.
///
/// Means are rounded once, to a billionth of a raw value of the measure. From there on all is done
/// in whole numbers, so that the shares add up to the difference to the last digit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BridgeEffect {
    /// The measure's name.
    pub measure: &'static str,
    /// The mean where the bridge begins.
    pub from: Estimate,
    /// The mean where it ends.
    pub to: Estimate,
    /// The part of the difference that no switch makes: with all switches turned, the rules are
    /// still not those of another backend. `None` for two sets of rules of one backend.
    pub not_explained: Option<Share>,
    /// The part that each switch makes, in the order of [`BridgeRun::switches`].
    pub shares: Vec<Share>,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The mean, in the measure's unit.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The mean in whole numbers: see [`Share::exact`].
    #[serde(skip)]
    exact: i128,
}

/// A part of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Share {
    /// It, in the measure's unit.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// It in whole numbers, in units of a billionth of a raw value, divided by k! for k switches:
    /// those of an effect add up to [`BridgeEffect::exact_difference`].
    #[serde(skip)]
    pub exact: i128,
}

impl Share {
    /// Its 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        normal_interval(self.value, self.error)
    }
}

impl Estimate {
    /// Its 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        normal_interval(self.value, self.error)
    }
}

impl BridgeEffect {
    /// The difference between both ends in whole numbers: see [`Share::exact`].
    #[must_use]
    pub const fn exact_difference(&self) -> i128 {
        self.to.exact - self.from.exact
    }

    /// The switches by the size of their shares, the largest first, each with its place among
    /// [`BridgeRun::switches`].
    #[must_use]
    pub fn largest_first(&self) -> Vec<(usize, Share)> {
        let mut shares: Vec<(usize, Share)> = self.shares.iter().copied().enumerate().collect();
        shares.sort_by_key(|(_, share)| std::cmp::Reverse(share.exact.abs()));
        shares
    }
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
    /// From Flash `article` to Rebirth `repentance`, by the groups of rules in which both differ:
    /// [`FLASH_SWITCHES`].
    #[must_use]
    pub fn from_flash_to_rebirth() -> Self {
        let switch = |switch: &basement_floors::rebirth::FlashSwitch| Switch {
            name: switch.name.to_owned(),
            rules: switch.rules.to_owned(),
            meaning: switch.meaning.to_owned(),
            from: switch.changes().collect(),
            to: Vec::new(),
        };
        let (flash, rebirth) = (Backend::Flash.editions()[0], Backend::Rebirth.editions()[0]);
        Self {
            outside: Some((Backend::Flash, flash.to_owned())),
            ..Self::new(
                (format!("flash {flash}"), format!("rebirth {rebirth}")),
                (Backend::Rebirth, rebirth),
                Vec::new(),
                FLASH_SWITCHES.iter().map(switch).collect(),
            )
        }
    }

    /// From one edition of a backend to another.
    ///
    /// # Errors
    ///
    /// As [`Bridge::between_rules`].
    pub fn between(backend: Backend, from: &str, to: &str) -> Result<Self, SurveyError> {
        Self::between_rules(backend, (from, &[]), (to, &[]))
    }

    /// From rules of a backend to others of it: each an edition with some parameters changed. The
    /// parameters in which both differ are switched group by group, such as all of
    /// `rebirth.dead_ends`. Where there are more than [`MOST_SWITCHES`] groups, those with the
    /// fewest such parameters are one switch.
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
        let [here, there] = [(from, from_changes), (to, to_changes)]
            .map(|(edition, changes)| values(backend, edition, changes));
        let (here, there) = (here?, there?);
        // The edition of the end says what the generator is called.
        let of_edition = backend.parameters(to)?;
        let (mut common, mut groups) = (Vec::new(), Vec::<ParameterGroup<'_>>::new());
        for ((parameter, end), edition) in here.iter().zip(&there).zip(&of_edition) {
            if parameter.value == end.value {
                if end.value != edition.value {
                    common.push(change(end));
                }
                continue;
            }
            let name = group_of(&parameter.path);
            match groups.iter_mut().find(|group| group.name == name) {
                Some(group) => group.parameters.push((parameter, end)),
                None => groups.push(ParameterGroup { name, parameters: vec![(parameter, end)] }),
            }
        }
        let name = |edition: &str, changes: &[Change]| match changes.len() {
            0 => format!("{backend} {edition}"),
            1 => format!("{backend} {edition} with {} = {}", changes[0].path, changes[0].value),
            count => format!("{backend} {edition} with {count} changes"),
        };
        let names = (name(from, from_changes), name(to, to_changes));
        if groups.is_empty() {
            return Err(SurveyError::NothingToBridge { from: names.0, to: names.1 });
        }
        let switches = joined(groups).iter().map(ParameterGroup::switch).collect();
        Ok(Self::new(names, (backend, to), common, switches))
    }

    fn new(
        (from, to): (String, String),
        (backend, edition): (Backend, &str),
        common: Vec<Change>,
        switches: Vec<Switch>,
    ) -> Self {
        // The ordinary rooms' insides change no plan.
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
    /// The groups of rules in which both ends differ.
    #[must_use]
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// The same on other levels; by default 1, 4 and 8.
    ///
    /// # Errors
    ///
    /// [`SurveyError::RepeatedLevel`] for a level that is given twice.
    pub fn levels(mut self, levels: &[u8]) -> Result<Self, SurveyError> {
        for (place, level) in levels.iter().enumerate() {
            if levels[..place].contains(level) {
                return Err(SurveyError::RepeatedLevel { level: *level });
            }
        }
        self.levels = levels.to_vec();
        Ok(self)
    }

    /// The same for another request, such as hard mode. Its level does not matter.
    #[must_use]
    pub fn request(mut self, request: &Request) -> Self {
        self.request = *request;
        self
    }

    /// The same for other measures; by default [`BRIDGE_MEASURES`].
    #[must_use]
    pub const fn measures(mut self, measures: MeasureSet) -> Self {
        self.measures = measures;
        self
    }

    /// The same with another number of floors of each combination on each level; by default 20,000.
    #[must_use]
    pub const fn floors(mut self, floors: u64) -> Self {
        self.floors = floors;
        self
    }

    /// The same from another PCG seed on; by default 0.
    #[must_use]
    pub const fn first_seed(mut self, seed: u64) -> Self {
        self.first_seed = seed;
        self
    }

    /// The same, and `progress` is told how many floors were done since it was last told, from any
    /// thread.
    #[must_use]
    pub const fn progress(mut self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        self.progress = progress;
        self
    }

    /// The same, cancelled as soon as `is_cancelled` says so.
    #[must_use]
    pub const fn cancelled(mut self, is_cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.is_cancelled = is_cancelled;
        self
    }

    /// How many floors it makes in all.
    #[must_use]
    pub fn all_floors(&self) -> u64 {
        let samples = self.combinations() + u64::from(self.outside.is_some());
        samples.saturating_mul(self.levels.len() as u64).saturating_mul(self.floors)
    }

    fn combinations(&self) -> u64 {
        1 << self.switches.len()
    }

    /// Makes the floors of all combinations of the switches on each level, each from seeds of its
    /// own, and works out the share of each switch. The result does not depend on the number of
    /// threads.
    ///
    /// # Errors
    ///
    /// [`SurveyError::Request`] for a level that a side does not have,
    /// [`SurveyError::SeedsExhausted`] for more seeds than there are,
    /// [`SurveyError::NoFloors`] without floors or levels, [`SurveyError::Cancelled`] when it was
    /// cancelled.
    pub fn run(self) -> Result<BridgeRun, SurveyError> {
        if self.floors == 0 || self.levels.is_empty() {
            return Err(SurveyError::NoFloors);
        }
        let generators = (0..self.combinations()).map(|set| self.generator(set));
        let mut generators = generators.collect::<Result<Vec<_>, _>>()?;
        if let Some((backend, edition)) = &self.outside {
            generators.push(backend.generator(edition.as_str(), &[])?);
        }
        let end = &generators[self.combinations() as usize - 1];
        let begin = if self.outside.is_some() { generators.last() } else { generators.first() };
        let ends = [begin.unwrap_or(end), end].map(|generator| generator.describe());
        let mut levels = Vec::new();
        for level in &self.levels {
            let mut summaries = Vec::new();
            for (place, generator) in (0..).zip(&generators) {
                if (self.is_cancelled)() {
                    return Err(SurveyError::Cancelled);
                }
                let first = self
                    .floors
                    .checked_mul(place)
                    .and_then(|seeds| self.first_seed.checked_add(seeds));
                // Past the last seed the sample says so.
                let seeds = Seeds::pcg(first.unwrap_or(u64::MAX), self.floors);
                let request = Request { level: *level, ..self.request };
                let sample = Sample::of(&**generator).request(&request).seeds(seeds);
                summaries.push(sample.measures(self.measures).progress(self.progress).run()?);
            }
            levels.push(self.level(*level, &summaries));
        }
        Ok(BridgeRun {
            from: self.from,
            to: self.to,
            ends,
            switches: self.switches,
            floors: self.floors,
            first_seed: self.first_seed,
            levels,
        })
    }

    /// The generator with some switches as where the bridge ends, the others as where it begins.
    fn generator(&self, at_end: u64) -> Result<Box<dyn Generator>, RequestError> {
        let of_switch = |(place, switch): (usize, &Switch)| {
            if at_end >> place & 1 == 1 { switch.to.clone() } else { switch.from.clone() }
        };
        let switched = self.switches.iter().enumerate().flat_map(of_switch);
        let changes: Vec<Change> = self.common.iter().cloned().chain(switched).collect();
        self.backend.generator(self.edition.as_str(), &changes)
    }

    fn level(&self, level: u8, summaries: &[Summary]) -> BridgeLevel {
        let (mut effects, mut left_out) = (Vec::new(), Vec::new());
        for measure in self.measures.iter() {
            match self.effect(measure, summaries) {
                Some(effect) => effects.push(effect),
                None => left_out.push(measure.name),
            }
        }
        let gave_up = summaries.iter().map(|summary| summary.gave_up).sum();
        BridgeLevel { level, gave_up, effects, left_out }
    }

    fn effect(&self, measure: &'static Measure, summaries: &[Summary]) -> Option<BridgeEffect> {
        let means: Option<Vec<Mean>> =
            summaries.iter().map(|summary| Mean::of(measure, summary)).collect();
        let means = means?;
        let (combinations, outside) = means.split_at(self.combinations() as usize);
        let switches = self.switches.len();
        let units = Units { scale: measure.scale, parts: factorial(switches) };
        let end = *combinations.last()?;
        let begin = *combinations.first()?;
        Some(BridgeEffect {
            measure: measure.name,
            from: units.estimate(*outside.first().unwrap_or(&begin)),
            to: units.estimate(end),
            not_explained: outside.first().map(|outside| {
                let exact = units.parts * (begin.billionths - outside.billionths);
                units.share(exact, begin.variance + outside.variance)
            }),
            shares: (0..switches).map(|switch| shapley(switch, combinations, &units)).collect(),
        })
    }
}

/// The mean of a measure over the floors of one combination.
#[derive(Clone, Copy)]
struct Mean {
    /// It in billionths of a raw value.
    billionths: i128,
    /// The square of its standard error, in raw values.
    variance: f64,
}

const BILLION: i128 = 1_000_000_000;

impl Mean {
    /// `None` if no floor has the measure.
    fn of(measure: &'static Measure, summary: &Summary) -> Option<Self> {
        let histogram = summary.histogram(measure);
        let count = i128::from(histogram.total());
        if count == 0 {
            return None;
        }
        let sum = histogram.raw_sum() as i128;
        let deviation = histogram.raw_standard_deviation().unwrap_or(0.0);
        Some(Self {
            billionths: (2 * BILLION * sum + count) / (2 * count),
            variance: deviation * deviation / histogram.total() as f64,
        })
    }
}

/// The units in which shares are whole numbers.
struct Units {
    /// Raw values per unit of the measure.
    scale: u32,
    /// k! for k switches.
    parts: i128,
}

impl Units {
    fn value(&self, exact: i128) -> f64 {
        exact as f64 / (self.parts * BILLION) as f64 / f64::from(self.scale)
    }

    /// A part with the square of its standard error in raw values.
    fn share(&self, exact: i128, variance: f64) -> Share {
        Share { value: self.value(exact), error: variance.sqrt() / f64::from(self.scale), exact }
    }

    fn estimate(&self, mean: Mean) -> Estimate {
        let Share { value, error, exact } = self.share(self.parts * mean.billionths, mean.variance);
        Estimate { value, error, exact }
    }
}

/// The Shapley value of a switch: the mean of its effect over all orders in which the switches can
/// be turned.
///
/// Of k switches, those of a set S are turned before the switch in |S|! (k - |S| - 1)! of the k!
/// orders. Every mean enters with one weight, and the combinations are independent, so the variance
/// is the sum of theirs by the squares of the weights.
fn shapley(switch: usize, means: &[Mean], units: &Units) -> Share {
    let switches = means.len().trailing_zeros() as usize;
    let (mut exact, mut variance) = (0, 0.0);
    for (set, mean) in means.iter().enumerate() {
        let has_switch = set >> switch & 1 == 1;
        let others = set.count_ones() as usize - usize::from(has_switch);
        let orders = factorial(others) * factorial(switches - others - 1);
        exact += if has_switch { orders } else { -orders } * mean.billionths;
        let weight = orders as f64 / units.parts as f64;
        variance += weight * weight * mean.variance;
    }
    units.share(exact, variance)
}

fn factorial(n: usize) -> i128 {
    (1..=n as i128).product()
}

/// The parameters of a group in which both sides differ, as they are on each.
struct ParameterGroup<'a> {
    name: String,
    parameters: Vec<(&'a Parameter, &'a Parameter)>,
}

/// "rebirth.dead_ends" of "rebirth.dead_ends.base".
fn group_of(path: &str) -> String {
    path.rsplit_once('.').map_or(path, |(group, _)| group).to_owned()
}

fn change(parameter: &Parameter) -> Change {
    Change { path: parameter.path.clone(), value: parameter.value }
}

/// The parameters of an edition, some of them changed.
fn values(
    backend: Backend,
    edition: &str,
    changes: &[Change],
) -> Result<Vec<Parameter>, RequestError> {
    // The generator refuses what is wrong, and reads a whole number where a real one stands.
    let changed = backend.generator(edition, changes)?.describe().changed;
    let mut parameters = backend.parameters(edition)?;
    for parameter in &mut parameters {
        if let Some(change) = changed.iter().find(|change| change.path == parameter.path) {
            parameter.value = change.value;
        }
    }
    Ok(parameters)
}

/// The groups, of which those with the fewest parameters are one where there are too many.
fn joined(groups: Vec<ParameterGroup<'_>>) -> Vec<ParameterGroup<'_>> {
    if groups.len() <= MOST_SWITCHES {
        return groups;
    }
    let mut sizes: Vec<(usize, usize)> =
        groups.iter().map(|group| group.parameters.len()).zip(0..).collect();
    sizes.sort_by_key(|(size, place)| (std::cmp::Reverse(*size), *place));
    let kept: Vec<usize> = sizes[..MOST_SWITCHES - 1].iter().map(|(_, place)| *place).collect();
    let (kept, others): (Vec<_>, Vec<_>) =
        groups.into_iter().enumerate().partition(|(place, _)| kept.contains(place));
    let names: Vec<&str> = others.iter().map(|(_, group)| &*group.name).collect();
    let name = names.join(", ");
    let parameters = others.into_iter().flat_map(|(_, group)| group.parameters).collect();
    kept.into_iter().map(|(_, group)| group).chain([ParameterGroup { name, parameters }]).collect()
}

impl ParameterGroup<'_> {
    fn switch(&self) -> Switch {
        let mut rules = Vec::new();
        for (parameter, _) in &self.parameters {
            if !rules.contains(&parameter.rule) {
                rules.push(parameter.rule);
            }
        }
        let meanings = self.parameters.iter().map(|(from, to)| {
            let field = from.path.rsplit('.').next().unwrap_or_default();
            let shown = |value: Value| match value {
                Value::Real(value) => format!("{}", (value * 1e4).round() / 1e4),
                value => value.to_string(),
            };
            format!("{field} {}; or {}", shown(from.value), shown(to.value))
        });
        Switch {
            name: self.name.replace("rebirth.", "").replace("flash.", ""),
            rules: rules.join(", "),
            meaning: meanings.collect::<Vec<_>>().join(", "),
            from: self.parameters.iter().map(|(from, _)| change(from)).collect(),
            to: self.parameters.iter().map(|(_, to)| change(to)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(values: &[i128]) -> Vec<Mean> {
        let mean = |value: &i128| Mean { billionths: BILLION * value, variance: 1.0 };
        values.iter().map(mean).collect()
    }

    fn shares(values: &[i128]) -> Vec<Share> {
        let switches = values.len().trailing_zeros() as usize;
        let units = Units { scale: 1, parts: factorial(switches) };
        let means = means(values);
        (0..switches).map(|switch| shapley(switch, &means, &units)).collect()
    }

    #[test]
    fn shares_of_switches_that_do_not_touch_each_other_are_their_effects() {
        // The first adds 3, the second 5, the third nothing.
        let shares = shares(&[1, 4, 6, 9, 1, 4, 6, 9]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [3.0, 5.0, 0.0]);
    }

    #[test]
    fn what_two_switches_make_together_is_divided_evenly() {
        let shares = shares(&[0, 0, 0, 8]);
        assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [4.0, 4.0]);
        // Each mean enters by half: the root of 4 / 4.
        assert_eq!(shares[0].error, 1.0);
    }

    #[test]
    fn shares_are_the_means_over_all_orders_and_add_up() {
        let values = [3, 7, -2, 11, 5, 0, 19, 23, 1, 1, 8, -6, 4, 40, 2, 17];
        let shares = shares(&values);
        for (switch, share) in shares.iter().enumerate() {
            let (mut sum, mut orders) = (0, 0);
            // Every order of four switches.
            for code in 0..256_usize {
                let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
                if (0..4).any(|place| !order.contains(&place)) {
                    continue;
                }
                let before = order.iter().take_while(|other| **other != switch);
                let before: usize = before.map(|other| 1 << other).sum();
                sum += values[before | 1 << switch] - values[before];
                orders += 1;
            }
            assert_eq!(orders, 24);
            assert_eq!(share.exact, sum * BILLION);
        }
        let sum: i128 = shares.iter().map(|share| share.exact).sum();
        assert_eq!(sum, 24 * BILLION * (17 - 3));
    }

    #[test]
    fn too_many_groups_of_parameters_are_joined() {
        let parameters = Backend::Rebirth.parameters("repentance").unwrap();
        let mut names: Vec<String> =
            parameters.iter().map(|parameter| group_of(&parameter.path)).collect();
        names.dedup();
        let groups: Vec<ParameterGroup<'_>> = names
            .into_iter()
            .map(|name| {
                let of_it = parameters.iter().filter(|p| group_of(&p.path) == name);
                let parameters = of_it.map(|parameter| (parameter, parameter)).collect();
                ParameterGroup { name, parameters }
            })
            .collect();
        let count = groups.len();
        assert!(count > MOST_SWITCHES);
        let joined = joined(groups);
        assert_eq!(joined.len(), MOST_SWITCHES);
        let all: usize = joined.iter().map(|group| group.parameters.len()).sum();
        assert_eq!(all, parameters.len());
        let last = &joined[MOST_SWITCHES - 1];
        assert_eq!(last.name.split(", ").count(), count - MOST_SWITCHES + 1);
        assert!(
            joined.iter().all(|group| group.parameters.len() >= 5),
            "the small ones are joined"
        );
    }
}
