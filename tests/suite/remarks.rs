//! Remarks on the built-in rooms, and on what is unknown about a run: the same words everywhere,
//! once.

use crate::program::told;

const ROOMS: &str = "the built-in rooms decide where special rooms are, and in which shapes";

/// What a command writes, including its notes.
fn shown(arguments: &[&str]) -> String {
    let (text, notes) = told(arguments);
    text + &notes
}

#[test]
fn the_remark_on_built_in_rooms_appears_once_with_the_same_words() {
    for arguments in [
        &["floor", "--run-seed", "B911 99AC"][..],
        &["floor", "--edition", "afterbirth-plus", "--seed", "3615137577"],
        &["floor", "--rng", "pcg", "--seed", "3"],
        &["run", "B911 99AC"],
        &["posterior", "--run-seed", "B911 99AC"],
        &["posterior", "--calibrate", "20"],
        &["explain", "--run-seed", "B911 99AC"],
        &["find", "--where", "1: rings >= 1", "--to", "40"],
        &["rooms", "frequency", "--count", "20"],
    ] {
        let text = shown(arguments);
        assert_eq!(text.matches(ROOMS).count(), 1, "{arguments:?}: {text}");
    }
    // Floors compared with the game, floors on which ports agree, and floors of no game.
    let held = shown(&["floor", "--edition", "afterbirth-plus", "--seed", "3615137577"]);
    assert!(
        held.contains("with the game's own rooms (--rooms) these are as in the game\n"),
        "{held}"
    );
    let ports = shown(&["floor", "--run-seed", "B911 99AC"]);
    assert!(ports.contains("(--rooms) these are as in two ports of the game\n"), "{ports}");
    let uncursed = shown(&["floor", "--run-seed", "B911 99AC", "--curse", "none"]);
    assert!(
        uncursed.contains("as in the game if the run draws no curse and every room"),
        "{uncursed}"
    );
    let none = shown(&["floor", "--rng", "pcg", "--seed", "3"]);
    assert!(none.contains("note: no game makes these floors from these seeds"), "{none}");
}

#[test]
fn no_remark_is_made_if_the_built_in_rooms_decide_nothing() {
    for arguments in [
        &["floor", "--backend", "flash", "--seed", "7"][..],
        &["floor", "--run-seed", "B911 99AC", "--phase", "layout"],
        &["posterior", "--backend", "flash", "--seed", "7"],
    ] {
        let text = shown(arguments);
        assert!(!text.contains("built-in rooms"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_floor_of_a_later_stage_says_what_it_does_not_know_of_its_run() {
    let unknown = "the bosses met and the flags set on earlier floors are not known";
    let floor = ["floor", "--run-seed", "B911 99AC", "--level", "2"];
    let text = shown(&floor);
    assert!(text.contains(unknown) && text.contains("(basement-lab run \"B911 99AC\")"), "{text}");
    for known in [
        &["floor", "--run-seed", "B911 99AC", "--level", "1"][..],
        &[&floor[..], &["--bosses-met", "9"]].concat(),
        &["run", "B911 99AC"],
    ] {
        assert!(!shown(known).contains(unknown), "{known:?}");
    }
}

#[test]
fn r6_a_labyrinth_gives_its_size_under_both_readings() {
    let text = shown(&["floor", "--level", "5", "--curse", "labyrinth"]);
    let words = "(R6): 36 on levels 5 and 7 by the reading that we follow, and 37 or 39 on level 5 and \
                 45 on level 7 by the other";
    assert!(text.contains(words), "{text}");
    assert!(!shown(&["floor", "--level", "5"]).contains("the sources disagree"));
}

#[test]
fn posterior_locates_the_hidden_room_of_the_floor_made_here_and_json_has_no_notes() {
    let posterior = ["posterior", "--run-seed", "B911 99AC", "--level", "2"];
    let text = shown(&posterior);
    assert!(text.contains("\nOn the floor made here it is at (5, 5), guess 1.\n"), "{text}");
    assert!(text.contains("the bosses met and the flags set on earlier floors"), "{text}");
    assert!(!text.contains("It is at"), "{text}");
    for command in [&posterior[..], &["floor", "--level", "2"], &["run", "B911 99AC"]] {
        let json = shown(&[command, &["--format", "json"]].concat());
        assert!(json.ends_with("}\n") && !json.contains("note: "), "{command:?}: {json}");
    }
}

#[test]
fn r6_glossary_and_search_give_both_readings() {
    let glossary = shown(&["glossary"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let numbers =
        "it wants 36 rooms on levels 5 and 7, by the other 37 or 39 on level 5 and 45 on level 7";
    assert!(glossary.contains(numbers), "{glossary}");
    let find = |condition| shown(&["find", "--where", condition, "--to", "200"]);
    let words = "37 or 39 on level 5 and 45 on level 7 by the other";
    assert!(find("5: curse == labyrinth and wanted >= 36").contains(words));
    assert!(!find("5: curse == lost").contains(words));
}

#[test]
fn r39_a_floor_and_a_search_say_that_the_run_draws_the_stage_type() {
    let floor = ["floor", "--run-seed", "B911 9YZ8", "--level", "3"];
    let words = "this floor is in the caves; its run draws the flooded caves here (--stage-type 2)";
    assert!(shown(&floor).contains(words));
    for drawn in [
        &["--stage-type", "2"][..],
        &["--stage-type", "4"],
        &["--phase", "layout"],
        &["--rng", "pcg"],
    ] {
        let seed = if drawn[0] == "--rng" { &["floor", "--level", "3"] } else { &floor[..] };
        assert!(!shown(&[seed, drawn].concat()).contains("its run draws the"), "{drawn:?}");
    }
    let find = |options: &[&str]| {
        let command = ["find", "--where", "3: rings >= 1", "--to", "50"];
        shown(&[&command[..], options].concat())
    };
    let words = "these floors all have curse none and stage type 0, and a run draws its own";
    assert!(find(&["--curse", "none"]).contains(words));
    assert!(find(&[]).contains("note: these floors all have stage type 0, and a run"));
    assert!(!find(&["--unlocks", "fresh"]).contains("a run draws its own"));
}

#[test]
fn a_heading_names_the_stage_type_and_hard_mode() {
    let text = shown(&["floor", "--level", "2", "--stage-type", "1", "--hard"]);
    assert!(text.starts_with("rebirth repentance, level 2, type 1, hard, "), "{text}");
}
