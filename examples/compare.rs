//! Compares Flash and Rebirth floors and writes PNG figures, their data, a
//! manifest and the pages that show them.
//!
//! ```sh
//! cargo run --release --example compare
//! cargo run --release --example compare -- --quick --out /tmp/look
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to its user")]

use std::path::PathBuf;
use std::process::ExitCode;

use basement_lab::{ReportOptions, Study, report_study};
use clap::Parser;

/// Compare Flash and Rebirth floors.
#[derive(Parser)]
struct Arguments {
    /// The folder to write to.
    #[arg(long, default_value = "reports")]
    out: PathBuf,
    /// Floors per generator and level.
    #[arg(long, conflicts_with_all = ["quick", "full"])]
    floors: Option<u64>,
    /// 1,000 floors per generator and level: seconds.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// 500,000 floors per generator and level: for publication.
    #[arg(long)]
    full: bool,
}

const DEFAULT_FLOORS: u64 = 20_000;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let floors = match arguments {
        Arguments { floors: Some(floors), .. } => floors,
        Arguments { quick: true, .. } => 1_000,
        Arguments { full: true, .. } => 500_000,
        _ => DEFAULT_FLOORS,
    };
    let chosen =
        if floors == DEFAULT_FLOORS { String::new() } else { format!(" -- --floors {floors}") };
    let options = ReportOptions {
        command: format!("cargo run --release --example compare{chosen}"),
        full: true,
    };
    match report_study(Study::flash_and_rebirth(floors), &options, &arguments.out) {
        Ok(files) => {
            println!("{} files in {}", files.len(), arguments.out.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
