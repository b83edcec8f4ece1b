//! The figures of the article's first sections.

pub(super) mod a_loop;
pub(super) mod loop_causes;
pub(super) mod loops_by_level;
pub(super) mod opener;
pub(super) mod typical_floors;
