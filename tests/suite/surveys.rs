//! Surveys do not depend on threads, order or halves; studies refuse what does
//! not exist.

use basement_lab::floors::{Curse, CurseChoice, Difficulty};
use basement_lab::survey::ablation::Changed;
use basement_lab::survey::calibration::calibrate;
use basement_lab::survey::fold::CHUNK;
use basement_lab::survey::{BackendRules, SeedKind, Series, SurveyError, compare, measure};
use basement_lab::{
    Backend, Change, Request, RequestError, RoomKind, Sample, Seeds, Study, Summary,
};

fn survey_of(backend: Backend, seeds: Seeds) -> Summary {
    let generator = backend.generator(None, &[]).unwrap();
    Sample::of(&*generator).request(&Request::level(3)).seeds(seeds).run().unwrap()
}

#[test]
fn the_summary_of_two_halves_is_the_summary_of_the_whole() {
    for (backend, whole) in
        [(Backend::Flash, Seeds::pcg(5, 3001)), (Backend::Rebirth, Seeds::run(5, 3001))]
    {
        let expected = survey_of(backend, whole);
        for cut in [1, 999, 1000, 2500] {
            let left = Seeds { count: cut, ..whole };
            let right = Seeds { first: whole.first + cut, count: whole.count - cut, ..whole };
            let (mut left, right) = (survey_of(backend, left), survey_of(backend, right));
            let mut reversed = right.clone();
            reversed.merge(&left).unwrap();
            left.merge(&right).unwrap();
            assert_eq!(left, expected);
            assert_eq!(reversed, expected);
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| survey_of(Backend::Rebirth, Seeds::stage(1, 2 * CHUNK + 7)))
    };
    let one = run(1);
    assert_eq!(one.floors, 2 * CHUNK + 7);
    for threads in [2, 5] {
        assert_eq!(run(threads), one);
    }
}

#[test]
fn progress_counts_every_seed_once() {
    let done = std::sync::atomic::AtomicU64::new(0);
    let generator = Backend::Flash.generator(None, &[]).unwrap();
    let seeds = Seeds::pcg(0, 2 * CHUNK + 1);
    let progress = |more| {
        done.fetch_add(more, std::sync::atomic::Ordering::Relaxed);
    };
    Sample::of(&*generator).seeds(seeds).progress(&progress).run().unwrap();
    assert_eq!(done.into_inner(), 2 * CHUNK + 1);
}

#[test]
fn floors_that_the_generator_gives_up_are_counted_with_the_first_such_seed() {
    let generator =
        Backend::Flash.generator(None, &[Change::new("flash.growth.attempts", 1)]).unwrap();
    let summary = Sample::of(&*generator)
        .request(&Request::level(8))
        .seeds(Seeds::pcg(0, 200))
        .run()
        .unwrap();
    assert_eq!(summary.floors + summary.gave_up, 200);
    assert!(summary.gave_up > 100);
    let first = summary.gave_up_witness.unwrap();
    assert!(generator.generate(&Request::level(8), basement_lab::Seed::Pcg(first)).is_err());
    assert!((0..first).all(|seed| {
        generator.generate(&Request::level(8), basement_lab::Seed::Pcg(seed)).is_ok()
    }));
}

#[test]
fn a_study_refuses_what_does_not_exist() {
    let study = |change: &dyn Fn(&mut Study)| {
        let mut study = Study::flash_and_rebirth(10);
        change(&mut study);
        study.run(&|_| {}).map(|_| ()).unwrap_err()
    };
    let error = study(&|study| study.measures = vec!["room".to_owned()]);
    assert!(error.to_string().contains("did you mean `rooms`"), "{error}");
    let error = study(&|study| {
        study.series[0].source = BackendRules::new(Backend::Flash).edition("articel").into();
    });
    assert!(error.to_string().contains("did you mean `article`"), "{error}");
    let error = study(&|study| study.levels = vec![13]);
    assert!(matches!(error, SurveyError::Request(RequestError::UnknownLevel { given: 13, .. })));
    let error = study(&|study| {
        study.series[1] = Series::new("x", Backend::Rebirth);
        study.series[1].seeds = Some(SeedKind::Run);
        study.series[1].first_seed = Some(0);
    });
    assert_eq!(error, SurveyError::Request(RequestError::SeedZero));
    assert_eq!(study(&|study| study.floors = 0), SurveyError::NoFloors);
    assert_eq!(study(&|study| study.series.clear()), SurveyError::NoFloors);
    let error = study(&|study| {
        study.series.truncate(2);
        study.levels.clear();
        study.labyrinth_levels.clear();
    });
    assert_eq!(error, SurveyError::NoFloors);
}

#[test]
fn impossible_studies_and_ablations_are_refused_before_the_first_floor() {
    let mut study = Study::flash_and_rebirth(10);
    study.series[1] = Series::new("Flash, hard", Backend::Flash);
    study.series[1].difficulty = Difficulty::Hard;
    let error = study.run(&|_| panic!("a floor was generated")).unwrap_err();
    assert!(error.to_string().contains("no rule for hard mode"), "{error}");
    let changes = [Change::new("flash.growth.attempts", 7), Change::new("flash.growth.attempt", 7)];
    let error = Changed::each(Backend::Flash, None, &[], &changes, None).err().unwrap();
    assert!(error.to_string().contains("did you mean `flash.growth.attempts`"));
}

#[test]
fn a_calibration_takes_chances_given_that_there_is_a_secret_room() {
    // F22: from level 3 on a floor of the shipped Flash game can lack one.
    let generator = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let request = Request::level(3).without_curse();
    let seeds = Seeds::pcg(1, 1000);
    let calibration = calibrate(&*generator, &request, RoomKind::Secret, seeds, &|_| {}).unwrap();
    assert!((900..998).contains(&calibration.floors), "{}", calibration.floors);
    let chances: u64 = calibration.bins.iter().map(|bin| bin.billionths).sum();
    assert!((chances as f64 / 1e9 - calibration.floors as f64).abs() < 0.001, "{chances}");
    // F25: floors whose chances are not worked out are left out.
    let shipped = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let floors = |curse| {
        let request = Request { curse, ..Request::level(3) };
        calibrate(&*shipped, &request, RoomKind::Secret, Seeds::pcg(0, 200), &|_| {})
            .unwrap()
            .floors
    };
    let all = floors(CurseChoice::Forced(None));
    assert!(0 < floors(CurseChoice::Drawn) && floors(CurseChoice::Drawn) < all);
    assert_eq!(floors(CurseChoice::Forced(Some(Curse::Labyrinth))), 0);
}

#[test]
fn consecutive_run_seeds_of_the_game_are_a_fair_sample_of_it() {
    // Run seeds 1 to 20,000 against PCG: no mean differs by 5 standard errors, except that of the
    // draws, which the two count differently. Consecutive stage seeds are not a fair sample.
    for &backend in Backend::ALL {
        are_a_fair_sample(backend);
    }
}

fn are_a_fair_sample(backend: Backend) {
    let game = survey_of(backend, Seeds::run(1, 20_000));
    let pcg = survey_of(backend, Seeds::pcg(0, 20_000));
    for (measure, comparison) in compare(&game, &pcg, None) {
        if measure == measure::DRAWS {
            continue;
        }
        let error = (comparison.difference_upper - comparison.difference) / 1.96;
        assert!(
            comparison.difference.abs() <= 5.0 * error,
            "{}: {} ± {error}",
            measure.name,
            comparison.difference
        );
    }
}
