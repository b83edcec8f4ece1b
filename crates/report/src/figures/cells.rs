//! Where rooms stand: all of them, and the boss.

use basement_floors::RoomKind;
use basement_survey::Results;

use crate::axis::limit_for;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::cells::{Counts, Level, MapSubject};
use crate::lexicon::{first_fitting, list, request_in_words};
use crate::number::percent;
use crate::origin::origin_line;
use crate::panel::heatmap::{Colors, Heatmaps, REACH, Scale, Tile, offsets};
use crate::series::{first_middle_last, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{Diverging, INK};

const SUBJECTS: [MapSubject; 2] = [
    MapSubject {
        name: "occupancy",
        what: "a room of the plan",
        cells: |summary| &summary.occupied,
        of_both: |cells| &cells.occupied,
    },
    MapSubject {
        name: "boss-location",
        what: "a boss room",
        cells: |summary| &summary.kind(RoomKind::Boss).cells,
        of_both: |cells| &cells.boss,
    },
];

/// The maps: how often a cell holds any room, or the boss, on a few levels.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    SUBJECTS.iter().filter_map(|subject| figure(results, subject)).collect()
}

fn figure(results: &Results, subject: &MapSubject) -> Option<Figure> {
    let shown = shown(results);
    let has_both =
        |level: &u8| [0, 1].iter().all(|series| results.group(*series, *level, false).is_some());
    let levels: Vec<u8> = results.study.levels.iter().copied().filter(has_both).collect();
    let levels: Vec<Level<'_>> = first_middle_last(&levels)
        .into_iter()
        .filter_map(|level| Level::of(results, subject, &shown, level))
        .collect();
    let cells = || offsets().filter(|offset| *offset != (0, 0));
    let all = levels.iter().flat_map(|level| level.counts.iter().flatten());
    let shares = all.clone().flat_map(|counts| cells().filter_map(|offset| counts.share(offset)));
    let most = shares.fold(0.0, f64::max);
    let gaps = levels
        .iter()
        .flat_map(|level| cells().map(|offset| level.difference(subject, offset).0.abs()));
    let most_gap = gaps.fold(0.0, f64::max);
    if levels.is_empty() || most == 0.0 {
        return None;
    }
    let rows = levels.iter().flat_map(|level| level.counts.iter().flatten());
    let rows = rows.flat_map(|counts| offsets().map(move |offset| (counts, offset)));
    let rows = rows.filter_map(|(counts, offset)| Some((counts, offset, counts.share(offset)?)));
    let table = Table::of(
        rows,
        &[
            ("series", &|(it, ..)| name_of(results, it.group.series).to_owned()),
            ("level", &|(it, ..)| it.group.request.level.to_string()),
            ("dx", &|(_, (dx, _), _)| dx.to_string()),
            ("dy", &|(_, (_, dy), _)| dy.to_string()),
            ("floors", &|(it, ..)| it.floors().to_string()),
            ("with", &|(it, (dx, dy), _)| it.cells.relative(*dx, *dy).unwrap_or(0).to_string()),
            ("share", &|(.., share)| exact(*share)),
        ],
    );
    let names = names_of(results, &shown);
    let minus = format!("{} minus {}", names[1], names[0]);
    let row = |(place, series): (usize, &usize)| {
        let grids = levels.iter().map(|level| {
            let tile = |offset| level.counts[place].map_or(Tile::OffGrid, |it| it.tile(offset));
            offsets().map(tile).collect()
        });
        (names[place].clone(), hue_of(results, *series).text, 0, grids.collect())
    };
    let differences = levels
        .iter()
        .map(|level| offsets().map(|offset| level.difference_tile(subject, offset)).collect());
    let differences = (minus.clone(), INK, 1, differences.collect());
    let diverging = Diverging(hue_of(results, 0), hue_of(results, 1));
    let maps = Heatmaps {
        columns: levels.iter().map(|level| format!("Level {}", level.level)).collect(),
        rows: shown.iter().enumerate().map(row).chain([differences]).collect(),
        scales: vec![
            (
                Scale::roots(limit_for(most * 100.0)),
                Colors::Sequential,
                "share of floors, %".to_owned(),
            ),
            (
                Scale::signed_roots(limit_for(most_gap * 100.0)),
                Colors::Diverging(diverging),
                format!("{minus}, points"),
            ),
        ],
    };
    Some(compose_parts(words(results, subject, &shown, &levels), table, &[&maps]))
}

fn words(results: &Results, subject: &MapSubject, shown: &[usize], levels: &[Level<'_>]) -> Words {
    let [x, y] = [0, 1].map(|series| name_of(results, series));
    let all = list(&names_of(results, shown));
    let what = subject.what;
    // Whether the second is spread wider: its likeliest cell holds fewer floors.
    let sign = |level: &Level<'_>| {
        let [x, y] = level.both.map(|counts| counts.likeliest());
        i8::from(y.upper < x.lower) - i8::from(y.lower > x.upper)
    };
    let title = match (subject.name, levels.last()) {
        ("occupancy", Some(last)) => spread_title([x, y], last.both.map(|counts| counts.core())),
        _ => place_title([x, y], &levels.iter().map(sign).collect::<Vec<_>>()),
    };
    let groups = levels.iter().flat_map(|level| level.counts.iter().flatten().map(|it| it.group));
    Words {
        name: subject.name.to_owned(),
        subtitle: format!(
            "Share of floors on which a cell belongs to {what}, %; {}",
            request_in_words(results)
        ),
        caption: format!(
            "Seen from the start room (circled). A room of several cells counts on each of them. Blank: the grid has no \
             such cell. Colours go with the square root, with the same limits in all maps of a kind.{}{}",
            grids(results, levels),
            left_out(results, levels),
        ),
        notes: origin_line(results, groups, None, ""),
        alt: format!(
            "{title}. Heatmaps of {what} around the start room for {all}, with the difference of {y} and {x}."
        ),
        title,
    }
}

/// What is said of floors that reach beyond the maps.
fn left_out(results: &Results, levels: &[Level<'_>]) -> String {
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

/// What is said of the grids where they differ in size.
fn grids(results: &Results, levels: &[Level<'_>]) -> String {
    let all = levels.iter().take(1).flat_map(|level| level.counts.iter().flatten());
    let size = |counts: &Counts<'_>| {
        let grid = counts.cells.grid();
        (format!("{} by {} cells", grid.width, grid.height), name_of(results, counts.group.series))
    };
    // Floors of a file say nothing of a grid.
    let all = all.filter(|counts| counts.group.origin.seeds().is_some());
    let all: Vec<(String, &str)> = all.map(size).collect();
    if all.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return String::new();
    }
    let sizes: Vec<String> = all.iter().map(|(size, name)| format!("{size} in {name}")).collect();
    format!(" The grids differ in size: {}.", list(&sizes))
}

/// Which of two bosses is spread over more places: 1 for the second, on each level.
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

/// Whose rooms are spread over more cells: `cores` are how many cells hold half of them. A
/// difference of less than a fifth does not count.
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
