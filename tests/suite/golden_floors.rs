//! Floors that must never change for the same address. A change here that is
//! meant calls for a new stream version of the backend.
//!
//! `UPDATE_GOLDEN=1 cargo test golden_floors` writes the files anew.

use std::fmt::Write;
use std::path::PathBuf;

use crate::common::subjects;
use basement_lab::{Backend, Curse, Floor, Request, Seed};
use strum::IntoEnumIterator;

/// A floor in a line: rooms as x,y,shape,depth,kind,slots,interior.
fn line(floor: &Floor) -> String {
    let mut text = format!("{} {} {}:", floor.attempts(), floor.draws(), floor.wanted());
    for room in floor.rooms() {
        let interior = room.interior.map_or_else(|| "-".to_owned(), |index| index.to_string());
        let _ = write!(
            text,
            " {},{},{},{},{},{:02x},{interior}",
            room.anchor.x,
            room.anchor.y,
            room.shape.id(),
            room.depth,
            room.kind,
            room.slots.bits()
        );
    }
    let dead_ends: Vec<String> = floor.dead_ends().iter().map(u8::to_string).collect();
    let _ = write!(text, " | {}", dead_ends.join(","));
    text
}

fn golden(backend: Backend) -> String {
    let mut text = String::new();
    for subject in subjects().iter().filter(|subject| subject.backend == backend) {
        let version = subject.generator.describe().stream_version;
        let _ = writeln!(text, "# {backend} {} stream {version}", subject.edition);
        for level in &subject.levels {
            let plain = Request::level(*level).without_curse();
            let labyrinth = Request::level(*level).with_curse(Curse::Labyrinth);
            for request in [plain, labyrinth] {
                for seed in [Seed::game(20_111_104).unwrap(), Seed::Pcg(20_141_104)] {
                    let floor = match subject.generator.generate(&request, seed) {
                        Ok(floor) => line(&floor),
                        Err(error) => error.to_string(),
                    };
                    let _ = writeln!(text, "{level} {} {seed} = {floor}", request.curse);
                }
            }
        }
    }
    text
}

#[test]
fn the_same_address_gives_the_same_floor_for_ever() {
    for backend in Backend::iter() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(format!("{backend}.txt"));
        let now = golden(backend);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &now).unwrap();
        }
        let then = std::fs::read_to_string(&path).unwrap_or_default();
        for (line, (then, now)) in then.lines().zip(now.lines()).enumerate() {
            assert_eq!(
                then,
                now,
                "{backend}, line {}: another floor for the same address; if that is meant, count up \
                 the stream version and run `UPDATE_GOLDEN=1 cargo test golden_floors`",
                line + 1
            );
        }
        assert_eq!(then.lines().count(), now.lines().count(), "{backend}: other addresses");
    }
}
