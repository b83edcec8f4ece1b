//! The embedded font: how wide texts are, and where they are broken or cut. [The crate](crate) says why
//! plotters does not do this.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve, Point, PxScale, ScaleFont};

/// The family as an SVG names it.
pub(crate) const FAMILY: &str = "'Noto Sans',Arial,Helvetica,sans-serif";

static REGULAR: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(notosans::REGULAR_TTF).ok());

static BOLD: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(notosans::BOLD_TTF).ok());

/// The embedded font, regular or bold. `None` only if the file in the font crate is broken.
pub(crate) fn font(bold: bool) -> Option<&'static FontRef<'static>> {
    if bold { BOLD.as_ref() } else { REGULAR.as_ref() }
}

/// The scale at which the font's em is `size` high.
pub(crate) fn scale_of(font: &FontRef<'static>, size: f64) -> PxScale {
    let em = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size as f32 * font.height_unscaled() / em)
}

/// The width of a character in the font's own unit; `None` if it has no glyph.
fn unscaled_width(character: char, bold: bool) -> Option<f32> {
    /// The first character that labels do not use: those before it are looked up in the file once.
    const FIRST_RARE: char = '\u{2700}';
    static WIDTHS: LazyLock<[Vec<Option<f32>>; 2]> = LazyLock::new(|| {
        [false, true].map(|bold| ('\0'..FIRST_RARE).map(|it| looked_up(it, bold)).collect())
    });
    fn looked_up(character: char, bold: bool) -> Option<f32> {
        let font = font(bold)?;
        let glyph = font.glyph_id(character);
        (glyph.0 != 0).then(|| font.h_advance_unscaled(glyph))
    }
    let known = WIDTHS[usize::from(bold)].get(character as usize);
    known.copied().unwrap_or_else(|| looked_up(character, bold))
}

/// The characters of a text as the embedded font can draw them. A character without a glyph, such as a
/// Chinese one, becomes its code point: `[U+9B54]`. Characters that only change how their neighbours look are
/// left out.
pub(crate) fn drawable(text: &str, bold: bool) -> Cow<'_, str> {
    if font(bold).is_none() {
        return Cow::Borrowed(text);
    }
    let has_glyph = |character: char| unscaled_width(character, bold).is_some();
    if text.chars().all(has_glyph) {
        return Cow::Borrowed(text);
    }
    let mut drawn = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            _ if has_glyph(character) => drawn.push(character),
            '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' => {}
            _ => {
                let _ = write!(drawn, "[U+{:04X}]", u32::from(character));
            }
        }
    }
    Cow::Owned(drawn)
}

/// Width of a text.
pub(crate) fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let Some(font) = font(bold) else { return 0.0 };
    let right = font.as_scaled(scale_of(font, size)).h_scale_factor();
    let drawn = drawable(text, bold);
    let widths = drawn.chars().filter_map(|it| unscaled_width(it, bold));
    widths.map(|width| f64::from(right * width)).sum()
}

/// The outlines of a text that begins at a place, as the path of an SVG.
pub(crate) fn outlines(text: &str, size: f64, bold: bool, (x, y): (f64, f64)) -> String {
    let mut path = String::new();
    let Some(font) = font(bold) else { return path };
    let scaled = font.as_scaled(scale_of(font, size));
    let (right, down) = (scaled.h_scale_factor(), -scaled.v_scale_factor());
    let mut left = x as f32;
    for glyph in drawable(text, bold).chars().map(|character| font.glyph_id(character)) {
        let place = |point: Point| {
            format!("{:.3} {:.3}", left + point.x * right, y as f32 + point.y * down)
        };
        let mut at = None;
        for curve in font.outline(glyph).into_iter().flat_map(|outline| outline.curves) {
            let (from, to, drawn) = match curve {
                OutlineCurve::Line(from, to) => (from, to, format!("L{}", place(to))),
                OutlineCurve::Quad(from, by, to) => {
                    (from, to, format!("Q{} {}", place(by), place(to)))
                }
                OutlineCurve::Cubic(from, a, b, to) => {
                    (from, to, format!("C{} {} {}", place(a), place(b), place(to)))
                }
            };
            if at != Some(from) {
                let _ = write!(path, "M{}", place(from));
            }
            path += &drawn;
            at = Some(to);
        }
        left += scaled.h_advance(glyph);
    }
    path
}

/// Breaks a text into lines no wider than `width`; never before a per cent sign or around a ±.
pub(crate) fn wrapped(text: &str, size: f64, bold: bool, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let text = text.replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}");
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, bold) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, size, bold, width)),
        }
    }
    lines
}

/// A word in pieces no wider than `width`: one piece, unless the word is wider.
fn broken(word: &str, size: f64, bold: bool, width: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0.0;
    for character in word.chars() {
        let own = text_width(character.encode_utf8(&mut [0; 4]), size, bold);
        if used > 0.0 && used + own > width {
            pieces.push(String::new());
            used = 0.0;
        }
        used += own;
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    }
    pieces
}

/// A text, cut with an ellipsis if it is wider than `width`.
pub(crate) fn shortened(text: &str, size: f64, bold: bool, width: f64) -> String {
    if text_width(text, size, bold) <= width {
        return text.to_owned();
    }
    let mut left = width - text_width("…", size, bold);
    if left < 0.0 {
        return String::new();
    }
    let fits = |character: &char| {
        left -= text_width(character.encode_utf8(&mut [0; 4]), size, bold);
        left >= 0.0
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// A text, cut in its middle if it is wider than `width`: names of rooms differ at their end, as in
/// `Arena (24)`.
pub(crate) fn shortened_in_the_middle(text: &str, size: f64, bold: bool, width: f64) -> String {
    /// How many characters at the end tell names apart.
    const END: usize = 6;
    let split = text.char_indices().rev().nth(END - 1).map_or(0, |(at, _)| at);
    let (start, end) = text.split_at(split);
    let start = shortened(start, size, bold, width - text_width(end, size, bold));
    // Without an ellipsis there is nothing left of the start, or it fits whole.
    match text_width(text, size, bold) > width && start.ends_with('…') {
        true => format!("{start}{}", end.trim_start()),
        false => shortened(text, size, bold, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::LABEL;

    #[test]
    fn a_name_shortened_in_the_middle_keeps_its_end_and_fits() {
        let name = "[GODMODE] Shade Hand (copy) (24)";
        for width in [60.0, 90.0, 120.0, 200.0] {
            let shown = shortened_in_the_middle(name, LABEL, false, width);
            assert!(text_width(&shown, LABEL, false) <= width, "{shown}");
            assert!(shown.ends_with("(24)") && shown.contains('…'), "{shown}");
        }
        assert_eq!(shortened_in_the_middle("Arena (24)", LABEL, false, 500.0), "Arena (24)");
        let tight = shortened_in_the_middle(name, LABEL, false, 12.0);
        assert!(text_width(&tight, LABEL, false) <= 12.0);
    }

    #[test]
    fn every_character_of_our_figures_has_a_glyph() {
        let font = font(false).unwrap();
        for character in "−–…·×≥±ΔÅ%’“”→".chars() {
            assert_ne!(font.glyph_id(character).0, 0, "{character}");
        }
    }

    #[test]
    fn a_character_without_a_glyph_is_drawn_as_its_code_point() {
        assert_eq!(drawable("Höhle Пещера Σπηλιά", false), "Höhle Пещера Σπηλιά");
        assert_eq!(drawable("a魔\u{FE0F}b", false), "a[U+9B54]b");
        assert_eq!(text_width("魔", 14.0, true), text_width("[U+9B54]", 14.0, true));
    }

    #[test]
    fn shortened_and_wrapped_texts_fit_their_width() {
        for text in ["W".repeat(400), "魔".repeat(60), "one two three ".repeat(9)] {
            let cut = shortened(&text, 11.0, false, 100.0);
            assert!(cut.ends_with('…') && text_width(&cut, 11.0, false) <= 100.0, "{cut}");
            let lines = wrapped(&text, 11.0, false, 100.0);
            assert!(lines.len() > 1);
            assert!(lines.iter().all(|line| text_width(line, 11.0, false) <= 100.0), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(shortened("short", 11.0, false, 100.0), "short");
        assert_eq!(shortened("short", 11.0, false, 1.0), "");
    }
}
