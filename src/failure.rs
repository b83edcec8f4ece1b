//! What ends a command early, and the errors of the engine that do.

use basement_lab::awards::AwardError;
use basement_lab::floors::PosteriorError;
use basement_lab::roomfiles::{RoomFileError, WriteError};
use basement_lab::survey::SurveyError;
use basement_lab::{Backend, GenerateError, RequestError};

/// What ends a command early.
pub(crate) enum Failure {
    /// What was asked for does not exist or contradicts itself: exit code 2.
    Usage(String),
    /// It could not be done: exit code 1.
    Work(String),
    /// A signal came, and the interrupted work ended in order: with its own exit code.
    Stopped(String, u8),
    /// Whoever reads the output, such as `head`, has seen enough: not an error.
    NoReader,
}

/// Refuses what was asked for.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(message.into()))
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        let said = error.to_string();
        let given = match error {
            RequestError::UnknownName { what: "edition", given, .. } => given,
            RequestError::SeedZero | RequestError::SeedTooLarge { .. } => {
                return Self::Usage(format!("{said}, or use --rng pcg"));
            }
            _ => return Self::Usage(said),
        };
        // The other game's, which is why this one does not know it.
        let has_it = |backend: &&Backend| backend.editions().contains(&given.as_str());
        Self::Usage(match Backend::ALL.iter().find(has_it) {
            Some(backend) => format!("{said}; {backend} has it: give --backend {backend}"),
            None => said,
        })
    }
}

/// Errors that say that what was asked for does not exist or contradicts itself. Whatever is wrong
/// with a file of rooms or names, the user named it.
macro_rules! usage_errors {
    ($($error:ty),+) => { $(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Usage(error.to_string())
            }
        }
    )+ };
}

usage_errors!(AwardError, PosteriorError, RoomFileError, WriteError);

impl From<SurveyError> for Failure {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Request(error) => error.into(),
            error => Self::Usage(error.to_string()),
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Request(error) => error.into(),
            GenerateError::MissingRooms(missing) => Self::Usage(missing.to_string()),
            error => Self::Work(error.to_string()),
        }
    }
}

impl From<basement_lab::report::ReportError> for Failure {
    fn from(error: basement_lab::report::ReportError) -> Self {
        use basement_lab::report::ReportError::{Drawing, File, Json, Png, Survey, Write};
        match error {
            Survey(error) => error.into(),
            Write(error) => error.into(),
            Drawing(..) | File { .. } | Json(..) | Png(..) => Self::Work(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        std::io::Error::from(error).into()
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::NoReader,
            _ => Self::Work(error.to_string()),
        }
    }
}
