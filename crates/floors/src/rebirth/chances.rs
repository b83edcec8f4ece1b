//! The chances of the optional rooms in closed form (R25-R32).

use super::rules::Rules;
use super::special::{has_low_health, is_bare, planetarium_chance};
use super::stage::is_second_of_chapter;
use crate::chance::{Chance, either, one_in, when};
use crate::request::{Item, Request};
use crate::room::RoomKind;

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
