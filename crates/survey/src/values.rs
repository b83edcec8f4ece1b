//! The values of a measure, in its unit.

use crate::histogram::Histogram;
use crate::measure::Measure;
use crate::statistics::{Interval, normal_interval};

/// The values of a measure on the floors of a summary. Everything is in the measure's unit.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Sample, Seeds, measure};
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let summary = Sample::of(&*flash).seeds(Seeds::pcg(0, 100)).run()?;
/// let compactness = summary.values(measure::COMPACTNESS);
/// assert!(compactness.mean().is_some_and(|mean| (0.0..=1.0).contains(&mean)));
/// assert_eq!(compactness.iter().map(|(_, floors)| floors).sum::<u64>(), 100);
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    measure: &'static Measure,
    histogram: &'a Histogram,
}

impl<'a> Values<'a> {
    /// The values that raw counts stand for.
    #[must_use]
    pub const fn new(measure: &'static Measure, histogram: &'a Histogram) -> Self {
        Self { measure, histogram }
    }

    /// The measure.
    #[must_use]
    pub const fn measure(&self) -> &'static Measure {
        self.measure
    }

    /// The counts of its raw values.
    #[must_use]
    pub const fn histogram(&self) -> &'a Histogram {
        self.histogram
    }

    /// The values that occurred, in order, each with the number of floors that have it.
    pub fn iter(&self) -> impl Iterator<Item = (f64, u64)> + use<'a> {
        let measure = self.measure;
        self.histogram.bins().map(move |(raw, bin)| (measure.value(raw), bin.count))
    }

    /// How many floors have a value.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.histogram.total()
    }

    /// The mean. `None` if no floor has a value.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.histogram.raw_mean().map(|mean| mean / f64::from(self.measure.scale))
    }

    /// The mean with its 95 % interval (normal); `None` for fewer than two floors.
    #[must_use]
    pub fn mean_interval(&self) -> Option<Interval> {
        let (mean, error) = (self.histogram.raw_mean()?, self.raw_standard_error()?);
        Some(normal_interval(mean, error).times(1.0 / f64::from(self.measure.scale)))
    }

    /// The standard deviation of the sample (n - 1); `None` for fewer than two floors.
    #[must_use]
    pub fn standard_deviation(&self) -> Option<f64> {
        let deviation = self.histogram.raw_standard_deviation();
        deviation.map(|deviation| deviation / f64::from(self.measure.scale))
    }

    /// The standard error of the mean; `None` for fewer than two floors.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        self.raw_standard_error().map(|error| error / f64::from(self.measure.scale))
    }

    pub(crate) fn raw_standard_error(&self) -> Option<f64> {
        Some(self.histogram.raw_standard_deviation()? / (self.total() as f64).sqrt())
    }

    /// The least value.
    #[must_use]
    pub fn minimum(&self) -> Option<f64> {
        self.histogram.raw_minimum().map(|raw| self.measure.value(raw))
    }

    /// The greatest value.
    #[must_use]
    pub fn maximum(&self) -> Option<f64> {
        self.histogram.raw_maximum().map(|raw| self.measure.value(raw))
    }

    /// The least value that at least a share `q` of the floors do not exceed (the inverse of
    /// the distribution function).
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<f64> {
        self.histogram.raw_quantile(q).map(|raw| self.measure.value(raw))
    }
}
