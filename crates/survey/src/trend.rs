//! One measure against another, level by level.

use crate::group::GroupResult;
use crate::measure::{Measure, RawValues};
use crate::results::{LIKENESS_FLOORS, Results};
use crate::statistics::{Interval, Z, normal_interval};

/// The least spread of the levels in X, in standard errors of its means. With less, errors in X would
/// flatten the slope by more than a hundredth.
const LEAST_SPREAD: f64 = 10.0;

/// The means of two measures on the levels of a series, and the line through them.
///
/// A floor counts if it has the measure. Every level counts the same in the line, however many floors
/// it has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trend {
    /// Level by level, without a curse.
    pub points: Vec<TrendPoint>,
    /// The line; `None` if the levels differ too little in X, for example if there is only one.
    pub line: Option<TrendLine>,
}

/// The means of two measures on a level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrendPoint {
    /// The level.
    pub level: u8,
    /// The mean of X with its 95 % interval.
    pub x: Interval,
    /// The mean of Y with its 95 % interval.
    pub y: Interval,
}

/// The straight line that is nearest to the levels' means: least squares in Y.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrendLine {
    /// How much Y grows when X grows by one. The 95 % interval shows how much the slope of the same
    /// levels could change with other floors. It covers the errors of X and Y and their covariance. It
    /// does not say how close the levels are to a line: see [`farthest`](Self::farthest).
    pub slope: Interval,
    /// Y at X = 0.
    pub intercept: f64,
    /// How far the farthest level is above or below the line.
    pub farthest: f64,
}

impl TrendLine {
    /// The line's Y at an X.
    #[must_use]
    pub const fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope.estimate * x
    }
}

impl Results {
    /// How one measure varies with another over the levels of a series; `None` if no level has two values
    /// of each.
    ///
    /// The interval is computed from at most the first 20,000 floors of each level, which are
    /// generated or read again.
    ///
    /// ```
    /// use basement_floors::Backend;
    /// use basement_survey::{Series, Study, measure};
    ///
    /// let study = Study::new("Size and way").floors(200).levels([1, 4, 7]);
    /// let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {})?;
    /// let trend = results.trend(0, measure::ROOMS, measure::BOSS_DISTANCE).expect("both measures");
    /// let line = trend.line.expect("floors grow from level to level");
    /// // About a third of a step more with each room more.
    /// assert!(line.slope.lower > 0.2 && line.slope.upper < 0.45);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn trend(&self, series: usize, x: &'static Measure, y: &'static Measure) -> Option<Trend> {
        let point = |group: &GroupResult| {
            let [x, y] = [x, y].map(|measure| group.summary.values(measure).mean_interval());
            Some(TrendPoint { level: group.request.level, x: x?, y: y? })
        };
        let groups = self.groups_of(series).filter(|group| !group.is_labyrinth());
        let (groups, points): (Vec<&GroupResult>, Vec<TrendPoint>) =
            groups.filter_map(|group| Some((group, point(group)?))).unzip();
        let line = Line::through(&points).and_then(|line| {
            let parts = groups.iter().zip(&points).map(|(group, point)| {
                // Floors that cannot be made again have changed since: there is no line.
                let rows = group.measure_rows(LIKENESS_FLOORS).ok()?.rows;
                Some(line.parts(point, [x, y], &rows))
            });
            let parts: Vec<Vec<f64>> = parts.collect::<Option<_>>()?;
            let floors: Vec<f64> = groups.iter().map(|group| group.summary.floors as f64).collect();
            let have_seeds = groups.iter().all(|group| group.origin.seeds().is_some());
            Some(line.with_variance(variance(&parts, &floors, have_seeds), &points))
        });
        (!points.is_empty()).then_some(Trend { points, line })
    }
}

/// A line of least squares, and the sums that it was computed from.
struct Line {
    slope: f64,
    middle: [f64; 2],
    squares: f64,
}

impl Line {
    /// `None` if the points hardly differ in X.
    fn through(points: &[TrendPoint]) -> Option<Self> {
        let count = points.len() as f64;
        let mean = |of: fn(&TrendPoint) -> f64| points.iter().map(of).sum::<f64>() / count;
        let middle = [mean(|it| it.x.estimate), mean(|it| it.y.estimate)];
        let from_middle = |it: &TrendPoint| [it.x.estimate - middle[0], it.y.estimate - middle[1]];
        let squares: f64 = points.iter().map(|it| from_middle(it)[0].powi(2)).sum();
        let products: f64 = points.iter().map(|it| from_middle(it)[0] * from_middle(it)[1]).sum();
        let errors: f64 = points.iter().map(|it| (it.x.half() / Z).powi(2)).sum();
        let is_spread = squares > LEAST_SPREAD.powi(2) * errors && squares > 1e-9;
        is_spread.then(|| Self { slope: products / squares, middle, squares })
    }

    /// What each floor of a level adds to the slope, times the number of floors of the level.
    ///
    /// This is the delta method: the slope's derivatives with respect to the level's two means, times
    /// each floor's distances from those means. A missing value counts as the mean.
    fn parts(
        &self,
        point: &TrendPoint,
        [x, y]: [&'static Measure; 2],
        rows: &[RawValues],
    ) -> Vec<f64> {
        let [dx, dy] = [point.x.estimate - self.middle[0], point.y.estimate - self.middle[1]];
        let by_y = dx / self.squares;
        let by_x = (dy - 2.0 * self.slope * dx) / self.squares;
        let value =
            |measure: &Measure, row: &RawValues| row[measure.place].map(|raw| measure.value(raw));
        let having = |measure: &Measure| {
            let count = rows.iter().filter(|row| row[measure.place].is_some()).count();
            rows.len() as f64 / count.max(1) as f64
        };
        let weights = [by_x * having(x), by_y * having(y)];
        let part = |row: &RawValues| {
            let of_x = value(x, row).map_or(0.0, |it| it - point.x.estimate);
            let of_y = value(y, row).map_or(0.0, |it| it - point.y.estimate);
            weights[0] * of_x + weights[1] * of_y
        };
        rows.iter().map(part).collect()
    }

    fn with_variance(&self, variance: f64, points: &[TrendPoint]) -> TrendLine {
        let intercept = self.middle[1] - self.slope * self.middle[0];
        let off = |it: &TrendPoint| it.y.estimate - intercept - self.slope * it.x.estimate;
        TrendLine {
            slope: normal_interval(self.slope, variance.sqrt()),
            intercept,
            farthest: points.iter().map(|it| off(it).abs()).fold(0.0, f64::max),
        }
    }
}

/// The variance of a slope from what the floors of each level add to it.
///
/// The levels of a generator have the same seeds, and so may have floors in common: their parts are
/// added up seed by seed. If the levels have different numbers of rows, a generator gave up on some
/// seeds, and it is not known which rows have the same seed: then the levels are assumed to be fully
/// correlated, the worst case.
fn variance(parts: &[Vec<f64>], floors: &[f64], have_seeds: bool) -> f64 {
    let mean_square = |of: &mut dyn Iterator<Item = f64>, count: usize| {
        of.map(|part| part * part).sum::<f64>() / count.max(1) as f64
    };
    let rows = parts.first().map_or(0, Vec::len);
    if have_seeds && parts.iter().all(|level| level.len() == rows) {
        let mut sums = (0..rows).map(|row| parts.iter().map(|level| level[row]).sum::<f64>());
        return mean_square(&mut sums, rows) / floors.iter().copied().fold(f64::INFINITY, f64::min);
    }
    let each = parts
        .iter()
        .zip(floors)
        .map(|(level, floors)| mean_square(&mut level.iter().copied(), level.len()) / floors);
    match have_seeds {
        true => each.map(f64::sqrt).sum::<f64>().powi(2),
        false => each.sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(level: u8, [x, y]: [f64; 2]) -> TrendPoint {
        let of = |value| normal_interval(value, 0.001);
        TrendPoint { level, x: of(x), y: of(y) }
    }

    #[test]
    fn the_line_is_the_least_squares_fit() {
        let points = [[1.0, 2.0], [2.0, 3.0], [3.0, 5.0], [4.0, 4.0]].map(|means| point(1, means));
        let line = Line::through(&points).unwrap().with_variance(0.0, &points);
        assert!((line.slope.estimate - 0.8).abs() < 1e-12 && (line.intercept - 1.5).abs() < 1e-12);
        assert!((line.farthest - 1.1).abs() < 1e-12 && (line.at(2.0) - 3.1).abs() < 1e-12);
        assert!(Line::through(&points[..1]).is_none());
        let same = [[7.0, 2.0], [7.0005, 3.0]].map(|means| point(1, means));
        assert!(Line::through(&same).is_none());
    }

    #[test]
    fn levels_with_floors_in_common_do_not_count_twice() {
        let parts = vec![vec![1.0, -1.0, 3.0, -3.0]; 2];
        assert_eq!(variance(&parts, &[4.0, 4.0], true), 5.0);
        // Files have no seeds in common.
        assert_eq!(variance(&parts, &[4.0, 4.0], false), 2.5);
        let uneven = [parts[0].clone(), vec![2.0, -2.0]];
        let widest = variance(&uneven, &[4.0, 2.0], true);
        assert!((widest - (1.25_f64.sqrt() + 2.0_f64.sqrt()).powi(2)).abs() < 1e-12);
    }
}
