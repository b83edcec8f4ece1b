//! One room of a catalogue as a picture of its own. Why by hand: [the crate](crate) says.

use basement_floors::rooms::{Entity, FileRoom, Interior, RoomPlan, SpawnGroup, Tile, printable};

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::{Part, Sketch};
use crate::lexicon::VERSION;
use crate::number::counted;
use crate::table::Table;
use crate::theme::{
    ARTICLE_WIDTH, INK, LABEL, MARGIN, NOTE, PAPER, REBIRTH, TITLE, shortened, text_width, wrapped,
};
use basement_survey::study::Color;

/// Walls, as thick as a tile.
const WALL: Color = Color(92, 84, 78);
/// The floor.
const FLOOR: Color = Color(243, 238, 230);
/// Lines between the tiles.
const JOINT: Color = Color(226, 219, 208);

/// Draws a room: its outline, its doors, what stands in it, and a list of that. `file` names where
/// it comes from, `name` the entities of the list. Control characters in names are escaped.
///
/// ```
/// use basement_floors::rooms::Catalogue;
///
/// let file = &Catalogue::embedded().files()[0];
/// let figure = basement_report::room_figure(&file.rooms[0], &file.name, &|entity| entity.to_string());
/// assert!(basement_report::svg(&figure.drawing, &figure.title, &figure.alt)?.contains("<svg"));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
#[must_use]
pub fn room_figure(room: &FileRoom, file: &str, name: &dyn Fn(&Entity) -> String) -> Figure {
    let FileRoom { room, interior } = room;
    let plan = RoomPlan::new(room, interior);
    let (columns, rows) = (f64::from(plan.width() + 2), f64::from(plan.height() + 2));
    let mut table = Table::new(&["x", "y", "tile"]);
    for (x, y, tile) in tiles(&plan) {
        if !matches!(tile, Tile::Outside | Tile::Wall | Tile::Floor) {
            table.row([x.to_string(), y.to_string(), tile.name().to_owned()]);
        }
    }
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
    let legend = Legend(plan.legend());
    let list = List { interior, name };
    compose_parts(words, table, &[&Sketch { height, draw }, &legend, &list])
}

/// What stands in a room, in lines.
struct List<'a> {
    interior: &'a Interior,
    name: &'a dyn Fn(&Entity) -> String,
}

impl Part for List<'_> {
    fn height(&self, width: f64) -> f64 {
        match spawn_lines(self.interior, self.name, width).len() {
            0 => 0.0,
            lines => 6.0 + lines as f64 * LIST_LINE,
        }
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let lines = spawn_lines(self.interior, self.name, area.width);
        for (place, line) in lines.into_iter().enumerate() {
            let baseline = area.y + 6.0 + NOTE + place as f64 * LIST_LINE;
            drawing.text(line, area.x, baseline, Type::new(NOTE, INK));
        }
    }
}

/// Height of a line of the list of what stands in a room.
const LIST_LINE: f64 = 15.0;
/// This many tiles of a group are named in a picture.
const NAMED_TILES: usize = 16;
/// This many groups are named in a picture.
const NAMED_GROUPS: usize = 40;

/// What stands in a room, in lines as wide as a figure.
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

/// Draws a plan with its top left corner at a point.
pub(crate) fn draw_plan(
    drawing: &mut Drawing,
    plan: &RoomPlan,
    (left, top): (f64, f64),
    side: f64,
) {
    for (x, y, tile) in tiles(plan) {
        let (right, down) = (f64::from(x + 1) * side, f64::from(y + 1) * side);
        draw_tile(
            drawing,
            Area::new(left + right, top + down, side, side),
            tile,
            plan.ground(x, y),
        );
    }
}

/// The meaning of tiles, in lines.
#[derive(Clone, Debug)]
pub(crate) struct Legend(pub(crate) Vec<Tile>);

impl Part for Legend {
    fn height(&self, width: f64) -> f64 {
        legend_lines(&self.0, width).len() as f64 * LEGEND_LINE
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        for (place, line) in legend_lines(&self.0, area.width).into_iter().enumerate() {
            let (mut x, y) = (area.x, area.y + place as f64 * LEGEND_LINE);
            for kind in line {
                draw_tile(drawing, Area::new(x, y, SAMPLE, SAMPLE), kind, ground_of(kind));
                let baseline = y + SAMPLE - 3.0;
                drawing.text(kind.name(), x + SAMPLE + 6.0, baseline, Type::new(NOTE, INK));
                x += legend_width(kind);
            }
        }
    }
}

/// What is under a tile as a rule.
const fn ground_of(tile: Tile) -> Tile {
    match tile {
        Tile::Outside | Tile::Wall | Tile::Door | Tile::Closed => tile,
        _ => Tile::Floor,
    }
}

/// A tile in the legend.
const SAMPLE: f64 = LABEL;
/// Height of a line of the legend.
const LEGEND_LINE: f64 = 21.0;

fn legend_width(kind: Tile) -> f64 {
    SAMPLE + 6.0 + text_width(kind.name(), NOTE, false) + 18.0
}

/// The legend's kinds, as many in a line as it has space for.
fn legend_lines(kinds: &[Tile], full: f64) -> Vec<Vec<Tile>> {
    let mut lines: Vec<Vec<Tile>> = Vec::new();
    let mut used = f64::INFINITY;
    for kind in kinds {
        let width = legend_width(*kind);
        match lines.last_mut().filter(|_| used + width <= full) {
            Some(line) => {
                line.push(*kind);
                used += width;
            }
            None => {
                lines.push(vec![*kind]);
                used = width;
            }
        }
    }
    lines
}

fn tiles(plan: &RoomPlan) -> impl Iterator<Item = (i16, i16, Tile)> {
    (-1..=plan.height())
        .flat_map(move |y| (-1..=plan.width()).map(move |x| (x, y, plan.tile(x, y))))
}

/// Draws a tile on what is under it.
fn draw_tile(drawing: &mut Drawing, square: Area, tile: Tile, ground: Tile) {
    let side = square.width;
    let inner = |share: f64| square.inset(side * share, side * share, side * share, side * share);
    let (cx, cy) = (square.middle(), square.y + side / 2.0);
    match ground {
        Tile::Outside => {}
        // A little larger, so that no gap shows between two tiles of a wall.
        Tile::Wall | Tile::Door | Tile::Closed => {
            drawing.rectangle(square.inset(-0.2, -0.2, -0.2, -0.2), WALL);
        }
        _ => {
            drawing.rectangle(square, JOINT);
            drawing.rectangle(square.inset(0.35, 0.35, 0.35, 0.35), FLOOR);
        }
    }
    match tile {
        Tile::Outside | Tile::Wall | Tile::Floor => {}
        Tile::Door => drawing.rectangle(inner(0.1), REBIRTH.area),
        Tile::Closed => {
            drawing.rectangle(inner(0.1), PAPER);
            drawing.rectangle(inner(0.2), WALL);
        }
        Tile::Obstacle => drawing.rectangle(inner(0.14), Color(176, 164, 150)),
        Tile::Creature => drawing.dot(cx, cy, side * 0.36, Color(196, 78, 66)),
        Tile::Pickup => {
            let r = side * 0.4;
            let corners = [(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)];
            drawing.polygon(&corners, Color(222, 165, 20));
        }
        Tile::Thing => {
            let r = side * 0.36;
            let corners = [(cx, cy - r), (cx + r, cy + r * 0.8), (cx - r, cy + r * 0.8)];
            drawing.polygon(&corners, REBIRTH.mark);
        }
    }
}
