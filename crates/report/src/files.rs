//! The files of a figure.

use basement_survey::study::{Print, ReportFormat};

use crate::error::ReportError;
use crate::figure::Figure;
use crate::lexicon::VERSION;
use crate::picture::png;
use crate::print::{pixels_of, printed};
use crate::svg::{self, Letters, Paper};

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
/// [`ReportError::NotOfAFigure`] for a page, and the errors of [`Figure::svg`] and
/// [`Figure::png`].
pub fn figure_file(
    figure: &Figure,
    format: ReportFormat,
    command: &str,
    print: &Print,
) -> Result<Vec<u8>, ReportError> {
    let files = files_of(figure, command, &[format], (None, Some(print)))?;
    files.into_iter().next().map(|(_, bytes)| bytes).ok_or(ReportError::NotOfAFigure(format))
}

/// The files of a figure in some formats, by their names. `command` reproduces it. PNGs are as wide as the
/// print; without one, that many pixels, or two pixels per point.
pub(crate) fn files_of(
    figure: &Figure,
    command: &str,
    formats: &[ReportFormat],
    (width, print): (Option<u32>, Option<&Print>),
) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let Figure { name, notes, table, .. } = figure;
    let has = |format: ReportFormat| formats.contains(&format);
    let provenance = notes.join(" ");
    let mut files = Vec::new();
    if has(ReportFormat::Png) || has(ReportFormat::Svg) {
        let printed = print.map(|print| printed(figure, print)).transpose()?;
        let Figure { drawing, title, alt, .. } = printed.as_ref().unwrap_or(figure);
        if has(ReportFormat::Png) {
            let width = print.map(pixels_of).transpose()?.or(width);
            let notes = [
                ("Title", title.clone()),
                ("Description", alt.clone()),
                ("Software", format!("Basement Lab {VERSION}")),
                ("Source", command.to_owned()),
                ("Comment", provenance.clone()),
            ];
            let png = png(drawing, width, print.map(|print| print.dpi), &notes)?;
            files.push((format!("{name}.png"), png));
        }
        if has(ReportFormat::Svg) {
            let metadata = format!("{provenance} {command}");
            let metadata = metadata.trim();
            let paper = print.map(|print| Paper { width_mm: print.width_mm, metadata });
            let text = svg::file(drawing, title, alt, Letters::Text, paper)?;
            files.push((format!("{name}.svg"), text.into_bytes()));
        }
    }
    if has(ReportFormat::Csv) {
        files.push((format!("{name}.csv"), table.to_csv().into_bytes()));
    }
    Ok(files)
}
