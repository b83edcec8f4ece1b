//! Every seed there is.

use basement_floors::{Curse, CurseChoice, Floor, Generator, Phase, Request, command_options};
use basement_survey::census::Census;
use basement_survey::{Analysis, SeedKind};

use crate::frame::census::{
    Coverage, amount, described_generator, game_of, is_of_layouts, noun_of, rests_on, rounded,
    seeds_in_words,
};
use crate::frame::extremes::Witness;
use crate::prelude::*;

/// The records: a measure, whether its greatest value counts or its least, and what the record is called.
const RECORDS: [(&Measure, bool, &str); 6] = [
    (measure::ROOMS, false, "Fewest rooms"),
    (measure::ROOMS, true, "Most rooms"),
    (measure::DEAD_ENDS, true, "Most dead ends"),
    (measure::BOSS_DISTANCE, true, "Longest way to the boss"),
    (measure::RINGS, true, "Most rings"),
    (measure::LARGE_ROOMS, true, "Most big rooms"),
];

/// A record of a census.
pub(crate) struct Record {
    what: &'static str,
    measure: &'static Measure,
    /// How many floors have its value.
    floors: u64,
    pub(crate) witness: Witness,
    /// Whether the layout that its seed begins with has the value too, whatever the rooms; `None` if that is
    /// unknown.
    is_in_layout: Option<bool>,
}

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let census = context.options.census.as_deref()?;
    let records = records(census);
    let floors = records.iter().filter_map(|record| record.witness.floor.as_ref());
    let curses: Vec<Option<Curse>> = floors.map(Floor::curse).collect();
    let is_all = Coverage::of(census) == Coverage::All;
    let heading = if is_all { "Every seed there is" } else { "A census of seeds" };
    Section::new("census", heading)
        .text(how_many(census))
        .text(larger_by_curse(census, &curses))
        .table(table(census, &records))
        .unless_empty()
}

/// "1 in 860 million": to two digits.
fn one_in(all: u64, floors: u64) -> String {
    format!("1 in {}", rounded(all as f64 / floors.max(1) as f64, 2))
}

/// The records of a census.
pub(crate) fn records(census: &Census) -> Vec<Record> {
    let generator = described_generator(census);
    let record = |(measure, is_most, what): (&'static Measure, bool, &'static str)| {
        let values = census.counts().summary.histogram(measure);
        let (least, most) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == most {
            return None;
        }
        let value = if is_most { most } else { least };
        let generator = generator.as_deref();
        let witness = Witness::of(census, generator, measure, value)?;
        let is_in_layout = generator
            .zip(witness.floor.as_ref())
            .and_then(|(generator, floor)| is_in_layout(generator, floor, measure));
        Some(Record { what, measure, floors: values.count(value), witness, is_in_layout })
    };
    RECORDS.into_iter().filter_map(record).collect()
}

/// Whether a finished floor has the value of its layout, and no placing phase discarded that layout; `None`
/// for layouts, and if a game has none.
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
    let made = format!("give on level {level} were made and measured{curse}");
    let seeds = seeds_in_words(census);
    let begins = match Coverage::of(census) {
        Coverage::All => format!(
            "{all} That is few enough to make and measure the {noun} of every one of them{curse}. This is all of \
             level {level}, not a sample."
        ),
        Coverage::First => format!(
            "{all} The {noun}s that {seeds} {made}. Neighbouring seeds have similar first draws, so these \
             are not a random sample."
        ),
        Coverage::Other => format!("The {noun}s that {seeds} {made}."),
    };
    let of_game = format!("{begins} They are {noun}s of {}.", game_of(census));
    let in_short = |cardinality| amount(cardinality, summary.floors);
    // In a census of layouts, no floor is more than its layout.
    if is_of_layouts(census) {
        return format!("{of_game} {} of them are different.", capital(&in_short(layouts)));
    }
    let per_floor = summary.floors as f64 / floors.count().max(1) as f64;
    let again = if per_floor >= 1.05 {
        format!(" ({} seeds each, on average)", fixed(per_floor, 1))
    } else {
        String::new()
    };
    format!(
        "{of_game} {} of them are different{again}, with {} different plans of rooms.",
        capital(&in_short(floors)),
        in_short(layouts)
    )
}

/// How many of the records are under a curse that adds rooms (R6), if curses are drawn.
fn larger_by_curse(census: &Census, curses: &[Option<Curse>]) -> String {
    let count = |curse| curses.iter().filter(|it| **it == Some(curse)).count();
    let named = [
        (count(Curse::Labyrinth), "under Curse of the Labyrinth (with a second boss)"),
        (count(Curse::Lost), "under Curse of the Lost"),
    ];
    let named = || named.iter().filter(|(count, _)| *count > 0);
    let of_curse = named().map(|(count, name)| format!("{} {name}", in_words(*count as f64)));
    let all: usize = named().map(|(count, _)| count).sum();
    match census.address().request.curse {
        CurseChoice::Drawn if all > 0 => format!(
            "Curses are drawn as the game draws them, and {all} of the {} record {}s {} under one that adds rooms: {}.",
            curses.len(),
            noun_of(census),
            if all == 1 { "lies" } else { "lie" },
            list(of_curse)
        ),
        _ => String::new(),
    }
}

/// The records with their seeds, and the commands that draw them.
fn table(census: &Census, records: &[Record]) -> PageTable {
    let address = census.address();
    let options = command_options(&address.generator, &address.request).join(" ");
    let can_be_drawn = address.generator.catalogue.is_none() && address.seeds != SeedKind::Pcg;
    let mut table = Table::of(records)
        .column("record", |it| it.what)
        .column("value", |it| it.measure.show(it.witness.value))
        .optional("curse", |it| Some(capital(&it.witness.floor.as_ref()?.curse()?.to_string())))
        .column("how rare", |it| one_in(census.counts().summary.floors, it.floors))
        .column("seed", |it| match it.witness.run {
            Some(run) => run.to_string(),
            None => it.witness.seed(),
        });
    if !is_of_layouts(census) {
        let words = |is_so: bool| if is_so { "yes, whatever the rooms" } else { "no" };
        table = table.optional("also in the layout", |it| it.is_in_layout.map(words));
    }
    let table = table.optional("command", |it| {
        let run = it.witness.run.filter(|_| can_be_drawn)?;
        Some(format!("`basement-lab floor {options} --run-seed \"{run}\"`"))
    });
    let caption = format!("The record {}s among those counted", noun_of(census));
    PageTable::new(caption, table, rests_on(census))
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::Seeds;
    use basement_survey::census::{Cardinality, CensusRun};

    use super::*;

    #[test]
    fn rarity_has_two_digits() {
        assert_eq!(one_in(4_294_967_295, 5), "1 in 860 million");
        assert_eq!(one_in(4_294_967_295, 1), "1 in 4.3 billion");
        assert_eq!(one_in(4_294_967_295, 947_799), "1 in 4,500");
        assert_eq!(one_in(4_294_967_295, 739), "1 in 5.8 million");
        assert_eq!(one_in(100, 7), "1 in 14");
        assert_eq!(one_in(100, 100), "1 in 1");
    }

    #[test]
    fn a_large_estimate_has_three_digits_at_most() {
        let about = |count, standard_error| {
            amount(Cardinality::Estimated { count, standard_error }, 4_294_967_295)
        };
        assert_eq!(about(1_968_123_456, 0.002), "about 1.97 billion");
        assert_eq!(about(718_123_456, 0.002), "about 718 million");
        assert_eq!(about(1_968_123_456, 0.02), "about 2.0 billion");
        assert_eq!(about(123_456, 0.01), "about 120,000");
        assert_eq!(amount(Cardinality::Exact(1234), 5000), "1,234");
    }

    #[test]
    fn a_census_names_curses_that_add_rooms_to_its_record_floors() {
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let said = |request: &Request, curses: &[Option<Curse>]| {
            let run = CensusRun::new(&*generator, request, Seeds::stage(1, 9), None).unwrap();
            larger_by_curse(run.census(), curses)
        };
        let drawn = Request::level(1);
        let [labyrinth, lost, other] = [Curse::Labyrinth, Curse::Lost, Curse::Maze].map(Some);
        assert_eq!(said(&drawn, &[None, other]), "");
        assert_eq!(
            said(&drawn, &[labyrinth, lost, None, lost]),
            "Curses are drawn as the game draws them, and 3 of the 4 record floors lie under one that adds rooms: one under Curse of the \
             Labyrinth (with a second boss) and two under Curse of the Lost."
        );
        assert!(said(&drawn, &[lost, None]).contains("1 of the 2 record floors lies under one"));
        assert_eq!(said(&drawn.without_curse(), &[labyrinth, lost]), "");
    }

    #[test]
    fn a_part_of_the_seeds_is_not_called_a_random_sample_nor_layouts_floors() {
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
        assert!(first.contains("not a random sample. They are floors of Afterbirth+."), "{first}");
        let others = told(Phase::Special, 2);
        assert!(
            others.starts_with("The floors that 200 seeds give on level 1 were made"),
            "{others}"
        );
        let layouts = told(Phase::Layout, 1);
        assert!(!layouts.contains("floor") && layouts.contains("They are layouts of"), "{layouts}");
    }

    #[test]
    fn records_of_the_layout_are_distinguished_from_records_of_the_rooms() {
        let counted = |phase: Phase| {
            let generator = Backend::Rebirth.generator("afterbirth-plus", &[]).unwrap();
            let request = Request { phase, ..Request::level(1) };
            let seeds = Seeds::stage(1, 2000);
            let mut run = CensusRun::new(&*generator, &request, seeds, None).unwrap();
            run.advance(&*generator, &|| false, &|_| {}).unwrap();
            let records = records(run.census());
            let table = table(run.census(), &records);
            (records, table.headings)
        };
        let (floors, headings) = counted(Phase::Special);
        assert!(headings.contains(&"also in the layout".to_owned()), "{headings:?}");
        let told = |what: &str| {
            floors.iter().find(|record| record.what == what).and_then(|record| record.is_in_layout)
        };
        // No special room changes the number of rooms; a layout has no boss yet.
        assert_eq!(told("Fewest rooms"), Some(true));
        assert_eq!(told("Longest way to the boss"), Some(false));
        let (layouts, headings) = counted(Phase::Layout);
        assert!(layouts.iter().all(|record| record.is_in_layout.is_none()));
        assert!(!headings.contains(&"also in the layout".to_owned()), "{headings:?}");
    }
}
