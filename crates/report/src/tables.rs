//! Tables of numbers beside the figures.

use basement_survey::{Comparison, MEASURES, Results, Values};

use crate::series::{name_of, shared_levels};
use crate::table::{Table, exact};

/// The first two series in every measure on every level they share.
pub(crate) fn comparison_table(results: &Results) -> Table {
    let mut table = Table::new(&[
        "measure",
        "unit",
        "level",
        "labyrinth",
        "x",
        "y",
        "mean_x",
        "sd_x",
        "q05_x",
        "median_x",
        "q95_x",
        "mean_y",
        "sd_y",
        "q05_y",
        "median_y",
        "q95_y",
        "difference",
        "difference_lower",
        "difference_upper",
        "paired",
        "same_on_every_seed",
        "superiority_x",
        "cliffs_delta",
        "cliffs_delta_lower",
        "cliffs_delta_upper",
        "wasserstein",
        "kolmogorov_smirnov",
        "jensen_shannon_bits",
    ]);
    let levels =
        |labyrinth| shared_levels(results, labyrinth).into_iter().map(move |l| (l, labyrinth));
    for (level, labyrinth) in levels(false).chain(levels(true)) {
        for measure in &MEASURES {
            let side = |series: usize| results.arm(series, level, labyrinth);
            let (Some(x), Some(y)) = (side(0), side(1)) else { continue };
            let Some(comparison) = results.compare(x, y, measure) else { continue };
            let [x, y] = [x, y].map(|arm| arm.summary.values(measure));
            let mut row = vec![
                measure.name.to_owned(),
                measure.unit.to_owned(),
                level.to_string(),
                labyrinth.to_string(),
                name_of(results, 0).to_owned(),
                name_of(results, 1).to_owned(),
            ];
            row.extend(moments(x));
            row.extend(moments(y));
            let Comparison {
                difference,
                difference_lower,
                difference_upper,
                paired,
                same_on_every_seed,
                superiority_x,
                cliffs_delta,
                cliffs_delta_lower,
                cliffs_delta_upper,
                wasserstein,
                kolmogorov_smirnov,
                jensen_shannon,
                ..
            } = comparison;
            row.extend([difference, difference_lower, difference_upper].map(exact));
            row.extend([paired, same_on_every_seed].map(|is_so| is_so.to_string()));
            row.extend([superiority_x, cliffs_delta].map(exact));
            let bounds = [cliffs_delta_lower, cliffs_delta_upper];
            row.extend(bounds.map(|bound| bound.map_or_else(String::new, exact)));
            row.extend([wasserstein, kolmogorov_smirnov, jensen_shannon].map(exact));
            table.rows.push(row);
        }
    }
    table
}

/// Mean, standard deviation, 5 %, 50 % and 95 % quantile, in the measure's unit.
fn moments(values: Values<'_>) -> [String; 5] {
    [
        values.mean(),
        values.standard_deviation(),
        values.quantile(0.05),
        values.quantile(0.5),
        values.quantile(0.95),
    ]
    .map(|moment| exact(moment.unwrap_or(f64::NAN)))
}
