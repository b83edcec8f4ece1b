//! Series of neither game: a generator given from Rust, and floors from a file.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use basement_floors::{Backend, Cell, Generator, Request, RoomKind};
use basement_report::{Figure, figures};
use basement_survey::record::{FloorFile, FloorRecord, RecordRoom};
use basement_survey::{Results, Series, Study};

use crate::json_lines;

/// Both games beside a generator given from Rust and floors from a file, which figures read.
pub(crate) fn guest_results() -> &'static Results {
    static GUESTS: LazyLock<Results> = LazyLock::new(with_guests);
    &GUESTS
}

fn with_guests() -> Results {
    let shipped = Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guests.jsonl");
    std::fs::write(&path, json_lines(&*shipped, &Request::level(4), 0..300)).unwrap();
    let shipped: Arc<dyn Generator> = Arc::from(shipped);
    let study = Study::new("With guests")
        .floors(300)
        .levels([1, 4, 8])
        .series(Series::new("Flash", Backend::Flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("A generator given from Rust", shipped))
        .series(Series::new("A file", FloorFile::new(path.to_str().unwrap())));
    study.run(&|_| {}).unwrap()
}

pub(crate) fn guest_figures() -> &'static [Figure] {
    static GUESTS: LazyLock<Vec<Figure>> = LazyLock::new(|| figures(guest_results()));
    &GUESTS
}

#[test]
fn every_figure_of_both_games_shows_an_outside_series_as_far_as_it_has_values() {
    let series_of = |name: &str| {
        let figure = guest_figures().iter().find(|figure| figure.name == name);
        let names = || guest_figures().iter().map(|f| f.name.as_str()).collect::<Vec<_>>();
        let figure = figure.unwrap_or_else(|| panic!("{name} of {:?}", names()));
        let place = figure.table.columns.iter().position(|column| column == "series").unwrap();
        figure.table.rows.iter().map(|row| row[place].clone()).collect::<BTreeSet<String>>()
    };
    for name in ["hero", "way", "rings", "occupancy", "boss-location"] {
        assert_eq!(series_of(name).len(), 4, "{name}");
    }
}

#[test]
fn the_shipped_flash_game_is_nearer_to_flash_than_to_rebirth() {
    for name in ["likeness-1", "likeness-2"] {
        let figure = guest_figures().iter().find(|figure| figure.name == name).unwrap();
        // The file's floors are of level 4 and are shown beside every level.
        let is_of_each_level = name == "likeness-1";
        let is_flash = figure.title.contains("nearer to Flash than to Rebirth");
        assert!(is_flash || !is_of_each_level, "{}", figure.title);
        let column = |name: &str| figure.table.columns.iter().position(|c| c == name).unwrap();
        let (distance, measure) = (column("jensen_shannon_bits"), column("measure"));
        let values = figure.table.rows.iter().map(|row| row[distance].parse::<f64>().unwrap());
        assert!(values.clone().all(|value| (0.0..=1.0).contains(&value)));
        assert!(figure.table.rows.iter().all(|row| row[measure] != "draws"));
    }
}

#[test]
fn a_caption_says_how_much_of_a_large_floor_is_outside_the_map() {
    // A corridor of eleven cells, four of them more than six columns from the start.
    let rooms = (0..11).map(|x| {
        let kind = match x {
            0 => RoomKind::Start,
            10 => RoomKind::Boss,
            _ => RoomKind::Normal,
        };
        RecordRoom::new(kind, [Cell::new(x, 0)])
    });
    let corridor = FloorRecord::new(rooms.collect(), None).unwrap();
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    std::fs::write(&path, serde_json::to_string(&corridor).unwrap()).unwrap();
    let study = Study::new("A corridor")
        .floors(50)
        .levels([1])
        .series(Series::new("Flash", Backend::Flash))
        .series(Series::new("Rebirth", Backend::Rebirth))
        .series(Series::new("A corridor", FloorFile::new(path.to_str().unwrap())));
    let figures = figures(&study.run(&|_| {}).unwrap());
    let caption = |name: &str| &figures.iter().find(|figure| figure.name == name).unwrap().caption;
    let beyond = "Cells more than 6 columns or rows from the start are left out: ";
    let occupancy = caption("occupancy");
    assert!(occupancy.contains(&format!("{beyond}36.4 % of those of A corridor.")), "{occupancy}");
    let boss = caption("boss-location");
    assert!(boss.contains(&format!("{beyond}100.0 % of those of A corridor.")), "{boss}");
}
