//! Before growth: the curse ([R5](basement_model::rules#r5)), the number of rooms
//! ([R6](basement_model::rules#r6)), the fewest dead ends ([R7](basement_model::rules#r7)).

use basement_floors::rebirth::RebirthRules;
use basement_model::{Curse, CurseChoice, Difficulty, Item, Request, Unlocks};

use crate::stream::Stream;

/// [R5](basement_model::rules#r5): the curse on the floor, from the side stream. The draws are made
/// even if a curse is asked for, but not with `no_roll`.
pub fn curse(rules: &RebirthRules, request: &Request, side: &mut Stream) -> Option<Curse> {
    if request.curse == CurseChoice::NoRoll {
        return None;
    }
    let drawn = drawn_curse(rules, request, side);
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        _ => drawn,
    }
}

/// R5: the curse that the draws give. A curse comes with chance 1/d. Then a draw of six decides
/// which: Labyrinth (on stages 1, 3, 5 and 7; elsewhere none), Lost, Darkness, Unknown, Maze or
/// Blind. If d is 0, no curse is drawn.
fn drawn_curse(rules: &RebirthRules, request: &Request, side: &mut Stream) -> Option<Curse> {
    let curses = &rules.curses;
    let odds = match (request.unlocks, request.difficulty) {
        (Unlocks::Fresh, Difficulty::Normal) => curses.odds_fresh,
        (Unlocks::Fresh, Difficulty::Hard) => curses.odds_fresh_hard,
        (_, Difficulty::Normal) => curses.odds_all,
        (_, Difficulty::Hard) => curses.odds_all_hard,
    };
    if odds == 0 || !side.one_in(odds) {
        return None;
    }
    match side.random(6) {
        0 if matches!(request.level, 1 | 3 | 5 | 7) => Some(Curse::Labyrinth),
        0 => None,
        1 => Some(Curse::Lost),
        2 if request.run.victory_lap >= curses.no_darkness_from_lap => None,
        2 => Some(Curse::Darkness),
        3 => Some(Curse::Unknown),
        4 => Some(Curse::Maze),
        _ => Some(Curse::Blind),
    }
}

/// [W86](basement_model::rules#w86), [R6](basement_model::rules#r6): how many rooms are wanted,
/// besides the start room: `min(20, random(2) + 5 + floor(10 * stage / 3))`.
///
/// A Labyrinth floor has 1.8 times as many, rounded down, at most 45; any other floor under Curse
/// of the Lost has 4 more. The Void draws `50 + random(10)` instead, after the first draw was made.
/// Hard mode adds 2 or 3, drawn from the side stream in either mode. No floor wants more than 64.
pub fn wanted_rooms(
    rules: &RebirthRules,
    request: &Request,
    curse: Option<Curse>,
    level: &mut Stream,
    side: &mut Stream,
) -> u32 {
    let rooms = &rules.rooms;
    let by_stage = (rooms.per_stage * f64::from(request.level)).floor() as u32;
    let mut wanted = (level.random(rooms.random) + rooms.base + by_stage).min(rooms.cap);
    if curse == Some(Curse::Labyrinth) {
        let more = (f64::from(wanted) * rooms.labyrinth_factor).floor() as u32;
        wanted = more.min(rooms.labyrinth_cap);
    } else if curse == Some(Curse::Lost) {
        wanted += rooms.lost_extra;
    }
    if request.level == 12 {
        wanted = rooms.void_base + level.random(rooms.void_random);
    }
    let more = side.random(rooms.hard_random);
    if request.difficulty == Difficulty::Hard {
        wanted += rooms.hard_extra + more;
    }
    wanted.min(64)
}

/// [W85](basement_model::rules#w85), [R7](basement_model::rules#r7): the fewest dead ends: 5, and
/// one more after stage 1, one more on a Labyrinth floor, two more in The Void, and in `repentance`
/// one more with Voodoo Head.
#[must_use]
pub fn min_dead_ends(rules: &RebirthRules, request: &Request, curse: Option<Curse>) -> u32 {
    let dead_ends = &rules.dead_ends;
    let mut least = dead_ends.base;
    if request.level != 1 {
        least += dead_ends.later_stages;
    }
    if curse == Some(Curse::Labyrinth) {
        least += dead_ends.labyrinth;
    }
    if request.level == 12 {
        least += dead_ends.void;
    }
    if request.run.items.has(Item::VoodooHead) {
        least += dead_ends.voodoo_head;
    }
    least
}
