//! The stages by number.

use basement_model::{Request, RequestError};

use super::NAME;
use super::editions::Edition;

/// Sheol (type 0) and the Cathedral (type 1).
pub(super) const SHEOL: u8 = 10;
/// The Dark Room (type 0) and the Chest (type 1).
pub(super) const CHEST: u8 = 11;
/// The Void.
pub(super) const VOID: u8 = 12;

/// W73: refuses a stage that Rebirth does not have, and a type that the stage does not have.
pub(super) fn check(edition: Edition, stage: u8, stage_type: u8) -> Result<(), RequestError> {
    let last = match stage {
        7 | 8 if edition.has_alternative_chapters() => 4,
        1..=6 if edition.has_alternative_chapters() => 5,
        1..=8 | VOID => 2,
        SHEOL | CHEST => 1,
        given => {
            return Err(RequestError::UnknownLevel {
                backend: NAME,
                edition: edition.name(),
                given,
                allowed: "1 to 8, 10, 11 and 12",
            });
        }
    };
    // Chapters 1-4 have no type 3.
    if stage_type > last || stage_type == 3 {
        return Err(RequestError::UnknownStageType { level: stage, given: stage_type, last });
    }
    Ok(())
}

/// R36: whether a stage is one of the last floors: the Chest, the Dark Room, The Void. They have no
/// rooms of R23-R32.
pub(super) const fn is_last_floor(stage: u8) -> bool {
    matches!(stage, CHEST | VOID)
}

/// W60-W73: the number by which a stage counts: on stage types 4 and 5 the next stage's.
pub(super) const fn counted_stage(request: &Request) -> u8 {
    if request.stage_type >= 4 { request.level + 1 } else { request.level }
}

/// R5: whether a stage is the first floor of a chapter of two floors, so that it can be a Labyrinth.
pub(crate) const fn is_first_of_chapter(stage: u8) -> bool {
    matches!(stage, 1 | 3 | 5 | 7)
}

/// R30, R31: whether a stage is the second floor of its chapter.
pub(super) const fn is_second_of_chapter(stage: u8) -> bool {
    matches!(stage, 2 | 4 | 6 | 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w73_blue_womb_and_home_are_refused() {
        for &edition in Edition::ALL {
            assert!(
                (1..=12)
                    .filter(|stage| *stage != 9)
                    .all(|stage| { check(edition, stage, 0).is_ok() })
            );
            for stage in [0, 9, 13] {
                let refused = check(edition, stage, 0);
                assert!(matches!(refused, Err(RequestError::UnknownLevel { .. })), "{stage}");
            }
        }
    }

    #[test]
    fn r36_chest_dark_room_and_the_void_have_no_optional_rooms() {
        assert!((1..=10).all(|stage| !is_last_floor(stage)));
        assert!(is_last_floor(CHEST) && is_last_floor(VOID));
    }
}
