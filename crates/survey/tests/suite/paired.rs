//! Series that share their seeds are compared seed by seed; others are not.

use basement_floors::{Backend, Curse, Difficulty, Phase, Request, Value};
use basement_survey::{
    Changed, Comparison, FloorFile, FloorRecord, MEASURES, Results, Rules, Sample, SeedKind, Seeds,
    Series, Study, ablate, measure,
};

fn rebirth(name: &str) -> Series {
    Series::new(name, Backend::Rebirth)
}

fn hard(name: &str) -> Series {
    let mut series = rebirth(name);
    series.difficulty = Difficulty::Hard;
    series
}

fn set(name: &str, backend: Backend, path: &str, value: u32) -> Series {
    Series::new(name, Rules::new(backend).set(path, Value::Whole(value)))
}

fn run(study: Study) -> Results {
    study.run(&|_| {}).unwrap()
}

/// The first two series on a level in a measure.
fn compared(
    results: &Results,
    level: u8,
    measure: &'static basement_survey::Measure,
) -> Comparison {
    let [x, y] = [0, 1].map(|series| results.arm(series, level, false).unwrap());
    results.compare(x, y, measure).unwrap()
}

#[test]
fn a_study_whose_floors_are_identical_says_so() {
    let study = Study::new("Twins").floors(400).levels([1, 3]);
    let results = run(study.series(rebirth("A")).series(rebirth("B")));
    for level in [1, 3] {
        let [x, y] = [0, 1].map(|series| results.arm(series, level, false).unwrap());
        let pairing = results.pairing(x, y).unwrap();
        assert_eq!((pairing.seeds, pairing.identical), (400, 400));
        assert!(pairing.is_identical());
        for measure in &MEASURES {
            let Some(comparison) = results.compare(x, y, measure) else { continue };
            assert!(comparison.same_on_every_seed, "{}", measure.name);
            assert_eq!(comparison.interval().half(), 0.0, "{}", measure.name);
        }
    }
}

#[test]
fn a_change_that_moves_some_measures_leaves_others_the_same_on_every_seed() {
    let study = Study::new("Secret").floors(400).levels([4]);
    let rules = set("No penalty", Backend::Rebirth, "rebirth.secret.penalty_one_neighbour", 0);
    let results = run(study.series(rebirth("As it is")).series(rules));
    let around = compared(&results, 4, measure::SECRET_NEIGHBOURS);
    assert!(around.is_told_apart() && around.difference < 0.0);
    assert!(compared(&results, 4, measure::BOSS_DISTANCE).same_on_every_seed);
    let [x, y] = [0, 1].map(|series| results.arm(series, 4, false).unwrap());
    let pairing = results.pairing(x, y).unwrap();
    assert!(0 < pairing.identical && pairing.identical < 400, "{}", pairing.identical);
}

#[test]
fn a_paired_interval_is_narrower_where_seeds_make_most_of_a_floor() {
    // A rule of one side of the plan moves few floors, and floors differ much from seed to seed.
    let study = Study::new("Boss").floors(500).levels([4]);
    let rules = set("Deeper", Backend::Rebirth, "rebirth.boss.deeper_than", 4);
    let results = run(study.series(rebirth("As it is")).series(rules));
    for measure in [measure::ROOMS, measure::CELLS, measure::BOSS_DISTANCE] {
        let [x, y] = [0, 1].map(|series| results.arm(series, 4, false).unwrap());
        let paired = results.compare(x, y, measure).unwrap();
        let unpaired =
            Comparison::of(x.summary.values(measure), y.summary.values(measure)).unwrap();
        assert!(paired.paired && !unpaired.paired);
        assert_eq!(paired.difference, unpaired.difference);
        let (narrow, wide) = (paired.interval().half(), unpaired.interval().half());
        assert!(narrow < 0.8 * wide, "{}: {narrow} {wide}", measure.name);
    }
}

#[test]
fn a_study_pairs_what_has_its_seeds_in_common_and_nothing_else() {
    let (mut pcg, mut other_seeds) = (rebirth("PCG"), rebirth("Other seeds"));
    pcg.seeds = Some(SeedKind::Pcg);
    other_seeds.first_seed = Some(7);
    let study = Study::new("All").floors(60).levels([1]).labyrinth_levels([1]);
    let results = run(study
        .series(rebirth("Rebirth"))
        .series(Series::new("Flash", Backend::Flash))
        .series(hard("Hard"))
        .series(pcg)
        .series(other_seeds));
    let arm = |series, labyrinth| results.arm(series, 1, labyrinth).unwrap();
    let is_paired = |x, y| {
        let comparison = results.compare(x, y, measure::ROOMS).unwrap();
        assert_eq!(comparison.paired, results.pairing(x, y).is_some());
        comparison.paired
    };
    assert!(is_paired(arm(0, false), arm(2, false)), "hard mode");
    assert!(is_paired(arm(1, false), arm(3, false)), "both on the seeds of PCG from 0 on");
    assert!(is_paired(arm(0, false), arm(0, true)), "with and without a curse");
    assert!(!is_paired(arm(0, false), arm(1, false)), "seeds of two kinds");
    assert!(!is_paired(arm(0, false), arm(4, false)), "other numbers");
    // The order only turns the sign.
    let one = results.compare(arm(0, false), arm(2, false), measure::DEAD_ENDS).unwrap();
    let other = results.compare(arm(2, false), arm(0, false), measure::DEAD_ENDS).unwrap();
    assert_eq!(one.difference, -other.difference);
    assert!((one.difference_lower + other.difference_upper).abs() < 1e-12);
    assert!(one.difference_lower < one.difference_upper);
}

#[test]
fn a_study_counts_what_each_series_counts_alone() {
    let study = Study::new("Groups").floors(700).levels([2]).labyrinth_levels([2]);
    let results = run(study.series(rebirth("Normal")).series(hard("Hard")));
    for arm in &results.arms {
        let generator = Backend::Rebirth.generator("", &[]).unwrap();
        let sample = Sample::of(&generator).request(&arm.request).seeds(Seeds::run(1, 700));
        assert_eq!(arm.summary, sample.run().unwrap());
    }
}

#[test]
fn pairings_do_not_depend_on_threads() {
    let generator = Backend::Rebirth.generator("", &[]).unwrap();
    let normal = Request { phase: Phase::Special, ..Request::level(4).without_curse() };
    let others: [(&dyn basement_floors::Generator, Request); 2] = [
        (&generator, Request { difficulty: Difficulty::Hard, ..normal }),
        (&generator, normal.with_curse(Curse::Labyrinth)),
    ];
    let of = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let sample = Sample::of(&generator).request(&normal).seeds(Seeds::run(5, 1300));
        pool.install(|| sample.run_beside(&others).unwrap())
    };
    assert_eq!(of(1), of(3));
}

#[test]
fn an_ablation_says_what_is_the_same_on_every_seed() {
    let base = Backend::Flash.generator("", &[]).unwrap();
    let change = basement_floors::Change {
        path: "flash.secret.loosen_after".to_owned(),
        value: Value::Whole(0),
    };
    let changed = Changed::each(Backend::Flash, "", &[change], None).unwrap();
    let request = Request::level(4).without_curse();
    let (base, ablations) = ablate(&*base, changed, &request, Seeds::pcg(0, 300), &|_| {}).unwrap();
    let effects = ablations[0].effects(&base);
    assert!(effects.iter().all(|effect| effect.comparison.paired));
    let of = |name| effects.iter().find(|effect| effect.measure == name).unwrap().comparison;
    assert!(of("rooms").same_on_every_seed && of("boss_distance").same_on_every_seed);
    assert!(!of("secret_neighbours").same_on_every_seed);
}

#[test]
fn floors_of_a_file_share_no_seeds_and_are_counted_once() {
    let path = std::env::temp_dir().join(format!("paired-{}.jsonl", std::process::id()));
    let generator = Backend::Flash.generator("", &[]).unwrap();
    let lines = (0..40).map(|seed| {
        let floor = basement_floors::Generator::generate(
            &*generator,
            &Request::level(1),
            basement_floors::Seed::Pcg(seed),
        );
        serde_json::to_string(&FloorRecord::from(&floor.unwrap())).unwrap() + "\n"
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let file = || FloorFile::new(path.to_str().unwrap());
    let study = Study::new("File").floors(50).levels([1, 2]);
    let study = study.series(Series::new("Mine", file())).series(Series::new("Theirs", file()));
    let study = study.series(Series::new("Flash", Backend::Flash));
    // Two files of 40 floors, and two levels of 50.
    assert_eq!(study.total_floors().unwrap(), 40 + 40 + 2 * 50);
    let told = std::sync::atomic::AtomicU64::new(0);
    let progress = |done| {
        told.fetch_add(done, std::sync::atomic::Ordering::Relaxed);
    };
    let results = study.run(&progress);
    std::fs::remove_file(&path).unwrap();
    let results = results.unwrap();
    assert_eq!(told.into_inner(), 180);
    assert!(!compared(&results, 1, measure::ROOMS).paired);
    let [one, two] = [1, 2].map(|level| results.arm(0, level, false).unwrap());
    assert_eq!(one.summary, two.summary);
    assert!(results.pairing(one, two).is_none());
}
