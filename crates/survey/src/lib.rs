//! Measures of generated floors, and what becomes of millions of them.
//!
//! Data flows one way: a [`Generator`](basement_floors::Generator) makes a floor,
//! [`Analysis`] looks at it once, each [`Measure`] reads one number from it, a
//! [`Summary`] counts the numbers, and a [`Comparison`] sets two summaries side
//! by side. Summaries hold whole numbers only, so that merging two is exact and
//! any number of threads gives the same bytes.
//!
//! ```
//! use basement_floors::{Backend, Request};
//! use basement_survey::Seeds;
//!
//! let flash = Backend::Flash.generator("article", &[])?;
//! let summary = basement_survey::run(&*flash, &Request::level(1), Seeds::pcg(0, 500), &|_| {})?;
//! assert_eq!(summary.floors, 500);
//! let rooms = summary.histogram("rooms").expect("a measure of that name");
//! assert_eq!((rooms.minimum(), rooms.maximum()), (Some(7), Some(8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ablation;
mod analysis;
mod atomic_file;
mod awards;
mod calibration;
mod cells;
mod census;
mod comparison;
mod error;
mod histogram;
mod law;
mod measure;
mod pairs;
mod rows;
mod run;
mod seeds;
mod statistics;
mod study;
mod summary;

pub use ablation::{Ablation, Effect, ablate, telling_changes};
pub use analysis::Analysis;
pub use atomic_file::{AtomicFile, abandon_files, write_file};
pub use awards::{AWARD_SEEDS, AwardShare, award_census, award_seed, award_shares, count_awards};
pub use calibration::{BINS, Calibration, CalibrationError, GUESSES, Reliability, calibrate};
pub use cells::CellCounts;
pub use census::{
    Address, Cardinality, Census, CensusError, CensusRun, Counts, EXACT, FAILURES, FloorKeys,
    Manifest, SeedRange, Shard,
};
pub use comparison::Comparison;
pub use error::SurveyError;
pub use histogram::{Bin, Histogram};
pub use law::{LAWS, Law, Observed, observe};
pub use measure::{MEASURES, MEASURES_VERSION, Measure, Scope, measure_named};
pub use pairs::{Axis, PAIRS, Pair, PairCounts};
pub use rows::{Column, Field, Row, Table, rows};
pub use run::{CHUNK, run};
pub use seeds::{SeedKind, Seeds};
pub use statistics::{Interval, mean_interval, normal_interval, wilson_interval};
pub use study::{Arm, ArmResult, Results, Series, Study};
pub use summary::{KindCounts, Summary};
