//! Before growth: the curse ([F24](basement_model::rules#f24)) and the number of rooms
//! ([F2](basement_model::rules#f2), [F3](basement_model::rules#f3),
//! [F20](basement_model::rules#f20)).

use basement_floors::flash::FlashRules;
use basement_model::{Curse, CurseChoice, Request, Unlocks};

use crate::stream::Stream;

/// [F24](basement_model::rules#f24): the curse on the floor. On odd levels below 8 a Labyrinth
/// comes with chance 1/d. Without one, Curse of the Lost comes with chance 1/(2d), and without
/// either, Darkness with chance 1/(2d).
///
/// The draws are made even if a curse is asked for, but not with `no_roll`.
pub fn curse(rules: &FlashRules, request: &Request, stream: &mut Stream) -> Option<Curse> {
    if request.curse == CurseChoice::NoRoll {
        return None;
    }
    let drawn = drawn_curse(rules, request, stream);
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        _ => drawn,
    }
}

/// F24: the curse that the draws give. If d is 0, no curse is drawn.
fn drawn_curse(rules: &FlashRules, request: &Request, stream: &mut Stream) -> Option<Curse> {
    let curses = &rules.curses;
    let odds = match request.unlocks {
        Unlocks::Fresh => curses.odds_fresh,
        Unlocks::Few => curses.odds_few,
        Unlocks::Many => curses.odds_many,
        Unlocks::All => curses.odds_all,
    };
    let rarer = odds * curses.others_rarer;
    let may_be_labyrinth = request.level % 2 == 1 && request.level < 8;
    if odds == 0 {
        None
    } else if may_be_labyrinth && stream.one_in(odds) {
        Some(Curse::Labyrinth)
    } else if stream.one_in(rarer) {
        Some(Curse::Lost)
    } else if stream.one_in(rarer) {
        Some(Curse::Darkness)
    } else {
        None
    }
}

/// [F20](basement_model::rules#f20): the level that the rules use. A Labyrinth floor of the shipped
/// program counts as one level deeper.
#[must_use]
pub fn level(rules: &FlashRules, request: &Request, curse: Option<Curse>) -> u32 {
    let deeper = match curse {
        Some(Curse::Labyrinth) => u32::from(rules.rooms.labyrinth_levels),
        _ => 0,
    };
    u32::from(request.level) + deeper
}

/// [F2](basement_model::rules#f2), [F3](basement_model::rules#f3),
/// [F20](basement_model::rules#f20): how many rooms are wanted, from one draw:
/// `random(2) + 5 + 2.6 * level`.
///
/// `article` rounds the number down; the shipped program does not, and caps it at 20. Curse of the
/// Labyrinth then multiplies it by 1.8, up to 45; Curse of the Lost adds 4.
pub fn target(rules: &FlashRules, level: u32, curse: Option<Curse>, stream: &mut Stream) -> f64 {
    let rooms = &rules.rooms;
    let rounded = |number: f64| if rooms.floored { number.floor() } else { number };

    let whole = stream.random(rooms.random) + rooms.base;
    let mut target = rounded(f64::from(whole) + rooms.per_level * f64::from(level));
    if rooms.cap > 0 {
        target = target.min(f64::from(rooms.cap));
    }
    match curse {
        Some(Curse::Labyrinth) => {
            rounded(target * rooms.labyrinth_factor).min(f64::from(rooms.labyrinth_cap))
        }
        Some(Curse::Lost) => target + f64::from(rooms.lost_extra),
        _ => target,
    }
}
