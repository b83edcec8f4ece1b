//! What summaries count: values of measures, and bosses.

use basement_floors::{Backend, Grid, Request};
use basement_survey::summary::{BossCounts, Histogram};
use basement_survey::{Sample, Seeds, SurveyError};
use proptest::prelude::*;

fn of(values: &[u32]) -> Histogram {
    let mut histogram = Histogram::default();
    for (seed, value) in (0..).zip(values) {
        histogram.add(*value, seed);
    }
    histogram
}

#[test]
fn moments_and_quantiles_agree_with_the_values() {
    let histogram = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
    assert_eq!(histogram.total(), 8);
    assert_eq!(histogram.raw_mean(), Some(5.0));
    let expected = (32.0_f64 / 7.0).sqrt();
    assert!((histogram.raw_standard_deviation().unwrap() - expected).abs() < 1e-12);
    assert_eq!(histogram.raw_quantile(0.0), Some(2));
    assert_eq!(histogram.raw_quantile(0.5), Some(4));
    assert_eq!(histogram.raw_quantile(0.51), Some(5));
    assert_eq!(histogram.raw_quantile(1.0), Some(9));
    assert_eq!(histogram.witness(4), Some(1));
    assert_eq!(histogram.witness(3), None);
}

#[test]
fn an_empty_histogram_has_no_moments() {
    let histogram = Histogram::default();
    assert_eq!(histogram.raw_mean(), None);
    assert_eq!(histogram.raw_standard_deviation(), None);
    assert_eq!(histogram.raw_quantile(0.5), None);
    assert_eq!((histogram.raw_minimum(), histogram.raw_maximum()), (None, None));
}

#[test]
fn counts_that_no_sample_has_are_summed_without_overflow() {
    let read = |text: &str| serde_json::from_str::<Histogram>(text).unwrap();
    let most = u64::MAX;
    let whole = read(&format!(r#"{{"7": {{"count": {most}, "witness": 0}}}}"#));
    assert_eq!((whole.total(), whole.raw_standard_deviation()), (most, Some(0.0)));
    let bin = format!(r#"{{"count": {most}, "witness": 0}}"#);
    assert_eq!(read(&format!(r#"{{"7": {bin}, "9": {bin}}}"#)).total(), most);
    // A bin without a floor is not a value.
    let none = r#"{"5": {"count": 1, "witness": 3}, "5000": {"count": 0, "witness": 0}}"#;
    assert_eq!(read(none).raw_maximum(), Some(5));
}

#[test]
fn summaries_of_different_grids_are_not_merged() {
    let summary_of = |backend: Backend| {
        let generator = backend.generator(None, &[]).unwrap();
        Sample::of(&generator).request(&Request::level(1)).seeds(Seeds::pcg(0, 1)).run().unwrap()
    };
    let (mut flash, rebirth) = (summary_of(Backend::Flash), summary_of(Backend::Rebirth));
    let error = flash.merge(&rebirth).unwrap_err();
    assert_eq!(error, SurveyError::GridMismatch(Grid::FLASH, Grid::REBIRTH));
    assert_eq!(
        error.to_string(),
        "summaries of different grids cannot be merged, 9x8 from column 1, start (5, 3) and 13x13 from \
         column 0, start (6, 6): merge those of one backend"
    );
}

proptest! {
    #[test]
    fn merged_halves_are_the_whole(values in prop::collection::vec(0..10_000_u32, 0..200), cut in 0..200_usize) {
        let cut = cut.min(values.len());
        let whole = of(&values);
        let mut left = of(&values[..cut]);
        let mut right = Histogram::default();
        for (seed, value) in (cut as u64..).zip(&values[cut..]) {
            right.add(*value, seed);
        }
        let mut reversed = right.clone();
        reversed.merge(&left);
        left.merge(&right);
        prop_assert_eq!(left.bins().collect::<Vec<_>>(), whole.bins().collect::<Vec<_>>());
        prop_assert_eq!(reversed.bins().collect::<Vec<_>>(), whole.bins().collect::<Vec<_>>());
    }

    #[test]
    fn a_histogram_round_trips_through_json(values in prop::collection::vec(0..10_000_u32, 0..50)) {
        let histogram = of(&values);
        let json = serde_json::to_string(&histogram).unwrap();
        let read: Histogram = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read.bins().collect::<Vec<_>>(), histogram.bins().collect::<Vec<_>>());
    }
}

#[test]
fn w12_counts_read_what_they_write_and_refuse_numbers_that_no_boss_has() {
    let mut counts = BossCounts::default();
    [1, 22, 22, 127, 200].into_iter().for_each(|boss| counts.add(boss));
    let json = serde_json::to_string(&counts).unwrap();
    assert_eq!(json, r#"{"1":1,"22":2,"127":1}"#);
    assert_eq!(serde_json::from_str::<BossCounts>(&json).unwrap(), counts);
    assert!(serde_json::from_str::<BossCounts>(r#"{"128":1}"#).is_err());
    counts.merge(&counts.clone());
    assert_eq!(counts.iter().collect::<Vec<_>>(), [(1, 2), (22, 4), (127, 2)]);
    assert_eq!(counts.total(), 8);
}
