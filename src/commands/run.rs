//! `run`: all floors of a run.

use std::fmt::Write as _;

use basement_lab::floors::{Run, RunStage, StageTypes};
use basement_lab::report::run_figure;
use basement_lab::survey::awards::FloorAwards;
use basement_lab::survey::{Analysis, measure, run_document};
use basement_lab::{Backend, Curse, Difficulty, RoomKind, RunSeed};
use clap::Args;

use super::floor_context::{
    FloorContext, award_legend, legend, map, notes, placing_lines, rooms_and_dead_ends, say_beside,
};
use crate::arguments::{AwardArguments, GeneratorArguments, RequestArguments, editions};
use crate::failure::{Failure, refuse};
use crate::notes::counted;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::Named;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab run \"B911 99AC\" --out run.png
  basement-lab run \"B911 99AC\" --edition afterbirth-plus --hard --awards
  basement-lab run \"B911 99AC\" --stage-type 1:4 --stage-type 2:4 --format json

The stages are 1 to 8, Sheol and the Dark Room, the Cathedral and the Chest, and The Void; stage 9, the \
Blue Womb, is not made. A Labyrinth stands for both floors of its chapter. Run flags and bosses met are \
carried from stage to stage; the branches and The Void begin with what stage 8 left behind. Health, coins, \
keys and items are the same on all stages. With --unlocks fresh a run has no alternative stages such as Cellar.

What the words mean: basement-lab glossary")]
// A Flash floor belongs to no run.
#[command(mut_arg("backend", |backend| backend.hide(true)))]
#[command(mut_arg("edition", |edition| {
    let names = || Backend::Rebirth.editions().iter().map(ToString::to_string).collect();
    edition
        .help(editions(&[Backend::Rebirth]))
        .value_parser(Named::<String>::one_of("edition", names))
        .hide_possible_values(true)
}))]
pub(crate) struct Arguments {
    /// The seed of the run, as the game shows it
    #[arg(value_names = ["XXXX", "XXXX"], required = true, num_args = 1..=2)]
    seed: Vec<String>,
    /// The stage type of stages 1 to 8, such as 1 for Cellar, Catacombs and so on, or that of one stage:
    /// 3:1 for Catacombs I; may be repeated. By default the run draws them
    #[arg(long = "stage-type", value_name = "TYPE", display_order = 4, value_parser = stage_type)]
    stage_types: Vec<StageType>,
    #[command(flatten)]
    generator: GeneratorArguments,
    #[command(flatten)]
    request: RequestArguments,
    #[command(flatten)]
    awards: AwardArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json, Png, Svg);

#[derive(Clone, Copy)]
struct StageType {
    stage: Option<u8>,
    stage_type: u8,
}

/// Reads a stage type for all stages, or for one.
fn stage_type(text: &str) -> Result<StageType, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<u8>();
        number.map_err(|_| "give a type such as 1, or that of a stage such as 3:1".to_owned())
    };
    Ok(match text.split_once(':') {
        None => StageType { stage: None, stage_type: number(text)? },
        Some((stage, of)) => StageType { stage: Some(number(stage)?), stage_type: number(of)? },
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let seed: RunSeed = arguments.seed.join(" ").parse()?;
    let request = if arguments.awards.awards {
        arguments.request.request_for_awards()
    } else {
        arguments.request.request()?
    };
    let generator = arguments.generator.generator()?;
    let run = Run::new(&*generator, &request, arguments.stage_types()?, seed)?;
    for stage in &run.stages {
        arguments.generator.say_gaps(&*generator, stage.floor.request())?;
    }
    let procedure = arguments.awards.procedure(&arguments.request)?;
    let context = FloorContext { generator: &*generator, procedure: procedure.as_ref() };
    let awards = run.stages.iter().map(|stage| context.awards(&stage.floor));
    let awards: Vec<Option<FloorAwards>> = awards.collect::<Result<_, _>>()?;
    // Either all stages have awards, or none has.
    let awards: Vec<FloorAwards> = awards.into_iter().flatten().collect();
    say_beside(output.format, run.remarks(&generator.describe()));
    match output.format {
        OutputFormat::Json => output.write_json(&run_document(&run, &*generator, &awards)?),
        OutputFormat::Png | OutputFormat::Svg => {
            output.write_figure(&run_figure(&run, &awards, &generator.describe()))
        }
        _ => output.write(text(&run, &context, &awards)),
    }
}

impl Arguments {
    fn stage_types(&self) -> Result<StageTypes, Failure> {
        for (place, given) in self.stage_types.iter().enumerate() {
            if self.stage_types[..place].iter().any(|earlier| earlier.stage == given.stage) {
                let of =
                    given.stage.map_or("all stages".to_owned(), |stage| format!("stage {stage}"));
                return refuse(format!("the --stage-type of {of} is given twice: give one type"));
            }
        }
        // A type given for one stage wins, in whatever order the types are given.
        let of_all = self.stage_types.iter().find(|given| given.stage.is_none());
        let types = of_all.map_or(StageTypes::DRAWN, |given| StageTypes::all(given.stage_type));
        let of_one =
            self.stage_types.iter().filter_map(|given| Some((given.stage?, given.stage_type)));
        let mut types = types;
        for (stage, stage_type) in of_one {
            types = types.with(stage, stage_type)?;
        }
        Ok(types)
    }
}

/// Each stage with its measures and its map, and then what the marks mean.
fn text(run: &Run, context: &FloorContext<'_>, awards: &[FloorAwards]) -> String {
    let description = context.generator.describe();
    let is_hard = |stage: &RunStage| stage.floor.request().difficulty == Difficulty::Hard;
    let mode = if run.stages.first().is_some_and(is_hard) { "hard mode" } else { "normal mode" };
    let mut text =
        format!("run {}, {} {}, {mode}\n", run.seed, description.backend, description.edition);
    let mut all_kinds: Vec<RoomKind> = Vec::new();
    for (place, stage) in run.stages.iter().enumerate() {
        let floor = &stage.floor;
        let curse = match floor.curse() {
            Some(Curse::Labyrinth) if stage.level() <= 8 => {
                "curse: labyrinth, both floors of the chapter".to_owned()
            }
            Some(curse) => format!("curse: {curse}"),
            None => "no curse".to_owned(),
        };
        let _ = writeln!(
            text,
            "\n{}: stage {}, type {}, {curse}, seed {}",
            stage.name(),
            stage.level(),
            stage.stage_type(),
            floor.seed().value()
        );
        let analysis = Analysis::from_floor(floor);
        let kinds: Vec<RoomKind> = floor.rooms().iter().map(|room| room.kind).collect();
        let rings = measure::RINGS.raw_of(&analysis).unwrap_or_default();
        let boss = measure::BOSS_DISTANCE.raw_of(&analysis);
        let boss = boss
            .map(|steps| format!(", boss {} away", counted(steps.into(), "step")))
            .unwrap_or_default();
        let rings = counted(rings.into(), "ring");
        let _ = writeln!(text, "{}, {rings}{boss}", rooms_and_dead_ends(&analysis, &kinds));
        text += &placing_lines(floor);
        let _ = write!(text, "\n{}", map(floor, awards.get(place)));
        all_kinds.extend(kinds);
    }
    let _ = writeln!(text, "\n{}", legend(&all_kinds));
    let names = run.stages.iter().map(RunStage::name);
    let awards: Vec<(String, &FloorAwards)> = names.zip(awards).collect();
    if !awards.is_empty() {
        let mut given: Vec<_> = awards.iter().flat_map(|(_, awards)| awards.distinct()).collect();
        given.sort_unstable();
        given.dedup();
        let source = FloorAwards::dependence_of_floors(&awards);
        let _ = writeln!(text, "{}\n{source}", award_legend(&given));
    }
    text += &notes(run.remarks(&description));
    text
}
