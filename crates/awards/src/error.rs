//! What can be wrong with a setting.

use basement_model::{Item, RequestError};
use thiserror::Error;

use crate::items::AwardItem;

/// Why a setting, or the name of something in it, was refused.
///
/// ```
/// use basement_awards::{AwardError, AwardItem};
/// use basement_model::Item;
///
/// let error = "luna".parse::<AwardItem>().unwrap_err();
/// assert_eq!(error, AwardError::FloorItem { given: Item::Luna });
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AwardError {
    /// Luck that is not finite, or an unknown name.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// An item that changes floors, not awards.
    #[error("no award depends on {given}: leave it out, or give one of {}", names())]
    FloorItem {
        /// The item given.
        given: Item,
    },
}

fn names() -> String {
    AwardItem::ALL.map(|item| item.to_string()).join(", ")
}
