//! Where rooms are: all rooms, and the boss room.

use crate::frame::cells::{Level, MapSubject, SUBJECTS, grids, left_out, title};
use crate::panel::heatmap::{Heatmaps, Scales, Tile, minus, offsets};
use crate::prelude::*;

/// The maps: how often a cell has any room, or the boss room, on a few levels.
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
    let table = Table::of(rows)
        .column("series", |(it, ..)| name_of(results, it.group.series))
        .column("level", |(it, ..)| it.group.request.level)
        .column("dx", |(_, (dx, _), _)| *dx)
        .column("dy", |(_, (_, dy), _)| *dy)
        .column("floors", |(it, ..)| it.floors())
        .column("with", |(it, (dx, dy), _)| it.cells.relative(*dx, *dy).unwrap_or(0))
        .number("share", |(.., share)| *share);
    let names = names_of(results, &shown);
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
    let differences = (minus(results), INK, 1, differences.collect());
    let maps = Heatmaps {
        columns: levels.iter().map(|level| format!("Level {}", level.level)).collect(),
        rows: shown.iter().enumerate().map(row).chain([differences]).collect(),
        scales: Scales::of_shares(results, [most, most_gap].map(|share| share * 100.0)),
    };
    let (x, y, what) = (&names[0], &names[1], subject.what);
    let groups = levels.iter().flat_map(|level| level.counts.iter().flatten().map(|it| it.group));
    let words = Words {
        name: subject.name.to_owned(),
        subtitle: format!(
            "Share of floors on which a cell belongs to {what}, %, seen from the start room (outlined); {}",
            request_in_words(results)
        ),
        caption: format!(
            "A room of several cells counts on each of them. Blank: the grid has no \
             such cell. Colours go with the square root, with the same limits in all maps of a kind.{}{}",
            grids(results, &levels),
            left_out(results, &levels),
        ),
        notes: origin_line(results, groups, None, ""),
        alt: format!(
            "Heatmaps of {what} around the start room for {}, with the difference between {y} and {x}.",
            list(&names)
        ),
        title: title(subject, [x, y], &levels),
    };
    Some(compose_finding(words, table, &[&maps]))
}
