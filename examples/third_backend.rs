//! A generator of your own beside both games: a null model. It keeps the number of rooms of a game's
//! floors, and no other rule. `crates/survey/src/null_model.rs` shows how to write one, in about fifty
//! lines.
//!
//! ```sh
//! cargo run --release --example third_backend            # writes to target/null-model
//! cargo run --release --example third_backend my-report --rooms my-rooms
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::roomfiles::load_with_base;
use basement_lab::survey::{BackendRules, NullModel, SeedKind, measure};
use basement_lab::{Backend, ReportOptions, Series, Study, with_rooms, write_report};
use clap::Parser;

/// Which differences between the games' floors come from their size alone.
#[derive(Parser)]
struct Arguments {
    /// The folder to write to.
    #[arg(default_value = "target/null-model")]
    folder: PathBuf,
    /// Make Rebirth's floors from these rooms: a file or a folder of files; may be repeated.
    #[arg(long, value_name = "PATH")]
    rooms: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let flash = BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb");
    let flash_sizes = Arc::new(NullModel(flash.generator()?));
    let rebirth = if arguments.rooms.is_empty() {
        Backend::Rebirth.generator(None, &[])?
    } else {
        let rooms = Arc::new(load_with_base(&arguments.rooms)?.catalogue);
        Backend::Rebirth.generator_with_rooms(None, &[], Some(&rooms))?
    };
    let rebirth_sizes = Arc::new(NullModel(rebirth));
    let mut last = Series::new("Null (Rebirth's sizes)", rebirth_sizes);
    last.seeds = Some(SeedKind::Run);
    let mut study = Study::new("What remains when only the size is kept")
        .floors(5_000)
        .levels([1, 4, 8])
        .series(Series::new("Flash", flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("Null (Flash's sizes)", flash_sizes))
        .series(last);
    study.rooms = arguments.rooms;
    let (study, _) = with_rooms(study)?;
    let results = study.run(&|_| {})?;
    // The part of each difference between the games that size alone makes, on level 8.
    for measure in [measure::ROOMS, measure::DEAD_ENDS, measure::RINGS, measure::BOSS_DISTANCE] {
        let group = |series| results.group(series, 8, false);
        let mean =
            |series| group(series).and_then(|group| group.summary.mean(measure)).unwrap_or(0.0);
        let (games, sizes) = (mean(1) - mean(0), mean(3) - mean(2));
        println!("{:<14} games {games:+.2}, sizes alone {sizes:+.2}", measure.name);
    }
    let folder = arguments.folder;
    let options = ReportOptions::new("cargo run --release --example third_backend").only([
        "rings",
        "boss-distance",
        "likeness-1",
        "likeness-2",
    ]);
    let files = write_report(&results, &options, &folder)?;
    println!("{} files in {}", files.written.len(), folder.display());
    Ok(())
}
