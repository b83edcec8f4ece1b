//! The rule values that a series uses: its edition's, or changed ones.

use std::sync::Arc;

use basement_floors::rooms::Catalogue;
use basement_floors::{Backend, Generator, Request, Value};
use basement_survey::pairing::Pairing;
use basement_survey::study::{FloorSource, GroupResult, Origin};
use basement_survey::{MeasureSet, Results, Sample, Seeds, Summary};

use crate::series::{description_of, shown};

/// The value of a rule parameter of a series; `None` if its game has no parameter with that name.
pub(crate) fn value(results: &Results, series: usize, path: &str) -> Option<Value> {
    let backend = results.study.series.get(series)?.backend()?;
    let group = results.groups_of(series).next()?;
    let Origin::Generator { description, .. } = &group.origin else { return None };
    let all = backend.parameters(&*description.edition, &description.changed).ok()?;
    all.into_iter().find(|parameter| parameter.path == path).map(|parameter| parameter.value)
}

/// The value as a number.
pub(crate) fn number(results: &Results, series: usize, path: &str) -> Option<f64> {
    match value(results, series, path)? {
        Value::Whole(number) => Some(f64::from(number)),
        Value::Real(number) => Some(number),
        Value::Switch(_) => None,
    }
}

/// Whether a switch is on.
pub(crate) fn is_on(results: &Results, series: usize, path: &str) -> bool {
    matches!(value(results, series, path), Some(Value::Switch(true)))
}

/// The game of a series whose rules are those of an edition, unchanged.
pub(crate) fn unchanged(results: &Results, series: usize) -> Option<Backend> {
    let description = description_of(results, series)?;
    results.study.series.get(series)?.backend().filter(|_| description.changed.is_empty())
}

/// Whether a shown series is of this game, its rules unchanged.
pub(crate) fn shows(results: &Results, game: Backend) -> bool {
    shown(results).into_iter().any(|series| unchanged(results, series) == Some(game))
}

/// The generator of a series with some parameters changed, and with other rooms if these are given.
pub(crate) fn generator(
    results: &Results,
    series: usize,
    changes: &[(&str, Value)],
    rooms: Option<&Arc<Catalogue>>,
) -> Option<Box<dyn Generator>> {
    let FloorSource::Backend(rules) = &results.study.series.get(series)?.source else {
        return None;
    };
    let rules = changes.iter().fold(rules.clone(), |rules, (path, value)| rules.set(path, *value));
    rules.generator_with_rooms(rooms.or(results.study.catalogue.as_ref())).ok()
}

/// The counts of some measures over the first floors of a group, made again, and over those of other
/// generators from the same seeds.
pub(crate) fn beside<'a>(
    results: &Results,
    group: &GroupResult,
    others: impl IntoIterator<Item = &'a Box<dyn Generator>>,
    floors: u64,
    measures: MeasureSet,
) -> Option<(Summary, Vec<(Summary, Pairing)>)> {
    let seeds = *group.origin.seeds()?;
    let seeds = Seeds { count: seeds.count.min(floors), ..seeds };
    let base = generator(results, group.series, &[], None)?;
    let others: Vec<(&dyn Generator, Request)> =
        others.into_iter().map(|other| (&**other, group.request)).collect();
    let sample = Sample::of(&*base).request(&group.request).seeds(seeds).measures(measures);
    sample.run_beside(&others).ok()
}
