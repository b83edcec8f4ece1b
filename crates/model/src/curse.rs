//! Curses, and how a floor gets one (R5, F24).

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use crate::error::RequestError;
use crate::named;

/// A curse on a floor. The variants are in the order of [R5](crate::rules#r5)'s draw.
///
/// ```
/// use basement_model::{Curse, CurseChoice, Request};
///
/// let curse = CurseChoice::Forced(Some(Curse::Labyrinth));
/// let request = Request { curse, ..Request::level(3) };
/// assert_eq!(Curse::Labyrinth.to_string(), "labyrinth");
/// # assert_eq!(request.curse, curse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Curse {
    /// An XL floor ([F3](crate::rules#f3), [F15-F17](crate::rules#f15), [R6](crate::rules#r6),
    /// [R21](crate::rules#r21)).
    Labyrinth,
    /// Hides the map. The floor has four more rooms ([F3](crate::rules#f3), [R6](crate::rules#r6)).
    Lost,
    /// Darkens rooms. No effect on the layout.
    Darkness,
    /// Hides hearts. No effect on the layout. Rebirth only.
    Unknown,
    /// Shuffles doors during play. No effect on the layout. Rebirth only.
    Maze,
    /// Hides items. No effect on the layout. Rebirth only.
    Blind,
}

named!(Curse, "curse");

/// How a floor gets its curse ([R5](crate::rules#r5), [F24](crate::rules#f24)).
///
/// Written as one word: `drawn`, `no_roll`, `none`, or a curse's name.
///
/// ```
/// use basement_model::{Curse, CurseChoice};
///
/// assert_eq!("labyrinth".parse(), Ok(CurseChoice::Forced(Some(Curse::Labyrinth))));
/// assert_eq!("none".parse(), Ok(CurseChoice::Forced(None)));
/// assert_eq!(CurseChoice::default().to_string(), "drawn");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CurseChoice {
    /// Drawn with the edition's chance.
    #[default]
    Drawn,
    /// This curse, or none. The draws are made, and their result is ignored.
    Forced(Option<Curse>),
    /// No curse, and no draw is made.
    NoRoll,
}

impl CurseChoice {
    /// Every choice, in the order in which error messages list them.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Drawn, Self::NoRoll, Self::Forced(None)]
            .into_iter()
            .chain(Curse::ALL.iter().copied().map(|curse| Self::Forced(Some(curse))))
    }
}

impl fmt::Display for CurseChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn => f.write_str("drawn"),
            Self::NoRoll => f.write_str("no_roll"),
            Self::Forced(None) => f.write_str("none"),
            Self::Forced(Some(curse)) => write!(f, "{curse}"),
        }
    }
}

impl FromStr for CurseChoice {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let word = text.replace('-', "_");
        Self::all()
            .find(|choice| choice.to_string() == word)
            .ok_or_else(|| RequestError::unknown_name("curse", text, Self::all()))
    }
}

impl TryFrom<String> for CurseChoice {
    type Error = RequestError;

    fn try_from(text: String) -> Result<Self, RequestError> {
        text.parse()
    }
}

impl From<CurseChoice> for String {
    fn from(choice: CurseChoice) -> Self {
        choice.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curse_choices_round_trip() {
        for choice in CurseChoice::all() {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert_eq!("no-roll".parse(), Ok(CurseChoice::NoRoll));
        let error = "labyrint".parse::<CurseChoice>().unwrap_err();
        assert!(error.to_string().contains("did you mean `labyrinth`"), "{error}");
    }
}
