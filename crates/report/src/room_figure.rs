//! One room of a catalogue as a picture. [The crate](crate) says why it is drawn by hand.

use basement_floors::rooms::{Entity, FileRoom, Interior, RoomPlan, SpawnGroup, Tile, printable};

use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, wrapped};
use crate::layout::Sketch;
use crate::panel::room_plan::{draw_plan, tiles};
use crate::prelude::*;
use crate::theme::{ARTICLE_WIDTH, MARGIN, NOTE, TITLE};

/// Draws a room: its outline, its doors, the entities in it, and a list of these. `file` says where the room
/// is from, and `name` names the entities of the list. Control characters in names are escaped.
///
/// ```
/// use basement_floors::rooms::Catalogue;
///
/// let file = &Catalogue::embedded().files()[0];
/// let figure = basement_report::room_figure(&file.rooms[0], &file.name, &|entity| entity.to_string());
/// assert!(figure.svg()?.contains("<svg"));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
#[must_use]
pub fn room_figure(room: &FileRoom, file: &str, name: &dyn Fn(&Entity) -> String) -> Figure {
    let FileRoom { room, interior } = room;
    let plan = RoomPlan::new(room, interior);
    let (columns, rows) = (f64::from(plan.width() + 2), f64::from(plan.height() + 2));
    let is_marked = |tile| !matches!(tile, Tile::Outside | Tile::Wall | Tile::Floor);
    let table = Table::of(tiles(&plan).filter(|(.., tile)| is_marked(*tile)))
        .column("x", |(x, ..)| *x)
        .column("y", |(_, y, _)| *y)
        .column("tile", |(.., tile)| tile.name());
    let title = match &*interior.name {
        "" => "A room without a name".to_owned(),
        name => {
            shortened(&printable(name), TITLE, true, 2.0 * (ARTICLE_WIDTH - 2.0 * MARGIN) - TITLE)
        }
    };
    let spawns = counted(interior.spawns.len() as u64, "spawn");
    let words = Words {
        name: "room".to_owned(),
        title,
        subtitle: format!(
            "{} {}.{}, shape {}, difficulty {}, weight {}",
            room.room_type.to_string().replace('_', " "),
            room.variant,
            room.subtype,
            room.shape,
            room.difficulty,
            room.weight
        ),
        caption: "A room of a catalogue.".to_owned(),
        notes: vec![format!(
            "{}. {} of {} door slots, {spawns}. Basement Lab {VERSION}.",
            printable(file),
            room.doors.len(),
            room.shape.slots().len()
        )],
        alt: format!(
            "Plan of a room of shape {} with {} and {spawns}.",
            room.shape,
            counted(room.doors.len() as u64, "door")
        ),
    };
    let side = |width: f64| (width / columns).min(30.0);
    let height = |width: f64| rows * side(width) + 14.0;
    let draw = |drawing: &mut Drawing, area: Area| {
        let side = side(area.width);
        draw_plan(drawing, &plan, (area.middle() - columns * side / 2.0, area.y), side);
    };
    let key = Key::of_tiles(&plan.legend());
    compose_parts(words, table, &[&Sketch { height, draw }, &key, &list(interior, name)])
}

/// The entities in a room, in lines.
fn list<'a>(interior: &'a Interior, name: &'a dyn Fn(&Entity) -> String) -> impl Part + use<'a> {
    let height = move |width: f64| match spawn_lines(interior, name, width).len() {
        0 => 0.0,
        lines => 6.0 + lines as f64 * LIST_LINE,
    };
    let draw = move |drawing: &mut Drawing, area: Area| {
        for (place, line) in spawn_lines(interior, name, area.width).into_iter().enumerate() {
            let baseline = area.y + 6.0 + NOTE + place as f64 * LIST_LINE;
            drawing.text(line, area.x, baseline, Type::new(NOTE, INK));
        }
    };
    Sketch { height, draw }
}

/// Height of a line in the list of entities.
const LIST_LINE: f64 = 15.0;
/// At most this many tiles of a group are named in a picture.
const NAMED_TILES: usize = 16;
/// At most this many groups are named in a picture.
const NAMED_GROUPS: usize = 40;

/// The entities in a room, in lines as wide as a figure.
fn spawn_lines(interior: &Interior, name: &dyn Fn(&Entity) -> String, width: f64) -> Vec<String> {
    let groups = SpawnGroup::of(interior, name);
    let mut lines = Vec::new();
    for mut group in groups.iter().take(NAMED_GROUPS).cloned() {
        let count = group.tiles.len();
        group.name = shortened(&printable(&group.name), NOTE, false, width * 0.6);
        group.tiles.truncate(NAMED_TILES);
        let more = match count - group.tiles.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let at = group.tiles.iter().fold(String::new(), |at, (x, y)| format!("{at} {x},{y}"));
        let line = format!("{count} x {} at{at}{more}", group.name);
        let mut wrapped = wrapped(&line, NOTE, false, width - INDENT).into_iter();
        lines.extend(wrapped.next());
        lines.extend(wrapped.map(|line| format!("\u{a0}\u{a0}\u{a0}\u{a0}{line}")));
    }
    if groups.len() > NAMED_GROUPS {
        lines.push(format!("and {} more kinds", groups.len() - NAMED_GROUPS));
    }
    lines
}

/// Indent of the further lines of a group: four spaces.
const INDENT: f64 = NOTE;
