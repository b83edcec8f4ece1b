//! Mods as their makers try them: `--rooms` given several times, and what is said about it.

use serde_json::Value;

use crate::program::{Folder, printed, refused, run, told};

impl Folder {
    /// Writes an XML file whose only room has a name, a variant and attributes.
    fn put(&self, path: &str, name: &str, variant: u32, attributes: &str) {
        std::fs::create_dir_all(self.0.path().join(path).parent().unwrap()).unwrap();
        let doors = "<door exists='True' x='-1' y='3'/><door exists='True' x='13' y='3'/>\
                     <door exists='True' x='6' y='-1'/><door exists='True' x='6' y='7'/>";
        let text = format!(
            "<rooms><room variant='{variant}' name='{name}' shape='1' width='13' height='7' {attributes}>\
             {doors}</room></rooms>"
        );
        self.write(path, text);
    }
}

const SECRET: &str = "type='7' subtype='0' difficulty='1' weight='1000000'";

#[test]
fn a_mod_that_only_adds_extends_the_built_in_rooms_and_its_rooms_appear_on_floors() {
    let folder = Folder::new();
    folder.put("mine/content/rooms/00.special rooms.xml", "my\u{9b} secret", 0, SECRET);
    let path = folder.path("mine");
    let (floor, message) = told(&["floor", "--rooms", &path, "--level", "2"]);
    assert!(floor.contains("? my\\u{9b} secret (variant "), "{floor}");
    assert!(floor.contains(" of 00.special rooms.xml, mine)"), "{floor}");
    for said in [
        "note: the files only add to the game's rooms; the engine's own stand in for these",
        "00.special rooms.xml: the game reads STB1 only, and this is xml: export it for the game",
        "note: a room got another variant, because its own was taken",
    ] {
        assert!(message.contains(said), "{message}");
    }
    let (json, _) = told(&["floor", "--rooms", &path, "--level", "2", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let rooms = json["rooms"].as_array().unwrap();
    let mine = rooms.iter().find(|room| room["source"] == "mine").unwrap();
    assert_eq!(mine["name"], "my\u{9b} secret");
    assert_ne!(mine["variant"], 0, "0 is taken");

    let (counts, _) = told(&[
        "rooms",
        "frequency",
        "--rooms",
        &path,
        "--level",
        "2",
        "--count",
        "300",
        "--source",
        "mine",
    ]);
    assert!(
        counts.contains("4,844 rooms of the engine itself, 1 of `mine` in 25 files"),
        "{counts}"
    );
    assert!(counts.contains("mine: 00.special rooms.xml  secret."), "{counts}");
    // The same with the word for the engine's rooms.
    let (named, message) =
        told(&["floor", "--rooms", "embedded", "--rooms", &path, "--level", "2"]);
    assert_eq!(named, floor);
    assert!(!message.contains("stand in"), "{message}");
    // Each note comes once, and an address would show the floor of other rooms.
    let (floor, message) = told(&["floor", "--rooms", &path, "--level", "2"]);
    assert_eq!(message.matches("stand in").count(), 1, "{message}");
    assert!(!floor.contains("in the browser"), "{floor}");
}

#[test]
fn list_names_the_owners_of_its_files_and_what_it_leaves_out() {
    let folder = Folder::new();
    folder.put("mods/a/content/rooms/01.basement.xml", "a", 1, "type='1'");
    folder.put("mods/b/content/rooms/01.basement.xml", "b", 1, "type='1'");
    folder.put("mods/b/content/rooms/01.basmement.xml", "typo", 1, "type='1'");
    folder.put("mods/b/content/rooms/greed/01.basement.xml", "greed", 1, "type='1'");
    let (list, message) = told(&["rooms", "list", &folder.path("mods")]);
    for line in [
        "    1 room  in  1 file  of a",
        "    1 room  in  1 file  of b",
        "mods/b/content/rooms/greed is left out: it holds rooms of Greed mode",
        "mods/b/content/rooms/01.basmement.xml is left out: the game reads no room file of this name",
    ] {
        assert!(list.contains(line), "{line} of\n{list}");
    }
    assert!(message.contains("2 files such as "), "{message}");
    let (json, _) = told(&["rooms", "list", &folder.path("mods"), "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["sources"][1], serde_json::json!({ "name": "b", "files": 1, "rooms": 1 }));
    assert_eq!(json["files"][1]["source"], "b");
    assert_eq!(json["skipped"].as_array().unwrap().len(), 2);
}

#[test]
fn missing_rooms_are_reported_before_the_first_floor() {
    let folder = Folder::new();
    folder.put(
        "rooms/00.special rooms.xml",
        "boss",
        1,
        "type='5' subtype='6' difficulty='1' weight='1'",
    );
    folder.put("rooms/07.depths.xml", "plain", 1, "type='1' difficulty='1' weight='1'");
    // No output leaves out floors without a word because the catalogue lacks their rooms.
    let rooms = folder.path("rooms");
    for arguments in [
        &["floor"][..],
        &["sample", "--count", "10"],
        &["rows", "--count", "10"],
        &["ablate", "--count", "10"],
        &["find", "--where", "rooms > 3", "--random", "10"],
    ] {
        let output = run(&[arguments, &["--level", "6", "--rooms", &rooms]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        for said in [
            "note: `00.special rooms` has no super_secret room (type 8) with a weight above 0, which W30 asks for on stage 6",
            "error: the catalogue has no ",
        ] {
            assert!(message.contains(said), "{arguments:?} {message}");
        }
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {message}");
    }
    let weightless = Folder::new();
    weightless.put(
        "rooms/00.special rooms.xml",
        "boss",
        1,
        "type='5' subtype='6' difficulty='1' weight='0'",
    );
    weightless.put("rooms/07.depths.xml", "plain", 1, "type='1' difficulty='1' weight='1'");
    let floor = ["floor", "--rooms", &weightless.path("rooms"), "--level", "6"];
    assert_eq!(
        refused(&floor, ""),
        "error: the catalogue has no boss rooms (type 5) with a weight above 0, which W14 asks for on stage 6: \
         add a file `00.special rooms` that has them, or read the built-in rooms as well, as `embedded`\n"
    );
}

#[test]
fn every_command_that_makes_rebirths_floors_takes_rooms() {
    let folder = Folder::new();
    folder.put("mine/content/rooms/00.special rooms.xml", "mine", 0, SECRET);
    let path = folder.path("mine");
    let out = folder.path("out");
    let text = format!(
        "title = 'Mine'\nfloors = 20\nlevels = [1]\nformat = ['markdown']\nrooms = ['embedded', '{path}']\n\
         [[series]]\nname = 'Rebirth'\nbackend = 'rebirth'\n"
    );
    let study = folder.write("study.toml", text);
    for arguments in [
        &["floor", "--rooms", &path][..],
        &["explain", "--rooms", &path],
        &["posterior", "--rooms", &path],
        &["sample", "--count", "20", "--rooms", &path],
        &["rows", "--count", "20", "--rooms", &path],
        &["ablate", "--count", "20", "--set", "rebirth.dead_ends.base=0", "--rooms", &path],
        &["laws", "--count", "20", "--rooms", &path],
        &["rooms", "frequency", "--count", "20", "--rooms", &path],
        &["study", &study, "--out", &out],
    ] {
        let (_, message) = told(arguments);
        assert!(
            message.contains("00.special rooms.xml: the game reads STB1 only"),
            "{arguments:?}: {message}"
        );
    }
    let page = printed(&["laws", "--count", "20", "--rooms", &path]);
    assert!(page.contains("`basement-lab laws --count 20 --rooms mine` makes"), "{page}");
    let page = std::fs::read_to_string(format!("{out}/README.md")).unwrap();
    assert!(page.contains("here 4,844 rooms of the engine itself, 1 of `mine`"), "{page}");
    let manifest = std::fs::read_to_string(format!("{out}/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["study"]["rooms"], serde_json::json!(["embedded", path]));
}
