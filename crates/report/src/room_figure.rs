//! One room of a catalogue as a picture of its own. Why by hand: [the crate](crate) says.

use basement_floors::rooms::{FileRoom, RoomPlan, Tile};

use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose};
use crate::table::Table;
use crate::theme::{INK, LABEL, MARGIN, NOTE, PAPER, REBIRTH, WIDTH, text_width};
use crate::words::VERSION;
use basement_survey::Color;

/// Walls, as thick as a tile.
const WALL: Color = Color(92, 84, 78);
/// The floor.
const FLOOR: Color = Color(243, 238, 230);
/// Lines between the tiles.
const JOINT: Color = Color(226, 219, 208);

/// Draws a room: its outline, its doors, and what stands in it. `file` names where it
/// comes from.
///
/// ```
/// use basement_floors::rooms::Catalogue;
///
/// let file = &Catalogue::embedded().files()[0];
/// let figure = basement_report::room_figure(&file.rooms[0], &file.name);
/// assert!(basement_report::svg(&figure.drawing, &figure.title, &figure.alt)?.contains("<svg"));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
#[must_use]
pub fn room_figure(room: &FileRoom, file: &str) -> Figure {
    let FileRoom { room, interior } = room;
    let plan = RoomPlan::new(room, interior);
    let (columns, rows) = (f64::from(plan.width() + 2), f64::from(plan.height() + 2));
    let side = ((WIDTH - 2.0 * MARGIN) / columns).min(30.0);
    let mut table = Table::new(&["x", "y", "tile"]);
    for (x, y, tile) in tiles(&plan) {
        if !matches!(tile, Tile::Outside | Tile::Wall | Tile::Floor) {
            table.row([x.to_string(), y.to_string(), tile.name().to_owned()]);
        }
    }
    let name = if interior.name.is_empty() { "A room without a name" } else { &interior.name };
    let words = Words {
        name: "room".to_owned(),
        title: name.to_owned(),
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
            "{file}. {} of {} door slots, {} spawns. Basement Lab {VERSION}.",
            room.doors.len(),
            room.shape.slots().len(),
            interior.spawns.len()
        )],
        alt: format!(
            "Plan of a room of shape {} with {} doors and {} spawns.",
            room.shape,
            room.doors.len(),
            interior.spawns.len()
        ),
    };
    let kinds = plan.legend();
    let lines = legend_lines(&kinds);
    let height = rows * side + 14.0 + lines.len() as f64 * LEGEND_LINE;
    compose(words, table, height, |drawing, area| {
        let left = area.middle() - columns * side / 2.0;
        for (x, y, tile) in tiles(&plan) {
            let square = Area::new(
                left + f64::from(x + 1) * side,
                area.y + f64::from(y + 1) * side,
                side,
                side,
            );
            draw_tile(drawing, square, tile);
        }
        let mut y = area.y + rows * side + 14.0;
        for line in &lines {
            let mut x = area.x;
            for kind in line {
                draw_tile(drawing, Area::new(x, y, SAMPLE, SAMPLE), *kind);
                drawing.text(kind.name(), x + SAMPLE + 6.0, y + SAMPLE - 3.0, Type::new(NOTE, INK));
                x += legend_width(*kind);
            }
            y += LEGEND_LINE;
        }
    })
}

/// A tile in the legend.
const SAMPLE: f64 = LABEL;
/// Height of a line of the legend.
const LEGEND_LINE: f64 = 21.0;

fn legend_width(kind: Tile) -> f64 {
    SAMPLE + 6.0 + text_width(kind.name(), NOTE, false) + 18.0
}

/// The legend's kinds, as many in a line as it has space for.
fn legend_lines(kinds: &[Tile]) -> Vec<Vec<Tile>> {
    let mut lines: Vec<Vec<Tile>> = Vec::new();
    let mut used = f64::INFINITY;
    for kind in kinds {
        let width = legend_width(*kind);
        match lines.last_mut().filter(|_| used + width <= WIDTH - 2.0 * MARGIN) {
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

fn draw_tile(drawing: &mut Drawing, square: Area, tile: Tile) {
    let side = square.width;
    let inner = |share: f64| square.inset(side * share, side * share, side * share, side * share);
    let (cx, cy) = (square.middle(), square.y + side / 2.0);
    match tile {
        Tile::Outside => return,
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
