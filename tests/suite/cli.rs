//! The binary as its users run it.

use serde_json::Value;

use crate::program::{Folder, printed, printed_alone, refused, told};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed_alone(arguments)).unwrap()
}

#[test]
fn floor_writes_json_with_the_whole_address() {
    let floor = json(&["floor", "--run-seed", "B911 99AC", "--level", "3", "--format", "json"]);
    assert_eq!(floor["backend"], "rebirth");
    assert_eq!(floor["edition"], "repentance");
    assert_eq!(floor["rng"], "game");
    assert_eq!(floor["run_seed"], "B911 99AC");
    assert_eq!(floor["level"], 3);
    assert_eq!(floor["curse"], "none");
    assert_eq!(floor["grid"]["width"], 13);
    assert_eq!(floor["grid"]["height"], 13);
    for key in ["seed", "wanted", "attempts", "draws", "min_dead_ends", "stream_version"] {
        assert!(floor[key].is_u64(), "{key}");
    }
    let rooms = floor["rooms"].as_array().unwrap();
    assert_eq!(rooms[0]["kind"], "start");
    for room in rooms {
        for key in ["x", "y", "shape", "depth", "kind", "cells", "doors"] {
            assert!(!room[key].is_null(), "{key} of {room}");
        }
    }
    assert!(floor["dead_ends"].as_array().unwrap().len() >= 6);
}

/// A floor of the game with one placing phase (W53).
const ONE_PHASE: [&str; 5] = ["floor", "--edition", "afterbirth-plus", "--seed", "3615137577"];
/// A floor whose first placing phase failed at its treasure room.
const TWO_PHASES: [&str; 5] = ["floor", "--edition", "afterbirth-plus", "--seed", "1919614587"];

#[test]
fn w3_w53_floor_writes_bosses_seeds_and_concrete_rooms() {
    let floor = json(&[&ONE_PHASE[..], &["--format", "json"]].concat());
    assert_eq!((&floor["boss"], &floor["boss_name"]), (&22.into(), &"Headless Horseman".into()));
    assert!(floor["bosses"].is_null());
    assert_eq!(floor["failed_placings"], serde_json::json!([]));
    assert_eq!(floor["flags"], serde_json::json!([28]));
    let rooms = floor["rooms"].as_array().unwrap();
    assert_eq!(rooms[0]["seeds"]["spawn"], 2_584_027_549_u32, "the game's");
    for room in rooms {
        for key in ["decoration", "spawn", "award"] {
            assert!(room["seeds"][key].is_u64(), "{key} of {room}");
        }
        for key in ["file", "type", "variant", "subtype"] {
            assert!(room["room"][key].is_u64(), "{key} of {room}");
        }
        assert!(room["room"]["name"].is_string() && room["placed"].is_u64(), "{room}");
        assert_eq!(room["room"]["file"], u8::from(room["kind"] == "normal"), "{room}");
        assert!(room.get("award").is_none());
    }
    let boss = rooms.iter().find(|room| room["kind"] == "boss").unwrap();
    assert_eq!((&boss["room"]["type"], &boss["placed"]), (&5.into(), &0.into()));

    let failed = json(&[&TWO_PHASES[..], &["--format", "json"]].concat());
    let failed = &failed["failed_placings"][0];
    assert_eq!((&failed["attempt"], &failed["kind"]), (&1.into(), &"treasure".into()));
    let layout = json(&[&ONE_PHASE[..], &["--phase", "layout", "--format", "json"]].concat());
    let flash = json(&["floor", "--backend", "flash", "--format", "json"]);
    for floor in [layout, flash] {
        assert!(floor.get("failed_placings").is_none() && floor.get("boss").is_none());
    }
}

#[test]
fn w3_lines_of_floors_include_the_result_of_the_placing_phase() {
    let whole = json(&[&TWO_PHASES[..], &["--awards", "--format", "json"]].concat());
    let line = json(&[&TWO_PHASES[..], &["--awards", "--format", "jsonl"]].concat());
    for key in ["boss", "boss_name", "failed_placings", "flags", "awards_depend_on_rooms"] {
        assert!(!line[key].is_null(), "{key}");
        assert_eq!(line[key], whole[key], "{key}");
    }
    let rooms = whole["rooms"].as_array().unwrap().iter();
    for (room, line) in rooms.zip(line["rooms"].as_array().unwrap()) {
        for key in ["placed", "seeds", "room", "award"] {
            assert_eq!(line.get(key), room.get(key), "{key}");
        }
    }
    let flash = json(&["floor", "--backend", "flash", "--format", "jsonl"]);
    assert_eq!(flash.as_object().unwrap().keys().collect::<Vec<_>>(), ["rooms", "doors", "seed"]);
}

#[test]
fn w5_w12_floor_shows_bosses_and_placing_phases_that_failed() {
    let one = printed(&ONE_PHASE);
    assert!(one.contains("\nboss: 22 Headless Horseman\n"), "{one}");
    assert!(!one.contains("placing phases"), "{one}");
    let two = printed(&TWO_PHASES);
    let failed = "\nplacing phases that failed: attempt 1 at treasure (no dead end)\n";
    assert!(two.contains(failed), "{two}");
    let void = printed(&["floor", "--edition", "afterbirth-plus", "--level", "12", "--seed", "7"]);
    assert!(void.contains("\nbosses: 70 Delirium, "), "{void}");
    let flash = printed(&["floor", "--backend", "flash"]);
    assert!(!flash.contains("boss:"), "{flash}");
}

#[test]
fn a1_floor_gives_the_award_of_each_ordinary_room_by_its_seed() {
    let options = ["--awards", "--luck", "3", "--item", "lucky-foot", "--awards-rules", "prose"];
    let floor = json(&[&ONE_PHASE[..], &options, &["--format", "json"]].concat());
    assert_eq!(floor["awards_depend_on_rooms"], false);
    for room in floor["rooms"].as_array().unwrap() {
        if room["kind"] != "normal" {
            assert!(room.get("award").is_none(), "{room}");
            continue;
        }
        // The command for awards alone gives the same.
        let seed = room["seeds"]["award"].to_string();
        let one = ["awards", "--count", "1", "--rng", "game", "--seed", &seed, "--format", "json"];
        let setting = ["--luck", "3", "--item", "lucky_foot", "--rules", "prose"];
        let counted = json(&[&one[..], &setting].concat());
        let pickups = counted["counted"]["pickups"].as_array().unwrap();
        let given = pickups.iter().find(|pickup| pickup["count"] == 1).unwrap();
        match &room["award"] {
            Value::Null => assert_eq!(given["pickup"], "nothing", "{seed}"),
            award => assert_eq!((&award["pickup"], &award["count"]), (&given["pickup"], &1.into())),
        }
    }
    let failed = json(&[&TWO_PHASES[..], &["--awards", "--format", "json"]].concat());
    assert_eq!(failed["awards_depend_on_rooms"], true);
}

#[test]
fn a1_floor_marks_awards_on_its_map_and_in_its_picture() {
    let text = |more: &[&str]| printed(&[&ONE_PHASE[..], more].concat());
    let plain = text(&["--awards"]);
    assert!(plain.contains("\nawards: ") && plain.contains(" k key"), "{plain}");
    assert!(plain.contains("╎ k ╎"), "{plain}");
    assert!(plain.contains("the awards follow from the seed, whatever the room files are\n"));
    // A contract doubles what it does not take away.
    let doubled = text(&["--awards", "--item", "contract_from_below"]);
    assert!(doubled.contains("k2 key x2") && doubled.contains("╎k2 ╎"), "{doubled}");
    assert!(!text(&[]).contains("awards"));
    let picture = text(&["--awards", "--format", "svg"]);
    assert!(picture.contains(">key<") && picture.contains("The awards follow"), "{picture}");
    assert!(!text(&["--format", "svg"]).contains(">key<"));
}

#[test]
fn w52_run_options_are_understood_and_written_back() {
    let run_state = ["--achievements", "347,4", "--flags", "28,4", "--bosses-met", "22,9"];
    let arguments = [&run_state[..], &["--bosses-chosen", "2", "--format", "json"]].concat();
    let floor = json(&[&["floor", "--level", "3"], &arguments[..]].concat());
    let run_state = &floor["request"]["run"];
    assert_eq!(run_state["achievements"], serde_json::json!([4, 347]));
    assert_eq!(run_state["flags"], serde_json::json!([4, 28]));
    assert_eq!(run_state["bosses_met"], serde_json::json!([9, 22]));
    assert_eq!(run_state["bosses_chosen"], 2);
    let rows = json(&[&["rows", "--level", "3", "--count", "1"], &arguments[..]].concat());
    let options = "--bosses-chosen 2 --achievements 4,347 --flags 4,28 --bosses-met 9,22";
    assert_eq!(rows[0]["options"], options);
    // No achievement at all, and a stage type of repentance.
    let none = ["--achievements", "none", "--stage-type", "4", "--count", "1", "--format", "json"];
    let rows = json(&[&["rows"], &none[..]].concat());
    assert_eq!(rows[0]["options"], "--stage-type 4 --achievements none");
    // A horseman who was met does not appear again (W13).
    let met = json(&[&ONE_PHASE[..], &["--flags", "28", "--format", "json"]].concat());
    assert_ne!(met["boss"], 22);
}

#[test]
fn w12_sample_counts_the_bosses_of_its_floors() {
    let arguments = ["sample", "--edition", "afterbirth-plus", "--level", "2", "--count", "300"];
    let sample = json(&arguments);
    let bosses = sample["bosses"].as_object().unwrap();
    let counts: u64 = bosses.values().map(|boss| boss["count"].as_u64().unwrap()).sum();
    assert_eq!(counts, 300);
    assert_eq!(bosses["1"]["name"], "Monstro");
    // The phase special has the same floors, the phase layout no bosses.
    assert_eq!(
        json(&[&arguments[..], &["--phase", "special"]].concat())["bosses"],
        sample["bosses"]
    );
    assert!(json(&[&arguments[..], &["--phase", "layout"]].concat()).get("bosses").is_none());
    assert!(json(&["sample", "--backend", "flash"]).get("bosses").is_none());
    let text = printed(&[&arguments[..], &["--format", "text"]].concat());
    assert!(text.contains("\nfirst boss ") && text.contains("\n1 Monstro "), "{text}");
    assert!(
        text.starts_with("rebirth afterbirth-plus, level 2, curse drawn: 300 floors\n"),
        "{text}"
    );
}

#[test]
fn floor_shows_flash_and_rebirth_in_every_format() {
    for backend in ["flash", "rebirth"] {
        let text = printed(&["floor", "--backend", backend, "--seed", "7"]);
        assert!(text.contains('@') && text.contains("B boss"), "{text}");
        let picture = printed(&["floor", "--backend", backend, "--seed", "7", "--format", "svg"]);
        assert!(picture.starts_with("<svg"));
    }
}

#[test]
fn floor_phase_layout_stops_before_any_special_room() {
    let floor = json(&["floor", "--phase", "layout", "--seed", "2593915157", "--format", "json"]);
    let kinds = floor["rooms"].as_array().unwrap().iter().map(|room| &room["kind"]);
    assert!(kinds.clone().all(|kind| kind == "start" || kind == "normal"));
}

#[test]
fn sample_writes_the_counts_of_all_measures() {
    let arguments = ["sample", "--backend", "flash", "--edition", "wrath-of-the-lamb"];
    let sample =
        json(&[&arguments[..], &["--level", "2", "--count", "500", "--curse", "none"]].concat());
    assert_eq!(sample["floors"], 500);
    let rooms = sample["measures"]["rooms_besides_start"].as_object().unwrap();
    let counts: Vec<u64> = rooms.values().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!(rooms.keys().collect::<Vec<_>>(), ["11", "12"]);
    assert_eq!(counts.iter().sum::<u64>(), 500);
    assert_eq!(sample["kinds"]["boss"], 500);
    assert_eq!(sample["occupancy"]["5,3"], 500);
    assert!(sample["mean_attempts"].as_f64().unwrap() >= 1.0);
    assert!(sample["mean_draws"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_sample_of_one_floor_agrees_with_the_floor_of_its_seed() {
    let sample = json(&["sample", "--level", "4", "--count", "1", "--seed", "99"]);
    let floor = json(&["floor", "--level", "4", "--seed", "99", "--format", "json"]);
    let draws = floor["draws"].as_f64().unwrap();
    assert_eq!(sample["mean_draws"].as_f64(), Some(draws));
    let rooms = floor["rooms"].as_array().unwrap();
    let cells: usize = rooms
        .iter()
        .filter(|room| room["kind"] != "secret" && room["kind"] != "ultra_secret")
        .map(|room| room["cells"].as_array().unwrap().len())
        .sum();
    assert_eq!(sample["occupancy"].as_object().unwrap().len(), cells);
}

#[test]
fn rows_of_several_levels_follow_each_other_in_order() {
    let rows = |levels: &str| {
        let all = json(&["rows", "--level", levels, "--count", "3", "--format", "json"]);
        all.as_array().unwrap().clone()
    };
    assert_eq!(rows("2-3,8"), [rows("2"), rows("3"), rows("8")].concat());
    for (levels, part) in [
        ("8-1", "the range 8-1 is empty"),
        ("1-3,2", "level 2 is given twice"),
        ("1-", "levels are numbered from 1 to 12"),
        ("7-9", "9"),
    ] {
        refused(&["rows", "--level", levels], part);
    }
}

#[test]
fn rows_have_one_row_per_floor_and_a_column_for_each_measure() {
    let arguments = ["rows", "--level", "2", "--count", "1500", "--run-seed", "B911 99AC"];
    let csv = printed(&arguments);
    let mut lines = csv.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    let measures = json(&["measures", "--format", "json"]);
    for measure in measures.as_array().unwrap() {
        assert!(heading.contains(&measure["name"].as_str().unwrap()));
    }
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1500);
    assert!(rows.iter().all(|row| row.len() == heading.len()));
    let array = json(&[&arguments[..], &["--format", "json"]].concat());
    for (row, object) in rows.iter().zip(array.as_array().unwrap()) {
        for (name, field) in heading.iter().zip(row) {
            match &object[*name] {
                Value::Null => assert!(field.is_empty()),
                Value::String(text) => assert_eq!(field, text),
                number => assert_eq!(field.parse::<f64>().ok(), number.as_f64()),
            }
        }
    }
    // The rows are in the order of the seeds, and a row is its seed's floor.
    let column = |name: &str| heading.iter().position(|other| *other == name).unwrap();
    assert!(rows.is_sorted_by_key(|row| row[column("number")].parse::<u64>().unwrap()));
    assert_eq!(rows[1][column("run_seed")], "B911 992E");
    assert_eq!((rows[1][column("rng")], rows[1][column("options")]), ("game", ""));
    let floor = json(&["floor", "--level", "2", "--run-seed", "B911 992E", "--format", "json"]);
    assert_eq!(rows[1].last().unwrap().parse::<u64>().ok(), floor["draws"].as_u64());
}

#[test]
fn rows_name_the_options_of_their_floors() {
    // Stage seeds are those of runs (R39), and what has no column is an option.
    let set = "rebirth.rooms.base=9";
    let floor = ["--level", "2", "--stage-type", "1", "--set", set, "--seed", "7"];
    let rows = json(&[&["rows", "--count", "1", "--format", "json"], &floor[..]].concat());
    assert_eq!(rows[0]["options"], format!("--set {set} --stage-type 1"));
    let shown = json(&[&["floor", "--format", "json"], &floor[..]].concat());
    assert_eq!(rows[0]["run_seed"], shown["run_seed"]);
    let pcg = json(&["rows", "--count", "1", "--rng", "pcg", "--format", "json"]);
    assert_eq!((&pcg[0]["rng"], &pcg[0]["run_seed"]), (&"pcg".into(), &Value::Null));

    // Without a seed the game's floors are those of runs, which make a fair sample.
    let fair = json(&["rows", "--count", "2", "--format", "json"]);
    assert_eq!(fair[0]["run_seed"], "B911 99AC");
    assert_eq!(json(&["sample", "--count", "2"])["seeds"]["kind"], "run");
}

#[test]
fn commands_say_on_how_many_seeds_the_generator_gave_up() {
    let made = |command: &[&str]| {
        let options = ["--level", "2", "--count", "200", "--set", "rebirth.dead_ends.attempts=1"];
        told(&[command, &options[..]].concat())
    };
    let (rows, said) = made(&["rows"]);
    let rows = rows.lines().count() - 1;
    assert!(rows < 200, "{rows}");
    let expected = format!(
        "note: {} of 200 seeds have no floor: the generator gave up. The output leaves them out\n",
        200 - rows
    );
    assert_eq!(said, expected);
    let (lines, said) = made(&["floor", "--format", "jsonl"]);
    assert_eq!((lines.lines().count(), said), (rows, expected.clone()));
    let (counts, said) = made(&["sample", "--measures", "rooms", "--format", "text"]);
    assert!(counts.contains(&format!(": {rows} floors")), "{counts}");
    assert_eq!(said, expected);
}

#[test]
fn parquet_is_refused_where_it_was_not_built_in() {
    let rows = ["rows", "--format", "parquet"];
    refused(&rows, "");
    if cfg!(not(feature = "parquet")) {
        let folder = Folder::new();
        let out = folder.path("none.parquet");
        refused(&[&rows[..], &["--out", &out]].concat(), "--features parquet");
    }
}

#[test]
fn rules_are_listed_and_can_be_changed_by_name() {
    let rules = json(&["rules", "--backend", "flash", "--format", "json"]);
    let rules = rules.as_array().unwrap();
    assert!(
        rules.iter().any(|rule| rule["path"] == "flash.rooms.per_level" && rule["rule"] == "F2")
    );
    let changed =
        json(&["floor", "--set", "rebirth.rooms.base=9", "--format", "json", "--curse", "none"]);
    assert_eq!(changed["changed"][0]["path"], "rebirth.rooms.base");
    assert!(changed["wanted"].as_u64().unwrap() >= 12);
}

#[test]
fn awards_are_exact_unless_seeds_are_asked_for() {
    let exact = json(&["awards", "--format", "json"]);
    assert_eq!(exact["rules"], "pseudo-code");
    assert_eq!(exact["source"], "ideal");
    assert_eq!(exact["setting"]["difficulty"], "normal");
    assert!(exact["counted"].is_null());
    let chance = |document: &Value, pickup: &str| -> f64 {
        let awards = document["awards"].as_array().unwrap();
        let meant = awards.iter().filter(|award| award["pickup"] == pickup);
        meant.map(|award| award["chance"].as_f64().unwrap()).sum()
    };
    assert!((chance(&exact, "nothing") - 0.22).abs() < 1e-12);
    let base = json(&["awards", "--rules", "prose", "--format", "json"]);
    // Hearts: 15 %, of which sacks take 2 %.
    assert!((chance(&base, "heart") - 0.15 * 0.98).abs() < 1e-12);
    let items = ["--item", "rib-of-greed", "--item", "daemons_tail", "--luck", "-2", "--hard"];
    let rich = json(&[&["awards", "--exact", "--format", "json"][..], &items].concat());
    assert_eq!(rich["setting"]["items"], serde_json::json!(["rib_of_greed", "daemons_tail"]));
    assert_eq!(rich["setting"]["luck"], 0.0);
    // Hearts: a tenth, of which the tail leaves a fifth and hard mode 35 %.
    let heart = 0.1 * 0.2 * 0.35 * 0.95 * 0.98;
    assert!((chance(&rich, "heart") - heart).abs() < 1e-12);
    let text = printed(&["awards", "--item", "guppys_tail"]);
    assert!(text.contains("locked chest") && text.contains("16.6667 %"), "{text}");
    assert!(text.contains("guppys_tail") && text.contains("with ideal random numbers"), "{text}");
}

#[test]
fn awards_of_seeds_are_counted_beside_their_chances() {
    let arguments = ["awards", "--count", "20000", "--seed", "5", "--luck", "4"];
    let document = json(&[&arguments[..], &["--format", "json"]].concat());
    let counted = &document["counted"];
    assert_eq!(counted["rng"], "pcg");
    assert_eq!(
        (counted["first_seed"].as_u64(), counted["seeds"].as_u64()),
        (Some(5), Some(20_000))
    );
    let pickups = counted["pickups"].as_array().unwrap();
    let total: u64 = pickups.iter().map(|pickup| pickup["count"].as_u64().unwrap()).sum();
    assert_eq!(total, 20_000);
    for key in ["share", "chance", "difference", "standard_errors"] {
        assert!(pickups.iter().all(|pickup| pickup[key].is_f64()), "{key}");
    }
    // The seeds are fixed, so 5 standard errors do not depend on luck.
    let farthest = counted["farthest"]["standard_errors"].as_f64().unwrap();
    assert!(farthest.abs() < 5.0, "{farthest}");
    let text = printed(&arguments);
    assert!(text.contains("20,000 awards, pcg seeds from 5 on, far apart"), "{text}");
    // An award seed of the game: known from a plain reading of the pseudo-code.
    let one = ["awards", "--count", "1", "--rng", "game", "--seed", "3141592653"];
    let one = json(&[&one[..], &["--format", "json"]].concat());
    let sack = one["counted"]["pickups"].as_array().unwrap().last().unwrap();
    assert_eq!((&sack["pickup"], sack["count"].as_u64()), (&"sack".into(), Some(1)));
}

#[test]
fn posterior_gives_each_cell_its_chance_and_sums_to_one() {
    let arguments = ["posterior", "--run-seed", "B911 99AC", "--level", "2"];
    let posterior = json(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(posterior["backend"], "rebirth");
    assert_eq!(posterior["level"], 2);
    assert_eq!(posterior["rng"], "game");
    let cells = posterior["cells"].as_array().unwrap();
    let chance = |cell: &Value| cell["probability"].as_f64().unwrap();
    // The likeliest cells come first, and the secret room is among them.
    assert!(cells.is_sorted_by(|left, right| chance(left) >= chance(right)));
    let sum: f64 = cells.iter().map(chance).sum();
    assert!((sum + posterior["none"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    let place = cells
        .iter()
        .position(|cell| {
            [&cell["x"], &cell["y"]] == [&posterior["secret"][0], &posterior["secret"][1]]
        })
        .unwrap();
    assert!(chance(&cells[place]) > 0.0);

    let text = printed(&arguments);
    assert!(text.contains(&format!("guess {}.", place + 1)), "{text}");
    assert!(text.contains('%') && text.contains("B911 99AC"), "{text}");
    let picture = printed(&[&arguments[..], &["--format", "svg"]].concat());
    assert!(picture.starts_with("<svg"));
    // Four cells are equally likely by the rule.
    let text = printed(&["posterior", "--run-seed", "B911 99AC", "--level", "6"]);
    let by_rule = text.lines().find(|line| line.starts_with("Without a look")).unwrap();
    assert_eq!(by_rule.matches(": 24.78 %").count(), 4, "{by_rule}");
}

#[test]
fn posterior_calibrates_over_many_floors() {
    let arguments = ["posterior", "--calibrate", "300", "--format"];
    let calibration = json(&[&arguments[..], &["json"]].concat());
    let floors = calibration["floors"].as_u64().unwrap();
    assert!((1..=300).contains(&floors), "{floors}");
    let bins = calibration["bins"].as_array().unwrap();
    assert_eq!(bins.len(), 10);
    // Each floor's one secret room is a hit of one bin.
    let hits: u64 = bins.iter().map(|bin| bin["hits"].as_u64().unwrap()).sum();
    assert_eq!(hits, floors);
    let text = printed(&[&arguments[..], &["text"]].concat());
    assert!(text.contains(&format!("{floors} floors")), "{text}");
    refused(&[&arguments[..], &["png"]].concat(), "");
}

#[test]
fn explain_writes_each_decision_with_its_rule_as_json_lines() {
    let arguments = ["explain", "--backend", "flash", "--level", "3", "--seed", "7"];
    let lines = |more: &[&str]| -> Vec<Value> {
        let text = printed(&[&arguments[..], &["--format", "json"], more].concat());
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = lines(&[]);
    assert!(all.iter().all(|event| event["rule"].is_string() && event["decision"].is_string()));
    assert!(all.iter().any(|event| event["rule"] == "F4" && event["decision"] == "placed"));
    assert_eq!(all.last().unwrap()["decision"], "accepted");
    // Only the decisions of the rules that are asked for, in their order.
    let some = lines(&["--rule", "f8", "--rule", "F10"]);
    let is_asked = |event: &&Value| event["rule"] == "F8" || event["rule"] == "F10";
    assert_eq!(some, all.iter().filter(is_asked).cloned().collect::<Vec<_>>());
    assert!(some.len() >= 3, "boss, shop and treasure room");

    // As text, the floor's heading comes first, and the floor itself follows.
    let map = printed(&[&["floor"], &arguments[1..]].concat());
    let text = printed(&arguments);
    assert_eq!(text.lines().next(), map.lines().next());
    let drawn: Vec<&str> = map.lines().filter(|line| line.contains('│')).collect();
    assert!(!drawn.is_empty() && drawn.iter().all(|line| text.contains(line)), "{text}");

    // A rule that decided nothing is named: Rebirth has no rule F5.
    let text = printed(&["explain", "--seed", "7", "--rule", "f5"]);
    let expected =
        "\n\nF5: no decision of this floor is listed under it\nrules with decisions: R5, R6, ";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn ablate_compares_each_change_with_the_edition() {
    let arguments = ["ablate", "--level", "1", "--count", "300", "--format"];
    let set = ["--set", "rebirth.secret.penalty_one_neighbour=0", "--set", "rebirth.rooms.base=9"];
    let ablations = json(&[&arguments[..], &["json"], &set].concat());
    let ablations = ablations.as_array().unwrap();
    assert_eq!(ablations.len(), 2);
    assert_eq!(ablations[0]["rule"], "R33");
    assert_eq!(ablations[0]["from"], 6);
    assert_eq!(ablations[0]["change"]["value"], 0);
    let effect = |ablation: &Value, measure: &str| {
        let effects = ablation["effects"].as_array().unwrap();
        effects.iter().find(|effect| effect["measure"] == measure).unwrap().clone()
    };
    // Four more rooms are asked for, though fewer dead ends are then added; and the secret room has
    // fewer neighbours.
    let rooms = effect(&ablations[1], "rooms")["difference"].as_f64().unwrap();
    assert!((2.0..=4.5).contains(&rooms), "{rooms}");
    let neighbours = effect(&ablations[0], "secret_neighbours");
    assert!(neighbours["difference_upper"].as_f64().unwrap() < 0.0, "{neighbours}");
    for key in ["mean_x", "mean_y", "difference_lower", "cliffs_delta", "wasserstein"] {
        assert!(neighbours[key].is_number(), "{key} of {neighbours}");
    }
    assert_eq!(neighbours["paired"], true);
    assert_eq!(neighbours["same_on_every_seed"], false);
    // The rule moves the secret room on some floors, and never changes the plan.
    let boss = effect(&ablations[0], "boss_distance");
    assert_eq!(boss["same_on_every_seed"], true);
    assert_eq!(
        (boss["difference_lower"].as_f64(), boss["difference_upper"].as_f64()),
        (Some(0.0), Some(0.0))
    );
    let [seeds, identical] = ["seeds", "identical"].map(|key| ablations[0][key].as_u64().unwrap());
    assert!(seeds == 300 && (1..300).contains(&identical), "{identical}");
    let text = printed(&[&arguments[..], &["text"], &set].concat());
    assert!(text.contains("rebirth.rooms.base = 9 instead of 5 (R6:"), "{text}");
    assert!(text.contains(&format!("  the same floor on {identical} of 300 seeds\n")), "{text}");
    assert!(text.contains("  the same on every seed: "), "{text}");
    assert!(!text.contains("± 0.000"), "{text}");
    let picture = printed(&[&arguments[..], &["svg"], &set].concat());
    assert!(picture.starts_with("<svg"));
    // A rule of Labyrinths changes nothing on a floor without the curse.
    let nothing = [&arguments[..], &["text", "--set", "rebirth.rooms.labyrinth_cap=40"]].concat();
    let text = printed(&nothing);
    assert!(text.contains("  all floors are identical, seed by seed\n"), "{text}");
    assert!(!text.contains("Cliff"), "{text}");
}

#[test]
fn laws_are_counted_for_every_edition() {
    let rows = json(&["laws", "--count", "30", "--format", "json"]);
    let rows = rows.as_array().unwrap();
    // Five editions, four levels and two Labyrinth levels.
    assert_eq!(rows.len(), 5 * 6);
    assert_eq!(rows.iter().filter(|row| row["labyrinth"] == true).count(), 5 * 2);
    for row in rows {
        assert_eq!(row["seeds"]["count"], 30);
        for law in row["laws"].as_array().unwrap() {
            let count = |key: &str| law[key].as_u64().unwrap();
            assert!(count("holds") <= count("floors") && count("floors") <= 30, "{law}");
            // A seed breaks a law exactly if the law does not always hold.
            assert_eq!(law["broken_by"].is_null(), count("holds") == count("floors"), "{law}");
        }
    }
    let page = printed(&["laws", "--count", "1000"]);
    assert!(page.contains("counted on 1,000 floors of each edition"), "{page}");
    assert!(page.starts_with("# Observed laws"));
    assert_eq!(
        page.matches("| flash `article` |").count(),
        rows[0]["laws"].as_array().unwrap().len()
    );
}

#[test]
fn rules_lists_the_parameters_as_they_were_changed() {
    let listed = |more: &[&str]| {
        let all = json(&[&["rules", "--format", "json"], more].concat());
        let mut all = all.as_array().unwrap().clone().into_iter();
        all.find(|parameter| parameter["path"] == "rebirth.rooms.base").unwrap()["value"].clone()
    };
    assert_ne!(listed(&[]), 9);
    assert_eq!(listed(&["--set", "rebirth.rooms.base=9"]), 9);
    let text = printed(&["rules"]);
    assert!(text.contains(" [true or false]\n") && !text.contains("false to true"), "{text}");
    assert!(text.contains(" 3.333333  R6 "), "{text}");
    // What is written for programs keeps all decimals.
    assert!(json(&["rules", "--format", "json"]).to_string().contains("3.3333333333333335"));
}
