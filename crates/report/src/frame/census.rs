//! A census in words, and the seeds and the generator that it names.

use basement_floors::{Description, Difficulty, Generator, Phase, Request, RunSeed, Seed};
use basement_survey::SeedKind;
use basement_survey::census::{
    Cardinality, Census, CensusAddress, LAYOUTS_ARE_NOT_FLOORS, SeedRange,
};

use crate::prelude::*;

/// Whether layouts were counted, which are not floors of the game.
pub(crate) fn is_of_layouts(census: &Census) -> bool {
    census.address().request.phase == Phase::Layout
}

/// What was counted.
pub(crate) fn noun_of(census: &Census) -> &'static str {
    if is_of_layouts(census) { "layout" } else { "floor" }
}

/// The game whose floors were counted, by the name of its expansion.
pub(crate) fn game_of(census: &Census) -> String {
    let Description { backend, edition, .. } = &census.address().generator;
    expansion_of(backend, edition)
        .map_or_else(|| format!("{} ({edition})", capital(backend)), str::to_owned)
}

/// A sentence on what depends on the rooms in a census of Rebirth's floors.
pub(crate) fn rests_on(census: &Census) -> String {
    let CensusAddress { generator, request, seeds, .. } = census.address();
    if generator.backend != "rebirth" {
        return String::new();
    }
    if request.phase == Phase::Layout {
        return format!("{}.", capital(LAYOUTS_ARE_NOT_FLOORS));
    }
    let rng = seeds.rng();
    match (&generator.catalogue, generator.rooms_remark(request, rng)) {
        (None, Some(remark)) => format!("{}.", capital(&remark)),
        (Some(catalogue), _) => format!(
            "Which special room takes which dead end, and in which shape, follows the rooms of {catalogue}."
        ),
        (None, None) => String::new(),
    }
}

/// The seed with that number.
pub(crate) fn seed_of(census: &Census, number: u64) -> Option<Seed> {
    let CensusAddress { request, seeds, .. } = census.address();
    Some(seeds.seed(number).ok()?.stage_seed(request.level))
}

/// The run of the game whose stage has the seed with that number (R39).
pub(crate) fn run_of(census: &Census, number: u64) -> Option<RunSeed> {
    let CensusAddress { generator, request, .. } = census.address();
    generator.run_of(request.level, seed_of(census, number)?)
}

/// The generator that a census describes, unless it had its own rooms.
pub(crate) fn described_generator(census: &Census) -> Option<Box<dyn Generator>> {
    let description = &census.address().generator;
    let backend: Backend = description.backend.parse().ok()?;
    let generator = backend.generator(&*description.edition, &description.changed).ok()?;
    (generator.describe() == *description).then_some(generator)
}

/// "12,300", "860 million", "1.4 billion": a number rounded to that many digits.
pub(crate) fn rounded(number: f64, digits: i32) -> String {
    let length = |number: f64| number.max(1.0).log10().floor() as i32 + 1;
    let step = 10_f64.powi((length(number) - digits).max(0));
    let number = (number / step).round() * step;
    let (unit, name) = match number {
        number if number >= 1e9 => (1e9, "billion"),
        number if number >= 1e6 => (1e6, "million"),
        _ => return fixed(number, 0),
    };
    let decimals = (digits - length(number / unit)).max(0) as usize;
    format!("{} {name}", fixed(number / unit, decimals))
}

/// "1,234", "about 718 million": an estimate has at most three digits, and at most the number of floors.
pub(crate) fn amount(cardinality: Cardinality, floors: u64) -> String {
    match cardinality {
        Cardinality::Estimated { count, standard_error } => {
            let digits = if standard_error <= 0.005 { 3 } else { 2 };
            format!("about {}", rounded(count.min(floors) as f64, digits))
        }
        exact => whole(exact.count()),
    }
}

/// The finding, as a title.
pub(crate) fn title(census: &Census) -> String {
    let summary = &census.counts().summary;
    let seeds = capital(&seeds_in_words(census));
    let number = |cardinality| amount(cardinality, summary.floors);
    if is_of_layouts(census) {
        let layouts = number(census.distinct_layouts());
        return format!(
            "{seeds} give {layouts} different layouts, which are not floors of the game"
        );
    }
    format!("{seeds} give {} different floors", number(census.distinct_floors()))
}

/// What is unusual about a census and not in its subtitle, each item after a comma. The command that
/// reproduces the census has the details.
fn unusual(CensusAddress { generator, request, .. }: &CensusAddress) -> String {
    let usual =
        Request { phase: request.phase, curse: request.curse, ..Request::level(request.level) };
    let is_usual = Request { difficulty: usual.difficulty, ..*request } == usual;
    let changed = counted(generator.changed.len() as u64, "parameter");
    let differences = [
        (!generator.changed.is_empty()).then(|| format!(", {changed} changed")),
        generator.catalogue.as_ref().map(|catalogue| format!(", rooms of {catalogue}")),
        (!is_usual).then(|| ", a stage type, unlocks or a run state of its own".to_owned()),
    ];
    differences.into_iter().flatten().collect()
}

/// Which of the game's seeds a census covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// All of them.
    All,
    /// The first of them, without a gap.
    First,
    /// Others, or seeds that are not the game's.
    Other,
}

impl Coverage {
    pub(crate) fn of(census: &Census) -> Self {
        let is_game = census.address().seeds != SeedKind::Pcg;
        match census.ranges() {
            [all] if is_game && all.first() == 1 && all.last() == u64::from(u32::MAX) => Self::All,
            [first] if is_game && first.first() == 1 => Self::First,
            _ => Self::Other,
        }
    }
}

/// The seeds that were counted: "the first 1,500 seeds".
pub(crate) fn seeds_in_words(census: &Census) -> String {
    let count: u64 = census.ranges().iter().map(SeedRange::count).sum();
    let seeds = counted(count, "seed");
    match Coverage::of(census) {
        Coverage::All => format!("all {seeds}"),
        Coverage::First => format!("the first {seeds}"),
        Coverage::Other => seeds,
    }
}

/// Game, edition and request.
pub(crate) fn subtitle(census: &Census) -> String {
    let address = census.address();
    let request = &address.request;
    let phase = match request.phase {
        Phase::Layout => "layouts before any special room",
        Phase::Special | Phase::Full => "finished floors",
    };
    let rooms = match (request.phase, address.generator.backend.as_str()) {
        (Phase::Layout, _) => "",
        (_, "rebirth") if address.generator.catalogue.is_none() => ", of the built-in rooms",
        _ => "",
    };
    let difficulty = if request.difficulty == Difficulty::Hard { ", hard" } else { "" };
    format!(
        "{} {}, level {}{difficulty}, curse {}: {phase}{rooms}",
        capital(&address.generator.backend),
        address.generator.edition,
        request.level,
        spelled(request.curse),
    )
}

/// The notes below the figure: what it depends on, what was counted, seeds and versions.
pub(crate) fn notes(census: &Census) -> Vec<String> {
    let (summary, address) = (&census.counts().summary, census.address());
    let noun = noun_of(census);
    let failed = match summary.gave_up {
        0 => String::new(),
        count => format!(" {} gave no {noun}.", counted(count, "seed")),
    };
    let missing = match census.missing().iter().map(SeedRange::count).sum() {
        0 => String::new(),
        missing => format!(
            " The census is partial: {} of {} seeds are missing.",
            whole(missing),
            whole(census.whole().count())
        ),
    };
    let different = |what: &str, cardinality: Cardinality| {
        let error = match cardinality {
            Cardinality::Estimated { standard_error, .. } => {
                format!("estimated, standard error {}", percent(standard_error, 2))
            }
            _ => "counted exactly".to_owned(),
        };
        format!("{} different {what} ({error})", amount(cardinality, summary.floors))
    };
    let plans = match is_of_layouts(census) {
        true => different("layouts", census.distinct_layouts()),
        false => format!(
            "{}, {}",
            different("plans of rooms", census.distinct_layouts()),
            different("floors with their kinds and hidden rooms", census.distinct_floors())
        ),
    };
    let seeds = census.ranges().iter();
    let seeds = seeds.map(|range| format!("{}–{}", whole(range.first()), whole(range.last())));
    let notes = [
        rests_on(census),
        format!("{}.{failed}{missing}", capital(&plans)),
        format!(
            "N = {} {noun}s. {} {}{}, stream {}, {} seeds {}. Basement Lab {VERSION}.",
            whole(summary.floors),
            address.generator.backend,
            address.generator.edition,
            unusual(address),
            address.generator.stream_version,
            address.seeds,
            seeds.collect::<Vec<_>>().join(", "),
        ),
    ];
    notes.into_iter().filter(|note| !note.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use basement_survey::Seeds;
    use basement_survey::census::CensusRun;

    use super::*;
    use crate::figures::census_figure;

    fn census(first: u64, count: u64, shard: Option<&str>) -> Census {
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let request = Request { phase: Phase::Special, ..Request::level(1) };
        let seeds = Seeds::stage(first, count);
        let shard = shard.map(|shard| shard.parse().unwrap());
        let mut run = CensusRun::new(&*generator, &request, seeds, shard).unwrap();
        run.advance(&*generator, &|| false, &|_| {}).unwrap();
        run.into_census()
    }

    #[test]
    fn a_part_of_the_seeds_is_described_as_a_part() {
        let mut first = census(1, 300, Some("1/3"));
        assert_eq!(
            (Coverage::of(&first), &*seeds_in_words(&first)),
            (Coverage::First, "the first 100 seeds")
        );
        let figure = census_figure(&first, None).unwrap();
        let notes = figure.notes.join(" ");
        assert!(notes.contains("The census is partial: 200 of 300 seeds are missing."), "{notes}");
        first.merge(&census(1, 300, Some("3/3"))).unwrap();
        assert_eq!(
            (Coverage::of(&first), &*seeds_in_words(&first)),
            (Coverage::Other, "200 seeds")
        );
        first.merge(&census(1, 300, Some("2/3"))).unwrap();
        assert_eq!(seeds_in_words(&first), "the first 300 seeds");
        assert_eq!(seeds_in_words(&census(2, 300, None)), "300 seeds");
    }
}
