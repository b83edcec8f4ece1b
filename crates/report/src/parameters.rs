//! The values of rules that a series goes by: its edition's, or those it changed.

use basement_floors::{Backend, Value};
use basement_survey::Results;
use basement_survey::study::Origin;

use crate::series::description_of;

/// The value of a rule parameter of a series; `None` where its game has none of that name.
pub(crate) fn value(results: &Results, series: usize, path: &str) -> Option<Value> {
    let backend = results.study.series.get(series)?.backend()?;
    let group = results.groups_of(series).next()?;
    let Origin::Generator { description, .. } = &group.origin else { return None };
    if let Some(change) = description.changed.iter().find(|change| change.path == path) {
        return Some(change.value);
    }
    let all = backend.parameters(&*description.edition).ok()?;
    all.into_iter().find(|parameter| parameter.path == path).map(|parameter| parameter.value)
}

/// The same as a number.
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
