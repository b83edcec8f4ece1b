//! Awards counted over seeds, against their exact chances.

use basement_awards::{AwardItem, AwardItems, Preset, Procedure, RandomNumbers, Setting};
use basement_floors::{Difficulty, RngKind, Seed};
use basement_survey::awards::{AWARD_SEEDS, award_seed, award_shares, count_awards};

/// How many awards are counted for each setting.
const SEEDS: u64 = 10_000_000;

fn settings() -> Vec<(Setting, Preset)> {
    let with = |items: &[AwardItem]| items.iter().copied().collect::<AwardItems>();
    let sets = [
        AwardItems::NONE,
        with(&[AwardItem::LuckyFoot, AwardItem::LuckyToe]),
        with(&[
            AwardItem::RibOfGreed,
            AwardItem::DaemonsTail,
            AwardItem::ChildsHeart,
            AwardItem::WatchBattery,
        ]),
        with(&[
            AwardItem::GuppysTail,
            AwardItem::ContractFromBelow,
            AwardItem::ContractFromBelow,
            AwardItem::BrokenModem,
        ]),
        AwardItem::ALL.into_iter().collect(),
    ];
    let mut settings = Vec::new();
    for items in sets {
        let setting = |luck, difficulty| Setting::new(luck, items, difficulty).unwrap();
        settings.push((setting(0.0, Difficulty::Normal), Preset::PseudoCode));
        settings.push((setting(3.5, Difficulty::Hard), Preset::PseudoCode));
        settings.push((setting(10.0, Difficulty::Normal), Preset::PseudoCode));
        settings.push((setting(3.5, Difficulty::Hard), Preset::Prose));
    }
    settings
}

/// 20 settings with 11 or 12 pickups each: with 5 standard errors, a sound generator fails with
/// chance 1 in about 7,000, and the seeds are fixed.
#[test]
fn a1_a4_ten_million_seeds_lie_within_5_standard_errors_of_the_exact_chances() {
    for (place, (setting, preset)) in (0..).zip(settings()) {
        let procedure = Procedure::new(&setting, &preset.rules());
        let first = place * SEEDS;
        let counts = count_awards(&procedure, RngKind::Pcg, first, SEEDS, &|_| {}).unwrap();
        assert_eq!(counts.total(), SEEDS);
        for share in award_shares(&counts, &procedure.distribution(RandomNumbers::Ideal)) {
            assert!(share.standard_errors.abs() < 5.0, "{setting:?} {preset}: {share:?}");
        }
    }
}

#[test]
fn a_sample_of_awards_counts_exactly_its_seeds() {
    let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    let counts = count_awards(&procedure, RngKind::Game, 100, 7, &|_| {}).unwrap();
    let mut expected = procedure.empty_counts();
    for place in 0..7 {
        let seed = (99 + place * 1_640_531_527) % AWARD_SEEDS + 1;
        expected.add(procedure.award_from_seed(Seed::new(RngKind::Game, seed).unwrap()), 1);
    }
    assert_eq!(counts, expected);
    for (first, count) in [(0, 1), (AWARD_SEEDS + 1, 1), (5, AWARD_SEEDS + 1)] {
        assert!(count_awards(&procedure, RngKind::Game, first, count, &|_| {}).is_err());
    }
    assert_eq!(count_awards(&procedure, RngKind::Game, 5, 0, &|_| {}).unwrap().total(), 0);
}

/// A stride that has no divisor in common with 2^32 - 1, or an odd one modulo 2^64, returns to the
/// first seed only after all others.
#[test]
fn award_seeds_visit_every_seed_before_one_repeats() {
    let number = |rng, place| award_seed(rng, 1, place).unwrap().value();
    let game = number(RngKind::Game, 1) - number(RngKind::Game, 0);
    // 2^32 - 1 is the product of these primes.
    assert_eq!([3, 5, 17, 257, 65537].iter().product::<u64>(), AWARD_SEEDS);
    assert!([3, 5, 17, 257, 65537].iter().all(|prime| game % prime != 0));
    assert_eq!(number(RngKind::Game, AWARD_SEEDS), 1);
    let pcg = number(RngKind::Pcg, 1).wrapping_sub(number(RngKind::Pcg, 0));
    assert_eq!(pcg % 2, 1);
}

#[test]
fn awards_of_a_sample_agree_with_the_chances_for_the_games_generator() {
    let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    let chances = procedure.distribution(RandomNumbers::Ideal);
    let counts = count_awards(&procedure, RngKind::Game, 1, 1_000_000, &|_| {}).unwrap();
    for share in award_shares(&counts, &chances) {
        assert!(share.standard_errors.abs() < 3.0, "{share:?}");
    }
}

/// Takes a minute on two cores: run with `--release -- --ignored`.
#[test]
#[ignore = "goes through all 4,294,967,295 seeds"]
fn the_census_of_all_award_seeds_is_within_a_hundred_thousandth_of_independent_draws() {
    let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    let counts = count_awards(&procedure, RngKind::Game, 1, AWARD_SEEDS, &|_| {}).unwrap();
    assert_eq!(counts.total(), AWARD_SEEDS);
    for share in award_shares(&counts, &procedure.distribution(RandomNumbers::Draws)) {
        assert!(share.difference.abs() < 1e-5, "{share:?}");
    }
}
