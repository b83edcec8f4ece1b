//! Files in memory are read like files with the same paths on a disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use basement_roomfiles::{
    EMBEDDED, LoadedRooms, MemoryFiles, RoomFileError, load_files, load_with_base, parse, write,
};
use basement_rooms::{Catalogue, RoomFileFormat};
use proptest::prelude::*;
use proptest::sample::select;

/// A file of rooms, of boss pools or of neither, as a mod may have it.
#[derive(Clone, Debug)]
struct File {
    path: String,
    bytes: Vec<u8>,
    /// Whether it is an hour newer than others.
    is_late: bool,
}

fn file() -> impl Strategy<Value = File> {
    let roots = select(vec!["game", "mods/a", "mods/b", "mods/b/inner", "loose"]);
    let folders = select(vec![
        "resources/rooms",
        "resources-dlc3/rooms",
        "content/rooms",
        "content-dlc3/rooms",
        "content/rooms/xml",
        "content/rooms/.hidden",
        "content/rooms/greed",
        "resources/luarooms",
        "resources",
        "",
    ]);
    let names = select(vec![
        "01.basement.stb",
        "01.basement.xml",
        "01.Basement.xml",
        "02.cellar.stb",
        "02.cellar.xml",
        "19.greed basement.stb",
        "attic.stb",
        "attic.xml",
        "bosspools.xml",
        "metadata.xml",
        "notes.txt",
    ]);
    let rooms = prop::collection::vec(0..4_u32, 0..3);
    (roots, folders, names, rooms, any::<bool>()).prop_map(
        |(root, folder, name, variants, is_late)| {
            let path = [root, folder, name].map(str::to_owned).join("/").replace("//", "/");
            File { path, bytes: bytes_of(name, &variants), is_late }
        },
    )
}

fn bytes_of(name: &str, variants: &[u32]) -> Vec<u8> {
    let rooms: String = variants
        .iter()
        .map(|variant| format!("<room type='1' variant='{variant}' name='{name}' shape='1'/>"))
        .collect();
    let text = format!("<rooms>{rooms}</rooms>");
    match name {
        "bosspools.xml" => {
            let boss = variants.first().copied().unwrap_or(9);
            format!("<bosspools><pool name='Basement'><boss id='{boss}'/></pool></bosspools>")
                .into_bytes()
        }
        "metadata.xml" => b"<metadata/>".to_vec(),
        "notes.txt" => text.into_bytes(),
        _ if name.ends_with(".stb") => {
            write(&parse("a.xml", text.as_bytes()).unwrap(), RoomFileFormat::Stb1).unwrap()
        }
        _ => text.into_bytes(),
    }
}

/// Everything that loading reports, with paths relative to a folder.
fn told(loaded: Result<LoadedRooms, RoomFileError>, folder: &Path) -> String {
    let text = match loaded {
        Ok(loaded) => {
            let LoadedRooms { catalogue, skipped, findings, renumbered, only_adds, .. } = &loaded;
            format!(
                "{:?} {:?} {:?} {skipped:?} {findings:?} {renumbered} {only_adds}",
                catalogue.rooms(),
                catalogue.sources(),
                catalogue.boss_pools(),
            )
        }
        Err(error) => error.to_string(),
    };
    text.replace(&format!("{}/", folder.display()), "")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn loading_from_memory_agrees_with_loading_from_disk(
        files in prop::collection::vec(file(), 1..12),
        with_embedded in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let mut memory = MemoryFiles::default();
        for File { path, bytes, is_late } in files {
            let on_disk = folder.path().join(&path);
            fs::create_dir_all(on_disk.parent().unwrap()).unwrap();
            fs::write(&on_disk, &bytes).unwrap();
            let modified = now + Duration::from_secs(if is_late { 3600 } else { 0 });
            fs::File::options().append(true).open(&on_disk).unwrap().set_modified(modified).unwrap();
            memory.insert(&path, bytes, Some(modified));
        }
        let folder = fs::canonicalize(&folder).unwrap();
        let mut top: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        top.sort();
        if with_embedded {
            top.insert(0, EMBEDDED.into());
        }
        let from_disk = told(load_with_base(&top), &folder);
        let from_memory = told(load_files(&memory, with_embedded), &folder);
        prop_assert_eq!(from_disk, from_memory);
    }
}

#[test]
fn loose_files_are_at_the_top_and_other_files_are_skipped() {
    let mut files = MemoryFiles::default();
    assert!(files.is_empty());
    assert!(matches!(load_files(&files, false), Err(RoomFileError::NoFiles { .. })));
    files.insert("/02.cellar.xml", bytes_of("02.cellar.xml", &[7]), None);
    files.insert("../01.basement.stb", bytes_of("01.basement.stb", &[1, 2]), None);
    files.insert("bosspools.xml", bytes_of("bosspools.xml", &[44]), None);
    files.insert("entities2.xml", b"<entities/>".to_vec(), None);
    assert_eq!(files.len(), 4);
    let loaded = load_files(&files, false).unwrap();
    assert_eq!(loaded.catalogue.rooms().len(), 3);
    assert_eq!(loaded.catalogue.boss_pools().pool(1)[0].id, 44);
    let names: Vec<_> =
        loaded.catalogue.sources().into_iter().filter_map(|source| source.name).collect();
    assert_eq!(names, ["01.basement.stb", "02.cellar.xml"]);
}

#[test]
fn a_file_is_removed_by_the_path_that_it_was_inserted_under() {
    let mut files = MemoryFiles::default();
    for path in ["/02.cellar.xml", "../01.basement.stb", "./mods/a.xml"] {
        files.insert(path, Vec::new(), None);
        assert!(files.remove(Path::new(path)) && !files.remove(Path::new(path)), "{path}");
    }
    assert!(files.is_empty());
}

#[test]
fn the_content_folder_of_a_mod_alone_adds_to_the_engines_rooms() {
    let mut files = MemoryFiles::default();
    files.insert("content/rooms/01.basement.stb", bytes_of("01.basement.stb", &[1]), None);
    let loaded = load_files(&files, false).unwrap();
    assert!(loaded.only_adds);
    let embedded = Catalogue::embedded().rooms().len();
    assert_eq!(loaded.catalogue.rooms().len(), embedded + 1);
    let own: Vec<_> = loaded.catalogue.sources().into_iter().map(|source| source.name).collect();
    assert_eq!(own, [Some("embedded"), Some("content")]);
}

#[test]
fn an_error_names_the_file_by_its_path() {
    let mut files = MemoryFiles::default();
    files.insert("mod/content/rooms/01.basement.stb", b"STB1\x09".to_vec(), None);
    let error = load_files(&files, false).unwrap_err().to_string();
    assert!(error.starts_with("mod/content/rooms/01.basement.stb, offset 5: "), "{error}");
}
