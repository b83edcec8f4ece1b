//! A census on one page: how often each value comes up, however seldom, and the
//! extreme floors.

use std::collections::BTreeSet;

use basement_floors::{
    Backend, CurseChoice, Difficulty, Floor, Generator, Phase, Request, RoomKind, RunSeed, Seed,
};
use basement_survey::{
    Address, Cardinality, Census, Histogram, Measure, SeedRange, Seeds, Values, measure,
    measure_named,
};

use crate::axis::{Axis, step_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::number::{counted, decimals_for, fixed, percent, whole};
use crate::panel::floor_map::FloorMap;
use crate::series::backend_hue;
use crate::table::Table;
use crate::theme::{FRAME, Hue, INK, LABEL, NOTE, OTHERS, QUIET, RULE, TICK, text_width};
use crate::words::{VERSION, capital, list};

/// The measures that are shown: the first five of which there is something to
/// show.
const SHOWN: [&str; 7] = [
    "rooms",
    "dead_ends",
    "boss_distance",
    "loops",
    "secret_neighbours",
    "eccentricity",
    "large_rooms",
];
const ROWS: usize = 5;

/// Height of a row, of its name, and of what stands below its plots.
const ROW: f64 = 138.0;
const NAME: f64 = 26.0;
const BELOW: f64 = 34.0;
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
        .filter_map(|name| Row::of(census, generator, measure_named(name)?))
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
    let names: Vec<String> = rows.iter().map(|row| row.measure.name.replace('_', " ")).collect();
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

/// Where the four columns of a row lie.
struct Columns {
    shares: Area,
    floors: Area,
    least: Area,
    greatest: Area,
}

impl Columns {
    fn of(area: Area) -> Self {
        let column = |x: f64, width: f64| Area::new(area.x + x, area.y, width, 0.0);
        Self {
            shares: column(0.0, 146.0),
            floors: column(184.0, 146.0),
            least: column(352.0, 84.0),
            greatest: column(444.0, 84.0),
        }
    }

    fn headings(&self, drawing: &mut Drawing, y: f64) {
        let look = Type::new(TICK, QUIET);
        drawing.text("share of floors", self.shares.x, y, look);
        drawing.text("floors, log scale", self.floors.x, y, look);
        drawing.text("least", self.least.middle(), y, look.middle());
        drawing.text("greatest", self.greatest.middle(), y, look.middle());
    }
}

/// A floor that has an extreme value.
struct Witness {
    value: u32,
    seed: String,
    floor: Option<Floor>,
}

/// One measure of the page.
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

    /// The kinds of rooms on its maps.
    fn kinds(&self) -> impl Iterator<Item = RoomKind> {
        let floors = [&self.least.floor, &self.greatest.floor].into_iter().flatten();
        floors.flat_map(Floor::rooms).map(|room| room.kind)
    }

    fn in_words(&self) -> String {
        let Self { measure, values, least, greatest } = self;
        format!(
            "{}: {} to {}, mean {}.",
            capital(&measure.name.replace('_', " ")),
            measure.show(least.value),
            measure.show(greatest.value),
            fixed(Values::new(measure, values).mean().unwrap_or(0.0), 2)
        )
    }

    fn draw(&self, drawing: &mut Drawing, columns: &Columns, top: f64, floors: u64, hue: Hue) {
        let name = capital(&self.measure.name.replace('_', " "));
        let look = Type::new(LABEL, INK);
        drawing.line(&[(columns.shares.x, top), (columns.greatest.right(), top)], 0.7, RULE);
        let width = text_width(&name, LABEL, true);
        drawing.text(name, columns.shares.x, top + 17.0, look.bold());
        let mean = Values::new(self.measure, self.values).mean().unwrap_or(0.0);
        let text = format!("mean {}", fixed(mean, decimals_for(mean.max(0.1)).max(2)));
        let at = columns.shares.x + width + 8.0;
        drawing.text(text, at, top + 17.0, Type::new(TICK, QUIET));

        let plot =
            |column: Area| Area { y: top + NAME + 6.0, height: ROW - NAME - BELOW - 6.0, ..column };
        let ends = (f64::from(self.least.value) - 0.5, f64::from(self.greatest.value) + 0.5);
        self.draw_shares(drawing, plot(columns.shares), ends, hue);
        self.draw_floors(drawing, plot(columns.floors), ends, floors, hue);
        self.draw_extremes(drawing, columns, top);
    }

    /// Bars of shares, the highest with its number, and the mean.
    fn draw_shares(&self, drawing: &mut Drawing, plot: Area, ends: (f64, f64), hue: Hue) {
        let x = Axis::new(ends, (plot.x, plot.right()));
        let total = self.values.total() as f64;
        let most = self.values.bins().map(|(_, bin)| bin.count).max().unwrap_or(1) as f64;
        let y = Axis::new((0.0, most), (plot.bottom(), plot.y + 12.0));
        let gap = if ends.1 - ends.0 > 40.0 { 0.0 } else { 0.06 };
        let mut mode = None;
        for (value, bin) in self.values.bins() {
            let value = f64::from(value);
            let (left, right) = (x.at(value - 0.5 + gap), x.at(value + 0.5 - gap));
            let height = y.at(bin.count as f64);
            drawing
                .rectangle(Area::new(left, height, right - left, plot.bottom() - height), hue.mark);
            if bin.count as f64 == most && mode.is_none() {
                mode = Some(value);
            }
        }
        if let Some(value) = mode {
            let text = percent(most / total, 1);
            let half = text_width(&text, TICK, false) / 2.0;
            let at = x.at(value).clamp(plot.x + half, plot.right() - half);
            drawing.text(text, at, plot.y + 8.0, Type::new(TICK, INK).middle());
        }
        base(drawing, plot, &x, self.measure);
        if let Some(mean) = self.values.raw_mean() {
            let (at, tip) = (x.at(mean), plot.bottom() + 1.5);
            let corners = [(at, tip), (at - 4.2, tip + 6.5), (at + 4.2, tip + 6.5)];
            drawing.polygon(&corners, hue.text);
        }
    }

    /// Dots on stems: how many floors have a value, down to a single one.
    fn draw_floors(
        &self,
        drawing: &mut Drawing,
        plot: Area,
        ends: (f64, f64),
        floors: u64,
        hue: Hue,
    ) {
        let x = Axis::new(ends, (plot.x, plot.right()));
        let powers = (floors.max(10) as f64).log10();
        // A value that a single floor has stands a little above the base.
        let y = Axis::new((-0.35, powers), (plot.bottom(), plot.y + 3.0));
        let step = (powers / 4.0).ceil();
        for tick in (0..).map(|tick| f64::from(tick) * step).take_while(|tick| *tick <= powers) {
            let at = y.at(tick);
            drawing.line(&[(plot.x, at), (plot.right(), at)], 0.7, RULE);
            let look = Type::new(NOTE, QUIET).end();
            drawing.text(power_of_ten(tick as u32), plot.x - 4.0, at + NOTE * 0.34, look);
        }
        for (value, bin) in self.values.bins() {
            let (at, height) = (x.at(f64::from(value)), y.at((bin.count as f64).log10()));
            drawing.line(&[(at, plot.bottom()), (at, height)], 1.2, hue.area);
            drawing.dot(at, height, 2.6, hue.text);
        }
        base(drawing, plot, &x, self.measure);
    }

    /// Maps of the two extreme floors, at one scale.
    fn draw_extremes(&self, drawing: &mut Drawing, columns: &Columns, top: f64) {
        let sides = [(&self.least, columns.least), (&self.greatest, columns.greatest)];
        let height = ROW - BELOW - 8.0;
        let side = sides.iter().filter_map(|(witness, column)| {
            let (across, down) = FloorMap::from(witness.floor.as_ref()?).extent();
            Some((column.width / across).min(height / down))
        });
        let side = side.fold(10.0, f64::min);
        for (witness, column) in sides {
            if let Some(floor) = &witness.floor {
                let map = Area::new(column.x, top + 5.0, column.width, height);
                FloorMap::from(floor).draw(drawing, map, side);
            }
            let look = Type::new(NOTE, INK).bold().middle();
            let value = self.measure.show(witness.value);
            let text = match self.measure.unit {
                "rooms" | "loops" | "steps" | "cells" if value == "1" => {
                    format!("1 {}", self.measure.unit.trim_end_matches('s'))
                }
                unit => format!("{value} {unit}"),
            };
            drawing.text(text, column.middle(), top + ROW - 18.0, look);
            let look = Type::new(NOTE, QUIET).middle();
            drawing.text(witness.seed.as_str(), column.middle(), top + ROW - 5.0, look);
        }
    }
}

/// The axis below a plot, with the values at whole steps.
fn base(drawing: &mut Drawing, plot: Area, x: &Axis, measure: &Measure) {
    drawing.line(&[(plot.x, plot.bottom()), (plot.right(), plot.bottom())], 1.0, FRAME);
    let step = step_for(x.most - x.least, 6).max(1.0);
    let first = (x.least / step).ceil() as i64;
    for tick in (first..).map(|tick| tick as f64 * step).take_while(|tick| *tick <= x.most) {
        let look = Type::new(TICK, QUIET).middle();
        drawing.text(measure.show(tick as u32), x.at(tick), plot.bottom() + 21.0, look);
    }
}

/// 1, 10, 10², 10³ ...
fn power_of_ten(power: u32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        power => {
            let digits = power.to_string();
            let raised = digits.bytes().map(|digit| RAISED[usize::from(digit - b'0') % 10]);
            format!("10{}", raised.collect::<String>())
        }
    }
}

/// The seed of that number.
fn seed_of(census: &Census, number: u64) -> Option<Seed> {
    let Address { request, seeds, .. } = census.address();
    let seeds = Seeds { kind: *seeds, first: number, count: 1 };
    seeds.seed(number, request.level).ok()
}

/// The run of the game whose stage has the seed of that number (R39).
fn run_of(census: &Census, number: u64) -> Option<RunSeed> {
    let Address { generator, request, .. } = census.address();
    generator.run_of(request.level, seed_of(census, number)?)
}

/// The generator that a census describes, unless it had rooms of its own.
fn described_generator(census: &Census) -> Option<Box<dyn Generator>> {
    let description = &census.address().generator;
    let backend: Backend = description.backend.parse().ok()?;
    let generator = backend.generator(&description.edition, &description.changed).ok()?;
    (generator.describe() == *description).then_some(generator)
}

/// "1,234" or "about 1,230,000", as many digits as the error leaves; at most as many as there
/// are floors.
fn amount(cardinality: Cardinality, floors: u64) -> String {
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

/// In what a census differs from a usual one and its subtitle does not say, each after a
/// comma; the command that makes it again has the details.
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

fn is_all_of_the_game(census: &Census) -> bool {
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
        .map(|Row { measure, .. }| {
            format!("{}: {}", measure.name.replace('_', " "), measure.definition)
        })
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
