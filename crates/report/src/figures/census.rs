//! A census on one page: how often each value comes up, however seldom, and the
//! extreme floors.

use basement_floors::{
    Backend, Description, Difficulty, Floor, Generator, Phase, Request, RunSeed, Seed,
};
use basement_survey::{
    Address, Cardinality, Census, Histogram, LAYOUTS_ARE_NO_FLOORS, Measure, SeedKind, SeedRange,
    Seeds, Values, measure,
};

use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Part;
use crate::lexicon::{VERSION, capital, expansion_of, heading_of, list, title_of};
use crate::number::{counted, decimals_for, fixed, percent, whole};
use crate::panel::floor_map::FloorMap;
use crate::panel::maps::{Maps, Sheet};
use crate::plot::{Facet, Look, Mark, Plot, Scale, Y};
use crate::series::backend_hue;
use crate::table::Table;
use crate::theme::{Hue, INK, OTHERS};

/// Rows at most: of the first measures of which there is something to show.
const ROWS: usize = 5;

/// The figure of a census; `None` when none of its measures has two values. The floors on
/// its maps come from `generator`, or from one that the census describes.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{CensusRun, Seeds};
///
/// let rebirth = Backend::Rebirth.generator(None, &[])?;
/// let mut run = CensusRun::new(&*rebirth, &Request::level(1), Seeds::stage(1, 300), None)?;
/// run.advance(&*rebirth, &|| false, &|_| {})?;
/// let figure = basement_report::census_figure(run.census(), None).expect("measures that vary");
/// assert!(figure.table.columns.contains(&"first_seed".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn census_figure(census: &Census, generator: Option<&dyn Generator>) -> Option<Figure> {
    let summary = &census.counts().summary;
    let described = described_generator(census);
    let generator = generator.or(described.as_deref());
    let rows: Vec<Row<'_>> = shown(census)
        .into_iter()
        .filter_map(|measure| Row::of(census, generator, measure))
        .take(ROWS)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let bins = rows.iter().flat_map(|row| row.values.bins().map(move |bin| (row, bin)));
    let table = Table::of(
        bins,
        &[
            ("measure", &|(row, _)| row.measure.name.to_owned()),
            ("value", &|(row, (value, _))| row.measure.show(*value)),
            ("floors", &|(_, (_, bin))| bin.count.to_string()),
            ("share", &|(row, (_, bin))| {
                format!("{:.12}", bin.count as f64 / row.values.total() as f64)
            }),
            ("first_seed", &|(_, (_, bin))| bin.witness.to_string()),
            ("run", &|(_, (_, bin))| {
                run_of(census, bin.witness).map(|run| run.to_string()).unwrap_or_default()
            }),
        ],
    );
    let names = list(&rows.iter().map(|row| title_of(row.measure)).collect::<Vec<_>>());
    let noun = noun_of(census);
    let has_maps = rows.iter().any(|row| row.least.floor.is_some());
    let words = Words {
        name: "census".to_owned(),
        title: title(census),
        subtitle: subtitle(census),
        caption: format!(
            "Every {noun} of {}, counted, with the lowest seeds that have the least and the greatest value{}. Dots: \
             how many {noun}s have each value, down to a single one.",
            seeds_in_words(census),
            if rows.iter().any(|row| row.least.seed.starts_with("run")) {
                ", named by the run of the game that has it"
            } else {
                ""
            }
        ),
        notes: notes(census),
        alt: format!(
            "For each of {names}: bars of the share of {noun}s by value, the numbers of {noun}s on a \
             logarithmic scale, and the {} of the two extreme {noun}s. {}",
            if has_maps { "maps" } else { "seeds" },
            rows.iter().map(Row::in_words).collect::<Vec<_>>().join(" ")
        ),
    };
    let hue = match census.address().generator.backend.parse::<Backend>() {
        Ok(backend) => backend_hue(backend),
        Err(_) => Hue::new(OTHERS[0]),
    };
    let plots: Vec<Plot> = rows.iter().map(|row| row.plot(summary.floors, noun, hue)).collect();
    let sheets: Vec<Sheet> = rows.iter().flat_map(Row::sheets).collect();
    let mut sheets = sheets.into_iter();
    let maps: Vec<Vec<Sheet>> =
        (0..rows.len().div_ceil(2)).map(|_| sheets.by_ref().take(4).collect()).collect();
    let maps = Maps::new(maps, 2, 12.0);
    let plots = plots.iter().map(|plot| plot as &dyn Part);
    let parts: Vec<&dyn Part> = plots.chain([&maps as &dyn Part]).collect();
    Some(compose_parts(words, table, &parts))
}

/// A floor that has an extreme value.
struct Witness {
    value: u32,
    seed: String,
    floor: Option<Floor>,
}

/// One measure of the figure.
struct Row<'a> {
    measure: &'static Measure,
    values: &'a Histogram,
    least: Witness,
    greatest: Witness,
}

impl<'a> Row<'a> {
    /// The row of a measure that has more than one value.
    fn of(
        census: &'a Census,
        generator: Option<&dyn Generator>,
        measure: &'static Measure,
    ) -> Option<Self> {
        let values = census.counts().summary.histogram(measure);
        let (least, greatest) = (values.raw_minimum()?, values.raw_maximum()?);
        if least == greatest {
            return None;
        }
        let request = &census.address().request;
        let witness = |value: u32| {
            let number = values.witness(value)?;
            let seed = seed_of(census, number)?;
            let floor = generator.and_then(|generator| generator.generate(request, seed).ok());
            let seed = run_of(census, number)
                .map_or_else(|| format!("seed {number}"), |run| format!("run {run}"));
            Some(Witness { value, seed, floor })
        };
        Some(Self { measure, values, least: witness(least)?, greatest: witness(greatest)? })
    }

    fn mean(&self) -> String {
        let mean = Values::new(self.measure, self.values).mean().unwrap_or(0.0);
        fixed(mean, decimals_for(mean.max(0.1)).max(2))
    }

    fn in_words(&self) -> String {
        let [least, greatest] = [&self.least, &self.greatest].map(|it| self.measure.show(it.value));
        format!("{}: {least} to {greatest}, mean {}.", heading_of(self.measure), self.mean())
    }

    /// The shares of its values, and how many floors have each, down to a single one.
    fn plot(&self, floors: u64, noun: &str, hue: Hue) -> Plot {
        let values = Values::new(self.measure, self.values);
        let total = values.total() as f64;
        let bins: Vec<(f64, f64)> =
            values.iter().map(|(value, count)| (value, count as f64 / total)).collect();
        let most = bins.iter().map(|bin| bin.1).fold(0.0, f64::max);
        let unit = 1.0 / f64::from(self.measure.scale);
        let dot = |(x, count): (f64, u64)| Mark::Dot {
            x,
            y: (count as f64).log10(),
            interval: None,
            hue,
            look: Look::Side,
        };
        let dots = values.iter().map(dot).collect();
        let mean = values.mean().map(|x| Mark::Mean { x, hue });
        let bars = Mark::Bars { bars: bins, width: unit, hue, name: String::new() };
        let powers = (floors.max(10) as f64).log10();
        let (least, most_value) =
            (values.minimum().unwrap_or(0.0), values.maximum().unwrap_or(1.0));
        Plot {
            facets: vec![
                Facet::new(heading_of(self.measure), [bars].into_iter().chain(mean).collect())
                    .note(format!("share of {noun}s; mean {}", self.mean()))
                    .scale(Scale::shares(most).ticks(2)),
                Facet::new("", dots)
                    .note(format!("{noun}s, logarithmic"))
                    .scale(Scale::powers_of_ten(powers)),
            ],
            columns: [2, 2],
            x: Scale::new(least - 0.6 * unit, most_value + 0.6 * unit).decimals(0).ticks(6),
            y: Y::Values(Scale::new(0.0, 1.0), 76.0),
        }
    }

    /// The maps of the two extreme floors.
    fn sheets(&self) -> [Sheet; 2] {
        [("least", &self.least), ("greatest", &self.greatest)].map(|(which, witness)| {
            let value = self.measure.show(witness.value);
            let heading = format!("{}: {value}", heading_of(self.measure));
            let map = witness.floor.as_ref().map_or_else(FloorMap::empty, FloorMap::from);
            Sheet::new(map, heading, INK).lines(vec![which.to_owned(), witness.seed.clone()])
        })
    }
}

/// The measures of the rows. A layout has no boss yet: the way to its farthest room takes the place.
fn shown(census: &Census) -> [&'static Measure; 6] {
    let way = if is_of_layouts(census) { measure::ECCENTRICITY } else { measure::BOSS_DISTANCE };
    [
        measure::ROOMS,
        measure::DEAD_ENDS,
        measure::RINGS,
        way,
        measure::LARGE_ROOMS,
        measure::SECRET_NEIGHBOURS,
    ]
}

/// Whether layouts were counted, which are no floors of the game.
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

/// What of a census of Rebirth's floors is the game's, and what rests on the rooms.
pub(crate) fn rests_on(census: &Census) -> String {
    let Address { generator, request, seeds, .. } = census.address();
    if generator.backend != "rebirth" {
        return String::new();
    }
    if request.phase == Phase::Layout {
        return format!("{}.", capital(LAYOUTS_ARE_NO_FLOORS));
    }
    let rng = Seeds { kind: *seeds, first: 1, count: 1 }.rng();
    match (&generator.catalogue, generator.rooms_remark(request, rng)) {
        (None, Some(remark)) => format!("{}.", capital(&remark)),
        (Some(catalogue), _) => format!(
            "Which special room takes which dead end, and in which shape, follows the rooms of {catalogue}."
        ),
        (None, None) => String::new(),
    }
}

/// The seed of that number.
pub(crate) fn seed_of(census: &Census, number: u64) -> Option<Seed> {
    let Address { request, seeds, .. } = census.address();
    let seeds = Seeds { kind: *seeds, first: number, count: 1 };
    seeds.seed(number, request.level).ok()
}

/// The run of the game whose stage has the seed of that number (R39).
pub(crate) fn run_of(census: &Census, number: u64) -> Option<RunSeed> {
    let Address { generator, request, .. } = census.address();
    generator.run_of(request.level, seed_of(census, number)?)
}

/// The generator that a census describes, unless it had rooms of its own.
pub(crate) fn described_generator(census: &Census) -> Option<Box<dyn Generator>> {
    let description = &census.address().generator;
    let backend: Backend = description.backend.parse().ok()?;
    let generator = backend.generator(&*description.edition, &description.changed).ok()?;
    (generator.describe() == *description).then_some(generator)
}

/// "1,234", "about 1,230,000", "about 718 million" or "about 1.97 billion": an estimate to three
/// digits at most, as far as its error leaves them, and at most as many as there are floors.
pub(crate) fn amount(cardinality: Cardinality, floors: u64) -> String {
    let Cardinality::Estimated { count, standard_error } = cardinality else {
        return whole(cardinality.count());
    };
    let count = count.min(floors) as f64;
    let digits = if standard_error <= 0.005 { 3.0 } else { 2.0 };
    let (unit, name) = match count {
        count if count >= 1e9 => (1e9, " billion"),
        count if count >= 1e6 => (1e6, " million"),
        _ => {
            let unit = 10_f64.powf((count * standard_error).max(1.0).log10().floor());
            return format!("about {}", fixed((count / unit).round() * unit, 0));
        }
    };
    let decimals = (digits - 1.0 - (count / unit).log10().floor()).max(0.0) as usize;
    format!("about {}{name}", fixed(count / unit, decimals))
}

fn title(census: &Census) -> String {
    let summary = &census.counts().summary;
    let seeds = capital(&seeds_in_words(census));
    let number = |cardinality| amount(cardinality, summary.floors);
    if is_of_layouts(census) {
        let layouts = number(census.distinct_layouts());
        return format!(
            "{seeds} give {layouts} different layouts, which are no floors of the game"
        );
    }
    format!("{seeds} give {} different floors", number(census.distinct_floors()))
}

/// What is unusual about a census and not in its subtitle, each item after a comma. The command
/// that makes the census again has the details.
fn unusual(Address { generator, request, .. }: &Address) -> String {
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

/// Which of the game's seeds a census went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// All of them.
    All,
    /// The first of them, without a gap.
    First,
    /// Others, or seeds that are not of the game.
    Other,
}

impl Coverage {
    pub(crate) fn of(census: &Census) -> Self {
        let is_game = census.address().seeds != SeedKind::Pcg;
        match census.ranges() {
            [range] if is_game && range.first() == 1 => {
                if range.last() == u64::from(u32::MAX) {
                    Self::All
                } else {
                    Self::First
                }
            }
            _ => Self::Other,
        }
    }
}

/// The seeds that were gone through: "the first 1,500 seeds".
pub(crate) fn seeds_in_words(census: &Census) -> String {
    let count: u64 = census.ranges().iter().map(SeedRange::count).sum();
    let seeds = counted(count, "seed");
    match Coverage::of(census) {
        Coverage::All => format!("all {seeds}"),
        Coverage::First => format!("the first {seeds}"),
        Coverage::Other => seeds,
    }
}

fn subtitle(census: &Census) -> String {
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
        request.curse.to_string().replace('_', " "),
    )
}

fn notes(census: &Census) -> Vec<String> {
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
            different("floors, kinds and hidden rooms too", census.distinct_floors())
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
    use basement_survey::CensusRun;

    use super::*;

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
    fn a_part_of_the_seeds_is_told_as_the_part_that_it_is() {
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
