//! Both ends of the bridge between the games meet: floors of Rebirth with Flash's rules have the
//! distributions of Flash's floors, measure by measure.
//!
//! Each measure of the finished floor that both have is tested on each of three levels, with a chi-square test of two
//! samples. Holm's procedure keeps the chance that any test is wrong at 1 in 1000. Seeds are fixed.

use basement_floors::rebirth::{Edition, FLASH_SWITCHES, GrowthGroup, Rebirth};
use basement_floors::{Backend, Cell, Change, Floor, Generator, Request, RoomKind};
use basement_survey::fold::each_floor;
use basement_survey::measure::{self, Scope};
use basement_survey::record::slots_facing;
use basement_survey::summary::Histogram;
use basement_survey::{
    Analysis, Bridge, MEASURES, Measure, MeasureSet, Sample, Seeds, SurveyError,
};

use crate::on_threads;

const LEVELS: [u8; 3] = [1, 4, 8];

/// The chance that a test of the family is wrong although the distributions are the same.
const FAMILY_ERROR: f64 = 0.001;

/// The measures that are not compared, and why.
const NOT_COMPARED: [(&Measure, &str); 2] = [
    (measure::SUPER_SECRET_BOSS_DISTANCE, "Flash `article` has no super secret room (F13)"),
    (
        measure::SECRET_GUESS_RANK,
        "it counts all cells of the board, and Rebirth's has 13x13 where rooms keep to 9x8: \
         `rank_in_common` counts those that both have",
    ),
];

/// Chi-square of two samples, and its degrees of freedom. Neighbouring values are merged into a class
/// until it has 20 floors.
fn chi_square(one: &Histogram, other: &Histogram) -> (f64, usize) {
    let (low, high) = [one, other].iter().fold((u32::MAX, 0), |(low, high), histogram| {
        let (least, most) = (histogram.raw_minimum(), histogram.raw_maximum());
        (low.min(least.unwrap_or(u32::MAX)), high.max(most.unwrap_or(0)))
    });
    let mut classes = vec![[0.0; 2]];
    for value in low..=high {
        let last = classes.last_mut().unwrap();
        last[0] += one.count(value) as f64;
        last[1] += other.count(value) as f64;
        if last[0] + last[1] >= 20.0 {
            classes.push([0.0; 2]);
        }
    }
    let rest = classes.pop().unwrap();
    match classes.last_mut() {
        Some(last) => (0..2).for_each(|side| last[side] += rest[side]),
        None => classes.push(rest),
    }
    let totals = [one.total() as f64, other.total() as f64];
    let statistic = classes.iter().map(|class| {
        let share = (class[0] + class[1]) / (totals[0] + totals[1]);
        let of_side = |side: usize| {
            let expected: f64 = share * totals[side];
            (class[side] - expected).powi(2) / expected
        };
        of_side(0) + of_side(1)
    });
    (statistic.sum(), classes.len() - 1)
}

/// The chance that chi-square with some degrees of freedom exceeds a value: the upper incomplete
/// gamma function, by its finite sums (Abramowitz and Stegun 26.4.4, 26.4.5).
fn exceeded_by_chance(statistic: f64, freedom: usize) -> f64 {
    let half = statistic / 2.0;
    if freedom == 0 {
        return 1.0;
    }
    // exp(-half) and its terms in logarithms, so that nothing underflows.
    if freedom.is_multiple_of(2) {
        let (mut term, mut sum) = (0.0_f64, (-half).exp());
        for k in 1..freedom / 2 {
            term += (half / k as f64).ln();
            sum += (term - half).exp();
        }
        return sum.min(1.0);
    }
    let mut sum = two_tails(statistic.sqrt());
    let mut term = 0.5 * half.ln() - (0.5 * std::f64::consts::PI.sqrt()).ln();
    for k in 1..=(freedom - 1) / 2 {
        sum += (term - half).exp();
        term += (half / (k as f64 + 0.5)).ln();
    }
    sum.min(1.0)
}

/// The chance that a normal value is further than `z` from its mean, by a continued fraction or, near
/// the mean, a series.
fn two_tails(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z > 2.0 {
        let fraction = (1..=60).rev().fold(z, |below, k| z + f64::from(k) / below);
        return 2.0 * density / fraction;
    }
    let (mut term, mut sum) = (z, z);
    for k in 1..60 {
        term *= z * z / f64::from(2 * k + 1);
        sum += term;
    }
    1.0 - 2.0 * density * sum
}

#[test]
fn chi_square_probabilities_agree_with_published_tables() {
    for (statistic, freedom, chance) in
        [(3.841_459, 1, 0.05), (5.991_465, 2, 0.05), (11.344_867, 3, 0.01), (29.588_3, 10, 0.001)]
    {
        let found = exceeded_by_chance(statistic, freedom);
        assert!((found / chance - 1.0).abs() < 1e-4, "{statistic} {freedom}: {found}");
    }
    assert!((exceeded_by_chance(0.5, 1) - 0.479_500).abs() < 1e-5);
}

/// `secret_guess_rank`, counted only on the 9x8 cells around the start, which both games have: cells
/// that more rooms face than the secret room's cell, and cells that as many rooms face.
fn rank_in_common(floor: &Floor) -> u32 {
    let (grid, facing) = (floor.grid(), slots_facing(floor));
    let shown = floor.rooms().iter().filter(|room| {
        !matches!(room.kind, RoomKind::Secret | RoomKind::SuperSecret | RoomKind::UltraSecret)
    });
    let covered: Vec<Cell> = shown.flat_map(|room| room.cells()).collect();
    let secret = floor.rooms()[floor.first_of(RoomKind::Secret).unwrap()].anchor;
    let own = facing[grid.index(secret).unwrap()];
    let mut rank = 1;
    for (cell, rooms) in grid.cells().zip(facing) {
        let from_start = |cell: u8, start: u8| i16::from(cell) - i16::from(start);
        let (x, y) = (from_start(cell.x, grid.start.x), from_start(cell.y, grid.start.y));
        let is_common = (-4..=4).contains(&x) && (-3..=4).contains(&y);
        if is_common && !covered.contains(&cell) {
            rank += 2 * u32::from(rooms > own) + u32::from(rooms == own);
        }
    }
    rank
}

/// The histogram of [`rank_in_common`] over some floors.
fn ranks(generator: &dyn Generator, request: &Request, seeds: Seeds) -> Histogram {
    let mut ranks = Histogram::default();
    each_floor(generator, request, &seeds, seeds.first..=seeds.last().unwrap(), |seed, floor| {
        ranks.add(rank_in_common(floor.unwrap()), seed);
        Ok::<(), SurveyError>(())
    })
    .unwrap();
    ranks
}

/// A test of one measure on one level.
struct Compared {
    measure: &'static str,
    level: u8,
    means: [f64; 2],
    chance: f64,
}

/// Compares Flash `article` with Rebirth under Flash's rules, with this many floors of each.
fn ends(floors: u64) -> Vec<Compared> {
    let changes: Vec<Change> = FLASH_SWITCHES.iter().flat_map(|switch| switch.changes()).collect();
    let flash_generator = Backend::Flash.generator("article", &[]).unwrap();
    let rebirth_generator = Backend::Rebirth.generator("repentance", &changes).unwrap();
    let mut tests = Vec::new();
    for level in LEVELS {
        let request = Request::level(level).without_curse();
        // Each has its own seeds, so that the samples are independent.
        let samples = [(&flash_generator, 0), (&rebirth_generator, floors)];
        let [flash, rebirth] = samples.map(|(generator, first)| {
            let sample = Sample::of(&**generator).request(&request);
            sample.seeds(Seeds::pcg(first, floors)).run().unwrap()
        });
        assert_eq!((flash.gave_up, rebirth.gave_up), (0, 0));
        for measure in MEASURES.iter().filter(|measure| measure.scope != Scope::Generator) {
            if NOT_COMPARED.iter().any(|(other, _)| *other == measure) {
                continue;
            }
            let (one, other) = (flash.histogram(measure), rebirth.histogram(measure));
            assert!(one.total() > 0 && one.total() == other.total(), "{}", measure.name);
            let (statistic, freedom) = chi_square(one, other);
            let chance = exceeded_by_chance(statistic, freedom);
            let means = [&flash, &rebirth].map(|summary| summary.mean(measure).unwrap());
            tests.push(Compared { measure: measure.name, level, means, chance });
        }
        let [one, other] = [(&*flash_generator, 0), (&*rebirth_generator, floors)]
            .map(|(generator, first)| ranks(generator, &request, Seeds::pcg(first, floors)));
        let (statistic, freedom) = chi_square(&one, &other);
        tests.push(Compared {
            measure: "rank in common",
            level,
            means: [&one, &other].map(|histogram| histogram.raw_mean().unwrap()),
            chance: exceeded_by_chance(statistic, freedom),
        });
    }
    tests
}

/// The tests that Holm's procedure rejects.
fn rejected(mut tests: Vec<Compared>) -> Vec<String> {
    tests.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    let count = tests.len();
    let is_rejected =
        |(place, test): &(usize, &Compared)| test.chance < FAMILY_ERROR / (count - place) as f64;
    let found = tests.iter().enumerate().take_while(is_rejected);
    found
        .map(|(_, Compared { measure, level, means: [flash, rebirth], chance })| {
            format!("{measure} on level {level}: {flash} and {rebirth}, p = {chance:e}")
        })
        .collect()
}

#[test]
fn rebirth_with_flashs_rules_has_flashs_distributions() {
    let tests = ends(6000);
    assert!(tests.len() > 100);
    assert_eq!(rejected(tests), [""; 0]);
}

#[test]
#[ignore = "a minute: 200,000 floors of each game on each level"]
#[expect(clippy::print_stdout, reason = "the smallest p-values are what it is run for")]
fn rebirth_with_flashs_rules_has_flashs_distributions_on_200_000_floors() {
    let tests = ends(200_000);
    let mut smallest: Vec<&Compared> = tests.iter().collect();
    smallest.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    println!("{} tests; the smallest p-values:", tests.len());
    for Compared { measure, level, means, chance } in smallest.into_iter().take(12) {
        let [flash, rebirth] = means;
        println!("{measure:<24} level {level}  {flash:.5} {rebirth:.5}  p = {chance:.2e}");
    }
    assert_eq!(rejected(tests), [""; 0]);
}

#[test]
fn leaving_out_any_switch_makes_the_ends_of_the_bridge_differ() {
    // The comparison can fail: it sees the difference that each single switch makes.
    let flash = Backend::Flash.generator("article", &[]).unwrap();
    for left_out in &FLASH_SWITCHES {
        let turned = FLASH_SWITCHES.iter().filter(|switch| switch.name != left_out.name);
        let changes: Vec<Change> = turned.flat_map(|switch| switch.changes()).collect();
        let rebirth = Backend::Rebirth.generator("repentance", &changes).unwrap();
        let request = Request::level(8).without_curse();
        let [flash, rebirth] = [(&flash, 0), (&rebirth, 6000)].map(|(generator, first)| {
            let sample = Sample::of(&**generator).request(&request);
            sample.seeds(Seeds::pcg(first, 6000)).run().unwrap()
        });
        let least = MEASURES
            .iter()
            .filter(|measure| measure.scope != Scope::Generator)
            .filter(|measure| rebirth.histogram(measure).total() > 0)
            .filter(|measure| flash.histogram(measure).total() > 0)
            .map(|measure| {
                let (statistic, freedom) =
                    chi_square(flash.histogram(measure), rebirth.histogram(measure));
                exceeded_by_chance(statistic, freedom)
            })
            .fold(1.0, f64::min);
        assert!(least < 1e-9, "{}: {least:e}", left_out.name);
    }
}

/// A small bridge between the games.
fn small() -> Bridge<'static> {
    Bridge::from_flash_to_rebirth().floors(40).levels(&[4]).unwrap()
}

#[test]
fn the_shares_add_up_to_the_difference_exactly() {
    let edition = Bridge::between(Backend::Rebirth, "repentance", "afterbirth-plus").unwrap();
    for bridge in [small(), edition.floors(60).levels(&[2]).unwrap()] {
        let run = bridge.run().unwrap();
        for effect in &run.levels[0].effects {
            let shares: i128 = effect.shares.iter().map(|share| share.exact).sum();
            let rest = effect.not_explained.map_or(0, |share| share.exact);
            let difference = effect.to.exact - effect.from.exact;
            assert_eq!(shares + rest, difference, "{}", effect.measure);
        }
    }
}

#[test]
fn a_bridge_does_not_depend_on_the_number_of_threads() {
    let on = |threads| on_threads(threads, || small().run().unwrap());
    assert_eq!(on(1), on(3));
}

#[test]
fn a_bridge_starts_at_the_mean_of_the_generator_at_its_first_end() {
    let bridge = Bridge::from_flash_to_rebirth();
    let (count, measures) = (300, [measure::DEAD_ENDS].into_iter().collect());
    let run = bridge.floors(count).levels(&[1]).unwrap().measures(measures).run().unwrap();
    // Five switches change how layouts grow, so 32 groups have the seeds before Flash's. Flash has
    // eight times as many floors.
    let flash = Backend::Flash.generator(None, &[]).unwrap();
    let sample = Sample::of(&*flash).request(&Request::level(1).without_curse());
    let summary = sample.seeds(Seeds::pcg(32 * count, 8 * count)).run().unwrap();
    let from = run.levels[0].effect(measure::DEAD_ENDS).unwrap().from;
    let mean = summary.mean(measure::DEAD_ENDS).unwrap();
    assert!((from.value - mean).abs() < 1e-8, "{} {mean}", from.value);
    let error = summary.values(measure::DEAD_ENDS).standard_error().unwrap();
    assert!((from.error - error).abs() < 1e-9, "{} {error}", from.error);
}

/// The generators between Rebirth with these switches turned and Rebirth with the switches of placing
/// turned, too.
fn placings(turned: &[&str]) -> Vec<Rebirth> {
    let changes = |names: &[&str]| -> Vec<Change> {
        let switches = FLASH_SWITCHES.iter().filter(|switch| names.contains(&switch.name));
        switches.flat_map(|switch| switch.changes()).collect()
    };
    let of_placing = ["dead ends", "boss", "special rooms"];
    let sets = (0..8).map(|set| {
        let own = of_placing.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let names: Vec<&str> = own.map(|(_, name)| *name).chain(turned.iter().copied()).collect();
        Rebirth::changed(Edition::Repentance, &changes(&names)).unwrap()
    });
    sets.collect()
}

#[test]
fn generators_that_share_layouts_keep_their_own_distributions() {
    let floors = 3000;
    let mut tests = Vec::new();
    for (turned, level) in [(&[][..], 4), (&["branching", "size", "shapes"], 8)] {
        let generators = placings(turned);
        let groups = GrowthGroup::of(generators.clone());
        assert_eq!(groups.len(), 1);
        let request = Request::level(level).without_curse();
        let mut together = vec![vec![Histogram::default(); MEASURES.len()]; generators.len()];
        for seed in 0..floors {
            groups[0].generate(&request, seed, &mut |place, floor| {
                let analysis = Analysis::from_floor(floor.unwrap());
                analysis.for_each_value(MeasureSet::ALL, |measure, raw| {
                    together[place][measure].add(raw, seed);
                });
            });
        }
        for (generator, together) in generators.iter().zip(&together) {
            let sample = Sample::of(generator).request(&request);
            let alone = sample.seeds(Seeds::pcg(floors, floors)).run().unwrap();
            for (measure, together) in MEASURES.iter().zip(together) {
                let alone = alone.histogram(measure);
                if alone.total() == 0 {
                    assert_eq!(together.total(), 0, "{}", measure.name);
                    continue;
                }
                let (statistic, freedom) = chi_square(alone, together);
                let means = [alone, together].map(|histogram| histogram.raw_mean().unwrap());
                let chance = exceeded_by_chance(statistic, freedom);
                tests.push(Compared { measure: measure.name, level, means, chance });
            }
        }
    }
    assert!(tests.len() > 600);
    assert_eq!(rejected(tests), [""; 0]);
}

#[test]
fn a_group_contains_exactly_the_generators_that_grow_alike() {
    let mut generators = placings(&[]);
    generators.insert(1, placings(&["order"])[0].clone());
    let groups = GrowthGroup::of(generators);
    let places: Vec<Vec<usize>> =
        groups.iter().map(|group| group.members().map(|(place, _)| place).collect()).collect();
    assert_eq!(places, [vec![0, 2, 3, 4, 5, 6, 7, 8], vec![1]]);
}

/// How often the intervals of small bridges contain the shares of a large one, and how wide they are.
/// All combinations have the same seeds. On level 1 each switch changes many floors; if changes were
/// rare, a hundred floors would be too few for a normal interval. Each of the 26 tests is wrong with
/// chance 1 in 20,000, and any of them with chance 1 in 700.
#[test]
fn intervals_of_shares_cover_the_true_values_as_often_as_they_should() {
    const BRIDGES: u64 = 300;
    const FLOORS: u64 = 100;
    const LARGE: u64 = 20_000;
    let names = ["dead ends", "boss", "special rooms"];
    let switches = FLASH_SWITCHES.iter().filter(|switch| names.contains(&switch.name));
    let changes: Vec<Change> = switches.flat_map(|switch| switch.changes()).collect();
    let (from, to) = (("repentance", &changes[..]), ("repentance", &[][..]));
    let bridge = Bridge::between_rules(Backend::Rebirth, from, to).unwrap();
    let measures =
        [measure::BOSS_DISTANCE, measure::SECRET_NEIGHBOURS, measure::DEAD_ENDS, measure::CELLS];
    let shares = |first_seed: u64, floors: u64| {
        let bridge = bridge.clone().first_seed(first_seed).floors(floors).levels(&[1]).unwrap();
        let run = bridge.measures(measures.into_iter().collect()).run().unwrap();
        run.levels[0].effects.iter().flat_map(|effect| effect.shares.clone()).collect::<Vec<_>>()
    };
    let large = shares(BRIDGES * FLOORS, LARGE);
    let mut held = vec![0; large.len()];
    let mut squares = vec![0.0; large.len()];
    let mut tested = vec![false; large.len()];
    for number in 0..BRIDGES {
        for (place, (share, truth)) in
            shares(number * FLOORS, FLOORS).iter().zip(&large).enumerate()
        {
            // The share of a switch that changes nothing has no error.
            if (share.exact, truth.exact) == (0, 0) {
                continue;
            }
            tested[place] = true;
            held[place] += u32::from(share.interval().contains(truth.value));
            squares[place] += ((share.value - truth.value) / share.error).powi(2);
        }
    }
    for place in (0..large.len()).filter(|place| tested[*place]) {
        // 95 % of 300, and 4.06 standard deviations: 285 - 15.3.
        assert!(held[place] >= 270, "{place}: {}", held[place]);
        // Errors that are wrong by a sixth fail: chi-square of 300 is 300 +- 4.06 * 24.5.
        assert!((201.0..399.0).contains(&squares[place]), "{place}: {}", squares[place]);
    }
    assert_eq!(tested.iter().filter(|tested| **tested).count(), 13);
}

#[test]
fn impossible_bridges_are_errors() {
    let same = Bridge::between(Backend::Rebirth, "repentance", "repentance").unwrap_err();
    assert!(matches!(same, SurveyError::NothingToBridge(..)), "{same}");
    assert!(Bridge::between(Backend::Flash, "article", "repentance").is_err());
    assert!(matches!(small().levels(&[]).unwrap().run(), Err(SurveyError::NoFloors)));
    // One floor has a mean, but no interval.
    let one = small().floors(1).run().unwrap_err();
    assert_eq!(one, SurveyError::TooFewFloors(1));
    // In The Void, some combinations never make a floor.
    let void = small().levels(&[1, 12]).unwrap().run().unwrap_err();
    assert_eq!(void, SurveyError::NoFloorsOnLevel(12, 8));
    assert!(matches!(small().cancelled(&|| true).run(), Err(SurveyError::Cancelled)));
    assert!(matches!(small().first_seed(u64::MAX).run(), Err(SurveyError::SeedsExhausted { .. })));
    let twice = small().levels(&[1, 1]).unwrap_err();
    assert!(matches!(twice, SurveyError::RepeatedLevel(1)));
    // Flash has no super secret room, so no combination can be compared with it.
    let measures = MeasureSet::NONE.with(measure::SUPER_SECRET_BOSS_DISTANCE);
    let run = small().measures(measures).run().unwrap();
    assert_eq!(run.levels[0].left_out, ["super_secret_boss_distance"]);
}

#[test]
fn a_rule_that_only_deep_floors_have_changes_nothing_on_others() {
    let base = ("repentance", &[][..]);
    let changes = |path: &str, value| vec![Change::new(path, value)];
    let void = changes("rebirth.rooms.void_base", 40);
    let bridge = Bridge::between_rules(Backend::Rebirth, base, ("repentance", &void)).unwrap();
    let run = bridge.floors(500).levels(&[1, 12]).unwrap().run().unwrap();
    assert_eq!(run.switches.len(), 1);
    let share = |level: usize| run.levels[level].effect(measure::ROOMS).unwrap().shares[0];
    assert!(share(0).interval().times(2.0).contains(0.0));
    assert!((share(1).value + 10.0).abs() < 1.0);
}
