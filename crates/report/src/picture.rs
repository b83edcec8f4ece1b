//! PNG files: the pixels of a drawing's SVG, their resolution, and their source.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write;

use image::RgbImage;
use png::{BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, Unit};
use resvg::tiny_skia::{self, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::drawing::Drawing;
use crate::error::ReportError;
use crate::svg::{self, Letters};
use crate::theme;

/// Pixels per point of the finished PNG.
const RESOLUTION: u32 = 2;
/// Pixels per metre that a picture says it has: a figure of the article, 672 points and twice as
/// many pixels wide, is printed 174 mm wide, two columns of a journal.
const PIXELS_PER_METRE: u32 = 7_724;

/// Draws the pixels, two per point.
pub(crate) fn pixels(drawing: &Drawing) -> Result<RgbImage, ReportError> {
    pixels_across(drawing, None)
}

/// Draws the pixels at a width in pixels; `None` means two pixels per point.
pub(crate) fn pixels_across(
    drawing: &Drawing,
    width: Option<u32>,
) -> Result<RgbImage, ReportError> {
    let failed = |error: &dyn std::fmt::Display| ReportError::Drawing(error.to_string());
    let text = svg::file(drawing, "", "", Letters::Outlines, None)?;
    let tree = Tree::from_str(&text, &Options::default()).map_err(|error| failed(&error))?;
    let points = tree.size();
    let width = width.unwrap_or((points.width() as u32).max(1) * RESOLUTION);
    let scale = width as f32 / points.width();
    let height = ((points.height() * scale).round() as u32).max(1);
    let mut pixmap =
        Pixmap::new(width, height).ok_or_else(|| failed(&"the picture is too large"))?;
    // The last row of pixels may extend beyond the edge of the paper.
    let theme::Paint { light: paper, .. } = theme::PAPER;
    pixmap.fill(tiny_skia::Color::from_rgba8(paper.0, paper.1, paper.2, u8::MAX));
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut rgb = Vec::with_capacity(pixmap.data().len() / 4 * 3);
    for pixel in pixmap.data().as_chunks::<4>().0 {
        rgb.extend_from_slice(&pixel[..3]);
    }
    round_edges(&mut rgb);
    RgbImage::from_raw(width, height, rgb).ok_or_else(|| failed(&"the picture is too large"))
}

/// Rounds the shades of smoothed edges to steps of 8, which no eye can distinguish and which halves the file.
/// A pixel of a flat area, equal to one beside it, keeps its colour.
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

/// The pixels per metre of a picture whose drawing is printed at its size in points: 174 mm for 672 points.
pub(crate) fn per_metre(drawing: &Drawing, pixels: &RgbImage) -> u32 {
    /// Metres per point.
    const POINT: f64 = 0.174 / theme::ARTICLE_WIDTH;
    (f64::from(pixels.width()) / (drawing.width * POINT)).round() as u32
}

/// Writes a PNG: with a palette if the picture has few colours, which halves the file, else in true colour.
/// `notes` become text chunks, such as ("Software", "...").
pub(crate) fn write_png(
    writer: impl Write,
    pixels: &RgbImage,
    notes: &[(&str, String)],
) -> Result<(), ReportError> {
    write_png_at(writer, pixels, notes, PIXELS_PER_METRE)
}

/// Writes a PNG with this many pixels per metre.
pub(crate) fn write_png_at(
    writer: impl Write,
    pixels: &RgbImage,
    notes: &[(&str, String)],
    per_metre: u32,
) -> Result<(), ReportError> {
    let mut encoder = Encoder::new(writer, pixels.width(), pixels.height());
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    encoder.set_compression(Compression::High);
    for (keyword, text) in notes {
        encoder.add_itxt_chunk((*keyword).to_owned(), text.clone())?;
    }
    let indexed = Indexed::of(pixels);
    encoder.set_color(if indexed.is_some() { ColorType::Indexed } else { ColorType::Rgb });
    if let Some(indexed) = &indexed {
        encoder.set_palette(indexed.palette.concat());
    }
    encoder.set_depth(BitDepth::Eight);
    // Drawings are mostly flat: unfiltered rows are the smallest.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(indexed.as_ref().map_or(&**pixels, |indexed| &indexed.places))?;
    writer.finish()?;
    Ok(())
}

/// A picture as places in a palette.
struct Indexed {
    palette: Vec<[u8; 3]>,
    places: Vec<u8>,
}

impl Indexed {
    /// The number of colours in a palette.
    const HOLDS: usize = 256;
    /// A picture with more colours than this has no palette. The colours of areas are among the most
    /// frequent; those that do not fit are shades at the edges of letters, which get the nearest colour in
    /// the palette.
    const MOST: usize = 1_024;

    /// `None` for a picture with more colours.
    fn of(pixels: &RgbImage) -> Option<Self> {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        // Most pixels have the colour of the one before.
        let all = pixels.as_raw().as_chunks::<3>().0;
        for run in all.chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len();
            if counts.len() > Self::MOST {
                return None;
            }
        }
        let mut colors: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        colors.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
        let (held, others) = colors.split_at(colors.len().min(Self::HOLDS));
        let palette: Vec<[u8; 3]> = held.iter().map(|(color, _)| *color).collect();
        let nearest = |color: [u8; 3]| {
            let distance = |other: &[u8; 3]| -> u32 {
                color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
            };
            let places = (0_u8..=255).zip(&palette);
            places.min_by_key(|(_, other)| distance(other)).map_or(0, |(place, _)| place)
        };
        let held = palette.iter().copied().zip(0_u8..=255);
        let of: HashMap<[u8; 3], u8> =
            held.chain(others.iter().map(|(color, _)| (*color, nearest(*color)))).collect();
        let mut places = Vec::with_capacity(all.len());
        for run in all.chunk_by(|a, b| a == b) {
            let place = of.get(&run[0]).copied().unwrap_or(0);
            places.resize(places.len() + run.len(), place);
        }
        Some(Self { palette, places })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture, written and read back, with what its PNG says about it.
    fn read_again(pixels: &RgbImage) -> (Vec<u8>, png::Info<'static>) {
        let mut bytes = Vec::new();
        write_png(&mut bytes, pixels, &[("Source", "a command".to_owned())]).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        (read, reader.info().clone())
    }

    #[test]
    fn a_png_keeps_every_colour_and_says_its_resolution_and_where_it_comes_from() {
        // As many colours as fit into a palette, and too many to use one.
        for colors in [256_u32, 1_100] {
            let rgb = (0..60_u32 * 20).flat_map(|place| {
                let [a, b, ..] = (place % colors).to_le_bytes();
                [a, b, 7]
            });
            let pixels = RgbImage::from_raw(60, 20, rgb.collect()).unwrap();
            let (read, info) = read_again(&pixels);
            assert_eq!(read, *pixels, "{colors}");
            assert_eq!(info.color_type == ColorType::Indexed, colors == 256);
            assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(7_724));
            assert_eq!(info.utf8_text.len(), 1);
            assert_eq!(info.utf8_text[0].keyword, "Source");
            assert_eq!(info.utf8_text[0].get_text().unwrap(), "a command");
        }
    }

    #[test]
    fn shades_beyond_the_palette_take_the_nearest_colour() {
        // One area of each of 256 colours, and single pixels beside them.
        let shade = |place: u32| [(place % 256) as u8, (place % 256) as u8, (place / 1_024) as u8];
        let pixels: Vec<u8> = (0..1_200).flat_map(shade).collect();
        let pixels = RgbImage::from_raw(60, 20, pixels).unwrap();
        let (read, info) = read_again(&pixels);
        assert_eq!(info.color_type, ColorType::Indexed);
        let off = read.iter().zip(pixels.iter()).map(|(a, b)| a.abs_diff(*b)).max();
        assert_eq!(off, Some(1));
        assert_eq!(read[..3 * 1_024], pixels.as_raw()[..3 * 1_024]);
    }

    #[test]
    fn a_picture_has_a_blank_edge_at_any_width() {
        let drawing = Drawing::new(358.0, 803.0);
        let white = image::Rgb([255, 255, 255]);
        for width in [1004, 1005, 717, 2008] {
            let picture = pixels_across(&drawing, Some(width)).unwrap();
            assert!(picture.pixels().all(|pixel| *pixel == white), "{width}");
        }
    }
}
