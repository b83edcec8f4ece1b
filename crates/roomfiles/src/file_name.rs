//! What the name of a room file says.

use basement_rooms::{SPECIAL_ROOMS, STAGE_FILES};
use thiserror::Error;

/// The name of the files of special rooms, after their number.
const SPECIAL_ROOMS_NAME: &str = "special rooms";

/// The stage that has a room file but no row in [`STAGE_FILES`].
const BLUE_WOMB: (u8, &str) = (13, "blue womb");

/// The Void's own file, which the game does not read (W7).
const NOT_READ: &str = "the void";

/// Stages that have room files but no floors here: one that was cut, and two with a fixed map.
const NO_FLOORS: [&str; 3] = ["mortis", "home", "backwards"];

/// The files of Greed mode, besides those whose name begins with `greed`.
const GREED: [&str; 2] = ["the shop", "ultra greed"];

/// Why no floor draws rooms from a file with a certain name.
///
/// ```
/// use basement_roomfiles::{NoStage, stage_of};
///
/// assert_eq!(stage_of("14.sheol.stb"), Ok(14));
/// assert_eq!(stage_of("19.greed basement.stb"), Err(NoStage::Greed));
/// assert_eq!(stage_of("26.the void.stb"), Err(NoStage::NotRead));
/// assert_eq!(stage_of("34.mortis.stb"), Err(NoStage::NoFloors));
/// assert_eq!(stage_of("my rooms.stb"), Err(NoStage::WrongName));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoStage {
    /// Its rooms are for Greed mode.
    #[error("it holds rooms of Greed mode, which has no floors here")]
    Greed,
    /// [W7](basement_model::rules#w7): The Void joins the rooms of other files.
    #[error("the game does not read this file: The Void joins the rooms of the others")]
    NotRead,
    /// Its stage has no floors here.
    #[error("its stage has no floors here")]
    NoFloors,
    /// The game reads no file with this name.
    #[error(
        "the game reads no room file of this name, only such as `01.basement` and `00.special rooms`: \
         no floor draws these rooms, but scripts can"
    )]
    WrongName,
}

/// [L1](basement_model::rules#l1): the number of the stage file that a file's rooms belong to,
/// according to the file's name.
///
/// Only the part between the number with its point and the ending matters, ignoring case. The
/// number does not matter: Rebirth (2014) had other numbers for the same files. `00.special rooms`
/// is file 0.
///
/// # Errors
///
/// [`NoStage`], if no floor draws the rooms. Blue Womb has no floors here either, but its file has its
/// number, 13.
///
/// ```
/// use basement_roomfiles::stage_of;
///
/// assert_eq!(stage_of("00.special rooms.stb"), Ok(0));
/// assert_eq!(stage_of("04.Catacombs.xml"), stage_of("05.catacombs.stb"));
/// assert!(stage_of("catacombs.xml").is_err());
/// ```
pub fn stage_of(file_name: &str) -> Result<u8, NoStage> {
    let lower = file_name.to_ascii_lowercase();
    let stem = [".xml", ".stb"].iter().find_map(|ending| lower.strip_suffix(ending));
    let (number, name) = stem.unwrap_or(&lower).split_once('.').ok_or(NoStage::WrongName)?;
    if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(NoStage::WrongName);
    }
    let name = name.trim();
    let rows = STAGE_FILES.iter().filter(|row| row.name != NOT_READ);
    let rows = rows.map(|row| (row.number, row.name));
    let mut known = rows.chain([(SPECIAL_ROOMS, SPECIAL_ROOMS_NAME), BLUE_WOMB]);
    if let Some((number, _)) = known.find(|(_, known)| *known == name) {
        return Ok(number);
    }
    Err(match name {
        NOT_READ => NoStage::NotRead,
        _ if name.starts_with("greed") || GREED.contains(&name) => NoStage::Greed,
        _ if NO_FLOORS.contains(&name) => NoStage::NoFloors,
        _ => NoStage::WrongName,
    })
}

/// The name, without the ending, that the game gives to the file of a stage.
pub(crate) fn name_in_game(stage: u8) -> String {
    let row = STAGE_FILES.iter().find(|row| row.number == stage);
    let name = match stage {
        SPECIAL_ROOMS => SPECIAL_ROOMS_NAME,
        _ => row.map_or(BLUE_WOMB.1, |row| row.name),
    };
    format!("{stage:02}.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l1_the_name_of_a_file_and_not_its_number_decides_its_stage() {
        for row in STAGE_FILES.iter().filter(|row| row.name != NOT_READ) {
            for number in ["00", "1", "33", "0099"] {
                let name = format!("{number}.{}.stb", row.name);
                assert_eq!(stage_of(&name), Ok(row.number), "{name}");
                assert_eq!(stage_of(&name.to_uppercase()), Ok(row.number), "{name}");
            }
        }
        // The numbers in Rebirth (2014).
        for (name, number) in [
            ("03.caves.stb", 4),
            ("04.catacombs.stb", 5),
            ("05.depths.stb", 7),
            ("06.necropolis.stb", 8),
            ("07.womb.stb", 10),
            ("08.utero.stb", 11),
            ("09.sheol.stb", 14),
            ("10.cathedral.stb", 15),
            ("11.dark room.stb", 16),
            ("12.chest.stb", 17),
        ] {
            assert_eq!(stage_of(name), Ok(number), "{name}");
        }
    }

    #[test]
    fn l1_a_name_that_the_game_does_not_know_has_no_stage_and_says_why() {
        for (name, reason) in [
            ("00.special rooms.empty.xml", NoStage::WrongName),
            ("01.basement (copy).stb", NoStage::WrongName),
            ("x1.basement.stb", NoStage::WrongName),
            (".basement.stb", NoStage::WrongName),
            ("", NoStage::WrongName),
            ("18.greed special.stb", NoStage::Greed),
            ("24.the shop.stb", NoStage::Greed),
            ("35.home.stb", NoStage::NoFloors),
            ("26.the void.xml", NoStage::NotRead),
        ] {
            assert_eq!(stage_of(name), Err(reason), "{name}");
        }
    }
}
