//! Sample floors, drawn as maps.

use basement_floors::{Backend, Seed};
use basement_survey::{Analysis, ArmFloor, ArmResult, Interval, Measure, Results};

use crate::drawing::{Area, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::within;
use crate::panel::floor_map::{FloorMap, legend};
use crate::series::{has_game, hue_of, name_of, names_of, shown};
use crate::table::{Table, exact};
use crate::theme::{INK, LABEL, MARGIN, NOTE, QUIET, WIDTH, shortened, text_width};
use crate::words::{capital, conflicts_among, level_name, list, provenance, request_in_words};

use super::cells::few_of;

/// Floors of each series on each level, where two are shown; of more series one each.
const SAMPLES: usize = 2;
/// Floors of a Labyrinth, which takes more room.
const LABYRINTH_SAMPLES: usize = 1;
/// Space between the columns of two series.
const GAP: f64 = 20.0;

/// One sample and where it came from.
struct Sample {
    map: FloorMap,
    analysis: Analysis,
    /// Empty where the generator does not say it.
    draws: String,
    seed: Option<Seed>,
    shown: String,
}

/// The gallery, where the first two series have floors.
pub(super) fn figures(results: &Results) -> Vec<Figure> {
    figure(results).into_iter().collect()
}

fn figure(results: &Results) -> Option<Figure> {
    let shown = shown(results);
    let mut places: Vec<(u8, bool)> =
        few_of(&results.study.levels).into_iter().map(|level| (level, false)).collect();
    places.extend(results.study.labyrinth_levels.first().map(|level| (*level, true)));
    let mut rows = Vec::new();
    for (level, labyrinth) in places {
        let count = if labyrinth || shown.len() > 2 { LABYRINTH_SAMPLES } else { SAMPLES };
        let of_arm = |series: &usize| match results.arm(*series, level, labyrinth) {
            Some(arm) => samples(arm, count),
            None => Vec::new(),
        };
        let all: Vec<Vec<Sample>> = shown.iter().map(of_arm).collect();
        if all.iter().take(2).filter(|samples| !samples.is_empty()).count() == 2 {
            rows.push((level, labyrinth, all));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new(&[
        "series",
        "level",
        "labyrinth",
        "seed",
        "stage_seed",
        "rooms",
        "large_rooms",
        "loops",
        "draws",
    ]);
    for (level, labyrinth, both) in &rows {
        for (series, samples) in shown.iter().zip(both) {
            for sample in samples {
                let of = |name: &str| {
                    let measure = Measure::from_name(name)?;
                    measure.raw_of(&sample.analysis).map(|raw| measure.show(raw))
                };
                let [rooms, large, loops] =
                    ["rooms", "large_rooms", "loops"].map(|name| of(name).unwrap_or_default());
                table.row([
                    name_of(results, *series).to_owned(),
                    level.to_string(),
                    labyrinth.to_string(),
                    sample.shown.clone(),
                    sample.seed.map_or_else(String::new, |seed| seed.value().to_string()),
                    rooms,
                    large,
                    loops,
                    sample.draws.clone(),
                ]);
            }
        }
        // What the title says of all floors, not of the samples alone.
        for series in &shown {
            let Some(arm) = results.arm(*series, *level, *labyrinth) else { continue };
            let interval =
                |name: &str| arm.summary.values(Measure::from_name(name)?).mean_interval();
            type Part = fn(&Interval) -> f64;
            let parts: [(&str, Part); 2] = [
                ("mean of all", |interval| interval.estimate),
                ("half of its 95 % interval", Interval::half),
            ];
            for (name, part) in parts {
                let of = |measure: &str| {
                    interval(measure).map_or_else(String::new, |interval| exact(part(&interval)))
                };
                table.row([
                    name_of(results, *series).to_owned(),
                    level.to_string(),
                    labyrinth.to_string(),
                    name.to_owned(),
                    String::new(),
                    of("rooms"),
                    of("large_rooms"),
                    of("loops"),
                    of("draws"),
                ]);
            }
        }
    }
    let names = names_of(results, &shown);
    let floors: Vec<(u8, bool)> = rows.iter().map(|row| (row.0, row.1)).collect();
    let rebirth = if has_game(results, Backend::Rebirth) {
        " In Rebirth the layout is the game's own; which dead end becomes which special room depends on \
         the rooms at hand (L1)."
    } else {
        ""
    };
    let mut notes = vec![format!(
        "The first floors of the seed range, not picked. Under each map its seed; run seeds are written \
         as the game shows them. All rooms are shown, the hidden ones too.{rebirth} The numbers of the \
         title are means of all N floors, with 95 % intervals (normal); loops count the plan alone, \
         without hidden rooms."
    )];
    notes.extend(conflicts_among(results, &["large_rooms", "boss_distance", "secret_neighbours"]));
    let arms = floors
        .iter()
        .flat_map(|(level, lab)| shown.iter().map(move |series| (*series, *level, *lab)));
    notes.extend(provenance(
        results,
        arms.filter_map(|(series, level, lab)| results.arm(series, level, lab)),
    ));
    let words = Words {
        name: "gallery".to_owned(),
        title: title(results, &shown),
        subtitle: format!(
            "The first floors of each, all rooms shown; {}{}",
            request_in_words(results),
            if results.study.labyrinth_levels.is_empty() { "" } else { "; last row: Labyrinth" }
        ),
        caption: format!(
            "Sample floors of {}, from left to right, drawn to one scale within a row.",
            list(&names)
        ),
        notes,
        alt: format!(
            "Maps of the first floors of {}, level by level, with start, boss and special rooms \
             marked.",
            list(&names)
        ),
    };
    let row_height = |both: &[Vec<Sample>]| {
        let tallest = both.iter().flatten().map(|sample| sample.map.extent().1).fold(0.0, f64::max);
        tallest * side_of(both) + 44.0
    };
    let height = rows.iter().map(|row| row_height(&row.2)).sum::<f64>() + 62.0;
    Some(compose(words, table, height, |drawing, area| {
        for (series, column) in shown.iter().zip(area.columns(shown.len(), GAP)) {
            let look = Type::new(LABEL + 1.0, hue_of(results, *series).text).bold().middle();
            let name = name_of(results, *series);
            let fits = text_width(name, look.size, true) <= column.width;
            let look = if fits { look } else { Type { size: NOTE, ..look } };
            let name = shortened(name, look.size, true, column.width);
            drawing.text(name, column.middle(), area.y + 10.0, look);
        }
        let mut y = area.y + 16.0;
        for (level, labyrinth, both) in &rows {
            let height = row_height(both);
            let row = Area::new(area.x, y, area.width, height);
            let look = Type::new(LABEL, INK).bold();
            drawing.text(capital(&level_name(*level, *labyrinth)), row.x, row.y + 14.0, look);
            for (samples, half) in both.iter().zip(row.columns(both.len(), GAP)) {
                for (sample, cell) in samples.iter().zip(half.columns(samples.len(), 8.0)) {
                    let map = cell.inset(0.0, 20.0, 0.0, 20.0);
                    sample.map.draw(drawing, map, side_of(both));
                    let look = Type::new(NOTE, QUIET).middle();
                    drawing.text(&sample.shown, cell.middle(), row.bottom() - 6.0, look);
                }
            }
            y += height;
        }
        let rooms = rows
            .iter()
            .flat_map(|row| row.2.iter().flatten())
            .flat_map(|sample| sample.map.kinds());
        let kinds = rooms.collect();
        legend(drawing, Area::new(area.x, y + 10.0, area.width, 36.0), kinds);
    }))
}

/// What the plans are made of, on the last level.
fn title(results: &Results, shown: &[usize]) -> String {
    let Some(level) = results.study.levels.last() else { return String::new() };
    let mean = |series: usize, measure: &str| {
        let arm = results.arm(series, *level, false)?;
        arm.summary.values(Measure::from_name(measure)?).mean_interval()
    };
    let part = |series: usize| match (mean(series, "large_rooms"), mean(series, "loops")) {
        (Some(large), Some(loops)) if large.estimate == 0.0 && loops.estimate > 0.0 => {
            format!("has {} loops on average", within(loops.estimate, loops.half()))
        }
        (Some(large), Some(loops)) if large.estimate > 0.0 || loops.estimate > 0.0 => format!(
            "has {} large rooms and {} loops on average",
            within(large.estimate, large.half()),
            within(loops.estimate, loops.half())
        ),
        _ => "builds trees of single cells".to_owned(),
    };
    let parts = shown.iter().filter(|series| results.arm(**series, *level, false).is_some());
    let parts: Vec<String> =
        parts.map(|series| format!("{} {}", name_of(results, *series), part(*series))).collect();
    format!("On level {level} {}", parts.join(", "))
}

/// The side of a cell, such that every map of a row fits into its column.
fn side_of(both: &[Vec<Sample>]) -> f64 {
    let count = both.len() as f64;
    let column = (WIDTH - 2.0 * MARGIN - GAP * (count - 1.0)) / count;
    let samples = both.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let width = (column - 8.0 * (samples - 1) as f64) / samples as f64;
    let widest = both.iter().flatten().map(|sample| sample.map.extent().0).fold(1.0, f64::max);
    (width / widest).min(15.0)
}

fn samples(arm: &ArmResult, count: usize) -> Vec<Sample> {
    let sample = |(number, floor): (u64, ArmFloor)| {
        let seeds = arm.origin.seeds();
        let seed = seeds.and_then(|seeds| seeds.seed(number, arm.request.level).ok());
        let (analysis, draws) = match &floor {
            ArmFloor::Generated(floor) => (Analysis::from_floor(floor), floor.draws().to_string()),
            ArmFloor::Read(record) => (Analysis::from_record(record), String::new()),
            _ => return None,
        };
        let shown = arm.origin.show(number);
        Some(Sample { map: (&floor).into(), analysis, draws, seed, shown })
    };
    arm.first_floors(count).into_iter().filter_map(sample).collect()
}
