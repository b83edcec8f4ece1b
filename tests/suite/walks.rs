//! `floor --walk`, and the names of the deeper stages.

use crate::program::{Folder, json, printed, refused};

const FLOOR: [&str; 7] = ["floor", "--level", "4", "--curse", "none", "--seed", "42"];

#[test]
fn floor_writes_a_walk_as_rooms_joined_by_doors() {
    for walk in ["full", "boss", "items"] {
        let floor = json(&[&FLOOR[..], &["--walk", walk, "--format", "json"]].concat());
        assert_eq!(floor["walk"]["route"], walk);
        let rooms: Vec<u64> = floor["walk"]["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_u64().unwrap())
            .collect();
        assert_eq!(floor["walk"]["doors"], rooms.len() - 1);
        let doors: Vec<[u64; 2]> = serde_json::from_value(floor["doors"].clone()).unwrap();
        for step in rooms.windows(2) {
            assert!(doors.contains(&[step[0].min(step[1]), step[0].max(step[1])]), "{step:?}");
        }
        let kind = |room: u64| floor["rooms"][room as usize]["kind"].as_str().unwrap();
        assert_eq!((kind(rooms[0]), kind(rooms[rooms.len() - 1])), ("start", "boss"));
        let enters = |kind_of: &str| rooms.iter().any(|room| kind(*room) == kind_of);
        assert!(walk == "boss" || (enters("treasure") && enters("shop")));
        assert!(!enters("secret") && !enters("super_secret"));
    }
    assert_eq!(json(&[&FLOOR[..], &["--format", "json"]].concat()).get("walk"), None);
}

#[test]
fn floor_draws_a_walk_with_its_length_arrows_and_numbers() {
    let full = printed(&[&FLOOR[..], &["--walk", "full"]].concat());
    let line = full.lines().find(|line| line.starts_with("full walk: ")).unwrap();
    let twice: usize = line.split(", ").last().unwrap().split(' ').next().unwrap().parse().unwrap();
    let arrows = |text: &str, of: &[char]| text.chars().filter(|c| of.contains(c)).count();
    assert_eq!(arrows(&full, &['↔', '↕']), twice, "{full}");
    let once = arrows(&full, &['←', '→', '↑', '↓']);
    assert!(line.contains(&format!(" {} steps through {} doors", once + 2 * twice, once + twice)));
    // The boss room is entered last of all rooms.
    assert!(full.contains(&format!("B{}", last_number(&full))), "{full}");
    let boss = printed(&[&FLOOR[..], &["--walk", "boss"]].concat());
    assert_eq!(arrows(&boss, &['↔', '↕']), 0);
    let plain = printed(&FLOOR);
    assert!(!plain.contains("walk") && arrows(&plain, &['↔', '→', '←']) == 0);
}

/// The greatest number in a room of a map.
fn last_number(text: &str) -> usize {
    let map = text.lines().filter(|line| line.contains('│') || line.contains('↔'));
    let numbers = map.flat_map(|line| line.split(|c: char| !c.is_ascii_digit()));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap()
}

#[test]
fn a_walk_on_a_floor_of_a_file_is_drawn_and_a_missing_walk_is_refused() {
    let folder = Folder::new();
    let line = r#"{"rooms": [{"cells": [[0, 0]], "kind": "normal"}, {"cells": [[1, 0]], "kind": "start"}, {"cells": [[2, 0]], "kind": "boss"}]}"#;
    let file = ["floor", "--floors", &folder.write("walk.jsonl", line)];
    let text = printed(&[&file[..], &["--walk", "full"]].concat());
    assert!(text.contains("full walk: 3 steps through 2 doors, 1 of them twice"), "{text}");
    assert!(text.contains("│ 1 ↔ @ →B2 │"), "{text}");
    let document = json(&[&file[..], &["--walk", "full", "--format", "json"]].concat());
    assert_eq!(document["walk"]["rooms"], serde_json::json!([1, 0, 1, 2]));
    let svg = printed(&[&file[..], &["--walk", "full", "--format", "svg"]].concat());
    assert!(svg.starts_with("<svg") && svg.contains("3 steps"));

    refused(&[&file[..], &["--walk", "items"]].concat(), "has no treasure room and no shop: leave");
    refused(&[&FLOOR[..], &["--walk", "ful"]].concat(), "did you mean `full`");
    refused(&[&FLOOR[..], &["--walk", "full", "--format", "jsonl"]].concat(), "--format json");
    refused(&[&FLOOR[..], &["--walk", "full", "--format", "dot"]].concat(), "has no walk");
    refused(&[&FLOOR[..], &["--awards", "--format", "tiled"]].concat(), "has no awards");
    refused(&["floor", "--phase", "layout", "--walk", "full"], "no boss room");
}

#[test]
fn l1_f12_deep_stages_have_names_and_no_measures_of_rooms_they_lack() {
    for (stage_type, name) in [("0", "Sheol"), ("1", "Cathedral")] {
        let stage = ["sample", "--level", "10", "--stage-type", stage_type, "--count", "50"];
        let sample = json(&stage);
        assert_eq!(sample["stage"], name);
        for measure in ["treasure_distance", "shop_distance", "items_walk"] {
            assert_eq!(sample["measures"][measure], serde_json::json!({}), "{measure}");
        }
        let text = printed(&[&stage[..], &["--format", "text"]].concat());
        let heading = format!("rebirth repentance, level 10 ({name}), curse drawn: 50 floors\n");
        assert!(text.starts_with(&heading), "{text}");
        assert!(
            text.contains("\nshop_distance                      -  ") && text.contains("full_walk")
        );
    }
    assert_eq!(json(&["sample", "--level", "8", "--count", "5"]).get("stage"), None);
    // Flash's article has both rooms on each of its levels.
    let deep = ["sample", "--backend", "flash", "--edition", "article", "--level", "9"];
    let sample = json(&[&deep[..], &["--count", "50", "--curse", "none"]].concat());
    let counts = sample["measures"]["items_walk"].as_object().unwrap().values();
    assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), 50);
    assert!(printed(&["floor", "--level", "12", "--seed", "7"]).contains("level 12 (The Void)"));
}
