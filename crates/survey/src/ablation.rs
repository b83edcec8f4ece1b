//! What a rule causes: the same floors with one parameter changed.

use basement_floors::{Backend, Change, Generator, Parameter, Request, RequestError};
use serde::Serialize;

use crate::comparison::{Comparison, compare};
use crate::error::SurveyError;
use crate::measure::Scope;
use crate::sample::Sample;
use crate::seeds::Seeds;
use crate::summary::Summary;

/// One parameter changed, and what came of it.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The parameter as the edition has it.
    pub parameter: Parameter,
    /// What it was changed to.
    pub change: Change,
    /// The floors with the change.
    pub summary: Summary,
}

/// The effect of an ablation on one measure.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// The measure's name.
    pub measure: &'static str,
    /// Base against changed.
    #[serde(flatten)]
    pub comparison: Comparison,
}

impl Ablation {
    /// The effects on all measures of the floors, the largest first by Cliff's
    /// delta. What the generator says of itself is left out.
    #[must_use]
    pub fn effects(&self, base: &Summary) -> Vec<Effect> {
        let mut effects: Vec<Effect> = compare(base, &self.summary)
            .into_iter()
            .filter(|(measure, _)| measure.scope != Scope::Generator)
            .map(|(measure, comparison)| Effect { measure: measure.name, comparison })
            .collect();
        effects.sort_by(|a, b| {
            b.comparison.cliffs_delta.abs().total_cmp(&a.comparison.cliffs_delta.abs())
        });
        effects
    }
}

/// The changes that say most about a backend's rules, for when nobody names one.
#[must_use]
pub fn telling_changes(backend: Backend) -> Vec<Change> {
    let changes: &[(&str, &str)] = match backend {
        Backend::Flash => &[
            ("flash.growth.neighbour_limit", "2"),
            ("flash.growth.skip_one_in", "4"),
            ("flash.growth.restart_above", "72"),
            ("flash.growth.last_added_first", "true"),
            ("flash.growth.start_always_passes", "true"),
            ("flash.growth.outer_rows_fill", "false"),
            ("flash.secret.loosen_after", "0"),
            ("flash.secret.shipped_test", "true"),
        ],
        Backend::Rebirth => &[
            ("rebirth.dead_ends.base", "0"),
            ("rebirth.dead_ends.most_added", "0"),
            ("rebirth.growth.neighbour_limit", "3"),
            ("rebirth.growth.loop_one_in", "0"),
            ("rebirth.growth.limit_coins", "8"),
            ("rebirth.growth.back_one_in", "1"),
            ("rebirth.growth.back_one_in", "1000"),
            ("rebirth.growth.shape_removal", "0.95"),
            ("rebirth.secret.penalty_one_neighbour", "0"),
            ("rebirth.boss.deeper_than", "4"),
        ],
    };
    let change = |(path, value): &(&str, &str)| {
        let Ok(value) = value.parse();
        Change { path: (*path).to_owned(), value }
    };
    changes.iter().map(change).collect()
}

/// Generates the floors of an edition as it is, then with each change alone, from
/// the same seeds.
///
/// # Errors
///
/// [`SurveyError`] for an edition, parameter, value, level or seed that does not
/// exist.
pub fn ablate(
    backend: Backend,
    edition: &str,
    request: &Request,
    seeds: Seeds,
    changes: &[Change],
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Summary, Vec<Ablation>), SurveyError> {
    let parameters = backend.parameters(edition)?;
    let base = backend.generator(edition, &[])?;
    // What does not exist is said before the first floor.
    let mut changed = Vec::new();
    for change in changes {
        let generator = backend.generator(edition, std::slice::from_ref(change))?;
        let parameter = parameters.iter().find(|parameter| parameter.path == change.path);
        let known = || parameters.iter().map(|parameter| &parameter.path);
        let parameter = parameter
            .ok_or_else(|| RequestError::unknown_name("rule parameter", &change.path, known()))?;
        changed.push((change, parameter, generator));
    }
    let sample = |generator: &dyn Generator| {
        Sample::of(generator).request(request).seeds(seeds).progress(progress).run()
    };
    let base = sample(&*base)?;
    let ablation = |(change, parameter, generator): (&Change, &Parameter, Box<dyn Generator>)| {
        Ok(Ablation {
            parameter: parameter.clone(),
            change: change.clone(),
            summary: sample(&*generator)?,
        })
    };
    let ablations = changed.into_iter().map(ablation).collect::<Result<_, SurveyError>>()?;
    Ok((base, ablations))
}
