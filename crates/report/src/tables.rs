//! Tables of numbers beside the figures.

use basement_survey::{Comparison, Histogram, MEASURES, Measure, Results};

use crate::series::name_of;
use crate::table::{Table, exact};
use crate::words::shared_levels;

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
            let side = |series: usize| {
                results.arm(series, level, labyrinth)?.summary.histogram(measure.name)
            };
            let (Some(x), Some(y)) = (side(0), side(1)) else { continue };
            let Some(comparison) = Comparison::of(measure, x, y) else { continue };
            let mut row = vec![
                measure.name.to_owned(),
                measure.unit.to_owned(),
                level.to_string(),
                labyrinth.to_string(),
                name_of(results, 0).to_owned(),
                name_of(results, 1).to_owned(),
            ];
            row.extend(moments(measure, x));
            row.extend(moments(measure, y));
            let Comparison {
                difference,
                difference_lower,
                difference_upper,
                superiority_x,
                cliffs_delta,
                cliffs_delta_lower,
                cliffs_delta_upper,
                wasserstein,
                kolmogorov_smirnov,
                jensen_shannon,
                ..
            } = comparison;
            row.extend(
                [
                    difference,
                    difference_lower,
                    difference_upper,
                    superiority_x,
                    cliffs_delta,
                    cliffs_delta_lower,
                    cliffs_delta_upper,
                    wasserstein,
                    kolmogorov_smirnov,
                    jensen_shannon,
                ]
                .map(exact),
            );
            table.rows.push(row);
        }
    }
    table
}

/// Mean, standard deviation, 5 %, 50 % and 95 % quantile, in the measure's unit.
fn moments(measure: &Measure, histogram: &Histogram) -> [String; 5] {
    let scale = f64::from(measure.scale);
    let quantile = |q: f64| histogram.quantile(q).map_or(f64::NAN, |raw| measure.value(raw));
    [
        histogram.mean().unwrap_or(f64::NAN) / scale,
        histogram.standard_deviation().unwrap_or(f64::NAN) / scale,
        quantile(0.05),
        quantile(0.5),
        quantile(0.95),
    ]
    .map(exact)
}
