//! PNG files with their resolution and where they come from.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, Unit};

use crate::error::ReportError;
use crate::render::Pixels;

/// Pixels per metre that a picture says it has: a figure of the article, 672 points and twice as
/// many pixels wide, is printed 174 mm wide, two columns of a journal.
const PIXELS_PER_METRE: u32 = 7_724;

/// Writes a PNG in true colour; `notes` become text chunks, such as ("Software", "...").
///
/// ```
/// use basement_report::{Color, Drawing, Mark, pixels, write_png};
///
/// let fill = Color(200, 0, 0);
/// let square = Mark::Rectangle { x: 2.0, y: 2.0, width: 4.0, height: 4.0, fill };
/// let drawing = Drawing { width: 8.0, height: 8.0, marks: vec![square] };
/// let mut png = Vec::new();
/// write_png(&mut png, &pixels(&drawing)?, &[("Software", "mine".to_owned())])?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
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
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: PIXELS_PER_METRE,
        yppu: PIXELS_PER_METRE,
        unit: Unit::Meter,
    }));
    encoder.set_compression(Compression::High);
    for (keyword, text) in notes {
        encoder.add_itxt_chunk((*keyword).to_owned(), text.clone())?;
    }
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Drawings are mostly flat: unfiltered rows are the smallest.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgb)?;
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_keeps_every_colour_and_says_its_resolution_and_where_it_comes_from() {
        // More colours than a palette holds.
        let rgb: Vec<u8> = (0..60_u32 * 20 * 3).map(|place| (place * 7 / 3) as u8).collect();
        let pixels = Pixels { width: 60, height: 20, rgb };
        let mut bytes = Vec::new();
        write_png(&mut bytes, &pixels, &[("Source", "a command".to_owned())]).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, pixels.rgb);
        let info = reader.info();
        assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(7_724));
        assert_eq!(info.utf8_text.len(), 1);
        assert_eq!(info.utf8_text[0].keyword, "Source");
        assert_eq!(info.utf8_text[0].get_text().unwrap(), "a command");
    }
}
