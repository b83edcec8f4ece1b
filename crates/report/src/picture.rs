//! PNG files: the pixels of a drawing's SVG, their resolution, and their source.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::repeat_n;

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
/// Metres per point: a figure of the article, 672 points wide, is printed 174 mm wide, two columns of a
/// journal.
const POINT: f64 = 0.174 / theme::ARTICLE_WIDTH;
/// The number of colours in a palette.
const HOLDS: usize = 256;
/// A picture with more colours than this has no palette. The colours of areas are among the most
/// frequent; those that do not fit are shades at the edges of letters, which get the nearest colour in
/// the palette.
const MOST: usize = 1_024;

/// A drawing as a PNG at a width in pixels; `None` means two pixels per point. Without `dpi` it is printed at
/// the drawing's size in points. `notes` become text chunks, such as ("Software", "...").
pub(crate) fn png(
    drawing: &Drawing,
    width: Option<u32>,
    dpi: Option<u32>,
    notes: &[(&str, String)],
) -> Result<Vec<u8>, ReportError> {
    let pixels = pixels(drawing, width)?;
    let per_metre = match dpi {
        Some(dpi) => f64::from(dpi) / 0.0254,
        None => f64::from(pixels.width()) / (drawing.width * POINT),
    };
    encoded(&pixels, per_metre.round() as u32, notes)
}

/// Draws the pixels at a width in pixels; `None` means two pixels per point.
pub(crate) fn pixels(drawing: &Drawing, width: Option<u32>) -> Result<RgbImage, ReportError> {
    let failed = |error: &dyn std::fmt::Display| ReportError::Drawing(error.to_string());
    let text = svg::file(drawing, "", "", Letters::Outlines, None)?;
    let tree = Tree::from_str(&text, &Options::default()).map_err(|error| failed(&error))?;
    let points = tree.size();
    let width = width.unwrap_or((points.width() as u32).max(1).saturating_mul(RESOLUTION));
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

/// The PNG: with a palette if the picture has few colours, which halves the file, else in true colour.
fn encoded(
    pixels: &RgbImage,
    per_metre: u32,
    notes: &[(&str, String)],
) -> Result<Vec<u8>, ReportError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    encoder.set_compression(Compression::High);
    for (keyword, text) in notes {
        encoder.add_itxt_chunk((*keyword).to_owned(), text.clone())?;
    }
    let indexed = indexed(pixels);
    encoder.set_color(if indexed.is_some() { ColorType::Indexed } else { ColorType::Rgb });
    if let Some((palette, _)) = &indexed {
        encoder.set_palette(palette);
    }
    encoder.set_depth(BitDepth::Eight);
    // Drawings are mostly flat: unfiltered rows are the smallest.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(indexed.as_ref().map_or(&**pixels, |(_, places)| places))?;
    writer.finish()?;
    Ok(file)
}

/// A palette, and the pixels as places in it; `None` for a picture with more colours.
fn indexed(pixels: &RgbImage) -> Option<(Vec<u8>, Vec<u8>)> {
    // Most pixels have the colour of the one before.
    let runs = || pixels.as_raw().as_chunks::<3>().0.chunk_by(|a, b| a == b);
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for run in runs() {
        *counts.entry(run[0]).or_default() += run.len();
        if counts.len() > MOST {
            return None;
        }
    }
    let mut colors: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    colors.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
    let palette: Vec<[u8; 3]> = colors.iter().take(HOLDS).map(|(color, _)| *color).collect();
    let nearest = |color: &[u8; 3]| {
        let distance = |other: &[u8; 3]| -> u32 {
            color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
        };
        let places = (0_u8..=255).zip(&palette);
        places.min_by_key(|(_, other)| distance(other)).map_or(0, |(place, _)| place)
    };
    let of: HashMap<[u8; 3], u8> =
        colors.iter().map(|(color, _)| (*color, nearest(color))).collect();
    let places = runs().flat_map(|run| repeat_n(of[&run[0]], run.len()));
    Some((palette.concat(), places.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture, written and read back, with what its PNG says about it.
    fn read_again(pixels: &RgbImage) -> (Vec<u8>, png::Info<'static>) {
        let bytes = encoded(pixels, 7_724, &[("Source", "a command".to_owned())]).unwrap();
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
            let picture = pixels(&drawing, Some(width)).unwrap();
            assert!(picture.pixels().all(|pixel| *pixel == white), "{width}");
        }
    }
}
