//! What comes of a draw: one floor of each of two series, and which has more of a measure.

use basement_survey::study::GroupResult;
use basement_survey::{Measure, Values};

/// The chances that the second floor of such a pair has more than the first, as much, and less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Odds {
    pub(crate) more: f64,
    pub(crate) same: f64,
    pub(crate) less: f64,
}

impl Odds {
    /// The odds of two groups; `None` where one of them has no value.
    pub(crate) fn of(x: &GroupResult, y: &GroupResult, measure: &'static Measure) -> Option<Self> {
        let [x, y] = [x, y].map(|group| group.summary.values(measure));
        Self::of_values(x, y)
    }

    fn of_values(x: Values<'_>, y: Values<'_>) -> Option<Self> {
        let all = x.total() as f64 * y.total() as f64;
        let pairs = || x.iter().flat_map(|one| y.iter().map(move |other| (one, other)));
        let share = |is_wanted: fn(f64, f64) -> bool| {
            let wanted = pairs().filter(|((x, _), (y, _))| is_wanted(*x, *y));
            wanted.map(|((_, x), (_, y))| x as f64 * y as f64).sum::<f64>() / all
        };
        (all > 0.0).then(|| Self {
            more: share(|x, y| y > x),
            same: share(|x, y| y == x),
            less: share(|x, y| y < x),
        })
    }
}

#[cfg(test)]
mod tests {
    use basement_survey::measure;
    use basement_survey::summary::Histogram;

    use super::*;

    #[test]
    fn the_odds_are_those_of_all_pairs() {
        let counts = |values: &[u32]| {
            let mut counts = Histogram::default();
            values.iter().zip(0..).for_each(|(value, number)| counts.add(*value, number));
            counts
        };
        let (x, y) = (counts(&[1, 2]), counts(&[2, 2, 3, 1]));
        let [x, y] = [&x, &y].map(|it| Values::new(measure::ROOMS, it));
        // Of the 8 pairs 2-2 twice and 1-1 once are ties, and 1 of Y against 2 is less.
        assert_eq!(Odds::of_values(x, y), Some(Odds { more: 0.5, same: 0.375, less: 0.125 }));
    }
}
