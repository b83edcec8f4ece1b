//! What a report needs beyond the counts of a study: guesses, laws and typical floors.

use basement_floors::Backend;
use basement_survey::typical::distance_from_medians;
use basement_survey::{Results, Series, Study, measure};

/// A small study of both games.
fn results() -> Results {
    let study = Study::new("Both").floors(300).levels([1]);
    let study = study.series(Series::new("Flash", Backend::Flash));
    study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {}).unwrap()
}

#[test]
fn guesses_and_laws_are_counted_on_the_first_floors() {
    let results = results();
    let group = results.group(0, 1, false).unwrap();
    let guesses = group.secret_guesses(100).unwrap();
    assert!(guesses.floors <= 100 && guesses.hit_rate(3) >= guesses.hit_rate(1));
    assert!(group.laws(100).unwrap().iter().all(|law| law.floors <= 100));
}

#[test]
fn a_typical_floor_is_as_near_the_medians_as_any_other() {
    let results = results();
    let group = results.group(1, 1, false).unwrap();
    let number = group.typical_floor(300).unwrap();
    let analysis = group.floor(number).unwrap().analysis();
    for measure in [measure::ROOMS, measure::BOSS_DISTANCE, measure::RINGS] {
        let median = group.summary.values(measure).quantile(0.5).unwrap();
        assert_eq!(measure.of(&analysis), Some(median));
    }
    let floors = group.nearest_floors(300);
    assert_eq!(floors.len(), 300);
    let medians = group.medians();
    for (number, floor) in group.first_floors(300) {
        assert!(
            distance_from_medians(&medians, &floor.analysis()) >= floors[0].distance,
            "{number}"
        );
    }
    assert_eq!(group.typical_floor(1), Some(group.first_floors(1)[0].0));
}

#[test]
fn floors_are_sought_only_among_those_of_the_series() {
    let results = results();
    let group = results.group(0, 1, false).unwrap();
    assert_eq!(group.nearest_floors(1000).len(), 300);
    assert_eq!(group.first_floors(1000).len(), 300);
}

#[test]
fn one_measure_gives_its_deviation_as_the_distance_and_no_measure_gives_0() {
    let results = results();
    let group = results.group(0, 1, false).unwrap();
    let floor = group.floor(0).unwrap();
    let mut median = group.medians().remove(0);
    (median.measure, median.median, median.deviation) = (measure::ROOMS, 0.0, 1.0);
    let rooms = measure::ROOMS.of(&floor.analysis()).unwrap();
    assert_eq!(distance_from_medians(&[median], &floor.analysis()), rooms);
    assert_eq!(distance_from_medians(&[], &floor.analysis()), 0.0);
}
