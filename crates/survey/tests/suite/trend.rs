//! One measure against another over the levels of a study, and how often the interval of the slope
//! holds the truth.

use basement_floors::Backend;
use basement_survey::measure::{BOSS_DISTANCE, ROOMS, SECRET_DISTANCE};
use basement_survey::{Series, Study};

/// The slopes of one study on many ranges of seeds vary about as much as their intervals say, for
/// two measures that are correlated and for one that some floors lack.
#[test]
fn intervals_cover_the_slope_of_many_more_floors_in_95_percent_of_studies() {
    for y in [BOSS_DISTANCE, SECRET_DISTANCE] {
        let trend = |first, floors| {
            let mut series = Series::new("Flash", Backend::Flash);
            series.first_seed = Some(first);
            // The floors of levels 6 and 8 are the same, seed by seed.
            let study = Study::new("Many").floors(floors).levels([1, 3, 6, 8]).series(series);
            let trend = study.run(&|_| {}).unwrap().trend(0, ROOMS, y).unwrap();
            trend.line.unwrap().slope
        };
        let truth = trend(1_000_000, 20_000).estimate;
        let studies = 100;
        let held = (0..studies).filter(|it| trend(it * 150, 150).contains(truth)).count();
        assert!((88..=100).contains(&held), "{held} of {studies} for {}", y.name);
        let half = trend(0, 150).half();
        let more = trend(0, 600).half();
        assert!((half / more - 2.0).abs() < 0.4, "{half} and {more}");
    }
}

#[test]
fn a_single_level_has_means_but_no_line() {
    let study = Study::new("One").floors(50).levels([2]);
    let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {}).unwrap();
    let trend = results.trend(0, ROOMS, BOSS_DISTANCE).unwrap();
    assert_eq!((trend.points.len(), trend.line), (1, None));
    assert!(results.trend(1, ROOMS, BOSS_DISTANCE).is_none());
}
