//! The figures of a report: each a function from a study's results to a drawing,
//! its data, and a sentence computed from the data.

pub(crate) mod a_ring;
pub(crate) mod ablations;
pub(crate) mod awards;
pub(crate) mod bridge;
pub(crate) mod by_measure;
pub(crate) mod cells;
pub(crate) mod census;
pub(crate) mod distribution;
pub(crate) mod distributions;
pub(crate) mod evidence;
pub(crate) mod expressive_range;
pub(crate) mod floors_by_level;
pub(crate) mod hero;
pub(crate) mod labyrinth;
pub(crate) mod likeness;
pub(crate) mod order;
pub(crate) mod search;
pub(crate) mod special;
pub(crate) mod way;

pub use ablations::ablation_figure;
pub use bridge::bridge_figure;
pub use census::census_figure;
pub use distribution::measure_figure;
pub use evidence::evidence_figure;
