//! One measure over another, in words.

use crate::frame::trend::Line;
use crate::prelude::*;

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
