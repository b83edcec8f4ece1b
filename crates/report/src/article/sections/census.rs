//! Every seed there is.

use basement_floors::{Curse, RunSeed};
use basement_survey::{Cardinality, Census, SeedKind};

use crate::article::figures::records;
use crate::article::{Context, PageTable, Section};
use crate::figures::census::{amount, is_all_of_the_game};
use crate::number::{fixed, whole};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let census = context.census?;
    let records = records::records(census);
    let floors = records.iter().filter_map(|record| record.floor.as_ref());
    let curses: Vec<bool> = floors.map(|floor| floor.curse() == Some(Curse::Labyrinth)).collect();
    let heading =
        if is_all_of_the_game(census) { "Every seed there is" } else { "A census of seeds" };
    Section::new("census", heading)
        .text(how_many(census))
        .figure(records::figure(census, &records))
        .text(on_curses(&curses))
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

/// How many of the records lie under Curse of the Labyrinth.
fn on_curses(are_labyrinths: &[bool]) -> String {
    match are_labyrinths.iter().filter(|it| **it).count() {
        0 => String::new(),
        count => format!(
            "Curses are drawn as the game draws them: {count} of the {} floors shown {} under Curse of the \
             Labyrinth, which makes floors larger and gives them a second boss.",
            are_labyrinths.len(),
            if count == 1 { "lies" } else { "lie" }
        ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labyrinth_is_named_where_a_record_lies_under_it() {
        assert_eq!(on_curses(&[false, false]), "");
        assert!(on_curses(&[true, false]).contains("1 of the 2 floors shown lies under"));
        assert!(on_curses(&[true, true]).contains("2 of the 2 floors shown lie under"));
    }
}
