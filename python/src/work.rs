//! Long work, a part at a time: between two parts the interpreter hears interrupts.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long a part should take.
const LEAST: Duration = Duration::from_millis(50);
const MOST: Duration = Duration::from_millis(200);

/// Parts of some work whose sizes follow the time that they take.
pub(crate) struct Parts {
    left: u64,
    size: u64,
    /// The sizes are multiples of it.
    unit: u64,
    begun: Instant,
}

impl Parts {
    /// The parts of `count` things. Their sizes are multiples of `unit`, except the last.
    pub(crate) fn of(count: u64, unit: u64) -> Self {
        Self { left: count, size: unit * 16, unit, begun: Instant::now() }
    }

    /// How many things come next; `None` after the last.
    pub(crate) fn next(&mut self) -> Option<u64> {
        let size = self.size.min(self.left);
        self.left -= size;
        self.begun = Instant::now();
        (size > 0).then_some(size)
    }

    /// After a part: tells the progress and hears interrupts.
    pub(crate) fn done(
        &mut self,
        py: Python<'_>,
        count: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let time = self.begun.elapsed();
        if time < LEAST {
            self.size = self.size.saturating_mul(2);
        } else if time > MOST {
            self.size = (self.size / 2 / self.unit).max(1) * self.unit;
        }
        if let Some(progress) = progress {
            progress.call1((count,))?;
        }
        py.check_signals()
    }
}
