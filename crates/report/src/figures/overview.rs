//! How much the games differ, measure by measure and level by level.

use basement_survey::{Interval, Measure, Results};

use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{at_most, signed};
use crate::origin::origin_line;
use crate::panel::heatmap::color_bar_of;
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK, LABEL, MUTED, QUIET, TICK, ink_on};
use crate::words::{
    ByLevel, by_level, capital, first_fitting, request_in_words, subject_of, title_of,
};

/// The measures that are shown: one of each aspect.
pub(super) const SHOWN: [&str; 15] = [
    "rooms",
    "cells",
    "large_rooms",
    "dead_ends",
    "rings",
    "degree_mean",
    "boss_distance",
    "critical_share",
    "treasure_distance",
    "shop_distance",
    "secret_distance",
    "secret_neighbours",
    "spread",
    "compactness",
    "asymmetry",
];

/// Height of a row.
const ROW: f64 = 23.0;

/// One measure's row.
struct Row {
    measure: &'static Measure,
    deltas: Vec<Delta>,
}

/// Cliff's delta of the second series over the first on a level.
struct Delta {
    level: u8,
    delta: f64,
    /// Its 95 % interval; `None` where both are of the same seeds.
    interval: Option<Interval>,
    is_paired: bool,
    is_told_apart: bool,
    is_same: bool,
}

/// The figure, where both series share a level.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let rows: Vec<Row> = SHOWN
        .into_iter()
        .filter_map(Measure::from_name)
        .map(|measure| {
            let levels = by_level(results, measure, false).into_iter();
            let deltas = levels.map(|ByLevel { level, comparison }| Delta {
                level,
                delta: comparison.cliffs_delta,
                interval: comparison.delta(),
                is_paired: comparison.paired,
                is_told_apart: comparison.is_told_apart(),
                is_same: comparison.same_on_every_seed,
            });
            Row { measure, deltas: deltas.collect() }
        })
        .filter(|row| !row.deltas.is_empty())
        .collect();
    let levels: Vec<u8> = rows.first()?.deltas.iter().map(|delta| delta.level).collect();
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let mut table = Table::new(&[
        "measure",
        "level",
        "first",
        "second",
        "cliffs_delta",
        "lower",
        "upper",
        "paired",
        "same_on_every_seed",
    ]);
    let mut widest = 0.0_f64;
    for row in &rows {
        for delta in &row.deltas {
            widest = widest.max(delta.interval.map_or(0.0, |it| it.half()));
            table.row([
                row.measure.name.to_owned(),
                delta.level.to_string(),
                x.to_owned(),
                y.to_owned(),
                exact(delta.delta),
                delta.interval.map_or_else(String::new, |it| exact(it.lower)),
                delta.interval.map_or_else(String::new, |it| exact(it.upper)),
                delta.is_paired.to_string(),
                delta.is_same.to_string(),
            ]);
        }
    }
    let sure = match rows.iter().flat_map(|row| &row.deltas).all(|it| it.interval.is_some()) {
        true => format!(
            "95 % intervals (normal, DeLong's standard error) reach at most ± {} beyond the number; grey: \
             those that hold 0.",
            at_most(widest, 3)
        ),
        false => "Same: on every seed; grey: the 95 % interval of the difference of means on the same seeds holds 0."
            .to_owned(),
    };
    let reading = format!(
        "Cliff's delta: how often a floor of {y} has the larger value, minus how often one of {x} has, over \
         all pairs of floors; +1: always {y}, −1: always {x}, 0: neither. Apart most: the greatest mean of \
         their sizes over the levels. {sure} Distances are in steps through doors. Empty: on that level one of \
         both has no such room."
    );
    let notes = origin_line(
        results,
        results.arms.iter().filter(|arm| arm.series < 2 && !arm.is_labyrinth()),
        None,
        "",
    );
    let title = title(&rows, x, y);
    let words = Words {
        name: "overview".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Cliff's delta of {y} over {x} (−1 to +1), by measure and level; {}",
            request_in_words(results)
        ),
        caption: format!(
            "The size of the difference between {x} and {y} in {} measures on every level. {reading}",
            rows.len()
        ),
        notes,
        alt: format!(
            "{title}. Table of Cliff's delta by measure and level, coloured from {x} to {y}."
        ),
    };
    let diverging = Diverging(hue_of(results, 0), hue_of(results, 1));
    let height = rows.len() as f64 * ROW + 22.0 + 50.0;
    Some(compose(words, table, height, |drawing, area| {
        let grid = area.inset(206.0, 20.0, 0.0, 50.0);
        let width = grid.width / levels.len() as f64;
        for (column, level) in levels.iter().enumerate() {
            let look = Type::new(LABEL, INK).bold().middle();
            let x = grid.x + (column as f64 + 0.5) * width;
            let name = if column == 0 { format!("level {level}") } else { level.to_string() };
            drawing.text(name, x, area.y + 12.0, look);
        }
        for (place, row) in rows.iter().enumerate() {
            let y = grid.y + place as f64 * ROW;
            drawing.text(
                title_of(row.measure),
                grid.x - 8.0,
                y + ROW * 0.67,
                Type::new(LABEL, INK).end(),
            );
            for Delta { level, delta, is_told_apart, is_same, .. } in &row.deltas {
                let Some(column) = levels.iter().position(|other| other == level) else { continue };
                let cell = Area::new(grid.x + column as f64 * width, y, width, ROW);
                let fill = if *is_told_apart { diverging.at(*delta) } else { MUTED };
                drawing.rectangle(cell.inset(0.75, 0.75, 0.75, 0.75), fill);
                let look = Type::new(TICK, ink_on(fill)).middle();
                let text = if *is_same { "same".to_owned() } else { signed(*delta, 2) };
                drawing.text(text, cell.middle(), y + ROW * 0.68, look);
            }
        }
        let bar = Area::new(grid.x, grid.bottom() + 22.0, grid.width, 0.0);
        let ticks = [-1.0, -0.5, 0.0, 0.5, 1.0];
        color_bar_of(drawing, bar, (-1.0, 1.0), &ticks, "", |share| diverging.at(share));
        let look = Type::new(TICK, QUIET);
        let above = bar.y - 4.5;
        drawing.text(format!("always {x}"), bar.x, above, look);
        drawing.text("Cliff's delta; 0: neither", bar.middle(), above, look.middle());
        drawing.text(format!("always {y}"), bar.right(), above, look.end());
    }))
}

/// Means of deltas within this of the greatest are as large.
const TIE: f64 = 0.01;

/// The measure that sets the two apart most, or two: by the mean over the levels.
fn title(rows: &[Row], x: &str, y: &str) -> String {
    let apart = |row: &&Row| row.deltas.iter().any(|delta| delta.is_told_apart);
    let mean = |row: &Row| {
        let sum: f64 = row.deltas.iter().map(|delta| delta.delta.abs()).sum();
        sum / row.deltas.len().max(1) as f64
    };
    let told: Vec<(String, f64)> =
        rows.iter().filter(apart).map(|row| (subject_of(row.measure), mean(row))).collect();
    if rows.iter().flat_map(|row| &row.deltas).all(|delta| delta.is_same) {
        return format!("{x} and {y} are the same in all of these measures, on every seed");
    }
    let levels = rows.iter().map(|row| row.deltas.len()).max().unwrap_or(0);
    title_of_most(&told, levels, [x, y])
}

/// The same, of the measures that tell the two apart, each with its mean.
fn title_of_most(told: &[(String, f64)], levels: usize, [x, y]: [&str; 2]) -> String {
    let most = told.iter().map(|(_, mean)| *mean).fold(0.0, f64::max);
    let first: Vec<&str> = told
        .iter()
        .filter(|(_, mean)| *mean >= most - TIE)
        .map(|(subject, _)| subject.as_str())
        .collect();
    let (subject, sets) = match first.as_slice() {
        [] => {
            return first_fitting([
                format!("{x} and {y} cannot be told apart in any of these measures"),
                "No measure tells the two apart".to_owned(),
            ]);
        }
        [one] => ((*one).to_owned(), "sets"),
        [one, other] => (format!("{one} and {other}"), "set"),
        _ => ("several measures".to_owned(), "set"),
    };
    let subject = capital(&subject);
    let over = if levels > 1 { ", over all levels" } else { "" };
    first_fitting([
        format!("{subject} {sets} {x} and {y} apart most{over}"),
        format!("{subject} {sets} {x} and {y} apart most"),
        "How far apart the two are, measure by measure".to_owned(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_that_are_as_far_apart_are_named_together() {
        let told = |means: &[(&str, f64)]| {
            let owned: Vec<(String, f64)> =
                means.iter().map(|(name, mean)| ((*name).to_owned(), *mean)).collect();
            title_of_most(&owned, 2, ["A", "B"])
        };
        let (rooms, cells) = (("the number of rooms", 0.3), ("the number of cells", 0.6));
        assert_eq!(
            told(&[rooms, cells]),
            "The number of cells sets A and B apart most, over all levels"
        );
        assert_eq!(
            told(&[rooms, cells, ("the spread", 0.595)]),
            "The number of cells and the spread set A and B apart most"
        );
        let several = told(&[cells, ("the spread", 0.6), ("the way", 0.6)]);
        assert!(several.starts_with("Several measures set A and B"), "{several}");
        assert!(told(&[]).contains("cannot be told apart"));
    }
}
