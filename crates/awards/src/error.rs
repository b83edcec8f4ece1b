//! What can be wrong with a setting.

use basement_floors::{Item, RequestError};
use thiserror::Error;

use crate::setting::AWARD_ITEMS;

/// A setting that no award exists for.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AwardError {
    /// Endless luck, an unknown name, or a number that is no seed.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// An item that changes floors, not awards.
    #[error("no award depends on {given}: leave it out, or give one of {}", names())]
    ItemWithoutRule {
        /// The item given.
        given: Item,
    },
}

fn names() -> String {
    AWARD_ITEMS.map(|item| item.to_string()).join(", ")
}
