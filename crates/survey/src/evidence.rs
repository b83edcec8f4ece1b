//! What a report looks at beyond the counts of a study: the effect of one rule, guesses at
//! secret rooms, claims about floors, a null model.
//!
//! All of it is worked out from an arm's own generator and its first seeds, when it is asked
//! for, so that a study need not plan for it.

use basement_floors::{Generator, RoomKind, Value};

use crate::arm::{ArmResult, Floors};
use crate::calibration::{Calibration, calibrate};
use crate::law::{LAWS, Observed, observe};
use crate::measure_set::MeasureSet;
use crate::null_model::NullModel;
use crate::sample::Sample;
use crate::seeds::Seeds;
use crate::series::{Rules, Source};
use crate::study::Results;
use crate::summary::Summary;

impl ArmResult {
    /// The generator and the first `floors` of its seeds; `None` for floors from a file.
    fn generated(&self, floors: u64) -> Option<(&dyn Generator, Seeds)> {
        match &self.floors {
            Floors::Generator { generator, seeds } => {
                Some((&**generator, Seeds { count: seeds.count.min(floors), ..*seeds }))
            }
            Floors::File(_) => None,
        }
    }

    /// How well its secret rooms are guessed on the first `floors` floors; `None` where the
    /// generator has no posterior or its floors no secret room.
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
    pub fn laws(&self, floors: u64) -> Option<[Observed; LAWS.len()]> {
        let (generator, seeds) = self.generated(floors)?;
        observe(generator, &self.request, seeds, &|_| {}).ok()
    }

    /// The counts of some measures of the null model of its generator over the first `floors`
    /// seeds; `None` for floors from a file.
    #[must_use]
    pub fn null_model(&self, floors: u64, measures: MeasureSet) -> Option<Summary> {
        let (generator, seeds) = self.generated(floors)?;
        let null = NullModel(generator);
        Sample::of(&null).request(&self.request).seeds(seeds).measures(measures).run().ok()
    }
}

impl Results {
    /// The counts of some measures of a series on a level over the first `floors` seeds, with one rule
    /// parameter changed; `None` where the series is not of a backend, or the backend has no
    /// such parameter.
    #[must_use]
    pub fn with_change(
        &self,
        place: (usize, u8, bool),
        path: &str,
        value: Value,
        floors: u64,
        measures: MeasureSet,
    ) -> Option<Summary> {
        self.with_changes(place, &[(path, value)], floors, measures)
    }

    /// The same with several rule parameters changed at once.
    #[must_use]
    pub fn with_changes(
        &self,
        (series, level, labyrinth): (usize, u8, bool),
        changes: &[(&str, Value)],
        floors: u64,
        measures: MeasureSet,
    ) -> Option<Summary> {
        let arm = self.arm(series, level, labyrinth)?;
        let Source::Backend(rules) = &self.study.series.get(series)?.source else { return None };
        let set = |rules: Rules, (path, value): &(&str, Value)| rules.set(path, *value);
        let rules = changes.iter().fold(rules.clone(), set);
        let generator = rules.generator_with(self.study.catalogue.as_ref()).ok()?;
        let (_, seeds) = arm.generated(floors)?;
        Sample::of(&*generator).request(&arm.request).seeds(seeds).measures(measures).run().ok()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::measure;
    use crate::series::Series;
    use crate::study::Study;
    use basement_floors::Backend;

    /// A small study of both games.
    pub(crate) fn results() -> Results {
        let study = Study::new("Both").floors(300).levels([1]);
        let study = study.series(Series::new("Flash", Backend::Flash));
        study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {}).unwrap()
    }

    #[test]
    fn a_changed_rule_changes_the_counts_and_an_unknown_one_gives_none() {
        let results = results();
        let change = |path: &str, series| {
            let asked = MeasureSet::ALL;
            results.with_change((series, 1, false), path, Value::Whole(1), 300, asked)
        };
        let back = change("rebirth.growth.back_one_in", 1).unwrap();
        let arm = results.arm(1, 1, false).unwrap();
        assert!(back.mean(measure::BOSS_DISTANCE) < arm.summary.mean(measure::BOSS_DISTANCE));
        assert!(change("rebirth.growth.back_one_in", 0).is_none());
        assert!(change("rebirth.growth.no_such_rule", 1).is_none());
    }

    #[test]
    fn a_null_model_keeps_the_sizes_and_nothing_else() {
        let results = results();
        let arm = results.arm(0, 1, false).unwrap();
        let null = arm.null_model(300, MeasureSet::ALL).unwrap();
        assert_eq!(null.mean(measure::ROOMS), arm.summary.mean(measure::ROOMS));
        assert!(null.mean(measure::RINGS) > Some(0.5));
    }

    #[test]
    fn guesses_and_laws_are_counted_on_the_first_floors() {
        let results = results();
        let arm = results.arm(0, 1, false).unwrap();
        let guesses = arm.secret_guesses(100).unwrap();
        assert!(guesses.floors <= 100 && guesses.hit_rate(3) >= guesses.hit_rate(1));
        assert!(arm.laws(100).unwrap().iter().all(|law| law.floors <= 100));
    }
}
