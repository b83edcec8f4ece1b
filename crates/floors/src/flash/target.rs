//! The floor's curse (F24) and how many rooms it gets (F2, F3, F20).

use basement_model::{Curse, CurseChoice, Request, Unlocks};

use super::rules::FlashRules;
use crate::draws::Draws;

/// How many rooms are wanted, as the edition counts them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// The wanted number. In `wrath-of-the-lamb` it need not be whole (F20).
    pub(super) number: f64,
    /// The wanted number, rounded up.
    pub(super) rooms: u32,
}

/// F24: the curse of the floor. If the edition draws curses, the draws are made even if the request
/// forces one.
pub(super) fn curse<D: Draws>(
    rules: &FlashRules,
    request: &Request,
    draws: &mut D,
) -> Option<Curse> {
    let odds = match request.unlocks {
        Unlocks::Fresh => rules.curses.odds_fresh,
        Unlocks::Few => rules.curses.odds_few,
        Unlocks::Many => rules.curses.odds_many,
        Unlocks::All => rules.curses.odds_all,
    };
    let mut drawn = None;
    if odds > 0 && request.curse != CurseChoice::NoRoll {
        let rarer = odds.saturating_mul(rules.curses.others_rarer);
        if request.level % 2 == 1 && request.level < 8 && draws.one_in(odds) {
            drawn = Some(Curse::Labyrinth);
        } else if draws.one_in(rarer) {
            drawn = Some(Curse::Lost);
        } else if draws.one_in(rarer) {
            drawn = Some(Curse::Darkness);
        }
    }
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        CurseChoice::Drawn | CurseChoice::NoRoll => drawn,
    }
}

/// What the rules need to know about a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// F20: the level's number. On a Labyrinth floor it can be that of a deeper level.
    pub(super) number: u8,
    /// F12: whether it has no special rooms except boss and hidden rooms. This depends on the
    /// requested level, not on the deeper one.
    pub(super) is_bare: bool,
    /// F15: whether the level has the Curse of the Labyrinth.
    pub(super) is_labyrinth: bool,
}

impl Level {
    /// The request's level under a curse.
    pub(super) fn new(rules: &FlashRules, level: u8, curse: Option<Curse>) -> Self {
        let is_labyrinth = curse == Some(Curse::Labyrinth);
        let deeper = if is_labyrinth { rules.rooms.labyrinth_levels } else { 0 };
        Self {
            number: level.saturating_add(deeper),
            is_bare: level == rules.special.bare_level,
            is_labyrinth,
        }
    }
}

/// F2, F3, F20: how many rooms are wanted; one draw.
pub(super) fn target<D: Draws>(
    rules: &FlashRules,
    level: u8,
    curse: Option<Curse>,
    draws: &mut D,
) -> Target {
    let rooms = &rules.rooms;
    let floored = |number: f64| {
        if rooms.floored { f64::from(number as u32) } else { number }
    };
    let drawn = draws.below(rooms.random) + rooms.base;
    let mut number = floored(f64::from(drawn) + f64::from(level) * rooms.per_level);
    if rooms.cap > 0 {
        number = number.min(f64::from(rooms.cap));
    }
    match curse {
        Some(Curse::Labyrinth) => {
            number = floored(number * rooms.labyrinth_factor).min(f64::from(rooms.labyrinth_cap));
        }
        Some(Curse::Lost) => number += f64::from(rooms.lost_extra),
        _ => {}
    }
    let whole = number as u32;
    Target { number, rooms: whole + u32::from(f64::from(whole) < number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::flash::rules::{ARTICLE, WRATH_OF_THE_LAMB};

    fn both(rules: &FlashRules, level: u8, curse: Option<Curse>) -> [u32; 2] {
        let level = Level::new(rules, level, curse).number;
        [0, 1].map(|draw| target(rules, level, curse, &mut Listed::new(&[draw])).rooms)
    }

    #[test]
    fn f2_article_wants_7_or_8_rooms_on_level_1_and_2_or_3_more_a_level() {
        let expected = [7, 10, 12, 15, 18, 20, 23, 25, 28, 31, 33, 36];
        for (level, fewer) in (1..).zip(expected) {
            assert_eq!(both(&ARTICLE, level, None), [fewer, fewer + 1], "level {level}");
            // In whole numbers: 5 + floor(13 level / 5).
            assert_eq!(fewer, 5 + 13 * u32::from(level) / 5);
        }
    }

    #[test]
    fn f3_a_labyrinth_has_80_percent_more_rooms_at_most_45_and_lost_4_more() {
        let labyrinth = Some(Curse::Labyrinth);
        assert_eq!(both(&ARTICLE, 1, labyrinth), [12, 14]);
        assert_eq!(both(&ARTICLE, 8, labyrinth), [45, 45]);
        assert_eq!(both(&ARTICLE, 12, labyrinth), [45, 45]);
        assert_eq!(both(&ARTICLE, 1, Some(Curse::Lost)), [11, 12]);
        assert_eq!(both(&ARTICLE, 1, Some(Curse::Darkness)), [7, 8]);
    }

    #[test]
    fn f20_the_target_is_not_floored_and_at_most_20() {
        let rules = &WRATH_OF_THE_LAMB;
        let expected = [[8, 9], [11, 12], [13, 14], [16, 17], [18, 19], [20, 20], [20, 20]];
        for (level, rooms) in (1..).zip(expected) {
            assert_eq!(both(rules, level, None), rooms, "level {level}");
        }
        // Labyrinth: one level deeper, then 1.8 times: 10.2 and 11.2 times 1.8.
        assert_eq!(both(rules, 1, Some(Curse::Labyrinth)), [19, 21]);
        assert_eq!(both(rules, 7, Some(Curse::Labyrinth)), [36, 36]);
        assert_eq!(both(rules, 8, Some(Curse::Lost)), [24, 24]);
    }

    #[test]
    fn f24_curses_are_drawn_labyrinth_first_then_lost_then_darkness() {
        let rules = &WRATH_OF_THE_LAMB;
        let drawn = |level: u8, draws: &[u32]| {
            let mut source = Listed::new(draws);
            (curse(rules, &Request::level(level), &mut source), source.drawn())
        };
        // Everything unlocked: 1/5, 1/10, 1/10.
        assert_eq!(drawn(1, &[5]), (Some(Curse::Labyrinth), 1));
        assert_eq!(drawn(1, &[1, 10]), (Some(Curse::Lost), 2));
        assert_eq!(drawn(1, &[1, 1, 10]), (Some(Curse::Darkness), 3));
        assert_eq!(drawn(1, &[1, 5, 5]), (None, 3));
        // Even levels and levels from 8 draw no Labyrinth.
        assert_eq!(drawn(2, &[5, 10]), (Some(Curse::Darkness), 2));
        assert_eq!(drawn(9, &[1, 1]), (None, 2));
        // A new save: 1/80.
        let fresh = Request { unlocks: Unlocks::Fresh, ..Request::level(3) };
        assert_eq!(curse(rules, &fresh, &mut Listed::new(&[5])), None);
        assert_eq!(curse(rules, &fresh, &mut Listed::new(&[80])), Some(Curse::Labyrinth));
    }

    #[test]
    fn f24_a_forced_curse_still_draws_and_no_roll_does_not() {
        let rules = &WRATH_OF_THE_LAMB;
        let drawn = |request: Request| {
            let mut source = Listed::new(&[5]);
            (curse(rules, &request, &mut source), source.drawn())
        };
        assert_eq!(drawn(Request::level(1).with_curse(Curse::Lost)), (Some(Curse::Lost), 1));
        assert_eq!(drawn(Request::level(1).without_curse()), (None, 1));
        let no_roll = Request { curse: CurseChoice::NoRoll, ..Request::level(1) };
        assert_eq!(drawn(no_roll), (None, 0));
        assert_eq!(curse(&ARTICLE, &Request::level(1), &mut Listed::new(&[0])), None);
    }
}
