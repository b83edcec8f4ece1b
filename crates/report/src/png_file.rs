//! PNG files with their resolution and where they come from.

use std::collections::HashMap;
use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, Unit};

use crate::error::ReportError;
use crate::render::Pixels;

/// Dots per inch that a picture says it has.
const DPI: f64 = 300.0;

/// Writes a PNG; `notes` become text chunks, such as ("Software", "...").
///
/// # Errors
///
/// [`ReportError::Png`] when the encoder or the writer fails.
pub fn write_png(
    writer: impl Write,
    pixels: &Pixels,
    notes: &[(&str, String)],
) -> Result<(), ReportError> {
    let mut encoder = Encoder::new(writer, pixels.width, pixels.height);
    let per_metre = (DPI / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    encoder.set_compression(Compression::High);
    for (keyword, text) in notes {
        encoder.add_itxt_chunk((*keyword).to_owned(), text.clone())?;
    }
    let palette = Palette::of(&pixels.rgb);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(palette.colors);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&palette.indices)?;
    writer.finish()?;
    Ok(())
}

/// A picture in at most 256 colours, which takes a third of the space. Wide areas
/// keep theirs exactly; of the rest, mostly smoothed edges, none is far from one
/// that is kept.
struct Palette {
    colors: Vec<u8>,
    indices: Vec<u8>,
}

/// A palette's most colours.
const COLORS: usize = 256;
/// How many of them go to the colours that cover most.
const FREQUENT: usize = 208;

impl Palette {
    fn of(rgb: &[u8]) -> Self {
        let pixels = rgb.as_chunks::<3>().0;
        let mut counts = HashMap::<[u8; 3], usize>::new();
        for pixel in pixels {
            *counts.entry(*pixel).or_default() += 1;
        }
        // The most frequent first; the order of equals is that of their values.
        let mut colors: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        colors.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut kept: Vec<[u8; 3]> =
            colors.iter().take(FREQUENT).map(|(color, _)| *color).collect();
        // Then, again and again, the colour that is farthest from all that are kept.
        let mut gaps: Vec<(u32, usize)> =
            colors.iter().map(|(color, _)| nearest(*color, &kept)).collect();
        while kept.len() < COLORS {
            let farthest = (0..gaps.len()).rev().max_by_key(|place| gaps[*place].0);
            let Some(place) = farthest.filter(|place| gaps[*place].0 > 0) else { break };
            let color = colors[place].0;
            for (gap, (other, _)) in gaps.iter_mut().zip(&colors) {
                let distance = distance(color, *other);
                if distance < gap.0 {
                    *gap = (distance, kept.len());
                }
            }
            kept.push(color);
        }
        let index: HashMap<[u8; 3], u8> =
            colors.iter().zip(&gaps).map(|((color, _), gap)| (*color, gap.1 as u8)).collect();
        Self {
            indices: pixels.iter().map(|pixel| index[pixel]).collect(),
            colors: kept.into_iter().flatten().collect(),
        }
    }
}

/// The squared distance of two colours.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The distance to the nearest of some colours, and its place.
fn nearest(color: [u8; 3], among: &[[u8; 3]]) -> (u32, usize) {
    let places = among.iter().enumerate();
    places.map(|(place, other)| (distance(color, *other), place)).min().unwrap_or((u32::MAX, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let rgb = [255, 0, 0, 0, 0, 255, 255, 0, 0];
        let palette = Palette::of(&rgb);
        let restored: Vec<u8> = palette
            .indices
            .iter()
            .flat_map(|index| palette.colors[3 * usize::from(*index)..][..3].to_vec())
            .collect();
        assert_eq!(restored, rgb);
    }

    #[test]
    fn of_more_than_256_colours_the_frequent_stay_and_the_rest_moves_little() {
        // 1,000 colours along a line; the first 100 cover most.
        let pixel = |place: u32| [(place / 4) as u8, (place % 4) as u8, 200];
        let rgb: Vec<[u8; 3]> = (0..1000)
            .flat_map(|place| std::iter::repeat_n(pixel(place), if place < 100 { 5 } else { 1 }))
            .collect();
        let palette = Palette::of(rgb.as_flattened());
        assert_eq!(palette.colors.len(), 3 * 256);
        let restored = |place: usize| {
            let color = 3 * usize::from(palette.indices[place]);
            [palette.colors[color], palette.colors[color + 1], palette.colors[color + 2]]
        };
        for (place, color) in rgb.iter().enumerate() {
            let moved = distance(restored(place), *color);
            assert!(moved <= 16 && (place >= 320 || moved == 0), "{color:?} by {moved}");
        }
    }

    #[test]
    fn a_png_says_its_resolution_and_where_it_comes_from() {
        let pixels = Pixels { width: 2, height: 1, rgb: vec![0, 0, 0, 255, 255, 255] };
        let mut bytes = Vec::new();
        write_png(&mut bytes, &pixels, &[("Source", "a command".to_owned())]).unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let info = reader.info();
        assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(11_811));
        assert_eq!(info.utf8_text.len(), 1);
        assert_eq!(info.utf8_text[0].keyword, "Source");
        assert_eq!(info.utf8_text[0].get_text().unwrap(), "a command");
    }
}
