//! Handles signals, each by itself; signals that were ignored stay ignored.
//!
//! By default a signal removes the unfinished files and ends the process. While a [`Stop`] exists,
//! the first signal only asks for an end, so that work can be kept; the second one ends the
//! process.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use basement_lab::Progress;
use indicatif::HumanCount;

use crate::failure::Failure;

/// Whether a [`Stop`] exists.
static IS_AWAITED: AtomicBool = AtomicBool::new(false);
/// The signal that came while a [`Stop`] existed; 0 if none came.
static ASKED_BY: AtomicI32 = AtomicI32::new(0);

/// Work that can stop and be kept.
pub(crate) struct Stop(());

impl Stop {
    /// From now on a signal only asks for an end, until this is dropped.
    pub(crate) fn on_signal() -> Self {
        IS_AWAITED.store(true, Ordering::SeqCst);
        Self(())
    }

    /// Whether a signal came.
    pub(crate) fn is_asked(&self) -> bool {
        ASKED_BY.load(Ordering::SeqCst) != 0
    }

    /// The failure that ends the command after a signal: how much was done, and where it is kept.
    /// The exit code is that of a process which the signal ended.
    pub(crate) fn stopped(&self, (done, count): (u64, u64), what: &str, rest: &str) -> Failure {
        let code = 128 + ASKED_BY.load(Ordering::SeqCst) as u8;
        let (done, count) = (HumanCount(done), HumanCount(count));
        Failure::Stopped(format!("stopped after {done} of {count} {what}: {rest}"), code)
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        IS_AWAITED.store(false, Ordering::SeqCst);
    }
}

/// Says whether a part of the work ends here.
pub(crate) type IsEnough<'a> = &'a (dyn Fn() -> bool + Sync);

/// Does work over `count` seeds that a later command can continue. `part` works until it is enough, keeps the
/// state in the checkpoint, if there is one, and returns whether all is done.
pub(crate) fn in_parts(
    progress: &Progress,
    count: u64,
    checkpoint: Option<(&Path, Duration)>,
    part: &mut dyn FnMut(IsEnough<'_>) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let stop = Stop::on_signal();
    loop {
        let (begun, before) = (Instant::now(), progress.done());
        // However short the interval, some work is done between two checkpoints.
        let is_due = |between| begun.elapsed() >= between && progress.done() > before;
        let is_enough =
            || stop.is_asked() || checkpoint.is_some_and(|(_, between)| is_due(between));
        let is_done = part(&is_enough)?;
        if !is_done && !stop.is_asked() {
            continue;
        }
        let done = progress.done();
        progress.finish();
        let kept = match checkpoint {
            _ if is_done => return Ok(()),
            Some((path, _)) => format!("the same command continues from {}", path.display()),
            None => "nothing is kept without --checkpoint FILE".to_owned(),
        };
        return Err(stop.stopped((done, count), "seeds", &kept));
    }
}

/// Begins to handle signals. If the system provides no thread for it, they end the process as they
/// do by default.
#[cfg(unix)]
pub(crate) fn handle() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // nohup makes a program ignore SIGHUP, and a shell makes what it starts with `&` ignore SIGINT:
    // they stay ignored.
    let ignored = ignored();
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !ignored.has(*signal));
    let Ok(mut signals) = Signals::new(heard) else { return };
    let wait = move || {
        for signal in signals.forever() {
            if IS_AWAITED.load(Ordering::SeqCst) && ASKED_BY.swap(signal, Ordering::SeqCst) == 0 {
                continue;
            }
            basement_lab::survey::atomic_file::abandon_files();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// On other systems a signal ends the process. The next run replaces the files that are left.
#[cfg(not(unix))]
pub(crate) fn handle() {}

/// A set of signals, the lowest bit for signal 1.
#[cfg(unix)]
struct SignalSet(u64);

#[cfg(unix)]
impl SignalSet {
    fn has(&self, signal: i32) -> bool {
        self.0 >> (signal - 1) & 1 == 1
    }
}

/// The signals that this process was started to ignore.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn ignored() -> SignalSet {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    SignalSet(mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0))
}

/// The signals that this process was started to ignore.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn ignored() -> SignalSet {
    survived_by_a_child()
}

/// The signals that do not end a child process: it ignores what this process was started to ignore.
/// Starts three shells, which takes milliseconds.
#[cfg(all(unix, any(test, not(any(target_os = "linux", target_os = "android")))))]
fn survived_by_a_child() -> SignalSet {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let survives = |signal: &i32| {
        let kill = format!("kill -{signal} $$");
        let child = std::process::Command::new("sh").args(["-c", &kill]).status();
        child.is_ok_and(|status| status.code().is_some())
    };
    let survived = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(survives);
    SignalSet(survived.fold(0, |set, signal| set | 1 << (signal - 1)))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    use super::*;

    #[test]
    fn the_system_and_a_child_know_the_same_ignored_signals() {
        // This holds under nohup, too.
        let (told, survived) = (ignored(), survived_by_a_child());
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            assert_eq!(told.has(signal), survived.has(signal), "{signal}");
        }
    }
}
