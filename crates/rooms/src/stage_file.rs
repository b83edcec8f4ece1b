//! The files from which a floor's normal rooms come (L1).

use serde::Serialize;

/// [L1](basement_model::rules#l1): the number of the file of special rooms.
pub const SPECIAL_ROOMS: u8 = 0;

/// [W7](basement_model::rules#w7): the number under which a catalogue has the rooms of The Void:
/// the rooms of the files that [`is_in_the_void`] accepts, joined. The game has a file with that
/// number but does not read it.
pub(crate) const VOID_POOL: u8 = 26;

/// [W7](basement_model::rules#w7): whether The Void picks from a file of normal rooms.
pub(crate) const fn is_in_the_void(file: u8) -> bool {
    matches!(file, 1..=12 | 14..=17)
}

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

/// [L1](basement_model::rules#l1), [W7](basement_model::rules#w7): the files of normal rooms. The
/// first four chapters have two stages each and up to five alternatives; types 4 and 5 exist in
/// edition `repentance` only.
///
/// The last row is a pool rather than a file: the game does not read its file 26. The Void picks
/// from the files 1 to 17 without 13, joined in ascending order.
#[rustfmt::skip]
pub const STAGE_FILES: [StageFile; 24] = [
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
    row(27, "downpour",          1, 4),
    row(28, "dross",             1, 5),
    row(29, "mines",             3, 4),
    row(30, "ashpit",            3, 5),
    row(31, "mausoleum",         5, 4),
    row(32, "gehenna",           5, 5),
    row(33, "corpse",            7, 4),
    row(VOID_POOL, "the void",  12, 0),
];

/// [L1](basement_model::rules#l1): the file from which the normal rooms of a stage come; `None` for
/// a stage without such a file.
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
            (1, 4, "downpour"),
            (2, 5, "dross"),
            (4, 4, "mines"),
            (3, 5, "ashpit"),
            (5, 4, "mausoleum"),
            (6, 5, "gehenna"),
            (8, 4, "corpse"),
        ] {
            assert_eq!(stage_file(stage, stage_type).map(|file| file.name), Some(name));
        }
        assert_eq!(stage_file(0, 0), None);
        assert_eq!(stage_file(9, 0), None);
        assert_eq!(stage_file(1, 3), None);
        // Mortis was cut.
        assert_eq!(stage_file(7, 5), None);
        assert_eq!(stage_file(8, 5), None);
        assert_eq!(stage_file(10, 4), None);
    }

    #[test]
    fn w7_the_number_of_a_file_follows_from_stage_and_type() {
        for (stage, stage_type) in (1..=8).flat_map(|stage| (0..=5).map(move |of| (stage, of))) {
            let chapter = (stage - 1) / 2;
            let expected = match stage_type {
                0..=2 => Some(1 + stage_type + 3 * chapter),
                4 => Some(27 + 2 * chapter),
                5 if chapter < 3 => Some(28 + 2 * chapter),
                _ => None,
            };
            assert_eq!(stage_file(stage, stage_type).map(|file| file.number), expected);
        }
        for (stage, first) in [(10, 14), (11, 16)] {
            for stage_type in 0..=1 {
                let file = stage_file(stage, stage_type).map(|file| file.number);
                assert_eq!(file, Some(first + stage_type));
            }
        }
    }

    #[test]
    fn w7_the_void_picks_from_16_files() {
        let files: Vec<u8> = (0..=u8::MAX).filter(|file| is_in_the_void(*file)).collect();
        assert_eq!(files, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17]);
    }
}
