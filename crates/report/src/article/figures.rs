//! The figures of the article: one file each.

pub(super) mod a_ring;
pub(super) mod awards_by_luck;
pub(super) mod bomb;
pub(super) mod boss_cause;
pub(super) mod floors_by_level;
pub(super) mod labyrinth;
pub(super) mod opener;
pub(super) mod ring_causes;
pub(super) mod sayings;
pub(super) mod size_alone;
pub(super) mod typical_floors;
