//! Where rooms are, in words.

use crate::frame::cells::{Counts, Level, MapSubject};
use crate::panel::heatmap::REACH;
use crate::prelude::*;

/// A sentence on cells beyond the maps.
pub(crate) fn left_out(results: &Results, levels: &[Level<'_>]) -> String {
    let of_series = |place: usize| {
        let counts = || levels.iter().filter_map(|level| level.counts[place]);
        let [beyond, all] =
            counts().fold([0, 0], |[a, b], it| [a + it.beyond()[0], b + it.beyond()[1]]);
        let name = name_of(results, counts().next()?.group.series);
        let share = percent(beyond as f64 / all.max(1) as f64, 1);
        (beyond > 0).then(|| format!("{share} of those of {name}"))
    };
    let places = 0..levels.first().map_or(0, |level| level.counts.len());
    match places.filter_map(of_series).collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        beyond => format!(
            " Cells more than {REACH} columns or rows from the start are left out: {}.",
            list(beyond)
        ),
    }
}

/// A sentence on the grids, if they differ in size.
pub(crate) fn grids(results: &Results, levels: &[Level<'_>]) -> String {
    let all = levels.iter().take(1).flat_map(|level| level.counts.iter().flatten());
    let size = |counts: &Counts<'_>| {
        let grid = counts.cells.grid();
        (format!("{} by {} cells", grid.width, grid.height), name_of(results, counts.group.series))
    };
    // Floors of a file say nothing about a grid.
    let all = all.filter(|counts| counts.group.origin.seeds().is_some());
    let all: Vec<(String, &str)> = all.map(size).collect();
    if all.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return String::new();
    }
    let sizes: Vec<String> = all.iter().map(|(size, name)| format!("{size} in {name}")).collect();
    format!(" The grids differ in size: {}.", list(&sizes))
}

/// The finding about a subject, as a title.
pub(crate) fn title(subject: &MapSubject, names: [&str; 2], levels: &[Level<'_>]) -> String {
    // Whether the second series is spread wider: its likeliest cell has fewer floors.
    let sign = |level: &Level<'_>| {
        let [x, y] = level.both.map(|counts| counts.likeliest());
        i8::from(y.upper < x.lower) - i8::from(y.lower > x.upper)
    };
    match (subject.name, levels.last()) {
        ("occupancy", Some(last)) => spread_title(names, last.both.map(|counts| counts.core())),
        _ => place_title(names, &levels.iter().map(sign).collect::<Vec<_>>()),
    }
}

/// A title that says which of two bosses is spread over more places. Each sign is that of a level: 1 for the
/// second.
fn place_title([x, y]: [&str; 2], signs: &[i8]) -> String {
    let has = |sign: i8| signs.contains(&sign);
    let (one, other) = if has(1) { (y, x) } else { (x, y) };
    let long = match (has(1), has(0), has(-1)) {
        (true, _, true) => format!("Where the boss of {x} and {y} lies, changes with the level"),
        (false, _, false) => {
            format!("The boss's likeliest cell holds as many floors of {x} as of {y}")
        }
        (_, false, _) => {
            format!("The boss of {one} is spread over more places than that of {other}")
        }
        _ => format!("The boss of {one} is spread wider than in {other} on some levels"),
    };
    first_fitting([long, "Where the boss lies, seen from the start".to_owned()])
}

/// A title that says whose rooms are spread over more cells: `cores` are the numbers of cells that contain
/// half of them. A difference of less than a fifth does not count.
fn spread_title([x, y]: [&str; 2], cores: [usize; 2]) -> String {
    let wider = |one: &str, other: &str| {
        format!("Rooms of {one} spread over more of the map than those of {other}")
    };
    let long = if cores[1] * 5 >= cores[0] * 6 {
        wider(y, x)
    } else if cores[0] * 5 >= cores[1] * 6 {
        wider(x, y)
    } else {
        format!("Rooms of {x} and of {y} spread over as much of the map")
    };
    first_fitting([long, "Where rooms lie, seen from the start".to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_places_follow_the_signs() {
        let told = |signs: &[i8]| place_title(["A", "B"], signs);
        assert!(told(&[1, 1]).starts_with("The boss of B is spread over"));
        assert!(told(&[-1]).starts_with("The boss of A is spread over"));
        assert!(told(&[0, 0]).contains("as many floors"));
        assert!(told(&[0, 1]).contains("of B is spread wider"));
        assert!(told(&[1, -1]).contains("changes with the level"));
        assert!(spread_title(["A", "B"], [10, 20]).starts_with("Rooms of B"));
        assert!(spread_title(["A", "B"], [20, 10]).starts_with("Rooms of A spread"));
        assert!(spread_title(["A", "B"], [20, 21]).contains("as much"));
    }
}
