//! Every seed there is.

use basement_floors::{Curse, CurseChoice, RunSeed, command_options};
use basement_survey::{Cardinality, Census, SeedKind};

use crate::article::figures::records;
use crate::article::{Context, PageTable, Section};
use crate::figures::census::{Part, amount, game_of, is_of_layouts, noun_of, seeds_in_words};
use crate::number::{fixed, whole};
use crate::words::capital;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let census = context.census?;
    let records = records::records(census);
    let floors = records.iter().filter_map(|record| record.floor.as_ref());
    let curses: Vec<bool> = floors.map(|floor| floor.curse() == Some(Curse::Labyrinth)).collect();
    let is_all = Part::of(census) == Part::All;
    let heading = if is_all { "Every seed there is" } else { "A census of seeds" };
    Section::new("census", heading)
        .text(how_many(census))
        .figure(records::figure(census, &records))
        .text(on_curses(census, &curses))
        .table(commands(census, &records))
        .unless_empty()
}

/// How many seeds, and how many different floors.
fn how_many(census: &Census) -> String {
    let address = census.address();
    let summary = &census.counts().summary;
    let (floors, layouts) = (census.distinct_floors(), census.distinct_layouts());
    let (noun, level) = (noun_of(census), address.request.level);
    let backend = capital(&address.generator.backend);
    let curse = match address.request.curse {
        CurseChoice::Drawn => ", with the curse that the seed draws",
        _ => "",
    };
    let all = format!("{backend} draws a level from one of {} seeds.", whole(u32::MAX.into()));
    let begins = match Part::of(census) {
        Part::All => format!(
            "{all} That is few enough to make and measure the {noun} of every one of them{curse}: no sample of \
             level {level}, but all of it."
        ),
        Part::First => format!(
            "{all} The {noun}s that {} give on level {level} were made and measured{curse}. Neighbouring seeds are \
             alike in their first draws, so that these are no random sample of all.",
            seeds_in_words(census)
        ),
        Part::Other => format!(
            "The {noun}s that {} give on level {level} were made and measured{curse}.",
            seeds_in_words(census)
        ),
    };
    let of_game = format!("{begins} They are {noun}s of {}.", game_of(census));
    let in_short = |cardinality| in_short(cardinality, summary.floors);
    // A floor that ends with its layout is nothing more.
    if is_of_layouts(census) {
        let estimated = estimates(&[layouts]);
        let layouts = in_short(layouts);
        return format!("{of_game} {} of them are different{estimated}.", capital(&layouts));
    }
    let per_floor = summary.floors as f64 / floors.count().max(1) as f64;
    let again = if per_floor >= 1.05 {
        format!(" ({} seeds each, on average)", fixed(per_floor, 1))
    } else {
        String::new()
    };
    format!(
        "{of_game} {} of them are different{again}, with {} different plans of rooms{}.",
        capital(&in_short(floors)),
        in_short(layouts),
        estimates(&[floors, layouts])
    )
}

/// Which of these numbers are estimates.
fn estimates(numbers: &[Cardinality]) -> &'static str {
    let is_estimate = |number: &&Cardinality| matches!(number, Cardinality::Estimated { .. });
    match numbers.iter().filter(is_estimate).count() {
        0 => "",
        1 if numbers.len() == 1 => "; only this number is an estimate",
        1 => "; only the first of these two numbers is an estimate",
        _ => "; only these two numbers are estimates",
    }
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

/// How many of the records lie under Curse of the Labyrinth, where curses are drawn.
fn on_curses(census: &Census, are_labyrinths: &[bool]) -> String {
    match census.address().request.curse {
        CurseChoice::Drawn => labyrinths(noun_of(census), are_labyrinths),
        _ => String::new(),
    }
}

fn labyrinths(noun: &str, are_labyrinths: &[bool]) -> String {
    match are_labyrinths.iter().filter(|it| **it).count() {
        0 => String::new(),
        count => format!(
            "Curses are drawn as the game draws them: {count} of the {} {noun}s shown {} under Curse of the \
             Labyrinth, which makes floors larger and gives them a second boss.",
            are_labyrinths.len(),
            if count == 1 { "lies" } else { "lie" }
        ),
    }
}

/// The commands that draw the records.
fn commands(census: &Census, records: &[records::Record]) -> PageTable {
    let address = census.address();
    let is_run = |record: &&records::Record| {
        address.generator.catalogue.is_none()
            && address.seeds != SeedKind::Pcg
            && record.seed.parse::<RunSeed>().is_ok()
    };
    let options = command_options(&address.generator, &address.request).join(" ");
    let cells = |what: &str, seed: &str, in_layout: &str, command: String| {
        let mut cells = vec![what.to_owned(), seed.to_owned(), in_layout.to_owned(), command];
        if is_of_layouts(census) {
            cells.remove(2);
        }
        cells
    };
    let row = |record: &records::Record| {
        let in_layout = match record.is_in_layout {
            Some(true) => "yes, whatever the rooms",
            Some(false) => "no",
            None => "",
        };
        let command = format!("`basement-lab floor {options} --run-seed \"{}\"`", record.seed);
        cells(record.what, &record.seed, in_layout, command)
    };
    PageTable {
        caption: format!("The record {}s, to draw", noun_of(census)),
        headings: cells("record", "seed", "in the layout too", "command".to_owned()),
        rows: records.iter().filter(is_run).map(row).collect(),
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Phase, Request};
    use basement_survey::{CensusRun, Seeds};

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
        let on_curses = |are: &[bool]| labyrinths("floor", are);
        assert_eq!(on_curses(&[false, false]), "");
        assert!(on_curses(&[true, false]).contains("1 of the 2 floors shown lies under"));
        assert!(on_curses(&[true, true]).contains("2 of the 2 floors shown lie under"));
    }

    #[test]
    fn a_part_of_the_seeds_is_no_sample_and_layouts_are_called_layouts() {
        let told = |phase: Phase, first: u64| {
            let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
            let request = Request { phase, ..Request::level(1) };
            let seeds = Seeds::stage(first, 200);
            let mut run = CensusRun::new(&*generator, &request, seeds, None).unwrap();
            run.advance(&*generator, &|| false, &|_| {}).unwrap();
            how_many(run.census())
        };
        let first = told(Phase::Special, 1);
        assert!(first.contains("The floors that the first 200 seeds give on level 1"), "{first}");
        assert!(
            first.contains("no random sample of all. They are floors of Afterbirth+."),
            "{first}"
        );
        let others = told(Phase::Special, 2);
        assert!(
            others.starts_with("The floors that 200 seeds give on level 1 were made"),
            "{others}"
        );
        let layouts = told(Phase::Layout, 1);
        assert!(!layouts.contains("floor") && layouts.contains("They are layouts of"), "{layouts}");
    }
}
