//! One measure over another: a series' dots, and its slope in words.

use basement_survey::study::Trend;

use crate::prelude::*;

/// A series' dots, and how they are drawn: filled, hollow, or not at all.
pub(crate) struct Line {
    pub(crate) series: usize,
    pub(crate) look: Option<Look>,
    pub(crate) trend: Trend,
}

/// The first series of a colour has dots, the second circles. Further ones could not be distinguished.
pub(crate) fn look(results: &Results, series: usize) -> Option<Look> {
    let before = (0..series).filter(|other| hue_of(results, *other) == hue_of(results, series));
    [Look::Main, Look::Hollow].get(before.count()).copied()
}

/// Dots of a series that are nearer, in shares of both axes, have one label.
const NEAR: f64 = 0.04;

/// An axis around some values, with a little space at both ends. It never begins below zero.
pub(crate) fn around(values: impl Iterator<Item = f64>) -> Scale {
    let (least, most) = range_of(values);
    let margin = match most - least {
        range if range > 0.0 => 0.1 * range,
        _ => 0.1 * most.abs().max(1.0),
    };
    let scale = Scale::new((least - margin).max(0.0), most + margin).ticks(5);
    let step = (most - least + 2.0 * margin) / 5.0;
    let decimals = (-step.log10().floor()).clamp(0.0, 3.0) as usize;
    scale.decimals(decimals)
}

/// The dots of a series with the numbers of their levels above the line or below it, and the line.
pub(crate) fn marks(
    results: &Results,
    line: &Line,
    is_above: bool,
    limits: [(f64, f64); 2],
) -> Vec<PlotMark> {
    let hue = hue_of(results, line.series);
    let points = &line.trend.points;
    let mut marks = Vec::new();
    if let Some(fit) = &line.trend.line {
        let (from, to) = range_of(points.iter().map(|it| it.x.estimate));
        marks.push(PlotMark::Straight { ends: [(from, fit.at(from)), (to, fit.at(to))], hue });
    }
    let is_falling = line.trend.line.as_ref().is_some_and(|fit| fit.slope.estimate < 0.0);
    // Labels go where the line leaves room: those above it to the left if it rises, to the right if it falls.
    let is_left = is_above != is_falling;
    let places: Vec<[f64; 2]> = points.iter().map(|it| [it.x.estimate, it.y.estimate]).collect();
    for labelled in labels(&places, limits) {
        let last = &points[*labelled.last().unwrap_or(&0)];
        let numbers: Vec<u8> = labelled.iter().map(|place| points[*place].level).collect();
        let text = in_short(&numbers);
        let (x, y) = (last.x.estimate, last.y.estimate);
        marks.push(PlotMark::Label { x, y, text, paint: hue.text, is_above, is_left });
    }
    marks.extend(points.iter().map(|it| PlotMark::Dot {
        x: it.x.estimate,
        y: it.y.estimate,
        interval: Some((it.y.lower, it.y.upper)),
        hue,
        look: line.look.unwrap_or(Look::Main),
    }));
    marks
}

/// The dots that share a label, by their indices: those of successive levels at about one place.
fn labels(points: &[[f64; 2]], limits: [(f64, f64); 2]) -> Vec<Vec<usize>> {
    let mut labels: Vec<Vec<usize>> = Vec::new();
    let is_near = |a: &[f64; 2], b: &[f64; 2]| {
        (0..2).all(|axis| {
            let (least, most) = limits[axis];
            (a[axis] - b[axis]).abs() < NEAR * (most - least)
        })
    };
    for (place, point) in points.iter().enumerate() {
        match labels.last_mut() {
            Some(label) if label.iter().all(|it| is_near(&points[*it], point)) => label.push(place),
            _ => labels.push(vec![place]),
        }
    }
    labels
}

pub(crate) fn title(results: &Results, [x, y]: [&'static Measure; 2], lines: &[Line]) -> String {
    let slope = |line: &&Line| {
        let slope = line.trend.line.as_ref()?.slope.estimate;
        Some(format!("{} in {}", fixed(slope, 2), name_of(results, line.series)))
    };
    let drawn = lines.iter().filter(|line| line.look.is_some());
    let slopes: Vec<String> = drawn.filter_map(|line| slope(&line)).collect();
    let start = format!("{} by {}", capital(&title_of(y)), title_of(x));
    if slopes.is_empty() {
        return format!("{start}, level by level");
    }
    first_fitting([
        format!("{start}: slope {}", list(&slopes)),
        format!("{start}, level by level, with slopes"),
    ])
}

/// The slopes with their intervals, and what they are.
pub(crate) fn caption(results: &Results, [x, y]: [&'static Measure; 2], lines: &[Line]) -> String {
    // As many decimals as the slopes need for their intervals.
    let fits = lines.iter().filter_map(|line| line.trend.line.as_ref());
    let least = fits.map(|it| it.slope.half()).fold(f64::INFINITY, f64::min);
    let decimals = if least < 0.005 { 3 } else { 2 };
    let number = |value: f64| fixed(value, decimals);
    let slope = |line: &Line| {
        let name = name_of(results, line.series);
        match &line.trend.line {
            Some(fit) => format!(
                "{name} {} ({} to {}), and no level lies farther than {} from the line",
                number(fit.slope.estimate),
                number(fit.slope.lower),
                number(fit.slope.upper),
                fixed(fit.farthest, 2)
            ),
            None => format!("{name} none, because its levels hardly differ in {}", title_of(x)),
        }
    };
    let slopes: Vec<String> = lines.iter().map(slope).collect();
    let left_out: Vec<usize> =
        lines.iter().filter(|line| line.look.is_none()).map(|line| line.series).collect();
    let left_out = match left_out.as_slice() {
        [] => String::new(),
        series => format!(
            " {} {} only in the data: give a series a `color` to draw it.",
            list(names_of(results, series)),
            if series.len() == 1 { "is" } else { "are" }
        ),
    };
    format!(
        "Slopes, in {} for each of {}: {}. The line is the least-squares fit to the means of the levels, \
         all with equal weight. The 95 % interval shows how much the slope could change with other \
         floors.{left_out}",
        y.unit,
        x.unit,
        slopes.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_at_one_place_have_one_label() {
        let points = [1.0, 5.0, 9.9, 10.0, 10.1].map(|x| [x, 2.0 * x]);
        let labels = labels(&points, [(0.0, 10.0), (0.0, 20.0)]);
        assert_eq!(labels, [vec![0], vec![1], vec![2, 3, 4]]);
        assert_eq!(in_short(&[3, 4, 5]), "3–5");
        assert_eq!(in_short(&[6, 8]), "6, 8");
    }
}
