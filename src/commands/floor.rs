//! `floor`: one floor.

use std::fmt::Write as _;
use std::io::Write as _;

use basement_lab::floors::{Description, FloorAddress, RoomMap};
use basement_lab::report::FloorPicture;
use basement_lab::survey::awards::FloorAwards;
use basement_lab::survey::walk::{Route, Walk};
use basement_lab::survey::{Analysis, FloorGraph, measure};
use basement_lab::{
    Floor, FloorRecord, GenerateError, Generator, MEASURES, Request, RoomKind, Seeds,
};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::floor_context::{
    FloorContext, award_legend, generator_in_words, legend, map, notes, placing_lines,
    rooms_and_dead_ends, say_beside,
};
use super::floor_lines::{FloorInput, FloorsArguments, OF_GENERATOR};
use crate::arguments::{AwardArguments, GeneratedArguments};
use crate::failure::{Failure, refuse};
use crate::notes::{counted, note_gave_up};
use crate::output::{Output, OutputArguments, OutputFormat, formats};
use crate::values::{Named, count};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab floor --run-seed \"B911 99AC\" --level 3
  basement-lab floor --backend flash --level 4 --seed 7 --format json
  basement-lab floor --level 5 --curse labyrinth --hard --out floor.png
  basement-lab floor --edition afterbirth-plus --awards --item lucky_foot
  basement-lab floor --level 4 --curse none --walk full --out walk.png
  basement-lab floor --level 4 --out floor.graphml      rooms and doors as a graph; also .dot and .tmj

A walk is a shortest way from the start to the boss room, or to the farthest of several. It enters no hidden \
room. Numbers give the order in which rooms are entered. Arrows show the doors that are passed; those \
with two heads are passed in both directions. With --format json, `walk` has the `rooms` in order, by \
their place in the floor's list `rooms`, counted from 0, and the number of `doors`.

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    #[command(flatten)]
    floors: FloorsArguments,
    /// Which floor of --floors, by the number of its line
    #[arg(long, value_name = "N", requires = "floors", conflicts_with_all = OF_GENERATOR, value_parser = count)]
    number: Option<u64>,
    /// How many floors, with --format jsonl
    #[arg(long, default_value_t = 1, conflicts_with = "floors", value_parser = count)]
    count: u64,
    /// Draw a walk: `full` through all rooms, `boss` by a shortest way, `items` through treasure room
    /// and shop
    #[arg(long, value_name = "WALK", conflicts_with = "awards", value_parser = Named::<Route>::new("walk"))]
    walk: Option<Route>,
    #[command(flatten)]
    awards: AwardArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json, JsonLines, Png, Svg, Dot, GraphMl, Tiled);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    use OutputFormat::{Dot, GraphMl, JsonLines, Tiled};
    let has_no = match output.format {
        Dot | GraphMl | Tiled if arguments.awards.awards => Some("awards"),
        JsonLines | Dot | GraphMl | Tiled if arguments.walk.is_some() => Some("walk"),
        _ => None,
    };
    if let Some(what) = has_no {
        let format = output.format;
        return refuse(format!(
            "--format {format} has no {what}: give --format json, or leave --{what} out"
        ));
    }
    if let Some(source) = arguments.floors.source() {
        if arguments.awards.awards {
            return refuse("the floors of a file have no awards: leave --awards or --floors out");
        }
        return run_line(arguments, source, &output);
    }
    let request = if arguments.awards.awards {
        arguments.generated.floor.request_for_awards()
    } else {
        arguments.generated.floor.request()?
    };
    let generator = arguments.generated.generator.generator_for(&request)?;
    let procedure = arguments.awards.procedure(&arguments.generated.floor.request)?;
    let context = FloorContext { generator: &*generator, procedure: procedure.as_ref() };
    let seeds = arguments.generated.seeds(arguments.count)?;
    if output.format == OutputFormat::JsonLines {
        return write_lines(&context, &request, seeds, &output);
    }
    if arguments.count > 1 {
        return refuse("only --format jsonl takes several floors: give it, or leave --count out");
    }
    let floor = generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    let description = generator.describe();
    let awards = context.awards(&floor)?;
    let awards = awards.as_ref();
    let kinds: Vec<RoomKind> = floor.rooms().iter().map(|room| room.kind).collect();
    let walk = arguments.walk(&kinds, |route| Walk::of(&floor, route))?;
    say_beside(output.format, description.remarks(&floor));
    match output.format {
        OutputFormat::Json => {
            let run_seed = seeds.run_seed(seeds.first, &floor, &description);
            let mut document = context.document(&floor, awards, run_seed)?;
            if let Some(walk) = &walk {
                document["walk"] = serde_json::to_value(walk)?;
            }
            output.write_json(&document)
        }
        OutputFormat::Dot | OutputFormat::GraphMl | OutputFormat::Tiled => {
            let title = heading(&floor, &description, &seeds);
            write_graph(&FloorGraph::new(&floor, &title), &output)
        }
        OutputFormat::Png | OutputFormat::Svg => {
            let picture = FloorPicture::of_floor(&floor, &description, &seeds.show(seeds.first));
            let picture = match (awards, &walk) {
                (Some(awards), _) => picture.with_awards(awards),
                (None, Some(walk)) => picture.with_walk(walk),
                (None, None) => picture,
            };
            output.write_figure(&picture.figure())
        }
        _ => {
            let mut text = text(&floor, awards, walk.as_ref(), &*generator, &seeds);
            let seed = seeds.kind.seed(seeds.first)?;
            if let Some(address) = FloorAddress::of(&description, &request, seed)? {
                let _ = writeln!(text, "in the browser: reports/lab.html#/floor?{address}");
            }
            output.write(text)
        }
    }
}

impl Arguments {
    /// The walk that is asked for, if any.
    fn walk(
        &self,
        kinds: &[RoomKind],
        of: impl Fn(Route) -> Option<Walk>,
    ) -> Result<Option<Walk>, Failure> {
        let missing = |route: Route| {
            Failure::Usage(format!(
                "the floor has {}: leave --walk {route} out",
                route.lacking(kinds)
            ))
        };
        self.walk.map(|route| of(route).ok_or_else(|| missing(route))).transpose()
    }
}

impl FloorContext<'_> {
    /// The floor as another generator would write it, with the results of its placing phase: a part
    /// of its document.
    fn line(&self, floor: &Floor) -> Result<Value, Failure> {
        const OF_FLOORS: [&str; 11] = [
            "rooms",
            "doors",
            "seed",
            "boss",
            "boss_name",
            "bosses",
            "failed_placings",
            "flags",
            "bosses_met",
            "bosses_chosen",
            "awards_depend_on_rooms",
        ];
        const OF_ROOMS: [&str; 7] = ["cells", "kind", "shape", "placed", "seeds", "room", "award"];
        let document = self.document(floor, self.awards(floor)?.as_ref(), None)?;
        let mut line = part(&document, &OF_FLOORS);
        for room in line["rooms"].as_array_mut().into_iter().flatten() {
            *room = part(room, &OF_ROOMS);
        }
        Ok(line)
    }
}

/// An object with only these keys of another object.
fn part(of: &Value, keys: &[&str]) -> Value {
    let found = keys.iter().filter_map(|key| Some(((*key).to_owned(), of.get(*key)?.clone())));
    found.collect()
}

/// Writes floors as JSON lines. Seeds for which the generator gives up have no line.
fn write_lines(
    context: &FloorContext<'_>,
    request: &Request,
    seeds: Seeds,
    output: &Output<'_>,
) -> Result<(), Failure> {
    let mut writer = output.open()?;
    let mut gave_up = 0;
    for number in seeds.first..=seeds.last()? {
        match context.generator.generate(request, seeds.seed(number, request.level)?) {
            Ok(floor) => {
                serde_json::to_writer(&mut writer, &context.line(&floor)?)?;
                writer.write_all(b"\n")?;
            }
            Err(GenerateError::GaveUp { .. }) if seeds.count > 1 => gave_up += 1,
            Err(error) => return Err(error.into()),
        }
    }
    note_gave_up(gave_up, seeds.count);
    writer.finish()
}

/// Shows a floor of a file.
fn run_line(
    arguments: &Arguments,
    source: FloorInput<'_>,
    output: &Output<'_>,
) -> Result<(), Failure> {
    let number = arguments.number.unwrap_or(1);
    let record = match source.lines()?.at_line(number) {
        Some(record) => record.map_err(|error| source.failed(&error))?,
        None => {
            let message = format!(
                "{}: line {number} has no floor: give the line of one with --number",
                source.name()
            );
            return refuse(message);
        }
    };
    let analysis = Analysis::from_record(&record);
    let kinds: Vec<RoomKind> = record.rooms().iter().map(|room| room.kind()).collect();
    let walk = arguments.walk(&kinds, |route| Walk::of_record(&record, route))?;
    match output.format {
        OutputFormat::Json => {
            let measured = MEASURES.iter().filter(|measure| measure.is_of_records());
            let measures: serde_json::Map<String, serde_json::Value> = measured
                .map(|measure| (measure.name.to_owned(), measure.json_of(&analysis)))
                .collect();
            let (file, floor) = (source.name(), &record);
            let document = RecordDocument { file, number, floor, walk, measures };
            output.write_json(&document)
        }
        OutputFormat::JsonLines => output.write(serde_json::to_string(&record)? + "\n"),
        OutputFormat::Dot | OutputFormat::GraphMl | OutputFormat::Tiled => {
            let title = format!("{}, line {number}", source.name());
            write_graph(&FloorGraph::of_record(&record, &title), output)
        }
        OutputFormat::Png | OutputFormat::Svg => {
            let picture = FloorPicture::of_record(&record, &source.name(), number);
            let picture = match &walk {
                Some(walk) => picture.with_walk(walk),
                None => picture,
            };
            output.write_figure(&picture.figure())
        }
        _ => {
            let seed = record.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
            let mut text = format!("{}, line {number}{seed}\n", source.name());
            let rings = measure::RINGS.raw_of(&analysis).unwrap_or_default();
            let rings = counted(rings.into(), "ring");
            let _ = writeln!(text, "{}, {rings}", rooms_and_dead_ends(&analysis, &kinds));
            text += &walk_line(walk.as_ref());
            let map = with_walk(record.room_map(), walk.as_ref());
            let _ = writeln!(text, "\n{map}\n{}", legend(&kinds));
            output.write(text)
        }
    }
}

/// Writes a floor for other programs.
fn write_graph(graph: &FloorGraph, output: &Output<'_>) -> Result<(), Failure> {
    match output.format {
        OutputFormat::Dot => output.write(graph.to_dot()),
        OutputFormat::GraphMl => output.write(graph.to_graphml()),
        _ => output.write_json(&graph.to_tiled()),
    }
}

/// A floor of a file with its measures.
#[derive(Serialize)]
struct RecordDocument<'a> {
    file: String,
    number: u64,
    #[serde(flatten)]
    floor: &'a FloorRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<Walk>,
    measures: serde_json::Map<String, serde_json::Value>,
}

/// Which floor it is, on one line.
pub(super) fn heading(floor: &Floor, description: &Description, seeds: &Seeds) -> String {
    let curse =
        floor.curse().map_or_else(|| "no curse".to_owned(), |curse| format!("curse: {curse}"));
    let run = seeds.run_seed(seeds.first, floor, description);
    let shown = run.map(|run| format!(" (run {run})")).unwrap_or_default();
    let place = description.place_in_words(floor.request());
    let generator = generator_in_words(description);
    format!("{generator}, {place}, {curse}, seed {}{shown}", floor.seed())
}

/// How long a walk is, on one line; empty without a walk.
fn walk_line(walk: Option<&Walk>) -> String {
    let line = |walk: &Walk| format!("{} walk: {}\n", walk.route(), walk.in_words());
    walk.map(line).unwrap_or_default()
}

fn with_walk(mut map: RoomMap, walk: Option<&Walk>) -> RoomMap {
    if let Some(walk) = walk {
        walk.draw_on(&mut map);
    }
    map
}

/// The map, between a heading and the meaning of its marks.
fn text(
    floor: &Floor,
    awards: Option<&FloorAwards>,
    walk: Option<&Walk>,
    generator: &dyn Generator,
    seeds: &Seeds,
) -> String {
    let mut text = heading(floor, &generator.describe(), seeds) + "\n";
    let analysis = Analysis::from_floor(floor);
    let kinds: Vec<RoomKind> = floor.rooms().iter().map(|room| room.kind).collect();
    let _ = writeln!(
        text,
        "{}, {}, {}",
        rooms_and_dead_ends(&analysis, &kinds),
        match floor.attempts() {
            1 => "first attempt".to_owned(),
            attempts => format!("{attempts} attempts"),
        },
        counted(floor.draws(), "draw")
    );
    text += &placing_lines(floor);
    text += &walk_line(walk);
    let _ = writeln!(text, "\n{}", with_walk(map(floor, awards).room_map(), walk));
    let _ = writeln!(text, "{}", legend(&kinds));
    if let Some(awards) = awards {
        let _ = writeln!(text, "{}\n{}", award_legend(&awards.distinct()), awards.dependence());
    }
    let special = floor.rooms().iter().filter(|room| room.kind != RoomKind::Normal);
    for room in special {
        if let Some(name) = room.interior.and_then(|interior| generator.interior_name(interior)) {
            let _ = writeln!(text, "{} {name}", room.kind.mark());
        }
    }
    text += &notes(generator.describe().remarks(floor));
    text
}
