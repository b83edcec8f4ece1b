//! `rooms draw`: one room.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::rooms::{Catalogue, FileRoom, RoomFile, RoomPlan};
use basement_lab::report::room_figure;
use clap::Args;

use crate::Failure;
use crate::output::{Format, Output};
use crate::values::within;

/// Its formats, the usual one first.
const FORMATS: &[Format] = &[Format::Text, Format::Png, Format::Svg];

/// The options of `rooms draw`.
#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rooms draw --name arena
  basement-lab rooms draw 01.basement.stb --room 3 --out room.png")]
pub(crate) struct Arguments {
    /// A room file, or a folder of them; the engine's own catalogue when left out
    path: Option<PathBuf>,
    /// The room's number in the catalogue, from 0
    #[arg(long, default_value_t = 0, conflicts_with = "name", value_parser = within(0..=65_535_u16))]
    room: u16,
    /// The first room whose name holds this, in any case
    #[arg(long)]
    name: Option<String>,
    /// The format; by default what the ending of --out says, or else the first of these
    #[arg(long, value_parser = Format::parser(FORMATS), display_order = 9)]
    format: Option<Format>,
    /// The file to write to, instead of standard output; its ending says the format
    #[arg(long, value_name = "FILE", display_order = 10)]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = Output::new(arguments.format, &arguments.out, FORMATS)?;
    let catalogue = super::catalogue(arguments.path.as_slice())?;
    let (file, room) = find(&catalogue, arguments)?;
    match output.format {
        Format::Png | Format::Svg => output.write_figure(&room_figure(room, &file.name)),
        _ => output.write(text(file, room)),
    }
}

fn find<'a>(
    catalogue: &'a Catalogue,
    arguments: &Arguments,
) -> Result<(&'a RoomFile, &'a FileRoom), Failure> {
    let mut rooms =
        catalogue.files().iter().flat_map(|file| file.rooms.iter().map(move |room| (file, room)));
    let missing = match &arguments.name {
        Some(name) => {
            let name = name.to_lowercase();
            let found = rooms.find(|(_, room)| room.interior.name.to_lowercase().contains(&name));
            found.ok_or_else(|| format!("no room has a name that holds `{name}`"))
        }
        None => rooms.nth(arguments.room.into()).ok_or_else(|| match catalogue.rooms().len() {
            0 => "the catalogue holds no rooms".to_owned(),
            count => format!("there is no room {}: give 0 to {}", arguments.room, count - 1),
        }),
    };
    missing.map_err(Failure::Usage)
}

/// The plan, between a heading and the meaning of its marks.
fn text(file: &RoomFile, FileRoom { room, interior }: &FileRoom) -> String {
    let plan = RoomPlan::new(room, interior);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} {}.{} `{}`",
        file.name, room.room_type, room.variant, room.subtype, interior.name
    );
    let _ = writeln!(
        text,
        "shape {} ({}), difficulty {}, weight {}, {} of {} doors, {} spawns",
        room.shape,
        room.shape.id(),
        room.difficulty,
        room.weight,
        room.doors.len(),
        room.shape.slots().len(),
        interior.spawns.len()
    );
    let _ = writeln!(text, "\n{plan}");
    let marks: Vec<String> =
        plan.legend().iter().map(|tile| format!("{} {}", tile.mark(), tile.name())).collect();
    let _ = writeln!(text, "{}", marks.join("   "));
    text
}
