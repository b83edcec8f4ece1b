//! Generates and counts the floors of a study.

use std::sync::Arc;

use basement_floors::{Chance, Generator, Request};

use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::group::{Floors, Group, GroupResult};
use crate::measure_set::MeasureSet;
use crate::record::InvalidLines;
use crate::results::{PairedGroups, Results};
use crate::seeds::Seeds;
use crate::shared_seeds::SharedSeeds;
use crate::study::Study;
use crate::summary::Summary;

impl Study {
    /// How many floors [`Study::run`] generates, and how many lines of files it reads.
    ///
    /// # Errors
    ///
    /// As [`Study::groups`].
    pub fn total_floors(&self) -> Result<u64, SurveyError> {
        let groups = self.groups()?;
        let counts = (0..groups.len())
            .filter(|place| twin(&groups[..*place], &groups[*place]).is_none())
            .map(|place| groups[place].count());
        Ok(counts.fold(0, u64::saturating_add))
    }

    /// Generates and counts all floors, on all cores. Series with the same seeds are made in one
    /// pass, seed by seed: every floor is generated once. `progress` is called with the number of
    /// floors done since its last call.
    ///
    /// # Errors
    ///
    /// As [`Study::groups`] and [`Sample::run`](crate::Sample::run), and for a line of a file that is not
    /// a floor, unless such lines are skipped.
    pub fn run(self, progress: &(dyn Fn(u64) + Sync)) -> Result<Results, SurveyError> {
        let groups = self.groups()?;
        // A request that a generator cannot meet is an error before the first floor.
        let chances: Vec<Vec<Chance>> =
            groups.iter().map(Group::chances).collect::<Result<_, SurveyError>>()?;
        let mut counted: Vec<Option<Counted>> = vec![None; groups.len()];
        let mut paired = Vec::new();
        for place in 0..groups.len() {
            if counted[place].is_some() {
                continue;
            }
            match &groups[place].floors {
                Floors::File(file) => {
                    counted[place] = match twin(&groups[..place], &groups[place]) {
                        Some(first) => counted[first].clone(),
                        None => {
                            let counts = file.count(progress)?;
                            Some((counts.summary, Arc::new(counts.invalid)))
                        }
                    };
                }
                Floors::Generator { seeds, .. } => {
                    let group: Vec<usize> = (place..groups.len())
                        .filter(|other| shares_seeds(&groups[place], &groups[*other]))
                        .collect();
                    let (summaries, pairs) = count_group(&groups, &group, *seeds, progress)?;
                    for (member, summary) in group.into_iter().zip(summaries) {
                        counted[member] = Some((summary, Arc::default()));
                    }
                    paired.extend(pairs);
                }
            }
        }
        let results = groups.into_iter().zip(chances).zip(counted);
        let groups = results.filter_map(|((group, chances), counted)| {
            let Group { series, origin, request, floors } = group;
            let (summary, invalid) = counted?;
            Some(GroupResult { series, origin, request, chances, summary, invalid, floors })
        });
        Ok(Results::new(self, groups.collect(), paired))
    }
}

/// The counts of a group, and the lines of its file that are not floors.
type Counted = (Summary, Arc<InvalidLines>);

/// The first of some groups that has the same floors from the same file, on another level.
fn twin(before: &[Group], group: &Group) -> Option<usize> {
    let is_twin = |other: &Group| {
        other.series == group.series
            && group.origin.seeds().is_none()
            && other.origin == group.origin
    };
    before.iter().position(is_twin)
}

/// Whether two groups have the same level and seeds: a number then stands for the same seed in both.
/// Floors of a file have no seed in common with any others.
fn shares_seeds(one: &Group, other: &Group) -> bool {
    one.origin.seeds().is_some()
        && one.origin.seeds() == other.origin.seeds()
        && one.request.level == other.request.level
}

/// Generates the floors of groups that share their seeds, and pairs those that are compared: two
/// series under the same curse, or a series with and without it.
fn count_group(
    groups: &[Group],
    group: &[usize],
    seeds: Seeds,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<Summary>, Vec<PairedGroups>), SurveyError> {
    let members: Vec<&Group> = group.iter().filter_map(|place| groups.get(*place)).collect();
    let samples: Vec<(&dyn Generator, Request)> = members
        .iter()
        .filter_map(|group| match &group.floors {
            Floors::Generator { generator, .. } => Some((&**generator, group.request)),
            Floors::File(_) => None,
        })
        .collect();
    let are_compared = |[x, y]: &[usize; 2]| {
        let (x, y) = (members[*x], members[*y]);
        x.series == y.series || x.curse() == y.curse()
    };
    let pairs: Vec<[usize; 2]> = (0..members.len())
        .flat_map(|x| (x + 1..members.len()).map(move |y| [x, y]))
        .filter(are_compared)
        .collect();
    let measures = MeasureSet::ALL;
    let (samples, pairs) = (&samples[..], &pairs[..]);
    let each = &|_: usize, _: u64, _: &Analysis| {};
    let shared = SharedSeeds { samples, pairs, seeds, measures, cells: false, progress, each };
    let (summaries, pairings) = shared.run()?;
    let paired = pairs.iter().zip(pairings).map(|(pair, pairing)| PairedGroups {
        places: pair.map(|member| members[member].place()),
        pairing,
    });
    Ok((summaries, paired.collect()))
}
