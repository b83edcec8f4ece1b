//! The files that a floor's normal rooms come from (L1).

use serde::Serialize;

/// [L1](basement_model::rules#l1): the number of the file that holds the special rooms.
pub const SPECIAL_ROOMS: u8 = 0;

/// [L1](basement_model::rules#l1): a file of normal rooms, with the number that it has in the game.
///
/// ```
/// use basement_rooms::stage_file;
///
/// let file = stage_file(2, 0).expect("stage 2 has rooms");
/// assert_eq!((file.number, file.name), (1, "basement"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StageFile {
    /// Its number, as in `14.sheol.xml`.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// The first stage that draws from it.
    pub stage: u8,
    /// The stage type that draws from it.
    pub stage_type: u8,
}

const fn row(number: u8, name: &'static str, stage: u8, stage_type: u8) -> StageFile {
    StageFile { number, name, stage, stage_type }
}

/// [L1](basement_model::rules#l1): the files of normal rooms. The first four chapters have three
/// alternatives and two stages each.
#[rustfmt::skip]
pub const STAGE_FILES: [StageFile; 17] = [
    row( 1, "basement",          1, 0),
    row( 2, "cellar",            1, 1),
    row( 3, "burning basement",  1, 2),
    row( 4, "caves",             3, 0),
    row( 5, "catacombs",         3, 1),
    row( 6, "flooded caves",     3, 2),
    row( 7, "depths",            5, 0),
    row( 8, "necropolis",        5, 1),
    row( 9, "dank depths",       5, 2),
    row(10, "womb",              7, 0),
    row(11, "utero",             7, 1),
    row(12, "scarred womb",      7, 2),
    row(14, "sheol",            10, 0),
    row(15, "cathedral",        10, 1),
    row(16, "dark room",        11, 0),
    row(17, "chest",            11, 1),
    row(26, "the void",         12, 0),
];

/// [L1](basement_model::rules#l1): the file that the normal rooms of a stage come from; `None` for
/// a stage without one.
///
/// ```
/// use basement_rooms::stage_file;
///
/// assert_eq!(stage_file(1, 0).map(|file| file.name), Some("basement"));
/// assert!(stage_file(200, 0).is_none());
/// ```
#[must_use]
pub fn stage_file(stage: u8, stage_type: u8) -> Option<&'static StageFile> {
    let wanted = match (stage, stage_type) {
        (2 | 4 | 6 | 8, stage_type) => (stage - 1, stage_type),
        // The Void is one place, whatever its type.
        (12, _) => (12, 0),
        other => other,
    };
    STAGE_FILES.iter().find(|file| (file.stage, file.stage_type) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l1_both_stages_of_a_chapter_draw_from_one_file() {
        for (stage, stage_type, name) in [
            (1, 0, "basement"),
            (2, 0, "basement"),
            (2, 2, "burning basement"),
            (3, 1, "catacombs"),
            (8, 1, "utero"),
            (10, 0, "sheol"),
            (11, 1, "chest"),
            (12, 2, "the void"),
        ] {
            assert_eq!(stage_file(stage, stage_type).map(|file| file.name), Some(name));
        }
        assert_eq!(stage_file(0, 0), None);
        assert_eq!(stage_file(9, 0), None);
        assert_eq!(stage_file(1, 3), None);
    }
}
