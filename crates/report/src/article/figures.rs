//! The figures of the article: one file each.

pub(super) mod published;
pub(super) mod records;
pub(super) mod sayings;
pub(super) mod size_alone;
