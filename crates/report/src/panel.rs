//! Panels: the parts of figures that are not plots, such as maps of floors, tiles and heatmaps.

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
