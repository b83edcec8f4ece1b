//! How far the distributions of a series are from those of the games, and which game is nearest.

use std::collections::BTreeSet;

use basement_survey::Values;

use crate::prelude::*;

/// The distances of another generator's distribution of a measure from the games', on one level.
pub(crate) struct Distances<'a> {
    pub(crate) measure: &'static Measure,
    pub(crate) group: &'a GroupResult,
    /// Each game as X, the other generator as Y.
    pub(crate) games: Vec<(usize, Comparison)>,
    /// The greatest divergence that two samples of one generator would have on average.
    pub(crate) noise: f64,
}

impl<'a> Distances<'a> {
    pub(crate) fn of(
        results: &Results,
        group: &'a GroupResult,
        measure: &'static Measure,
    ) -> Option<Self> {
        let mut most = 0.0_f64;
        let compared = |game: usize| {
            let of_game = results.group(game, group.request.level, group.is_labyrinth())?;
            let comparison = results.compare(of_game, group, measure)?;
            most = most.max(noise(of_game.summary.values(measure), group.summary.values(measure)));
            Some((game, comparison))
        };
        let games: Vec<_> = games(results).into_iter().filter_map(compared).collect();
        (!games.is_empty()).then_some(Self { measure, group, games, noise: most })
    }

    /// The game that is nearest by the divergence; `None` if two are equally near.
    pub(crate) fn nearest(&self) -> Option<usize> {
        nearest(self.games.iter().map(|(game, it)| (*game, it.jensen_shannon)), self.noise)
    }
}

/// The mean Jensen-Shannon divergence, in bits, of two samples of one distribution. To second
/// order the divergence is Σ (p − q)² / (4 (p + q) ln 2), and (p − q)² is r (1 − r) (1/n + 1/m)
/// on average.
fn noise(x: Values<'_>, y: Values<'_>) -> f64 {
    let bins = x.histogram().bins().chain(y.histogram().bins());
    let values: BTreeSet<u32> = bins.map(|(value, _)| value).collect();
    let inverse = 1.0 / x.total() as f64 + 1.0 / y.total() as f64;
    values.len().saturating_sub(1) as f64 * inverse / (8.0 * std::f64::consts::LN_2)
}

/// The game that is nearest by the divergence. `None` if the two nearest are equally near: their divergences
/// differ no more than those of two samples of one generator would.
pub(crate) fn nearest(
    divergences: impl Iterator<Item = (usize, f64)>,
    noise: f64,
) -> Option<usize> {
    let mut sorted: Vec<(usize, f64)> = divergences.collect();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    match sorted.as_slice() {
        [first, second, ..] if second.1 - first.1 <= noise => None,
        [first, ..] => Some(first.0),
        [] => None,
    }
}

/// The divergences from each game in a measure that is shown, averaged over the levels.
pub(crate) struct Average {
    pub(crate) measure: &'static Measure,
    pub(crate) games: Vec<(usize, f64)>,
    pub(crate) noise: f64,
}

impl Average {
    pub(crate) fn of(
        all: &[Distances<'_>],
        measure: &'static Measure,
        games: &[usize],
    ) -> Option<Self> {
        let own: Vec<_> =
            all.iter().filter(|it| it.measure == measure && !it.group.is_labyrinth()).collect();
        let mean = |game: &usize| {
            let of = own.iter().flat_map(|it| &it.games).filter(|(other, _)| other == game);
            let of: Vec<f64> = of.map(|(_, it)| it.jensen_shannon).collect();
            (!of.is_empty()).then(|| (*game, of.iter().sum::<f64>() / of.len() as f64))
        };
        let games: Vec<_> = games.iter().filter_map(mean).collect();
        let noise = own.iter().map(|it| it.noise).fold(0.0, f64::max);
        (!games.is_empty()).then_some(Self { measure, games, noise })
    }
}

/// One measure of each aspect: those that are shown, and among which the largest gaps are looked for.
pub(crate) const ASPECTS: [&Measure; 10] = [
    measure::ROOMS,
    measure::LARGE_ROOMS,
    measure::DEAD_ENDS,
    measure::RINGS,
    measure::BOSS_DISTANCE,
    measure::TREASURE_DISTANCE,
    measure::SHOP_DISTANCE,
    measure::SECRET_DISTANCE,
    measure::SECRET_NEIGHBOURS,
    measure::WALKED_AGAIN,
];

pub(crate) fn table(results: &Results, all: &[Distances<'_>]) -> Table {
    let rows = all.iter().flat_map(|it| it.games.iter().map(move |game| (it, game)));
    Table::of(rows)
        .column("series", |(it, _)| name_of(results, it.group.series))
        .column("game", |(_, (game, _))| name_of(results, *game))
        .column("level", |(it, _)| it.group.request.level)
        .column("labyrinth", |(it, _)| it.group.is_labyrinth())
        .column("measure", |(it, _)| it.measure.name)
        .column("unit", |(it, _)| it.measure.unit)
        .number("mean", |(_, (_, it))| it.mean_y)
        .number("mean_of_game", |(_, (_, it))| it.mean_x)
        .interval(DIFFERENCE, |(_, (_, it))| it.interval())
        .number("wasserstein", |(_, (_, it))| it.wasserstein)
        .number("jensen_shannon_bits", |(_, (_, it))| it.jensen_shannon)
        .number("noise_bits", |(it, _)| it.noise)
        .column("is_nearest", |(it, (game, _))| it.nearest() == Some(*game))
        .into()
}

/// Which game is nearest in more measures.
pub(crate) fn title(results: &Results, series: usize, averages: &[Average]) -> String {
    let own = name_of(results, series);
    let is_nearest =
        |it: &&Average, game: usize| nearest(it.games.iter().copied(), it.noise) == Some(game);
    let wins = |game: usize| averages.iter().filter(|it| is_nearest(it, game)).count();
    let mut ranked = games(results);
    ranked.sort_by_key(|game| std::cmp::Reverse(wins(*game)));
    let name = |game: usize| name_of(results, game);
    let long = match ranked.as_slice() {
        [one, other, ..] if wins(*one) == wins(*other) => {
            format!("{own} is no nearer to {} than to {}", name(*one), name(*other))
        }
        [one, other, ..] => {
            format!("{own} is nearer to {} than to {} in more measures", name(*one), name(*other))
        }
        all => {
            let least = |it: &Average| it.games.iter().map(|it| it.1).fold(f64::INFINITY, f64::min);
            let like = averages.iter().min_by(|a, b| least(a).total_cmp(&least(b)));
            let like = like.map_or_else(String::new, |average| title_of(average.measure));
            format!("{own} is most like {} in {like}", all.first().map_or("", |game| name(*game)))
        }
    };
    first_fitting([long, "How like each game the other floors are".to_owned()])
}
