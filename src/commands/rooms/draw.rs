//! `rooms draw`: one room.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::floors::rooms::{Catalogue, FileRoom, RoomFile, RoomPlan};
use basement_lab::report::room_figure;
use clap::{Args, ValueEnum};

use crate::Failure;
use crate::commands::{check_picture, put, put_picture};

/// The options of `rooms draw`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A room file, or a folder of them; the engine's own catalogue when left out.
    path: Option<PathBuf>,
    /// The room's number in the catalogue, from 0.
    #[arg(long, default_value_t = 0, conflicts_with = "name")]
    room: u16,
    /// The first room whose name holds this, in any case.
    #[arg(long)]
    name: Option<String>,
    /// How to draw it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// In characters.
    Text,
    /// A picture.
    Png,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let catalogue = super::catalogue(arguments.path.as_deref())?;
    let (file, room) = find(&catalogue, arguments)?;
    let out = arguments.out.as_deref();
    match arguments.format {
        Format::Text => put(text(file, room).as_bytes(), out),
        Format::Png => {
            check_picture(out)?;
            put_picture(&room_figure(room, &file.name), out)
        }
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
