//! The files of a figure.

use basement_survey::study::ReportFormat;

use crate::error::ReportError;
use crate::figure::Figure;
use crate::lexicon::VERSION;
use crate::picture::{pixels_across, write_png};
use crate::svg::svg;

/// The files of a figure in some formats, by their names. `command` is what makes it again, `width`
/// that of its PNG in pixels, where it is not two pixels a point.
pub(crate) fn files_of(
    figure: &Figure,
    command: &str,
    formats: &[ReportFormat],
    width: Option<u32>,
) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let Figure { name, title, alt, notes, drawing, table, .. } = figure;
    let has = |format: ReportFormat| formats.contains(&format);
    let mut files = Vec::new();
    if has(ReportFormat::Png) {
        let notes = [
            ("Title", title.clone()),
            ("Description", alt.clone()),
            ("Software", format!("Basement Lab {VERSION}")),
            ("Source", command.to_owned()),
            ("Comment", notes.join(" ")),
        ];
        let mut png = Vec::new();
        write_png(&mut png, &pixels_across(drawing, width)?, &notes)?;
        files.push((format!("{name}.png"), png));
    }
    if has(ReportFormat::Svg) {
        files.push((format!("{name}.svg"), svg(drawing, title, alt)?.into_bytes()));
    }
    if has(ReportFormat::Csv) {
        files.push((format!("{name}.csv"), table.to_csv().into_bytes()));
    }
    Ok(files)
}
