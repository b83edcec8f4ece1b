//! Values of the shown series level by level, and how the first two differ in them.

use crate::layout::RADIUS;
use crate::prelude::*;

/// A name of at most this many letters fits beside a line.
const SHORT: usize = 8;
/// At most this many series are shown.
const MOST: usize = 4;
/// The height of a chart.
const HEIGHT: f64 = 150.0;

/// What is shown of a level.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Mean(&'static Measure),
    /// A share of all. Two series that share seeds have no difference: nothing says how their shares go together.
    Share(fn(&GroupResult) -> Option<Interval>),
}

/// Charts of the same series over the same levels.
pub(crate) struct Charts {
    pub(crate) series: Vec<usize>,
    /// The level that the text is about.
    pub(crate) level: u8,
    charts: Vec<Chart>,
}

/// The chart of one value, for all series.
struct Chart {
    /// Its name in the data.
    name: &'static str,
    heading: &'static str,
    is_share: bool,
    lines: Vec<ByLevel>,
    /// How the second series differs from the first.
    differences: Vec<Difference>,
}

impl Charts {
    /// The charts of some values, each with its name and its heading; `None` if no series has the first
    /// value.
    pub(crate) fn of(
        results: &Results,
        values: &[(Value, &'static str, &'static str)],
    ) -> Option<Self> {
        let series: Vec<usize> = shown(results).into_iter().take(MOST).collect();
        let chart = |(value, name, heading): &(Value, &'static str, &'static str)| {
            let lines = series.iter().map(|series| value.line(results, *series));
            let lines: Vec<ByLevel> = lines.filter(|line| !line.points.is_empty()).collect();
            let differences = value.differences(results);
            let is_share = matches!(value, Value::Share(_));
            (!lines.is_empty()).then_some(Chart { name, heading, is_share, lines, differences })
        };
        let charts: Vec<Chart> = values.iter().filter_map(chart).collect();
        charts.first().filter(|chart| chart.name == values[0].1)?;
        Some(Self { level: story_level(results)?, charts, series })
    }

    /// How the first two series differ on the level of the text, in the value with this name in the data.
    pub(crate) fn difference(&self, name: &str) -> Option<Difference> {
        let chart = self.charts.iter().find(|chart| chart.name == name)?;
        chart.differences.iter().find(|it| it.level == self.level).copied()
    }

    /// The line below the figure.
    pub(crate) fn origin(&self, results: &Results) -> Vec<String> {
        let groups = self.series.iter().flat_map(|series| plain_groups(results, *series));
        origin_line(results, groups, None, "")
    }

    /// The figure with a facet for each chart; `columns` names what is shown and its value in the data.
    pub(crate) fn figure(&self, results: &Results, words: Words, columns: [&str; 2]) -> Figure {
        let full = self.where_full(results);
        let facet = |chart: &Chart| {
            let show = |value| if chart.is_share { percent(value, 0) } else { fixed(value, 1) };
            let mut facet = Facet::by_level(chart.heading, &chart.lines, self.level, show);
            facet.marks.extend(full.iter().filter(|_| !chart.is_share).cloned());
            facet.marks.extend(chart.names(self.level));
            facet.scale(chart.scale())
        };
        let plot = Plot {
            facets: self.charts.iter().map(facet).collect(),
            columns: [self.charts.len(), 1],
            x: Scale::levels(self.charts.iter().flat_map(|chart| &chart.lines)),
            y: Y::Values(Scale::new(0.0, 1.0), HEIGHT),
        };
        // Every chart may have the names of the series beside its lines.
        let key = match self.charts.iter().all(|chart| !chart.names(self.level).is_empty()) {
            true => Key::default(),
            false => Key::of_series(results, &self.series),
        };
        compose_finding(words, self.table(columns), &[&key, &plot])
    }

    /// The values, with the differences beside those of the second series.
    fn table(&self, [what, value]: [&str; 2]) -> Table {
        let rows = self.charts.iter().flat_map(|chart| {
            chart
                .lines
                .iter()
                .flat_map(move |line| line.points.iter().map(move |it| (chart, line, it)))
        });
        let difference = |chart: &Chart, line: &ByLevel, level: u8| {
            let mut all = chart.differences.iter().filter(|_| line.series == 1);
            let it = all.find(|it| it.level == level)?;
            Some(Interval { estimate: it.value(), lower: it.lower, upper: it.upper })
        };
        Table::of(rows)
            .column(what, |(chart, ..)| chart.name)
            .column("series", |(_, line, _)| &line.name)
            .column("level", |(.., (level, _))| *level)
            .interval([value, "lower", "upper"], |(.., (_, it))| *it)
            .interval(DIFFERENCE, |(chart, line, (level, _))| difference(chart, line, *level))
            .into()
    }

    /// Which values are written beside the lines; empty if there are too many lines.
    pub(crate) fn labels_in_words(&self) -> String {
        match self.charts.iter().any(|chart| chart.lines.len() <= 2) {
            true => format!("; labelled values: level {}", self.level),
            false => String::new(),
        }
    }

    /// What a dot means: its interval, and if one dot hides another, its rim.
    pub(crate) fn dots_in_words(&self) -> String {
        let is_narrow = |chart: &Chart| {
            let (least, greatest) = chart.scale().limits;
            let mut all = chart.lines.iter().flat_map(|line| &line.points);
            all.all(|(_, it)| it.half() < RADIUS / HEIGHT * (greatest - least))
        };
        let intervals = match self.charts.iter().all(is_narrow) {
            true => "95 % intervals lie within the dots",
            false => "95 % intervals are drawn where they are wider than a dot",
        };
        let has_covered = |chart: &Chart| !covered(&chart.lines).is_empty();
        let rim = match self.charts.iter().any(has_covered) {
            true => "; a dot with a rim stands for both",
            false => "",
        };
        format!("{intervals}{rim}")
    }

    /// What "at full size" means on the lines of the figure; empty if there are none.
    pub(crate) fn full_size_in_words(&self, results: &Results) -> &'static str {
        match self.where_full(results).is_empty() {
            true => "",
            false => " At full size: from this level on, the number of rooms stays the same.",
        }
    }

    /// Lines at the levels from which series have their final number of rooms, if there are levels before and
    /// after.
    fn where_full(&self, results: &Results) -> Vec<PlotMark> {
        let of = |series: &usize| Some((full_from(results, *series)?, name_of(results, *series)));
        let Some(mut all) = self.series.iter().map(of).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        all.sort_unstable();
        let are_one = all.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let mark = |(place, (level, name)): (usize, &(u8, &str))| {
            let whose = if are_one { "floors" } else { name };
            let is_left = place == 0;
            let text = match is_left {
                true => format!("{whose} at full\u{a0}size\u{a0}→"),
                false => format!("{whose} at full\u{a0}size"),
            };
            PlotMark::Divide { x: (*level).into(), text, is_left }
        };
        all.iter().take(if are_one { 1 } else { 2 }).enumerate().map(mark).collect()
    }
}

impl Chart {
    /// The scale from zero to the greatest value, or for shares to the whole.
    fn scale(&self) -> Scale {
        if self.is_share {
            return Scale::shares(1.0);
        }
        let values = self.lines.iter().flat_map(|line| &line.points);
        Scale::from_zero(values.map(|(_, value)| value.upper)).decimals(0)
    }

    /// The names of two series beside the first part of their lines, away from the values of level `told`; empty
    /// if the names do not fit.
    fn names(&self, told: u8) -> Vec<PlotMark> {
        let has_room = |line: &ByLevel| line.name.chars().count() <= SHORT && line.points.len() > 3;
        if self.lines.len() != 2 || !self.lines.iter().all(has_room) {
            return Vec::new();
        }
        let at = |line: &ByLevel| {
            let place = line.points.len() / 3;
            line.points[place + usize::from(line.points[place].0 == told)]
        };
        let highest = self.lines.iter().map(|line| at(line).1.estimate).fold(f64::MIN, f64::max);
        let name = |line: &ByLevel| {
            let (level, Interval { estimate, .. }) = at(line);
            let is_above = estimate >= highest;
            let ends = [line.points.first(), line.points.last()];
            let [first, last] = ends.map(|it| it.map(|it| it.1.estimate));
            let is_left = is_above == (last > first);
            let (x, text) = (level.into(), line.name.clone());
            PlotMark::Label { x, y: estimate, text, paint: line.hue.text, is_above, is_left }
        };
        self.lines.iter().map(name).collect()
    }
}

/// The level from which a series has its final number of rooms.
fn full_from(results: &Results, series: usize) -> Option<u8> {
    let sizes: Vec<(u8, f64)> = plain_groups(results, series)
        .filter_map(|it| Some((it.request.level, it.summary.mean(measure::ROOMS)?)))
        .collect();
    let last = sizes.last()?.1;
    let grows = |it: &(u8, f64)| (it.1 - last).abs() > 0.02 * last;
    let turn = sizes.iter().rposition(grows)? + 1;
    sizes.get(turn).filter(|_| turn + 1 < sizes.len()).map(|it| it.0)
}

impl Value {
    fn of(self, group: &GroupResult) -> Option<Interval> {
        match self {
            Self::Mean(measure) => group.summary.values(measure).mean_interval(),
            Self::Share(of) => of(group),
        }
    }

    fn line(self, results: &Results, series: usize) -> ByLevel {
        let groups = plain_groups(results, series);
        ByLevel {
            series,
            name: name_of(results, series).to_owned(),
            hue: hue_of(results, series),
            points: groups.filter_map(|it| Some((it.request.level, self.of(it)?))).collect(),
        }
    }

    fn differences(self, results: &Results) -> Vec<Difference> {
        match self {
            Self::Mean(measure) => differences(results, BOTH, measure),
            Self::Share(of) => plain_groups(results, 0)
                .filter_map(|group| {
                    let level = group.request.level;
                    let other = results.group(1, level, false)?;
                    let share_no_seeds = results.pairing(group, other).is_none();
                    let both = [of(group)?, of(other)?];
                    share_no_seeds.then(|| Difference::apart(level, both))
                })
                .collect(),
        }
    }
}
