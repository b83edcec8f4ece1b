//! The series of a study as figures show them: which of them, in which order, under which
//! name, in which colour.

use basement_floors::Backend;
use basement_survey::{Results, Series};

use crate::theme::{FLASH, Hue, OTHERS, REBIRTH};

/// The name of a series.
pub(crate) fn name_of(results: &Results, series: usize) -> &str {
    results.study.series.get(series).map_or("", |series| series.name.as_str())
}

/// The names of some series.
pub(crate) fn names_of(results: &Results, series: &[usize]) -> Vec<String> {
    series.iter().map(|place| name_of(results, *place).to_owned()).collect()
}

/// The colour of a series: its own, or its game's, or the first that no other series has.
///
/// The second series of a game has a colour of its own when it is compared with the first
/// in depth.
pub(crate) fn hue_of(results: &Results, series: usize) -> Hue {
    let all = &results.study.series;
    let given = |place: usize| all.get(place).and_then(|series| series.color);
    if let Some(color) = given(series) {
        return Hue::new(color);
    }
    let needs_other = |place: &usize| given(*place).is_none() && game_hue(all, *place).is_none();
    match game_hue(all, series) {
        Some(hue) => hue,
        None => {
            let is_free = |color: &&basement_survey::Color| {
                all.iter().all(|series| series.color != Some(**color))
            };
            let free: Vec<_> = OTHERS.iter().filter(is_free).collect();
            let before = (0..series).filter(needs_other).count();
            Hue::new(**free.get(before % free.len().max(1)).unwrap_or(&&OTHERS[0]))
        }
    }
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

/// The series that stand side by side in figures: the first two, and every later one that
/// is not a variant of one of these.
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

/// The later series of a game that have all levels of the shown one, such as another edition:
/// a line more where an article shows means by level.
pub(crate) fn side_lines(results: &Results) -> Vec<usize> {
    let levels = |series: usize| -> Vec<u8> {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        arms.map(|arm| arm.request.level).collect()
    };
    let shown = shown(results);
    let is_side_line = |series: &usize| {
        let base = base_of(results, *series).filter(|base| base != series);
        !shown.contains(series) && base.is_some_and(|base| levels(base) == levels(*series))
    };
    (0..results.study.series.len()).filter(is_side_line).collect()
}

/// The first series of each game.
pub(crate) fn games(results: &Results) -> Vec<usize> {
    let is_base = |series: &usize| base_of(results, *series) == Some(*series);
    (0..results.study.series.len()).filter(is_base).collect()
}

/// The series of other generators than the two games'.
pub(crate) fn guests(results: &Results) -> Vec<usize> {
    let is_guest = |series: &usize| results.study.series[*series].backend().is_none();
    (0..results.study.series.len()).filter(is_guest).collect()
}

/// Whether one of the series is of this game: what a figure says of a game's rules holds
/// for it alone.
pub(crate) fn has_game(results: &Results, backend: Backend) -> bool {
    results.study.series.iter().any(|series| series.backend() == Some(backend))
}
