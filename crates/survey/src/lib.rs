//! Measures of generated floors, and what becomes of millions of them.
//!
//! Data flows one way: a [`Generator`](basement_floors::Generator) makes a floor,
//! [`Analysis`] looks at it once, each [`Measure`] reads one number from it, a
//! [`Summary`] counts the numbers, and a [`Comparison`] sets two summaries side
//! by side. A [`MeasureSet`] says which measures are wanted: what none of them needs is not
//! computed. Summaries hold whole numbers only, so that merging two is exact and
//! any number of threads gives the same bytes.
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

mod ablation;
mod analysis;
mod arm;
mod atomic_file;
mod awards;
mod bosses;
mod bridge;
mod calibration;
mod cell_floor;
mod cells;
mod census;
mod checkpoint;
mod color;
mod comparison;
mod condition;
mod counter;
mod error;
mod evidence;
mod floor_awards;
mod floor_file;
mod fold;
mod format;
mod histogram;
mod inspection;
mod law;
mod likeness;
pub mod measure;
mod measure_rows;
mod measure_set;
mod measured;
mod needs;
mod null_model;
mod one_or_more;
mod pairing;
mod pairs;
mod ranked_pairs;
mod record;
mod room_frequency;
mod rows;
mod sample;
mod search;
mod seeds;
mod series;
mod shared_seeds;
mod statistics;
mod study;
mod summary;
mod typical;
mod values;
mod walk;
mod whole_number;

pub use ablation::{Ablation, Changed, Effect, ablate, telling_changes};
pub use analysis::Analysis;
pub use arm::{Arm, ArmFloor, ArmResult, Origin};
pub use atomic_file::{AtomicFile, abandon_files, write_file};
pub use awards::{AWARD_SEEDS, AwardShare, award_census, award_seed, award_shares, count_awards};
pub use bosses::BossCounts;
pub use bridge::{
    BRIDGE_MEASURES, Bridge, BridgeEffect, BridgeLevel, BridgeRun, Estimate, MOST_SWITCHES, Share,
    Switch,
};
pub use calibration::{BINS, Calibration, CalibrationError, GUESSES, Reliability, calibrate};
pub use cells::CellCounts;
pub use census::{
    Address, Cardinality, Census, CensusError, CensusRun, Counts, EXACT, FAILURES, FloorKeys,
    LAYOUTS_ARE_NO_FLOORS, Manifest, SeedRange, Shard,
};
pub use checkpoint::CheckpointError;
pub use color::{Color, ColorError};
pub use comparison::{Comparison, compare};
pub use condition::{ConditionError, Operator, Quantity, RestsOn, StageCondition};
pub use error::SurveyError;
pub use floor_awards::FloorAwards;
pub use floor_file::{FileOrigin, FloorFile};
pub use fold::{CHUNK, each_floor};
pub use format::Format;
pub use histogram::{Bin, Histogram};
pub use inspection::rooms_facing;
pub use law::{LAWS, Law, Observed, observe};
pub use likeness::{LIKENESS_LEAST, Likeness, likeness};
pub use measure::{MEASURES, MEASURES_VERSION, Measure, Scope};
pub use measure_rows::MeasureRows;
pub use measure_set::MeasureSet;
pub use null_model::NullModel;
pub use pairing::{PairedCells, PairedValues, Pairing};
pub use pairs::{Axis, PAIRS, Pair, PairCounts};
pub use ranked_pairs::{RankedPair, rank_pairs};
pub use record::{
    FloorLines, FloorRecord, INVALID_NAMED, InvalidLines, LINE_BYTES, LineError, LineFault,
    RecordCounts, RecordError, RecordRoom, RecordSample,
};
pub use room_frequency::RoomFrequency;
pub use rows::{Column, Field, Row, record_rows, rows};
pub use sample::Sample;
pub use search::{Best, Candidates, Hit, HitStage, Pilot, Search, SearchRun, SeedListError};
pub use seeds::{SeedKind, Seeds};
pub use series::{Rules, Series, Source};
pub use statistics::{Interval, normal_interval, wilson_interval};
pub use study::{LevelLikeness, Results, Study};
pub use summary::{KindCounts, Summary};
pub use typical::{Median, NearFloor, TYPICAL_MEASURES, distance_from_medians};
pub use values::Values;
pub use walk::{Passage, Route, Walk};

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
