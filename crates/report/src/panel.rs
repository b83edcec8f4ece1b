//! Panels: from numbers to marks, without a word about what they mean.

pub(crate) mod bars;
pub(crate) mod dumbbells;
pub(crate) mod floor_map;
pub(crate) mod heatmap;
pub(crate) mod key;
pub(crate) mod level_lines;
pub(crate) mod plan_map;
pub(crate) mod rows;
pub(crate) mod samples;
pub(crate) mod slopes;
