//! The stages by number (section 4).

use basement_model::RequestError;

use super::NAME;
use super::rules::Edition;

/// Sheol (type 0) and the Cathedral (type 1).
pub(super) const SHEOL: u8 = 10;
/// The Dark Room (type 0) and the Chest (type 1).
pub(super) const CHEST: u8 = 11;
/// The Void.
pub(super) const VOID: u8 = 12;

/// Refuses stages that Rebirth does not have, and types that the stage does not.
pub(super) fn check(edition: Edition, stage: u8, stage_type: u8) -> Result<(), RequestError> {
    let last = match stage {
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
    if stage_type > last {
        return Err(RequestError::UnknownStageType { level: stage, given: stage_type, last });
    }
    Ok(())
}

/// Whether the stage is the second floor of its chapter, 2, 4, 6 or 8 (R30, R31).
pub(super) const fn is_second_of_chapter(stage: u8) -> bool {
    matches!(stage, 2 | 4 | 6 | 8)
}
