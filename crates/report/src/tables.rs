//! Tables of numbers beside the figures.

use basement_survey::{MEASURES, Values};

use crate::prelude::*;

/// The first two series in every measure on every level they share.
pub(crate) fn comparison_table(results: &Results) -> Table {
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
    Table::of(places.filter_map(compared))
        .column("measure", |(_, measure, _)| measure.name)
        .column("unit", |(_, measure, _)| measure.unit)
        .column("level", |([group, _], ..)| group.request.level)
        .column("labyrinth", |([group, _], ..)| group.is_labyrinth())
        .column("x", |_| name_of(results, 0))
        .column("y", |_| name_of(results, 1))
        .column("stage_x", |([group, _], ..)| group.stage_name().unwrap_or_default())
        .column("stage_y", |([_, group], ..)| group.stage_name().unwrap_or_default())
        .number("mean_x", mean(0))
        .number("sd_x", deviation(0))
        .number("q05_x", quantile(0, 0.05))
        .number("median_x", quantile(0, 0.5))
        .number("q95_x", quantile(0, 0.95))
        .number("mean_y", mean(1))
        .number("sd_y", deviation(1))
        .number("q05_y", quantile(1, 0.05))
        .number("median_y", quantile(1, 0.5))
        .number("q95_y", quantile(1, 0.95))
        .interval(DIFFERENCE, |(.., it)| it.interval())
        .column("paired", |(.., it)| it.paired)
        .column("same_on_every_seed", |(.., it)| it.same_on_every_seed)
        .number("superiority_x", |(.., it)| it.superiority_x)
        .number("cliffs_delta", |(.., it)| it.cliffs_delta)
        .number("cliffs_delta_lower", |(.., it)| it.cliffs_delta_lower)
        .number("cliffs_delta_upper", |(.., it)| it.cliffs_delta_upper)
        .number("wasserstein", |(.., it)| it.wasserstein)
        .number("kolmogorov_smirnov", |(.., it)| it.kolmogorov_smirnov)
        .number("jensen_shannon_bits", |(.., it)| it.jensen_shannon)
        .into()
}

/// How similar the first two series are, level by level, followed by each other generator and each game.
pub(crate) fn distance_table(results: &Results) -> Table {
    let first = results.likeness().iter();
    let first = first.map(|it| ([0, 1], it.level, it.labyrinth, &it.likeness));
    let others = results.game_likeness().iter();
    let others = others.filter(|it| it.series.max(it.game) > 1);
    let others = others.map(|it| ([it.game, it.series], it.level, it.labyrinth, &it.likeness));
    Table::of(first.chain(others))
        .column("level", |(_, level, ..)| *level)
        .column("labyrinth", |(.., labyrinth, _)| *labyrinth)
        .column("x", |([x, _], ..)| name_of(results, *x))
        .column("y", |([_, y], ..)| name_of(results, *y))
        .interval(["distance", "distance_lower", "distance_upper"], |(.., it)| it.interval())
        .optional("floors_to_tell", |(.., it)| it.floors_to_tell)
        .column("floors", |(.., it)| it.floors)
        .column("measures", |(.., it)| it.measures.join(" "))
        .into()
}

/// All pairs of measures, level by level, those most worth plotting first: by the geometric mean of their
/// difference and of what they gain over the better measure alone.
pub(crate) fn pair_table(results: &Results) -> Table {
    let pairs = results.likeness().iter().flat_map(|level| {
        level.pairs.iter().enumerate().map(move |(place, pair)| (level, place + 1, pair))
    });
    // Thousands of pairs: a hundredth of a point is enough.
    let rounded = |share: f64| (share * 1e4).round() / 1e4;
    Table::of(pairs)
        .column("level", |(it, ..)| it.level)
        .column("labyrinth", |(it, ..)| it.labyrinth)
        .column("rank", |(_, rank, _)| *rank)
        .column("measure_x", |(.., pair)| pair.x)
        .column("measure_y", |(.., pair)| pair.y)
        .number("difference", |(.., pair)| rounded(pair.difference))
        .number("alone", |(.., pair)| rounded(pair.alone))
        .into()
}

/// A statistic of one side of a comparison, in the measure's unit.
fn moment(
    side: usize,
    of: impl Fn(&Values<'_>) -> Option<f64>,
) -> impl Fn(&([&GroupResult; 2], &'static Measure, Comparison)) -> f64 {
    move |(groups, measure, _)| of(&groups[side].summary.values(measure)).unwrap_or(f64::NAN)
}
