//! Flash: requests that it refuses, the end rooms that a floor needs, and chances worked out from its rules.

use basement_floors::flash::{Edition, Flash};
use basement_floors::{
    Character, Curse, CurseChoice, Difficulty, GenerateError, Generator, Item, Phase, Posterior,
    Request, RequestError, RoomKind, RunState, Seed,
};

#[test]
fn options_without_a_rule_in_flash_are_refused_by_name() {
    const LEAVE_OUT: &str = "leave the option out";
    const CURSES: &str = "give drawn, no_roll, none, labyrinth, lost or darkness";
    let request = Request::level(3);
    let run = |change: fn(&mut RunState)| {
        let mut run = RunState::DEFAULT;
        change(&mut run);
        Request { run, ..Request::level(3) }
    };
    let curse = |curse| Request { curse: CurseChoice::Forced(Some(curse)), ..request };
    for (request, name, instead) in [
        (Request { difficulty: Difficulty::Hard, ..request }, "hard mode", LEAVE_OUT),
        (Request { phase: Phase::Layout, ..request }, "a layout phase", "give full or special"),
        (Request { stage_type: 1, ..request }, "stage types", LEAVE_OUT),
        (curse(Curse::Unknown), "the curse unknown", CURSES),
        (curse(Curse::Maze), "the curse maze", CURSES),
        (curse(Curse::Blind), "the curse blind", CURSES),
        (run(|run| run.character = Character::TheLost), "characters", LEAVE_OUT),
        (run(|run| run.bone_hearts = 1), "bone hearts", LEAVE_OUT),
        (run(|run| run.keys = 1), "keys", LEAVE_OUT),
        (run(|run| run.treasure_rooms_skipped = 1), "skipped treasure rooms", LEAVE_OUT),
        (run(|run| run.planetarium_entered = true), "planetariums", LEAVE_OUT),
        (run(|run| run.victory_lap = 1), "victory laps", LEAVE_OUT),
        (run(|run| run.items = [Item::Luna].into_iter().collect()), "items", LEAVE_OUT),
    ] {
        let error = Flash::new(Edition::Article).generate(&request, Seed::Pcg(1)).unwrap_err();
        let GenerateError::Request(RequestError::NotUnderstood { what, instead: said, .. }) = error
        else {
            panic!("{name}: {error}");
        };
        assert_eq!((what.as_str(), said), (name, instead));
    }
    for curse in [Curse::Labyrinth, Curse::Lost, Curse::Darkness] {
        let request = Request { curse: CurseChoice::Forced(Some(curse)), ..request };
        assert!(Flash::new(Edition::Article).generate(&request, Seed::Pcg(1)).is_ok());
    }
}

#[test]
fn f10_f13_f22_a_floor_needs_end_rooms_for_the_rooms_that_it_must_have() {
    // One for the boss room, one for the shipped game's super secret room, and those that F22
    // asks for: at least shop and treasure room, if the level has them.
    for (edition, level, needed) in [
        (Edition::Article, 1, 3),
        (Edition::Article, 8, 3),
        (Edition::WrathOfTheLamb, 1, 5),
        (Edition::WrathOfTheLamb, 4, 6),
        (Edition::WrathOfTheLamb, 8, 6),
    ] {
        let request = Request::level(level).without_curse();
        let floor = Flash::new(edition).generate(&request, Seed::Pcg(1)).unwrap();
        assert_eq!(floor.min_dead_ends(), needed, "{edition} {level}");
    }
}

#[test]
fn f9_f22_a_required_secret_room_rescales_the_chances_to_1() {
    // So few draws that the search often fails.
    let mut rules = Edition::Article.rules();
    rules.secret.loosen_after = 5;
    rules.secret.loosen_further_after = 8;
    rules.secret.draws = 12;
    let posterior = |needed_up_to_level| {
        let mut rules = rules;
        rules.secret.needed_up_to_level = needed_up_to_level;
        let flash = Flash::with_rules(Edition::Article, rules).unwrap();
        let request = Request::level(2).without_curse();
        // The same floor under either rule.
        let floor = Flash::new(Edition::Article).generate(&request, Seed::Pcg(5)).unwrap();
        flash.secret_posterior(&floor).unwrap()
    };
    let sum = |posterior: &Posterior| posterior.cells.iter().map(|(_, chance)| chance).sum::<f64>();
    let (needed, free) = (posterior(2), posterior(1));
    assert_eq!(needed.none, 0.0);
    assert!((sum(&needed) - 1.0).abs() < 1e-12, "{needed:?} {free:?}");
    assert!(free.none > 0.05 && (sum(&free) + free.none - 1.0).abs() < 1e-12);
    for ((cell, chance), (other, before)) in needed.cells.iter().zip(&free.cells) {
        assert_eq!(cell, other);
        assert!((chance - before / (1.0 - free.none)).abs() < 1e-12);
    }
}

fn chance(kind: RoomKind, level: u8, run: &RunState) -> f64 {
    let request = Request { run: *run, ..Request::level(level) };
    let found = Flash::new(Edition::Article).chances(&request, None).unwrap();
    found.iter().find(|chance| chance.kind == kind).map_or(0.0, |chance| chance.chance)
}

#[test]
fn f11_the_chances_are_those_of_the_pages_fractions() {
    let full = RunState::default();
    let hurt = RunState { red_half_hearts: 3, ..RunState::default() };
    let told =
        RunState { book_carried: true, devil_room_entered: true, coins: 5, ..RunState::default() };
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
