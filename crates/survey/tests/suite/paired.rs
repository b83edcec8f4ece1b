//! Floors from the same seeds, compared seed by seed.

use basement_floors::{Backend, Change, Generator, Request, Value};
use basement_survey::{Comparison, Rules, Sample, Seeds, Series, Study, measure};

/// Flash as it is, and with a secret search that is loosened at once.
fn both() -> [Box<dyn Generator>; 2] {
    let path = "flash.secret.loosen_after".to_owned();
    let change = Change { path, value: Value::Whole(0) };
    [&[][..], &[change]].map(|changes| Backend::Flash.generator("article", changes).unwrap())
}

/// The rooms around the secret room on some seeds: paired, and as if they were of different seeds.
fn compared([x, y]: &[Box<dyn Generator>; 2], seeds: Seeds) -> [Comparison; 2] {
    let request = Request::level(4);
    let sample = Sample::of(&**x).request(&request).seeds(seeds);
    let (before, others) = sample.run_beside(&[(&**y, request)]).unwrap();
    let (after, pairing) = &others[0];
    let measure = measure::SECRET_NEIGHBOURS;
    let sides = [before.values(measure), after.values(measure)];
    let paired = Comparison::paired(sides[0], sides[1], pairing.values(measure)).unwrap();
    [paired, Comparison::of(sides[0], sides[1]).unwrap()]
}

#[test]
fn paired_intervals_hold_the_true_difference_as_often_as_they_say_and_are_narrower() {
    const SAMPLES: u64 = 400;
    const FLOORS: u64 = 100;
    let generators = both();
    // The truth, as far as 100 times the floors tell: its own error is a tenth.
    let [truth, _] = compared(&generators, Seeds::pcg(1 << 32, 100 * FLOORS));
    let mut held = 0;
    for sample in 0..SAMPLES {
        let [paired, unpaired] = compared(&generators, Seeds::pcg(sample * FLOORS, FLOORS));
        held += u64::from(paired.interval().contains(truth.difference));
        assert_eq!(paired.difference, unpaired.difference);
        assert!(paired.interval().half() < 0.8 * unpaired.interval().half());
    }
    // 380 of 400, within three standard errors of a binomial count, 13.
    assert!((367..=393).contains(&held), "{held} of {SAMPLES}");
}

#[test]
fn threads_and_parts_leave_no_trace_in_what_is_paired() {
    let [x, y] = both();
    let request = Request::level(4);
    let run = |seeds| Sample::of(&*x).request(&request).seeds(seeds).run_beside(&[(&*y, request)]);
    let (whole, others) = run(Seeds::pcg(0, 3000)).unwrap();
    let (mut first, mut parts) = run(Seeds::pcg(0, 1100)).unwrap();
    let (second, more) = run(Seeds::pcg(1100, 1900)).unwrap();
    first.merge(&second).unwrap();
    parts[0].1.merge(&more[0].1);
    assert_eq!((first, &parts[0].1), (whole.clone(), &others[0].1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| run(Seeds::pcg(0, 3000))).unwrap(), (whole, others));
}

#[test]
fn a_study_of_twins_says_that_they_are_identical_and_other_seeds_are_not_paired() {
    let flash = |name: &str| Series::new(name, Rules::new(Backend::Flash));
    let study = Study::new("Twins").floors(200).levels([1, 4]).series(flash("A"));
    let results = study
        .series(flash("B"))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .run(&|_| {})
        .unwrap();
    let [a, b, rebirth] = [0, 1, 2].map(|series| results.arm(series, 4, false).unwrap());
    assert!(results.pairing(a, b).unwrap().is_identical());
    let rooms = results.compare(a, b, measure::ROOMS).unwrap();
    assert!(rooms.paired && rooms.same_on_every_seed);
    assert!(results.pairing(a, rebirth).is_none(), "PCG against the game's seeds");
    assert!(!results.compare(a, rebirth, measure::ROOMS).unwrap().paired);
    // Levels of one series are not of the same seeds.
    assert!(results.pairing(a, results.arm(0, 1, false).unwrap()).is_none());
}
