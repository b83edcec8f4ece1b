//! Room files as mods have them on a disk: which are read, which are left out and why, and how they
//! are merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use basement_roomfiles::{
    EMBEDDED, FindingKind, LoadedRooms, NoStage, RoomFileError, SkipReason, check_place, load,
    load_with_base, parse, room_files, write,
};
use basement_rooms::{Catalogue, RoomFileFormat};
use tempfile::TempDir;

/// A folder for a test's files, removed when the test ends.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file whose rooms have these names and variants, in the format of the path's ending.
    fn put(&self, path: &str, rooms: &[(&str, u32)]) -> PathBuf {
        let rooms: String = rooms
            .iter()
            .map(|(name, variant)| {
                format!("<room type='1' variant='{variant}' name='{name}' shape='1'/>")
            })
            .collect();
        let text = format!("<rooms>{rooms}</rooms>");
        let bytes = match path.ends_with(".xml") {
            true => text.into_bytes(),
            false => {
                write(&parse("a.xml", text.as_bytes()).unwrap(), RoomFileFormat::Stb1).unwrap()
            }
        };
        self.put_bytes(path, &bytes)
    }

    fn put_bytes(&self, path: &str, bytes: &[u8]) -> PathBuf {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// What is skipped, with paths relative to the folder.
    fn skipped(&self, loaded: &LoadedRooms) -> Vec<(String, SkipReason)> {
        let mut skipped: Vec<_> = loaded
            .skipped
            .iter()
            .map(|skipped| {
                let path = skipped.path.strip_prefix(self.0.path()).unwrap_or(&skipped.path);
                (path.display().to_string(), skipped.reason.clone())
            })
            .collect();
        skipped.sort_by(|left, right| left.0.cmp(&right.0));
        skipped
    }
}

/// The names of the rooms of a stage file, each with its variant, in the order of the catalogue.
fn rooms(catalogue: &Catalogue, stage: u8) -> Vec<(String, u32)> {
    (0_u16..)
        .zip(catalogue.rooms())
        .filter(|(_, room)| room.stage == Some(stage))
        .map(|(index, room)| (catalogue.interior(index).unwrap().name.clone(), room.variant))
        .collect()
}

fn named(rooms: &[(&str, u32)]) -> Vec<(String, u32)> {
    rooms.iter().map(|(name, variant)| ((*name).to_owned(), *variant)).collect()
}

#[test]
fn mods_add_and_replace_in_any_order_of_paths() {
    let folder = Folder::new();
    folder.put("game/resources/rooms/01.basement.stb", &[("game", 0), ("game", 1)]);
    folder.put("game/resources/rooms/02.cellar.stb", &[("game", 5)]);
    folder.put("mods/b adds/content/rooms/01.basement.stb", &[("b", 1), ("b", 9)]);
    folder.put("mods/a adds/content/rooms/01.basement.stb", &[("a", 1)]);
    folder.put("mods/c full/resources/rooms/02.cellar.stb", &[("c", 5)]);
    folder.put_bytes("mods/c full/metadata.xml", b"<metadata/>");
    folder.put("mods/a adds/content/rooms/02.cellar.stb", &[("a", 5)]);
    for paths in [["game", "mods"], ["mods", "game"]] {
        let loaded = load(&paths.map(|path| folder.at(path))).unwrap();
        let catalogue = &loaded.catalogue;
        assert_eq!(
            rooms(catalogue, 1),
            named(&[("game", 0), ("game", 1), ("a", 2), ("b", 3), ("b", 9)])
        );
        assert_eq!(rooms(catalogue, 2), named(&[("c", 5), ("a", 6)]));
        assert_eq!(loaded.renumbered, 3);
        assert!(loaded.skipped.is_empty() && loaded.findings.is_empty(), "{loaded:?}");
        let mut sources: Vec<_> = catalogue.sources();
        sources.sort_by_key(|source| source.name);
        let sources: Vec<_> = sources
            .iter()
            .map(|source| (source.name.unwrap(), source.files, source.rooms))
            .collect();
        assert_eq!(sources, [("a adds", 2, 2), ("b adds", 1, 2), ("c full", 1, 1), ("game", 1, 2)]);
    }
}

#[test]
fn two_mods_that_replace_a_file_exclude_each_other_and_the_last_is_read() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        folder.put(&format!("mods/{name}/resources/rooms/01.basement.stb"), &[(name, 1)]);
        folder.put_bytes(&format!("mods/{name}/metadata.xml"), b"<metadata/>");
    }
    let loaded = load(&[folder.at("mods")]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("b", 1)]));
    assert_eq!(
        folder.skipped(&loaded),
        [(
            "mods/a/resources/rooms/01.basement.stb".to_owned(),
            SkipReason::ReplacedBy("b".to_owned())
        )]
    );
}

#[test]
fn files_that_the_game_does_not_read_are_left_out_and_reported() {
    let folder = Folder::new();
    let put = |path: &str| folder.put(path, &[("x", 1)]);
    put("mod/content/rooms/01.basement.stb");
    put("mod/content/rooms/19.greed basement.stb");
    put("mod/content/rooms/my rooms.stb");
    put("mod/content/rooms/old/01.basement.stb");
    put("mod/content/rooms/greed/01.basement.stb");
    put("mod/resources/luarooms/anything.xml");
    put("mod/sources/01.basement.xml");
    put("mod/content/rooms/26.the void.stb");
    folder.put_bytes("mod/content/entities2.xml", b"<entities><entity id='10'/></entities>");
    folder.put_bytes("mod/resources/bosspools.xml", b"<bosspools/>");
    folder.put_bytes("mod/metadata.xml", b"<metadata/>");
    folder.put_bytes("mod/main.lua", b"");
    let loaded = load(&[folder.at("mod")]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("x", 1)]));
    assert_eq!(
        folder.skipped(&loaded),
        [
            ("mod/content/rooms/19.greed basement.stb", SkipReason::NoStage(NoStage::Greed)),
            ("mod/content/rooms/26.the void.stb", SkipReason::NoStage(NoStage::NotRead)),
            ("mod/content/rooms/greed", SkipReason::NoStage(NoStage::Greed)),
            ("mod/content/rooms/my rooms.stb", SkipReason::NoStage(NoStage::WrongName)),
            ("mod/content/rooms/old/01.basement.stb", SkipReason::WrongPlace),
            ("mod/resources/bosspools.xml", SkipReason::BossPools),
            ("mod/resources/luarooms", SkipReason::Scripts),
            ("mod/sources/01.basement.xml", SkipReason::WrongPlace),
        ]
        .map(|(path, reason)| (path.to_owned(), reason))
    );
    let remarks = loaded.remarks();
    assert_eq!(remarks.len(), 6, "{remarks:?}");
    assert!(remarks.iter().any(|line| line.starts_with("2 files such as ")), "{remarks:?}");
    // Each of them is a room file that can be checked.
    let (files, others) = room_files(&folder.at("mod")).unwrap();
    assert_eq!((files.len(), others), (8, vec![folder.at("mod/content/entities2.xml")]));
}

#[test]
fn a_binary_file_wins_over_the_xml_file_of_its_name_and_a_difference_is_reported() {
    let folder = Folder::new();
    folder.put("mod/content/rooms/01.basement.stb", &[("old", 1)]);
    folder.put("mod/content/rooms/01.basement.xml", &[("new", 1), ("more", 2)]);
    folder.put("mod/content/rooms/02.cellar.stb", &[("same", 1)]);
    let xml = folder.put("mod/content/rooms/xml/02.Cellar.xml", &[("same", 1)]);
    folder.put("mod/content/rooms/04.caves.xml", &[("only", 1)]);
    let loaded = load(&[folder.at("mod")]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("old", 1)]));
    assert_eq!(rooms(&loaded.catalogue, 2), named(&[("same", 1)]));
    assert_eq!(rooms(&loaded.catalogue, 4), named(&[("only", 1)]));
    assert!(loaded.skipped.is_empty());
    let findings: Vec<_> =
        loaded.findings.iter().map(|(_, finding)| finding.kind.clone()).collect();
    let how = "1 room added, 1 changed".to_owned();
    let not_for_the_game = FindingKind::NotForTheGame { format: RoomFileFormat::Xml };
    assert_eq!(findings, [FindingKind::OutOfDate { how }, not_for_the_game]);
    assert!(loaded.remarks()[0].ends_with("and the game reads this one: export again"));

    let later = SystemTime::now() + Duration::from_secs(3600);
    std::fs::File::options().append(true).open(xml).unwrap().set_modified(later).unwrap();
    let loaded = load(&[folder.at("mod")]).unwrap();
    assert!(loaded.findings.iter().any(|(_, finding)| finding.kind == FindingKind::Older));
}

#[test]
fn check_reports_a_mods_file_that_the_game_does_not_read() {
    let folder = Folder::new();
    folder.put_bytes("mod/metadata.xml", b"<metadata/>");
    let stb2 = write(&parse("a.xml", b"<rooms/>").unwrap(), RoomFileFormat::Stb2).unwrap();
    let exported = folder.put("mod/content/rooms/02.cellar.stb", &[("old", 1)]);
    let out_of_date = FindingKind::OutOfDate { how: "1 room changed".to_owned() };
    let odd = |format| vec![FindingKind::NotForTheGame { format }];
    for (path, expected) in [
        (folder.put("mod/content/rooms/01.basement.xml", &[("x", 1)]), odd(RoomFileFormat::Xml)),
        (folder.put_bytes("mod/resources/rooms/04.caves.stb", &stb2), odd(RoomFileFormat::Stb2)),
        (folder.put("mod/content/rooms/07.depths.stb", &[("x", 1)]), Vec::new()),
        // The game reads the binary file beside it.
        (folder.put("mod/content/rooms/02.cellar.xml", &[("new", 1)]), Vec::new()),
        (exported, vec![out_of_date]),
        (
            folder.put("mod/content/rooms/1.basement.stb", &[("x", 1)]),
            vec![FindingKind::WrongName { right: "01.basement".to_owned() }],
        ),
        (
            folder.put("mod/content-dlc3/rooms/99.Special Rooms.stb", &[("x", 1)]),
            vec![FindingKind::WrongName { right: "00.special rooms".to_owned() }],
        ),
        (folder.put("mod/content/rooms/13.Blue Womb.STB", &[("x", 1)]), Vec::new()),
        // Scripts read files of other names.
        (folder.put("mod/content/rooms/my rooms.xml", &[("x", 1)]), Vec::new()),
        (folder.put("plain/01.basement.xml", &[("x", 1)]), Vec::new()),
    ] {
        assert_eq!(check_place(&path, &fs::read(&path).unwrap()), expected, "{}", path.display());
    }
}

#[test]
fn files_outside_the_folders_of_mods_add_to_their_stages() {
    let folder = Folder::new();
    folder.put("rooms/a/14.sheol.xml", &[("a", 1)]);
    folder.put("rooms/b/09.sheol.stb", &[("b", 1)]);
    folder.put("rooms/b/notes.txt", &[]);
    let alone = folder.put("mine.xml", &[("mine", 1)]);
    let loaded = load(&[folder.at("rooms"), alone.clone()]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 14), named(&[("a", 1), ("b", 2)]));
    // A file that is given by its path is read whatever its name, but no floor draws its rooms.
    assert_eq!(loaded.catalogue.rooms().len(), 3);
    assert_eq!(loaded.catalogue.rooms()[2].stage, None);
    assert_eq!(loaded.findings[0].1.kind, FindingKind::NoStage(NoStage::WrongName));
    assert_eq!(loaded.findings[0].0, alone);
}

#[test]
fn the_built_in_rooms_replace_the_games_if_files_only_add() {
    let folder = Folder::new();
    folder.put("mod/content/rooms/01.basement.stb", &[("mine", 1)]);
    let path = folder.at("mod/content/rooms");
    let alone = load(&[&path]).unwrap();
    assert!(alone.only_adds);
    assert_eq!(alone.catalogue.rooms().len(), 1);
    let based = load_with_base(&[&path]).unwrap();
    let embedded = Catalogue::embedded().rooms().len();
    assert_eq!(based.catalogue.rooms().len(), embedded + 1);
    assert!(based.remarks()[0].contains("the engine's own stand in"));
    let named = load(&[Path::new(EMBEDDED), &path]).unwrap();
    assert!(!named.only_adds);
    assert_eq!(named.catalogue.rooms(), based.catalogue.rooms());
    // A single file of the mod still only adds.
    assert!(load(&[path.join("01.basement.stb")]).unwrap().only_adds);
}

#[test]
fn missing_and_broken_room_files_are_named() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.at("empty")).unwrap();
    assert!(matches!(load(&[folder.at("empty")]), Err(RoomFileError::NoFiles { .. })));
    let error = load(&[folder.at("none")]).unwrap_err();
    assert!(matches!(error, RoomFileError::Unreadable { .. }), "{error}");
    folder.put_bytes("bad/15.cathedral.stb", b"STB1\x09");
    let error = load(&[folder.at("bad")]).unwrap_err().to_string();
    assert!(error.contains("15.cathedral.stb, offset 5: the file ends"), "{error}");
}

#[test]
fn a_file_that_two_paths_lead_to_is_read_once() {
    let folder = Folder::new();
    let file = folder.put("mods/a/content/rooms/01.basement.stb", &[("a", 1)]);
    let loaded = load(&[folder.at("mods"), folder.at("mods/a"), file]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("a", 1)]));
    let path = "mods/a/content/rooms/01.basement.stb".to_owned();
    let twice = (path, SkipReason::ReadBefore);
    assert_eq!(folder.skipped(&loaded), [twice.clone(), twice]);
}

#[test]
fn a_broken_xml_file_beside_a_binary_file_is_skipped() {
    let folder = Folder::new();
    folder.put("mod/content/rooms/01.basement.stb", &[("a", 1)]);
    let xml = folder.put_bytes("mod/content/rooms/01.basement.xml", b"<rooms><room");
    let loaded = load(&[folder.at("mod")]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("a", 1)]));
    let reason = SkipReason::Instead(folder.at("mod/content/rooms/01.basement.stb"));
    let path = "mod/content/rooms/01.basement.xml".to_owned();
    assert_eq!(folder.skipped(&loaded), [(path, reason)]);
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    let later = SystemTime::now() + Duration::from_secs(3600);
    std::fs::File::options().append(true).open(xml).unwrap().set_modified(later).unwrap();
    let loaded = load(&[folder.at("mod")]).unwrap();
    assert_eq!(loaded.findings[0].1.kind, FindingKind::Older);
}

#[test]
fn a_mod_is_recognized_by_a_content_folder_of_any_version() {
    let folder = Folder::new();
    folder.put("game/resources/rooms/01.basement.stb", &[("old", 1)]);
    folder.put("game/resources-dlc3/rooms/01.basement.stb", &[("game", 1)]);
    folder.put("mods/m/content-dlc3/rooms/02.cellar.stb", &[("m", 1)]);
    folder.put("mods/m/resources-dlc3/rooms/01.basement.stb", &[("m", 1)]);
    for paths in [["game", "mods"], ["mods", "game"]] {
        let loaded = load(&paths.map(|path| folder.at(path))).unwrap();
        assert_eq!(rooms(&loaded.catalogue, 1), named(&[("m", 1)]));
        assert!(loaded.skipped.is_empty(), "{:?}", loaded.skipped);
    }
    let game = load(&[folder.at("game")]).unwrap();
    assert_eq!(rooms(&game.catalogue, 1), named(&[("game", 1)]));
}

#[test]
fn w70_a_mods_boss_pools_are_left_out_whichever_of_its_folders_is_given() {
    let folder = Folder::new();
    let pools =
        |id: u32| format!("<bosspools><pool name='Basement'><boss id='{id}'/></pool></bosspools>");
    folder.put("mods/m/content/rooms/01.basement.stb", &[("m", 1)]);
    folder.put("mods/m/resources/rooms/02.cellar.stb", &[("m", 1)]);
    folder.put_bytes("mods/m/resources/bosspools.xml", pools(13).as_bytes());
    folder.put("game/resources/rooms/04.caves.stb", &[("game", 1)]);
    folder.put_bytes("game/resources/bosspools.xml", pools(20).as_bytes());
    let ids = |loaded: &LoadedRooms| -> Vec<u8> {
        loaded.catalogue.boss_pools().pool(1).iter().map(|boss| boss.id).collect()
    };
    let default: Vec<u8> =
        Catalogue::embedded().boss_pools().pool(1).iter().map(|boss| boss.id).collect();
    for path in ["mods", "mods/m", "mods/m/resources", "mods/m/resources/rooms"] {
        let loaded = load(&[folder.at(path)]).unwrap();
        assert_eq!(ids(&loaded), default, "{path}");
        let reasons: Vec<_> = loaded.skipped.iter().map(|skipped| &skipped.reason).collect();
        assert_eq!(reasons, [&SkipReason::BossPools], "{path}");
    }
    for path in ["game", "game/resources", "game/resources/rooms"] {
        let loaded = load(&[folder.at("mods"), folder.at(path)]).unwrap();
        assert_eq!(ids(&loaded), [20], "{path}");
    }
    let twice = load(&[folder.at("game"), folder.at("game/resources/rooms")]).unwrap();
    assert_eq!(
        folder.skipped(&twice),
        [("game/resources/rooms/04.caves.stb".to_owned(), SkipReason::ReadBefore)]
    );
    // A list that is given by its path is no room file, even if its last tag is wrong.
    let alone =
        folder.put_bytes("mine/bosspools.xml", pools(7).replace("</bosspools>", "</x>").as_bytes());
    let loaded = load_with_base(&[&alone]).unwrap();
    assert_eq!(ids(&loaded), [7]);
    assert_eq!(loaded.catalogue.rooms(), Catalogue::embedded().rooms());
    assert!(loaded.findings.is_empty() && loaded.skipped.is_empty());
    let of_mod = load_with_base(&[folder.at("mods/m/resources/bosspools.xml")]).unwrap();
    assert_eq!(of_mod.skipped[0].reason, SkipReason::BossPools);
    // Of two lists the last is used, and the other is reported.
    folder.put_bytes("game/resources-dlc3/bosspools.xml", pools(44).as_bytes());
    let loaded = load(&[folder.at("game")]).unwrap();
    assert_eq!(ids(&loaded), [44]);
    let skipped = folder.skipped(&loaded);
    assert_eq!(skipped[0].0, "game/resources/bosspools.xml");
    assert!(
        matches!(&skipped[0].1, SkipReason::ReplacedBy(by) if by.ends_with("dlc3/bosspools.xml"))
    );
}

#[cfg(unix)]
#[test]
fn cyclic_and_dangling_symlinks_do_no_harm() {
    let folder = Folder::new();
    folder.put("rooms/a/01.basement.stb", &[("a", 1)]);
    folder.put("rooms/b/02.cellar.stb", &[("b", 1)]);
    // Eight folders that each link to all eight: there are many thousands of paths through them.
    for link in 0..8 {
        for at in ["a", "b"] {
            let link = folder.at(&format!("rooms/{at}/again {link}"));
            std::os::unix::fs::symlink(folder.at("rooms"), link).unwrap();
        }
        let inner = folder.at(&format!("rooms/c{link}"));
        std::fs::create_dir_all(&inner).unwrap();
        for other in 0..8 {
            let target = folder.at(&format!("rooms/c{other}"));
            std::os::unix::fs::symlink(target, inner.join(format!("to {other}"))).unwrap();
        }
    }
    std::os::unix::fs::symlink(folder.at("gone"), folder.at("rooms/04.caves.stb")).unwrap();
    let loaded = load(&[folder.at("rooms")]).unwrap();
    assert_eq!(rooms(&loaded.catalogue, 1), named(&[("a", 1)]));
    assert_eq!(rooms(&loaded.catalogue, 2), named(&[("b", 1)]));
    assert!(loaded.skipped.is_empty(), "{:?}", loaded.skipped);
    assert_eq!(room_files(&folder.at("rooms")).unwrap().0.len(), 2);
}

#[test]
fn errors_show_no_control_characters_of_a_files_name() {
    let folder = Folder::new();
    folder.put_bytes("bad/1.\u{1b}[31m.stb", b"STB1\x09");
    let error = load(&[folder.at("bad/1.\u{1b}[31m.stb")]).unwrap_err().to_string();
    assert!(!error.contains('\u{1b}') && error.contains("\\u{1b}[31m"), "{error}");
}
