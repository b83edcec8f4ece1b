//! `rooms frequency`: how often each room of a catalogue is on a floor.

mod document;
mod text;

use basement_lab::floors::Phase;
use basement_lab::floors::rooms::RoomType;
use basement_lab::{Progress, Sample};
use clap::Args;

use crate::arguments::GeneratedArguments;
use crate::commands::floor_context::say_beside;
use crate::failure::{Failure, refuse};
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::{count, within};

use document::{Chosen, Document};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rooms frequency --rooms my-rooms --stage 3 --count 1e5
  basement-lab rooms frequency --rooms game --rooms mods/mine --source mine
  basement-lab rooms frequency --stage 3 --type boss
  basement-lab rooms frequency --count 1e6 --name arena --out arena.csv

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    #[command(flatten)]
    generated: GeneratedArguments,
    /// How many floors: 1000000, 1_000_000 or 1e6
    #[arg(long, default_value_t = 10_000, value_parser = count, display_order = 4)]
    count: u64,
    /// Show only the rooms of this type: normal, boss, ...
    #[arg(long = "type", value_name = "TYPE", display_order = 8)]
    room_type: Option<String>,
    /// Show only the rooms with this variant
    #[arg(long, value_parser = within(0..=u32::MAX), display_order = 8)]
    variant: Option<u32>,
    /// Show only the rooms whose name contains this text, ignoring case
    #[arg(long, value_name = "TEXT", display_order = 8)]
    name: Option<String>,
    /// Show only the rooms of this mod or folder, as `rooms list` names it
    #[arg(long, value_name = "NAME", display_order = 8)]
    source: Option<String>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Csv, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let room_type = arguments.room_type.as_deref().map(str::parse::<RoomType>).transpose()?;
    let name = arguments.name.as_ref().map(|name| name.to_lowercase());
    let Arguments { variant, source, .. } = arguments;
    let chosen = Chosen { room_type, variant: *variant, name, source: source.clone() };
    let (request, generator) = arguments.generated.request_and_generator()?;
    if request.phase == Phase::Layout {
        return refuse("a layout has no rooms of a catalogue: give --phase special or full");
    }
    let seeds = arguments.generated.seeds(arguments.count)?;
    let no_catalogue = || basement_lab::survey::SurveyError::NoCatalogue;
    let catalogue = generator.catalogue().ok_or_else(no_catalogue)?;
    let never = generator.rooms_that_never_appear(&request)?;
    if !chosen.rooms(catalogue).any(|_| true) {
        return refuse(format!(
            "no room of the catalogue has {chosen}: `basement-lab rooms list` counts those there are"
        ));
    }
    let bar = Progress::new(seeds.count, "floors");
    let progress = |done| bar.add(done);
    let sample = Sample::of(&*generator).request(&request).seeds(seeds).progress(&progress);
    let frequency = sample.room_frequency()?;
    bar.finish();
    if frequency.floors == 0 {
        // The reason for one failure says more than that all floors failed.
        generator.generate(&request, seeds.seed(seeds.first, request.level)?)?;
    }
    let description = generator.describe();
    say_beside(output.format, description.rooms_remark(&request, seeds.rng()));
    let document =
        Document::new(description, request, seeds, catalogue, &frequency, &never, &chosen);
    match output.format {
        OutputFormat::Csv => output.write(document.csv()?),
        OutputFormat::Json => output.write_json(&document),
        _ => output.write(document.text()),
    }
}
