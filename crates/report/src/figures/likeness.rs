//! How like each game a series of neither game is, measure by measure.

use std::collections::{BTreeMap, BTreeSet};

use basement_survey::{Comparison, MEASURES, Measure, Results, Scope, Values};

use super::cells::first_middle_last;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, list, request_in_words, title_of};
use crate::number::{at_most, fixed};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{games, hue_of, name_of, names_of, other_generators};
use crate::table::{Table, exact};

/// The measures that are shown: one of each aspect.
const SHOWN: [&str; 15] = [
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

/// The distance of a guest's distribution of a measure from a game's, on one level.
struct Distance {
    measure: &'static Measure,
    game: usize,
    level: u8,
    labyrinth: bool,
    /// The game is X, the guest Y.
    comparison: Comparison,
    /// The divergence that two samples of one generator would have on average.
    noise: f64,
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

/// A figure for each series that is of no game, where a game is there to compare it with.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let guests = other_generators(results);
    let name = |place: usize| match guests.len() {
        1 => "likeness".to_owned(),
        _ => format!("likeness-{}", place + 1),
    };
    let figures = guests.iter().enumerate();
    figures.filter_map(|(place, guest)| figure(results, *guest, name(place))).collect()
}

/// The distances of a guest from each game on every level that they share, in every measure
/// of the floors that both have.
fn distances(results: &Results, guest: usize) -> Vec<Distance> {
    let mut distances = Vec::new();
    for arm in results.arms_of(guest) {
        let (level, labyrinth) = (arm.request.level, arm.is_labyrinth());
        for measure in MEASURES.iter().filter(|measure| measure.scope != Scope::Generator) {
            for game in games(results) {
                let compared = || {
                    let game_arm = results.arm(game, level, labyrinth)?;
                    let comparison = results.compare(game_arm, arm, measure)?;
                    let noise =
                        noise(game_arm.summary.values(measure), arm.summary.values(measure));
                    Some(Distance { measure, game, level, labyrinth, comparison, noise })
                };
                distances.extend(compared());
            }
        }
    }
    distances
}

/// The game that is nearest by the divergence. `None` where the two nearest are equally near:
/// their divergences are less apart than those of two samples of one generator would be.
fn nearest(divergences: impl Iterator<Item = (usize, f64)>, noise: f64) -> Option<usize> {
    let mut sorted: Vec<(usize, f64)> = divergences.collect();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    match sorted.as_slice() {
        [first, second, ..] if second.1 - first.1 < noise => None,
        [first, ..] => Some(first.0),
        [] => None,
    }
}

/// What a guest's distances from the games come to in one measure, averaged over the levels.
struct Average {
    measure: &'static Measure,
    /// Each game with the mean Wasserstein distance and the mean Jensen-Shannon divergence.
    games: Vec<(usize, f64, f64)>,
    /// The divergence that two samples of one generator would have on average.
    noise: f64,
}

impl Average {
    /// The game that is nearest by the divergence; `None` where two are equally near.
    fn nearest(&self) -> Option<usize> {
        let divergences = self.games.iter().map(|(game, _, divergence)| (*game, *divergence));
        nearest(divergences, self.noise)
    }

    /// The divergence from the nearest game.
    fn least(&self) -> f64 {
        self.games.iter().map(|(_, _, divergence)| *divergence).fold(f64::INFINITY, f64::min)
    }
}

/// The averages over the levels without a curse, in the measures that the figure shows.
fn averages(distances: &[Distance]) -> Vec<Average> {
    let average = |measure: &'static Measure| {
        let mut sums = BTreeMap::<usize, (f64, f64, f64)>::new();
        let own = distances.iter().filter(|d| d.measure.name == measure.name && !d.labyrinth);
        let mut most_noise = 0.0_f64;
        for Distance { game, comparison, noise, .. } in own {
            most_noise = most_noise.max(*noise);
            let sum = sums.entry(*game).or_default();
            sum.0 += comparison.wasserstein;
            sum.1 += comparison.jensen_shannon;
            sum.2 += 1.0;
        }
        let games = sums.into_iter().map(|(game, (w, js, n))| (game, w / n, js / n)).collect();
        Average { measure, games, noise: most_noise }
    };
    let averages = SHOWN.into_iter().filter_map(Measure::from_name).map(average);
    averages.filter(|average| !average.games.is_empty()).collect()
}

/// The rows of the page's table of a guest: measure, unit, the distances from each game, the
/// nearest game; with the headings, and the finding. `None` without a game to compare with.
pub(crate) fn page_table(results: &Results, guest: usize) -> Option<(String, Vec<Vec<String>>)> {
    let averages = averages(&distances(results, guest));
    if averages.is_empty() {
        return None;
    }
    let compared = games(results);
    let mut headings = vec!["measure".to_owned(), "unit".to_owned()];
    for game in &compared {
        let name = name_of(results, *game);
        headings.push(format!("Wasserstein-1 to {name}"));
        headings.push(format!("Jensen-Shannon to {name}"));
    }
    headings.push("nearest".to_owned());
    let mut rows = vec![headings];
    for average in &averages {
        let mut row = vec![title_of(average.measure), average.measure.unit.to_owned()];
        for game in &compared {
            let own = average.games.iter().find(|(other, ..)| other == game);
            row.push(own.map_or_else(String::new, |(_, distance, _)| fixed(*distance, 3)));
            row.push(own.map_or_else(String::new, |(_, _, divergence)| fixed(*divergence, 3)));
        }
        row.push(nearest_name(results, average));
        rows.push(row);
    }
    Some((title(results, guest, &averages), rows))
}

fn nearest_name(results: &Results, average: &Average) -> String {
    match (average.games.len(), average.nearest()) {
        (_, Some(game)) => name_of(results, game).to_owned(),
        _ => "equally near".to_owned(),
    }
}

fn figure(results: &Results, guest: usize, name: String) -> Option<Figure> {
    let distances = distances(results, guest);
    let averages = averages(&distances);
    if averages.is_empty() {
        return None;
    }
    let mut levels: Vec<u8> =
        distances.iter().filter(|d| !d.labyrinth).map(|distance| distance.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let levels = first_middle_last(&levels);
    let compared = games(results);
    let own_name = name_of(results, guest).to_owned();
    let arms = results.arms.iter().filter(|arm| {
        (arm.series == guest || compared.contains(&arm.series)) && !arm.is_labyrinth()
    });
    let noise = averages.iter().map(|average| average.noise).fold(0.0, f64::max);
    let reading = format!(
        "Dots: the Jensen-Shannon divergence of two distributions of a measure, in bits. 0: they are the \
         same; 1: they have no value in common. Two samples of one generator would be up to {} apart here. \
         The data have all measures and levels, and the Wasserstein-1 distance in each measure's unit: how \
         far the values must be moved on average. The title averages over the levels.",
        at_most(noise, 3)
    );
    let notes = origin_line(results, arms, None, "");
    let words = Words {
        name,
        title: title(results, guest, &averages),
        subtitle: format!(
            "Distance of {own_name} from {} in each measure (Jensen-Shannon, 0 to 1); {}",
            list(&names_of(results, &compared)),
            request_in_words(results)
        ),
        caption: format!(
            "How far the floors of {own_name} are from those of {}, measure by measure. {reading}",
            list(&names_of(results, &compared))
        ),
        notes,
        alt: format!(
            "Dot plot of the distances of {own_name} from {} in {} measures, level by level.",
            list(&names_of(results, &compared)),
            averages.len()
        ),
    };
    let facet = |level: &u8| {
        let stem = |distance: &Distance| {
            let is_row = |it: &Average| it.measure == distance.measure;
            let row = averages.iter().position(is_row).filter(|_| !distance.labyrinth)?;
            let of = compared.iter().position(|game| *game == distance.game)?;
            let (x, hue) = (distance.comparison.jensen_shannon, hue_of(results, distance.game));
            Some(Mark::Stem { x, y: lane(row, of, compared.len()), hue })
        };
        let own = distances.iter().filter(|distance| distance.level == *level);
        Facet::new(format!("Level {level}"), own.filter_map(stem).collect())
    };
    let row = |average: &Average| Row::new(title_of(average.measure), compared.len());
    let rows = Group { name: String::new(), rows: averages.iter().map(row).collect() };
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::new(0.0, 1.0).ticks(2),
        y: Y::Rows(vec![rows]),
    };
    let key = Key::of_series(results, &compared);
    Some(compose_parts(words, table(results, guest, &distances), &[&key, &plot]))
}

fn table(results: &Results, guest: usize, distances: &[Distance]) -> Table {
    let with_nearest = distances.iter().map(|distance| {
        let is_of_row = |other: &&Distance| {
            other.measure == distance.measure
                && (other.level, other.labyrinth) == (distance.level, distance.labyrinth)
        };
        let row = || distances.iter().filter(is_of_row);
        let noise = row().map(|other| other.noise).fold(0.0, f64::max);
        let divergences = row().map(|other| (other.game, other.comparison.jensen_shannon));
        (distance, noise, nearest(divergences, noise) == Some(distance.game))
    });
    type Row<'a> = (&'a Distance, f64, bool);
    Table::of(
        with_nearest,
        &[
            ("series", &|_: &Row<'_>| name_of(results, guest).to_owned()),
            ("game", &|(it, ..)| name_of(results, it.game).to_owned()),
            ("level", &|(it, ..)| it.level.to_string()),
            ("labyrinth", &|(it, ..)| it.labyrinth.to_string()),
            ("measure", &|(it, ..)| it.measure.name.to_owned()),
            ("unit", &|(it, ..)| it.measure.unit.to_owned()),
            ("mean", &|(it, ..)| exact(it.comparison.mean_y)),
            ("mean_of_game", &|(it, ..)| exact(it.comparison.mean_x)),
            ("difference", &|(it, ..)| exact(it.comparison.difference)),
            ("difference_lower", &|(it, ..)| exact(it.comparison.difference_lower)),
            ("difference_upper", &|(it, ..)| exact(it.comparison.difference_upper)),
            ("wasserstein", &|(it, ..)| exact(it.comparison.wasserstein)),
            ("jensen_shannon_bits", &|(it, ..)| exact(it.comparison.jensen_shannon)),
            ("noise_bits", &|(_, noise, _)| exact(*noise)),
            ("is_nearest", &|(.., is_nearest)| is_nearest.to_string()),
        ],
    )
}

/// Which game is nearest in most measures.
fn title(results: &Results, guest: usize, averages: &[Average]) -> String {
    let own = name_of(results, guest);
    let compared = games(results);
    let wins = |game: usize| averages.iter().filter(|a| a.nearest() == Some(game)).count();
    let mut ranked: Vec<usize> = compared.clone();
    ranked.sort_by_key(|game| std::cmp::Reverse(wins(*game)));
    let long = match ranked.as_slice() {
        [one, other, ..] if wins(*one) == wins(*other) => format!(
            "{own} is no nearer to {} than to {}",
            name_of(results, *one),
            name_of(results, *other)
        ),
        [one, other, ..] => format!(
            "{own} is nearer to {} than to {} in most measures told apart",
            name_of(results, *one),
            name_of(results, *other)
        ),
        _ => {
            let by_least = |a: &&Average, b: &&Average| a.least().total_cmp(&b.least());
            let like = averages.iter().min_by(by_least);
            let like = like.map_or_else(String::new, |average| title_of(average.measure));
            let game = compared.first().map_or("", |game| name_of(results, *game));
            format!("{own} is most like {game} in {like}")
        }
    };
    first_fitting([long, "How like each game the other floors are".to_owned()])
}
