//! The chances of the optional rooms in closed form (R25-R32).

use basement_model::{Item, Request, RoomKind};

use super::rules::Rules;
use super::special::{has_low_health, is_bare, planetarium_chance};
use super::stage::is_second_of_chapter;
use crate::chance::{Chance, either, one_in, when};

/// R25-R32: every optional room's chance on a stage, given that a dead end is
/// left.
pub(super) fn chances(rules: &Rules, request: &Request) -> Vec<Chance> {
    let special = &rules.special;
    let stage = request.level;
    if is_bare(stage) {
        return Vec::new();
    }
    let is_early = stage <= special.last_stage_with_shop;
    let mut chances = Vec::new();
    if rules.planetarium.exists && is_early {
        let chance = planetarium_chance(&rules.planetarium, request);
        chances.push(Chance::new("R25", RoomKind::Planetarium, chance));
    }
    if stage <= special.last_stage_with_optional {
        chances.extend(dice_to_vault(rules, request));
    }
    if is_early {
        let low = has_low_health(request);
        let bedroom = either(special.bedroom, special.bedroom_low_health, low) / 2.0;
        chances.push(Chance::new("R32", RoomKind::CleanBedroom, bedroom));
        chances.push(Chance::new("R32", RoomKind::DirtyBedroom, bedroom));
    }
    chances
}

/// R26-R31: the optional rooms of all stages but the last.
fn dice_to_vault(rules: &Rules, request: &Request) -> [Chance; 8] {
    let special = &rules.special;
    let (stage, run) = (request.level, &request.run);
    let has_keys = run.keys >= special.enough_keys;
    let healthy = run.has_full_health();

    let dice = either(special.dice, special.dice_keys, has_keys);
    let placed = either(special.sacrifice, special.sacrifice_full_health, healthy);

    let library = either(special.library, special.library_book, run.book_carried);
    // Voodoo Head's second curse room needs no chance.
    let curse = if special.voodoo_head_curse && run.items.has(Item::VoodooHead) {
        1.0
    } else {
        either(special.curse, special.curse_devil, run.devil_room_entered)
    };
    let mini_boss = either(special.mini_boss, special.mini_boss_stage_1, stage == 1);

    let passes = if stage > 2 { 1.0 } else { one_in(special.challenge) };
    let challenge = passes * when(healthy && stage > 1);
    let challenge_kind =
        if is_second_of_chapter(stage) { RoomKind::BossChallenge } else { RoomKind::Challenge };

    let vault = either(special.vault, special.vault_keys, has_keys);
    let has_coins = run.coins >= special.arcade_coins;
    let vault_paid = if special.vault_needs_keys { has_keys } else { has_coins };
    let here = when(is_second_of_chapter(stage));
    [
        Chance::new("R26", RoomKind::Dice, dice * placed),
        Chance::new("R26", RoomKind::Sacrifice, (1.0 - dice) * placed),
        Chance::new("R27", RoomKind::Library, library),
        Chance::new("R28", RoomKind::Curse, curse),
        Chance::new("R29", RoomKind::MiniBoss, mini_boss),
        Chance::new("R30", challenge_kind, challenge),
        Chance::new("R31", RoomKind::Vault, vault * when(vault_paid) * here),
        Chance::new("R31", RoomKind::Arcade, (1.0 - vault) * when(has_coins) * here),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rebirth::rules::{AFTERBIRTH_PLUS, REPENTANCE};
    use basement_model::RunState;

    /// A run at full health with two keys and five coins.
    fn rich() -> RunState {
        RunState { keys: 2, coins: 5, ..RunState::default() }
    }

    /// A run with less than full health, no key and no coin.
    fn poor() -> RunState {
        RunState { red_half_hearts: 3, keys: 0, coins: 0, ..RunState::default() }
    }

    #[track_caller]
    fn assert_chances(rules: &Rules, (stage, run): (u8, RunState), expected: &[(RoomKind, f64)]) {
        let request = Request { run, ..Request::level(stage) };
        let found = chances(rules, &request);
        for (kind, expected) in expected {
            let chance = found.iter().find(|chance| chance.kind == *kind);
            let chance = chance.map_or(0.0, |chance| chance.chance);
            assert!((chance - expected).abs() < 1e-12, "{kind} on {stage}: {chance}");
        }
    }

    #[test]
    fn r26_to_r31_the_chances_are_the_products_of_the_pages_fractions() {
        use RoomKind::{
            Arcade, BossChallenge, Challenge, Curse, Dice, Library, MiniBoss, Sacrifice, Vault,
        };
        // Dice 1/50, or 1/5 with two keys; placed at 1/7, or 1/4 at full health.
        let dice_poor = 1.0 / 50.0;
        let dice_rich = 1.0 - 49.0 / 50.0 * (4.0 / 5.0);
        let placed_rich = 1.0 - 6.0 / 7.0 * (3.0 / 4.0);
        // A vault 1/10, or 1/3 with two keys.
        let vault_rich = 1.0 - 9.0 / 10.0 * (2.0 / 3.0);
        assert_chances(
            &REPENTANCE,
            (4, rich()),
            &[
                (Dice, dice_rich * placed_rich),
                (Sacrifice, (1.0 - dice_rich) * placed_rich),
                (Library, 1.0 / 20.0),
                (Curse, 1.0 / 2.0),
                (MiniBoss, 1.0 / 4.0),
                (BossChallenge, 1.0),
                (Challenge, 0.0),
                (Vault, vault_rich),
                (Arcade, 1.0 - vault_rich),
            ],
        );
        // No full health, no challenge; no key, no vault; no coin, no arcade.
        assert_chances(
            &REPENTANCE,
            (4, poor()),
            &[
                (Dice, dice_poor / 7.0),
                (Sacrifice, (1.0 - dice_poor) / 7.0),
                (BossChallenge, 0.0),
                (Vault, 0.0),
                (Arcade, 0.0),
            ],
        );
        // Coins without keys: the vault's tenth is lost in repentance alone.
        let coins = RunState { coins: 5, ..poor() };
        assert_chances(&REPENTANCE, (4, coins), &[(Vault, 0.0), (Arcade, 9.0 / 10.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (4, coins), &[(Vault, 0.1), (Arcade, 9.0 / 10.0)]);
        // Keys without coins: the other way round.
        let keys = RunState { keys: 2, ..poor() };
        assert_chances(&REPENTANCE, (4, keys), &[(Vault, vault_rich), (Arcade, 0.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (4, keys), &[(Vault, 0.0), (Arcade, 0.0)]);
        for run in [RunState { keys: 1, ..rich() }, RunState { coins: 4, ..rich() }] {
            let with_keys = run.keys == 2;
            assert_chances(
                &REPENTANCE,
                (6, run),
                &[(Vault, if with_keys { vault_rich } else { 0.0 })],
            );
        }
    }

    #[test]
    fn r28_r29_r30_stages_and_runs_that_change_a_chance() {
        use RoomKind::{Arcade, BossChallenge, Challenge, Curse, MiniBoss, Vault};
        // Stage 1: no challenge, more mini-bosses, neither vault nor arcade.
        assert_chances(
            &REPENTANCE,
            (1, rich()),
            &[
                (MiniBoss, 1.0 / 2.0),
                (Challenge, 0.0),
                (BossChallenge, 0.0),
                (Vault, 0.0),
                (Arcade, 0.0),
            ],
        );
        // Stage 2: half of the challenges; from 3 all.
        assert_chances(&REPENTANCE, (2, rich()), &[(BossChallenge, 0.5), (Challenge, 0.0)]);
        assert_chances(&REPENTANCE, (3, rich()), &[(BossChallenge, 0.0), (Challenge, 1.0)]);
        assert_chances(&REPENTANCE, (3, poor()), &[(Challenge, 0.0)]);
        let devil = RunState { devil_room_entered: true, ..rich() };
        assert_chances(&REPENTANCE, (5, devil), &[(Curse, 5.0 / 8.0), (MiniBoss, 0.25)]);
        let voodoo = RunState { items: [Item::VoodooHead].into_iter().collect(), ..rich() };
        assert_chances(&REPENTANCE, (5, voodoo), &[(Curse, 1.0)]);
        assert_chances(&AFTERBIRTH_PLUS, (5, voodoo), &[(Curse, 0.5)]);
    }

    #[test]
    fn r25_r32_r36_early_stages_have_planetariums_and_bedrooms_and_the_last_have_nothing() {
        use RoomKind::{CleanBedroom, Curse, DirtyBedroom, Planetarium};
        for stage in [1, 6] {
            assert_chances(
                &REPENTANCE,
                (stage, rich()),
                &[(Planetarium, 0.01), (CleanBedroom, 0.01), (DirtyBedroom, 0.01)],
            );
        }
        let dying = RunState { red_half_hearts: 1, ..poor() };
        let low = (1.0 - 49.0 / 50.0 * (4.0 / 5.0)) / 2.0;
        assert_chances(&REPENTANCE, (6, dying), &[(CleanBedroom, low), (DirtyBedroom, low)]);
        let nothing = [(Planetarium, 0.0), (CleanBedroom, 0.0), (DirtyBedroom, 0.0)];
        assert_chances(&REPENTANCE, (7, rich()), &nothing);
        assert_chances(&AFTERBIRTH_PLUS, (6, rich()), &[(Planetarium, 0.0), (CleanBedroom, 0.01)]);
        assert_chances(&REPENTANCE, (10, rich()), &[(Curse, 0.5), (Planetarium, 0.0)]);
        for stage in [11, 12] {
            let request = Request { run: rich(), ..Request::level(stage) };
            assert!(chances(&REPENTANCE, &request).is_empty());
        }
    }
}
