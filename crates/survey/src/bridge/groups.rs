//! What makes the floors of a bridge: single generators, or groups that share their layouts.

use std::ops::RangeInclusive;

use basement_floors::rebirth::GrowthGroup;
use basement_floors::{Floor, Generator, Request};

use super::means::JointValues;
use crate::analysis::Analysis;
use crate::error::SurveyError;
use crate::fold::{CHUNK, Pass, each_floor, made};
use crate::measure_set::MeasureSet;
use crate::seeds::Seeds;

/// Generators that use the same seeds, each with its place among all generators.
pub(super) enum Group {
    /// A generator with its own seeds.
    Alone(usize, Box<dyn Generator>),
    /// Generators that grow the same layouts.
    Growth(GrowthGroup),
}

/// The counts of a group's floors.
pub(super) struct Counted {
    pub(super) values: JointValues,
    /// Floors for which a generator gave up.
    pub(super) gave_up: u64,
}

/// A pass over the floors of a group.
pub(super) struct GroupPass<'a> {
    pub(super) request: Request,
    pub(super) seeds: Seeds,
    pub(super) measures: MeasureSet,
    /// Called with the number of floors done since its last call.
    pub(super) progress: &'a (dyn Fn(u64) + Sync),
    pub(super) is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl Group {
    /// The places of its generators, in their order within the group.
    pub(super) fn places(&self) -> Vec<usize> {
        match self {
            Self::Alone(place, _) => vec![*place],
            Self::Growth(group) => group.members().map(|(place, _)| place).collect(),
        }
    }

    /// Makes the floors of a pass and counts their values.
    pub(super) fn count(&self, pass: &GroupPass<'_>) -> Result<Counted, SurveyError> {
        let GroupPass { seeds, measures, .. } = pass;
        seeds.last()?;
        let (samples, measures) = (self.places().len(), measures.iter().count());
        let progress = |done: u64| (pass.progress)(done * samples as u64);
        let new = || Counted { values: JointValues::new(samples, measures), gave_up: 0 };
        let (counted, done) = Pass::over(seeds.first, seeds.count, &progress)
            .in_chunks_of(CHUNK.div_ceil(samples as u64))
            .until(pass.is_cancelled)
            .fold(
                new,
                |counted, numbers| self.count_chunk(pass, numbers, counted),
                |counted, more| {
                    counted.values.merge(&more.values);
                    counted.gave_up += more.gave_up;
                },
            )?;
        if done < seeds.count { Err(SurveyError::Cancelled) } else { Ok(counted) }
    }

    fn count_chunk(
        &self,
        pass: &GroupPass<'_>,
        mut numbers: RangeInclusive<u64>,
        counted: &mut Counted,
    ) -> Result<(), SurveyError> {
        let GroupPass { request, seeds, measures, .. } = pass;
        let (samples, count) = (self.places().len(), measures.iter().count());
        let mut values = vec![None; samples * count];
        let Counted { values: joint, gave_up } = counted;
        let mut read = |values: &mut [Option<u32>], sample: usize, floor: Option<&Floor>| {
            let Some(floor) = floor else {
                *gave_up += 1;
                return;
            };
            let analysis = Analysis::for_measures(floor, *measures);
            for (measure, values) in measures.iter().zip(values.chunks_exact_mut(samples)) {
                values[sample] = measure.raw_of(&analysis);
            }
        };
        match self {
            Self::Alone(_, generator) => {
                each_floor(&**generator, request, seeds, numbers, |_, floor| {
                    values.fill(None);
                    read(&mut values, 0, floor);
                    joint.add(&values);
                    Ok(())
                })
            }
            Self::Growth(group) => numbers.try_for_each(|seed| {
                values.fill(None);
                let mut result = Ok(());
                group.generate(request, seed, &mut |sample, floor| match made(floor) {
                    Ok(floor) => read(&mut values, sample, floor),
                    Err(error) => result = Err(error),
                });
                joint.add(&values);
                result
            }),
        }
    }
}
