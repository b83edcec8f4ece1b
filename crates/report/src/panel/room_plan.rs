//! A room of a catalogue as a plan. [The crate](crate) says why it is drawn by hand.

use basement_floors::rooms::{RoomPlan, Tile};

use crate::drawing::{Area, Drawing};
use crate::theme::{DOOR, PAPER, REBIRTH, tile};

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

pub(crate) fn tiles(plan: &RoomPlan) -> impl Iterator<Item = (i16, i16, Tile)> {
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
            drawing.rectangle(square.inset(-0.2, -0.2, -0.2, -0.2), tile::WALL);
        }
        _ => {
            drawing.rectangle(square, tile::JOINT);
            drawing.rectangle(square.inset(0.35, 0.35, 0.35, 0.35), tile::FLOOR);
        }
    }
    match tile {
        Tile::Outside | Tile::Wall | Tile::Floor => {}
        Tile::Door => drawing.rectangle(inner(0.1), DOOR),
        Tile::Closed => {
            drawing.rectangle(inner(0.1), PAPER);
            drawing.rectangle(inner(0.2), tile::WALL);
        }
        Tile::Obstacle => drawing.rectangle(inner(0.14), tile::OBSTACLE),
        Tile::Creature => drawing.dot(cx, cy, side * 0.36, tile::CREATURE),
        Tile::Pickup => {
            let r = side * 0.4;
            let corners = [(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)];
            drawing.polygon(&corners, tile::PICKUP);
        }
        Tile::Thing => {
            let r = side * 0.36;
            let corners = [(cx, cy - r), (cx + r, cy + r * 0.8), (cx - r, cy + r * 0.8)];
            drawing.polygon(&corners, REBIRTH.mark);
        }
    }
}

/// A legend's tile, around a point.
pub(crate) fn draw_tile_symbol(drawing: &mut Drawing, (x, y): (f64, f64), tile: Tile) {
    draw_tile(drawing, Area::new(x - 6.0, y - 6.0, 12.0, 12.0), tile, tile);
}
