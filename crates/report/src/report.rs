//! The files of a report: figures, their data, the manifest, and the pages.

use std::path::Path;

use basement_survey::{Results, Study, write_file};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::ReportError;
use crate::figure::Figure;
use crate::figures::figures;
use crate::page::{html, markdown};
use crate::png_file::write_png;
use crate::render::{pixels, svg};
use crate::table::Table;
use crate::tables::comparison_table;
use crate::words::VERSION;

/// What a report writes beside the figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// The command that makes it again, for the manifest and the pages.
    pub command: String,
    /// Whether SVG and HTML are written too.
    pub full: bool,
}

/// The names of a report's own files.
const MANIFEST: &str = "manifest.json";
const MARKDOWN: &str = "README.md";
const HTML: &str = "index.html";
const COMPARISON: &str = "comparison.csv";

/// What a report was made from: enough to make it again, byte for byte.
#[derive(Serialize)]
struct Manifest<'a> {
    program: &'static str,
    version: &'static str,
    command: &'a str,
    study: &'a Study,
    arms: Vec<ArmEntry<'a>>,
    figures: Vec<FigureEntry<'a>>,
}

#[derive(Serialize)]
struct ArmEntry<'a> {
    series: &'a str,
    generator: &'a basement_floors::Description,
    request: &'a basement_floors::Request,
    seeds: &'a basement_survey::Seeds,
    floors: u64,
    gave_up: u64,
}

#[derive(Serialize)]
struct FigureEntry<'a> {
    name: &'a str,
    finding: &'a str,
    data: String,
    /// SHA-256 of the data file.
    sha256: String,
}

/// A figure with its finished files.
pub(crate) struct Rendered {
    pub(crate) figure: Figure,
    pub(crate) png: Vec<u8>,
    pub(crate) svg: String,
}

/// Writes a report into a folder, which is made if need be: for each figure a
/// PNG, an SVG and a CSV, then `comparison.csv`, `manifest.json`, `README.md` and
/// `index.html`. Returns the names of the files written.
///
/// The same results give the same bytes.
///
/// # Errors
///
/// [`ReportError`] when a figure cannot be drawn or a file cannot be written.
pub fn write_report(
    results: &Results,
    options: &ReportOptions,
    folder: &Path,
) -> Result<Vec<String>, ReportError> {
    let rendered: Vec<Rendered> = figures(results)
        .par_iter()
        .map(|figure| rendered(figure, options))
        .collect::<Result<_, _>>()?;
    let comparison = comparison_table(results);
    let manifest = serde_json::to_string_pretty(&manifest(results, &rendered, options))? + "\n";

    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for part in &rendered {
        files.push((format!("{}.png", part.figure.name), part.png.clone()));
        if options.full {
            files.push((format!("{}.svg", part.figure.name), part.svg.clone().into_bytes()));
        }
        files.push((format!("{}.csv", part.figure.name), part.figure.table.to_csv().into_bytes()));
    }
    files.push((COMPARISON.to_owned(), comparison.to_csv().into_bytes()));
    files.push((MANIFEST.to_owned(), manifest.into_bytes()));
    let page = markdown(results, &rendered, options);
    files.push((MARKDOWN.to_owned(), page.into_bytes()));
    if options.full {
        files.push((HTML.to_owned(), html(results, &rendered, options).into_bytes()));
    }
    std::fs::create_dir_all(folder)
        .map_err(|source| ReportError::File { path: folder.to_owned(), source })?;
    for (name, bytes) in &files {
        write_file(&folder.join(name), bytes)?;
    }
    Ok(files.into_iter().map(|(name, _)| name).collect())
}

fn rendered(figure: &Figure, options: &ReportOptions) -> Result<Rendered, ReportError> {
    // The last note says what a figure stands on.
    let comment = figure.notes.last().cloned().unwrap_or_default();
    let notes = [
        ("Title", figure.title.clone()),
        ("Description", figure.alt.clone()),
        ("Software", format!("Basement Lab {VERSION}")),
        ("Source", options.command.clone()),
        ("Comment", comment),
    ];
    let mut png = Vec::new();
    write_png(&mut png, &pixels(&figure.drawing)?, &notes)?;
    let svg = svg(&figure.drawing, &figure.title, &figure.alt)?;
    Ok(Rendered { figure: figure.clone(), png, svg })
}

fn manifest<'a>(
    results: &'a Results,
    rendered: &'a [Rendered],
    options: &'a ReportOptions,
) -> Manifest<'a> {
    let arm = |arm: &'a basement_survey::ArmResult| ArmEntry {
        series: results.study.series.get(arm.series).map_or("", |series| &series.name),
        generator: &arm.description,
        request: &arm.request,
        seeds: &arm.seeds,
        floors: arm.summary.floors,
        gave_up: arm.summary.gave_up,
    };
    let figure = |part: &'a Rendered| FigureEntry {
        name: &part.figure.name,
        finding: &part.figure.title,
        data: format!("{}.csv", part.figure.name),
        sha256: sha256(&part.figure.table),
    };
    Manifest {
        program: "basement-lab",
        version: VERSION,
        command: &options.command,
        study: &results.study,
        arms: results.arms.iter().map(arm).collect(),
        figures: rendered.iter().map(figure).collect(),
    }
}

/// The SHA-256 of a table's CSV, in hexadecimal.
fn sha256(table: &Table) -> String {
    Sha256::digest(table.to_csv()).iter().map(|byte| format!("{byte:02x}")).collect()
}
