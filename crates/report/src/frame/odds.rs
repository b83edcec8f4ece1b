//! The odds of a draw: one floor of each of two series, and which has more of a measure.

use basement_survey::Values;
use basement_survey::statistics::Z;

/// The chances that the second floor of such a pair has more than the first, the same, or less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Odds {
    pub(crate) more: f64,
    pub(crate) same: f64,
    pub(crate) less: f64,
    /// Half the 95 % interval of `more`.
    pub(crate) half: f64,
}

impl Odds {
    /// The odds of two groups' values; `None` if one of them has none.
    pub(crate) fn of(x: Values<'_>, y: Values<'_>) -> Option<Self> {
        let all = x.total() as f64 * y.total() as f64;
        let count = |of: &Values<'_>, is_wanted: &dyn Fn(f64) -> bool| {
            of.iter().filter(|it| is_wanted(it.0)).map(|it| it.1).sum::<u64>() as f64
        };
        let sum = |of: &Values<'_>, value: &dyn Fn(f64) -> f64| {
            of.iter().map(|(it, floors)| floors as f64 * value(it)).sum::<f64>()
        };
        let share =
            |is_wanted: fn(f64, f64) -> bool| sum(&x, &|x| count(&y, &|y| is_wanted(x, y))) / all;
        // The variance of a share of pairs, from how it varies with each of the two floors (DeLong and
        // others, 1988).
        let more = share(|x, y| y > x);
        let variance = |own: &Values<'_>, beats: &dyn Fn(f64) -> f64| {
            let floors = own.total() as f64;
            sum(own, &|it| (beats(it) - more).powi(2)) / (floors * (floors - 1.0).max(1.0))
        };
        (all > 0.0).then(|| Self {
            more,
            same: share(|x, y| y == x),
            less: share(|x, y| y < x),
            half: Z
                * (variance(&x, &|x| count(&y, &|y| y > x) / y.total() as f64)
                    + variance(&y, &|y| count(&x, &|x| y > x) / x.total() as f64))
                .sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use basement_survey::measure;

    use super::*;
    use crate::frame::histogram_of;

    #[test]
    fn the_odds_count_all_pairs() {
        let (x, y) = (histogram_of(&[(1, 1), (2, 1)]), histogram_of(&[(1, 1), (2, 2), (3, 1)]));
        let [x, y] = [&x, &y].map(|it| Values::new(measure::ROOMS, it));
        // Of the 8 pairs 2-2 twice and 1-1 once are ties, and 1 of Y against 2 is less.
        let odds = Odds::of(x, y).unwrap();
        assert_eq!([odds.more, odds.same, odds.less], [0.5, 0.375, 0.125]);
        // 1 is beaten by three of four and 2 by one, 2 beats one of two twice, 3 both, and 1 none:
        // 2 (1/4)^2 / 2 + 2 (1/2)^2 / 12.
        assert!((odds.half - Z * (0.0625_f64 + 0.5 / 12.0).sqrt()).abs() < 1e-12);
    }
}
