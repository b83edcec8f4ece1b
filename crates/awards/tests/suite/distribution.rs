//! The exact distribution, compared with the published table and with closed forms that share no
//! code with it.

use std::collections::BTreeMap;

use basement_awards::{
    Award, AwardItem, AwardItems, Band, Pickup, Preset, Procedure, RandomNumbers, Setting,
};
use basement_model::{Difficulty, GameRng};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn procedure(luck: f32, items: &[AwardItem], difficulty: Difficulty, preset: Preset) -> Procedure {
    let setting = Setting::new(luck, items.iter().copied().collect(), difficulty).unwrap();
    Procedure::new(&setting, &preset.rules())
}

#[track_caller]
fn close(left: f64, right: f64, by: f64) {
    assert!((left - right).abs() <= by, "{left} is not {right}");
}

#[test]
fn a2_the_bands_are_the_published_table() {
    for preset in Preset::ALL {
        let procedure = procedure(0.0, &[], Difficulty::Normal, preset);
        let bands = procedure.bands(RandomNumbers::Ideal);
        let share = |meant: &[Band]| -> f64 {
            bands.iter().filter(|(band, _)| meant.contains(band)).map(|(_, share)| share).sum()
        };
        for (meant, percent) in [
            (&[Band::Nothing][..], 22.0),
            (&[Band::Assorted], 8.0),
            (&[Band::Coin], 15.0),
            (&[Band::Greed, Band::Heart], 15.0),
            (&[Band::Key], 20.0),
            (&[Band::Bomb], 15.0),
            (&[Band::Chest], 5.0),
        ] {
            close(share(meant) * 100.0, percent, 1e-12);
        }
    }
}

#[test]
fn a2_the_bands_of_real_draws_are_the_published_table_to_a_ten_millionth() {
    // With luck 0 one float decides; with luck above 0 two do.
    let cases = [
        (0.0, &[][..]),
        (0.0, &[AwardItem::LuckyFoot, AwardItem::LuckyToe]),
        (0.4, &[AwardItem::LuckyFoot, AwardItem::LuckyToe]),
    ];
    std::thread::scope(|scope| {
        for (luck, items) in cases {
            for preset in Preset::ALL {
                scope.spawn(move || compare_bands(luck, items, preset));
            }
        }
    });
}

fn compare_bands(luck: f32, items: &[AwardItem], preset: Preset) {
    let procedure = procedure(luck, items, Difficulty::Normal, preset);
    let drawn = procedure.bands(RandomNumbers::Draws);
    for ((band, ideal), (_, drawn)) in procedure.bands(RandomNumbers::Ideal).iter().zip(drawn) {
        assert!((ideal - drawn).abs() < 2e-7, "{luck} {items:?} {band:?} {ideal} {drawn}");
    }
    close(drawn.iter().map(|(_, share)| share).sum(), 1.0, 1e-12);
}

/// The counts over all pairs of draws, compared with random pairs of draws.
#[test]
fn a1_the_counted_bands_agree_with_random_draws() {
    const PAIRS: u32 = 4_000_000;
    let items = [AwardItem::LuckyFoot];
    let procedure = procedure(0.01, &items, Difficulty::Normal, Preset::PseudoCode);
    let counted = procedure.bands(RandomNumbers::Draws);
    // The game's own draws depend too much on each other for this.
    let mut draws = Pcg64Mcg::seed_from_u64(1);
    let mut float = || f64::from(draws.next_u32()) / f64::from(u32::MAX);
    let mut hits = BTreeMap::<Band, u32>::new();
    for _ in 0..PAIRS {
        let sum = float() * 0.9 + 0.1 + float() * 0.001;
        *hits.entry(Band::from_sum(sum as f32)).or_default() += 1;
    }
    for (band, share) in counted {
        let observed = f64::from(hits[&band]) / f64::from(PAIRS);
        close(observed, share, 5.0 * (share * (1.0 - share) / f64::from(PAIRS)).sqrt());
    }
}

/// The share of the unit square where a * u1 + b * u2 < c, by inclusion and
/// exclusion of corner triangles.
fn below(a: f64, b: f64, c: f64) -> f64 {
    let triangle = |side: f64| side.max(0.0).powi(2);
    if b == 0.0 {
        return (c / a).clamp(0.0, 1.0);
    }
    (triangle(c) - triangle(c - a) - triangle(c - b) + triangle(c - a - b)) / (2.0 * a * b)
}

/// A1, A2 in closed form: the chance that the sum is below a limit.
fn sum_below(limit: f64, luck: f64, has: &dyn Fn(AwardItem) -> bool, preset: Preset) -> f64 {
    let (foot, toe) = (has(AwardItem::LuckyFoot), has(AwardItem::LuckyToe));
    let l = luck / 10.0;
    match (preset, foot, toe) {
        (_, false, false) => below(1.0, l, limit),
        (Preset::PseudoCode, true, false) => below(0.9, l, limit - 0.1),
        (Preset::PseudoCode, false, true) => below(0.9, 0.9 * l, limit - 0.1),
        (Preset::PseudoCode, true, true) if luck > 0.0 => {
            below(0.9, l, (limit - 0.02) / 0.98 - 0.1)
        }
        (Preset::PseudoCode, true, true) => below(0.81, 0.0, limit - 0.19),
        (Preset::Prose, true, false) => below(0.9, 0.9 * l, limit - 0.1 - 0.1 * l),
        (Preset::Prose, false, true) => below(0.98, l, limit - 0.02),
        (Preset::Prose, true, true) => below(0.882, 0.9 * l, limit - 0.118 - 0.1 * l),
        (preset, ..) => panic!("{preset} has no closed form here: write it"),
    }
}

/// A1-A4 in closed form: the chance of every award.
fn closed_form(setting: &Setting, preset: Preset) -> BTreeMap<Award, f64> {
    let has = |item: AwardItem| setting.items().has(item);
    let when = |item: AwardItem, chance: f64| if has(item) { chance } else { 0.0 };
    let is_code = preset == Preset::PseudoCode;
    let at = |limit: f64| sum_below(limit, setting.luck().into(), &has, preset);
    let [b1, b2, b3, b4, b5, b6, b7] = [0.22, 0.3, 0.45, 0.5, 0.6, 0.8, 0.95].map(at);
    let mut chance = [0.0; 12];
    let mut set = |pickup: Pickup, value: f64| chance[pickup as usize] = value;

    // A2
    let greed = if has(AwardItem::RibOfGreed) { b4 } else { b3 };
    let left = if has(AwardItem::DaemonsTail) { 0.2 } else { 1.0 };
    set(Pickup::Nothing, b1);
    for pickup in [Pickup::Card, Pickup::Pill, Pickup::Trinket] {
        set(pickup, (b2 - b1) / 3.0);
    }
    set(Pickup::Coin, greed - b2);
    set(Pickup::Heart, (b5 - greed) * left);
    set(Pickup::Key, (b6 - b5) + (b5 - greed) * (1.0 - left));
    set(Pickup::Bomb, b7 - b6);
    set(Pickup::Chest, 1.0 - b7);

    // A3: the chance that each replacement is the one that counts. In the pseudo-code a later group
    // beats an earlier one; in the prose an earlier group beats a later one.
    let battery = if is_code {
        1.0 - (19.0 / 20.0) * (1.0 - when(AwardItem::WatchBattery, 1.0 / 15.0))
    } else {
        when(AwardItem::WatchBattery, 1.0 / 30.0)
    };
    let mut groups = vec![vec![(Pickup::Battery, battery)], vec![(Pickup::Sack, 0.02)]];
    groups.push(vec![
        (Pickup::Card, when(AwardItem::AceOfSpades, 0.1)),
        (Pickup::Pill, when(AwardItem::SafetyCap, 0.1)),
        (Pickup::Bomb, when(AwardItem::MatchStick, 0.1)),
        (Pickup::Heart, when(AwardItem::ChildsHeart, 0.1 * left)),
        (Pickup::Key, when(AwardItem::RustedKey, 0.1)),
    ]);
    groups.push(vec![(Pickup::Trinket, when(AwardItem::Smelter, 0.02))]);
    if is_code {
        groups.reverse();
    }
    let mut open = 1.0;
    let mut standing = Vec::new();
    for (pickup, hit) in groups.into_iter().flatten() {
        standing.push((pickup, open * hit));
        open *= 1.0 - hit;
    }
    for (place, chance) in chance.iter_mut().enumerate() {
        if place != Pickup::Nothing as usize {
            *chance *= open;
        }
    }
    for (pickup, share) in standing {
        chance[pickup as usize] += (1.0 - b1) * share;
    }

    // A4
    if has(AwardItem::GuppysTail) {
        let kept = if is_code { 4.0 / 9.0 } else { 1.0 / 3.0 };
        chance = chance.map(|chance| chance * kept);
        chance[Pickup::Chest as usize] += 1.0 / 6.0;
        chance[Pickup::LockedChest as usize] += 1.0 / 6.0;
        chance[Pickup::Nothing as usize] += 2.0 / 3.0 - kept;
    }
    let contracts = setting.items().count(AwardItem::ContractFromBelow);
    let n = i32::from(contracts);
    let taken = match n {
        0 => 0.0,
        n if is_code => 0.5 * 0.666_f64.powi(n),
        n => 0.33 * 0.5_f64.powi(n - 1),
    };
    let hearts = match (setting.difficulty(), is_code) {
        (Difficulty::Normal, _) => 1.0,
        (Difficulty::Hard, true) => 0.35,
        (Difficulty::Hard, false) => 0.34,
    };
    let mut awards = BTreeMap::new();
    let mut nothing = chance[Pickup::Nothing as usize];
    for pickup in &Pickup::ALL[1..] {
        let chance = chance[*pickup as usize];
        let is_trinket = *pickup == Pickup::Trinket;
        let kept = if is_trinket { 1.0 } else { 1.0 - taken };
        let kept = if *pickup == Pickup::Heart { kept * hearts } else { kept };
        let copied = [Pickup::Coin, Pickup::Heart, Pickup::Key, Pickup::Sack, Pickup::Bomb];
        let extra = if copied.contains(pickup) { when(AwardItem::BrokenModem, 0.25) } else { 0.0 };
        let count = if is_trinket { 1 } else { u16::from(contracts) + 1 };
        nothing += chance * (1.0 - kept);
        awards.insert(Award { pickup: *pickup, count }, chance * kept * (1.0 - extra));
        awards.insert(Award { pickup: *pickup, count: count + 1 }, chance * kept * extra);
    }
    awards.insert(Award::NOTHING, nothing);
    awards.retain(|_, chance| *chance > 0.0);
    awards
}

/// Nothing, each item, each pair, all, and 150 sets drawn from a fixed seed, each with up to three
/// more contracts.
fn item_sets() -> Vec<AwardItems> {
    let mut sets = vec![AwardItems::NONE, AwardItem::ALL.into_iter().collect()];
    for (place, one) in AwardItem::ALL.into_iter().enumerate() {
        sets.push(AwardItems::NONE.with(one));
        sets.extend(
            AwardItem::ALL[place..].iter().map(|other| AwardItems::NONE.with(one).with(*other)),
        );
    }
    let mut draws = GameRng::new(35, 35).unwrap();
    for _ in 0..150 {
        let word = draws.next_u32();
        let held = (0..).zip(AwardItem::ALL).filter(|(bit, _)| word >> bit & 1 == 1);
        let more = (0..word >> 30).map(|_| AwardItem::ContractFromBelow);
        sets.push(held.map(|(_, item)| item).chain(more).collect());
    }
    sets
}

#[test]
fn a1_a4_the_enumeration_is_the_closed_form_for_every_award() {
    let lucks = [0.0, 0.25, 1.0, 5.0, 7.5, 10.0];
    for (place, items) in item_sets().into_iter().enumerate() {
        for difficulty in [Difficulty::Normal, Difficulty::Hard] {
            for preset in Preset::ALL {
                for luck in [0.0, lucks[place % lucks.len()]] {
                    let setting = Setting::new(luck, items, difficulty).unwrap();
                    let procedure = Procedure::new(&setting, &preset.rules());
                    let chances = procedure.distribution(RandomNumbers::Ideal);
                    let closed = closed_form(&setting, preset);
                    let walked: BTreeMap<Award, f64> = chances.iter().collect();
                    assert!(
                        walked.keys().eq(closed.keys()),
                        "{setting:?} {preset}: {walked:?} {closed:?}"
                    );
                    for (award, chance) in &walked {
                        assert!((chance - closed[award]).abs() < 1e-12, "{setting:?} {award:?}");
                    }
                    close(chances.total(), 1.0, 1e-12);
                }
            }
        }
    }
}

#[test]
fn the_chances_of_real_draws_are_the_ideal_ones_to_a_ten_millionth() {
    for preset in Preset::ALL {
        let items: Vec<AwardItem> =
            AwardItem::ALL.into_iter().chain([AwardItem::ContractFromBelow]).collect();
        let procedure = procedure(0.0, &items, Difficulty::Hard, preset);
        let (ideal, drawn) = (
            procedure.distribution(RandomNumbers::Ideal),
            procedure.distribution(RandomNumbers::Draws),
        );
        for pickup in Pickup::ALL {
            let (ideal, drawn) = (ideal.get(pickup), drawn.get(pickup));
            assert!((ideal - drawn).abs() < 1e-7, "{preset} {pickup}: {ideal} {drawn}");
            assert!(ideal != drawn || pickup == Pickup::LockedChest, "{pickup}: nothing counted?");
        }
    }
}

#[test]
fn a1_luck_moves_awards_to_chests_and_never_away_from_them() {
    for items in
        [&[][..], &[AwardItem::LuckyFoot], &[AwardItem::LuckyToe], &[AwardItem::RibOfGreed]]
    {
        for preset in Preset::ALL {
            let chest = |luck: f32| {
                let procedure = procedure(luck, items, Difficulty::Normal, preset);
                procedure.distribution(RandomNumbers::Ideal).get(Pickup::Chest)
            };
            let chests: Vec<f64> = (0..=40).map(|step| chest(step as f32 / 4.0)).collect();
            assert!(chests.is_sorted(), "{items:?} {preset}: {chests:?}");
            assert!(chests[40] > chests[0] + 0.3);
        }
    }
}
