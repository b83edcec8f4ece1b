//! How much the games differ, measure by measure and level by level.

use basement_survey::{Measure, Results, measure_named};

use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::signed;
use crate::panel::heatmap::color_bar_of;
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, MUTED, PAPER, TICK, contrast, diverging};
use crate::words::{by_level, name_of, provenance};

/// The measures that are shown: one of each aspect.
const SHOWN: [&str; 15] = [
    "rooms",
    "cells",
    "large_rooms",
    "dead_ends",
    "loops",
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

/// One measure's row: the name, and Cliff's delta by level with whether the means
/// can be told apart.
struct Row {
    measure: &'static Measure,
    deltas: Vec<(u8, f64, bool)>,
}

/// The figure, where both series share a level.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let rows: Vec<Row> = SHOWN
        .into_iter()
        .filter_map(measure_named)
        .map(|measure| {
            let levels = by_level(results, measure, false).into_iter();
            // Cliff's delta of the second series over the first.
            let deltas = levels.map(|level| {
                let comparison = level.comparison;
                let is_apart =
                    comparison.difference_lower > 0.0 || comparison.difference_upper < 0.0;
                (level.level, -comparison.cliffs_delta, is_apart)
            });
            Row { measure, deltas: deltas.collect() }
        })
        .filter(|row| !row.deltas.is_empty())
        .collect();
    let levels: Vec<u8> = rows.first()?.deltas.iter().map(|(level, ..)| *level).collect();
    let mut table = Table::new(&["measure", "level", "cliffs_delta_of_y", "means_apart"]);
    for row in &rows {
        for (level, delta, apart) in &row.deltas {
            table.row([
                row.measure.name.to_owned(),
                level.to_string(),
                exact(*delta),
                apart.to_string(),
            ]);
        }
    }
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let mut notes = vec![format!(
        "Cliff's delta: how often a floor of {y} has the larger value less how often one of {x} has, over \
         all pairs of floors; +1: always {y}, −1: always {x}, 0: neither. Grey: means that cannot be told \
         apart at 95 %. Distances are in steps through doors."
    )];
    notes.extend(provenance(
        results,
        results.arms.iter().filter(|arm| arm.series < 2 && !arm.is_labyrinth()),
    ));
    let words = Words {
        name: "overview".to_owned(),
        title: title(&rows, y),
        subtitle: format!("Cliff's delta of {y} over {x}, by measure and level, without a curse"),
        caption: format!(
            "The size of the difference between {x} and {y} in fifteen measures on every level."
        ),
        notes,
        alt: format!("Table of Cliff's delta by measure and level, coloured from {x} to {y}."),
    };
    let height = rows.len() as f64 * ROW + 22.0 + 50.0;
    Some(compose(words, table, height, |drawing, area| {
        let grid = area.inset(136.0, 20.0, 0.0, 50.0);
        let width = grid.width / levels.len() as f64;
        for (column, level) in levels.iter().enumerate() {
            let look = Type::new(LABEL, INK).bold().middle();
            let x = grid.x + (column as f64 + 0.5) * width;
            let name = if column == 0 { format!("level {level}") } else { level.to_string() };
            drawing.text(name, x, area.y + 12.0, look);
        }
        for (place, row) in rows.iter().enumerate() {
            let y = grid.y + place as f64 * ROW;
            let name = row.measure.name.replace('_', " ");
            drawing.text(name, grid.x - 8.0, y + ROW * 0.67, Type::new(LABEL, INK).end());
            for (level, delta, apart) in &row.deltas {
                let Some(column) = levels.iter().position(|other| other == level) else { continue };
                let cell = Area::new(grid.x + column as f64 * width, y, width, ROW);
                let fill = if *apart { diverging(*delta) } else { MUTED };
                drawing.rectangle(cell.inset(0.75, 0.75, 0.75, 0.75), fill);
                let ink = if contrast(fill, INK) >= contrast(fill, PAPER) { INK } else { PAPER };
                let look = Type::new(TICK, ink).middle();
                drawing.text(signed(*delta, 2), cell.middle(), y + ROW * 0.68, look);
            }
        }
        let bar = Area::new(grid.x, grid.bottom() + 22.0, grid.width, 0.0);
        let unit = format!("always {x}  −  neither  −  always {y}");
        color_bar_of(drawing, bar, (-1.0, 1.0), &[-1.0, -0.5, 0.0, 0.5, 1.0], &unit, diverging);
    }))
}

/// The largest difference, and the measure that differs most evenly.
fn title(rows: &[Row], y: &str) -> String {
    let all = || {
        rows.iter()
            .flat_map(|row| row.deltas.iter().map(move |(level, delta, _)| (row, *level, *delta)))
    };
    // The first of those that are equal to two decimals.
    let hundredths = |delta: f64| (delta.abs() * 100.0).round() as i32;
    let Some((row, level, delta)) = all().rev().max_by_key(|(.., delta)| hundredths(*delta)) else {
        return String::new();
    };
    let turns = rows
        .iter()
        .filter(|row| {
            let signs =
                row.deltas.iter().filter(|(.., apart)| *apart).map(|(_, delta, _)| *delta > 0.0);
            signs.clone().any(|sign| sign) && signs.clone().any(|sign| !sign)
        })
        .count();
    let direction = if delta > 0.0 { "larger" } else { "smaller" };
    format!(
        "{y} differs most in {} on level {level} ({direction}: {}); {turns} of {} measures change sides \
         with the level",
        row.measure.name.replace('_', " "),
        signed(delta, 2),
        rows.len()
    )
}
