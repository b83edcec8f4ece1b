//! Numbers of seeds, and the ranges that hold only seeds.

use basement_floors::{RequestError, RunSeed};
use basement_survey::{Seeds, SurveyError};

#[test]
fn r39_run_seeds_give_the_stage_seed_of_the_level() {
    let run = RunSeed::new(77).unwrap();
    for level in 1..=8 {
        assert_eq!(Seeds::run(1, 100).seed(77, level).unwrap(), run.stage_seed(level));
    }
    assert_eq!(Seeds::run(1, 100).show(1), "B911 99AC");
    assert_eq!(Seeds::pcg(1, 100).show(1), "1");
}

#[test]
fn a_range_that_holds_no_seed_is_refused() {
    assert_eq!(Seeds::stage(1, 3).last(), Ok(3));
    assert_eq!(Seeds::stage(0, 3).last(), Err(RequestError::SeedZero.into()));
    assert_eq!(Seeds::pcg(0, 1).last(), Ok(0));
    let most = u64::from(u32::MAX);
    assert_eq!(Seeds::run(1, most).last(), Ok(most));
    assert_eq!(
        Seeds::run(2, most).last(),
        Err(SurveyError::SeedsExhausted { first: 2, count: most, last: most })
    );
    assert!(Seeds::pcg(u64::MAX, 2).last().is_err());
}
