//! `rooms draw`: one room, or a sheet of many.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use basement_lab::floors::rooms::{
    Catalogue, Entity, FileRoom, RoomFile, RoomPlan, RoomType, SpawnGroup, printable,
};
use basement_lab::report::{RoomSheet, room_figure};
use basement_lab::roomfiles::{self, EntityNames};
use clap::Args;

use crate::failure::{Failure, refuse};
use crate::notes::{counted, note};
use crate::output::{Output, OutputArguments, OutputFormat, formats};
use crate::values::within;

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab rooms draw --name arena
  basement-lab rooms draw 01.basement.stb --room 3 --out room.png
  basement-lab rooms draw 01.basement.stb --type boss --all --out sheet.png
  basement-lab rooms draw my-rooms --variant 1200 --entities EntitiesMod.xml

A sheet too long for one page is written as sheet-1.png, sheet-2.png, ...")]
pub(crate) struct Arguments {
    /// A room file, or a folder of them; the engine's own catalogue when left out
    path: Option<PathBuf>,
    /// The room's number in the catalogue, from 0; by default the first room
    #[arg(
        long,
        conflicts_with_all = ["name", "variant", "room_type"],
        value_parser = within(0..=65_535_u16)
    )]
    room: Option<u16>,
    /// The rooms with this variant
    #[arg(long, value_parser = within(0..=u32::MAX))]
    variant: Option<u32>,
    /// The rooms of this type: normal, boss, ...
    #[arg(long = "type", value_name = "TYPE")]
    room_type: Option<String>,
    /// The rooms whose name contains this text, ignoring case
    #[arg(long)]
    name: Option<String>,
    /// Draw all rooms that fit, not only the first: a sheet of small plans, or one text
    /// after the other
    #[arg(long)]
    all: bool,
    /// Draw only this page of the sheet, from 1
    #[arg(long, requires = "all", value_parser = within(1..=65_535_u16))]
    page: Option<u16>,
    /// Name what stands in a room by this EntitiesMod.xml of Basement Renovator or entities2.xml
    /// of the game; sheets have no names
    #[arg(long, value_name = "FILE")]
    entities: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Png, Svg);

type Found<'a> = (&'a RoomFile, &'a FileRoom);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let is_text = !matches!(output.format, OutputFormat::Png | OutputFormat::Svg);
    if is_text && arguments.page.is_some() {
        return refuse("text has no pages: leave out --page, or give --out sheet.png");
    }
    let names = match &arguments.entities {
        Some(path) => entity_names(path)?,
        None => EntityNames::default(),
    };
    let label = |entity: &Entity| names.label(entity);
    let catalogue = catalogue(arguments.path.as_slice())?;
    let found = find(&catalogue, arguments)?;
    if arguments.all && !is_text {
        return write_sheet(&output, arguments, &catalogue, &found);
    }
    if arguments.all {
        let plans: Vec<String> = found.iter().map(|found| text(found, &label)).collect();
        return output.write(plans.join("\n"));
    }
    let Some((file, room)) = found.first() else { return Ok(()) };
    let is_chosen =
        arguments.name.is_some() || arguments.variant.is_some() || arguments.room_type.is_some();
    match found.len() - 1 {
        more @ 1.. if is_chosen => {
            let rooms = if more == 1 { "room fits" } else { "rooms fit" };
            note(&format!("{more} more {rooms}; --all also draws them"));
        }
        _ => {}
    }
    match is_text {
        true => output.write(text(&(file, room), &label)),
        false => output.write_figure(&room_figure(room, &file.name, &label)),
    }
}

fn entity_names(path: &Path) -> Result<EntityNames, Failure> {
    let names = EntityNames::load(path)?;
    if names.is_empty() {
        note(&format!("{} names no entity", printable(&path.display().to_string())));
    }
    Ok(names)
}

/// The rooms that fit the options: at least one, and all rooms if no option chooses.
fn find<'a>(catalogue: &'a Catalogue, arguments: &Arguments) -> Result<Vec<Found<'a>>, Failure> {
    let rooms =
        catalogue.files().iter().flat_map(|file| file.rooms.iter().map(move |room| (file, room)));
    if let Some(number) = arguments.room {
        let found: Vec<Found<'_>> = rooms.skip(number.into()).take(1).collect();
        return match (found.is_empty(), catalogue.rooms().len()) {
            (false, _) => Ok(found),
            (true, 0) => Err(no_rooms()),
            (true, count) => {
                let message = format!("there is no room {number}: give 0 to {}", count - 1);
                Err(Failure::Usage(message))
            }
        };
    }
    let room_type = arguments.room_type.as_deref().map(str::parse::<RoomType>).transpose()?;
    let name = arguments.name.as_ref().map(|name| name.to_lowercase());
    let fits = |(_, FileRoom { room, interior }): &Found<'_>| {
        room_type.is_none_or(|wanted| room.room_type == wanted)
            && arguments.variant.is_none_or(|wanted| room.variant == wanted)
            && name.as_ref().is_none_or(|name| interior.name.to_lowercase().contains(name))
    };
    let found: Vec<Found<'_>> = rooms.filter(fits).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let wanted = [
        name.map(|name| format!("has a name that holds `{name}`")),
        arguments.variant.map(|variant| format!("has variant {variant}")),
        room_type.map(|room_type| format!("is of type {room_type}")),
    ];
    let wanted: Vec<String> = wanted.into_iter().flatten().collect();
    match wanted.is_empty() {
        true => Err(no_rooms()),
        false => Err(Failure::Usage(format!("no room {}", wanted.join(" and ")))),
    }
}

fn no_rooms() -> Failure {
    Failure::Usage("the catalogue holds no rooms".to_owned())
}

/// Writes a sheet's pages, each to its own file if there are several.
fn write_sheet(
    output: &Output<'_>,
    arguments: &Arguments,
    catalogue: &Catalogue,
    found: &[Found<'_>],
) -> Result<(), Failure> {
    let heading = match catalogue.files() {
        [file] => file.name.clone(),
        files => arguments.path.as_deref().and_then(Path::file_name).map_or_else(
            || format!("{} files", files.len()),
            |name| format!("{}, {} files", name.to_string_lossy(), files.len()),
        ),
    };
    let sheet = RoomSheet::new(&heading, found.iter().map(|(_, room)| *room).collect());
    let pages = sheet.pages();
    if let Some(number) = arguments.page {
        let page = sheet.page(usize::from(number) - 1).ok_or_else(|| {
            Failure::Usage(format!("the sheet has no page {number}: give 1 to {pages}"))
        })?;
        return output.write_figure(&page);
    }
    let Some(out) = arguments.output.out.as_deref().filter(|_| pages > 1) else {
        if pages > 1 {
            return refuse(format!(
                "the sheet has {pages} pages: give --out FILE for all of them, or --page N for one"
            ));
        }
        return sheet.page(0).map_or(Ok(()), |page| output.write_figure(&page));
    };
    let paths: Vec<PathBuf> = (1..=pages).map(|number| page_path(out, number)).collect();
    let outputs: Vec<Output<'_>> =
        paths.iter().map(|path| output.at(path)).collect::<Result<_, _>>()?;
    for (place, output) in outputs.iter().enumerate() {
        if let Some(page) = sheet.page(place) {
            output.write_figure(&page)?;
        }
    }
    note(&format!(
        "the sheet has {pages} pages: {} to {}",
        page_path(out, 1).display(),
        page_path(out, pages).display()
    ));
    Ok(())
}

/// The file of a page: `sheet-2.png` beside `sheet.png`.
fn page_path(out: &Path, number: usize) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = out.extension() {
        name.push(".");
        name.push(ending);
    }
    out.with_file_name(name)
}

/// The plan, between a heading and the meaning of its marks, and what stands in the room.
fn text(
    (file, FileRoom { room, interior }): &Found<'_>,
    label: &dyn Fn(&Entity) -> String,
) -> String {
    let plan = RoomPlan::new(room, interior);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} {}.{} `{}`",
        printable(&file.name),
        room.room_type,
        room.variant,
        room.subtype,
        printable(&interior.name)
    );
    let _ = writeln!(
        text,
        "shape {} ({}), difficulty {}, weight {}, {} of {} doors, {}",
        room.shape,
        room.shape.id(),
        room.difficulty,
        room.weight,
        room.doors.len(),
        room.shape.slots().len(),
        counted(interior.spawns.len() as u64, "spawn")
    );
    let _ = writeln!(text, "\n{plan}");
    let marks: Vec<String> =
        plan.legend().iter().map(|tile| format!("{} {}", tile.mark(), tile.name())).collect();
    let _ = writeln!(text, "{}", marks.join("   "));
    let groups = SpawnGroup::of(interior, label);
    if !groups.is_empty() {
        text.push('\n');
    }
    for group in groups {
        let _ = writeln!(text, "{}", printable(&group.to_string()));
    }
    text
}

/// The rooms at some paths; the engine's own if there is no path. Notes on stderr say what is odd
/// about their files.
fn catalogue(paths: &[PathBuf]) -> Result<Arc<Catalogue>, Failure> {
    if paths.is_empty() {
        return Ok(Arc::clone(Catalogue::embedded()));
    }
    let loaded = roomfiles::load(paths)?;
    loaded.remarks().iter().for_each(|remark| note(remark));
    Ok(Arc::new(loaded.catalogue))
}
