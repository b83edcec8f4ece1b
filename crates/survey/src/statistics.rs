//! Intervals.

/// The 97.5 % point of the normal distribution: 95 % intervals reach this many errors to each side.
pub const Z: f64 = 1.959_963_984_540_054;

/// An estimate with the bounds of its 95 % interval.
///
/// ```
/// use basement_survey::statistics::Interval;
///
/// let interval = Interval { estimate: 2.0, lower: 1.5, upper: 2.5 };
/// assert_eq!(interval.half(), 0.5);
/// assert!(interval.times(2.0).contains(4.9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

impl Interval {
    /// Half its width.
    #[must_use]
    pub const fn half(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }

    /// The interval of a multiple.
    #[must_use]
    pub const fn times(&self, factor: f64) -> Self {
        let (one, other) = (self.lower * factor, self.upper * factor);
        Self { estimate: self.estimate * factor, lower: one.min(other), upper: one.max(other) }
    }

    /// Whether a value is between the bounds.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.lower..=self.upper).contains(&value)
    }
}

/// The Wilson interval of a proportion.
///
/// ```
/// let interval = basement_survey::statistics::wilson_interval(5, 10);
/// assert!((interval.lower - 0.2366).abs() < 1e-4 && (interval.upper - 0.7634).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson_interval(hits: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { estimate: 0.0, lower: 0.0, upper: 1.0 };
    }
    let (n, p) = (trials as f64, hits as f64 / trials as f64);
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { estimate: p, lower: (centre - half).max(0.0), upper: (centre + half).min(1.0) }
}

/// The normal interval around an estimate with a standard error.
///
/// ```
/// let interval = basement_survey::statistics::normal_interval(10.0, 1.0);
/// assert!((interval.half() - 1.96).abs() < 1e-4 && interval.contains(11.9));
/// ```
#[must_use]
pub fn normal_interval(estimate: f64, error: f64) -> Interval {
    Interval { estimate, lower: estimate - Z * error, upper: estimate + Z * error }
}
