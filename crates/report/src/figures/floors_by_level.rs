//! The typical floor and the first seeds of every level, one figure for each series, all at
//! one scale.

use std::collections::HashSet;

use crate::frame::level_floors::{FIRST, LevelFloors, levels_of, name_for, table, title};
use crate::frame::sample::{SampleFloor, fewest_floors, hidden_in_words, measures_in_words, rule};
use crate::prelude::*;
use crate::theme::{ARTICLE_WIDTH, MARGIN};

/// The largest side of a cell.
const LARGEST: f64 = 13.5;
/// At most this many series have a figure.
const MOST: usize = 4;
/// The figures, one for each shown series.
pub(crate) fn figures(context: &Context<'_>) -> Vec<Figure> {
    let series = shown(context.results).into_iter().take(MOST);
    let all: Vec<Vec<LevelFloors<'_>>> =
        series.map(|series| levels_of(context.results, series)).collect();
    // One scale for all series.
    let widest = all.iter().flatten().flat_map(|floors| &floors.samples);
    let widest = widest.map(|sample| sample.map.extent().0).fold(1.0, f64::max);
    let room = (ARTICLE_WIDTH - 2.0 * MARGIN - 12.0 * FIRST as f64) / (FIRST + 1) as f64;
    let side = (room / widest).min(LARGEST);
    let mut taken = HashSet::new();
    let figures = all.iter().filter_map(|levels| figure(context, levels, side, &mut taken));
    figures.collect()
}

/// The figure of a series, with cells of `side`.
fn figure(
    context: &Context<'_>,
    levels: &[LevelFloors<'_>],
    side: f64,
    taken: &mut HashSet<String>,
) -> Option<Figure> {
    let first = levels.first()?;
    let SampleFloor { name, series, number, .. } = &first.samples[0];
    let groups = || levels.iter().map(|it| it.group);
    let samples = || levels.iter().flat_map(|it| &it.samples);
    let is_file = groups().all(|group| group.origin.seeds().is_none());
    let sizes: Vec<(u8, u32)> = levels.iter().map(|it| (it.level(), it.samples[0].rooms)).collect();
    let is_one_file = is_file && levels.len() == 1;
    let fewest = fewest_floors(groups());
    let (seeds, others) =
        if is_file { ("lines", "their numbers") } else { ("seeds", "level and seed") };
    let mut notes = origin_line(context.results, groups(), None, "");
    notes.extend(
        context
            .floor_command(first.group, *number)
            .map(|command| format!("To draw the first one: `{command}`. The others by {others}.")),
    );
    let hidden = hidden_in_words(samples().flat_map(|sample| sample.map.kinds()));
    let words = Words {
        name: name_for(name, *series, taken),
        subtitle: match is_one_file {
            true => format!("Typical floor and first lines of {name}, one map scale"),
            false => format!(
                "Typical floor and first {seeds} of each level, one map scale; {}",
                request_in_words(context.results)
            ),
        },
        caption: format!(
            "Typical: {}. Beside it: the first {seeds} not drawn yet; no plan appears twice.{}{hidden}",
            rule(fewest, &measures_in_words(levels.iter().flat_map(|it| &it.medians))),
            if hidden.is_empty() { "" } else { " " },
        ),
        notes,
        alt: format!(
            "Maps, level by level. {}.",
            levels.iter().map(LevelFloors::in_words).collect::<Vec<_>>().join(". ")
        ),
        title: title(name, &sizes, is_one_file),
    };
    let row = |floors: &LevelFloors<'_>| {
        let sheet = |(place, sample): (usize, &SampleFloor)| {
            let which = if place == 0 { ", typical" } else { "" };
            let mut sheet = sample.sheet(format!("{}{which}", floors.heading));
            if place > 0 {
                sheet.heading.1 = QUIET;
            }
            sheet.lines(vec![counted(sample.rooms.into(), "room"), sample.seed.clone()])
        };
        floors.samples.iter().enumerate().map(sheet).collect()
    };
    let maps = Maps::new(levels.iter().map(row).collect(), 2, side);
    Some(compose_finding(words, table(levels), &[&maps]))
}
