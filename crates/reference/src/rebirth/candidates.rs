//! The rooms that could be placed behind the doors of a room ([R11](basement_model::rules#r11)).

use super::Attempt;
use super::board::Candidate;
use super::shapes::{Cell, STEPS, direction_of_slot, plus};

/// [R11](basement_model::rules#r11): one column of the table of outlines, at an entry cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// The number of the shape.
    pub shape: u8,
    /// Its anchor.
    pub anchor: Cell,
    /// Whether it is one cell to the side of the entry cell.
    pub is_shifted: bool,
}

/// [R11](basement_model::rules#r11): the 13 outlines that are offered at an entry cell, when it is
/// entered in a direction.
///
/// *a* is the entry cell or, going left or up, the cell beyond it, so that the far end of the
/// outline is on the entry cell. *Aside* is one cell up for horizontal ways in, and one to the left
/// for vertical ones. The four L shapes are, going left, shapes 12, 10, 11, 9; up 12, 11, 10, 9;
/// right 11, 9, 10, 12; down 10, 9, 11, 12.
///
/// ```
/// use basement_reference::rebirth::candidates::variants;
///
/// // Behind the start room's right door: first a wide room, then a tall one.
/// let [wide, tall, ..] = variants((7, 6), 2);
/// assert_eq!((wide.shape, wide.anchor), (6, (7, 6)));
/// assert_eq!((tall.shape, tall.anchor), (4, (7, 6)));
/// ```
#[must_use]
pub fn variants(entry: Cell, direction: usize) -> [Variant; 13] {
    let (left, up, right) = (0, 1, 2);
    let is_horizontal = direction == left || direction == right;
    let a = match direction == left || direction == up {
        true => plus(entry, STEPS[direction]),
        false => entry,
    };
    let one_sideways = if is_horizontal { (0, -1) } else { (-1, 0) };
    let [l1, l2, l3, l4] =
        [[12, 10, 11, 9], [12, 11, 10, 9], [11, 9, 10, 12], [10, 9, 11, 12]][direction];
    let [tall, wide, square] = [4, 6, 8];
    let (along, across) = if is_horizontal { (wide, tall) } else { (tall, wide) };
    let (narrow, narrow_long) = if is_horizontal { (2, 7) } else { (3, 5) };

    let at = |anchor, shape| Variant { shape, anchor, is_shifted: false };
    let shifted =
        |anchor, shape| Variant { shape, anchor: plus(anchor, one_sideways), is_shifted: true };
    [
        at(a, along),
        at(entry, across),
        shifted(entry, across),
        at(a, square),
        shifted(a, square),
        at(a, l1),
        shifted(a, l2),
        at(a, l3),
        shifted(a, l3),
        at(a, l4),
        shifted(a, l4),
        at(entry, narrow),
        at(a, narrow_long),
    ]
}

/// [R11](basement_model::rules#r11), [R9](basement_model::rules#r9): the candidates of a room, with
/// all their draws.
///
/// The slots of the room are taken in order. The cell outside a slot is its *entry cell*. If that
/// cell is free, the slot offers a 1x1 room there and then makes 13 draws, one for each outline. An
/// outline is offered when its draw hits 1 in n and it fits. Shapes that are not on offer are left
/// out. When 1x1 is not on offer, every outline that fits is a candidate; the draws are still made.
/// If the rules have no large rooms, only the 1x1 is offered, without a draw.
pub fn candidates(attempt: &mut Attempt<'_>, room: usize) -> Vec<Candidate> {
    let weights = attempt.setting.rules.variants.weights();
    let depth = attempt.board.rooms[room].depth + 1;
    let doors: Vec<(usize, Cell)> = attempt.board.rooms[room].doors().collect();
    let is_on_offer = attempt.shapes_on_offer;
    let mut candidates = Vec::new();
    let has_variants = attempt.setting.rules.growth.large_rooms;
    for (slot, entry) in doors {
        if !attempt.board.fits(1, entry) {
            continue;
        }
        let direction = direction_of_slot(slot);
        if is_on_offer[1] {
            candidates.push(Candidate { shape: 1, anchor: entry, entry, direction, depth });
        }
        if !has_variants {
            continue;
        }
        for (variant, weight) in variants(entry, direction).into_iter().zip(weights) {
            let is_hit = attempt.streams.layout.one_in(weight);
            let Variant { shape, anchor, .. } = variant;
            if (is_hit || !is_on_offer[1])
                && is_on_offer[usize::from(shape)]
                && attempt.board.fits(shape, anchor)
            {
                candidates.push(Candidate { shape, anchor, entry, direction, depth });
            }
        }
    }
    candidates
}
