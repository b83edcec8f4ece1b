//! A1-A4, rule by rule: which draws are made, in which order, and which award they give.

use std::convert::Infallible;

use basement_awards::{Award, AwardItem, AwardItems, Pickup, Preset, Procedure, Setting};
use basement_model::{Difficulty, Seed};
use rand::rand_core::{TryRng, utils};

use Preset::{Prose, PseudoCode};

/// Gives the listed draws, then panics: a test fixes exactly which draws are made.
struct Listed<'a>(std::slice::Iter<'a, u32>);

impl TryRng for Listed<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(*self.0.next().expect("a draw that the rules do not make"))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}

/// The draw whose float is about `share`.
fn float(share: f64) -> u32 {
    (share * f64::from(u32::MAX)) as u32
}

/// A draw for which no rule's `random(n)` is 0, and one for which every `random(n)` is 0: 1 mod n
/// is 1 for every n above 1, and 300 is a multiple of 2, 3, 4, 5, 10, 15, 20, 30, 50 and 100.
const MISS: u32 = 1;
const HIT: u32 = 300;

/// Luck 0 and these items.
fn setting(items: &[AwardItem]) -> Setting {
    lucky(0.0, items)
}

fn lucky(luck: f32, items: &[AwardItem]) -> Setting {
    Setting::new(luck, items.iter().copied().collect(), Difficulty::Normal).unwrap()
}

fn hard(items: &[AwardItem]) -> Setting {
    Setting::new(0.0, items.iter().copied().collect(), Difficulty::Hard).unwrap()
}

/// The award from exactly these draws.
#[track_caller]
fn award(preset: Preset, setting: Setting, draws: &[u32]) -> Award {
    let mut listed = Listed(draws.iter());
    let award = Procedure::new(&setting, &preset.rules()).award(&mut listed);
    assert_eq!(listed.0.len(), 0, "draws are left over");
    award
}

/// The pickup from exactly these draws.
#[track_caller]
fn pickup(preset: Preset, setting: Setting, draws: &[u32]) -> Pickup {
    award(preset, setting, draws).pickup
}

/// The draws after a sum above 0.22 if nothing is replaced: two for the battery, one for the sack.
const PLAIN: [u32; 3] = [MISS; 3];

/// The draws for a sum made by the first float alone, followed by `rest`.
fn sum(share: f64, rest: &[&[u32]]) -> Vec<u32> {
    [&[float(share), MISS], rest.concat().as_slice()].concat()
}

#[test]
fn a1_luck_adds_a_second_float_a_tenth_of_luck_high() {
    // 0.5 * 4 * 0.1 + 0.1 = 0.3: from nothing to a coin.
    let draws = |second: f64| [float(0.1), float(second), MISS, MISS, MISS];
    assert_eq!(pickup(PseudoCode, lucky(4.0, &[]), &draws(0.51)), Pickup::Coin);
    assert_eq!(pickup(PseudoCode, lucky(99.0, &[]), &draws(0.99)), Pickup::Chest);
    for luck in [0.0, -5.0] {
        let nothing = pickup(PseudoCode, lucky(luck, &[]), &draws(0.51)[..2]);
        assert_eq!(nothing, Pickup::Nothing);
    }
}

#[test]
fn a1_lucky_foot_raises_the_first_float_and_in_the_prose_both_floats() {
    // 0.14 * 0.9 + 0.1 = 0.226; without the foot 0.14 is nothing.
    let draws = sum(0.14, &[&[HIT], &PLAIN]);
    let foot = setting(&[AwardItem::LuckyFoot]);
    assert_eq!(pickup(PseudoCode, foot, &draws), Pickup::Card);
    assert_eq!(pickup(Prose, foot, &[&draws[..3], &[MISS]].concat()), Pickup::Card);
    assert_eq!(pickup(PseudoCode, setting(&[]), &draws[..2]), Pickup::Nothing);
    // A second float of 0 adds 0. In the prose it becomes 0 * 0.9 + 0.1 = 0.1 and adds 0.1 * 10 *
    // 0.1.
    let low = [float(0.2), 1, MISS, MISS, MISS];
    let foot = lucky(10.0, &[AwardItem::LuckyFoot]);
    assert_eq!(pickup(PseudoCode, foot, &[&low[..2], &[HIT], &PLAIN].concat()), Pickup::Card);
    assert_eq!(pickup(Prose, foot, &low[..3]), Pickup::Coin);
}

#[test]
fn a1_lucky_toe_raises_the_sum_by_a_tenth_or_a_fiftieth_and_in_the_prose_the_first_float() {
    let toe = [AwardItem::LuckyToe];
    let both = [AwardItem::LuckyFoot, AwardItem::LuckyToe];
    // 0.14 * 0.9 + 0.1 = 0.226, but 0.14 * 0.98 + 0.02 = 0.157.
    let draws = sum(0.14, &[&[HIT], &PLAIN]);
    assert_eq!(pickup(PseudoCode, setting(&toe), &draws), Pickup::Card);
    assert_eq!(pickup(PseudoCode, lucky(3.0, &toe), &draws), Pickup::Card);
    assert_eq!(pickup(Prose, setting(&toe), &draws[..2]), Pickup::Nothing);
    assert_eq!(pickup(Prose, setting(&toe), &sum(0.21, &[&[HIT], &[MISS]])), Pickup::Card);
    // With the foot: 0.1 * 0.9 + 0.1 = 0.19, and 0.19 * 0.9 + 0.1 = 0.271; with
    // luck above 0 it is 0.19 * 0.98 + 0.02 = 0.2062.
    let draws = sum(0.1, &[&[HIT], &PLAIN]);
    assert_eq!(pickup(PseudoCode, setting(&both), &draws), Pickup::Card);
    assert_eq!(pickup(PseudoCode, lucky(0.1, &both), &draws[..2]), Pickup::Nothing);
    assert_eq!(pickup(Prose, setting(&both), &draws[..2]), Pickup::Nothing);
}

#[test]
fn a2_the_band_of_the_sum_decides_the_pickup() {
    for (share, expected) in [
        (0.31, Pickup::Coin),
        (0.44, Pickup::Coin),
        (0.46, Pickup::Heart),
        (0.51, Pickup::Heart),
        (0.59, Pickup::Heart),
        (0.61, Pickup::Key),
        (0.79, Pickup::Key),
        (0.81, Pickup::Bomb),
        (0.94, Pickup::Bomb),
        (0.96, Pickup::Chest),
    ] {
        assert_eq!(pickup(PseudoCode, setting(&[]), &sum(share, &[&PLAIN])), expected, "{share}");
        // The prose rolls no battery.
        assert_eq!(pickup(Prose, setting(&[]), &sum(share, &[&[MISS]])), expected, "{share}");
    }
    for share in [0.0, 0.1, 0.21] {
        assert_eq!(award(PseudoCode, setting(&[]), &sum(share, &[])), Award::NOTHING);
    }
}

#[test]
fn a2_card_trinket_and_pill_take_up_to_two_draws() {
    let of = |choice: &[u32]| pickup(PseudoCode, setting(&[]), &sum(0.25, &[choice, &PLAIN]));
    assert_eq!(of(&[HIT]), Pickup::Card);
    assert_eq!(of(&[MISS, HIT]), Pickup::Trinket);
    assert_eq!(of(&[MISS, MISS]), Pickup::Pill);
}

#[test]
fn a2_rib_of_greed_turns_hearts_with_a_sum_below_half_into_coins() {
    let rib = setting(&[AwardItem::RibOfGreed]);
    assert_eq!(pickup(PseudoCode, rib, &sum(0.46, &[&PLAIN])), Pickup::Coin);
    assert_eq!(pickup(PseudoCode, rib, &sum(0.51, &[&PLAIN])), Pickup::Heart);
}

#[test]
fn a2_daemons_tail_turns_four_of_five_hearts_into_keys() {
    let tail = setting(&[AwardItem::DaemonsTail]);
    assert_eq!(pickup(PseudoCode, tail, &sum(0.46, &[&[HIT], &PLAIN])), Pickup::Heart);
    for draw in 1..5 {
        assert_eq!(pickup(PseudoCode, tail, &sum(0.46, &[&[draw], &PLAIN])), Pickup::Key);
    }
}

#[test]
fn a2_rib_of_greed_applies_before_daemons_tail() {
    let both = setting(&[AwardItem::RibOfGreed, AwardItem::DaemonsTail]);
    // Below 0.5 it is a coin, without the tail's draw; above 0.5 the tail draws.
    assert_eq!(pickup(PseudoCode, both, &sum(0.46, &[&PLAIN])), Pickup::Coin);
    assert_eq!(pickup(PseudoCode, both, &sum(0.51, &[&[MISS], &PLAIN])), Pickup::Key);
    assert_eq!(pickup(PseudoCode, both, &sum(0.51, &[&[HIT], &PLAIN])), Pickup::Heart);
}

#[test]
fn a3_a_battery_needs_no_item_and_watch_battery_adds_a_second_chance() {
    let bare = setting(&[]);
    let watch = setting(&[AwardItem::WatchBattery]);
    // If random(20) == 0 there is no second draw.
    assert_eq!(pickup(PseudoCode, bare, &sum(0.7, &[&[HIT, MISS]])), Pickup::Battery);
    // Without the watch the second draw is also made, but has no effect.
    assert_eq!(pickup(PseudoCode, bare, &sum(0.7, &[&[MISS, HIT, MISS]])), Pickup::Key);
    assert_eq!(pickup(PseudoCode, watch, &sum(0.7, &[&[MISS, HIT, MISS]])), Pickup::Battery);
    // In the prose only the watch gives a battery, if random(30) == 0.
    assert_eq!(pickup(Prose, watch, &sum(0.7, &[&[30]])), Pickup::Battery);
    assert_eq!(pickup(Prose, watch, &sum(0.7, &[&[15, MISS]])), Pickup::Key);
}

#[test]
fn a3_a_sack_overwrites_a_battery_and_in_the_prose_the_first_hit_counts() {
    let watch = setting(&[AwardItem::WatchBattery]);
    assert_eq!(pickup(PseudoCode, watch, &sum(0.7, &[&[HIT, HIT]])), Pickup::Sack);
    assert_eq!(pickup(Prose, watch, &sum(0.7, &[&[HIT]])), Pickup::Battery);
    assert_eq!(pickup(Prose, setting(&[]), &sum(0.7, &[&[50]])), Pickup::Sack);
}

/// The five trinkets of A3's chain, in order.
const CHAIN: [(AwardItem, Pickup); 5] = [
    (AwardItem::AceOfSpades, Pickup::Card),
    (AwardItem::SafetyCap, Pickup::Pill),
    (AwardItem::MatchStick, Pickup::Bomb),
    (AwardItem::ChildsHeart, Pickup::Heart),
    (AwardItem::RustedKey, Pickup::Key),
];

#[test]
fn a3_each_trinket_of_the_chain_replaces_one_award_in_ten() {
    for (item, expected) in CHAIN {
        let held = setting(&[item]);
        // An award that the trinket does not give: a bomb, or a coin if the trinket gives bombs.
        let share = if expected == Pickup::Bomb { 0.4 } else { 0.9 };
        let own = if expected == Pickup::Bomb { Pickup::Coin } else { Pickup::Bomb };
        assert_eq!(pickup(PseudoCode, held, &sum(share, &[&PLAIN, &[10]])), expected);
        for draw in 1..10 {
            assert_eq!(pickup(PseudoCode, held, &sum(share, &[&PLAIN, &[draw]])), own);
        }
    }
}

#[test]
fn a3_the_first_trinket_that_hits_ends_the_chain() {
    let all = setting(&CHAIN.map(|(item, _)| item));
    for (place, (_, expected)) in CHAIN.into_iter().enumerate() {
        let rolls = [&[MISS; 5][..place], &[HIT]].concat();
        assert_eq!(pickup(PseudoCode, all, &sum(0.4, &[&PLAIN, &rolls])), expected);
    }
    assert_eq!(pickup(PseudoCode, all, &sum(0.4, &[&PLAIN, &[MISS; 5]])), Pickup::Coin);
}

#[test]
fn a3_childs_heart_with_daemons_tail_needs_a_second_hit_to_end_the_chain() {
    let held = setting(&[AwardItem::ChildsHeart, AwardItem::DaemonsTail, AwardItem::RustedKey]);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[HIT, HIT]])), Pickup::Heart);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[HIT, MISS, HIT]])), Pickup::Key);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[HIT, MISS, MISS]])), Pickup::Bomb);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[MISS, HIT]])), Pickup::Key);
}

#[test]
fn a3_smelter_overwrites_an_earlier_hit_and_in_the_prose_applies_last() {
    let held = setting(&[AwardItem::AceOfSpades, AwardItem::Smelter]);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[HIT, HIT]])), Pickup::Trinket);
    assert_eq!(pickup(PseudoCode, held, &sum(0.9, &[&PLAIN, &[HIT, 10]])), Pickup::Card);
    assert_eq!(pickup(Prose, held, &sum(0.9, &[&[MISS, HIT]])), Pickup::Card);
    assert_eq!(pickup(Prose, held, &sum(0.9, &[&[MISS, MISS, 50]])), Pickup::Trinket);
}

#[test]
fn a3_makes_no_draws_if_the_sum_gives_nothing() {
    let items = CHAIN.map(|(item, _)| item);
    let held = setting(&[&items[..], &[AwardItem::WatchBattery, AwardItem::Smelter]].concat());
    assert_eq!(award(PseudoCode, held, &sum(0.2, &[])), Award::NOTHING);
    assert_eq!(award(Prose, held, &sum(0.2, &[])), Award::NOTHING);
}

#[test]
fn a4_guppys_tail_runs_even_when_nothing_dropped() {
    let tail = setting(&[AwardItem::GuppysTail]);
    for share in [0.1, 0.7] {
        let plain: &[u32] = if share < 0.22 { &[] } else { &PLAIN };
        let of = |draws: &[u32]| pickup(PseudoCode, tail, &sum(share, &[plain, draws]));
        assert_eq!(of(&[HIT, HIT]), Pickup::Chest);
        assert_eq!(of(&[HIT, MISS]), Pickup::LockedChest);
        assert_eq!(of(&[MISS, HIT]), Pickup::Nothing);
        let own = if share < 0.22 { Pickup::Nothing } else { Pickup::Key };
        assert_eq!(of(&[MISS, MISS]), own);
    }
    // The second draw leaves nothing one time in three, or in the prose one time in two.
    assert_eq!(pickup(PseudoCode, tail, &sum(0.7, &[&PLAIN, &[MISS, 4]])), Pickup::Key);
    assert_eq!(pickup(Prose, tail, &sum(0.7, &[&[MISS], &[MISS, 4]])), Pickup::Nothing);
    assert_eq!(pickup(Prose, tail, &sum(0.7, &[&[MISS], &[MISS, 3]])), Pickup::Key);
}

#[test]
fn a4_contracts_copy_the_award_or_take_it() {
    // One contract leaves nothing below 0.5 * 0.666 = 0.333, two below 0.2218.
    for (contracts, chance) in [(1, 0.333), (2, 0.221_778), (3, 0.147_704)] {
        let held = setting(&vec![AwardItem::ContractFromBelow; contracts]);
        let of = |share: f64| award(PseudoCode, held, &sum(0.7, &[&PLAIN, &[float(share)]]));
        assert_eq!(of(chance - 0.001), Award::NOTHING);
        assert_eq!(of(chance + 0.001), Award { pickup: Pickup::Key, count: contracts as u16 + 1 });
    }
    // In the prose, 33 %, halved by each further contract.
    for (contracts, chance) in [(1, 0.33), (2, 0.165), (3, 0.0825)] {
        let held = setting(&vec![AwardItem::ContractFromBelow; contracts]);
        let of = |share: f64| award(Prose, held, &sum(0.7, &[&[MISS], &[float(share)]]));
        assert_eq!(of(chance - 0.001), Award::NOTHING);
        assert_eq!(of(chance + 0.001), Award { pickup: Pickup::Key, count: contracts as u16 + 1 });
    }
}

#[test]
fn a4_contracts_ignore_trinkets_and_draw_even_if_nothing_dropped() {
    let held = setting(&[AwardItem::ContractFromBelow]);
    let trinket = award(PseudoCode, held, &sum(0.25, &[&[MISS, HIT], &PLAIN]));
    assert_eq!(trinket, Award { pickup: Pickup::Trinket, count: 1 });
    assert_eq!(award(PseudoCode, held, &sum(0.1, &[&[float(0.9)]])), Award::NOTHING);
}

#[test]
fn a4_contracts_apply_to_the_result_of_guppys_tail() {
    let held = setting(&[AwardItem::ContractFromBelow, AwardItem::GuppysTail]);
    // A trinket that became a chest is copied; a chest that became nothing draws.
    let trinket = &[MISS, HIT][..];
    let chest =
        award(PseudoCode, held, &sum(0.25, &[trinket, &PLAIN, &[HIT, MISS], &[float(0.9)]]));
    assert_eq!(chest, Award { pickup: Pickup::LockedChest, count: 2 });
    let gone = award(PseudoCode, held, &sum(0.97, &[&PLAIN, &[MISS, HIT], &[float(0.9)]]));
    assert_eq!(gone, Award::NOTHING);
    let kept = award(PseudoCode, held, &sum(0.25, &[trinket, &PLAIN, &[MISS, MISS]]));
    assert_eq!(kept, Award { pickup: Pickup::Trinket, count: 1 });
}

#[test]
fn a4_hard_mode_keeps_35_of_100_hearts_and_in_the_prose_34() {
    let heart = |preset, draw: u32| {
        let plain: &[u32] = if preset == PseudoCode { &PLAIN } else { &[MISS] };
        pickup(preset, hard(&[]), &sum(0.55, &[plain, &[draw]]))
    };
    assert_eq!([34, 35].map(|draw| heart(PseudoCode, draw)), [Pickup::Heart, Pickup::Nothing]);
    assert_eq!([33, 34].map(|draw| heart(Prose, draw)), [Pickup::Heart, Pickup::Nothing]);
    // No other award makes this draw.
    assert_eq!(pickup(PseudoCode, hard(&[]), &sum(0.7, &[&PLAIN])), Pickup::Key);
}

#[test]
fn a4_hard_mode_takes_hearts_that_a_contract_copied_and_those_of_childs_heart() {
    let copied = hard(&[AwardItem::ContractFromBelow]);
    let draws = |mode: u32| sum(0.55, &[&PLAIN, &[float(0.9)], &[mode]]);
    assert_eq!(award(PseudoCode, copied, &draws(99)), Award::NOTHING);
    assert_eq!(award(PseudoCode, copied, &draws(0)), Award { pickup: Pickup::Heart, count: 2 });
    let child = hard(&[AwardItem::ChildsHeart]);
    assert_eq!(pickup(PseudoCode, child, &sum(0.9, &[&PLAIN, &[HIT], &[99]])), Pickup::Nothing);
}

#[test]
fn a4_broken_modem_copies_five_kinds_of_pickups_and_draws_for_every_kind() {
    let modem = setting(&[AwardItem::BrokenModem]);
    let of = |share: f64, plain: &[u32], draw: u32| {
        award(PseudoCode, modem, &sum(share, &[plain, &[draw]])).count
    };
    for share in [0.4, 0.55, 0.7, 0.9] {
        assert_eq!([0, 1, 2, 3].map(|draw| of(share, &PLAIN, draw)), [2, 1, 1, 1], "{share}");
    }
    // A sack is copied; a chest and a battery are not.
    assert_eq!(of(0.7, &[MISS, MISS, HIT], HIT), 2);
    assert_eq!(of(0.97, &PLAIN, HIT), 1);
    assert_eq!(of(0.7, &[HIT, MISS], HIT), 1);
    assert_eq!(award(PseudoCode, modem, &sum(0.1, &[&[HIT]])), Award::NOTHING);
}

#[test]
fn a4_broken_modem_draws_even_if_the_count_is_0() {
    let held = setting(&[AwardItem::BrokenModem, AwardItem::ContractFromBelow]);
    let of = |contract: f64, modem: u32| {
        award(PseudoCode, held, &sum(0.7, &[&PLAIN, &[float(contract)], &[modem]]))
    };
    assert_eq!(of(0.1, HIT), Award::NOTHING);
    assert_eq!(of(0.9, HIT), Award { pickup: Pickup::Key, count: 3 });
    assert_eq!(of(0.9, MISS), Award { pickup: Pickup::Key, count: 2 });
}

#[test]
fn an_award_seed_gives_its_award_with_triple_35_under_any_setting() {
    let everything: AwardItems = AwardItem::ALL.into_iter().collect();
    let everything = Setting::new(5.0, everything, Difficulty::Hard).unwrap();
    for setting in [setting(&[]), everything] {
        let procedure = Procedure::new(&setting, &PseudoCode.rules());
        for number in [1, 2, 77, 2_334_308_359, u32::MAX] {
            let award = procedure.award_from_seed(Seed::game(number).unwrap());
            let mut draws = basement_model::GameRng::new(number, 35).unwrap();
            assert_eq!(procedure.award(&mut draws), award);
            assert_eq!(procedure.award_from_seed(Seed::game(number).unwrap()), award);
            assert_eq!(award.count == 0, award.pickup == Pickup::Nothing);
        }
    }
    assert!(Seed::game(0).is_err());
}

/// The expected awards come from a plain transcription of the pseudo-code and the prose in another
/// language, rounded to f32 at every step.
#[test]
fn the_awards_of_known_seeds_are_those_of_a_plain_reading() {
    let rich = [
        AwardItem::LuckyFoot,
        AwardItem::GuppysTail,
        AwardItem::ContractFromBelow,
        AwardItem::BrokenModem,
    ];
    let rich = Setting::new(4.0, rich.into_iter().collect(), Difficulty::Hard).unwrap();
    let of = |setting: &Setting, preset: Preset| -> Vec<String> {
        let procedure = Procedure::new(setting, &preset.rules());
        let awards = [77, 1_000_000_007, 2_334_308_359, 3_141_592_653, u32::MAX]
            .map(|seed| procedure.award_from_seed(Seed::game(seed).unwrap()));
        awards.iter().map(|award| format!("{} {}", award.count, award.pickup)).collect()
    };
    let bare = setting(&[]);
    assert_eq!(of(&bare, PseudoCode), ["0 nothing", "1 key", "1 heart", "1 sack", "1 chest"]);
    assert_eq!(of(&bare, Prose), ["0 nothing", "1 key", "1 heart", "1 heart", "1 chest"]);
    assert_eq!(
        of(&rich, PseudoCode),
        ["0 nothing", "0 nothing", "2 key", "2 sack", "2 locked_chest"]
    );
    assert_eq!(of(&rich, Prose), ["0 nothing", "2 chest", "2 key", "2 chest", "0 nothing"]);

    // The awards of 20,000 seeds each, written as "count pickup" and hashed together by FNV-0.
    let digest = |setting: &Setting, preset: Preset| {
        let procedure = Procedure::new(setting, &preset.rules());
        let mut digest = 0_u32;
        for number in 1..=20_000_u32 {
            let award =
                procedure.award_from_seed(Seed::game(number.wrapping_mul(214_013)).unwrap());
            for byte in format!("{} {}", award.count, award.pickup).bytes() {
                digest = digest.wrapping_mul(16_777_619) ^ u32::from(byte);
            }
        }
        digest
    };
    let all = AwardItem::ALL.into_iter().chain([AwardItem::ContractFromBelow]).collect();
    let all = Setting::new(2.5, all, Difficulty::Hard).unwrap();
    let replacing = setting(&AwardItem::ALL[..11]);
    for (setting, code, prose) in [
        (&bare, 3_137_277_926, 3_080_060_191),
        (&rich, 1_825_510_641, 3_873_250_406),
        (&all, 983_074_891, 3_304_202_984),
        (&replacing, 3_297_231_742, 428_484_202),
    ] {
        assert_eq!(digest(setting, PseudoCode), code, "{setting:?}");
        assert_eq!(digest(setting, Prose), prose, "{setting:?}");
    }
}
