//! How the pictures of a report are made for print.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

/// How the pictures of a study, SVG and PNG, are made for print. A study file has it as the table
/// `[print]`. Pages and data stay as they are.
///
/// ```
/// use basement_survey::study::Print;
///
/// let column: Print = serde_json::from_str(r#"{"width_mm": 85, "dpi": 600, "language": "de"}"#)?;
/// assert_eq!((column.width_mm, column.dpi), (85.0, 600));
/// assert!(column.provenance);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Print {
    /// The width on paper, in millimetres; 174, two columns of a journal, by default.
    pub width_mm: f64,
    /// Pixels per inch of a PNG; 300 by default. Its width in pixels follows.
    pub dpi: u32,
    /// How numbers are written.
    pub language: Language,
    /// Whether pictures are in colour or in grey.
    pub palette: Palette,
    /// Whether the data that a figure rests on (floors, seeds, editions, versions) is named below it;
    /// true by default. The file's metadata always names it.
    pub provenance: bool,
    /// Custom titles, by the names of figures. An empty title is left out.
    pub titles: BTreeMap<String, String>,
}

/// How numbers are written in pictures. Words stay English.
///
/// ```
/// use basement_survey::study::Language;
///
/// assert_eq!(Language::German.to_string(), "de");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[non_exhaustive]
pub enum Language {
    /// 1,234.5
    #[default]
    #[serde(rename = "en")]
    #[strum(to_string = "en")]
    English,
    /// 1.234,5
    #[serde(rename = "de")]
    #[strum(to_string = "de")]
    German,
}

/// The colours of pictures.
///
/// ```
/// use basement_survey::study::{Palette, Print};
///
/// let print: Print = serde_json::from_str(r#"{"palette": "grey"}"#)?;
/// assert_eq!(print.palette, Palette::Grey);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[non_exhaustive]
pub enum Palette {
    /// The colours used on screens.
    #[default]
    #[serde(rename = "color")]
    #[strum(to_string = "color")]
    Color,
    /// Greys. Series without a `color` have a contrast of 1.3:1 with the next; maps of differences
    /// range from light to dark.
    #[serde(rename = "grey")]
    #[strum(to_string = "grey")]
    Grey,
}

impl Default for Print {
    fn default() -> Self {
        Self {
            width_mm: 174.0,
            dpi: 300,
            language: Language::English,
            palette: Palette::Color,
            provenance: true,
            titles: BTreeMap::new(),
        }
    }
}
