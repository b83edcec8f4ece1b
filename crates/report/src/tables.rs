//! Tables of numbers beside the figures.

use basement_survey::{Comparison, MEASURES, Results, Values};

use crate::lexicon::shared_levels;
use crate::series::name_of;
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

/// How alike the first two series are, level by level.
pub(crate) fn distance_table(results: &Results) -> Table {
    Table::of(
        results.likeness(),
        &[
            ("level", &|it| it.level.to_string()),
            ("labyrinth", &|it| it.labyrinth.to_string()),
            ("x", &|_| name_of(results, 0).to_owned()),
            ("y", &|_| name_of(results, 1).to_owned()),
            ("distance", &|it| exact(it.likeness.distance)),
            ("distance_lower", &|it| exact(it.likeness.lower)),
            ("distance_upper", &|it| exact(it.likeness.upper)),
            ("floors_to_tell", &|it| {
                it.likeness.floors_to_tell.map_or_else(String::new, |floors| floors.to_string())
            }),
            ("floors", &|it| it.likeness.floors.to_string()),
            ("measures", &|it| it.likeness.measures.join(" ")),
        ],
    )
}

/// All pairs of measures, level by level, those first that should be plotted.
pub(crate) fn pair_table(results: &Results) -> Table {
    let pairs = results.likeness().iter().flat_map(|level| {
        level.pairs.iter().enumerate().map(move |(place, pair)| (level, place + 1, pair))
    });
    Table::of(
        pairs,
        &[
            ("level", &|(it, ..)| it.level.to_string()),
            ("labyrinth", &|(it, ..)| it.labyrinth.to_string()),
            ("rank", &|(_, rank, _)| rank.to_string()),
            ("measure_x", &|(.., pair)| pair.x.to_owned()),
            ("measure_y", &|(.., pair)| pair.y.to_owned()),
            ("difference", &|(.., pair)| exact(pair.difference)),
            ("alone", &|(.., pair)| exact(pair.alone)),
            ("gain", &|(.., pair)| exact(pair.gain)),
            ("score", &|(.., pair)| exact(pair.score)),
        ],
    )
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
