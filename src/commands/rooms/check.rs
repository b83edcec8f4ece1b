//! `rooms check`: whether room files can be read, and what is odd about them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use basement_lab::floors::rooms::printable;
use basement_lab::roomfiles::{
    Finding, FindingGroup, FindingGroups, Severity, check, check_place, room_files,
};
use clap::Args;
use serde_json::{Value, json};

use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{OutputArguments, OutputFormat, Writer, formats, with_escaped_controls};

/// How many findings of a kind are shown for each file.
const SHOWN: usize = 3;

/// What an XML file that is not a room file lacks.
const LACKS: &str =
    "neither the name of a stage, such as 01.basement.xml, nor the root element `rooms` or `stage`";

#[derive(Args)]
#[command(after_help = "Exit code 2: a file cannot be read. 1: with --strict, there is a warning.

Examples:
  basement-lab rooms check my-rooms --strict
  basement-lab rooms check 01.basement.stb --out findings.json")]
pub(crate) struct Arguments {
    /// Room files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Fail on warnings as well
    #[arg(long)]
    strict: bool,
    /// Show every finding where it is found, instead of a few of each kind; JSON lists them all
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let style = match output.format {
        OutputFormat::Json => Style::Json,
        _ if arguments.all => Style::Findings,
        _ => Style::Groups,
    };
    let mut report = Report { writer: output.open()?, style, files: 0, refused: 0, warned: 0 };
    report.begin()?;
    let mut noun = "file";
    for path in &arguments.paths {
        match room_files(path) {
            Ok((paths, others)) => {
                if let Some(first) = others.first().map(|first| shown(first)) {
                    note(&match others.len() - 1 {
                        0 => format!("{first} is not a room file: it has {LACKS}"),
                        more => {
                            format!("{first} and {more} more are not room files: they have {LACKS}")
                        }
                    });
                }
                paths.iter().try_for_each(|path| report.file(path))?;
            }
            Err(error) => {
                noun = "path";
                // The line of the report begins with the path already.
                let error = error.to_string();
                let rest = error.strip_prefix(&shown(path)).filter(|rest| rest.starts_with(' '));
                let error = rest.map_or_else(|| error.clone(), |rest| format!("it{rest}"));
                report.unreadable(path, &error)?;
            }
        }
    }
    let Counts { files, refused, warned } = report.end()?;
    let files = counted(files as u64, noun);
    if refused > 0 {
        return refuse(format!("{refused} of {files} cannot be read"));
    }
    if arguments.strict && warned > 0 {
        let have = if warned == 1 { "has" } else { "have" };
        return Err(Failure::Work(format!("{warned} of {files} {have} warnings")));
    }
    Ok(())
}

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As text, by kind, with the first few of each.
    Groups,
    /// As text, one after the other.
    Findings,
    /// As JSON.
    Json,
}

/// The report, which is written file by file.
struct Report {
    writer: Writer,
    style: Style,
    files: usize,
    /// How many files cannot be read.
    refused: usize,
    /// How many files have a warning.
    warned: usize,
}

impl Report {
    fn begin(&mut self) -> io::Result<()> {
        if self.style == Style::Json { self.writer.write_all(b"{\"files\":[") } else { Ok(()) }
    }

    fn end(mut self) -> Result<Counts, Failure> {
        if self.style == Style::Json {
            self.writer.write_all(b"\n]}\n")?;
        }
        let Self { writer, files, refused, warned, .. } = self;
        writer.finish()?;
        Ok(Counts { files, refused, warned })
    }

    /// Begins the next file.
    fn next(&mut self, path: &Path) -> io::Result<()> {
        if self.style == Style::Json {
            let comma = if self.files > 0 { "," } else { "" };
            let path = json!(path.display().to_string()).to_string();
            let path = with_escaped_controls(&path);
            write!(self.writer, "{comma}\n{{\"path\":{path},\"findings\":[")?;
        }
        self.files += 1;
        Ok(())
    }

    /// Reports a file or folder that cannot be opened.
    fn unreadable(&mut self, path: &Path, error: &str) -> io::Result<()> {
        self.next(path)?;
        self.done(path, Err(error.to_owned()), &FindingGroups::default())
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.unreadable(path, &format!("it cannot be opened: {error}")),
        };
        self.next(path)?;
        let mut groups = FindingGroups::default();
        let mut written = Ok(());
        let (style, writer) = (self.style, &mut self.writer);
        let mut report = |finding: Finding| {
            if written.is_ok() {
                written = match style {
                    Style::Groups => Ok(()),
                    Style::Findings => {
                        let severity = finding.severity();
                        writeln!(writer, "{}: {severity}: {finding}", shown(path))
                    }
                    Style::Json => {
                        let comma = if groups.iter().next().is_none() { "" } else { "," };
                        let line = json_of(&finding).to_string();
                        write!(writer, "{comma}\n{}", with_escaped_controls(&line))
                    }
                };
            }
            groups.add(&finding, if style == Style::Groups { SHOWN } else { 0 });
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let rooms = check(&name, &bytes, &mut report);
        if rooms.is_ok() {
            check_place(path, &bytes).into_iter().map(Finding::about_file).for_each(report);
        }
        written?;
        self.done(path, rooms.map_err(|error| error.to_string()), &groups)
    }

    /// Ends a file's part with its number of rooms, or with the reason why it cannot be read.
    fn done(
        &mut self,
        path: &Path,
        rooms: Result<usize, String>,
        groups: &FindingGroups,
    ) -> io::Result<()> {
        let of_severity = |wanted| groups.iter().filter(move |group| group.severity == wanted);
        let count = |wanted| of_severity(wanted).map(|group| group.count).sum::<usize>();
        let (warnings, notes) = (count(Severity::Warning), count(Severity::Note));
        self.refused += usize::from(rooms.is_err());
        self.warned += usize::from(warnings > 0);
        if self.style == Style::Json {
            let counts = groups.iter().map(|FindingGroup { severity, kind, count, .. }| {
                json!({ "severity": severity, "kind": kind, "count": count })
            });
            let counts: Value = counts.collect();
            return match rooms {
                Ok(rooms) => write!(self.writer, "],\"counts\":{counts},\"rooms\":{rooms}}}"),
                Err(error) => {
                    write!(self.writer, "],\"counts\":{counts},\"error\":{}}}", json!(error))
                }
            };
        }
        let found = match (warnings, notes) {
            (0, 0) => "nothing odd".to_owned(),
            (warnings, 0) => counted(warnings as u64, "warning"),
            (0, notes) => counted(notes as u64, "note"),
            (warnings, notes) => {
                format!(
                    "{}, {}",
                    counted(warnings as u64, "warning"),
                    counted(notes as u64, "note")
                )
            }
        };
        match rooms {
            Ok(rooms) => {
                writeln!(
                    self.writer,
                    "{}: {}, {found}",
                    shown(path),
                    counted(rooms as u64, "room")
                )?;
            }
            Err(error) => writeln!(self.writer, "{}: error: {}", shown(path), printable(&error))?,
        }
        if self.style == Style::Groups { write_groups(groups, &mut self.writer) } else { Ok(()) }
    }
}

/// The results for all files.
struct Counts {
    files: usize,
    refused: usize,
    warned: usize,
}

/// Writes the first few findings of each kind.
fn write_groups(groups: &FindingGroups, writer: &mut Writer) -> io::Result<()> {
    for FindingGroup { severity, kind, count, first, .. } in groups.iter() {
        writeln!(writer, "  {severity} {kind}: {count}")?;
        for finding in first {
            writeln!(writer, "    {finding}")?;
        }
        if *count > first.len() {
            writeln!(writer, "    and {} more", count - first.len())?;
        }
    }
    Ok(())
}

fn json_of(finding: &Finding) -> Value {
    let mut line = json!({ "severity": finding.severity(), "kind": finding.kind.name() });
    if let Some(room) = &finding.room {
        line["room"] = json!(room);
    }
    line["message"] = finding.kind.to_string().into();
    line
}

/// A path, made safe to print.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}
