//! The floors of a batch against those made one by one.

#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

mod common;

use basement_floors::rebirth::{Edition, Rebirth};
use basement_floors::{Floor, GenerateError, Generator, Phase, Request, Seed};
use common::{any_case, subjects};
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

/// Compares a batch with the floors one by one. Returns how many of them are errors. `name` tells
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
        let subject = &subjects()[place];
        compare(subject.edition, &subject.generator, &request, &seeds);
    }
}

/// Stage seeds that are unlike each other.
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
