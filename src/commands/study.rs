//! `study`: a study from a file, and its report.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use basement_lab::floors::Description;
use basement_lab::report::ENOUGH_FLOORS;
use basement_lab::survey::record::FileOrigin;
use basement_lab::survey::study::{LevelLikeness, Origin};
use basement_lab::{Progress, ReportOptions, Results, Study, report_study, with_rooms};
use clap::Args;
use serde::Deserialize;

use crate::arguments::{RoomsArguments, only_for_awards};
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::print;
use crate::values::count;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab study examples/neighbours.toml --out neighbours
  basement-lab study reports/manifest.json --out again
  basement-lab study examples/likeness.toml --out likeness   how alike both games are

It prints how alike the first two series are on each level: a distance from 0 to 1 with the 95 % \
interval for other floors, and how many floors are enough to tell them apart. It prints the same for your own floors and each game. \
measure-pairs.csv ranks all pairs of measures; the pairs most worth plotting come first. More in docs/likeness.md.

The floors that a study makes have no curse, except on its `labyrinth_levels`; `sample` draws curses.")]
pub(crate) struct Arguments {
    /// The study: a TOML file, or the manifest.json of a report
    study: PathBuf,
    /// The folder to write to. An earlier report in it is replaced; other files stay
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many floors of each series on each level, instead of the study's `floors`
    #[arg(long, value_parser = count_of_floors)]
    count: Option<u64>,
    /// 1,000 floors: a quick look
    #[arg(long, conflicts_with_all = ["count", "full"])]
    quick: bool,
    /// 500,000 floors: for publication
    #[arg(long, conflicts_with = "count")]
    full: bool,
    #[command(flatten)]
    rooms: RoomsArguments,
    /// A census to add to the report: the census.json of `basement-lab census`
    #[arg(long, value_name = "FILE")]
    census: Option<PathBuf>,
}

/// The part of a manifest that reproduces its report.
#[derive(Deserialize)]
struct Manifest {
    command: String,
    study: Study,
    /// What made its floors at the time.
    groups: Vec<GroupPart>,
    /// The SHA-256 of the report's census, if it has one.
    census_sha256: Option<String>,
    /// Where its page looks for the rules page.
    docs: Option<String>,
    /// Where its page looks for the lab's page.
    lab: Option<String>,
}

/// What made the floors of a series on a level.
#[derive(Deserialize)]
struct GroupPart {
    series: String,
    generator: Option<Description>,
    file: Option<FileOrigin>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.study;
    if arguments.out == Path::new("-") {
        return refuse("a report is a folder, not text: give the name of a folder to --out");
    }
    let Manifest { mut command, mut study, groups, census_sha256, docs, lab } =
        read(path, &arguments.out)?;
    let count = match arguments {
        Arguments { quick: true, .. } => Some(1_000),
        Arguments { full: true, .. } => Some(500_000),
        _ => arguments.count,
    };
    if let Some(count) = count {
        study.floors = count;
        command = again(path, Some(count), &arguments.out);
    }
    command += &of_rooms(&arguments.rooms);
    // The command in the manifest of a report with a census already names the census.
    if let Some(census) = &arguments.census
        && census_sha256.is_none()
    {
        command += &format!(" --census {}", word(census));
    }
    let mut options = ReportOptions::new(&command);
    options.docs = docs;
    options.lab = lab;
    if let Some(census) = &arguments.census {
        let path = census.display();
        let bytes = std::fs::read(census)
            .map_err(|error| Failure::Usage(format!("{path} cannot be read: {error}")))?;
        options = options
            .census_file(&bytes)
            .map_err(|error| Failure::Usage(format!("{path}: {error}")))?;
    }
    if census_sha256.is_some() && options.census_sha256 != census_sha256 {
        note("the report included a census that is not given here: name its file with --census");
    }
    let study = in_place(path, study, &groups, &arguments.rooms)?;
    let progress = Progress::new(study.total_floors()?, "floors");
    let files = report_study(study, &options, &arguments.out, &|done| progress.add(done));
    progress.finish();
    let (results, files) = files?;
    results.skipped_lines().iter().for_each(|sentence| note(sentence));
    let least = results.groups.iter().map(|group| group.summary.floors).min();
    if let Some(floors) = least.filter(|floors| *floors < ENOUGH_FLOORS) {
        let floors = counted(floors, "floor");
        print(&format!("some means rest on {floors}: their intervals can be far too narrow\n"))?;
    }
    print(&likeness(&results))?;
    for group in &results.groups {
        if let (Some(name), Some(series)) =
            (group.stage_name(), results.study.series.get(group.series))
        {
            note(&format!("level {} of {} is {name}", group.request.level, series.name));
        }
    }
    let removed = match files.removed.len() {
        0 => String::new(),
        count => format!(", {count} of an earlier report removed"),
    };
    let (written, out) = (files.written.len(), arguments.out.display());
    let written = counted(written as u64, "file");
    print(&format!("{written} in {out}{removed}\n"))
}

/// The study of a file, with its rooms and files found.
pub(super) fn ready(path: &Path, rooms: &RoomsArguments) -> Result<Study, Failure> {
    let Manifest { study, groups, .. } = read(path, Path::new(""))?;
    in_place(path, study, &groups, rooms)
}

/// A study with its rooms and files found. Refuses a study whose floors are no longer made as its
/// manifest's groups were.
fn in_place(
    path: &Path,
    study: Study,
    groups: &[GroupPart],
    rooms: &RoomsArguments,
) -> Result<Study, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut study = study.seen_from(folder);
    let named = rooms.paths();
    if !named.is_empty() {
        study.rooms = named;
    }
    let (study, remarks) = with_rooms(study)?;
    remarks.iter().for_each(|remark| note(remark));
    for (group, part) in study.groups()?.iter().zip(groups) {
        if let (Origin::File(file), Some(before)) = (&group.origin, &part.file)
            && file.sha256 != before.sha256
        {
            return refuse(format!(
                "{} of `{}` is not the file that the report was made with: restore it, or make a study \
                 of your own",
                file.path, part.series
            ));
        }
        if group.origin.description() != part.generator.as_ref() {
            return refuse(format!(
                "the rooms, rules or streams of `{}` are not those that the report was made with: \
                 restore them, or make a study of your own from the file",
                part.series
            ));
        }
    }
    Ok(study)
}

/// How alike the first two series are, level by level, and the pair of measures that shows it; then
/// how far each other series is from each game.
fn likeness(results: &Results) -> String {
    let series = &results.study.series;
    let [x, y, ..] = series.as_slice() else { return String::new() };
    let mut text = String::new();
    for LevelLikeness { level, labyrinth, likeness, pairs, .. } in results.likeness() {
        let curse = if *labyrinth { ", Labyrinth" } else { "" };
        let _ = writeln!(text, "{} and {}, level {level}{curse}: {likeness}", x.name, y.name);
        if let Some(pair) = pairs.first().filter(|_| likeness.is_told_apart()) {
            let _ = writeln!(text, "  shown best by {} and {}", pair.x, pair.y);
        }
    }
    for it in results.game_likeness().iter().filter(|it| it.series.max(it.game) > 1) {
        let curse = if it.labyrinth { ", Labyrinth" } else { "" };
        let (game, other) = (&series[it.game].name, &series[it.series].name);
        let _ = writeln!(text, "{game} and {other}, level {}{curse}: {}", it.level, it.likeness);
    }
    text
}

/// The command that reproduces a report if its file and its folder are in the current folder.
fn again(path: &Path, count: Option<u64>, out: &Path) -> String {
    let count = count.map_or_else(String::new, |count| format!(" --count {count}"));
    // `.` and `..` get their full path, which ends in a name.
    let folder = match out.file_name() {
        Some(_) => out.to_owned(),
        None => out.canonicalize().unwrap_or_else(|_| out.to_owned()),
    };
    format!("basement-lab study {}{count} --out {}", word(path), word(&folder))
}

/// The options of a command that name these rooms.
pub(super) fn of_rooms(rooms: &RoomsArguments) -> String {
    rooms.paths().iter().map(|path| format!(" --rooms {}", word(Path::new(path)))).collect()
}

/// The name of a file or folder as a word of a command.
pub(super) fn word(path: &Path) -> String {
    quoted(&path.file_name().unwrap_or_default().to_string_lossy())
}

/// A text as a word of a command.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | ',');
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let quoted = text.chars().map(|c| match c {
        '"' | '$' | '`' | '\\' => format!("\\{c}"),
        c => c.to_string(),
    });
    format!("\"{}\"", quoted.collect::<String>())
}

/// Reads a number of floors; the error says how to name a file of floors.
pub(super) fn count_of_floors(text: &str) -> Result<u64, String> {
    count(text).map_err(|error| match text.parse::<f64>() {
        Ok(_) => error,
        Err(_) => {
            format!("{error}; a file of floors is a series of the study, `floors = \"FILE\"`")
        }
    })
}

/// The study in a file, and the command that makes its report.
fn read(path: &Path, out: &Path) -> Result<Manifest, Failure> {
    let text = &*std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", path.display())))?;
    let name = path.display();
    if path.extension().is_some_and(|extension| extension == "json") {
        return serde_json::from_str(text).map_err(|error| {
            Failure::Usage(format!("{name} is not a manifest: {}", reason(&error.to_string())))
        });
    }
    let study = toml::from_str(text).map_err(|error| {
        let place = error.span().map_or_else(String::new, |span| {
            let before = &text[..span.start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
            format!(", line {line}, column {column}")
        });
        Failure::Usage(format!("{name}{place}: {}", reason(error.message())))
    })?;
    let command = again(path, None, out);
    Ok(Manifest { command, study, groups: Vec::new(), census_sha256: None, docs: None, lab: None })
}

/// A parser's message on one line; for an item that no floor depends on, where to give it.
fn reason(message: &str) -> String {
    // Parsers quote the word that they do not know first.
    let unknown = message.split('`').nth(1).unwrap_or_default();
    unknown.parse().map_or_else(|_| in_words(message), only_for_awards)
}

/// A message on one line, which says number instead of the name of a type.
fn in_words(message: &str) -> String {
    let types = [
        ("u64", "a whole"),
        ("u32", "a whole"),
        ("u16", "a whole"),
        ("u8", "a whole"),
        ("f32", "a"),
    ];
    types.iter().fold(message.replace('\n', " "), |text, (name, which)| {
        text.replace(&format!("expected {name}"), &format!("expected {which} number"))
    })
}
