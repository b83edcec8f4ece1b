//! `log`: the log that the game writes, compared with the engine.

mod engine;
mod follow;
mod report;
mod source;
mod table;

use std::path::{Path, PathBuf};

use basement_lab::gamelog::{Evidence, EvidenceFloor};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::notes::counted;
use crate::output::{OutputArguments, OutputFormat, formats};

use engine::EngineArguments;
use source::{name, read_floors};
use table::{Counts, Table, of_them};

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  basement-lab log log.txt                                     every floor, and what the engine says
  basement-lab log log.txt --edition afterbirth-plus --rooms game  with the game's own rooms
  basement-lab log log.txt --follow                            a map of each floor as it is entered
  basement-lab log report log.txt --out evidence.json          what may be published

The game replaces log.txt at every launch, on Windows in Documents/My Games/Binding of Isaac <edition>. \
A floor agrees if the engine makes the same attempts at its layout, with the same shapes, rooms, passes and \
forced dead ends, and the same start room. With --rooms the entered rooms are also compared. The log \
does not say whether the mode is normal or Hard, or what is unlocked. All combinations are tried, and the table shows \
which agree. If a floor differs, the exit code is 1.

What the words mean: basement-lab glossary"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    show: Show,
}

#[derive(Subcommand)]
enum Verb {
    /// Write the publishable part of logs: floors and versions, but no names, paths or items
    Report(report::Arguments),
}

#[derive(Args)]
struct Show {
    /// The log of the game, or evidence that `log report` wrote; - is standard input
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArguments,
    /// Keep reading while the game writes, and show the map of each floor as it is entered; Ctrl-C stops
    #[arg(long, conflicts_with_all = ["format", "out"])]
    follow: bool,
    /// With --follow: show only the names of floors and how many rooms they have
    #[arg(long, requires = "follow", conflicts_with_all = ["format", "out"])]
    spoil_nothing: bool,
    #[command(flatten)]
    output: OutputArguments<Show>,
}

formats!(Show: Text, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.verb, &arguments.show) {
        (Some(Verb::Report(arguments)), _) => report::run(arguments),
        (None, Show { file: Some(file), follow: true, engine, spoil_nothing, .. }) => {
            follow::run(file, engine, *spoil_nothing)
        }
        (None, Show { file: Some(file), .. }) => show(file, &arguments.show),
        // clap requires a file or a verb.
        (None, Show { file: None, .. }) => Ok(()),
    }
}

fn show(file: &Path, arguments: &Show) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let mut engine = arguments.engine.engine()?;
    let mut evidence = Evidence::default();
    let mut writer = output.open()?;
    let mut table = Table::new(!arguments.engine.rooms.has_rooms());
    let mut counts = Counts::default();
    let mut failed = None;
    read_floors(file, &mut |floor| {
        let floor = EvidenceFloor::new(floor, &mut engine);
        counts.add(floor.engine.verdict);
        if output.format == OutputFormat::Json {
            evidence.floors.push(floor);
        } else if failed.is_none() {
            failed = table.write(&floor, &mut writer).err();
        }
        failed.is_none()
    })?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if output.format == OutputFormat::Json {
        drop(writer);
        output.write_json(&evidence)?;
    } else {
        table.finish(&counts, &mut writer)?;
        writer.finish()?;
    }
    match counts.differ {
        0 => Ok(()),
        differ => Err(Failure::Work(format!(
            "{}: of {}, {} from what the engine makes",
            name(file),
            counted(counts.floors(), "floor"),
            of_them(differ, "differ")
        ))),
    }
}
