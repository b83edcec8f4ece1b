//! Long work, one part at a time: between two parts, interrupts are checked.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::ToPython;

/// How long a part should take.
const LEAST: Duration = Duration::from_millis(50);
const MOST: Duration = Duration::from_millis(200);

/// Parts of some work whose sizes follow the time that they take.
pub(crate) struct Parts {
    left: u64,
    size: u64,
    /// The sizes are multiples of this.
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

    /// After a part: reports the progress and checks for interrupts.
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

/// How often interrupts are checked in work that is not done in parts.
const HEARD: Duration = Duration::from_millis(50);

/// What ends the threads of work that was interrupted.
struct Interrupted;

/// Does work that reports its progress but cannot be done in parts: another thread does it, without
/// the interpreter's lock, while this one checks for interrupts. After an interrupt, the work ends
/// at its next report.
pub(crate) fn long<T: Send, E: ToPython + Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&(dyn Fn(u64) + Sync)) -> Result<T, E> + Send,
) -> PyResult<T> {
    let (done, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let told = |count| {
        done.fetch_add(count, Ordering::Relaxed);
        if is_over.load(Ordering::Relaxed) {
            // Unlike a panic, this prints nothing.
            resume_unwind(Box::new(Interrupted));
        }
    };
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        scope.spawn(|| {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| on_this_process(|| work(&told)))));
        });
        let mut raised = None;
        let tell = || -> PyResult<()> {
            let done = done.swap(0, Ordering::Relaxed);
            if let Some(progress) = progress.filter(|_| done > 0) {
                progress.call1((done,))?;
            }
            py.check_signals()
        };
        loop {
            let found = py.detach(|| {
                receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(HEARD)
            });
            if raised.is_none()
                && let Err(error) = tell()
            {
                raised = Some(error);
                is_over.store(true, Ordering::Relaxed);
            }
            match (found, raised.take()) {
                (Err(mpsc::RecvTimeoutError::Timeout), error) => raised = error,
                (_, Some(error)) => return Err(error),
                (Ok(Ok(found)), None) => return found.map_err(|error| error.to_python()),
                (Ok(Err(panic)), None) => resume_unwind(panic),
                (Err(mpsc::RecvTimeoutError::Disconnected), None) => {
                    return Err(PyRuntimeError::new_err("the work ended without a result"));
                }
            }
        }
    })
}

/// Does work without the interpreter's lock, on the threads of this process.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| on_this_process(work))
}

/// Does work on the threads of this process. A forked process has none of the threads that were
/// started before, so it starts its own.
fn on_this_process<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static FIRST: OnceLock<u32> = OnceLock::new();
    static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let process = std::process::id();
    if process == *FIRST.get_or_init(|| process) {
        return work();
    }
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pool)) = forked.take_if(|(owner, _)| *owner != process) {
        // The pool's threads are the parent's.
        std::mem::forget(pool);
    }
    let pool = match &*forked {
        Some((_, pool)) => Some(Arc::clone(pool)),
        None => ThreadPoolBuilder::new().build().ok().map(Arc::new),
    };
    *forked = pool.clone().map(|pool| (process, pool));
    drop(forked);
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
