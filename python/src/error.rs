//! The engine's errors as Python exceptions, each with the engine's message.

use std::io;

use basement_floors::{GenerateError, PosteriorError, RequestError};
use basement_report::ReportError;
use basement_roomfiles::RoomFileError;
use basement_survey::census::CensusError;
use basement_survey::record::LineError;
use basement_survey::search::{ConditionError, SeedListError};
use basement_survey::{CheckpointError, SurveyError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    basement_lab,
    GenerationError,
    PyRuntimeError,
    "A generator that found no floor: every attempt was rejected, or its rooms lack some that the \
     floor needs."
);

/// Conversion of an error to an exception.
pub(crate) trait ToPython {
    /// The exception, with the error's message.
    fn to_python(&self) -> PyErr;
}

/// Errors that say that an argument is wrong.
macro_rules! value_errors {
    ($($error:ty),+ $(,)?) => {
        $(impl ToPython for $error {
            fn to_python(&self) -> PyErr {
                PyValueError::new_err(self.to_string())
            }
        })+
    };
}

value_errors!(
    CensusError,
    ConditionError,
    LineError,
    PosteriorError,
    RequestError,
    SeedListError,
    serde_json::Error,
);

impl ToPython for SurveyError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::MissingRooms(missing) => GenerationError::new_err(missing.to_string()),
            error => PyValueError::new_err(error.to_string()),
        }
    }
}

impl ToPython for GenerateError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::Request(error) => error.to_python(),
            error => GenerationError::new_err(error.to_string()),
        }
    }
}

impl ToPython for CheckpointError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::Write(error) | Self::File(_, error) => {
                io::Error::new(error.kind(), self.to_string()).into()
            }
            error => PyValueError::new_err(error.to_string()),
        }
    }
}

impl ToPython for RoomFileError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::Unreadable { error, .. } => io::Error::new(error.kind(), self.to_string()).into(),
            error => PyValueError::new_err(error.to_string()),
        }
    }
}

impl ToPython for ReportError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::File { error, .. } => io::Error::new(error.kind(), self.to_string()).into(),
            error => PyValueError::new_err(error.to_string()),
        }
    }
}
