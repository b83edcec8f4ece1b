//! The series of a study as figures show them: which of them, in which order, under which
//! name, in which colour.

use basement_floors::{Backend, Change, Description, Difficulty};
use basement_survey::study::{Color, GroupResult};
use basement_survey::{Results, Series};

use crate::error::ReportError;
use crate::theme::{FLASH, Hue, OTHERS, REBIRTH};

/// The name of a series.
pub(crate) fn name_of(results: &Results, series: usize) -> &str {
    results.study.series.get(series).map_or("", |series| series.name.as_str())
}

/// The groups of a series without a curse.
pub(crate) fn plain_groups(results: &Results, series: usize) -> impl Iterator<Item = &GroupResult> {
    results.groups_of(series).filter(|group| !group.is_labyrinth())
}

/// The levels of a series without a curse.
pub(crate) fn levels_of(results: &Results, series: usize) -> Vec<u8> {
    plain_groups(results, series).map(|group| group.request.level).collect()
}

/// The generator that made the floors of a series; `None` if they are from a file.
pub(crate) fn description_of(results: &Results, series: usize) -> Option<&Description> {
    results.groups_of(series).next()?.origin.description()
}

/// The edition of a series, its changed parameters and its mode; `None` if its floors are from a file.
pub(crate) fn rules_of(results: &Results, series: usize) -> Option<(&str, &[Change], Difficulty)> {
    let Description { edition, changed, .. } = description_of(results, series)?;
    Some((edition, changed, results.study.series[series].difficulty))
}

/// The names of some series.
pub(crate) fn names_of(results: &Results, series: &[usize]) -> Vec<String> {
    series.iter().map(|place| name_of(results, *place).to_owned()).collect()
}

/// The names of the first two series.
pub(crate) fn names(results: &Results) -> [&str; 2] {
    [0, 1].map(|series| name_of(results, series))
}

/// The first two series together: "both games", or "both" if they are not one of each game.
pub(crate) fn both_in_words(results: &Results) -> &'static str {
    match [0, 1].map(|series| results.study.series.get(series).and_then(Series::backend)) {
        [Some(x), Some(y)] if x != y => "both games",
        _ => "both",
    }
}

/// The colour of a series: its own, or its game's, or the first that no other series has.
///
/// The second series of a game has its own colour when it is compared with the first in depth.
pub(crate) fn hue_of(results: &Results, series: usize) -> Hue {
    hue_among(&results.study.series, series)
}

pub(crate) fn hue_among(all: &[Series], series: usize) -> Hue {
    let given = |place: usize| all.get(place).and_then(|series| series.color);
    if let Some(color) = given(series) {
        return Hue::new(color);
    }
    if let Some(hue) = game_hue(all, series) {
        return hue;
    }
    let needs_other = |place: &usize| given(*place).is_none() && game_hue(all, *place).is_none();
    let is_free = |color: &&Color| all.iter().all(|series| series.color != Some(**color));
    let free: Vec<_> = OTHERS.iter().filter(is_free).collect();
    let before = (0..series).filter(needs_other).count();
    Hue::new(**free.get(before % free.len().max(1)).unwrap_or(&&OTHERS[0]))
}

/// Returns an error for two series of one colour, except variants of a game, which have their game's colour
/// unless they are given another.
pub(crate) fn check_colors(all: &[Series]) -> Result<(), ReportError> {
    let is_of_game = |place: usize| all[place].color.is_none() && game_hue(all, place).is_some();
    let hues: Vec<Hue> = (0..all.len()).map(|place| hue_among(all, place)).collect();
    for second in 0..all.len() {
        for first in 0..second {
            let color = hues[first].mark.light;
            if color == hues[second].mark.light && !(is_of_game(first) && is_of_game(second)) {
                let [x, y] = [first, second].map(|place| all[place].name.clone());
                return Err(ReportError::RepeatedColor(x, y, color));
            }
        }
    }
    Ok(())
}

/// The colour of a backend.
pub(crate) fn backend_hue(backend: Backend) -> Hue {
    match backend {
        Backend::Flash => FLASH,
        Backend::Rebirth => REBIRTH,
    }
}

fn game_hue(all: &[Series], series: usize) -> Option<Hue> {
    let backend = |place: usize| all.get(place).and_then(Series::backend);
    let is_second_of_a_game = series == 1 && backend(0) == backend(1);
    backend(series).filter(|_| !is_second_of_a_game).map(backend_hue)
}

/// The series that are side by side in figures: the first two, and every later one that is not a variant of
/// one of these.
pub(crate) fn shown(results: &Results) -> Vec<usize> {
    let mut shown: Vec<usize> = Vec::new();
    for (place, series) in results.study.series.iter().enumerate() {
        let of_same_game = |other: &usize| {
            let backend = results.study.series[*other].backend();
            backend.is_some() && backend == series.backend()
        };
        if place < 2 || !shown.iter().any(of_same_game) {
            shown.push(place);
        }
    }
    shown
}

/// The first shown series of the same game, which is what a variant is compared with.
pub(crate) fn base_of(results: &Results, series: usize) -> Option<usize> {
    let backend = results.study.series.get(series)?.backend()?;
    let is_base = |base: &usize| results.study.series[*base].backend() == Some(backend);
    shown(results).into_iter().find(is_base)
}

/// The other series of the shown games that have the same levels, such as another edition. The table of means
/// gives each an extra column.
pub(crate) fn side_lines(results: &Results) -> Vec<usize> {
    let shown = shown(results);
    let is_side_line = |series: &usize| {
        let base = base_of(results, *series).filter(|base| base != series);
        !shown.contains(series)
            && base.is_some_and(|base| levels_of(results, base) == levels_of(results, *series))
    };
    (0..results.study.series.len()).filter(is_side_line).collect()
}

/// The levels that the first two series share, whether the study or the series name them.
pub(crate) fn shared_levels(results: &Results, labyrinth: bool) -> Vec<u8> {
    let of_series = |series: usize| {
        let groups = results.groups_of(series).filter(|it| it.is_labyrinth() == labyrinth);
        groups.map(|group| group.request.level)
    };
    of_series(0).filter(|level| of_series(1).any(|other| other == *level)).collect()
}

/// The first, middle and last of many levels.
pub(crate) fn first_middle_last(levels: &[u8]) -> Vec<u8> {
    match levels {
        [first, .., last] if levels.len() > 3 => {
            vec![*first, levels[(levels.len() - 1) / 2], *last]
        }
        few => few.to_vec(),
    }
}

/// The first series of each game.
pub(crate) fn games(results: &Results) -> Vec<usize> {
    let is_base = |series: &usize| base_of(results, *series) == Some(*series);
    (0..results.study.series.len()).filter(is_base).collect()
}

/// The series of other generators than the two games'.
pub(crate) fn other_generators(results: &Results) -> Vec<usize> {
    let is_other = |series: &usize| results.study.series[*series].backend().is_none();
    (0..results.study.series.len()).filter(is_other).collect()
}

/// Whether one of the series is of this game: what a figure says about a game's rules is true of that game
/// alone.
pub(crate) fn has_game(results: &Results, backend: Backend) -> bool {
    results.study.series.iter().any(|series| series.backend() == Some(backend))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use basement_floors::{Backend, Generator};

    use super::*;

    /// A series of neither game.
    fn other(name: &str) -> Series {
        let generator: Arc<dyn Generator> = Arc::from(Backend::Flash.generator(None, &[]).unwrap());
        Series::new(name, generator)
    }

    #[test]
    fn two_series_of_one_color_are_refused_by_their_names() {
        let flash = || Series::new("Flash", Backend::Flash);
        let rebirth = || Series::new("Rebirth", Backend::Rebirth);
        let refused = |all: &[Series]| check_colors(all).unwrap_err().to_string();
        let own = |series: Series, color: &str| series.color(color.parse().unwrap());

        assert_eq!(
            refused(&[own(flash(), "#123456"), own(rebirth(), "#123456")]),
            "`Flash` and `Rebirth` both have the colour #123456: give one of them another `color`"
        );
        // A given colour may be the other game's.
        assert!(refused(&[own(flash(), "#0072b2"), rebirth()]).contains("#0072b2"));
        // There are four colours for other generators.
        let others: Vec<Series> = ["1", "2", "3", "4", "5"].map(other).into();
        assert!(refused(&others).starts_with("`1` and `5`"));
        assert!(check_colors(&others[..4]).is_ok());
        let given = [&others[..4], &[own(other("5"), "#123456")]].concat();
        assert!(check_colors(&given).is_ok());
        // Variants of a game have its colour.
        let variants = [flash(), rebirth(), Series::new("Another Rebirth", Backend::Rebirth)];
        assert!(check_colors(&variants).is_ok());
    }
}
