//! The floors of a batch, compared with floors made one by one.

use crate::common::{SUBJECTS, any_case};
use basement_floors::flash::{self, Flash, FlashRules};
use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{Curse, Floor, GenerateError, Generator, Phase, Request, Seed};
use proptest::prelude::*;

/// What a batch gives for some seeds.
fn batch(
    generator: &dyn Generator,
    request: &Request,
    seeds: &[Seed],
) -> Vec<Result<Floor, GenerateError>> {
    let mut made = Vec::new();
    generator.generate_batch(request, seeds, &mut |floor| made.push(floor.cloned()));
    made
}

/// Compares a batch with the floors one by one. Returns how many of them are errors. `name` says
/// which comparison failed.
fn compare(name: &str, generator: &dyn Generator, request: &Request, seeds: &[Seed]) -> usize {
    let expected: Vec<_> = seeds.iter().map(|seed| generator.generate(request, *seed)).collect();
    assert_eq!(batch(generator, request, seeds), expected, "{name}, {request:?}");
    expected.iter().filter(|floor| floor.is_err()).count()
}

/// A stage seed of the game, or a number for PCG.
fn any_seed() -> impl Strategy<Value = Seed> {
    prop_oneof![
        4 => (1..=u32::MAX).prop_map(|seed| Seed::game(seed).unwrap()),
        1 => any::<u64>().prop_map(Seed::Pcg),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_floor_is_the_same_alone_and_in_a_batch(
        (place, request, _) in any_case(),
        seeds in proptest::collection::vec(any_seed(), 0..70),
        chosen in 0_u8..4,
    ) {
        let mut request = request;
        request.run.bosses_chosen = chosen;
        let subject = &SUBJECTS[place];
        compare(subject.edition, &subject.generator, &request, &seeds);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_first_draws_are_those_of_the_floor(
        (place, request, _) in any_case(),
        seeds in proptest::collection::vec(any_seed(), 1..5),
    ) {
        let subject = &SUBJECTS[place];
        let first_draws = subject.generator.first_draws(&request, &seeds);
        for (place, seed) in seeds.iter().enumerate() {
            match subject.generator.generate(&request, *seed) {
                Ok(floor) => {
                    let told = first_draws.as_ref().unwrap().as_ref().unwrap()[place];
                    prop_assert_eq!(told.curse, floor.curse());
                    prop_assert_eq!(told.wanted, floor.wanted());
                    prop_assert_eq!(told.min_dead_ends, floor.min_dead_ends());
                }
                Err(GenerateError::Request(error)) => {
                    prop_assert_eq!(first_draws.as_ref().unwrap_err(), &error);
                }
                Err(_) => {}
            }
        }
    }
}

/// Stage seeds that differ in many bits.
fn seeds(count: u32) -> Vec<Seed> {
    (1..=count).map(|number| Seed::game(number.wrapping_mul(2_654_435_761)).unwrap()).collect()
}

#[test]
fn batches_of_every_length_around_a_full_one_give_the_same_floors() {
    let rebirth = Rebirth::default();
    let request = Request { phase: Phase::Special, ..Request::level(1) };
    for length in (0..=40).chain(62..=67) {
        assert_eq!(compare("lengths", &rebirth, &request, &seeds(length)), 0, "{length}");
    }
}

#[test]
fn a_seed_without_a_floor_leaves_the_others_of_its_batch_as_they_are() {
    let mut rules = Edition::Repentance.rules();
    rules.dead_ends.attempts = 1;
    let rebirth = Rebirth::with_rules(Edition::Repentance, rules).unwrap();
    for level in [1, 4, 8] {
        let errors = compare("one attempt", &rebirth, &Request::level(level), &seeds(200));
        assert!((1..200).contains(&errors), "level {level}: {errors}");
    }
}

#[test]
fn a_request_that_cannot_be_met_is_an_error_for_each_seed() {
    let rebirth = Rebirth::default();
    for length in [0, 1, 33] {
        let errors = compare("no such stage", &rebirth, &Request::level(9), &seeds(length));
        assert_eq!(errors, length as usize);
    }
}

/// Generators of both Flash editions: unchanged; with few attempts, so that many floors are given
/// up; with rules that only growth by cells supports; and with the other order of growth.
fn flash_generators() -> Vec<(String, Flash)> {
    let changes: [fn(&mut FlashRules); 5] = [
        |_| {},
        |rules| rules.growth.attempts = 2,
        |rules| rules.growth.skip_one_in = 3,
        |rules| rules.growth.generations = 6,
        |rules| rules.growth.last_added_first ^= true,
    ];
    let mut generators = Vec::new();
    for edition in flash::Edition::ALL {
        for (number, change) in changes.iter().enumerate() {
            let mut rules = edition.rules();
            change(&mut rules);
            let generator = Flash::with_rules(*edition, rules).unwrap();
            generators.push((format!("{edition}, change {number}"), generator));
        }
    }
    generators
}

#[test]
fn a_flash_floor_is_the_same_alone_and_in_any_batch() {
    let mut errors = 0;
    for (name, generator) in flash_generators() {
        for (level, count) in [(1, 0), (1, 1), (2, 7), (3, 8), (5, 9), (8, 300), (1, 600)] {
            let seeds: Vec<Seed> = seeds(count)
                .into_iter()
                .enumerate()
                // Seeds of the game and for PCG, in runs of different lengths.
                .map(|(n, seed)| if n % 11 < 4 { seed } else { Seed::Pcg(seed.value()) })
                .collect();
            errors += compare(&name, &generator, &Request::level(level), &seeds);
        }
        let labyrinth = Request::level(3).with_curse(Curse::Labyrinth);
        errors += compare(&name, &generator, &labyrinth, &seeds(20));
    }
    assert!(errors > 900, "some floors are given up: {errors}");
}

#[test]
fn f4_a_flash_floor_grown_by_sets_equals_the_explained_floor() {
    for (name, generator) in flash_generators() {
        for level in [1, 4, 8] {
            for seed in seeds(200) {
                let request = Request::level(level);
                let explained = generator.explain(&request, seed, &mut |_| {});
                assert_eq!(generator.generate(&request, seed), explained, "{name}, {level}");
            }
        }
    }
}

#[test]
fn a_request_that_flash_refuses_is_an_error_for_each_seed() {
    let generator = Flash::default();
    let made = batch(&generator, &Request::level(13), &seeds(3));
    assert_eq!(made.len(), 3);
    assert!(made.iter().all(|floor| matches!(floor, Err(GenerateError::Request(_)))));
}
