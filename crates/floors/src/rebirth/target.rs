//! What a layout has to reach: the floor's curse (R5), how many rooms it gets (R6), and how many
//! dead ends it must have (R7).

use basement_model::{Curse, CurseChoice, Difficulty, Item, Request, Unlocks};

use super::rules::{RebirthRules, Rooms};
use super::stage::{VOID, is_first_of_chapter};
use crate::draws::Draws;

/// The limit on wanted rooms. A floor has room for these and for everything that is added to them.
/// No edition wants more than 62.
pub(super) const MOST_ROOMS: u32 = 64;

/// What a layout has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The curse on the floor.
    pub(super) curse: Option<Curse>,
    /// R6: how many rooms, besides the start room.
    pub(super) rooms: u32,
    /// R7: the fewest dead ends.
    pub(super) dead_ends: u32,
}

/// R5-R7: the curse, the number of rooms and the fewest dead ends, with draws of the level stream
/// and its side stream.
pub(super) fn target<D: Draws>(
    rules: &RebirthRules,
    request: &Request,
    level: &mut D,
    side: &mut D,
) -> Target {
    let curse = curse(rules, request, side);
    let rooms = rooms(rules, request, curse, level, side);
    Target { curse, rooms, dead_ends: dead_ends(rules, request, curse) }
}

/// R5, W52: the curse on the floor. The draws are made even if the request forces a curse.
fn curse<D: Draws>(rules: &RebirthRules, request: &Request, side: &mut D) -> Option<Curse> {
    let odds = match (request.unlocks, request.difficulty) {
        (Unlocks::Fresh, Difficulty::Normal) => rules.curses.odds_fresh,
        (Unlocks::Fresh, Difficulty::Hard) => rules.curses.odds_fresh_hard,
        (_, Difficulty::Normal) => rules.curses.odds_all,
        (_, Difficulty::Hard) => rules.curses.odds_all_hard,
    };
    let mut drawn = None;
    if odds > 0 && request.curse != CurseChoice::NoRoll && side.one_in(odds) {
        drawn = match side.below(6) {
            0 => is_first_of_chapter(request.level).then_some(Curse::Labyrinth),
            1 => Some(Curse::Lost),
            2 => Some(Curse::Darkness),
            3 => Some(Curse::Unknown),
            4 => Some(Curse::Maze),
            _ => Some(Curse::Blind),
        };
    }
    // W52: a victory lap drops what is drawn, not what the request forces.
    if request.run.victory_lap >= rules.curses.no_darkness_from_lap {
        drawn = drawn.filter(|curse| *curse != Curse::Darkness);
    }
    match request.curse {
        CurseChoice::Forced(forced) => forced,
        CurseChoice::Drawn | CurseChoice::NoRoll => drawn,
    }
}

/// R5: the possible curses of a floor that affect the choice of its rooms: Labyrinth, and `None`
/// for all others.
pub(super) const fn curses_that_matter(request: &Request) -> &'static [Option<Curse>] {
    match request.curse {
        CurseChoice::Forced(Some(Curse::Labyrinth)) => &[Some(Curse::Labyrinth)],
        CurseChoice::Drawn if is_first_of_chapter(request.level) => &[None, Some(Curse::Labyrinth)],
        _ => &[None],
    }
}

/// R6, W86: how many rooms are wanted.
fn rooms<D: Draws>(
    rules: &RebirthRules,
    request: &Request,
    curse: Option<Curse>,
    level: &mut D,
    side: &mut D,
) -> u32 {
    let rooms = &rules.rooms;
    let mut count = uncapped(rooms, request.level, level.below(rooms.random)).min(rooms.cap);
    match curse {
        Some(Curse::Labyrinth) => count = labyrinth(rooms, count),
        Some(Curse::Lost) => count += rooms.lost_extra,
        _ => {}
    }
    if request.level == VOID {
        count = rooms.void_base + level.below(rooms.void_random);
    }
    let hard_extra = side.below(rooms.hard_random);
    if request.difficulty == Difficulty::Hard {
        count += rooms.hard_extra + hard_extra;
    }
    count.min(MOST_ROOMS)
}

/// R6: the rooms of a stage before any cap, if random(2) gives `drawn`.
fn uncapped(rooms: &Rooms, stage: u8, drawn: u32) -> u32 {
    let by_stage = (f64::from(stage) * rooms.per_stage).floor() as u32;
    drawn + rooms.base + by_stage
}

/// R6: the rooms of a Labyrinth floor, from those of a plain one.
fn labyrinth(rooms: &Rooms, count: u32) -> u32 {
    let larger = (f64::from(count) * rooms.labyrinth_factor).floor() as u32;
    larger.min(rooms.labyrinth_cap)
}

/// R6: how many rooms a Labyrinth floor of a stage wants in normal mode, by both readings of the
/// sources, for each number that random(2) can draw.
pub(crate) struct LabyrinthRooms {
    /// The pseudo-code, which caps before it multiplies and is followed.
    pub(crate) followed: Vec<u32>,
    /// The prose, which multiplies before it caps.
    pub(crate) other: Vec<u32>,
}

impl LabyrinthRooms {
    /// The numbers for a stage.
    pub(crate) fn of(rules: &RebirthRules, stage: u8) -> Self {
        let rooms = &rules.rooms;
        let counts = || (0..rooms.random).map(|drawn| uncapped(rooms, stage, drawn));
        Self {
            followed: counts().map(|count| labyrinth(rooms, count.min(rooms.cap))).collect(),
            other: counts().map(|count| labyrinth(rooms, count)).collect(),
        }
    }
}

/// R7, W85: the fewest dead ends that a layout may have.
pub(super) fn dead_ends(rules: &RebirthRules, request: &Request, curse: Option<Curse>) -> u32 {
    let dead_ends = &rules.dead_ends;
    let when = |condition: bool, more: u32| if condition { more } else { 0 };
    dead_ends.base
        + when(request.level != 1, dead_ends.later_stages)
        + when(curse == Some(Curse::Labyrinth), dead_ends.labyrinth)
        + when(request.level == VOID, dead_ends.void)
        + when(request.run.items.has(Item::VoodooHead), dead_ends.voodoo_head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Listed;
    use crate::rebirth::editions::{AFTERBIRTH_PLUS, REPENTANCE};
    use basement_model::{Items, RunState};

    /// The target with these draws of the level stream and the side stream.
    fn drawn(rules: &RebirthRules, request: &Request, level: &[u32], side: &[u32]) -> Target {
        target(rules, request, &mut Listed::new(level), &mut Listed::new(side))
    }

    fn plain(stage: u8) -> Request {
        Request::level(stage).without_curse()
    }

    #[test]
    fn r5_the_odds_of_a_curse_depend_on_edition_unlocks_and_difficulty() {
        use Difficulty::{Hard, Normal};
        let odds = |rules: &RebirthRules, unlocks, difficulty| {
            let request = Request { unlocks, difficulty, ..Request::level(2) };
            // The curse is drawn exactly when the odds divide the draw.
            (1..=100).find(|draw| {
                let mut side = Listed::new(&[*draw, 2]);
                curse(rules, &request, &mut side) == Some(Curse::Darkness)
            })
        };
        assert_eq!(odds(&REPENTANCE, Unlocks::Fresh, Normal), Some(80));
        assert_eq!(odds(&REPENTANCE, Unlocks::Fresh, Hard), Some(40));
        assert_eq!(odds(&REPENTANCE, Unlocks::All, Normal), Some(10));
        assert_eq!(odds(&REPENTANCE, Unlocks::All, Hard), Some(5));
        assert_eq!(odds(&AFTERBIRTH_PLUS, Unlocks::Fresh, Normal), Some(80));
        assert_eq!(odds(&AFTERBIRTH_PLUS, Unlocks::Fresh, Hard), Some(10));
        assert_eq!(odds(&AFTERBIRTH_PLUS, Unlocks::All, Normal), Some(10));
        assert_eq!(odds(&AFTERBIRTH_PLUS, Unlocks::All, Hard), Some(3));
    }

    #[test]
    fn r5_there_are_six_curses_and_the_labyrinth_needs_an_odd_stage_below_8() {
        let drawn = |stage: u8, draw: u32| {
            curse(&REPENTANCE, &Request::level(stage), &mut Listed::new(&[0, draw]))
        };
        let curses = [Curse::Lost, Curse::Darkness, Curse::Unknown, Curse::Maze, Curse::Blind];
        for (draw, expected) in (1..).zip(curses) {
            assert_eq!(drawn(2, draw), Some(expected));
        }
        for stage in [1, 3, 5, 7] {
            assert_eq!(drawn(stage, 0), Some(Curse::Labyrinth));
        }
        for stage in [2, 4, 6, 8, 10, 11, 12] {
            assert_eq!(drawn(stage, 0), None);
        }
    }

    #[test]
    fn r5_a_forced_curse_still_draws_and_no_roll_does_not() {
        let after = |choice: CurseChoice| {
            let mut side = Listed::new(&[0, 1]);
            let request = Request { curse: choice, ..Request::level(1) };
            (curse(&REPENTANCE, &request, &mut side), side.drawn())
        };
        assert_eq!(after(CurseChoice::Drawn), (Some(Curse::Lost), 2));
        assert_eq!(after(CurseChoice::Forced(None)), (None, 2));
        assert_eq!(after(CurseChoice::Forced(Some(Curse::Maze))), (Some(Curse::Maze), 2));
        assert_eq!(after(CurseChoice::NoRoll), (None, 0));
    }

    #[test]
    fn r6_a_floor_wants_5_or_6_rooms_plus_ten_thirds_per_stage_and_at_most_20() {
        let expected = [8, 11, 15, 18, 20, 20, 20, 20];
        for (stage, rooms) in (1..).zip(expected) {
            assert_eq!(drawn(&REPENTANCE, &plain(stage), &[0], &[1]).rooms, rooms, "stage {stage}");
            let by_whole_numbers = (5 + 10 * u32::from(stage) / 3).min(20);
            assert_eq!(rooms, by_whole_numbers);
        }
        assert_eq!(drawn(&REPENTANCE, &plain(1), &[1], &[1]).rooms, 9);
        assert_eq!(drawn(&REPENTANCE, &plain(10), &[1], &[1]).rooms, 20);
    }

    #[test]
    fn r6_a_labyrinth_has_1_8_times_the_rooms_and_lost_4_more() {
        let cursed = |stage: u8, draw: u32, curse: Curse| {
            drawn(&REPENTANCE, &Request::level(stage).with_curse(curse), &[draw], &[1]).rooms
        };
        assert_eq!(cursed(1, 0, Curse::Labyrinth), 14);
        assert_eq!(cursed(1, 1, Curse::Labyrinth), 16);
        assert_eq!(cursed(5, 1, Curse::Labyrinth), 36);
        assert_eq!(cursed(1, 0, Curse::Lost), 12);
        assert_eq!(cursed(8, 0, Curse::Lost), 24);
        assert_eq!(cursed(1, 0, Curse::Darkness), 8);
    }

    #[test]
    fn r6_the_other_reading_makes_deep_labyrinths_larger_and_a_higher_cap_makes_its_floors() {
        let of = |stage: u8| LabyrinthRooms::of(&REPENTANCE, stage);
        assert_eq!((of(1).followed, of(1).other), (vec![14, 16], vec![14, 16]));
        assert_eq!((of(3).followed, of(3).other), (vec![27, 28], vec![27, 28]));
        assert_eq!((of(5).followed, of(5).other), (vec![36, 36], vec![37, 39]));
        assert_eq!((of(7).followed, of(7).other), (vec![36, 36], vec![45, 45]));
        let uncapped = RebirthRules { rooms: Rooms { cap: 60, ..REPENTANCE.rooms }, ..REPENTANCE };
        for stage in [1, 3, 5, 7] {
            let request = Request::level(stage).with_curse(Curse::Labyrinth);
            let wanted = |rules: &RebirthRules, draw| drawn(rules, &request, &[draw], &[1]).rooms;
            assert_eq!(of(stage).followed, [0, 1].map(|draw| wanted(&REPENTANCE, draw)));
            assert_eq!(of(stage).other, [0, 1].map(|draw| wanted(&uncapped, draw)));
        }
    }

    #[test]
    fn r6_w86_the_void_replaces_the_number_and_hard_mode_adds_two_or_three() {
        let void =
            |rules: &RebirthRules, draw: u32| drawn(rules, &plain(VOID), &[0, draw], &[1]).rooms;
        assert_eq!(void(&REPENTANCE, 9), 59);
        assert_eq!(void(&REPENTANCE, 10), 50);
        assert_eq!(void(&AFTERBIRTH_PLUS, 4), 54);
        assert_eq!(void(&AFTERBIRTH_PLUS, 9), 54);
        let hard = Request { difficulty: Difficulty::Hard, curse: CurseChoice::NoRoll, ..plain(1) };
        assert_eq!(drawn(&REPENTANCE, &hard, &[0], &[2]).rooms, 10);
        assert_eq!(drawn(&REPENTANCE, &hard, &[0], &[3]).rooms, 11);
    }

    #[test]
    fn r7_w85_stage_curse_and_in_repentance_voodoo_head_decide_the_fewest_dead_ends() {
        let needed = |request: &Request| drawn(&REPENTANCE, request, &[0], &[1]).dead_ends;
        assert_eq!(needed(&plain(1)), 5);
        assert_eq!(needed(&plain(2)), 6);
        assert_eq!(needed(&plain(VOID)), 8);
        assert_eq!(needed(&Request::level(1).with_curse(Curse::Labyrinth)), 6);
        assert_eq!(needed(&Request::level(3).with_curse(Curse::Labyrinth)), 7);
        let items = Items::NONE.with(Item::VoodooHead);
        let run = RunState { items, ..RunState::DEFAULT };
        let with_head = Request { run, ..plain(1) };
        assert_eq!(needed(&with_head), 6);
        assert_eq!(drawn(&AFTERBIRTH_PLUS, &with_head, &[0], &[1]).dead_ends, 5);
    }
}
