//! The findings that tables of means have in common: a column for each.

use basement_survey::{Comparison, Measure, MeasureSet, measure};

use crate::number::{fixed, signed};

/// The findings, with their headings.
pub(super) const FINDINGS: [(&Measure, &str); 6] = [
    (measure::ROOMS, "rooms"),
    (measure::BOSS_DISTANCE, "doors to the boss"),
    (measure::FULL_WALK, "doors to clear all rooms"),
    (measure::DEAD_ENDS, "dead ends"),
    (measure::RINGS, "rings"),
    (measure::SECRET_NEIGHBOURS, "rooms around the secret room"),
];

/// The measures of the findings.
pub(super) fn asked() -> MeasureSet {
    FINDINGS.iter().map(|(measure, _)| *measure).collect()
}

/// The headings of a table, some columns before the findings.
pub(super) fn headings(first: &[&str]) -> Vec<String> {
    let findings = FINDINGS.iter().map(|(_, heading)| heading);
    first.iter().chain(findings).map(|heading| (*heading).to_owned()).collect()
}

/// A row: some cells, and one for each finding, empty if there is nothing to say.
pub(super) fn row(
    first: impl IntoIterator<Item = String>,
    say: impl Fn(&'static Measure) -> Option<String>,
) -> Vec<String> {
    let cells = FINDINGS.iter().map(|(measure, _)| say(measure).unwrap_or_default());
    first.into_iter().chain(cells).collect()
}

/// A difference in a cell.
pub(super) fn said(comparison: &Comparison) -> String {
    let interval = comparison.interval();
    match (comparison.same_on_every_seed, interval.contains(0.0)) {
        (true, _) => "same".to_owned(),
        (_, true) => "none".to_owned(),
        _ => format!("{} ± {}", signed(comparison.difference, 2), fixed(interval.half(), 2)),
    }
}
