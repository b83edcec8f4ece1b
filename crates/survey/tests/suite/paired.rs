//! Floors from the same seeds, compared seed by seed.

use basement_floors::{
    Backend, Cell, Change, Difficulty, Floor, Generator, Request, RoomKind, Seed, Value,
};
use basement_survey::ablation::{Changed, ablate};
use basement_survey::record::{FloorFile, FloorRecord};
use basement_survey::summary::CellCounts;
use basement_survey::{
    BackendRules, Comparison, Measure, Results, Sample, SeedKind, Seeds, Series, Study, measure,
};

use crate::on_threads;

/// Flash as it is, and Flash with a search for the secret room that is loosened immediately.
fn both() -> [Box<dyn Generator>; 2] {
    let change = Change::new("flash.secret.loosen_after", 0);
    [&[][..], &[change]].map(|changes| Backend::Flash.generator("article", changes).unwrap())
}

/// The rooms around the secret room on some seeds: paired, and as if they were from different seeds.
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
    // The truth, from 100 times as many floors: its own error is a tenth of a sample's.
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
fn paired_counts_do_not_depend_on_threads_or_parts() {
    let [x, y] = both();
    let request = Request::level(4);
    let run = |seeds| Sample::of(&*x).request(&request).seeds(seeds).run_beside(&[(&*y, request)]);
    let (whole, others) = run(Seeds::pcg(0, 3000)).unwrap();
    let (mut first, mut parts) = run(Seeds::pcg(0, 1100)).unwrap();
    let (second, more) = run(Seeds::pcg(1100, 1900)).unwrap();
    first.merge(&second).unwrap();
    parts[0].1.merge(&more[0].1);
    assert_eq!((first, &parts[0].1), (whole.clone(), &others[0].1));
    assert_eq!(on_threads(1, || run(Seeds::pcg(0, 3000))).unwrap(), (whole, others));
}

#[test]
fn cells_of_paired_floors_are_counted_seed_by_seed() {
    let generators = [1, 2].map(|one_in| {
        let change = Change::new("rebirth.growth.back_one_in", one_in);
        Backend::Rebirth.generator("repentance", &[change]).unwrap()
    });
    let request = Request::level(5).without_curse();
    let seeds = Seeds::stage(1, 400);
    let sample = Sample::of(&*generators[0]).request(&request).seeds(seeds);
    let (_, others) = sample.run_beside(&[(&*generators[1], request)]).unwrap();
    let cells = others[0].1.cells().unwrap();
    let grid = generators[0].grid();
    let (mut occupied, mut boss) = (CellCounts::new(grid), CellCounts::new(grid));
    let covered = |floor: &Floor, cell: Cell, is_asked: fn(RoomKind) -> bool| {
        floor.rooms().iter().any(|room| is_asked(room.kind) && room.cells().any(|own| own == cell))
    };
    for number in 1..=400 {
        let floors = generators
            .each_ref()
            .map(|generator| generator.generate(&request, Seed::game(number).unwrap()).unwrap());
        for cell in grid.cells() {
            if floors.iter().all(|floor| covered(floor, cell, |kind| !kind.is_added())) {
                occupied.add(cell);
            }
            if floors.iter().all(|floor| covered(floor, cell, |kind| kind == RoomKind::Boss)) {
                boss.add(cell);
            }
        }
    }
    assert_eq!(others[0].1.both, 400);
    assert!(boss.total() > 0 && occupied.total() > boss.total());
    assert_eq!((&cells.occupied, &cells.boss), (&occupied, &boss));
    // Grids that differ have no cells in common.
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let sample = Sample::of(&*flash).request(&request).seeds(Seeds::pcg(1, 5));
    let (_, others) = sample.run_beside(&[(&*generators[0], request)]).unwrap();
    assert!(others[0].1.cells().is_none());
}

#[test]
fn identical_series_are_paired_and_series_on_other_seeds_are_not() {
    let flash = |name: &str| Series::new(name, BackendRules::new(Backend::Flash));
    let study = Study::new("Twins").floors(200).levels([1, 4]).series(flash("A"));
    let results = study
        .series(flash("B"))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .run(&|_| {})
        .unwrap();
    let [a, b, rebirth] = [0, 1, 2].map(|series| results.group(series, 4, false).unwrap());
    assert!(results.pairing(a, b).unwrap().is_identical());
    let rooms = results.compare(a, b, measure::ROOMS).unwrap();
    assert!(rooms.paired && rooms.same_on_every_seed);
    assert!(results.pairing(a, rebirth).is_none(), "PCG against the game's seeds");
    assert!(!results.compare(a, rebirth, measure::ROOMS).unwrap().paired);
    // Levels of one series are not paired.
    assert!(results.pairing(a, results.group(0, 1, false).unwrap()).is_none());
}

fn rebirth(name: &str) -> Series {
    Series::new(name, Backend::Rebirth)
}

fn hard(name: &str) -> Series {
    let mut series = rebirth(name);
    series.difficulty = Difficulty::Hard;
    series
}

fn set(name: &str, backend: Backend, path: &str, value: u32) -> Series {
    Series::new(name, BackendRules::new(backend).set(path, Value::Whole(value)))
}

fn run(study: Study) -> Results {
    study.run(&|_| {}).unwrap()
}

/// The comparison of the first two series on a level in a measure.
fn first_two(results: &Results, level: u8, measure: &'static Measure) -> Comparison {
    let [x, y] = [0, 1].map(|series| results.group(series, level, false).unwrap());
    results.compare(x, y, measure).unwrap()
}

#[test]
fn a_change_that_moves_some_measures_leaves_others_the_same_on_every_seed() {
    let study = Study::new("Secret").floors(400).levels([4]);
    let rules = set("No penalty", Backend::Rebirth, "rebirth.secret.penalty_one_neighbour", 0);
    let results = run(study.series(rebirth("As it is")).series(rules));
    let around = first_two(&results, 4, measure::SECRET_NEIGHBOURS);
    assert!(around.is_told_apart() && around.difference < 0.0);
    assert!(first_two(&results, 4, measure::BOSS_DISTANCE).same_on_every_seed);
    let [x, y] = [0, 1].map(|series| results.group(series, 4, false).unwrap());
    let pairing = results.pairing(x, y).unwrap();
    assert!(0 < pairing.identical && pairing.identical < 400, "{}", pairing.identical);
}

#[test]
fn a_study_pairs_only_groups_with_common_seeds() {
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
    let group = |series, labyrinth| results.group(series, 1, labyrinth).unwrap();
    let is_paired = |x, y| {
        let comparison = results.compare(x, y, measure::ROOMS).unwrap();
        assert_eq!(comparison.paired, results.pairing(x, y).is_some());
        comparison.paired
    };
    assert!(is_paired(group(0, false), group(2, false)), "hard mode");
    assert!(is_paired(group(1, false), group(3, false)), "both on the seeds of PCG from 0 on");
    assert!(is_paired(group(0, false), group(0, true)), "with and without a curse");
    assert!(!is_paired(group(0, false), group(1, false)), "seeds of two kinds");
    assert!(!is_paired(group(0, false), group(4, false)), "other numbers");
    // The order changes only the sign.
    let one = results.compare(group(0, false), group(2, false), measure::DEAD_ENDS).unwrap();
    let other = results.compare(group(2, false), group(0, false), measure::DEAD_ENDS).unwrap();
    assert_eq!(one.difference, -other.difference);
    assert!((one.difference_lower + other.difference_upper).abs() < 1e-12);
    assert!(one.difference_lower < one.difference_upper);
}

#[test]
fn a_study_counts_what_each_series_counts_alone() {
    let study = Study::new("Groups").floors(700).levels([2]).labyrinth_levels([2]);
    let results = run(study.series(rebirth("Normal")).series(hard("Hard")));
    for group in &results.groups {
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let sample = Sample::of(&generator).request(&group.request).seeds(Seeds::run(1, 700));
        assert_eq!(group.summary, sample.run().unwrap());
    }
}

#[test]
fn an_ablation_marks_measures_that_are_the_same_on_every_seed() {
    let base = Backend::Flash.generator(None, &[]).unwrap();
    let change = Change::new("flash.secret.loosen_after", 0);
    let changed = Changed::each(Backend::Flash, None, &[], &[change], None).unwrap();
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
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let generator = Backend::Flash.generator(None, &[]).unwrap();
    let lines = (0..40).map(|seed| {
        let floor = Generator::generate(&*generator, &Request::level(1), Seed::Pcg(seed));
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
    let results = study.run(&progress).unwrap();
    assert_eq!(told.into_inner(), 180);
    assert!(!first_two(&results, 1, measure::ROOMS).paired);
    let [one, two] = [1, 2].map(|level| results.group(0, level, false).unwrap());
    assert_eq!(one.summary, two.summary);
    assert!(results.pairing(one, two).is_none());
}
