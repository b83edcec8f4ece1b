//! What a report needs beyond the counts of a study: the effect of one rule, guesses at secret
//! rooms, and claims about floors.
//!
//! All of it is computed on demand from a group's own generator and its first seeds, so that a
//! study need not plan for it.

use basement_floors::{Generator, Request, RoomKind, Value};

use crate::calibration::{Calibration, calibrate};
use crate::group::{Floors, GroupResult};
use crate::law::{LAWS, LawCounts, count_laws};
use crate::measure_set::MeasureSet;
use crate::pairing::Pairing;
use crate::results::Results;
use crate::sample::Sample;
use crate::seeds::Seeds;
use crate::series::{BackendRules, FloorSource};
use crate::summary::Summary;

impl GroupResult {
    /// The generator and the first `floors` of its seeds; `None` for floors from a file.
    fn generated(&self, floors: u64) -> Option<(&dyn Generator, Seeds)> {
        match &self.floors {
            Floors::Generator { generator, seeds } => {
                Some((&**generator, Seeds { count: seeds.count.min(floors), ..*seeds }))
            }
            Floors::File(_) => None,
        }
    }

    /// How well its secret rooms are guessed on the first `floors` floors; `None` if the generator
    /// has no posterior or its floors have no secret room.
    #[must_use]
    pub fn secret_guesses(&self, floors: u64) -> Option<Calibration> {
        let (generator, seeds) = self.generated(floors)?;
        let calibration =
            calibrate(generator, &self.request, RoomKind::Secret, seeds, &|_| {}).ok()?;
        (calibration.floors > 0).then_some(calibration)
    }

    /// How often each of [`LAWS`] holds on the first `floors` floors; `None` for floors from a
    /// file.
    #[must_use]
    pub fn laws(&self, floors: u64) -> Option<[LawCounts; LAWS.len()]> {
        let (generator, seeds) = self.generated(floors)?;
        count_laws(generator, &self.request, seeds, &|_| {}).ok()
    }
}

impl Results {
    /// Counts some measures of a series on a level over its first `floors` seeds, unchanged and
    /// with each of these changes of rule parameters, from the same seeds in one pass. `None` if
    /// the series does not use a backend, or if the backend has no such parameter.
    #[must_use]
    pub fn with_changes(
        &self,
        (series, level, labyrinth): (usize, u8, bool),
        changes: &[&[(&str, Value)]],
        floors: u64,
        measures: MeasureSet,
    ) -> Option<(Summary, Vec<(Summary, Pairing)>)> {
        let group = self.group(series, level, labyrinth)?;
        let FloorSource::Backend(rules) = &self.study.series.get(series)?.source else {
            return None;
        };
        let set = |rules: BackendRules, (path, value): &(&str, Value)| rules.set(path, *value);
        let generator = |changes: &&[(&str, Value)]| {
            let rules = changes.iter().fold(rules.clone(), set);
            rules.generator_with_rooms(self.study.catalogue.as_ref()).ok()
        };
        let generators = changes.iter().map(generator).collect::<Option<Vec<_>>>()?;
        let others: Vec<(&dyn Generator, Request)> =
            generators.iter().map(|generator| (&**generator, group.request)).collect();
        let (base, seeds) = group.generated(floors)?;
        let sample = Sample::of(base).request(&group.request).seeds(seeds).measures(measures);
        sample.run_beside(&others).ok()
    }
}
