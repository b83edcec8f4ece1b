//! What can go wrong in a survey.

use std::path::PathBuf;

use basement_floors::{
    CurseChoice, FloorError, Grid, MissingRooms, Phase, PosteriorError, RequestError,
};
use thiserror::Error;

/// Why a survey could not be made or merged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The generator cannot meet the request, or a seed is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The generator has no posterior for such floors.
    #[error(transparent)]
    Posterior(#[from] PosteriorError),
    /// [W11](basement_floors::rules#w11): the catalogue lacks rooms that a floor needs.
    #[error(transparent)]
    MissingRooms(#[from] MissingRooms),
    /// The generator made an invalid floor.
    #[error("the generator made an invalid floor: {0}")]
    Floor(FloorError),
    /// The seeds would go past the last one.
    #[error(
        "{count} seeds from {first} go past the last, {last}: ask for at most {}",
        last.saturating_sub(*first).saturating_add(1)
    )]
    SeedsExhausted {
        /// The first seed.
        first: u64,
        /// How many were asked for.
        count: u64,
        /// The last seed there is.
        last: u64,
    },
    /// A condition of a search that no floor of its request can meet.
    #[error(
        "with the curse {curse} and the phase {phase} no floor meets `{condition}`: change one of the three"
    )]
    ConditionRuledOut {
        /// The condition.
        condition: String,
        /// The curse that is asked for.
        curse: CurseChoice,
        /// The phase that is asked for.
        phase: Phase,
    },
    /// [L1](basement_floors::rules#l1): a study that names its own rooms was run without them.
    #[error("the study's rooms are not loaded: load the files that it names first")]
    RoomsNotLoaded,
    /// Rooms of a catalogue were to be counted, but the backend has none.
    #[error(
        "this backend does not choose rooms from a catalogue, so there are none to count: use the backend rebirth"
    )]
    NoCatalogue,
    /// A study or a bridge that would count nothing.
    #[error("the study has no floors: give `floors`, a series, and levels for it")]
    NoFloors,
    /// A level that is given twice.
    #[error("level {0} is given twice: give each level once")]
    RepeatedLevel(u8),
    /// Two series with the same name.
    #[error("two series are called `{0}`: give each a name of its own")]
    RepeatedSeries(String),
    /// The series that a study compares have no level in common.
    #[error("`{0}` and `{1}` have no level in common: give both at least one common level")]
    NoSharedLevel(String, String),
    /// A series with a file per level lacks the file for one of its levels.
    #[error("`{0}` has no file for level {1}: add one to its `floors`, or leave the level out")]
    LevelWithoutFile(String, u8),
    /// A file of floors that cannot be read.
    #[error("{0} cannot be read: {1}: give the path of a file")]
    FileUnreadable(PathBuf, String),
    /// A line of a file of floors that is not a floor.
    #[error("{0}, {1}")]
    FileLine(PathBuf, String),
    /// A file of floors that contains none.
    #[error("{0}: {1}")]
    FileWithoutFloors(PathBuf, String),
    /// A manifest names a generator that was given from Rust.
    #[error(
        "series `{0}` came from a generator given from Rust: run the program that made the report"
    )]
    GeneratorNotGiven(String),
    /// [W3](basement_floors::rules#w3): awards were requested for a floor whose rooms have no award
    /// seeds.
    #[error("the rooms of this floor have no award seeds: {0}")]
    NoAwardSeeds(&'static str),
    /// A bridge between two sets of rules that are the same.
    #[error("{0} and {1} have the same rules: give two that differ")]
    NothingToBridge(String, String),
    /// A bridge with too few floors for intervals.
    #[error("intervals need 2 floors or more of each combination, not {0}: ask for more")]
    TooFewFloors(u64),
    /// A bridge over a level on which a combination of its rules has no floor.
    #[error(
        "level {0}: under some combination of the rules the generator gives up on each of the first \
         {1} seeds: leave the level out"
    )]
    NoFloorsOnLevel(u8, u64),
    /// A run that was cancelled.
    #[error("the run was cancelled before its end: begin it again")]
    Cancelled,
    /// Two summaries of different grids.
    #[error(
        "summaries of different grids cannot be merged, {0} and {1}: merge those of one backend"
    )]
    GridMismatch(Grid, Grid),
}

// The message contains the cause, so it is not the error's source.
impl From<FloorError> for SurveyError {
    fn from(error: FloorError) -> Self {
        Self::Floor(error)
    }
}
