//! Panels: from numbers to marks, without a word about what they mean.

pub(crate) mod floor_map;
pub(crate) mod heatmap;
pub(crate) mod level_map;
pub(crate) mod maps;
pub(crate) mod planes;
pub(crate) mod room_plan;
pub(crate) mod samples;
pub(crate) mod strip;
pub(crate) mod tiles;
pub(crate) mod waterfall;
