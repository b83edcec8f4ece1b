//! The figures of the article's first sections.

pub(super) mod opener;
pub(super) mod typical_floors;
