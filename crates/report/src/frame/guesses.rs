//! Guesses at the secret room: by the rules, and by counting neighbours.

use std::collections::BTreeSet;

use basement_survey::Results;
use basement_survey::statistics::{Interval, wilson_interval};
use basement_survey::study::GroupResult;

use crate::series::{first_middle_last, name_of, plain_groups, shown, side_lines};

/// Bombs that are looked at.
pub(crate) const BOMBS: usize = 3;
/// Floors of each level.
pub(crate) const FLOORS: u64 = 4_000;
/// The levels that are shown where a study has them.
const LEVELS: [u8; 3] = [1, 4, 8];

/// The guesses of a series.
pub(crate) struct Guesses {
    pub(crate) series: usize,
    pub(crate) name: String,
    /// On each level, and one bomb on all of them together.
    pub(crate) found: Vec<Found>,
}

/// What a number of bombs finds on a level; without a level, on all levels together.
pub(crate) struct Found {
    pub(crate) level: Option<u8>,
    pub(crate) bombs: usize,
    pub(crate) floors: u64,
    pub(crate) by_rules: Interval,
    pub(crate) by_eye: Interval,
}

impl Found {
    fn new(level: Option<u8>, bombs: usize, floors: u64, [found, by_eye]: [f64; 2]) -> Self {
        // On a floor with ties it is a chance, so that it varies less than a share of floors: the
        // interval is no narrower than it must be.
        let share = by_eye / floors.max(1) as f64;
        let half = 1.96 * (share * (1.0 - share) / floors.max(1) as f64).sqrt();
        let (lower, upper) = ((share - half).max(0.0), (share + half).min(1.0));
        let by_eye = Interval { estimate: share, lower, upper };
        Self { level, bombs, floors, by_rules: wilson_interval(found as u64, floors), by_eye }
    }
}

/// What one bomb finds in a series, over all levels shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gain {
    pub(crate) name: String,
    /// The share of secret rooms found by the rules.
    pub(crate) by_rules: f64,
    /// The same by counting neighbours.
    pub(crate) by_neighbours: f64,
    /// Half the 95 % interval of the difference.
    pub(crate) half: f64,
    /// The levels, all of them together.
    pub(crate) levels: Vec<u8>,
}

impl Gain {
    pub(crate) fn value(&self) -> f64 {
        self.by_rules - self.by_neighbours
    }

    /// Whether the rules find more, beyond the interval.
    pub(crate) fn is_clear(&self) -> bool {
        self.value() > self.half
    }

    /// Whether it is greater than another one, beyond the intervals.
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        self.value() - other.value() > self.half.hypot(other.half)
    }
}

impl Guesses {
    fn levels(&self) -> BTreeSet<u8> {
        self.found.iter().filter_map(|found| found.level).collect()
    }

    /// What one bomb finds over all its levels.
    pub(crate) fn gain(&self) -> Option<Gain> {
        let all = self.found.iter().rfind(|found| found.bombs == 1)?;
        let (by_rules, by_neighbours) = (all.by_rules.estimate, all.by_eye.estimate);
        let variance = |share: f64| share * (1.0 - share) / all.floors.max(1) as f64;
        // As if both guessed on floors of their own, which is wider than it has to be.
        let half = 1.96 * (variance(by_rules) + variance(by_neighbours)).sqrt();
        let levels = self.levels().into_iter().collect();
        Some(Gain { name: self.name.clone(), by_rules, by_neighbours, half, levels })
    }
}

/// The groups of the levels that are shown.
pub(crate) fn groups(results: &Results, series: usize) -> Vec<&GroupResult> {
    let all: Vec<u8> = plain_groups(results, series).map(|group| group.request.level).collect();
    let usual = LEVELS.iter().all(|level| all.contains(level));
    let levels = if usual { LEVELS.to_vec() } else { first_middle_last(&all) };
    plain_groups(results, series).filter(|group| levels.contains(&group.request.level)).collect()
}

/// The guesses at the secret rooms of each series that has any and a posterior for them; the
/// sides as well.
pub(crate) fn guesses(results: &Results) -> Vec<Guesses> {
    let of_series = |series: usize| {
        let (mut found, mut floors, mut sums) = (Vec::new(), 0, [0.0; 2]);
        for group in groups(results, series) {
            let Some(counts) = group.secret_guesses(FLOORS) else { continue };
            let all = counts.floors as f64;
            let of = |bombs: usize| {
                [counts.found[bombs - 1] as f64, counts.hit_rate_by_eye(bombs) * all]
            };
            let level = Some(group.request.level);
            let new = |bombs| Found::new(level, bombs, counts.floors, of(bombs));
            found.extend((1..=BOMBS).map(new));
            floors += counts.floors;
            sums = [sums[0] + of(1)[0], sums[1] + of(1)[1]];
        }
        if found.len() > BOMBS {
            found.push(Found::new(None, 1, floors, sums));
        }
        let name = name_of(results, series).to_owned();
        (!found.is_empty()).then_some(Guesses { series, name, found })
    };
    let all = shown(results).into_iter().chain(side_lines(results)).take(4);
    all.filter_map(of_series).collect()
}
