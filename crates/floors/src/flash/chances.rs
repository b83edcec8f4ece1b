//! The chances of the optional rooms in closed form (F11).

use basement_model::{RoomKind, RunState};

use super::rules::Rules;
use super::target::Level;
use crate::chance::{Chance, either, one_in, when};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::{Edition, Flash};
    use crate::generator::Generator;
    use basement_model::Request;

    fn chance(kind: RoomKind, level: u8, run: &RunState) -> f64 {
        let request = Request { run: *run, ..Request::level(level) };
        let found = Flash::new(Edition::Article).chances(&request, None).unwrap();
        found.iter().find(|chance| chance.kind == kind).map_or(0.0, |chance| chance.chance)
    }

    #[test]
    fn f11_the_chances_are_those_of_the_pages_fractions() {
        let full = RunState::default();
        let hurt = RunState { red_half_hearts: 3, ..RunState::default() };
        let told = RunState {
            book_carried: true,
            devil_room_entered: true,
            coins: 5,
            ..RunState::default()
        };
        for (kind, level, run, expected) in [
            (RoomKind::Sacrifice, 3, &full, 1.0 - 6.0 / 7.0 * (3.0 / 4.0)),
            (RoomKind::Sacrifice, 3, &hurt, 1.0 / 7.0),
            (RoomKind::Library, 3, &full, 1.0 / 20.0),
            (RoomKind::Library, 3, &told, 1.0 - 19.0 / 20.0 * (3.0 / 4.0)),
            (RoomKind::Curse, 3, &full, 1.0 / 2.0),
            (RoomKind::Curse, 3, &told, 5.0 / 8.0),
            (RoomKind::MiniBoss, 1, &full, 1.0 / 2.0),
            (RoomKind::MiniBoss, 2, &full, 1.0 / 4.0),
            (RoomKind::Challenge, 1, &full, 0.0),
            (RoomKind::Challenge, 2, &full, 1.0 / 2.0),
            (RoomKind::Challenge, 3, &full, 1.0),
            (RoomKind::Challenge, 3, &hurt, 0.0),
            (RoomKind::Arcade, 2, &full, 0.0),
            (RoomKind::Arcade, 2, &told, 1.0),
            (RoomKind::Arcade, 3, &told, 0.0),
        ] {
            let found = chance(kind, level, run);
            assert!((found - expected).abs() < 1e-12, "{kind} on level {level}: {found}");
        }
    }
}
