//! The figures of the article, one file each.

pub(crate) mod awards_by_item;
pub(crate) mod awards_by_luck;
pub(crate) mod bomb;
pub(crate) mod boss_cause;
pub(crate) mod labyrinth;
