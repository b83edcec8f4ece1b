//! The findings that tables of means have in common: a column for each.

use basement_survey::MeasureSet;

use crate::prelude::*;
use crate::table::Rows;

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

/// Adds a column for each finding to a table; a cell is empty if there is nothing to say.
pub(super) fn with_findings<T>(
    rows: Rows<T>,
    say: impl Fn(&T, usize) -> Option<String>,
) -> Rows<T> {
    let findings = FINDINGS.iter().enumerate();
    findings.fold(rows, |rows, (place, (_, heading))| rows.optional(heading, |it| say(it, place)))
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
