//! The colour of a series.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// An opaque colour: red, green and blue, 0 to 255 each. As text it is `#rrggbb`.
///
/// ```
/// use basement_survey::study::Color;
///
/// let color: Color = "#0072b2".parse()?;
/// assert_eq!(color, Color(0, 114, 178));
/// assert_eq!(color.to_string(), "#0072b2");
/// # Ok::<(), basement_survey::study::ColorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

/// A text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{given}` is not a colour: write six hexadecimal digits after a #, such as #0072b2")]
pub struct ColorError {
    given: String,
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] =
            value.ok_or_else(|| ColorError { given: text.to_owned() })?.to_be_bytes();
        Ok(Self(red, green, blue))
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
