//! The typical floor and the first seeds of every level, one figure for each series, all at
//! one scale.

use std::collections::HashSet;

use basement_survey::typical::{TYPICAL_MEASURES, distance_from_medians};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::level_floors::{FIRST, LevelFloors, levels_of};
use crate::frame::sample::{Sample, hidden_in_words, measures_in_words, rule};
use crate::lexicon::floors_by_level::title;
use crate::lexicon::request_in_words;
use crate::number::counted;
use crate::origin::origin_line;
use crate::panel::maps::Maps;
use crate::series::shown;
use crate::table::{Table, exact};
use crate::theme::{ARTICLE_WIDTH, MARGIN, QUIET};

/// The largest side of a cell.
const LARGEST: f64 = 13.5;
/// Series that are told of.
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

/// A file's name from a series' name: small letters, digits and hyphens, and none twice.
fn name_for(series: &str, place: usize, taken: &mut HashSet<String>) -> String {
    let plain: String = series
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut words = plain.split_whitespace().collect::<Vec<_>>().join("-");
    words.truncate(40);
    let words = match words.trim_end_matches('-') {
        "" => format!("{}", place + 1),
        words => words.to_owned(),
    };
    let names =
        std::iter::once(words.clone()).chain((2..).map(|number| format!("{words}-{number}")));
    let mut names = names.map(|name| format!("floors-by-level-{name}"));
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

/// The figure of a series, with cells of `side`.
fn figure(
    context: &Context<'_>,
    levels: &[LevelFloors<'_>],
    side: f64,
    taken: &mut HashSet<String>,
) -> Option<Figure> {
    let first = levels.first()?;
    let Sample { name, series, number, .. } = &first.samples[0];
    let groups = || levels.iter().map(|it| it.group);
    let samples = || levels.iter().flat_map(|it| &it.samples);
    let is_file = groups().all(|group| group.origin.seeds().is_none());
    let sizes: Vec<(u8, u32)> = levels.iter().map(|it| (it.level(), it.samples[0].rooms)).collect();
    let is_one_file = is_file && levels.len() == 1;
    let title = title(name, &sizes, is_one_file);
    let fewest = groups().map(|group| group.summary.floors).min().unwrap_or_default();
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
            "Typical: {}. Beside it the first {seeds} that are not drawn yet, and no plan twice.{}{hidden}",
            rule(fewest, &measures_in_words(levels.iter().flat_map(|it| &it.medians))),
            if hidden.is_empty() { "" } else { " " },
        ),
        notes,
        alt: format!(
            "{title}. Maps, level by level. {}.",
            levels.iter().map(LevelFloors::in_words).collect::<Vec<_>>().join(". ")
        ),
        title,
    };
    let row = |floors: &LevelFloors<'_>| {
        let sheet = |(place, sample): (usize, &Sample)| {
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
    Some(compose_parts(words, table(levels), &[&maps]))
}

/// The floors, with all that the choice goes by.
fn table(levels: &[LevelFloors<'_>]) -> Table {
    let mut columns: Vec<String> =
        ["level", "series", "which", "number", "seed"].map(str::to_owned).into();
    for measure in TYPICAL_MEASURES {
        let name = measure.name;
        columns.extend([name.to_owned(), format!("{name}_median"), format!("{name}_sd")]);
    }
    columns.push("distance".to_owned());
    let row = |floors: &LevelFloors<'_>, place: usize, sample: &Sample| {
        let mut row = vec![
            floors.level().to_string(),
            sample.name.clone(),
            if place == 0 { "typical" } else { "first" }.to_owned(),
            sample.number.to_string(),
            sample.seed.trim_start_matches("seed ").to_owned(),
        ];
        for measure in TYPICAL_MEASURES {
            let usual = floors.medians.iter().find(|median| median.measure == measure);
            let of = [
                measure.of(&sample.analysis),
                usual.map(|it| it.median),
                usual.map(|it| it.deviation),
            ];
            row.extend(of.map(|value| value.map_or_else(String::new, exact)));
        }
        row.push(exact(distance_from_medians(&floors.medians, &sample.analysis)));
        row
    };
    let samples = levels
        .iter()
        .flat_map(|floors| floors.samples.iter().enumerate().map(move |it| (floors, it)));
    Table { columns, rows: samples.map(|(floors, (place, it))| row(floors, place, it)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_figures_are_plain_and_none_is_given_twice() {
        let mut taken = HashSet::new();
        let mut name = |series: &str, place| name_for(series, place, &mut taken);
        assert_eq!(name("Flash", 0), "floors-by-level-flash");
        assert_eq!(name("flash", 1), "floors-by-level-flash-2");
        assert_eq!(name("Flash, as \"shipped\"/../x", 2), "floors-by-level-flash-as-shipped-x");
        assert_eq!(name("箱", 3), "floors-by-level-4");
        assert_eq!(name("4", 4), "floors-by-level-4-2");
        assert!(name(&"long ".repeat(40), 5).len() <= 60);
    }
}
