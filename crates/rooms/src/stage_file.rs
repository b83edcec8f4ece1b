//! Which file's rooms a floor draws from (L1).

use serde::Serialize;

/// L1: the number of the special rooms' file.
pub const SPECIAL_ROOMS: u8 = 0;

/// L1: a file of normal rooms, by the number that the game's files bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

const fn of(number: u8, name: &'static str, stage: u8, stage_type: u8) -> StageFile {
    StageFile { number, name, stage, stage_type }
}

/// L1: the files of normal rooms. The first four chapters have three alternatives and
/// two stages each.
#[rustfmt::skip]
pub const STAGE_FILES: [StageFile; 17] = [
    of( 1, "basement",          1, 0),
    of( 2, "cellar",            1, 1),
    of( 3, "burning basement",  1, 2),
    of( 4, "caves",             3, 0),
    of( 5, "catacombs",         3, 1),
    of( 6, "flooded caves",     3, 2),
    of( 7, "depths",            5, 0),
    of( 8, "necropolis",        5, 1),
    of( 9, "dank depths",       5, 2),
    of(10, "womb",              7, 0),
    of(11, "utero",             7, 1),
    of(12, "scarred womb",      7, 2),
    of(14, "sheol",            10, 0),
    of(15, "cathedral",        10, 1),
    of(16, "dark room",        11, 0),
    of(17, "chest",            11, 1),
    of(26, "the void",         12, 0),
];

/// L1: the file that a floor's normal rooms come from; `None` for a stage without one.
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
