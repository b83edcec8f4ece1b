//! Which game a series is nearest to, in words.

use crate::frame::distances::{Average, nearest};
use crate::prelude::*;

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
