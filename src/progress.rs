//! Progress on a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// A progress bar with the number done, the speed and the time left. It is drawn on
/// standard error, and only when that is a terminal.
///
/// ```
/// use basement_lab::{Backend, Progress, Sample, Seeds};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let progress = Progress::new(1000, "floors");
/// let add = |done| progress.add(done);
/// let summary = Sample::of(&*flash).seeds(Seeds::pcg(0, 1000)).progress(&add).run()?;
/// progress.finish();
/// assert_eq!(progress.done(), summary.floors);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar over a number of things, such as "floors".
    #[must_use]
    pub fn new(count: u64, what: &'static str) -> Self {
        let style = ProgressStyle::with_template(
            "{bar:30} {human_pos} of {human_len} {msg}, {speed}, {time_left}",
        );
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("speed", write_speed).with_key(
            "time_left",
            |state: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&time_left(state.per_sec(), state.eta()));
            },
        );
        Self(ProgressBar::new(count).with_style(style).with_message(what))
    }

    /// A count of things whose number is unknown beforehand, such as "lines".
    #[must_use]
    pub fn endless(what: &'static str) -> Self {
        let style = ProgressStyle::with_template("{spinner} {human_pos} {msg}, {speed}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let style = style.with_key("speed", write_speed);
        Self(ProgressBar::new_spinner().with_style(style).with_message(what))
    }

    /// The same bar, with some things already done; its speed counts only the others.
    #[must_use]
    pub fn starting_at(self, done: u64) -> Self {
        self.0.set_position(done);
        self.0.reset_eta();
        self
    }

    /// Adds to what is done.
    pub fn add(&self, more: u64) {
        self.0.inc(more);
    }

    /// How many are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.0.position()
    }

    /// Does something that prints, with the bar out of its way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn write_speed(state: &ProgressState, text: &mut dyn Write) {
    let _ = text.write_str(&speed(state.per_sec()));
}

/// A speed such as `91,000/s`: two digits, because more would only flicker. Slow work keeps a
/// decimal.
fn speed(per_second: f64) -> String {
    if per_second < 10.0 {
        return format!("{per_second:.1}/s");
    }
    let unit = 10_f64.powf(per_second.log10().floor() - 1.0);
    format!("{}/s", HumanCount(((per_second / unit).round() * unit) as u64))
}

fn time_left(per_second: f64, left: Duration) -> String {
    if per_second > 0.0 {
        format!("{} left", HumanDuration(left))
    } else {
        "time left unknown".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_has_two_digits_and_thousands_separators() {
        let speeds = [0.0, 0.25, 9.94, 12.3, 999.0, 90_880.4, 1_234_567.0].map(speed);
        assert_eq!(
            speeds,
            ["0.0/s", "0.2/s", "9.9/s", "12/s", "1,000/s", "91,000/s", "1,200,000/s"]
        );
    }

    #[test]
    fn the_time_left_is_in_words() {
        assert_eq!(time_left(91_000.0, Duration::from_secs(26_000)), "7 hours left");
        assert_eq!(time_left(0.0, Duration::ZERO), "time left unknown");
    }
}
