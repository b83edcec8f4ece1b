//! Which rooms become special (F10-F13, F15, F16).

use basement_model::{RoomKind, RunState, Shape};

use super::board::Plan;
use super::rules::FlashRules;
use super::target::Level;
use crate::chance::{Chance, probability};
use crate::draws::Draws;
use crate::trace::{Decision, Trace};
use crate::trials::Trials;

/// F13: takes a random end room for the super secret room.
pub(super) fn place_super_secret<D: Draws, T: Trace>(
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) -> bool {
    if plan.end_rooms.is_empty() {
        return false;
    }
    let index = draws.below(plan.end_rooms.len() as u32) as usize;
    let room = plan.end_rooms.remove(index);
    plan.reserve(room, RoomKind::SuperSecret);
    note(trace, "F13", RoomKind::SuperSecret, room);
    true
}

/// F10, F12: the number of shops and of treasure rooms of a level.
pub(super) fn guaranteed(rules: &FlashRules, level: Level) -> [(RoomKind, u32); 2] {
    let has_shop = level.number <= rules.special.last_level_with_shop && !level.is_bare;
    let treasures = if level.is_labyrinth { rules.labyrinth.treasure_rooms } else { 1 };
    let count = |number| if has_shop { number } else { 0 };
    [(RoomKind::Shop, count(1)), (RoomKind::Treasure, count(treasures))]
}

/// F10, F22: how many end rooms must be left for the rooms after the boss and the super
/// secret room.
pub(super) fn end_rooms_needed(rules: &FlashRules, level: Level) -> u32 {
    let by_edition = match level.number {
        1 => rules.special.end_rooms_on_level_1,
        _ => rules.special.end_rooms,
    };
    guaranteed(rules, level).iter().map(|(_, count)| count).sum::<u32>().max(by_edition)
}

/// F10, F11: places the guaranteed rooms, then the optional ones in their order. Each takes a
/// random one of the end rooms that are left.
pub(super) fn place_special<D: Draws, T: Trace>(
    rules: &FlashRules,
    run: &RunState,
    level: Level,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    for (kind, count) in guaranteed(rules, level) {
        for _ in 0..count {
            take_end_room(kind, "F10", plan, draws, trace);
        }
    }
    if level.is_bare {
        return;
    }
    for kind in OPTIONAL {
        if plan.end_rooms.is_empty() {
            return;
        }
        let hit = is_placed(rules, run, level.number, kind, draws);
        trace.note("F11", || Decision::Chance { kind, hit });
        if hit {
            take_end_room(kind, "F11", plan, draws, trace);
        }
    }
}

/// F11: the optional rooms in their order.
const OPTIONAL: [RoomKind; 6] = [
    RoomKind::Sacrifice,
    RoomKind::Library,
    RoomKind::Curse,
    RoomKind::MiniBoss,
    RoomKind::Challenge,
    RoomKind::Arcade,
];

/// F11: whether an optional room is placed, given that an end room is left.
fn is_placed(
    rules: &FlashRules,
    run: &RunState,
    level: u8,
    kind: RoomKind,
    trials: &mut impl Trials,
) -> bool {
    let special = &rules.special;
    // "1/first, or 1/second if the condition is true". The second draw is made only if it is true.
    let mut one_in_or_if = |first: u32, second: u32, condition: bool| {
        trials.one_in(first) || (condition && trials.one_in(second))
    };
    match kind {
        RoomKind::Sacrifice => {
            one_in_or_if(special.sacrifice, special.sacrifice_full_health, run.has_full_health())
        }
        RoomKind::Library => one_in_or_if(special.library, special.library_book, run.book_carried),
        RoomKind::Curse => one_in_or_if(special.curse, special.curse_devil, run.devil_room_entered),
        RoomKind::MiniBoss => {
            one_in_or_if(special.mini_boss, special.mini_boss_level_1, level == 1)
        }
        RoomKind::Challenge => {
            run.has_full_health()
                && match level {
                    0 | 1 => false,
                    2 => trials.one_in(special.challenge_level_2),
                    _ => true,
                }
        }
        RoomKind::Arcade => u32::from(run.coins) >= special.arcade_coins && level.is_multiple_of(2),
        _ => false,
    }
}

/// F11: the chance of every optional room on a level, given that an end room is left
/// for it.
pub(super) fn chances(rules: &FlashRules, run: &RunState, level: Level) -> Vec<Chance> {
    if level.is_bare {
        return Vec::new();
    }
    let chance = |kind| probability(|trials| is_placed(rules, run, level.number, kind, trials));
    OPTIONAL.map(|kind| Chance::new("F11", kind, chance(kind))).to_vec()
}

fn take_end_room<D: Draws, T: Trace>(
    kind: RoomKind,
    rule: &'static str,
    plan: &mut Plan,
    draws: &mut D,
    trace: &mut T,
) {
    if plan.end_rooms.is_empty() {
        return;
    }
    let room = plan.end_rooms.swap_remove(draws.below(plan.end_rooms.len() as u32) as usize);
    plan.kind[usize::from(room)] = kind;
    note(trace, rule, kind, room);
}

pub(super) fn note<T: Trace>(trace: &mut T, rule: &'static str, kind: RoomKind, room: u8) {
    trace.note(rule, || Decision::Assigned { kind, room, shape: Shape::Single });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::cell::CellNumber;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};
    use basement_model::Curse;

    fn level(rules: &FlashRules, number: u8) -> Level {
        Level::new(rules, number, None)
    }

    fn labyrinth(rules: &FlashRules, number: u8) -> Level {
        Level::new(rules, number, Some(Curse::Labyrinth))
    }

    fn plan(rooms: &[CellNumber], end_rooms: &[CellNumber]) -> Plan {
        let mut plan = Plan::new();
        for cell in rooms {
            plan.add(*cell, RoomKind::Normal, 1);
        }
        plan.end_rooms = end_rooms.iter().map(|cell| plan.room_at(*cell)).collect();
        plan
    }

    #[test]
    fn f13_the_super_secret_room_takes_a_random_end_room() {
        let mut rooms = plan(&[36, 34, 45], &[36, 34, 45]);
        assert!(place_super_secret(&mut rooms, &mut Listed::new(&[4]), &mut ()));
        assert_eq!(rooms.kind[2], RoomKind::SuperSecret);
        assert_eq!(rooms.end_rooms.to_vec(), [1, 3]);
        assert!(!place_super_secret(&mut plan(&[], &[]), &mut Listed::new(&[0]), &mut ()));
    }

    #[test]
    fn f10_f15_every_floor_has_a_shop_and_a_treasure_room_a_labyrinth_two() {
        use RoomKind::{Shop, Treasure};
        for level in 1..=12 {
            let plain = self::level(&ARTICLE, level);
            assert_eq!(guaranteed(&ARTICLE, plain), [(Shop, 1), (Treasure, 1)]);
            let cursed = labyrinth(&ARTICLE, level);
            assert_eq!(guaranteed(&ARTICLE, cursed), [(Shop, 1), (Treasure, 2)]);
        }
    }

    #[test]
    fn f12_from_level_7_the_shipped_game_has_neither() {
        use RoomKind::{Shop, Treasure};
        let rules = &WRATH_OF_THE_LAMB;
        for level in 1..=6 {
            let level = self::level(rules, level);
            assert_eq!(guaranteed(rules, level), [(Shop, 1), (Treasure, 1)]);
        }
        for level in [7, 8, 9, 11] {
            let level = labyrinth(rules, level);
            assert_eq!(guaranteed(rules, level), [(Shop, 0), (Treasure, 0)]);
        }
        // F20: a Labyrinth on level 6 counts as level 7.
        assert_eq!(guaranteed(rules, labyrinth(rules, 5))[0], (Shop, 1));
        assert_eq!(guaranteed(rules, labyrinth(rules, 6))[0], (Shop, 0));
    }

    #[test]
    fn f12_the_chest_has_no_optional_rooms_under_any_curse() {
        let rules = &WRATH_OF_THE_LAMB;
        for chest in [level(rules, 11), labyrinth(rules, 11)] {
            let (mut rooms, mut draws) = (plan(&[36, 34], &[36, 34]), Listed::new(&[0]));
            place_special(rules, &RunState::DEFAULT, chest, &mut rooms, &mut draws, &mut ());
            assert_eq!(draws.drawn(), 0);
        }
        let sheol = level(rules, 9);
        let (mut rooms, mut draws) = (plan(&[36, 34], &[36, 34]), Listed::new(&[0]));
        place_special(rules, &RunState::DEFAULT, sheol, &mut rooms, &mut draws, &mut ());
        assert!(draws.drawn() > 0);
    }

    #[test]
    fn f10_f22_the_required_rooms_decide_how_many_end_rooms_a_floor_needs() {
        assert_eq!(end_rooms_needed(&ARTICLE, level(&ARTICLE, 1)), 2);
        assert_eq!(end_rooms_needed(&ARTICLE, labyrinth(&ARTICLE, 1)), 3);
        let needed =
            |number| end_rooms_needed(&WRATH_OF_THE_LAMB, level(&WRATH_OF_THE_LAMB, number));
        assert_eq!([1, 2, 11].map(needed), [3, 4, 4]);
    }

    /// The kinds of room that a floor with many end rooms gets if every draw is the same.
    fn placed(rules: &FlashRules, run: &RunState, level: u8, draw: u32) -> Vec<RoomKind> {
        let cells: Vec<CellNumber> = (11..=19).chain(51..=59).collect();
        let mut rooms = plan(&cells, &cells);
        place_special(
            rules,
            run,
            self::level(rules, level),
            &mut rooms,
            &mut Listed::new(&[draw]),
            &mut (),
        );
        let mut kinds: Vec<RoomKind> = cells
            .iter()
            .map(|cell| rooms.kind[usize::from(rooms.room_at(*cell))])
            .filter(|kind| *kind != RoomKind::Normal)
            .collect();
        kinds.sort_unstable();
        kinds
    }

    #[test]
    fn f11_optional_rooms_come_by_their_chances_and_conditions() {
        use RoomKind::{Arcade, Challenge, Curse, Library, MiniBoss, Sacrifice, Shop, Treasure};
        let run = RunState { coins: 5, ..RunState::DEFAULT };
        // 0 hits every chance.
        let all = [Shop, Treasure, Sacrifice, Library, Curse, MiniBoss, Challenge, Arcade];
        assert_eq!(placed(&ARTICLE, &run, 4, 0), all);
        // 1 hits only the certain rooms: the challenge room from level 3 on, and the arcade.
        assert_eq!(placed(&ARTICLE, &run, 4, 1), [Shop, Treasure, Challenge, Arcade]);
        // An arcade needs five coins and an even level.
        let poor = RunState { coins: 4, ..RunState::DEFAULT };
        assert_eq!(placed(&ARTICLE, &poor, 4, 1), [Shop, Treasure, Challenge]);
        assert_eq!(placed(&ARTICLE, &run, 5, 1), [Shop, Treasure, Challenge]);
        // A challenge room needs full health, and on level 2 also a lucky draw.
        let hurt = RunState { red_half_hearts: 5, coins: 5, ..RunState::DEFAULT };
        assert_eq!(placed(&ARTICLE, &hurt, 4, 1), [Shop, Treasure, Arcade]);
        assert_eq!(placed(&ARTICLE, &run, 2, 1), [Shop, Treasure, Arcade]);
        assert_eq!(placed(&ARTICLE, &run, 2, 2), [Shop, Treasure, Curse, Challenge, Arcade]);
        assert_eq!(placed(&ARTICLE, &run, 1, 1), [Shop, Treasure]);
    }

    #[test]
    fn f11_second_chances_ask_for_their_condition() {
        use RoomKind::{Curse, Library, MiniBoss, Sacrifice, Shop, Treasure};
        let hurt = RunState { red_half_hearts: 1, ..RunState::DEFAULT };
        // 4 hits 1/2 and 1/4, misses 1/3, 1/7 and 1/20.
        assert_eq!(placed(&ARTICLE, &hurt, 3, 4), [Shop, Treasure, Curse, MiniBoss]);
        let book = RunState { book_carried: true, ..hurt };
        assert_eq!(placed(&ARTICLE, &book, 3, 4), [Shop, Treasure, Library, Curse, MiniBoss]);
        let healthy = RunState::DEFAULT;
        let kinds = placed(&ARTICLE, &healthy, 1, 4);
        assert_eq!(kinds, [Shop, Treasure, Sacrifice, Curse, MiniBoss]);
        // 3 hits only 1/3: the mini-boss of level 1.
        assert_eq!(placed(&ARTICLE, &hurt, 1, 3), [Shop, Treasure, MiniBoss]);
        assert_eq!(placed(&ARTICLE, &hurt, 2, 3), [Shop, Treasure]);
    }

    #[test]
    fn f11_nothing_is_drawn_when_no_end_room_is_left() {
        let mut rooms = plan(&[36, 34], &[36, 34]);
        let mut draws = Listed::new(&[0]);
        let run = RunState::DEFAULT;
        place_special(&ARTICLE, &run, level(&ARTICLE, 4), &mut rooms, &mut draws, &mut ());
        assert_eq!(draws.drawn(), 2);
        assert!(rooms.end_rooms.is_empty());
    }
}
