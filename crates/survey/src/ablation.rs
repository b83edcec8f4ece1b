//! The effect of a change: floors from the same seeds, with and without it.

use std::fmt;
use std::sync::Arc;

use basement_floors::Value::{self, Real, Switch, Whole};
use basement_floors::rooms::Catalogue;
use basement_floors::{Backend, Change, Generator, Parameter, Request, RequestError};
use serde::Serialize;

use crate::comparison::{Comparison, compare};
use crate::error::SurveyError;
use crate::measure::{MEASURES, Measure, Scope};
use crate::pairing::Pairing;
use crate::sample::Sample;
use crate::seeds::Seeds;
use crate::summary::Summary;

/// A generator with a change, to be compared with the generator without it.
#[non_exhaustive]
pub struct Changed {
    /// What was changed, as figures label it.
    pub name: String,
    /// The original rule parameter and the change to it, if a rule parameter was changed.
    pub parameter: Option<(Parameter, Change)>,
    /// The generator with the change.
    pub generator: Arc<dyn Generator>,
}

impl fmt::Debug for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changed")
            .field("name", &self.name)
            .field("parameter", &self.parameter)
            .field("generator", &self.generator.describe())
            .finish()
    }
}

/// One change, and the floors with it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ablation {
    /// What was changed, as figures label it.
    pub name: String,
    /// The original rule parameter and the change to it, if a rule parameter was changed.
    pub parameter: Option<(Parameter, Change)>,
    /// The counts of the floors with the change: kinds of rooms, and all measures except those of
    /// the generator's own work.
    pub summary: Summary,
    /// The floors without the change (X) and with it (Y), paired by seed.
    pub pairing: Pairing,
}

/// The effect of a change on one measure.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// The measure's name.
    pub measure: &'static str,
    /// The base compared with the changed floors.
    #[serde(flatten)]
    pub comparison: Comparison,
}

impl Ablation {
    /// The effects on all measures of the floors, sorted by the size of Cliff's delta, the largest
    /// first. Measures of the generator's own work are left out.
    #[must_use]
    pub fn effects(&self, base: &Summary) -> Vec<Effect> {
        let mut effects: Vec<Effect> = compare(base, &self.summary, Some(&self.pairing))
            .into_iter()
            .filter(|(measure, _)| is_of_floors(measure))
            .map(|(measure, comparison)| Effect { measure: measure.name, comparison })
            .collect();
        effects.sort_by(|a, b| {
            b.comparison.cliffs_delta.abs().total_cmp(&a.comparison.cliffs_delta.abs())
        });
        effects
    }
}

/// The changes that say most about a backend's rules: the default if the user names none.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{ablation::{Changed, telling_changes}};
///
/// let changes = telling_changes(Backend::Flash);
/// let changed = Changed::each(Backend::Flash, "article", &[], &changes, None)?;
/// assert_eq!(changed.len(), changes.len());
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[must_use]
pub fn telling_changes(backend: Backend) -> Vec<Change> {
    let changes: &[(&str, Value)] = match backend {
        Backend::Flash => &[
            ("flash.growth.neighbour_limit", Whole(2)),
            ("flash.growth.skip_one_in", Whole(4)),
            ("flash.growth.restart_above", Whole(72)),
            ("flash.growth.last_added_first", Switch(true)),
            ("flash.growth.start_always_passes", Switch(true)),
            ("flash.growth.outer_rows_fill", Switch(false)),
            ("flash.secret.loosen_after", Whole(0)),
            ("flash.secret.shipped_test", Switch(true)),
        ],
        Backend::Rebirth => &[
            ("rebirth.dead_ends.base", Whole(0)),
            ("rebirth.dead_ends.most_added", Whole(0)),
            ("rebirth.growth.neighbour_limit", Whole(3)),
            ("rebirth.growth.loop_one_in", Whole(0)),
            ("rebirth.growth.limit_coins", Whole(8)),
            ("rebirth.growth.back_one_in", Whole(1)),
            ("rebirth.growth.back_one_in", Whole(1000)),
            ("rebirth.growth.shape_removal", Real(0.95)),
            ("rebirth.secret.penalty_one_neighbour", Whole(0)),
            ("rebirth.boss.deeper_than", Whole(4)),
        ],
    };
    changes.iter().map(|(path, value)| Change::new(path, *value)).collect()
}

impl Changed {
    /// A changed generator. `name` says what was changed.
    #[must_use]
    pub fn new(name: &str, generator: Arc<dyn Generator>) -> Self {
        Self { name: name.to_owned(), parameter: None, generator }
    }

    /// An edition of a backend with some changes, once with each of `changes` besides. `rooms` replaces
    /// the catalogue of a backend that chooses rooms ([L1](basement_floors::rules#l1)).
    ///
    /// # Errors
    ///
    /// [`RequestError`] for an edition, parameter or value that does not exist, and for rooms if
    /// the backend chooses none.
    pub fn each<'a>(
        backend: Backend,
        edition: impl Into<Option<&'a str>>,
        base: &[Change],
        changes: &[Change],
        rooms: Option<&Arc<Catalogue>>,
    ) -> Result<Vec<Self>, RequestError> {
        let edition = edition.into();
        let parameters = backend.parameters(edition, base)?;
        let changed = |change: &Change| {
            let others = base.iter().filter(|other| other.path != change.path);
            let all: Vec<Change> = others.chain([change]).cloned().collect();
            let generator = backend.generator_with_rooms(edition, &all, rooms)?;
            let parameter = parameters.iter().find(|parameter| parameter.path == change.path);
            let known = parameters.iter().map(|parameter| &parameter.path);
            let parameter = parameter
                .ok_or_else(|| RequestError::unknown_name("rule parameter", &change.path, known))?;
            let short = change.path.split_once('.').map_or(&*change.path, |(_, rest)| rest);
            Ok(Self {
                name: format!("{short} = {}", change.value),
                parameter: Some((parameter.clone(), change.clone())),
                generator: Arc::from(generator),
            })
        };
        changes.iter().map(changed).collect()
    }
}

/// Whether a measure describes the floors themselves, not the work of generating them.
fn is_of_floors(measure: &Measure) -> bool {
    measure.scope != Scope::Generator
}

/// Generates the floors of a generator and of each changed generator from the same seeds, in one
/// pass. The summaries contain what [`Ablation::effects`] compares.
///
/// ```
/// use basement_floors::{Backend, Change, Request, Value};
/// use basement_survey::{Seeds, ablation::{Changed, ablate}};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let change = Change::new("flash.growth.neighbour_limit", 2);
/// let changed = Changed::each(Backend::Flash, None, &[], &[change], None)?;
/// let request = Request::level(4).without_curse();
/// let (base, ablations) = ablate(&*flash, changed, &request, Seeds::pcg(0, 500), &|_| {})?;
/// let effects = ablations[0].effects(&base);
/// assert!(effects.iter().any(|effect| effect.measure == "rings" && effect.comparison.difference > 0.0));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
///
/// # Errors
///
/// [`SurveyError`] for a level or seed that does not exist.
pub fn ablate(
    base: &dyn Generator,
    changed: Vec<Changed>,
    request: &Request,
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Summary, Vec<Ablation>), SurveyError> {
    let measures = MEASURES.iter().filter(|measure| is_of_floors(measure)).collect();
    let sample = Sample::of(base).request(request).seeds(seeds).measures(measures);
    let others: Vec<(&dyn Generator, Request)> =
        changed.iter().map(|changed| (&*changed.generator, *request)).collect();
    let (base, others) = sample.progress(progress).run_beside(&others)?;
    let ablation = |(Changed { name, parameter, .. }, (summary, pairing))| Ablation {
        name,
        parameter,
        summary,
        pairing,
    };
    Ok((base, changed.into_iter().zip(others).map(ablation).collect()))
}
