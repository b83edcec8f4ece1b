//! The record floors of a census, with their seeds.

use basement_floors::{Curse, Floor, Generator, Phase, Request, RoomKind};
use basement_survey::{Analysis, Census, Measure, measure};

use crate::article::shape::in_words;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::figures::census::{
    described_generator, game_of, noun_of, rests_on, run_of, seed_of, seeds_in_words,
};
use crate::number::{self, fixed, whole};
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
const AROUND: f64 = 86.0;
/// What is said of a record that the layout has too.
const IN_LAYOUT: &str = "in the layout too";

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
    /// Whether the layout that its seed begins with has the value too, whatever the rooms; `None`
    /// where that cannot be told.
    pub(crate) is_in_layout: Option<bool>,
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
        let request = &census.address().request;
        let floor = generator.and_then(|generator| generator.generate(request, seed).ok());
        let is_in_layout = generator
            .zip(floor.as_ref())
            .and_then(|(generator, floor)| is_in_layout(generator, floor, measure));
        let seed =
            run_of(census, number).map_or_else(|| format!("seed {number}"), |run| run.to_string());
        let floors = values.count(value);
        Some(Record { measure, what, value, floors, first_seed: number, seed, floor, is_in_layout })
    };
    SHOWN.into_iter().filter_map(record).collect()
}

/// Whether a finished floor has the value of its layout, which no placing phase threw away; `None`
/// for layouts, and where a game has none.
fn is_in_layout(generator: &dyn Generator, floor: &Floor, measure: &Measure) -> Option<bool> {
    if floor.request().phase == Phase::Layout {
        return None;
    }
    let request = Request { phase: Phase::Layout, ..*floor.request() };
    let layout = generator.generate(&request, floor.seed()).ok()?;
    let of = |floor: &Floor| measure.raw_of(&Analysis::from_floor(floor));
    let is_kept = floor.outcome().failed_placings.is_empty();
    Some(is_kept && of(&layout).is_some() && of(&layout) == of(floor))
}

/// The finding, from the greatest numbers of rooms, of rings, and of steps to the boss, of floors or
/// of layouts.
pub(crate) fn title(
    noun: &str,
    game: &str,
    level: u8,
    rooms: Option<u32>,
    rings: Option<u32>,
    steps: Option<u32>,
) -> String {
    let parts: Vec<String> = [
        rooms.map(|rooms| number::counted(rooms.into(), "room")),
        rings.map(|rings| number::counted(rings.into(), "ring")),
        steps.map(|steps| format!("a boss {} away", number::counted(steps.into(), "step"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let long = format!("Record {noun}s of {game}, level {level}: {}", parts.join(", "));
    let short = format!("The record {noun}s of {game}, level {level}");
    if parts.is_empty() { short } else { first_fitting([long, short]) }
}

/// The figure; `None` where nothing varies.
pub(crate) fn figure(census: &Census, records: &[Record]) -> Option<Figure> {
    if records.is_empty() {
        return None;
    }
    let summary = &census.counts().summary;
    let address = census.address();
    let mut table = Table::new(&[
        "record",
        "measure",
        "value",
        "floors",
        "one_in",
        "first_seed",
        "seed",
        "in_the_layout_too",
    ]);
    for record in records {
        table.row([
            record.what.to_owned(),
            record.measure.name.to_owned(),
            record.measure.show(record.value),
            record.floors.to_string(),
            one_in(summary.floors, record.floors),
            record.first_seed.to_string(),
            record.seed.clone(),
            match record.is_in_layout {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => String::new(),
            },
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
        String::new(),
    ]);
    let noun = noun_of(census);
    let most = |measure: &Measure| {
        let own = records.iter().filter(|record| record.measure == measure);
        own.map(|record| record.value).max()
    };
    let title = title(
        noun,
        &game_of(census),
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
    let in_layout = if records.iter().any(|record| record.is_in_layout == Some(true)) {
        " In the layout too: the layout that the seed begins with has the value already, whatever the rooms."
    } else {
        ""
    };
    let words = Words {
        name: "records".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "{}: the first with each extreme value among {} of level {}; one map scale",
            which(noun, records.len(), &labyrinths),
            whole(summary.floors),
            address.request.level
        ),
        caption: format!(
            "Under each map: the record, how rare it is among all {noun}s counted, and its seed.{in_layout}{}{dashed}{}",
            after_a_space(&rests_on(census)),
            counted(kinds.iter().copied())
        ),
        notes: vec![format!(
            "N = {} {noun}s, a census of {}. {} {}, stream {}, {} seeds. Basement Lab {VERSION}.",
            whole(summary.floors),
            seeds_in_words(census),
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
                    "{}, {}, seed {}{}",
                    record.what.to_lowercase(),
                    value_in_words(record),
                    record.seed.trim_start_matches("seed "),
                    if record.is_in_layout == Some(true) {
                        format!(", {IN_LAYOUT}")
                    } else {
                        String::new()
                    }
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

/// How many are shown, and how many of them lie under Curse of the Labyrinth.
fn which(noun: &str, records: usize, are_labyrinths: &[bool]) -> String {
    let number = capital(&in_words(records as f64));
    let cursed = are_labyrinths.iter().filter(|it| **it).count();
    let under = "under Curse of the Labyrinth";
    match (records, cursed) {
        (1, 0) => format!("One {noun}"),
        (1, _) => format!("One {noun}, {under}"),
        (_, 0) => format!("{number} {noun}s"),
        (all, cursed) if all == cursed => format!("{number} {noun}s, all {under}"),
        (_, cursed) => format!("{number} {noun}s, {} {under}", in_words(cursed as f64)),
    }
}

/// A sentence that follows another one.
fn after_a_space(sentence: &str) -> String {
    if sentence.is_empty() { String::new() } else { format!(" {sentence}") }
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
    drawing.text(text, cell.middle(), cell.bottom() - 46.0, look);
    let quiet = Type::new(NOTE, QUIET).middle();
    drawing.text(record.seed.as_str(), cell.middle(), cell.bottom() - 31.0, quiet.bold());
    if record.is_in_layout == Some(true) {
        drawing.text(IN_LAYOUT, cell.middle(), cell.bottom() - 16.0, quiet);
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::{CensusRun, Seeds};

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
        assert_eq!(which("floor", 6, &[false; 6]), "Six floors");
        let some = which("floor", 6, &[true, false, true, true, true, true]);
        assert_eq!(some, "Six floors, five under Curse of the Labyrinth");
        assert_eq!(
            which("layout", 2, &[true, true]),
            "Two layouts, all under Curse of the Labyrinth"
        );
        assert_eq!(which("floor", 1, &[true]), "One floor, under Curse of the Labyrinth");
    }

    #[test]
    fn the_title_names_the_records_that_there_are() {
        let all = title("floor", "Afterbirth+", 1, Some(21), Some(14), Some(13));
        assert_eq!(
            all,
            "Record floors of Afterbirth+, level 1: 21 rooms, 14 rings, a boss 13 steps away"
        );
        assert_eq!(
            title("layout", "Rebirth", 2, Some(9), None, None),
            "Record layouts of Rebirth, level 2: 9 rooms"
        );
        assert_eq!(
            title("floor", "Rebirth", 2, None, None, None),
            "The record floors of Rebirth, level 2"
        );
    }

    #[test]
    fn records_that_the_layout_has_too_are_told_from_those_that_rest_on_the_rooms() {
        let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
        let request = Request { phase: Phase::Special, ..Request::level(1) };
        let seeds = Seeds::stage(1, 4000);
        let mut run = CensusRun::new(&*generator, &request, seeds, None).unwrap();
        run.advance(&*generator, &|| false, &|_| {}).unwrap();
        let records = records(run.census());
        let marked = |measure: &Measure| {
            let own = records.iter().find(|record| record.measure == measure);
            own.and_then(|record| record.is_in_layout).unwrap()
        };
        assert!(marked(measure::ROOMS));
        // A layout has no boss.
        assert!(!marked(measure::BOSS_DISTANCE));
        for record in &records {
            let floor = record.floor.as_ref().unwrap();
            let layout = Request { phase: Phase::Layout, ..*floor.request() };
            let layout = generator.generate(&layout, floor.seed()).unwrap();
            let value = record.measure.raw_of(&Analysis::from_floor(&layout));
            if record.is_in_layout == Some(true) {
                assert_eq!(value, Some(record.value), "{}", record.what);
            } else {
                let has_failed = !floor.outcome().failed_placings.is_empty();
                assert!(has_failed || value != Some(record.value), "{}", record.what);
            }
        }
        let figure = figure(run.census(), &records).unwrap();
        assert!(figure.caption.contains("follows the built-in rooms"), "{}", figure.caption);
        assert!(figure.title.starts_with("Record floors of Afterbirth+"), "{}", figure.title);
    }
}
