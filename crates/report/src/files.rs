//! The files of a figure.

use basement_survey::study::{Print, ReportFormat};

use crate::error::ReportError;
use crate::figure::Figure;
use crate::lexicon::VERSION;
use crate::picture::{per_metre, pixels_across, write_png_at};
use crate::print::{Printed, pixels_of, printed};
use crate::svg::{self, Letters, Paper};

/// How the pictures of a report are made.
#[derive(Clone, Copy)]
pub(crate) enum Size<'a> {
    /// For screens: the width of PNGs in pixels, if it is not two pixels per point.
    Screen(Option<u32>),
    /// For print.
    Paper(&'a Print),
}

/// A figure as a file for print: SVG, PNG or its data as CSV. `command` reproduces it.
///
/// ```
/// use basement_floors::Backend;
/// use basement_report::{Print, ReportFormat, figure_file, figure_named};
/// use basement_survey::{Series, Study};
///
/// let study = Study::new("Rings").floors(20).levels([1]);
/// let study = study.series(Series::new("Flash", Backend::Flash));
/// let study = study.series(Series::new("Rebirth", Backend::Rebirth));
/// let figure = figure_named(&study.run(&|_| {})?, "rooms")?;
/// let column = Print { width_mm: 85.0, ..Print::default() };
/// let svg = figure_file(&figure, ReportFormat::Svg, "my-program", &column)?;
/// assert!(svg.starts_with(b"<svg width=\"85mm\""));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
///
/// # Errors
///
/// [`ReportError::SmallType`] and [`ReportError::PrintWidth`] for an unsuitable width,
/// [`ReportError::NotOfAFigure`] for a page, and the errors of [`svg`](crate::svg()) and
/// [`write_png`](crate::write_png).
pub fn figure_file(
    figure: &Figure,
    format: ReportFormat,
    command: &str,
    print: &Print,
) -> Result<Vec<u8>, ReportError> {
    let files = files_of(figure, command, &[format], Size::Paper(print))?;
    files.into_iter().next().map(|(_, bytes)| bytes).ok_or(ReportError::NotOfAFigure(format))
}

/// The files of a figure in some formats, by their names. `command` reproduces it.
pub(crate) fn files_of(
    figure: &Figure,
    command: &str,
    formats: &[ReportFormat],
    size: Size<'_>,
) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let Figure { name, notes, table, .. } = figure;
    let has = |format: ReportFormat| formats.contains(&format);
    let provenance = notes.join(" ");
    let mut files = Vec::new();
    if has(ReportFormat::Png) || has(ReportFormat::Svg) {
        let printed = match size {
            Size::Screen(_) => None,
            Size::Paper(print) => Some(printed(figure, print)?),
        };
        let (drawing, title, alt) = match &printed {
            Some(Printed { drawing, title, alt }) => (drawing, title, alt),
            None => (&figure.drawing, &figure.title, &figure.alt),
        };
        if has(ReportFormat::Png) {
            let width = match size {
                Size::Screen(width) => width,
                Size::Paper(print) => Some(pixels_of(print)?),
            };
            let pixels = pixels_across(drawing, width)?;
            let per_metre = match size {
                Size::Screen(_) => per_metre(drawing, &pixels),
                Size::Paper(print) => (f64::from(print.dpi) / 0.0254).round() as u32,
            };
            let notes = [
                ("Title", title.clone()),
                ("Description", alt.clone()),
                ("Software", format!("Basement Lab {VERSION}")),
                ("Source", command.to_owned()),
                ("Comment", provenance.clone()),
            ];
            let mut png = Vec::new();
            write_png_at(&mut png, &pixels, &notes, per_metre)?;
            files.push((format!("{name}.png"), png));
        }
        if has(ReportFormat::Svg) {
            let metadata = format!("{provenance} {command}");
            let paper = match size {
                Size::Screen(_) => None,
                Size::Paper(print) => {
                    Some(Paper { width_mm: print.width_mm, metadata: metadata.trim() })
                }
            };
            let text = svg::file(drawing, title, alt, Letters::Text, paper)?;
            files.push((format!("{name}.svg"), text.into_bytes()));
        }
    }
    if has(ReportFormat::Csv) {
        files.push((format!("{name}.csv"), table.to_csv().into_bytes()));
    }
    Ok(files)
}
