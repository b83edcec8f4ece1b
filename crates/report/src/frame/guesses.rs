//! Guesses at the secret room: by the rules, and by counting neighbours.

use basement_survey::Results;
use basement_survey::study::GroupResult;

use crate::series::{first_middle_last, plain_groups, shown};

/// Floors of each level.
const FLOORS: u64 = 4_000;
/// The levels that are shown where a study has them.
const LEVELS: [u8; 3] = [1, 4, 8];

/// What one bomb finds in a series, on all levels that are shown together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guesses {
    pub(crate) series: usize,
    pub(crate) levels: Vec<u8>,
    pub(crate) floors: u64,
    /// The share of secret rooms found where the rules make them likeliest.
    pub(crate) by_rules: f64,
    /// The same where most rooms are around, ties by chance.
    pub(crate) by_neighbours: f64,
}

/// The groups of the levels that are shown.
fn groups(results: &Results, series: usize) -> Vec<&GroupResult> {
    let all: Vec<u8> = plain_groups(results, series).map(|group| group.request.level).collect();
    let usual = LEVELS.iter().all(|level| all.contains(level));
    let levels = if usual { LEVELS.to_vec() } else { first_middle_last(&all) };
    plain_groups(results, series).filter(|group| levels.contains(&group.request.level)).collect()
}

/// The guesses at the secret rooms of each shown series that has any and a posterior for them.
pub(crate) fn guesses(results: &Results) -> Vec<Guesses> {
    let of_series = |series: usize| {
        let (mut levels, mut floors, mut sums) = (Vec::new(), 0, [0.0; 2]);
        for group in groups(results, series) {
            let Some(counts) = group.secret_guesses(FLOORS) else { continue };
            let by_neighbours = counts.hit_rate_by_eye(1) * counts.floors as f64;
            sums = [sums[0] + counts.found[0] as f64, sums[1] + by_neighbours];
            floors += counts.floors;
            levels.push(group.request.level);
        }
        let [by_rules, by_neighbours] = sums.map(|sum| sum / floors.max(1) as f64);
        (floors > 0).then_some(Guesses { series, levels, floors, by_rules, by_neighbours })
    };
    shown(results).into_iter().filter_map(of_series).collect()
}
