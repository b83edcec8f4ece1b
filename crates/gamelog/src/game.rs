//! The games whose logs can be read, and their versions.

use core::fmt;

use basement_floors::rebirth::Edition;
use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

/// A game whose log can be read.
///
/// ```
/// use basement_floors::rebirth::Edition;
/// use basement_gamelog::Game;
///
/// assert_eq!(Game::RepentancePlus.editions(), [Edition::Repentance]);
/// assert_eq!(Game::RepentancePlus.to_string(), "Repentance+");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, Display, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Game {
    /// Rebirth (2014).
    Rebirth,
    /// Afterbirth (2015).
    Afterbirth,
    /// Afterbirth+ (2017).
    #[strum(serialize = "Afterbirth+")]
    AfterbirthPlus,
    /// Repentance (2021).
    Repentance,
    /// Repentance+ (2024).
    #[strum(serialize = "Repentance+")]
    RepentancePlus,
}

impl Game {
    /// All games, the oldest first.
    pub const ALL: &'static [Self] = <Self as VariantArray>::VARIANTS;

    /// The editions of the rules that its floors are compared with. Floors of earlier games are
    /// compared with the edition of Afterbirth+, because these games have no edition.
    #[must_use]
    pub const fn editions(self) -> &'static [Edition] {
        match self {
            Self::Rebirth | Self::Afterbirth | Self::AfterbirthPlus => &[Edition::AfterbirthPlus],
            Self::Repentance | Self::RepentancePlus => &[Edition::Repentance],
        }
    }
}

/// Which game wrote a log.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameVersion {
    /// The game.
    pub game: Game,
    /// The number of its version, such as `1.7.9b.J835`: at most 24 letters, digits and dots. Empty
    /// if it is not known.
    pub number: String,
}

impl GameVersion {
    /// Reads what follows "Binding of Isaac: ".
    pub(crate) fn from_banner(text: &[u8]) -> Option<Self> {
        const NAMES: [(&[u8], Game); 5] = [
            (b"Repentance+", Game::RepentancePlus),
            (b"Repentance", Game::Repentance),
            (b"Afterbirth+", Game::AfterbirthPlus),
            (b"Afterbirth", Game::Afterbirth),
            (b"Rebirth", Game::Rebirth),
        ];
        let (rest, game) =
            NAMES.iter().find_map(|(name, game)| Some((text.strip_prefix(*name)?, *game)))?;
        let number = match rest {
            [] => rest,
            rest => rest.strip_prefix(b" v")?,
        };
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.';
        let number = number.iter().take_while(is_part).take(24).map(|byte| char::from(*byte));
        Some(Self { game, number: number.collect() })
    }
}

impl fmt::Display for GameVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.number {
            "" => write!(f, "{}", self.game),
            number => write!(f, "{} v{number}", self.game),
        }
    }
}
