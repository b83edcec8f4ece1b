//! Your own generator beside both games: a null model, which keeps the number of rooms of a
//! game's floors and none of its other rules.
//!
//! ```sh
//! cargo run --release --example third_backend            # writes to target/null-model
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::path::PathBuf;
use std::sync::Arc;

use basement_lab::survey::{Rules, SeedKind, measure};
use basement_lab::{Backend, ReportOptions, Series, Study, write_report};
use null_model::NullModel;

// The generator: how one is written is in that file, about fifty lines.
#[expect(unreachable_pub, reason = "the same file is a module of a library")]
#[path = "../crates/survey/src/null_model.rs"]
mod null_model;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flash = Rules::new(Backend::Flash).edition("wrath-of-the-lamb");
    let flash_sizes = Arc::new(NullModel(flash.generator()?));
    let rebirth_sizes = Arc::new(NullModel(Backend::Rebirth.generator("", &[])?));
    let mut last = Series::new("Null (Rebirth's sizes)", rebirth_sizes);
    last.seeds = Some(SeedKind::Run);
    let results = Study::new("What remains when only the size is kept")
        .floors(5_000)
        .levels([1, 4, 8])
        .series(Series::new("Flash", flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("Null (Flash's sizes)", flash_sizes))
        .series(last)
        .run(&|_| {})?;
    // What remains of each difference between the games, on level 8.
    for measure in [measure::ROOMS, measure::DEAD_ENDS, measure::LOOPS, measure::BOSS_DISTANCE] {
        let arm = |series| results.arm(series, 8, false);
        let mean = |series| arm(series).and_then(|arm| arm.summary.mean(measure)).unwrap_or(0.0);
        let (games, sizes) = (mean(1) - mean(0), mean(3) - mean(2));
        println!("{:<14} games {games:+.2}, sizes alone {sizes:+.2}", measure.name);
    }
    let folder = std::env::args_os().nth(1).map_or("target/null-model".into(), PathBuf::from);
    let options = ReportOptions::new("cargo run --release --example third_backend").only([
        "loops",
        "boss-distance",
        "likeness-1",
        "likeness-2",
    ]);
    let files = write_report(&results, &options, &folder)?;
    println!("{} files in {}", files.written.len(), folder.display());
    Ok(())
}
