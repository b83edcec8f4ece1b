//! Figures for print: as wide as a column of a journal, with type that can be read there.

use basement_survey::Series;
use basement_survey::study::{Language, Palette, Print};

use crate::drawing::{Drawing, Geometry};
use crate::error::{PNG_WIDTHS, ReportError};
use crate::prelude::*;
use crate::theme::{MARGIN, PHONE_MARGIN, Paint, contrast};

/// The smallest type that is printed, in points of 1/72 inch.
const LEAST_TYPE: f64 = 6.0;
const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// The width of a PNG in pixels.
///
/// # Errors
///
/// [`ReportError::PrintWidth`] if no PNG has it.
pub(crate) fn pixels_of(print: &Print) -> Result<u32, ReportError> {
    let pixels = (print.width_mm / 25.4 * f64::from(print.dpi)).round();
    if PNG_WIDTHS.contains(&(pixels as u32)) {
        return Ok(pixels as u32);
    }
    Err(ReportError::PrintWidth { width_mm: print.width_mm, dpi: print.dpi, pixels })
}

/// A figure as it is printed: in the layout for pages if its type is large enough at the width, or else in
/// the one for phones. The notes are in the drawing if they are wanted.
///
/// # Errors
///
/// [`ReportError::SmallType`] if the type is too small in both.
pub(crate) fn printed(figure: &Figure, print: &Print) -> Result<Figure, ReportError> {
    let say = |text: &str| in_language(text, print.language);
    let title = say(print.titles.get(&figure.name).unwrap_or(&figure.title));
    let notes: Vec<String> = match print.provenance {
        true => figure.notes.iter().map(|note| say(note)).collect(),
        false => Vec::new(),
    };
    let layouts = [(Some(&figure.body), MARGIN), (figure.narrow.as_ref(), PHONE_MARGIN)];
    let mut least_mm = f64::INFINITY;
    for (body, margin) in layouts {
        let Some(body) = body else { continue };
        let mut body = body.clone();
        for mark in &mut body.marks {
            if let Geometry::Text { text, .. } = &mut mark.geometry {
                *text = say(text);
            }
        }
        let mut drawing = framed(&title, &say(&figure.subtitle), &notes, &body, margin);
        if print.palette == Palette::Grey {
            for mark in &mut drawing.marks {
                mark.paint = mark.paint.in_grey().into();
            }
        }
        let least = LEAST_TYPE * drawing.width / smallest_type(&drawing) / POINTS_PER_MM;
        if print.width_mm >= least {
            return Ok(Figure { drawing, title, alt: say(&figure.alt), ..figure.clone() });
        }
        least_mm = least_mm.min(least);
    }
    let (name, width_mm, least_mm) = (figure.name.clone(), print.width_mm, least_mm.ceil());
    Err(ReportError::SmallType { name, width_mm, least_mm })
}

/// The least contrast of two series in grey.
const LEAST_CONTRAST: f64 = 1.3;

/// Returns an error for two series that would look alike in print.
///
/// ```
/// use basement_floors::Backend;
/// use basement_report::{Palette, Print, check_print};
/// use basement_survey::Series;
///
/// let flash = Series::new("Flash", Backend::Flash);
/// // As light as Flash is in grey.
/// let rebirth = Series::new("Rebirth", Backend::Rebirth).color("#757575".parse()?);
/// let grey = Print { palette: Palette::Grey, ..Print::default() };
/// assert!(check_print(&[flash.clone(), rebirth.clone()], &Print::default()).is_ok());
/// assert!(check_print(&[flash, rebirth], &grey).is_err());
/// # Ok::<(), basement_survey::study::ColorError>(())
/// ```
///
/// # Errors
///
/// [`ReportError::AlikeInGrey`] names two series whose greys are below 1.3:1. Variants of a game have
/// their game's grey as they have its colour.
pub fn check_print(series: &[Series], print: &Print) -> Result<(), ReportError> {
    if print.palette != Palette::Grey {
        return Ok(());
    }
    let marks: Vec<Paint> = (0..series.len()).map(|it| hue_among(series, it).mark).collect();
    for second in 0..marks.len() {
        for first in 0..second {
            let [one, other] = [marks[first], marks[second]];
            let ratio = contrast(one.in_grey(), other.in_grey());
            if one.light != other.light && ratio < LEAST_CONTRAST {
                let [x, y] = [first, second].map(|place| series[place].name.clone());
                return Err(ReportError::AlikeInGrey(x, y));
            }
        }
    }
    Ok(())
}

/// The size of the smallest type of a drawing.
fn smallest_type(drawing: &Drawing) -> f64 {
    let sizes = drawing.marks.iter().filter_map(|mark| match &mark.geometry {
        Geometry::Text { size, .. } => Some(*size),
        _ => None,
    });
    sizes.fold(f64::INFINITY, f64::min)
}

/// A text with its numbers as a language writes them. Versions, lists and values of options stay as
/// they are.
fn in_language(text: &str, language: Language) -> String {
    if language == Language::English {
        return text.to_owned();
    }
    let is_part = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let all: Vec<char> = text.chars().collect();
    let mut said = String::new();
    for run in all.chunk_by(|a, b| is_part(a) == is_part(b)) {
        let run: String = run.iter().collect();
        // What ends a sentence or a clause is not part of a number.
        let number = run.trim_end_matches(['.', ',']);
        let is_value = said.ends_with('=') || said.ends_with(char::is_alphanumeric);
        match is_number(number) && !is_value {
            true => said.extend(number.chars().map(|c| match c {
                '.' => ',',
                ',' => '.',
                digit => digit,
            })),
            false => said += number,
        }
        said += &run[number.len()..];
    }
    said
}

/// Whether a text is one number, with commas between its thousands and at most one point.
fn is_number(text: &str) -> bool {
    let (number, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let plain = number.replace(',', "");
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_grouped = || plain.parse().map(whole).as_deref() == Ok(number);
    is_digits(&plain) && is_digits(fraction) && (number == plain || is_grouped())
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    use super::*;
    use crate::sections::both_games;

    static FIGURES: LazyLock<Vec<Figure>> =
        LazyLock::new(|| crate::figures(&both_games(60, &[1, 4]).run(&|_| {}).unwrap()));

    #[test]
    fn numbers_of_german_pictures_have_a_decimal_comma_and_nothing_else_changes() {
        for (english, german) in [
            ("N = 20,000 floors; 4.2 steps.", "N = 20.000 floors; 4,2 steps."),
            ("−1,234.56 (95 %: 0.5 to 1.25), then 3.", "−1.234,56 (95 %: 0,5 to 1,25), then 3."),
            ("Basement Lab 0.1.0, levels 1, 4 and 8", "Basement Lab 0.1.0, levels 1, 4 and 8"),
            ("--item 1,4,8 a.b=0.5 v0.5", "--item 1,4,8 a.b=0.5 v0.5"),
            ("no number", "no number"),
        ] {
            assert_eq!(in_language(english, Language::German), german);
            assert_eq!(in_language(english, Language::English), english);
        }
    }

    #[test]
    fn a_grey_picture_has_only_greys_and_its_series_differ() {
        let grey = Print { palette: Palette::Grey, ..Print::default() };
        let paints = |figure: &Figure, print: &Print| -> Vec<Paint> {
            let drawing = printed(figure, print).unwrap().drawing;
            drawing.marks.iter().map(|mark| mark.paint).collect()
        };
        for figure in &*FIGURES {
            for Paint { light: color, dark, .. } in paints(figure, &grey) {
                assert!(color.0 == color.1 && color.1 == color.2, "{} has {color}", figure.name);
                assert_eq!(color, dark, "{}", figure.name);
            }
            // Colours are unchanged.
            let colored = paints(figure, &Print::default());
            assert!(colored.iter().any(|it| it.light.0 != it.light.1), "{}", figure.name);
        }
        let way = FIGURES.iter().find(|figure| figure.name == "way").unwrap();
        let has = |mark: Paint| {
            let color = mark.in_grey();
            paints(way, &grey).iter().any(|paint| paint.light == color)
        };
        let [flash, rebirth] = [crate::theme::FLASH.mark, crate::theme::REBIRTH.mark];
        assert!(has(flash) && has(rebirth));
        assert!(contrast(flash.in_grey(), rebirth.in_grey()) >= LEAST_CONTRAST);
    }

    #[test]
    fn series_that_look_alike_in_grey_are_refused_by_their_names() {
        let grey = Print { palette: Palette::Grey, ..Print::default() };
        let flash = Series::new("Flash", Backend::Flash);
        let own =
            |color: &str| Series::new("Rebirth", Backend::Rebirth).color(color.parse().unwrap());
        let error = check_print(&[flash.clone(), own("#707880")], &grey).unwrap_err().to_string();
        assert_eq!(
            error,
            "`Flash` and `Rebirth` look alike in grey: give one of them a lighter or a darker `color`, or \
             leave `palette` out"
        );
        assert!(check_print(&[flash.clone(), own("#202020")], &grey).is_ok());
        let variants = [flash.clone(), own("#202020"), Series::new("Other", Backend::Flash)];
        assert!(check_print(&variants, &grey).is_ok());
        // The project's own comparison can be printed in grey.
        assert!(check_print(&Study::flash_and_rebirth(1).series, &grey).is_ok());
    }

    #[test]
    fn type_is_never_smaller_than_six_points_and_a_narrower_width_is_refused() {
        for figure in &*FIGURES {
            for width_mm in [174.0, 85.0] {
                let print = Print { width_mm, ..Print::default() };
                let drawing = printed(figure, &print).unwrap().drawing;
                let points = smallest_type(&drawing) * width_mm * POINTS_PER_MM / drawing.width;
                assert!(points >= LEAST_TYPE, "{} at {width_mm} mm: {points}", figure.name);
            }
            let narrow = Print { width_mm: 30.0, ..Print::default() };
            let Err(ReportError::SmallType { least_mm, .. }) = printed(figure, &narrow) else {
                panic!("{} can be 30 mm wide", figure.name)
            };
            let least = Print { width_mm: least_mm, ..Print::default() };
            assert!(printed(figure, &least).is_ok());
        }
    }
}
