//! A census on one page: how often each value comes up, however seldom, and the
//! extreme floors.

mod row;

use std::collections::BTreeSet;

use basement_floors::{
    Backend, CurseChoice, Difficulty, Generator, Phase, Request, RoomKind, RunSeed, Seed,
};
use basement_survey::{Address, Cardinality, Census, Measure, SeedRange, Seeds, measure};

use self::row::{Columns, ROW, Row};
use crate::figure::{Figure, Words, compose};
use crate::number::{counted, fixed, percent, whole};
use crate::series::backend_hue;
use crate::table::Table;
use crate::theme::{Hue, OTHERS};
use crate::words::{VERSION, capital, list, title_of};

/// The measures that are shown: the first five of which there is something to
/// show.
const SHOWN: [&str; 7] = [
    "rooms",
    "dead_ends",
    "boss_distance",
    "rings",
    "secret_neighbours",
    "eccentricity",
    "large_rooms",
];
const ROWS: usize = 5;

/// Height of the headings over the columns.
const HEADINGS: f64 = 20.0;

/// The figure of a census; `None` when none of its measures has two values. The floors on
/// its maps come from `generator`, or from one that the census describes.
///
/// ```
/// use basement_floors::{Backend, Request};
/// use basement_survey::{CensusRun, Seeds};
///
/// let rebirth = Backend::Rebirth.generator("", &[])?;
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
    let rows: Vec<Row<'_>> = SHOWN
        .into_iter()
        .filter_map(|name| Row::of(census, generator, Measure::from_name(name)?))
        .take(ROWS)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new(&["measure", "value", "floors", "share", "first_seed", "run"]);
    for Row { measure, values, .. } in &rows {
        for (value, bin) in values.bins() {
            table.row([
                measure.name.to_owned(),
                measure.show(value),
                bin.count.to_string(),
                format!("{:.12}", bin.count as f64 / values.total() as f64),
                bin.witness.to_string(),
                run_of(census, bin.witness).map(|run| run.to_string()).unwrap_or_default(),
            ]);
        }
    }
    let names: Vec<String> = rows.iter().map(|row| title_of(row.measure)).collect();
    let kinds: BTreeSet<RoomKind> = rows.iter().flat_map(Row::kinds).collect();
    let has_maps = !kinds.is_empty();
    let words = Words {
        name: "census".to_owned(),
        title: title(census),
        subtitle: subtitle(census),
        caption: format!(
            "Every floor of the range, counted: the distributions of {}, with the {} that have the \
             least and the greatest value.",
            list(&names),
            if has_maps { "floors" } else { "seeds" }
        ),
        notes: notes(census, &rows, &kinds),
        alt: format!(
            "For each of {}: bars of the share of floors by value, the numbers of floors on a logarithmic \
             scale, and the {} of the two extreme floors. {}",
            list(&names),
            if has_maps { "maps" } else { "seeds" },
            rows.iter().map(Row::in_words).collect::<Vec<_>>().join(" ")
        ),
    };
    let hue = match census.address().generator.backend.parse::<Backend>() {
        Ok(backend) => backend_hue(backend),
        Err(_) => Hue::new(OTHERS[0]),
    };
    let most = summary.floors;
    let height = HEADINGS + ROW * rows.len() as f64;
    Some(compose(words, table, height, |drawing, area| {
        let columns = Columns::of(area);
        columns.headings(drawing, area.y + 11.0);
        for (place, row) in rows.iter().enumerate() {
            let top = area.y + HEADINGS + ROW * place as f64;
            row.draw(drawing, &columns, top, most, hue);
        }
    }))
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
    let generator = backend.generator(&description.edition, &description.changed).ok()?;
    (generator.describe() == *description).then_some(generator)
}

/// "1,234" or "about 1,230,000", as many digits as the error leaves; at most as many as there
/// are floors.
pub(crate) fn amount(cardinality: Cardinality, floors: u64) -> String {
    match cardinality {
        Cardinality::Exact(count) => whole(count),
        Cardinality::Estimated { count, standard_error } => {
            let error = (count as f64 * standard_error).max(1.0);
            let unit = 10_u64.pow(error.log10().floor() as u32);
            format!("about {}", whole(((count + unit / 2) / unit * unit).min(floors)))
        }
    }
}

fn title(census: &Census) -> String {
    let summary = &census.counts().summary;
    let seeds = summary.floors + summary.gave_up;
    let layout_only = census.address().request.phase == Phase::Layout;
    let (what, cardinality) = if layout_only {
        ("layouts", census.distinct_layouts())
    } else {
        ("floors", census.distinct_floors())
    };
    let all = if is_all_of_the_game(census) { "All " } else { "" };
    let verb = if all.is_empty() { "give" } else { "seeds of the game give" };
    let noun = if all.is_empty() { " seeds" } else { "" };
    format!(
        "{all}{}{noun} {verb} {} different {what}",
        whole(seeds),
        amount(cardinality, summary.floors)
    )
}

/// What the marks of these kinds mean, after a semicolon.
fn marks(kinds: &BTreeSet<RoomKind>) -> String {
    let mark = |kind: &RoomKind| match kind {
        RoomKind::Normal => None,
        RoomKind::Start => Some("the dot is the start".to_owned()),
        kind => Some(format!("{} {}", kind.mark(), kind.to_string().replace('_', " "))),
    };
    let marks: Vec<String> = kinds.iter().filter_map(mark).collect();
    if marks.is_empty() { String::new() } else { format!("; {}", marks.join(", ")) }
}

/// What is unusual about a census and not in its subtitle, each item after a comma. The command
/// that makes the census again has the details.
fn unusual(address: &Address) -> String {
    let Address { generator, request, .. } = address;
    let usual = Request::level(request.level);
    let differences = [
        (!generator.changed.is_empty())
            .then(|| format!("{} changed", counted(generator.changed.len() as u64, "parameter"))),
        generator.catalogue.as_ref().map(|catalogue| format!("rooms of {catalogue}")),
        (request.stage_type != usual.stage_type)
            .then(|| format!("stage type {}", request.stage_type)),
        (request.unlocks != usual.unlocks).then(|| format!("unlocks {}", request.unlocks)),
        (request.run != usual.run).then(|| "a run state of its own".to_owned()),
    ];
    differences.into_iter().flatten().map(|difference| format!(", {difference}")).collect()
}

pub(crate) fn is_all_of_the_game(census: &Census) -> bool {
    let is_game = census.address().seeds != basement_survey::SeedKind::Pcg;
    let all = |range: &SeedRange| (range.first(), range.last()) == (1, u32::MAX.into());
    is_game && census.ranges().iter().any(all)
}

fn subtitle(census: &Census) -> String {
    let address = census.address();
    let request = &address.request;
    let phase = match request.phase {
        Phase::Layout => "layouts before any special room",
        Phase::Special => "floors with all special rooms",
        Phase::Full => "whole floors",
    };
    let of_range = if is_all_of_the_game(census) { "" } else { " of the range" };
    let difficulty = if request.difficulty == Difficulty::Hard { ", hard" } else { "" };
    format!(
        "{} {}, level {}{difficulty}, curse {}: {phase}, all seeds{of_range}",
        capital(&address.generator.backend),
        address.generator.edition,
        request.level,
        request.curse.to_string().replace('_', " "),
    )
}

fn notes(census: &Census, rows: &[Row<'_>], kinds: &BTreeSet<RoomKind>) -> Vec<String> {
    let summary = &census.counts().summary;
    let address = census.address();
    let per_floor = |measure: &'static Measure| {
        let total = summary.histogram(measure).raw_sum();
        fixed(total as f64 / summary.floors.max(1) as f64, 2)
    };
    let failed = match summary.gave_up {
        0 => "Every seed gave a floor.".to_owned(),
        count => format!(
            "{} gave no floor{}.",
            counted(count, "seed"),
            summary
                .gave_up_witness
                .map_or_else(String::new, |seed| format!(", the first is {seed}"))
        ),
    };
    let error = |cardinality| match cardinality {
        Cardinality::Estimated { standard_error, .. } => {
            format!("estimated, standard error {}", percent(standard_error, 2))
        }
        _ => "counted exactly".to_owned(),
    };
    let seeds: Vec<String> = census
        .ranges()
        .iter()
        .map(|range| format!("{}–{}", whole(range.first()), whole(range.last())))
        .collect();
    let missing = match census.missing().len() {
        0 => "",
        _ => " The census is partial: other shards are missing.",
    };
    let curses = match address.request.curse {
        CurseChoice::Drawn => {
            " Curses are drawn by the edition's chance, where it has one; a Labyrinth has more rooms than \
             other floors."
        }
        _ => "",
    };
    let is_named = run_of(census, census.ranges().first().map_or(0, SeedRange::first)).is_some();
    let floors = census.distinct_floors();
    let whole_floors = match address.request.phase {
        Phase::Layout => String::new(),
        Phase::Special | Phase::Full => format!(
            ", {} different floors (kinds and hidden rooms too; {})",
            amount(floors, summary.floors),
            error(floors)
        ),
    };
    let definitions: Vec<String> = rows
        .iter()
        .map(|Row { measure, .. }| format!("{}: {}", title_of(measure), measure.definition))
        .collect();
    vec![
        format!(
            "Bars: share of floors, the number is that of the highest; triangle: mean. Dots: number of floors \
             with each value, down to a single one. {}: the lowest seed with the least and the greatest \
             value{}{}.",
            if kinds.is_empty() { "Last columns" } else { "Maps" },
            if is_named { ", named by the run of the game that has it" } else { "" },
            marks(kinds),
        ),
        format!("{}.", capital(&definitions.join("; "))),
        format!(
            "{} different layouts (places and shapes of the plan's rooms; {}){whole_floors}. {failed} On \
             average a floor took {} attempts and {} draws.{curses}",
            capital(&amount(census.distinct_layouts(), summary.floors)),
            error(census.distinct_layouts()),
            per_floor(measure::ATTEMPTS),
            per_floor(measure::DRAWS),
        ),
        format!(
            "N = {} floors. {} {}{}, stream {}, {} seeds {}.{missing} Basement Lab {VERSION}.",
            whole(summary.floors),
            address.generator.backend,
            address.generator.edition,
            unusual(address),
            address.generator.stream_version,
            address.seeds,
            seeds.join(", "),
        ),
    ]
}
