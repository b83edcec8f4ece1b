//! What can go wrong in a survey.

use std::path::PathBuf;

use basement_floors::{FloorError, RequestError};
use thiserror::Error;

/// Why a survey could not be made or merged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The generator cannot meet the request, or a seed is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The generator made an invalid floor.
    #[error("the generator made an invalid floor: {0}")]
    Floor(#[from] FloorError),
    /// The seeds would go past the last one.
    #[error("{count} seeds from {first} go past the last, {last}: ask for fewer, or begin earlier")]
    SeedsExhausted {
        /// The first seed.
        first: u64,
        /// How many were asked for.
        count: u64,
        /// The last seed there is.
        last: u64,
    },
    /// [L1](basement_floors::rules#l1): a study that names its own rooms was run without them.
    #[error("the study's rooms are not loaded: load the files that it names first")]
    RoomsNotLoaded,
    /// Rooms of a catalogue were to be counted, but the backend has none.
    #[error(
        "this backend does not choose rooms from a catalogue, so there are none to count: use the backend rebirth"
    )]
    NoCatalogue,
    /// A study that would count nothing.
    #[error("the study has no floors: give `floors`, a series, and levels for it")]
    NoFloors,
    /// A level that a study names twice.
    #[error("level {level} is given twice: give each level once")]
    RepeatedLevel {
        /// The level.
        level: u8,
    },
    /// Two series with the same name.
    #[error("two series are called `{name}`: give each a name of its own")]
    RepeatedSeries {
        /// The name.
        name: String,
    },
    /// The series that a study compares have no level in common.
    #[error("`{x}` and `{y}` have no level in common: give both at least one common level")]
    NoSharedLevel {
        /// The first series.
        x: String,
        /// The second.
        y: String,
    },
    /// A series with a file per level lacks the file for one of its levels.
    #[error(
        "`{series}` has no file for level {level}: add one to its `floors`, or leave the level out"
    )]
    LevelWithoutFile {
        /// The name of the series.
        series: String,
        /// The level.
        level: u8,
    },
    /// A file of floors that cannot be read.
    #[error("{} cannot be read: {reason}: give the path of a file", path.display())]
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A line of a file of floors that is not a floor.
    #[error("{}, {reason}", path.display())]
    FileLine {
        /// The file.
        path: PathBuf,
        /// Which line, and what is wrong with it.
        reason: String,
    },
    /// A file of floors that contains none.
    #[error("{}: {reason}", path.display())]
    FileWithoutFloors {
        /// The file.
        path: PathBuf,
        /// What its lines are instead.
        reason: String,
    },
    /// A manifest names a generator that was given from Rust.
    #[error(
        "series `{series}` came from a generator given from Rust: run the program that made the report"
    )]
    GeneratorNotGiven {
        /// The series.
        series: String,
    },
    /// [W3](basement_floors::rules#w3): awards were requested for a floor whose rooms have no award
    /// seeds.
    #[error("the rooms of this floor have no award seeds: {hint}")]
    NoAwardSeeds {
        /// Which floors have them.
        hint: &'static str,
    },
    /// A bridge between two sets of rules that are the same.
    #[error("{from} and {to} have the same rules: give two that differ")]
    NothingToBridge {
        /// Where it would begin.
        from: String,
        /// Where it would end.
        to: String,
    },
    /// A bridge with too few floors for intervals.
    #[error("intervals need 2 floors or more of each combination, not {given}: ask for more")]
    TooFewFloors {
        /// How many were asked for.
        given: u64,
    },
    /// A bridge over a level on which a combination of its rules has no floor.
    #[error(
        "level {level}: under some combination of the rules the generator gives up on each of the first \
         {tried} seeds: leave the level out"
    )]
    NoFloorsOnLevel {
        /// The level.
        level: u8,
        /// How many seeds were tried.
        tried: u64,
    },
    /// A run that was cancelled.
    #[error("the run was cancelled before its end: begin it again")]
    Cancelled,
    /// Two summaries of different grids.
    #[error("summaries of different grids cannot be merged")]
    GridMismatch,
}
