//! How much the games differ, measure by measure and level by level.

use basement_survey::{Interval, Measure, Results};

use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{at_most, signed};
use crate::panel::heatmap::color_bar_of;
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK, LABEL, MUTED, QUIET, TICK, ink_on};
use crate::words::{
    ByLevel, by_level, capital, first_fitting, provenance, request_in_words, subject_of,
};

/// The measures that are shown: one of each aspect.
pub(super) const SHOWN: [&str; 15] = [
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

/// One measure's row.
struct Row {
    measure: &'static Measure,
    deltas: Vec<Delta>,
}

/// Cliff's delta of the second series over the first on a level.
struct Delta {
    level: u8,
    delta: Interval,
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
            let deltas = levels
                .map(|ByLevel { level, comparison }| Delta { level, delta: comparison.delta() });
            Row { measure, deltas: deltas.collect() }
        })
        .filter(|row| !row.deltas.is_empty())
        .collect();
    let levels: Vec<u8> = rows.first()?.deltas.iter().map(|delta| delta.level).collect();
    let mut table = Table::new(&["measure", "level", "cliffs_delta", "lower", "upper"]);
    let mut widest = 0.0_f64;
    for row in &rows {
        for delta in &row.deltas {
            widest = widest.max(delta.delta.half());
            table.row([
                row.measure.name.to_owned(),
                delta.level.to_string(),
                exact(delta.delta.estimate),
                exact(delta.delta.lower),
                exact(delta.delta.upper),
            ]);
        }
    }
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let reading = format!(
        "Cliff's delta: how often a floor of {y} has the larger value, minus how often one of {x} has, over \
         all pairs of floors; +1: always {y}, −1: always {x}, 0: neither. 95 % intervals (normal, \
         DeLong's standard error) reach at most ± {} beyond the number; grey: those that hold 0. Distances \
         are in steps through doors. Empty: on that level one of both has no such room.",
        at_most(widest, 3)
    );
    let notes = provenance(
        results,
        results.arms.iter().filter(|arm| arm.series < 2 && !arm.is_labyrinth()),
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
            for Delta { level, delta } in &row.deltas {
                let Some(column) = levels.iter().position(|other| other == level) else { continue };
                let cell = Area::new(grid.x + column as f64 * width, y, width, ROW);
                let fill = if delta.contains(0.0) { MUTED } else { diverging.at(delta.estimate) };
                drawing.rectangle(cell.inset(0.75, 0.75, 0.75, 0.75), fill);
                let look = Type::new(TICK, ink_on(fill)).middle();
                drawing.text(signed(delta.estimate, 2), cell.middle(), y + ROW * 0.68, look);
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

/// The measure with the largest difference.
fn title(rows: &[Row], x: &str, y: &str) -> String {
    let apart = |row: &&Row| row.deltas.iter().any(|delta| !delta.delta.contains(0.0));
    let largest =
        |row: &Row| row.deltas.iter().map(|delta| delta.delta.estimate.abs()).fold(0.0, f64::max);
    let by_size = |a: &&Row, b: &&Row| largest(a).total_cmp(&largest(b));
    // The first of those that are as large to two decimals.
    let most = rows.iter().filter(apart).max_by(by_size).map(largest);
    let first = most
        .and_then(|most| rows.iter().filter(apart).find(|row| (largest(row) - most).abs() < 0.005));
    let long = match first {
        Some(row) => capital(&format!("{} sets {x} and {y} apart most", subject_of(row.measure))),
        None => format!("{x} and {y} cannot be told apart in any of these measures"),
    };
    first_fitting([long, "How far apart the two are, measure by measure".to_owned()])
}
