//! Two histograms of one measure, side by side.

use serde::Serialize;

use crate::histogram::Histogram;
use crate::measure::{MEASURES, Measure};
use crate::pairing::{PairedValues, Pairing};
use crate::statistics::{Interval, normal_interval};
use crate::summary::Summary;
use crate::values::Values;

/// How two summaries differ in every measure for which both have at least two values, in the order
/// of [`MEASURES`]. With a pairing, both are from the same seeds; without one, their floors are
/// independent.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Sample, Seeds, compare, measure};
///
/// let (flash, rebirth) =
///     (Backend::Flash.generator(None, &[])?, Backend::Rebirth.generator(None, &[])?);
/// let flash = Sample::of(&*flash).seeds(Seeds::pcg(0, 300)).run()?;
/// let rebirth = Sample::of(&*rebirth).seeds(Seeds::run(1, 300)).run()?;
/// for (measure, comparison) in compare(&flash, &rebirth, None) {
///     println!("{}: {:+.2} {}", measure.name, comparison.difference, measure.unit);
/// }
/// # assert!(compare(&flash, &rebirth, None).iter().any(|(measure, _)| *measure == measure::RINGS));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn compare(
    x: &Summary,
    y: &Summary,
    pairing: Option<&Pairing>,
) -> Vec<(&'static Measure, Comparison)> {
    let comparison = |measure: &'static Measure| {
        let pairs = pairing.map(|pairing| pairing.values(measure));
        Some((measure, Comparison::new(x.values(measure), y.values(measure), pairs)?))
    };
    MEASURES.iter().filter_map(comparison).collect()
}

/// How two generators differ in one measure. X is the first sample, Y the second. Means, their
/// difference and the Wasserstein distance are in the measure's unit.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Comparison, Sample, Seeds, measure};
///
/// let (flash, rebirth) =
///     (Backend::Flash.generator(None, &[])?, Backend::Rebirth.generator(None, &[])?);
/// let flash = Sample::of(&*flash).seeds(Seeds::pcg(0, 200)).run()?;
/// let rebirth = Sample::of(&*rebirth).seeds(Seeds::run(1, 200)).run()?;
/// let rooms = Comparison::of(flash.values(measure::ROOMS), rebirth.values(measure::ROOMS));
/// assert!(rooms.is_some_and(|rooms| rooms.interval().contains(rooms.difference)));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// Mean of X.
    pub mean_x: f64,
    /// Mean of Y.
    pub mean_y: f64,
    /// Mean of Y minus mean of X.
    pub difference: f64,
    /// Lower bound of its 95 % interval: normal, from the sum of the squared standard errors, minus
    /// twice the covariance if the two are paired.
    pub difference_lower: f64,
    /// Upper bound of its 95 % interval.
    pub difference_upper: f64,
    /// Whether both are from the same seeds, and the interval takes that into account.
    pub paired: bool,
    /// Whether they are paired and the measure is the same on every seed. The difference is
    /// then 0, and so are its bounds.
    pub same_on_every_seed: bool,
    /// P(X > Y) + P(X = Y) / 2: 0.5 when neither tends to be larger.
    pub superiority_x: f64,
    /// Cliff's delta, P(Y > X) - P(X > Y), from -1 to 1. Like the difference, it is positive if Y
    /// tends to be larger.
    pub cliffs_delta: f64,
    /// Lower bound of its 95 % interval (normal, with DeLong's standard error, which is 0 if every value
    /// of one side is above every value of the other). `None` if the two are paired, because that error
    /// assumes independent floors.
    pub cliffs_delta_lower: Option<f64>,
    /// Upper bound of its 95 % interval; `None` if the two are paired.
    pub cliffs_delta_upper: Option<f64>,
    /// Wasserstein-1: how far the mass must be moved on average.
    pub wasserstein: f64,
    /// Kolmogorov-Smirnov: the largest gap between the distribution functions,
    /// 0 to 1.
    pub kolmogorov_smirnov: f64,
    /// Jensen-Shannon divergence in bits, 0 to 1.
    pub jensen_shannon: f64,
}

impl Comparison {
    /// Compares the values of a measure on independent floors; `None` when one
    /// side has fewer than two, or the two are of different measures.
    #[must_use]
    pub fn of(x: Values<'_>, y: Values<'_>) -> Option<Self> {
        Self::new(x, y, None)
    }

    /// Compares the values of a measure on floors from the same seeds; `None` when one side has
    /// fewer than two, or the two are of different measures.
    ///
    /// The difference is between the means over all floors that have the measure. Its standard
    /// error is computed from how much each seed adds to it. If both floors of every seed have the
    /// measure, it is the standard error of the mean difference on a seed.
    #[must_use]
    pub fn paired(x: Values<'_>, y: Values<'_>, values: PairedValues) -> Option<Self> {
        Self::new(x, y, Some(values))
    }

    pub(crate) fn new(x: Values<'_>, y: Values<'_>, paired: Option<PairedValues>) -> Option<Self> {
        if x.measure().name != y.measure().name {
            return None;
        }
        let scale = f64::from(x.measure().scale);
        let (mean_x, mean_y) = (x.mean()?, y.mean()?);
        let errors = [x.raw_standard_error()?, y.raw_standard_error()?];
        let (x, y) = (x.histogram(), y.histogram());
        let error = match &paired {
            Some(values) => paired_error(x, y, errors, values),
            None => errors[0].hypot(errors[1]),
        };
        let difference = normal_interval(mean_y - mean_x, error / scale);
        let table = Table::of(x, y);
        let superiority_x = table.superiority();
        let cliffs_delta = 1.0 - 2.0 * superiority_x;
        let delta = paired.is_none().then(|| {
            let error = table.delta_error(cliffs_delta, x.total(), y.total());
            normal_interval(cliffs_delta, error)
        });
        Some(Self {
            mean_x,
            mean_y,
            difference: difference.estimate,
            difference_lower: difference.lower,
            difference_upper: difference.upper,
            paired: paired.is_some(),
            same_on_every_seed: paired.is_some_and(|values| values.are_same()),
            superiority_x,
            cliffs_delta,
            cliffs_delta_lower: delta.map(|delta| delta.lower.max(-1.0)),
            cliffs_delta_upper: delta.map(|delta| delta.upper.min(1.0)),
            wasserstein: table.wasserstein() / scale,
            kolmogorov_smirnov: table.kolmogorov_smirnov(),
            jensen_shannon: table.jensen_shannon(),
        })
    }

    /// The difference of means with its 95 % interval.
    #[must_use]
    pub const fn interval(&self) -> Interval {
        Interval {
            estimate: self.difference,
            lower: self.difference_lower,
            upper: self.difference_upper,
        }
    }

    /// Cliff's delta with its 95 % interval; `None` if the two are paired.
    #[must_use]
    pub fn delta(&self) -> Option<Interval> {
        Some(Interval {
            estimate: self.cliffs_delta,
            lower: self.cliffs_delta_lower?,
            upper: self.cliffs_delta_upper?,
        })
    }

    /// Whether the two can be distinguished: the 95 % interval of Cliff's delta excludes 0, or, if
    /// they are paired, that of the difference of means.
    #[must_use]
    pub fn is_told_apart(&self) -> bool {
        !self.delta().unwrap_or(self.interval()).contains(0.0)
    }
}

/// The standard error of the difference of two means over the same seeds, raw.
///
/// A seed adds (y - mean of Y) / floors of Y - (x - mean of X) / floors of X to the difference. A
/// part is 0 if its side has no floor with the measure. The squares of the parts are known from the
/// two errors, and their products from the pairing.
fn paired_error(x: &Histogram, y: &Histogram, errors: [f64; 2], values: &PairedValues) -> f64 {
    if values.are_same() {
        return 0.0;
    }
    let (floors_x, floors_y) = (x.total() as f64, y.total() as f64);
    let (mean_x, mean_y) = (x.raw_sum() as f64 / floors_x, y.raw_sum() as f64 / floors_y);
    let PairedValues { both, sum_x, sum_y, sum_xy, .. } = *values;
    let (both, sum_x, sum_y) = (both as f64, sum_x as f64, sum_y as f64);
    let products = sum_xy as f64 - mean_x * sum_y - mean_y * sum_x + both * mean_x * mean_y;
    let squares = |error: f64, floors: f64| error.powi(2) * (floors - 1.0) / floors;
    let squares = squares(errors[0], floors_x) + squares(errors[1], floors_y)
        - 2.0 * products / (floors_x * floors_y);
    // Divided by n - 1 instead of n, like the variance of a sample.
    let seeds = floors_x + floors_y - both;
    (squares.max(0.0) * seeds / (seeds - 1.0)).sqrt()
}

/// The shares of both sides, value by value.
struct Table(Vec<(u32, f64, f64)>);

impl Table {
    fn of(x: &Histogram, y: &Histogram) -> Self {
        let (total_x, total_y) = (x.total() as f64, y.total() as f64);
        let mut values: Vec<u32> = x.bins().chain(y.bins()).map(|(value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        let shares =
            |value: u32| (value, x.count(value) as f64 / total_x, y.count(value) as f64 / total_y);
        Self(values.into_iter().map(shares).collect())
    }

    fn superiority(&self) -> f64 {
        let mut below_y = 0.0;
        let mut superiority = 0.0;
        for (_, x, y) in &self.0 {
            superiority += x * (below_y + y / 2.0);
            below_y += y;
        }
        // Sums of shares can end a rounding above 1.
        superiority.min(1.0)
    }

    /// The standard error of Cliff's delta (DeLong 1988). It comes from how much the floors of
    /// either side vary in one number: the share of the other side that a floor exceeds, minus the
    /// share that exceeds it.
    fn delta_error(&self, delta: f64, total_x: u64, total_y: u64) -> f64 {
        let (mut below_x, mut below_y) = (0.0, 0.0);
        let (mut variance_x, mut variance_y) = (0.0, 0.0);
        for (_, x, y) in &self.0 {
            let over_y = 2.0 * below_y + y - 1.0;
            let over_x = 2.0 * below_x + x - 1.0;
            variance_x += x * (over_y + delta).powi(2);
            variance_y += y * (over_x - delta).powi(2);
            below_x += x;
            below_y += y;
        }
        (variance_x / (total_x as f64 - 1.0) + variance_y / (total_y as f64 - 1.0)).sqrt()
    }

    /// The gaps between the distribution functions, each with its width.
    fn gaps(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let next = self.0.iter().skip(1).map(|(value, ..)| *value);
        let mut gap = 0.0;
        self.0.iter().zip(next).map(move |((value, x, y), next)| {
            gap += x - y;
            (gap.abs(), f64::from(next - value))
        })
    }

    fn wasserstein(&self) -> f64 {
        self.gaps().map(|(gap, width)| gap * width).sum()
    }

    fn kolmogorov_smirnov(&self) -> f64 {
        self.gaps().map(|(gap, _)| gap).fold(0.0, f64::max).min(1.0)
    }

    fn jensen_shannon(&self) -> f64 {
        let part = |share: f64, middle: f64| {
            if share > 0.0 { share * (share / middle).log2() } else { 0.0 }
        };
        let sum: f64 =
            self.0.iter().map(|(_, x, y)| part(*x, (x + y) / 2.0) + part(*y, (x + y) / 2.0)).sum();
        (sum / 2.0).clamp(0.0, 1.0)
    }
}
