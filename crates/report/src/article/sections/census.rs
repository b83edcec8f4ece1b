//! Every seed there is.

use basement_floors::{CurseChoice, RunSeed};
use basement_survey::{Cardinality, Census, SeedKind};

use crate::article::figures::records;
use crate::article::{Context, PageTable, Section};
use crate::figures::census::{amount, is_all_of_the_game};
use crate::number::{fixed, whole};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let census = context.census?;
    let records = records::records(census);
    let heading =
        if is_all_of_the_game(census) { "Every seed there is" } else { "A census of seeds" };
    Section::new("census", heading)
        .text(how_many(census))
        .figure(records::figure(census, &records))
        .text(on_curses(census))
        .table(commands(census, &records))
        .unless_empty()
}

/// How many seeds, and how many different floors.
fn how_many(census: &Census) -> String {
    let address = census.address();
    let summary = &census.counts().summary;
    let floors = census.distinct_floors();
    let layouts = census.distinct_layouts();
    let level = address.request.level;
    let seeds = whole(summary.floors + summary.gave_up);
    let begins = if is_all_of_the_game(census) {
        format!(
            "A game draws a level from one of {seeds} seeds. That is few enough to make the floor of every \
             one of them: this is no sample of level {level}, but all of it."
        )
    } else {
        format!("For {seeds} seeds in a row the floor of level {level} was made and counted.")
    };
    let per_floor = summary.floors as f64 / floors.count().max(1) as f64;
    let again = if per_floor >= 1.05 {
        format!(", so that a floor comes from {} seeds on average", fixed(per_floor, 1))
    } else {
        String::new()
    };
    let estimated = match floors {
        Cardinality::Estimated { .. } => " The numbers of different floors are estimates.",
        _ => "",
    };
    format!(
        "{begins} They give {} different floors{again}, on {} different layouts of rooms.{estimated}",
        amount(floors, summary.floors),
        amount(layouts, summary.floors)
    )
}

/// What the drawn curses do to the records.
fn on_curses(census: &Census) -> String {
    match census.address().request.curse {
        CurseChoice::Drawn => "Curses are drawn as the game draws them. The largest floors lie under Curse \
                               of the Labyrinth, which no other floor of the level can match in rooms."
            .to_owned(),
        _ => String::new(),
    }
}

/// The commands that draw the records.
fn commands(census: &Census, records: &[records::Record]) -> PageTable {
    let address = census.address();
    let is_plain = address.generator.changed.is_empty() && address.generator.catalogue.is_none();
    let is_run = |record: &&records::Record| {
        is_plain && address.seeds != SeedKind::Pcg && record.seed.parse::<RunSeed>().is_ok()
    };
    let row = |record: &records::Record| {
        vec![
            record.what.to_owned(),
            record.seed.clone(),
            format!(
                "`basement-lab floor --backend {} --edition {} --level {} --run-seed \"{}\"`",
                address.generator.backend,
                address.generator.edition,
                address.request.level,
                record.seed
            ),
        ]
    };
    PageTable {
        caption: "The record floors again.".to_owned(),
        headings: ["record", "seed", "command"].map(str::to_owned).to_vec(),
        rows: records.iter().filter(is_run).map(row).collect(),
        note: String::new(),
    }
}
