//! The engine's errors as Python's exceptions, each with the engine's sentence.

use std::io;

use basement_floors::{GenerateError, PosteriorError, RequestError};
use basement_roomfiles::RoomFileError;
use basement_survey::SurveyError;
use basement_survey::census::CensusError;
use basement_survey::record::LineError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    basement_lab,
    GenerationError,
    PyRuntimeError,
    "A generator that found no floor: every attempt was rejected, or its rooms lack some that the \
     floor needs."
);

/// The exception of an error.
pub(crate) trait ToPython {
    /// The exception, with the error's sentence.
    fn to_python(&self) -> PyErr;
}

impl ToPython for RequestError {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl ToPython for PosteriorError {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
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

impl ToPython for SurveyError {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl ToPython for CensusError {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl ToPython for LineError {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl ToPython for RoomFileError {
    fn to_python(&self) -> PyErr {
        match self {
            Self::Unreadable { source, .. } => {
                io::Error::new(source.kind(), self.to_string()).into()
            }
            error => PyValueError::new_err(error.to_string()),
        }
    }
}

impl ToPython for serde_json::Error {
    fn to_python(&self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}
