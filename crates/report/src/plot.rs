//! A plot as data: facets that share their axes, and the marks in them. Only [`layout`](crate::layout) knows
//! how it is laid out and drawn, wide and narrow.

use basement_survey::Results;
use basement_survey::statistics::Interval;

use crate::axis::limit_for;
use crate::number::fixed;
use crate::series::{hue_of, name_of};
use crate::theme::{Hue, INK, Paint};

/// Facets over the same axes.
pub(crate) struct Plot {
    pub(crate) facets: Vec<Facet>,
    /// How many facets are side by side: on a page, and on a phone.
    pub(crate) columns: [usize; 2],
    pub(crate) x: Scale,
    pub(crate) y: Y,
}

/// The vertical axis of a plot.
pub(crate) enum Y {
    /// Values, in plots of this height.
    Values(Scale, f64),
    /// Rows, each with a name and room for some marks.
    Rows(Vec<RowGroup>),
}

/// Rows under a common name; it may be empty.
#[derive(Default)]
pub(crate) struct RowGroup {
    pub(crate) name: String,
    pub(crate) rows: Vec<PlotRow>,
}

impl RowGroup {
    /// Rows without a common name.
    pub(crate) fn plain(rows: impl IntoIterator<Item = PlotRow>) -> Self {
        Self { name: String::new(), rows: rows.into_iter().collect() }
    }
}

/// A row. Its marks are in lanes, one below the other.
pub(crate) struct PlotRow {
    pub(crate) name: String,
    pub(crate) paint: Paint,
    pub(crate) lanes: usize,
}

impl PlotRow {
    pub(crate) fn new(name: impl Into<String>, lanes: usize) -> Self {
        Self { name: name.into(), paint: INK, lanes: lanes.max(1) }
    }

    /// A row under the name of a series, in its colour.
    pub(crate) fn of_series(results: &Results, series: usize) -> Self {
        Self { paint: hue_of(results, series).text, ..Self::new(name_of(results, series), 1) }
    }
}

/// The place of a row's lane on the axis of rows, where rows count from 0 through all groups.
pub(crate) fn lane(row: usize, lane: usize, lanes: usize) -> f64 {
    row as f64 + (lane as f64 + 0.5) / lanes.max(1) as f64
}

/// An axis.
#[derive(Clone)]
pub(crate) struct Scale {
    pub(crate) limits: (f64, f64),
    /// About how many ticks it has.
    pub(crate) ticks: usize,
    /// Where its ticks are, instead of round values.
    pub(crate) at: Vec<f64>,
    /// The most decimals that its ticks have.
    pub(crate) decimals: usize,
    /// Whether its values are shares, from 0 to 1, and are written in per cent.
    pub(crate) is_share: bool,
    /// Whether its values are powers of ten.
    pub(crate) is_power: bool,
    /// The title beside it; may be empty.
    pub(crate) title: String,
}

impl Scale {
    pub(crate) fn new(least: f64, most: f64) -> Self {
        let decimals = usize::from(most.abs().max(least.abs()) < 3.0);
        Self {
            limits: (least, most),
            ticks: 4,
            at: Vec::new(),
            decimals,
            is_share: false,
            is_power: false,
            title: String::new(),
        }
    }

    /// A scale from zero to a round value that is not below any of these.
    pub(crate) fn from_zero(values: impl IntoIterator<Item = f64>) -> Self {
        Self::new(0.0, limit_for(values.into_iter().fold(0.0, f64::max)))
    }

    /// A scale of shares, written in per cent: values go from 0 to 1.
    pub(crate) fn shares(most: f64) -> Self {
        let limit = limit_for(most).min(1.0);
        Self { is_share: true, decimals: usize::from(limit < 0.04), ..Self::new(0.0, limit) }
    }

    /// The powers of ten up to this one; the values are their exponents.
    pub(crate) fn powers_of_ten(most: f64) -> Self {
        let step = (most / 3.0).ceil().max(1.0);
        let powers = (0..).map(|power| f64::from(power) * step);
        let at = powers.take_while(|power| *power <= most).collect();
        // A single floor is a little above the base.
        Self { at, is_power: true, ..Self::new(-0.35, most + 0.1) }
    }

    /// The levels of some lines, each with its number.
    pub(crate) fn levels<'a>(lines: impl IntoIterator<Item = &'a ByLevel>) -> Self {
        let levels = lines.into_iter().flat_map(|line| &line.points);
        let mut at: Vec<f64> = levels.map(|(level, _)| f64::from(*level)).collect();
        at.sort_by(f64::total_cmp);
        at.dedup();
        let (least, most) = (at.first().copied(), at.last().copied());
        let (least, most) = (least.unwrap_or(1.0), most.unwrap_or(1.0));
        // A single level is in the middle.
        let aside = if most > least { 0.04 * (most - least) } else { 1.0 };
        let title = "level".to_owned();
        Self { at, title, decimals: 0, ..Self::new(least - aside, most + aside) }
    }

    pub(crate) fn ticks(self, ticks: usize) -> Self {
        Self { ticks, ..self }
    }

    pub(crate) fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    pub(crate) fn decimals(self, decimals: usize) -> Self {
        Self { decimals, ..self }
    }

    /// The fewest decimals that show some ticks exactly, at most [`Scale::decimals`].
    pub(crate) fn decimals_of(&self, ticks: &[f64]) -> usize {
        let tells = |decimals: &usize| ticks.iter().all(|tick| self.is_told(*tick, *decimals));
        (0..self.decimals).find(tells).unwrap_or(self.decimals)
    }

    /// Whether that many decimals show a tick exactly.
    pub(crate) fn is_told(&self, tick: f64, decimals: usize) -> bool {
        let parts = self.shown(tick) * 10_f64.powi(decimals as i32);
        (parts - parts.round()).abs() < 1e-6
    }

    /// A value with all decimals that a tick may have.
    pub(crate) fn show(&self, value: f64) -> String {
        self.show_with(value, self.decimals)
    }

    /// A value as a tick's label, with that many decimals.
    pub(crate) fn show_with(&self, value: f64, decimals: usize) -> String {
        if self.is_power {
            return power_of_ten(value as u32);
        }
        fixed(self.shown(value), decimals) + if self.is_share { " %" } else { "" }
    }

    /// The number that a value is written as.
    fn shown(&self, value: f64) -> f64 {
        if self.is_share { value * 100.0 } else { value }
    }
}

/// 1, 10, 10², 10³ ...
fn power_of_ten(power: u32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        power => {
            let digits = power.to_string();
            let raised = digits.bytes().map(|digit| RAISED[usize::from(digit - b'0') % 10]);
            format!("10{}", raised.collect::<String>())
        }
    }
}

/// A part of a plot under its own heading.
#[derive(Default)]
pub(crate) struct Facet {
    pub(crate) heading: String,
    /// The note below the heading; may be empty.
    pub(crate) note: String,
    pub(crate) marks: Vec<PlotMark>,
    /// The axis of its values, if it has its own.
    pub(crate) scale: Option<Scale>,
}

impl Facet {
    pub(crate) fn new(heading: impl Into<String>, marks: Vec<PlotMark>) -> Self {
        Self { heading: heading.into(), marks, ..Self::default() }
    }

    pub(crate) fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    pub(crate) fn scale(self, scale: Scale) -> Self {
        Self { scale: Some(scale), ..self }
    }

    /// Lines by level, each with a value as `show` writes it. One or two lines show the value on level
    /// `told`: the greater above its dot and the other below, or one for both. More lines show none.
    pub(crate) fn by_level(
        heading: impl Into<String>,
        lines: &[ByLevel],
        told: u8,
        show: impl Fn(f64) -> String,
    ) -> Self {
        let are_many = lines.len() > 2;
        let mark = |line: &ByLevel| PlotMark::Line {
            points: line.points.iter().map(|(level, it)| (f64::from(*level), *it)).collect(),
            hue: line.hue,
        };
        let value = |line: &ByLevel| {
            let told = line.points.iter().find(|(level, _)| *level == told);
            told.or(line.points.last()).map(|(level, it)| (*level, it.estimate))
        };
        let values: Vec<Option<(u8, f64)>> = lines.iter().map(value).collect();
        let of = |place: usize| values[place].map_or(f64::MIN, |it| it.1);
        let greatest = (0..lines.len()).rev().max_by(|a, b| of(*a).total_cmp(&of(*b)));
        // Two values that are written the same are written once, in no series' colour.
        let are_same = matches!(values.as_slice(), [Some(a), Some(b)] if show(a.1) == show(b.1));
        let label = |(place, line): (usize, &ByLevel)| {
            let (level, y) = values[place].filter(|_| !are_many)?;
            let is_above = Some(place) == greatest;
            let (x, text) = (level.into(), show(y));
            let paint = if are_same { INK } else { line.hue.text };
            let label = PlotMark::Label { x, y, text, paint, is_above, is_left: false };
            (is_above || !are_same).then_some(label)
        };
        let labels = lines.iter().enumerate().filter_map(label);
        let marks =
            covered(lines).into_iter().chain(lines.iter().map(mark)).chain(labels).collect();
        Self::new(heading, marks)
    }
}

/// The estimates of a series, level by level.
pub(crate) struct ByLevel {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) hue: Hue,
    pub(crate) points: Vec<(u8, Interval)>,
}

/// The dots that the dots of the last line would hide: those nearer to them than a dot is wide.
pub(crate) fn covered(lines: &[ByLevel]) -> Vec<PlotMark> {
    let Some((last, before)) = lines.split_last() else { return Vec::new() };
    let values = lines.iter().flat_map(|line| &line.points).map(|(_, it)| it.estimate.abs());
    let near = 0.02 * values.fold(0.0, f64::max);
    let is_covered = |(level, it): &(u8, Interval)| {
        let other = last.points.iter().find(|(of, _)| of == level);
        other.is_some_and(|(_, other)| (other.estimate - it.estimate).abs() < near)
    };
    let dots = before.iter().flat_map(|line| {
        let points = line.points.iter().filter(|it| is_covered(it));
        points.map(|(level, it)| PlotMark::Dot {
            x: f64::from(*level),
            y: it.estimate,
            interval: None,
            hue: line.hue,
            look: Look::Covered,
        })
    });
    dots.collect()
}

impl PlotMark {
    /// A circle and a dot in a row of one lane, with their values as `say` writes them.
    pub(crate) fn pair(
        row: usize,
        values: [f64; 2],
        hue: Hue,
        say: impl Fn(f64) -> String,
    ) -> Self {
        let [before, after] = values.map(|value| (value, say(value)));
        Self::Pair { y: lane(row, 0, 1), before, after, hue }
    }

    /// A dot in a row with the interval of its estimate, and a text after it.
    pub(crate) fn named_estimate(of: Interval, y: f64, hue: Hue, text: String) -> [Self; 2] {
        let Interval { estimate, lower, upper } = of;
        let (interval, fill, ink) = ((lower, upper), hue.mark, hue.text);
        let text = Self::Step { y, from: estimate, to: estimate, interval, fill, text, ink };
        [text, Self::estimate(of, y, hue)]
    }

    /// A dot with the interval of its estimate.
    pub(crate) fn estimate(of: Interval, y: f64, hue: Hue) -> Self {
        let interval = Some((of.lower, of.upper));
        Self::Dot { x: of.estimate, y, interval, hue, look: Look::Main }
    }
}

/// How a dot is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A dot of what the figure is about.
    Main,
    /// A dot of something else: smaller, and behind the others.
    Side,
    /// A circle: the second series of one colour.
    Hollow,
    /// A dot that another one covers: larger, so that it shows around it.
    Covered,
}

/// A mark at values on the axes. On an axis of rows, `y` is the place of a lane.
#[derive(Clone)]
pub(crate) enum PlotMark {
    /// A dot with the interval of its value.
    Dot { x: f64, y: f64, interval: Option<(f64, f64)>, hue: Hue, look: Look },
    /// Estimates with their intervals, joined by a line.
    Line { points: Vec<(f64, Interval)>, hue: Hue },
    /// Shares of values of this width: filled bars from zero, or one outline.
    Shares { shares: Vec<(f64, f64)>, width: f64, hue: Hue, name: String, is_filled: bool },
    /// A triangle below the axis.
    Mean { x: f64, hue: Hue },
    /// A horizontal bar from one value to another, with the interval of its end, the text after it, and a
    /// line up to the row above, where it begins.
    Step { y: f64, from: f64, to: f64, interval: (f64, f64), fill: Paint, text: String, ink: Paint },
    /// A circle, a dot, and a line between them, each with its number.
    Pair { y: f64, before: (f64, String), after: (f64, String), hue: Hue },
    /// A tick across a row: an exact value.
    Tick { x: f64, y: f64 },
    /// A dashed line up from a value of the horizontal axis, with a text beside its foot on what begins
    /// there.
    Divide { x: f64, text: String, is_left: bool },
    /// A line from zero with a dot at its end.
    Stem { x: f64, y: f64, hue: Hue },
    /// A straight line from one point to another.
    Straight { ends: [(f64, f64); 2], hue: Hue },
    /// A small text beside a dot.
    Label { x: f64, y: f64, text: String, paint: Paint, is_above: bool, is_left: bool },
}
