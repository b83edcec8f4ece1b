//! `figure`: one figure of a study in one file.

use std::path::{Path, PathBuf};

use basement_lab::report::{
    Language, Palette, Print, ReportFormat, check_figure_name, check_print, figure_file,
    figure_named,
};
use basement_lab::{Progress, RequestError};
use clap::Args;

use super::study::{count_of_floors, quoted, ready, word};
use crate::arguments::RoomsArguments;
use crate::failure::Failure;
use crate::notes::note;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::{Named, within};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab figure rooms --study examples/likeness.toml --out rooms.svg
  basement-lab figure rooms --study reports/manifest.json --width-mm 85 --dpi 600 --out rooms.png
  basement-lab figure boss_distance-by-rooms --study examples/likeness.toml --out slope.svg
  basement-lab figure rooms --study study.toml --language de --no-provenance --title Räume --out rooms.svg

If the study lacks a figure that other reports have, the command lists the names that it has. Two measures joined by `-by-` give \
a figure of their means by level, with the slope of one on the other. To have it in a report, name it in the study: \
figures = [\"boss_distance-by-rooms\"]. A study file has the same options \
as a table [print] with width_mm, dpi, language, palette, provenance and titles; the command's options take precedence.")]
pub(crate) struct Arguments {
    /// The name of the figure
    name: String,
    /// The study: a TOML file, or the manifest.json of a report
    #[arg(long, value_name = "FILE", display_order = 1)]
    study: PathBuf,
    /// How many floors of each series on each level, instead of the study's `floors`
    #[arg(long, value_parser = count_of_floors, display_order = 2)]
    count: Option<u64>,
    /// The width on paper in millimetres; by default 174, two columns of a journal
    #[arg(long, value_name = "MM", value_parser = millimetres, display_order = 3)]
    width_mm: Option<f64>,
    /// Pixels per inch of a PNG; by default 300
    #[arg(long, value_parser = within(1..=u32::MAX), display_order = 4)]
    dpi: Option<u32>,
    /// How numbers are written: en for 1,234.5, de for 1.234,5
    #[arg(long, value_parser = Named::<Language>::new("language"), display_order = 5)]
    language: Option<Language>,
    /// The colours: color, or grey for print in black
    #[arg(long, value_parser = Named::<Palette>::new("palette"), display_order = 6)]
    palette: Option<Palette>,
    /// A title of your own; "" for none
    #[arg(long, display_order = 7)]
    title: Option<String>,
    /// Leave out the lines below the figure that name its data; the file's metadata still has them
    #[arg(long, display_order = 8)]
    no_provenance: bool,
    #[command(flatten)]
    rooms: RoomsArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

/// Reads a width.
fn millimetres(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width: &f64| width.is_finite() && *width > 0.0);
    width.ok_or_else(|| "give millimetres above 0, such as 85 or 174".to_owned())
}

formats!(Arguments: Svg, Png, Csv);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    check_figure_name(&arguments.name, &[]).map_err(unknown)?;
    let mut study = ready(&arguments.study, &arguments.rooms)?;
    study.floors = arguments.count.unwrap_or(study.floors);
    let print = arguments.print(study.print.take().unwrap_or_default());
    check_print(&study.series, &print)?;
    let progress = Progress::new(study.total_floors()?, "floors");
    let results = study.run(&|done| progress.add(done))?;
    progress.finish();
    results.skipped_lines().iter().for_each(|sentence| note(sentence));
    let figure = figure_named(&results, &arguments.name)?;
    let format = match output.format {
        OutputFormat::Png => ReportFormat::Png,
        OutputFormat::Csv => ReportFormat::Csv,
        _ => ReportFormat::Svg,
    };
    output.write(figure_file(&figure, format, &arguments.command(), &print)?)
}

impl Arguments {
    /// The study's print settings, with the options in their place if given.
    fn print(&self, mut print: Print) -> Print {
        print.width_mm = self.width_mm.unwrap_or(print.width_mm);
        print.dpi = self.dpi.unwrap_or(print.dpi);
        print.language = self.language.unwrap_or(print.language);
        print.palette = self.palette.unwrap_or(print.palette);
        print.provenance &= !self.no_provenance;
        if let Some(title) = &self.title {
            print.titles.insert(self.name.clone(), title.clone());
        }
        print
    }

    /// The command that reproduces the figure from the study's folder.
    fn command(&self) -> String {
        let rooms = self.rooms.paths().into_iter().map(|path| ("rooms", word(Path::new(&path))));
        let given = [
            ("count", self.count.map(|count| count.to_string())),
            ("width-mm", self.width_mm.map(|width| width.to_string())),
            ("dpi", self.dpi.map(|dpi| dpi.to_string())),
            ("language", self.language.map(|language| language.to_string())),
            ("palette", self.palette.map(|palette| palette.to_string())),
            ("title", self.title.as_deref().map(quoted)),
        ];
        let given = given.into_iter().filter_map(|(option, value)| Some((option, value?)));
        let mut command =
            format!("basement-lab figure {} --study {}", self.name, word(&self.study));
        for (option, value) in given.chain(rooms) {
            command += &format!(" --{option} {value}");
        }
        if self.no_provenance {
            command += " --no-provenance";
        }
        command
    }
}

/// The names that a figure can have are too many to list.
fn unknown(error: RequestError) -> Failure {
    match error {
        RequestError::UnknownName { given, hint, .. } if hint.starts_with("there are") => {
            Failure::Usage(format!(
                "there is no figure `{given}`: give the name of one in a report, or a measure of \
                 `basement-lab measures`"
            ))
        }
        error => error.into(),
    }
}
