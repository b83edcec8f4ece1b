//! The record floors of a census, with their seeds.

use basement_floors::{Curse, Floor, Generator, RoomKind};
use basement_survey::{Census, Measure, SeedKind, SeedRange, measure};

use crate::article::shape::in_words;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::figures::census::{described_generator, run_of, seed_of};
use crate::number::{fixed, whole};
use crate::panel::floor_map::{FloorMap, counted};
use crate::panel::plan_map::{is_hidden, key_height, key_of_tiles, tiles_of};
use crate::table::Table;
use crate::theme::{INK, LABEL, NOTE, QUIET};
use crate::words::{VERSION, capital, first_fitting};

/// The records: a measure, whether its greatest value, and what it is called.
const SHOWN: [(&Measure, bool, &str); 6] = [
    (measure::ROOMS, false, "Fewest rooms"),
    (measure::ROOMS, true, "Most rooms"),
    (measure::DEAD_ENDS, true, "Most dead ends"),
    (measure::BOSS_DISTANCE, true, "Longest way to the boss"),
    (measure::RINGS, true, "Most rings"),
    (measure::LARGE_ROOMS, true, "Most big rooms"),
];
/// Height of what stands around a map.
const AROUND: f64 = 70.0;

/// A record of a census.
pub(crate) struct Record {
    measure: &'static Measure,
    pub(crate) what: &'static str,
    value: u32,
    /// How many floors have it.
    pub(crate) floors: u64,
    first_seed: u64,
    /// The seed of a run, or the number of the seed.
    pub(crate) seed: String,
    pub(crate) floor: Option<Floor>,
}

/// "1 in 860 million": to two digits from a thousand on.
pub(crate) fn one_in(all: u64, floors: u64) -> String {
    let ratio = all as f64 / floors.max(1) as f64;
    let unit = 10_f64.powf((ratio.max(1.0).log10().floor() - 1.0).max(0.0));
    let rounded = (ratio / unit).round() * unit;
    let text = if rounded >= 1e9 {
        format!("{} billion", fixed(rounded / 1e9, usize::from(rounded < 1e10)))
    } else if rounded >= 1e6 {
        format!("{} million", fixed(rounded / 1e6, usize::from(rounded < 1e7)))
    } else {
        whole(rounded as u64)
    };
    format!("1 in {text}")
}

/// The records of a census.
pub(crate) fn records(census: &Census) -> Vec<Record> {
    let generator = described_generator(census);
    let generator: Option<&dyn Generator> = generator.as_deref();
    let record = |(measure, is_most, what): (&'static Measure, bool, &'static str)| {
        let values = census.counts().summary.histogram(measure);
        let (least, most) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == most {
            return None;
        }
        let value = if is_most { most } else { least };
        let number = values.witness(value)?;
        let seed = seed_of(census, number)?;
        let floor = generator
            .and_then(|generator| generator.generate(&census.address().request, seed).ok());
        let seed =
            run_of(census, number).map_or_else(|| format!("seed {number}"), |run| run.to_string());
        let floors = values.count(value);
        Some(Record { measure, what, value, floors, first_seed: number, seed, floor })
    };
    SHOWN.into_iter().filter_map(record).collect()
}

/// The finding, from the greatest numbers of rooms, of rings, and of steps to the boss.
pub(crate) fn title(
    game: &str,
    level: u8,
    rooms: Option<u32>,
    rings: Option<u32>,
    steps: Option<u32>,
) -> String {
    let parts: Vec<String> = [
        rooms.map(|rooms| format!("{rooms} rooms")),
        rings.map(|rings| format!("{rings} rings")),
        steps.map(|steps| format!("a boss {steps} steps away")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let long = format!("Record floors of {game}, level {level}: {}", parts.join(", "));
    let short = format!("The record floors of {game}, level {level}");
    if parts.is_empty() { short } else { first_fitting([long, short]) }
}

/// The figure; `None` where nothing varies.
pub(crate) fn figure(census: &Census, records: &[Record]) -> Option<Figure> {
    if records.is_empty() {
        return None;
    }
    let summary = &census.counts().summary;
    let address = census.address();
    let mut table =
        Table::new(&["record", "measure", "value", "floors", "one_in", "first_seed", "seed"]);
    for record in records {
        table.row([
            record.what.to_owned(),
            record.measure.name.to_owned(),
            record.measure.show(record.value),
            record.floors.to_string(),
            one_in(summary.floors, record.floors),
            record.first_seed.to_string(),
            record.seed.clone(),
        ]);
    }
    table.row([
        "title".to_owned(),
        "level".to_owned(),
        address.request.level.to_string(),
        summary.floors.to_string(),
        String::new(),
        String::new(),
        String::new(),
    ]);
    let most = |measure: &Measure| {
        let own = records.iter().filter(|record| record.measure == measure);
        own.map(|record| record.value).max()
    };
    let title = title(
        &capital(&census.address().generator.backend),
        address.request.level,
        most(measure::ROOMS),
        most(measure::RINGS),
        most(measure::BOSS_DISTANCE),
    );
    let maps: Vec<Option<FloorMap>> =
        records.iter().map(|record| record.floor.as_ref().map(FloorMap::from)).collect();
    let kinds: Vec<RoomKind> = maps.iter().flatten().flat_map(FloorMap::kinds).collect();
    let dashed = if kinds.iter().copied().any(is_hidden) { " Dashed: hidden rooms." } else { "" };
    let floors = records.iter().filter_map(|record| record.floor.as_ref());
    let labyrinths: Vec<bool> =
        floors.map(|floor| floor.curse() == Some(Curse::Labyrinth)).collect();
    let tiles = tiles_of(maps.iter().flatten());
    let words = Words {
        name: "records".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "{}: the first with each extreme value among {} of level {}; one map scale",
            which(records.len(), &labyrinths),
            whole(summary.floors),
            address.request.level
        ),
        caption: format!(
            "Under each map: the record, how rare it is among all floors counted, and its seed.{}{dashed}{}",
            in_the_game(census),
            counted(kinds.iter().copied())
        ),
        notes: vec![format!(
            "N = {} floors, a census of every seed. {} {}, stream {}, {} seeds. Basement Lab {VERSION}.",
            whole(summary.floors),
            capital(&address.generator.backend),
            address.generator.edition,
            address.generator.stream_version,
            address.seeds
        )],
        alt: format!(
            "{title}. Maps: {}.",
            records
                .iter()
                .map(|record| format!(
                    "{}, {}, seed {}",
                    record.what.to_lowercase(),
                    value_in_words(record),
                    record.seed
                ))
                .collect::<Vec<_>>()
                .join("; ")
        ),
    };
    let columns = |width: f64| if width < 500.0 { 2 } else { 3 };
    let extent = maps
        .iter()
        .flatten()
        .map(FloorMap::extent)
        .fold((1.0_f64, 1.0_f64), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let side = move |width: f64| {
        let columns = columns(width) as f64;
        (((width - 14.0 * (columns - 1.0)) / columns) / extent.0).min(16.0)
    };
    let row = move |width: f64| extent.1 * side(width) + AROUND;
    let height = |width: f64| {
        let rows = records.len().div_ceil(columns(width)) as f64;
        row(width) * rows + 12.0 + key_height(width, &tiles)
    };
    Some(compose_for_article(words, table, height, |drawing, area| {
        let columns = if is_narrow(area) { 2 } else { 3 };
        let count = records.len().div_ceil(columns);
        let key = key_height(area.width, &tiles);
        let strips = area.inset(0.0, 0.0, 0.0, key + 12.0).rows(count, 0.0);
        for (place, (record, map)) in records.iter().zip(&maps).enumerate() {
            let cell = strips[place / columns].columns(columns, 14.0)[place % columns];
            draw(drawing, cell, record, map.as_ref(), side(area.width), summary.floors);
        }
        let below = Area::new(area.x, area.bottom() - key, area.width, key);
        key_of_tiles(drawing, below, &tiles);
    }))
}

/// How many floors are shown, and how many of them lie under Curse of the Labyrinth.
fn which(records: usize, are_labyrinths: &[bool]) -> String {
    let number = capital(&in_words(records as f64));
    let cursed = are_labyrinths.iter().filter(|it| **it).count();
    let under = "under Curse of the Labyrinth";
    match (records, cursed) {
        (1, 0) => "One floor".to_owned(),
        (1, _) => format!("One floor, {under}"),
        (_, 0) => format!("{number} floors"),
        (all, cursed) if all == cursed => format!("{number} floors, all {under}"),
        (_, cursed) => format!("{number} floors, {} {under}", in_words(cursed as f64)),
    }
}

/// What the game makes of the seeds, where it has them.
fn in_the_game(census: &Census) -> &'static str {
    let address = census.address();
    let is_own = address.generator.changed.is_empty() && address.seeds != SeedKind::Pcg;
    let number = census.ranges().first().map_or(0, SeedRange::first);
    if is_own && address.generator.backend == "rebirth" && run_of(census, number).is_some() {
        " The game makes the same layout from the seed, unless its rooms find no place there; its boss \
         and special rooms may lie in other dead ends."
    } else {
        ""
    }
}

fn value_in_words(record: &Record) -> String {
    let value = record.measure.show(record.value);
    let unit = match record.measure.name {
        "dead_ends" => "dead ends",
        "large_rooms" => "big rooms",
        _ => record.measure.unit,
    };
    let unit = match unit {
        unit if value == "1" => unit.trim_end_matches('s'),
        unit => unit,
    };
    format!("{value} {unit}")
}

fn draw(
    drawing: &mut Drawing,
    cell: Area,
    record: &Record,
    map: Option<&FloorMap>,
    side: f64,
    all: u64,
) {
    drawing.text(record.what, cell.middle(), cell.y + 14.0, Type::new(LABEL, INK).bold().middle());
    if let Some(map) = map {
        map.draw_tiles(drawing, cell.inset(0.0, 20.0, 0.0, AROUND - 20.0), side, &[], INK);
    }
    let look = Type::new(NOTE, INK).middle();
    let text = format!("{}, {}", value_in_words(record), one_in(all, record.floors));
    drawing.text(text, cell.middle(), cell.bottom() - 30.0, look);
    drawing.text(
        record.seed.as_str(),
        cell.middle(),
        cell.bottom() - 15.0,
        Type::new(NOTE, QUIET).bold().middle(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarity_is_said_to_two_digits() {
        assert_eq!(one_in(4_294_967_295, 5), "1 in 860 million");
        assert_eq!(one_in(4_294_967_295, 1), "1 in 4.3 billion");
        assert_eq!(one_in(4_294_967_295, 947_799), "1 in 4,500");
        assert_eq!(one_in(4_294_967_295, 739), "1 in 5.8 million");
        assert_eq!(one_in(100, 7), "1 in 14");
        assert_eq!(one_in(100, 100), "1 in 1");
    }

    #[test]
    fn floors_under_the_labyrinth_are_counted() {
        assert_eq!(which(6, &[false; 6]), "Six floors");
        let some = which(6, &[true, false, true, true, true, true]);
        assert_eq!(some, "Six floors, five under Curse of the Labyrinth");
        assert_eq!(which(2, &[true, true]), "Two floors, all under Curse of the Labyrinth");
        assert_eq!(which(1, &[true]), "One floor, under Curse of the Labyrinth");
    }

    #[test]
    fn the_title_names_the_records_that_there_are() {
        let all = title("Rebirth", 1, Some(21), Some(14), Some(13));
        assert_eq!(
            all,
            "Record floors of Rebirth, level 1: 21 rooms, 14 rings, a boss 13 steps away"
        );
        assert_eq!(
            title("Rebirth", 2, Some(9), None, None),
            "Record floors of Rebirth, level 2: 9 rooms"
        );
        assert_eq!(title("Rebirth", 2, None, None, None), "The record floors of Rebirth, level 2");
    }
}
