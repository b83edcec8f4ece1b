//! The chances of the optional rooms in closed form (F11).

use super::rules::Rules;
use super::target::Level;
use crate::chance::{Chance, either, one_in, when};
use crate::request::RunState;
use crate::room::RoomKind;

/// F11: every optional room's chance on a level, given that an end room is left.
pub(super) fn chances(rules: &Rules, run: &RunState, level: Level) -> Vec<Chance> {
    let special = &rules.special;
    if level.is_bare {
        return Vec::new();
    }
    let healthy = run.has_full_health();
    let challenge = match level.number {
        0 | 1 => 0.0,
        2 => one_in(special.challenge_level_2),
        _ => 1.0,
    };
    let arcade = u32::from(run.coins) >= special.arcade_coins && level.number.is_multiple_of(2);
    [
        (RoomKind::Sacrifice, either(special.sacrifice, special.sacrifice_full_health, healthy)),
        (RoomKind::Library, either(special.library, special.library_book, run.book_carried)),
        (RoomKind::Curse, either(special.curse, special.curse_devil, run.devil_room_entered)),
        (
            RoomKind::MiniBoss,
            either(special.mini_boss, special.mini_boss_level_1, level.number == 1),
        ),
        (RoomKind::Challenge, challenge * when(healthy)),
        (RoomKind::Arcade, when(arcade)),
    ]
    .map(|(kind, chance)| Chance::new("F11", kind, chance))
    .to_vec()
}
