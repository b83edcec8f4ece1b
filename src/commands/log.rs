//! `log`: the log that the game writes, compared with the engine.

mod follow;
mod report;
mod table;

use std::fs::File;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use basement_lab::floors::Unlocks;
use basement_lab::floors::rebirth::Edition;
use basement_lab::gamelog::{
    Evidence, EvidenceFloor, LogEngine, LogEvent, LogReader, LoggedFloor, Verdict,
};
use basement_lab::survey::SurveyError;
use clap::{Args, Subcommand};

use super::{counted, note};
use crate::Failure;
use crate::arguments::RoomsArguments;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::Named;

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
forced dead ends, and the same start room. With --rooms the entered rooms are compared, too. The log \
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

/// The engine that floors are compared with.
#[derive(Args)]
struct EngineArguments {
    /// The edition of the rules, by default that of the game that the log names; if it names none,
    /// afterbirth-plus and repentance are tried
    #[arg(long, value_parser = Named::<Edition>::new("edition"))]
    edition: Option<Edition>,
    /// What the save has unlocked; by default, all and fresh are both tried
    #[arg(long, value_parser = Named::one_of("set of unlocks", || vec![Unlocks::All, Unlocks::Fresh]))]
    unlocks: Option<Unlocks>,
    #[command(flatten)]
    rooms: RoomsArguments,
}

impl EngineArguments {
    fn engine(&self) -> Result<LogEngine, Failure> {
        Ok(LogEngine::new(self.edition, self.unlocks, self.rooms.load()?))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.verb, &arguments.show) {
        (Some(Verb::Report(arguments)), _) => report::run(arguments),
        (None, Show { file: Some(file), follow: true, .. }) => {
            follow::run(file, &mut arguments.show.engine.engine()?, &arguments.show)
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
    let mut table = table::Table::new(!arguments.engine.rooms.has_rooms());
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

/// How many floors have each verdict.
#[derive(Default)]
struct Counts {
    agree: u64,
    differ: u64,
    not_compared: u64,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Differs => self.differ += 1,
            _ => self.not_compared += 1,
        }
    }

    fn floors(&self) -> u64 {
        self.agree + self.differ + self.not_compared
    }
}

/// "1 differs", "2 differ".
fn of_them(count: u64, verb: &str) -> String {
    format!("{count} {verb}{}", if count == 1 { "s" } else { "" })
}

/// A file's name for people.
fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    let (path, reason) = (file.to_owned(), error.to_string());
    SurveyError::FileUnreadable(path, reason).into()
}

/// Reads a log, or evidence in JSON, from a file or standard input. Calls `visit` with each floor
/// that is complete, until `visit` returns false. If the file has no floor, a note says so.
fn read_floors(file: &Path, visit: &mut dyn FnMut(LoggedFloor) -> bool) -> Result<(), Failure> {
    let mut has_floors = false;
    each_floor(file, &mut |floor| {
        has_floors = true;
        visit(floor)
    })?;
    if !has_floors {
        note(&format!("{}: the log tells of no floor", name(file)));
    }
    Ok(())
}

fn each_floor(file: &Path, visit: &mut dyn FnMut(LoggedFloor) -> bool) -> Result<(), Failure> {
    /// How many bytes are read at a time.
    const PIECE: usize = 1 << 17;
    let refused = |error: std::io::Error| unreadable(file, &error);
    let mut source: Box<dyn Read> = match file == Path::new("-") {
        true => Box::new(stdin()),
        false => Box::new(File::open(file).map_err(refused)?),
    };
    let mut piece = vec![0; PIECE];
    let mut reader = LogReader::new();
    let mut is_first = true;
    let mut goes_on = true;
    while goes_on {
        let read = source.read(&mut piece).map_err(refused)?;
        if read == 0 {
            break;
        }
        if is_first && piece[0] == b'{' {
            let mut json = piece[..read].to_vec();
            source.read_to_end(&mut json).map_err(refused)?;
            let floors = Evidence::floors_of_json(&json).ok_or_else(|| {
                let advice = "it begins like JSON but is not evidence: give log.txt, or what `basement-lab log report` wrote";
                Failure::Usage(format!("{}: {advice}", name(file)))
            })?;
            floors.into_iter().all(visit);
            return Ok(());
        }
        is_first = false;
        reader.read(&piece[..read], &mut |event| {
            if let LogEvent::Left(floor) = event {
                goes_on = goes_on && visit(floor);
            }
        });
    }
    if goes_on && let Some(floor) = reader.finish() {
        visit(floor);
    }
    Ok(())
}
