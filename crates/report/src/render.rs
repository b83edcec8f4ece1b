//! Drawings as PNG and SVG, by plotters. Why the text of a PNG is not: [the crate](crate) says.

use ab_glyph::{Font, ScaleFont, point};
use image::imageops::{self, FilterType};
use image::{ImageBuffer, Rgb};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBAColor, ShapeStyle};
use plotters::style::{FontStyle, TextStyle, register_font};

use crate::drawing::{Anchor, Drawing, Mark};
use crate::error::ReportError;
use crate::theme::{self, FAMILY, PAPER};
use basement_survey::Color;

/// Pixels per point of the finished PNG.
const RESOLUTION: u32 = 2;
/// Pixels per point that are drawn, and then reduced: edges come out smooth.
const OVERSAMPLED: u32 = 6;
/// Drawn pixels per finished pixel of wider pictures, on each side: their pixels are small, and memory
/// goes with the square.
const OVERSAMPLED_WIDE: u32 = 2;
/// Units per point of an SVG, which plotters draws in whole numbers.
const SVG_UNITS: f64 = 20.0;

/// The finished pixels of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, row by row.
    pub rgb: Vec<u8>,
}

/// A colour and a stroke's width, as plotters wants them.
const fn style(color: Color, stroke_width: u32) -> ShapeStyle {
    ShapeStyle { color: plotters_color(color, 1.0), filled: true, stroke_width }
}

const fn plotters_color(color: Color, alpha: f64) -> RGBAColor {
    RGBAColor(color.0, color.1, color.2, alpha)
}

/// Draws the pixels.
///
/// ```
/// use basement_report::{Color, Drawing, Mark, pixels};
///
/// let fill = Color(200, 0, 0);
/// let square = Mark::Rectangle { x: 2.0, y: 2.0, width: 4.0, height: 4.0, fill };
/// let drawing = Drawing { width: 8.0, height: 8.0, marks: vec![square] };
/// let picture = pixels(&drawing)?;
/// assert_eq!((picture.width, picture.height), (16, 16));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
///
/// # Errors
///
/// [`ReportError::Drawing`] when plotters cannot draw.
pub fn pixels(drawing: &Drawing) -> Result<Pixels, ReportError> {
    pixels_across(drawing, None)
}

/// The same, so many pixels wide.
pub(crate) fn pixels_across(drawing: &Drawing, wanted: Option<u32>) -> Result<Pixels, ReportError> {
    let points = (drawing.width.ceil() as u32).max(1);
    let usual = points * RESOLUTION;
    let final_width = wanted.unwrap_or(usual);
    let oversampled = OVERSAMPLED.max(final_width.div_ceil(points) * OVERSAMPLED_WIDE);
    let size = |length: f64, scale: u32| (length.ceil() as u32) * scale;
    let (width, height) = (size(drawing.width, oversampled), size(drawing.height, oversampled));
    let mut buffer = vec![0; width as usize * height as usize * 3];
    {
        let mut backend = BitMapBackend::with_buffer(&mut buffer, (width, height));
        draw_marks(&mut backend, drawing, f64::from(oversampled), draw_glyphs)?;
    }
    let large = ImageBuffer::<Rgb<u8>, _>::from_raw(width, height, buffer)
        .ok_or_else(|| ReportError::Drawing("the buffer is too small".to_owned()))?;
    let share = f64::from(final_width) / f64::from(usual);
    let full_height = f64::from(size(drawing.height, RESOLUTION));
    let (width, height) = (final_width, ((full_height * share).round() as u32).max(1));
    let reduced = imageops::resize(&large, width, height, FilterType::Triangle);
    let mut rgb = reduced.into_raw();
    round_edges(&mut rgb);
    Ok(Pixels { width, height, rgb })
}

/// Covers a backend with paper and draws all marks on it, each point as long as `scale` units.
fn draw_marks<B: DrawingBackend>(
    backend: &mut B,
    drawing: &Drawing,
    scale: f64,
    draw_text: fn(&mut B, &Mark, f64) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    let (width, height) = backend.get_size();
    let corner = (width as i32, height as i32);
    backend.draw_rect((0, 0), corner, &style(PAPER, 1), true).map_err(drawing_error)?;
    drawing.marks.iter().try_for_each(|mark| match mark {
        Mark::Text { .. } => draw_text(backend, mark, scale),
        _ => draw_shape(backend, mark, scale),
    })
}

/// Rounds the shades of smoothed edges to steps of 8, which no eye tells apart and which
/// halves the file. A pixel of a flat area, equal to one beside it, keeps its colour.
fn round_edges(rgb: &mut [u8]) {
    let pixels = rgb.as_chunks_mut::<3>().0;
    let mut before = None;
    for place in 0..pixels.len() {
        let pixel = pixels[place];
        let is_flat = before == Some(pixel) || pixels.get(place + 1) == Some(&pixel);
        before = Some(pixel);
        if !is_flat {
            pixels[place] = pixel.map(|value| value.saturating_add(4) / 8 * 8);
        }
    }
}

/// Draws the SVG's text.
///
/// ```
/// use basement_report::{Color, Drawing, Mark, svg};
///
/// let fill = Color(200, 0, 0);
/// let square = Mark::Rectangle { x: 2.0, y: 2.0, width: 4.0, height: 4.0, fill };
/// let drawing = Drawing { width: 8.0, height: 8.0, marks: vec![square] };
/// let text = svg(&drawing, "A square", "A red square.")?;
/// assert!(text.starts_with("<svg"));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
///
/// # Errors
///
/// [`ReportError::Drawing`] when plotters cannot draw.
pub fn svg(drawing: &Drawing, title: &str, description: &str) -> Result<String, ReportError> {
    for (style, bytes) in
        [(FontStyle::Normal, notosans::REGULAR_TTF), (FontStyle::Bold, notosans::BOLD_TTF)]
    {
        register_font(FAMILY, style, bytes)
            .map_err(|_| ReportError::Drawing("the embedded font cannot be read".to_owned()))?;
    }
    let units = |length: f64| (length.ceil() * SVG_UNITS) as u32;
    let (width, height) = (units(drawing.width), units(drawing.height));
    let mut text = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut text, (width, height));
        draw_marks(&mut backend, drawing, SVG_UNITS, draw_svg_text)?;
        backend.present().map_err(drawing_error)?;
    }
    // plotters gives the picture the size of its units; the view box keeps them.
    let shown = format!(
        "width=\"{}\" height=\"{}\" role=\"img\"",
        drawing.width.ceil(),
        drawing.height.ceil()
    );
    let text = text.replacen(&format!("width=\"{width}\" height=\"{height}\""), &shown, 1);
    let names =
        format!("<title>{}</title>\n<desc>{}</desc>\n<rect", escaped(title), escaped(description));
    Ok(text.replacen("<rect", &names, 1))
}

/// Text as it stands in XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    allowed(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A text with U+FFFD in place of the characters that XML forbids.
fn allowed(text: &str) -> String {
    let is_forbidden = |character: char| {
        matches!(character, '\u{FFFE}' | '\u{FFFF}')
            || (character < ' ' && !matches!(character, '\t' | '\n' | '\r'))
    };
    text.replace(is_forbidden, "\u{FFFD}")
}

fn drawing_error(error: impl std::fmt::Display) -> ReportError {
    ReportError::Drawing(error.to_string())
}

fn draw_shape<B: DrawingBackend>(
    backend: &mut B,
    mark: &Mark,
    scale: f64,
) -> Result<(), ReportError> {
    let to = |value: f64| (value * scale).round() as i32;
    let place = |(x, y): &(f64, f64)| (to(*x), to(*y));
    match mark {
        Mark::Rectangle { x, y, width, height, fill } => {
            let style = style(*fill, 1);
            backend.draw_rect((to(*x), to(*y)), (to(x + width), to(y + height)), &style, true)
        }
        Mark::Line { points, width, color } => {
            let style = style(*color, to(*width).max(1) as u32);
            backend.draw_path(points.iter().map(place), &style)
        }
        Mark::Polygon { points, fill } => {
            let style = style(*fill, 1);
            backend.fill_polygon(points.iter().map(place), &style)
        }
        Mark::Dot { x, y, radius, fill } => {
            let style = style(*fill, 1);
            backend.draw_circle((to(*x), to(*y)), to(*radius).max(1) as u32, &style, true)
        }
        Mark::Text { .. } => Ok(()),
    }
    .map_err(drawing_error)
}

/// The places and colours in which a text is drawn, one after the other: its rim if it has one,
/// then the text itself.
fn coats(color: Color, rimmed: bool) -> Vec<((f64, f64), Color)> {
    const RIM: f64 = 1.5;
    let directions = if rimmed { 0..8 } else { 0..0 };
    let rim = directions.map(|eighth| {
        let (sine, cosine) = (f64::from(eighth) * std::f64::consts::FRAC_PI_4).sin_cos();
        ((RIM * cosine, RIM * sine), PAPER)
    });
    rim.chain([((0.0, 0.0), color)]).collect()
}

/// Draws a text glyph by glyph, each where the font puts it: plotters' own text
/// drops the space left of a glyph.
fn draw_glyphs<B: DrawingBackend>(
    backend: &mut B,
    mark: &Mark,
    resolution: f64,
) -> Result<(), ReportError> {
    let Mark::Text { text, y, size, bold, color, rimmed, .. } = mark else { return Ok(()) };
    let Some(font) = theme::font(*bold) else { return Ok(()) };
    let scale = theme::scale_of(font, size * resolution);
    let scaled = font.as_scaled(scale);
    for ((dx, dy), color) in coats(*color, *rimmed) {
        let mut x = ((mark.bounds().0 + dx) * resolution) as f32;
        let baseline = ((y + dy) * resolution) as f32;
        for character in theme::drawable(text, *bold).chars() {
            let id = font.glyph_id(character);
            let glyph = id.with_scale_and_position(scale, point(x, baseline));
            if let Some(outline) = font.outline_glyph(glyph) {
                let corner = outline.px_bounds().min;
                let mut failed = None;
                outline.draw(|dx, dy, coverage| {
                    let place = (corner.x as i32 + dx as i32, corner.y as i32 + dy as i32);
                    let alpha = f64::from(coverage.clamp(0.0, 1.0));
                    if let Err(error) =
                        backend.draw_pixel(place, plotters_color(color, alpha).to_backend_color())
                    {
                        failed = Some(drawing_error(error));
                    }
                });
                if let Some(error) = failed {
                    return Err(error);
                }
            }
            x += scaled.h_advance(id);
        }
    }
    Ok(())
}

fn draw_svg_text<B: DrawingBackend>(
    backend: &mut B,
    mark: &Mark,
    _scale: f64,
) -> Result<(), ReportError> {
    /// plotters writes an SVG's font size as its own divided by this.
    const FONT_FACTOR: f64 = 1.24;
    /// Half the height of an x, which plotters' centred text is moved down by.
    const HALF_X: f64 = 0.268;
    let Mark::Text { text, x, y, size, bold, color, anchor, rimmed } = mark else {
        return Ok(());
    };
    let horizontal = match anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let font_style = if *bold { FontStyle::Bold } else { FontStyle::Normal };
    for ((dx, dy), color) in coats(*color, *rimmed) {
        let color = plotters_color(color, 1.0);
        let style = TextStyle::from((FAMILY, size * SVG_UNITS * FONT_FACTOR, font_style))
            .pos(Pos::new(horizontal, VPos::Center))
            .color(&color);
        let units = |length: f64| (length * SVG_UNITS).round() as i32;
        let place = (units(x + dx), units(y + dy - size * HALF_X));
        backend.draw_text(&allowed(text), &style, place).map_err(drawing_error)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_keeps_letters_of_every_script_and_no_character_that_xml_forbids() {
        let text = "<魔> & \u{1}\u{FFFF}".to_owned();
        let (color, anchor) = (Color(0, 0, 0), Anchor::Start);
        let mark = Mark::Text {
            text,
            x: 4.0,
            y: 12.0,
            size: 11.0,
            bold: false,
            color,
            anchor,
            rimmed: false,
        };
        let drawing = Drawing { width: 80.0, height: 16.0, marks: vec![mark] };
        let svg = svg(&drawing, "\u{2}", "魔").unwrap();
        assert!(svg.contains("&lt;魔&gt; &amp; \u{FFFD}\u{FFFD}"), "{svg}");
        assert!(!svg.contains(['\u{1}', '\u{2}', '\u{FFFF}']));
        assert!(pixels(&drawing).is_ok());
    }
}
