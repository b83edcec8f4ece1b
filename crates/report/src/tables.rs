//! Tables of numbers beside the figures.

use basement_survey::likeness::Likeness;
use basement_survey::study::GroupResult;
use basement_survey::{Comparison, MEASURES, Measure, Results, Values};

use crate::series::{name_of, shared_levels};
use crate::table::{Table, exact, exact_or_empty};

/// The first two series in every measure on every level they share.
pub(crate) fn comparison_table(results: &Results) -> Table {
    type Row<'a> = ([&'a GroupResult; 2], &'static Measure, Comparison);
    let levels = [false, true].into_iter();
    let levels = levels.flat_map(|labyrinth| {
        shared_levels(results, labyrinth).into_iter().map(move |it| (it, labyrinth))
    });
    let places = levels.flat_map(|place| MEASURES.iter().map(move |measure| (place, measure)));
    let compared = |((level, labyrinth), measure): ((u8, bool), &'static Measure)| {
        let [x, y] = [results.group(0, level, labyrinth)?, results.group(1, level, labyrinth)?];
        Some(([x, y], measure, results.compare(x, y, measure)?))
    };
    let mean = |side| moment(side, |values| values.mean());
    let deviation = |side| moment(side, |values| values.standard_deviation());
    let quantile = |side, at| moment(side, move |values| values.quantile(at));
    let stage = |side: usize| {
        move |(groups, ..): &Row<'_>| groups[side].stage_name().unwrap_or_default().to_owned()
    };
    let number = |of: fn(&Comparison) -> f64| move |(.., it): &Row<'_>| exact(of(it));
    let bound =
        |of: fn(&Comparison) -> Option<f64>| move |(.., it): &Row<'_>| exact_or_empty(of(it));
    Table::of(
        places.filter_map(compared),
        &[
            ("measure", &|(_, measure, _)| measure.name.to_owned()),
            ("unit", &|(_, measure, _)| measure.unit.to_owned()),
            ("level", &|([group, _], ..)| group.request.level.to_string()),
            ("labyrinth", &|([group, _], ..)| group.is_labyrinth().to_string()),
            ("x", &|_| name_of(results, 0).to_owned()),
            ("y", &|_| name_of(results, 1).to_owned()),
            ("stage_x", &stage(0)),
            ("stage_y", &stage(1)),
            ("mean_x", &mean(0)),
            ("sd_x", &deviation(0)),
            ("q05_x", &quantile(0, 0.05)),
            ("median_x", &quantile(0, 0.5)),
            ("q95_x", &quantile(0, 0.95)),
            ("mean_y", &mean(1)),
            ("sd_y", &deviation(1)),
            ("q05_y", &quantile(1, 0.05)),
            ("median_y", &quantile(1, 0.5)),
            ("q95_y", &quantile(1, 0.95)),
            ("difference", &number(|it| it.difference)),
            ("difference_lower", &number(|it| it.difference_lower)),
            ("difference_upper", &number(|it| it.difference_upper)),
            ("paired", &|(.., it)| it.paired.to_string()),
            ("same_on_every_seed", &|(.., it)| it.same_on_every_seed.to_string()),
            ("superiority_x", &number(|it| it.superiority_x)),
            ("cliffs_delta", &number(|it| it.cliffs_delta)),
            ("cliffs_delta_lower", &bound(|it| it.cliffs_delta_lower)),
            ("cliffs_delta_upper", &bound(|it| it.cliffs_delta_upper)),
            ("wasserstein", &number(|it| it.wasserstein)),
            ("kolmogorov_smirnov", &number(|it| it.kolmogorov_smirnov)),
            ("jensen_shannon_bits", &number(|it| it.jensen_shannon)),
        ],
    )
}

/// How similar the first two series are, level by level, followed by each other generator and each game.
pub(crate) fn distance_table(results: &Results) -> Table {
    type Row<'a> = ([usize; 2], u8, bool, &'a Likeness);
    let first = results.likeness().iter();
    let first = first.map(|it| ([0, 1], it.level, it.labyrinth, &it.likeness));
    let others = results.game_likeness().iter();
    let others = others.filter(|it| it.series.max(it.game) > 1);
    let others = others.map(|it| ([it.game, it.series], it.level, it.labyrinth, &it.likeness));
    Table::of(
        first.chain(others),
        &[
            ("level", &|(_, level, ..): &Row<'_>| level.to_string()),
            ("labyrinth", &|(.., labyrinth, _)| labyrinth.to_string()),
            ("x", &|([x, _], ..)| name_of(results, *x).to_owned()),
            ("y", &|([_, y], ..)| name_of(results, *y).to_owned()),
            ("distance", &|(.., it)| exact(it.distance)),
            ("distance_lower", &|(.., it)| exact(it.lower)),
            ("distance_upper", &|(.., it)| exact(it.upper)),
            ("floors_to_tell", &|(.., it)| {
                it.floors_to_tell.map_or_else(String::new, |floors| floors.to_string())
            }),
            ("floors", &|(.., it)| it.floors.to_string()),
            ("measures", &|(.., it)| it.measures.join(" ")),
        ],
    )
}

/// All pairs of measures, level by level, those most worth plotting first: by the geometric mean of their
/// difference and of what they gain over the better measure alone.
pub(crate) fn pair_table(results: &Results) -> Table {
    let pairs = results.likeness().iter().flat_map(|level| {
        level.pairs.iter().enumerate().map(move |(place, pair)| (level, place + 1, pair))
    });
    // Thousands of pairs: a hundredth of a point is enough.
    let share = |share: f64| exact((share * 1e4).round() / 1e4);
    Table::of(
        pairs,
        &[
            ("level", &|(it, ..)| it.level.to_string()),
            ("labyrinth", &|(it, ..)| it.labyrinth.to_string()),
            ("rank", &|(_, rank, _)| rank.to_string()),
            ("measure_x", &|(.., pair)| pair.x.to_owned()),
            ("measure_y", &|(.., pair)| pair.y.to_owned()),
            ("difference", &|(.., pair)| share(pair.difference)),
            ("alone", &|(.., pair)| share(pair.alone)),
        ],
    )
}

/// A statistic of one side of a comparison, in the measure's unit.
fn moment(
    side: usize,
    of: impl Fn(&Values<'_>) -> Option<f64>,
) -> impl Fn(&([&GroupResult; 2], &'static Measure, Comparison)) -> String {
    move |(groups, measure, _)| exact(of(&groups[side].summary.values(measure)).unwrap_or(f64::NAN))
}
