//! Measures of generated floors, and statistics over millions of them.
//!
//! Data flows one way: a [`Generator`](basement_floors::Generator) makes a floor, [`Analysis`]
//! looks at it once, each [`Measure`] reads one number from it, a [`Summary`] counts the numbers,
//! and a [`Comparison`] sets two summaries side by side. A [`MeasureSet`] says which measures are
//! wanted: only what they need is computed. Summaries contain only whole numbers, so that merging
//! two is exact and any number of threads gives the same bytes.
//!
//! ```
//! use basement_floors::Backend;
//! use basement_survey::{Sample, Seeds, measure};
//!
//! let flash = Backend::Flash.generator("article", &[])?;
//! let summary = Sample::of(&*flash).seeds(Seeds::pcg(0, 500)).run()?;
//! assert_eq!(summary.floors, 500);
//! let rooms = summary.values(measure::ROOMS);
//! assert_eq!((rooms.minimum(), rooms.maximum()), (Some(7.0), Some(8.0)));
//! # Ok::<(), basement_survey::SurveyError>(())
//! ```

pub mod ablation;
mod analysis;
pub mod atomic_file;
pub mod awards;
mod bosses;
pub mod bridge;
pub mod calibration;
mod cell_floor;
mod cells;
pub mod census;
mod checkpoint;
mod checksum;
mod color;
mod comparison;
mod condition;
mod counter;
mod discriminant;
mod error;
mod evidence;
mod floor_awards;
mod floor_file;
pub mod fold;
mod format;
mod game_likeness;
mod graph_file;
mod group;
mod histogram;
mod inspection;
pub mod law;
pub mod likeness;
pub mod measure;
mod measure_rows;
mod measure_set;
mod measured;
mod needs;
mod null_model;
mod one_or_more;
pub mod pairing;
pub mod pairs;
mod print;
mod ranked_pairs;
pub mod record;
mod results;
mod room_frequency;
pub mod rows;
mod run_document;
mod sample;
pub mod search;
mod seeds;
mod series;
mod shared_seeds;
pub mod statistics;
pub mod study;
mod study_run;
pub mod summary;
mod trend;
pub mod typical;
mod values;
pub mod walk;
mod whole_number;

pub use analysis::Analysis;
pub use bridge::Bridge;
pub use checkpoint::CheckpointError;
pub use checksum::sha256;
pub use comparison::{Comparison, compare};
pub use error::SurveyError;
pub use graph_file::FloorGraph;
pub use measure::{MEASURES, Measure};
pub use measure_set::MeasureSet;
pub use null_model::NullModel;
pub use run_document::run_document;
pub use sample::Sample;
pub use seeds::{SeedKind, Seeds};
pub use series::{BackendRules, Series};
pub use study::{Results, Study};
pub use summary::Summary;
pub use values::Values;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
