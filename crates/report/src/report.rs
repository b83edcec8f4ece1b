//! The files of a report: figures, their data, the manifest, and the pages.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use basement_floors::Generator;
use basement_survey::atomic_file::write_file;
use basement_survey::census::Census;
use basement_survey::study::{Origin, Print, ReportFormat};
use basement_survey::{Study, SurveyError, sha256};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::article::Article;
use crate::error::{PNG_WIDTHS, ReportError};
use crate::figures::census_figure;
use crate::files::files_of;
use crate::options::ReportOptions;
use crate::origin::not_repeatable;
use crate::page::Page;
use crate::prelude::*;
use crate::print::{check_print, pixels_of};
use crate::quantity::{OwnMeasure, check_names};
use crate::sections;
use crate::table::{comparison_table, distance_table, pair_table};

/// The files of a report, by name within its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportFiles {
    /// The files written.
    pub written: Vec<String>,
    /// The files of an earlier report that were removed, because this report does not have them.
    pub removed: Vec<String>,
}

/// The name of the program in manifests.
const PROGRAM: &str = "basement-lab";
const MANIFEST: &str = "manifest.json";
/// The files of the article and of its appendix, in Markdown and in HTML.
const PAGES: [[&str; 2]; 2] = [["README.md", "index.html"], ["APPENDIX.md", "appendix.html"]];
/// The names of the report's own tables, which no figure may have.
const TABLES: [&str; 3] = ["distance", "measure-pairs", "comparison"];

/// The files that a report has besides those of its figures.
fn own_files() -> impl Iterator<Item = String> {
    let tables = TABLES.map(|name| format!("{name}.csv"));
    PAGES.into_iter().flatten().chain([MANIFEST]).map(str::to_owned).chain(tables)
}

/// What is written, after the options and the study have both been asked.
struct Wanted<'a> {
    only: &'a [String],
    formats: Vec<ReportFormat>,
    /// The width of PNGs, if it is neither the print's nor two pixels per point.
    width: Option<u32>,
    print: Option<&'a Print>,
}

impl<'a> Wanted<'a> {
    fn new(options: &'a ReportOptions, study: &'a Study) -> Result<Self, ReportError> {
        let only = if options.only.is_empty() { &study.figures } else { &options.only };
        let formats = [&options.formats, &study.format].into_iter().find(|it| !it.is_empty());
        let width = options.width.or(study.width);
        if let Some(given) = width.filter(|width| !PNG_WIDTHS.contains(width)) {
            return Err(ReportError::Width(given));
        }
        check_names(&options.measures, &TABLES)?;
        let print = study.print.as_ref();
        if width.is_some() && print.is_some() {
            return Err(ReportError::TwoWidths);
        }
        print.map(pixels_of).transpose()?;
        check_colors(&study.series)?;
        if let Some(print) = print {
            check_print(&study.series, print)?;
        }
        Ok(Self {
            only,
            formats: formats.cloned().unwrap_or_else(|| ReportFormat::ALL.to_vec()),
            width,
            print,
        })
    }

    fn has(&self, format: ReportFormat) -> bool {
        self.formats.contains(&format)
    }

    /// The figures of an article that are wanted; an error for a name that no figure has.
    fn figures<'b>(&self, article: &'b Article) -> Result<Vec<&'b Figure>, ReportError> {
        let all: Vec<&Figure> = article.figures().collect();
        let is_missing = |name: &&String| all.iter().all(|figure| figure.name != **name);
        let titled = self.print.iter().flat_map(|print| print.titles.keys());
        if let Some(name) = self.only.iter().chain(titled).find(is_missing) {
            let there = all.iter().map(|figure| figure.name.clone()).collect();
            return Err(ReportError::UnknownFigure(name.clone(), there));
        }
        let is_wanted = |figure: &&Figure| self.only.is_empty() || self.only.contains(&figure.name);
        Ok(all.into_iter().filter(is_wanted).collect())
    }
}

/// Writes a report into a folder, which is created if it does not exist: for each figure a PNG, an SVG and a
/// CSV, then `distance.csv`, `measure-pairs.csv`, `comparison.csv`, `manifest.json`, and two pages, each in
/// Markdown and in HTML: the article (`README.md`, `index.html`) and its appendix (`APPENDIX.md`,
/// `appendix.html`). A report of chosen figures is one page. Returns what was written and what was removed.
///
/// The same results give the same bytes. If the folder contains an earlier report, the files that its
/// manifest lists and that this report no longer has are removed; nothing else is. If it contains files with
/// these names and no manifest of a report, nothing is written.
///
/// ```no_run
/// use basement_report::{ReportOptions, write_report};
/// use basement_survey::Study;
///
/// let results = Study::flash_and_rebirth(1000).run(&|_| {})?;
/// let files = write_report(&results, &ReportOptions::new("my-program"), "report".as_ref())?;
/// println!("{} files", files.written.len());
/// # Ok::<(), basement_report::ReportError>(())
/// ```
///
/// # Errors
///
/// [`ReportError`] when a wanted figure does not exist, when a width of pictures, the name of a
/// custom measure or the colours of two series are refused, when a figure cannot be drawn or a file
/// cannot be written, or when the report would replace a file that no report wrote.
pub fn write_report(
    results: &Results,
    options: &ReportOptions,
    folder: &Path,
) -> Result<ReportFiles, ReportError> {
    let study = &results.study;
    let wanted = Wanted::new(options, study)?;
    let mut context = Context::new(results);
    context.options = options.clone();
    context.makes_floors = wanted.only.is_empty();
    let mut article = sections::article(&context);
    if !wanted.only.is_empty() {
        article.on_one_page();
        sections::add_asked(&mut article, results, wanted.only);
    }
    check_figures(&options.measures, &article)?;
    let figures = wanted.figures(&article)?;
    let pictures: Vec<Vec<(String, Vec<u8>)>> = figures
        .par_iter()
        .map(|figure| {
            files_of(figure, &options.command, &wanted.formats, (wanted.width, wanted.print))
        })
        .collect::<Result<_, _>>()?;
    let mut files: Vec<(String, Vec<u8>)> = pictures.into_iter().flatten().collect();
    if wanted.has(ReportFormat::Csv) {
        let tables = [distance_table, pair_table, comparison_table];
        let tables = TABLES.into_iter().zip(tables.map(|table| table(results).to_csv()));
        files.extend(tables.map(|(name, table)| (format!("{name}.csv"), table.into_bytes())));
    }
    let place = files.len();
    let mut manifest = manifest(results, &figures, options);
    let appendix = article.take_appendix();
    let to_appendix = ("Appendix: charts, maps and tables", PAGES[1]);
    let pages = [
        (Some(&article), appendix.as_ref().map(|_| to_appendix)),
        (appendix.as_ref(), Some(("The article", PAGES[0]))),
    ];
    for ((article, other), [markdown, html]) in pages.into_iter().zip(PAGES) {
        let Some(article) = article else { continue };
        let page = Page { article, other, results, only: wanted.only, formats: &wanted.formats };
        if wanted.has(ReportFormat::Markdown) {
            files.push((markdown.to_owned(), page.markdown().into_bytes()));
        }
        if wanted.has(ReportFormat::Html) {
            files.push((html.to_owned(), page.html()?.into_bytes()));
        }
    }
    manifest["files"] = files.iter().map(|(name, _)| name.as_str()).collect();
    let manifest = serde_json::to_string_pretty(&manifest)? + "\n";
    files.insert(place, (MANIFEST.to_owned(), manifest.into_bytes()));
    let before = free_of_foreign(folder, files.iter().map(|(name, _)| name))?;
    let written = write_files(folder, files)?;
    let mut removed = Vec::new();
    for name in before.into_iter().filter(|name| !written.contains(name)) {
        let path = folder.join(&name);
        match std::fs::remove_file(&path) {
            Ok(()) => removed.push(name),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(ReportError::File { path, error }),
        }
    }
    Ok(ReportFiles { written, removed })
}

/// Checks that no custom measure has the name of another figure, because the files of one would
/// replace those of the other.
fn check_figures(own: &[OwnMeasure], article: &Article) -> Result<(), ReportError> {
    let is_taken = |own: &&OwnMeasure| {
        let name = own.figure_name();
        article.figures().filter(|figure| figure.name == name).count() > 1
    };
    match own.iter().find(is_taken) {
        Some(own) => Err(ReportError::TakenName(own.name.clone())),
        None => Ok(()),
    }
}

/// Checks before the first floor what [`write_report`] checks: the width of pictures, the names of figures and
/// of custom measures, two series of one colour or grey, and a folder with a page, a table or a manifest that no
/// report wrote.
///
/// # Errors
///
/// [`ReportError::Width`], [`ReportError::TwoWidths`], [`ReportError::PrintWidth`], [`ReportError::MeasureName`],
/// [`ReportError::TakenName`], [`ReportError::RepeatedColor`] and [`ReportError::AlikeInGrey`] say what to change;
/// so does [`check_figure_name`](crate::check_figure_name), whose error is in a [`ReportError::Survey`];
/// [`ReportError::Foreign`] names the file that would be written over; [`ReportError::NotAFolder`] says that the
/// folder is a file.
pub fn check_report(
    study: &Study,
    options: &ReportOptions,
    folder: &Path,
) -> Result<(), ReportError> {
    let wanted = Wanted::new(options, study)?;
    let titled = wanted.print.iter().flat_map(|print| print.titles.keys());
    for name in wanted.only.iter().chain(titled) {
        sections::check_figure_name(name, &options.measures).map_err(SurveyError::from)?;
    }
    free_of_foreign(folder, own_files()).map(|_| ())
}

/// Writes files into a folder, which is created if it does not exist, and returns their names.
fn write_files(folder: &Path, files: Vec<(String, Vec<u8>)>) -> Result<Vec<String>, ReportError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| ReportError::File { path: folder.to_owned(), error })?;
    for (name, bytes) in &files {
        write_file(&folder.join(name), bytes)?;
    }
    Ok(files.into_iter().map(|(name, _)| name).collect())
}

/// Draws the figure of a census into a folder: PNG, SVG and CSV, and a page. `command` reproduces the census,
/// and `generator` made it: without a generator, only floors of the embedded rooms can be shown. Returns the
/// names of the files, or none if no measure of the figure has two values.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{Seeds, census::CensusRun};
///
/// let rebirth = Backend::Rebirth.generator(None, &[])?;
/// let mut run = CensusRun::new(&*rebirth, &Request::level(1), Seeds::stage(1, 300), None)?;
/// run.advance(&*rebirth, &|| false, &|_| {})?;
/// let folder = tempfile::tempdir()?;
/// let files = basement_report::write_census(run.census(), None, "my-program", folder.path())?;
/// assert!(files.iter().any(|file| file.ends_with(".svg")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ReportError`] when the figure cannot be drawn or a file cannot be written.
pub fn write_census(
    census: &Census,
    generator: Option<&dyn Generator>,
    command: &str,
    folder: &Path,
) -> Result<Vec<String>, ReportError> {
    check_folder(folder)?;
    let Some(figure) = census_figure(census, generator) else { return Ok(Vec::new()) };
    let mut files = files_of(&figure, command, &ReportFormat::ALL, (None, None))?;
    files.push((format!("{}.md", figure.name), census_page(&figure, command).into_bytes()));
    write_files(folder, files)
}

/// The page of a census, as Markdown.
fn census_page(figure: &Figure, command: &str) -> String {
    let Figure { name, title, subtitle, caption, notes, alt, .. } = figure;
    let mut page = format!("# {title}\n\n{subtitle}.\n\n![{alt}]({name}.png)\n\n*{caption}*\n\n");
    for note in notes {
        let _ = writeln!(page, "{note}\n");
    }
    let _ = writeln!(page, "Data: [{name}.csv]({name}.csv). Made with\n\n```sh\n{command}\n```");
    page
}

/// Checks that a path is a folder, or that nothing has its name.
///
/// # Errors
///
/// [`ReportError::NotAFolder`] if something else has it.
pub fn check_folder(folder: &Path) -> Result<(), ReportError> {
    if folder.exists() && !folder.is_dir() {
        return Err(ReportError::NotAFolder(folder.to_owned()));
    }
    Ok(())
}

/// The files of an earlier report in a folder; an error if files with these names exist and no report wrote
/// them.
fn free_of_foreign(
    folder: &Path,
    names: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<Vec<String>, ReportError> {
    check_folder(folder)?;
    if let Some(before) = written_before(folder) {
        return Ok(before);
    }
    // A broken link is somebody's file too.
    let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
    match names.into_iter().map(|name| folder.join(name)).find(is_there) {
        Some(path) => Err(ReportError::Foreign(path)),
        None => Ok(Vec::new()),
    }
}

/// The files of an earlier report: of its pages and tables, and of each figure that its manifest lists, those
/// that the manifest says were written; `None` without a manifest of a report. Names that lead out of the folder
/// are ignored.
fn written_before(folder: &Path) -> Option<Vec<String>> {
    let manifest = std::fs::read(folder.join(MANIFEST)).ok()?;
    let manifest: Value = serde_json::from_slice(&manifest).ok()?;
    let figures = manifest["figures"].as_array().filter(|_| manifest["program"] == PROGRAM)?;
    let is_plain = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let names = figures.iter().filter_map(|it| it["name"].as_str()).filter(|it| is_plain(it));
    let files = |name: &str| ["png", "svg", "csv"].map(|ending| format!("{name}.{ending}"));
    // Manifests of earlier versions do not say which files were written.
    let written = manifest["files"].as_array();
    let is_written = |file: &String| written.is_none_or(|all| all.iter().any(|it| it == file));
    Some(names.flat_map(files).chain(own_files()).filter(is_written).collect())
}

/// What a report was made from: enough to reproduce it, byte for byte, if every series is a backend's.
fn manifest(results: &Results, figures: &[&Figure], options: &ReportOptions) -> Value {
    let group = |group: &GroupResult| {
        let file = match &group.origin {
            Origin::File(file) => Some(file),
            _ => None,
        };
        // Lines that are not floors: how many, and the first of them.
        let skipped = (group.invalid.count > 0).then(|| {
            let first: Vec<String> = group.invalid.first.iter().map(ToString::to_string).collect();
            json!({ "lines": group.invalid.count, "first": first })
        });
        present(json!({
            "series": name_of(results, group.series),
            "generator": group.origin.description(),
            "file": file,
            "request": group.request,
            "seeds": group.origin.seeds(),
            "floors": group.summary.floors,
            "gave_up": group.summary.gave_up,
            "skipped": skipped,
        }))
    };
    let figure = |Figure { name, title, table, .. }: &&Figure| {
        let data = format!("{name}.csv");
        json!({ "name": name, "finding": title, "data": data, "sha256": sha256(table.to_csv().as_bytes()) })
    };
    present(json!({
        "program": PROGRAM,
        "version": VERSION,
        "command": options.command,
        // Why this file alone is not enough to reproduce the report, if it is not.
        "not_repeatable": not_repeatable(results),
        "study": results.study,
        "census_sha256": options.census_sha256,
        "bridge_floors": options.bridge.as_ref().map(|bridge| bridge.floors),
        "docs": options.docs,
        "lab": options.lab,
        "groups": results.groups.iter().map(group).collect::<Vec<_>>(),
        "figures": figures.iter().map(figure).collect::<Vec<_>>(),
    }))
}

/// An object without the entries that are null.
fn present(mut object: Value) -> Value {
    if let Value::Object(entries) = &mut object {
        entries.retain(|_, value| !value.is_null());
    }
    object
}
