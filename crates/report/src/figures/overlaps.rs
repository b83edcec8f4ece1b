//! Two measures at once: what share of their floors two series have in common, and the most
//! that either measure alone leaves them.

use std::collections::BTreeMap;

use basement_survey::{Interval, Measure, PAIRS, PairCounts, Results};

use crate::axis::Axis;
use crate::drawing::{Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::percent;
use crate::origin::origin_line;
use crate::panel::rows::{exact as ceiling_mark, lying_axis};
use crate::series::name_of;
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, RULE, TICK, text_width};
use crate::words::{ByLevel, by_level, first_fitting, request_in_words, title_of};

/// Height of a row.
const ROW: f64 = 37.0;

/// A pair of measures.
struct Overlap {
    measures: [&'static Measure; 2],
    /// The share of both measures together; its interval holds for floors that know nothing of each
    /// other, and is left out where both series are of the same seeds.
    both: f64,
    interval: Option<Interval>,
    /// The share of the measure that leaves less, and which of the two it is.
    ceiling: f64,
    limiting: usize,
}

impl Overlap {
    /// The share with its interval; without one the bounds are the share itself.
    fn bounds(&self) -> Interval {
        let both = self.both;
        self.interval.unwrap_or(Interval { estimate: both, lower: both, upper: both })
    }
}

/// The figure, where the first two series share a level.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

/// The level on which both series have most nearly equally many rooms: there the floors differ
/// by more than size.
fn closest_level(results: &Results) -> Option<u8> {
    let measure = Measure::from_name("rooms")?;
    let levels = by_level(results, measure, false);
    let gap = |level: &&ByLevel| level.comparison.difference.abs();
    levels.iter().min_by(|a, b| gap(a).total_cmp(&gap(b))).map(|level| level.level)
}

/// What two sides share of one of the two measures alone.
fn shared_alone(sides: [&PairCounts; 2], along: fn((usize, usize)) -> usize) -> f64 {
    let mut bins = BTreeMap::<usize, [f64; 2]>::new();
    for (side, counts) in sides.into_iter().enumerate() {
        let total = counts.total().max(1) as f64;
        for (x, y, count) in counts.iter() {
            bins.entry(along((x, y))).or_default()[side] += count as f64 / total;
        }
    }
    bins.values().map(|[x, y]| x.min(*y)).sum()
}

fn figure(results: &Results) -> Option<Figure> {
    let level = closest_level(results)?;
    let arms = [results.arm(0, level, false)?, results.arm(1, level, false)?];
    let is_paired = results.pairing(arms[0], arms[1]).is_some();
    let counts = |side: usize, place: usize| arms[side].summary.pairs().nth(place);
    let overlap = |place: usize| {
        let pair = &PAIRS[place];
        let sides = [counts(0, place)?.1, counts(1, place)?.1];
        if sides.iter().any(|side| side.total() == 0) {
            return None;
        }
        let across = shared_alone(sides, |bin| bin.0);
        let up = shared_alone(sides, |bin| bin.1);
        let (ceiling, limiting) = if across <= up { (across, 0) } else { (up, 1) };
        let measures = [pair.x.measure, pair.y.measure];
        let overlap = sides[0].overlap(sides[1]);
        let interval = (!is_paired).then_some(overlap);
        Some(Overlap { measures, both: overlap.estimate, interval, ceiling, limiting })
    };
    let mut overlaps: Vec<Overlap> = (0..PAIRS.len()).filter_map(overlap).collect();
    overlaps.sort_by(|a, b| a.both.total_cmp(&b.both));
    if overlaps.is_empty() {
        return None;
    }
    let mut table =
        Table::new(&["measures", "level", "overlap", "lower", "upper", "ceiling", "set_by"]);
    for overlap in &overlaps {
        table.row([
            overlap.measures.map(|measure| measure.name).join(" and "),
            level.to_string(),
            exact(overlap.both),
            overlap.interval.map(|interval| exact(interval.lower)).unwrap_or_default(),
            overlap.interval.map(|interval| exact(interval.upper)).unwrap_or_default(),
            exact(overlap.ceiling),
            overlap.measures[overlap.limiting].name.to_owned(),
        ]);
    }
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let pairs: Vec<(String, Interval)> =
        overlaps.iter().map(|it| (it.measures.map(title_of).join(" with "), it.bounds())).collect();
    let title = title(&pairs, x, y);
    let words = Words {
        name: "overlaps".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Share of floors that {x} and {y} have in common, two measures at once, %; level {level}, {}",
            request_in_words(results)
        ),
        caption: format!(
            "Dots: the sum over all pairs of values of the smaller of both shares{}. Ticks: the ceiling, which \
             the measure in bold letters leaves when it is taken alone. A measure with few values sets a low \
             one whatever the rest does: two room counts chosen by a coin cap any overlap near one half. The \
             level is the one on which both have most nearly equally many rooms.",
            if is_paired { "" } else { ", with its 95 % interval" }
        ),
        notes: origin_line(results, arms, None, ""),
        alt: format!("{title}. Dot plot of {} overlaps, each with its ceiling.", overlaps.len()),
    };
    let height = overlaps.len() as f64 * ROW + 62.0;
    Some(compose(words, table, height, |drawing, area| {
        let plot = area.inset(204.0, 36.0, 16.0, 26.0);
        let axis = Axis::new((0.0, 100.0), (plot.x, plot.right()));
        lying_axis(drawing, plot, &axis, 4, |tick| percent(tick / 100.0, 0));
        key(drawing, area.x, area.y + 10.0);
        for (row, overlap) in overlaps.iter().enumerate() {
            let y = plot.y + (row as f64 + 0.5) * ROW;
            if row > 0 {
                let top = plot.y + row as f64 * ROW;
                drawing.line(&[(area.x, top), (plot.right(), top)], 0.5, RULE);
            }
            for (line, measure) in overlap.measures.into_iter().enumerate() {
                let look = Type::new(TICK, INK).end();
                let look = if line == overlap.limiting { look.bold() } else { look };
                let baseline = y + 15.0 * line as f64 - 3.0;
                drawing.text(title_of(measure), plot.x - 10.0, baseline, look);
            }
            let bounds = overlap.bounds();
            let at =
                [bounds.lower, bounds.estimate, bounds.upper].map(|share| axis.at(share * 100.0));
            drawing.line(&[(at[1], y), (axis.at(overlap.ceiling * 100.0), y)], 0.9, FRAME);
            drawing.line(&[(at[0], y), (at[2], y)], 2.0, INK);
            drawing.dot(at[1], y, 4.2, INK);
            ceiling_mark(drawing, y, axis.at(overlap.ceiling * 100.0));
        }
    }))
}

/// What dot, tick and bold letters mean, in a line.
fn key(drawing: &mut Drawing, x: f64, y: f64) {
    const CEILING: &str = "the most that the measure in bold letters leaves when taken alone";
    let look = Type::new(TICK, INK);
    drawing.dot(x + 4.2, y, 4.2, INK);
    drawing.text("in common", x + 14.0, y + 4.5, look);
    let x = x + 14.0 + text_width("in common", TICK, false) + 18.0;
    ceiling_mark(drawing, y, x);
    drawing.text(CEILING, x + 8.0, y + 4.5, look);
}

/// In which pair the two overlap least; `pairs` from the least overlap to the greatest.
fn title(pairs: &[(String, Interval)], x: &str, y: &str) -> String {
    let long = match pairs {
        [(_, first), (_, second), ..] if first.upper >= second.lower => {
            format!("Of pairs of measures, several overlap about equally little in {x} and {y}")
        }
        [(names, _), ..] => {
            format!("Of pairs of measures, {names} overlap least in {x} and {y}")
        }
        [] => String::new(),
    };
    first_fitting([long, "How many floors two measures cannot tell apart".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, estimate: f64) -> (String, Interval) {
        let bounds = Interval { estimate, lower: estimate - 0.01, upper: estimate + 0.01 };
        (name.to_owned(), bounds)
    }

    #[test]
    fn a_pair_is_named_only_where_it_is_told_from_the_next() {
        let told = |pairs: &[(String, Interval)]| title(pairs, "A", "B");
        let least = "Of pairs of measures, rings with rooms overlap least in A and B";
        assert_eq!(told(&[pair("rings with rooms", 0.3), pair("x", 0.4)]), least);
        assert_eq!(told(&[pair("rings with rooms", 0.3)]), least);
        let alike = told(&[pair("rings with rooms", 0.3), pair("x", 0.31)]);
        assert!(alike.contains("several overlap"), "{alike}");
    }
}
