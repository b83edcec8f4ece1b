//! A census as files: its figure with its data, and a page that shows it.

use std::fmt::Write;
use std::path::Path;

use basement_floors::Generator;
use basement_survey::atomic_file::write_file;
use basement_survey::census::Census;
use basement_survey::study::ReportFormat;

use crate::error::ReportError;
use crate::figure::Figure;
use crate::figures::census_figure;
use crate::files::files_of;
use crate::report::check_folder;

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
    files.push((format!("{}.md", figure.name), page(&figure, command).into_bytes()));
    std::fs::create_dir_all(folder)
        .map_err(|source| ReportError::File { path: folder.to_owned(), source })?;
    for (name, bytes) in &files {
        write_file(&folder.join(name), bytes)?;
    }
    Ok(files.into_iter().map(|(name, _)| name).collect())
}

/// The page, as Markdown.
fn page(figure: &Figure, command: &str) -> String {
    let Figure { name, title, subtitle, caption, notes, alt, .. } = figure;
    let mut page = format!("# {title}\n\n{subtitle}.\n\n![{alt}]({name}.png)\n\n*{caption}*\n\n");
    for note in notes {
        let _ = writeln!(page, "{note}\n");
    }
    let _ = writeln!(page, "Data: [{name}.csv]({name}.csv). Made with\n\n```sh\n{command}\n```");
    page
}
