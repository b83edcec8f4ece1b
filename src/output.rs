//! Where a command writes, and in which format.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use basement_lab::report::Figure;
use basement_lab::survey::atomic_file::AtomicFile;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, ValueEnum};
use serde::Serialize;

use crate::Program;
use crate::failure::{Failure, refuse};
use crate::usage::command_of;

/// Whether this build writes Parquet.
const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// How a result is written. The help shows what is said of each format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub(crate) enum OutputFormat {
    /// for people
    Text,
    /// a page of tables
    Markdown,
    /// all there is to know
    Json,
    /// one JSON object per line, as --floors reads it
    #[value(name = "jsonl")]
    JsonLines,
    /// comma-separated values with a heading
    Csv,
    /// Apache Parquet; needs a build with `--features parquet`
    Parquet,
    /// a picture in pixels
    Png,
    /// a picture in lines
    Svg,
    /// rooms and doors as a graph, for Graphviz
    Dot,
    /// the same in GraphML
    GraphMl,
    /// a map in JSON for the editor Tiled
    Tiled,
}

impl OutputFormat {
    /// The endings of its files, the usual one first.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["txt"],
            Self::Markdown => &["md", "markdown"],
            // If a command has one format for both, JSON lines count as JSON.
            Self::Json => &["json", "jsonl", "ndjson"],
            Self::JsonLines => &["jsonl", "ndjson"],
            Self::Csv => &["csv"],
            Self::Parquet => &["parquet"],
            Self::Png => &["png"],
            Self::Svg => &["svg"],
            Self::Dot => &["dot", "gv"],
            Self::GraphMl => &["graphml"],
            Self::Tiled => &["tmj"],
        }
    }

    /// The format in the list that has this file extension.
    fn with_ending(ending: &str, formats: &[Self]) -> Option<Self> {
        let ending = ending.to_lowercase();
        let mut fits = formats.iter().filter(|format| format.endings().contains(&ending.as_str()));
        let usual = fits.clone().find(|format| format.endings()[0] == ending);
        usual.or_else(|| fits.next()).copied()
    }

    /// Reads one of a command's formats, for `--format`.
    pub(crate) fn parser(formats: &'static [Self]) -> impl TypedValueParser<Value = Self> {
        PossibleValuesParser::new(formats.iter().filter_map(ValueEnum::to_possible_value))
            .map(|name| Self::from_str(&name, false).unwrap_or(Self::Text))
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// A command that writes its result in one of several formats.
pub(crate) trait Formats {
    /// Its formats, the usual one first.
    const FORMATS: &'static [OutputFormat];
}

/// Names the formats of a command's result, the usual one first.
macro_rules! formats {
    ($command:ty: $($format:ident),+) => {
        impl crate::output::Formats for $command {
            const FORMATS: &'static [crate::output::OutputFormat] =
                &[$(crate::output::OutputFormat::$format),+];
        }
    };
}

pub(crate) use formats;

/// Where the command `C` writes its result, and in which of its formats.
#[derive(Args)]
pub(crate) struct OutputArguments<C: Formats> {
    /// The format; by default the one that the ending of --out names, else the first of these
    #[arg(long, value_parser = OutputFormat::parser(C::FORMATS), display_order = 9)]
    format: Option<OutputFormat>,
    /// The file to write to, instead of standard output; its ending sets the format; - is standard
    /// output
    #[arg(long, value_name = "FILE", display_order = 10)]
    pub(crate) out: Option<PathBuf>,
    #[arg(skip)]
    command: PhantomData<C>,
}

impl<C: Formats> OutputArguments<C> {
    /// The output that is asked for. Refuses now, not after hours, what cannot work.
    pub(crate) fn checked(&self) -> Result<Output<'_>, Failure> {
        Output::new(self.format, &self.out, C::FORMATS)
    }
}

/// Where a result goes, and in which format.
pub(crate) struct Output<'a> {
    /// How it is written.
    pub(crate) format: OutputFormat,
    /// The file; `None` for standard output.
    out: Option<&'a Path>,
}

impl<'a> Output<'a> {
    /// The output that `--format` and `--out` ask for, for a command with these formats, the usual
    /// one first.
    pub(crate) fn new(
        given: Option<OutputFormat>,
        out: &'a Option<PathBuf>,
        formats: &'static [OutputFormat],
    ) -> Result<Self, Failure> {
        let out = out.as_deref().filter(|path| *path != Path::new("-"));
        let output = Self { format: chosen(given, out, formats)?, out };
        if output.format == OutputFormat::Parquet && !HAS_PARQUET {
            return refuse(
                "this build has no Parquet: build with --features parquet, or give another format",
            );
        }
        let is_binary = matches!(output.format, OutputFormat::Png | OutputFormat::Parquet);
        match out {
            Some(path) => check(path)?,
            None if output.format == OutputFormat::Parquet => {
                return refuse("Parquet is not text: give --out FILE");
            }
            None if is_binary && io::stdout().is_terminal() => {
                return refuse("a terminal cannot show a picture: give --out FILE");
            }
            None => {}
        }
        Ok(output)
    }

    /// An output of the same format to another file. Refuses a path to which no file can be
    /// written.
    pub(crate) fn at<'b>(&self, path: &'b Path) -> Result<Output<'b>, Failure> {
        check(path)?;
        Ok(Output { format: self.format, out: Some(path) })
    }

    /// Opens the output, for a result that is written piece by piece.
    pub(crate) fn open(&self) -> Result<Writer, Failure> {
        Ok(match self.out {
            Some(path) => Writer::File(AtomicFile::create(path)?),
            None => Writer::Standard(BufWriter::new(io::stdout())),
        })
    }

    pub(crate) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let mut writer = self.open()?;
        writer.write_all(bytes.as_ref())?;
        writer.finish()
    }

    /// Writes a document as JSON that people can read as well.
    pub(crate) fn write_json(&self, document: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(document)? + "\n";
        self.write(with_escaped_controls(&text).as_bytes())
    }

    /// Writes a figure as a picture of this format.
    pub(crate) fn write_figure(&self, figure: &Figure) -> Result<(), Failure> {
        if self.format == OutputFormat::Svg {
            return self.write(figure.svg()?);
        }
        self.write(figure.png()?)
    }
}

/// JSON with the control characters above U+007E escaped: JSON allows them unescaped, terminals act
/// on them, and file names can contain them.
pub(crate) fn with_escaped_controls(json: &str) -> Cow<'_, str> {
    let is_raw = |character: char| character > '~' && character.is_control();
    if !json.contains(is_raw) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_raw(character) {
            escaped += &format!("\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

pub(crate) fn print(text: &str) -> Result<(), Failure> {
    Output { format: OutputFormat::Text, out: None }.write(text)
}

/// A file being written, or standard output.
pub(crate) enum Writer {
    File(AtomicFile),
    Standard(BufWriter<Stdout>),
}

impl Writer {
    /// Ends the output. Only now does a file get its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Self::File(file) = self {
            file.commit()?;
        }
        Ok(())
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Standard(stdout) => stdout.write(bytes).map_err(standard),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Standard(stdout) => stdout.flush().map_err(standard),
        }
    }
}

/// An error that says that standard output cannot be written.
fn standard(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output cannot be written: {error}"))
}

/// The format that `--format` names, or else the file's ending, or else the usual one.
fn chosen(
    given: Option<OutputFormat>,
    out: Option<&Path>,
    formats: &'static [OutputFormat],
) -> Result<OutputFormat, Failure> {
    let ending = out.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    let (Some(path), Some(ending)) = (out, ending) else {
        return Ok(given.unwrap_or(formats[0]));
    };
    match (given, OutputFormat::with_ending(&ending, formats)) {
        (Some(given), _)
            if OutputFormat::with_ending(&ending, &[given]).is_some()
                || OutputFormat::with_ending(&ending, OutputFormat::value_variants()).is_none() =>
        {
            Ok(given)
        }
        (Some(given), _) => Err(Failure::Usage(format!(
            "{} is not a name for {given}: give one that ends in .{}",
            path.display(),
            given.endings()[0],
        ))),
        (None, Some(named)) => Ok(named),
        (None, None) => {
            let written =
                formats.iter().filter(|format| HAS_PARQUET || **format != OutputFormat::Parquet);
            let endings: Vec<String> =
                written.map(|format| format!(".{}", format.endings()[0])).collect();
            let or_format = if formats.len() > 1 { ", or say --format" } else { "" };
            Err(Failure::Usage(format!(
                "{}: this command writes no .{ending} file: give a name that ends in {}{or_format}",
                path.display(),
                endings.join(", "),
            )))
        }
    }
}

/// Whether the command line names a file a second time: then the command reads it, too.
fn is_read(path: &Path) -> bool {
    let Ok(out) = path.canonicalize() else { return false };
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let names = |word: &&String| {
        let value = word.split_once('=').filter(|_| word.starts_with("--"));
        let value = value.map_or(word.as_str(), |(_, value)| value);
        Path::new(value).canonicalize().is_ok_and(|file| file == out)
    };
    // The words of the command's own name are no files.
    let (command, _) = command_of(&Program::command(), &words.iter().collect::<Vec<_>>());
    words.iter().skip(command.matches(' ').count()).filter(names).count() > 1
}

/// Refuses a checkpoint that cannot be written, or that is the output.
pub(crate) fn check_checkpoint(path: &Path, out: Option<&Path>) -> Result<(), Failure> {
    // Neither needs to exist, so their folders are compared.
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    if place(path).is_some_and(|checkpoint| out.and_then(place) == Some(checkpoint)) {
        return refuse("--checkpoint and --out name one file: give each its own");
    }
    check(path)
}

/// Refuses a path to which no file can be written.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let name = path.as_os_str().to_string_lossy();
    if path.is_dir() || name.ends_with(std::path::is_separator) {
        return refuse(format!("{} is a folder: name a file in it", path.display()));
    }
    if is_read(path) {
        return refuse(format!(
            "{} is the file to read: give another name for the file to write",
            path.display()
        ));
    }
    let refused = |reason: &dyn fmt::Display| {
        Err(Failure::Work(format!("{} cannot be written: {reason}", path.display())))
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.map(std::fs::metadata) {
        Some(Err(error)) => refused(&error),
        Some(Ok(found)) if !found.is_dir() => refused(&"its folder is a file"),
        _ => Ok(()),
    }
}
