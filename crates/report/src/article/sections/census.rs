//! Every seed there is.

use basement_floors::{Curse, Phase, RunSeed};
use basement_survey::{Cardinality, Census, SeedKind};

use crate::article::figures::records;
use crate::article::{Context, PageTable, Section};
use crate::figures::census::{amount, is_all_of_the_game};
use crate::number::{fixed, whole};
use crate::words::capital;

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
            "{} draws a level from one of {seeds} seeds. That is few enough to make and measure the floor of \
             every one of them, with the curse that the seed draws: no sample of level {level}, but all \
             of it.",
            capital(&address.generator.backend)
        )
    } else {
        format!("For {seeds} seeds in a row the floor of level {level} was made and counted.")
    };
    // A floor that ends with its layout is nothing more.
    if address.request.phase == Phase::Layout {
        let estimated = match layouts {
            Cardinality::Estimated { .. } => "; only this number is an estimate",
            _ => "",
        };
        let layouts = in_short(layouts, summary.floors);
        return format!("{begins} They give {layouts} different layouts of rooms{estimated}.");
    }
    let per_floor = summary.floors as f64 / floors.count().max(1) as f64;
    let again = if per_floor >= 1.05 {
        format!(" ({} seeds each, on average)", fixed(per_floor, 1))
    } else {
        String::new()
    };
    let estimated = match floors {
        Cardinality::Estimated { .. } => "; only these two numbers are estimates",
        _ => "",
    };
    format!(
        "{begins} They give {} different floors{again} on {} layouts of rooms{estimated}.",
        in_short(floors, summary.floors),
        in_short(layouts, summary.floors)
    )
}

/// "1,234", "about 718 million" or "about 1.97 billion": an estimate to three digits at most, as
/// far as its error leaves them.
fn in_short(cardinality: Cardinality, floors: u64) -> String {
    let Cardinality::Estimated { count, standard_error } = cardinality else {
        return amount(cardinality, floors);
    };
    let count = count.min(floors) as f64;
    let (unit, name) = match count {
        count if count >= 1e9 => (1e9, "billion"),
        count if count >= 1e6 => (1e6, "million"),
        _ => return amount(cardinality, floors),
    };
    let digits = if standard_error <= 0.005 { 3.0 } else { 2.0 };
    let decimals = (digits - 1.0 - (count / unit).log10().floor()).max(0.0) as usize;
    format!("about {} {name}", fixed(count / unit, decimals))
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
    let phase = match address.request.phase {
        Phase::Full => String::new(),
        phase => format!(" --phase {phase}"),
    };
    let row = |record: &records::Record| {
        vec![
            record.what.to_owned(),
            record.seed.clone(),
            format!(
                "`basement-lab floor --backend {} --edition {} --level {}{phase} --run-seed \"{}\"`",
                address.generator.backend,
                address.generator.edition,
                address.request.level,
                record.seed
            ),
        ]
    };
    PageTable {
        caption: "The record floors, to draw or to play".to_owned(),
        headings: ["record", "seed", "command"].map(str::to_owned).to_vec(),
        rows: records.iter().filter(is_run).map(row).collect(),
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_estimate_is_said_to_three_digits_at_most() {
        let about = |count, standard_error| {
            in_short(Cardinality::Estimated { count, standard_error }, 4_294_967_295)
        };
        assert_eq!(about(1_968_123_456, 0.002), "about 1.97 billion");
        assert_eq!(about(718_123_456, 0.002), "about 718 million");
        assert_eq!(about(1_968_123_456, 0.02), "about 2.0 billion");
        assert_eq!(in_short(Cardinality::Exact(1234), 5000), "1,234");
    }

    #[test]
    fn the_labyrinth_is_named_where_a_record_lies_under_it() {
        assert_eq!(on_curses(&[false, false]), "");
        assert!(on_curses(&[true, false]).contains("1 of the 2 floors shown lies under"));
        assert!(on_curses(&[true, true]).contains("2 of the 2 floors shown lie under"));
    }
}
