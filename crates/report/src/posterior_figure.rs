//! Where the hidden room of a floor may be, as a picture.

use basement_floors::{Description, Floor, FloorParts, Posterior, RoomKind};

use crate::axis::limit_for;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::drawn_floor::DrawnFloor;
use crate::layout::{Key, Sketch};
use crate::lexicon::VERSION;
use crate::number::{fixed, share_of_all, whole};
use crate::panel::heatmap::{ColorScale, color_bar};
use crate::table::{Table, exact};
use crate::theme::{ink_on, sequential};

/// Draws a floor without its hidden rooms, with the probability that each cell is a hidden room. `seed` is
/// shown as given.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(2), Seed::Pcg(7))?;
/// let posterior = flash.secret_posterior(&floor)?;
/// let figure = basement_report::posterior_figure(&floor, &posterior, &flash.describe(), "7");
/// assert_eq!(figure.table.rows.len(), posterior.cells.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn posterior_figure(
    floor: &Floor,
    posterior: &Posterior,
    description: &Description,
    seed: &str,
) -> Figure {
    let secret = floor.first_of(RoomKind::Secret).map(|room| floor.rooms()[room].anchor);
    let rooms: Vec<_> =
        floor.rooms().iter().filter(|room| !room.kind.is_added()).copied().collect();
    // The remaining rooms are rooms of a floor, so they are valid together. Dead ends are not drawn.
    let visible = Floor::new(FloorParts { rooms: &rooms, dead_ends: &[], ..floor.parts() })
        .unwrap_or_else(|_| floor.clone());
    let picture = DrawnFloor::from(&visible);
    let mut table = Table::new(&["x", "y", "probability"]);
    for (cell, probability) in &posterior.cells {
        table.row([cell.x.to_string(), cell.y.to_string(), exact(*probability)]);
    }
    let (mut left, mut top, mut right, mut bottom) = picture.bounds();
    for (cell, _) in &posterior.cells {
        (left, top) = (left.min(cell.x), top.min(cell.y));
        (right, bottom) = (right.max(cell.x), bottom.max(cell.y));
    }
    let (columns, rows) = (f64::from(right - left + 1), f64::from(bottom - top + 1));
    let side = |width: f64| (width / columns).min(44.0).min(460.0 / rows);
    let most = posterior.cells.first().map_or(1.0, |(_, probability)| *probability) * 100.0;
    let scale = ColorScale::roots(limit_for(most));
    let guess =
        secret.and_then(|secret| posterior.cells.iter().position(|(cell, _)| *cell == secret));
    let words = Words {
        name: "posterior".to_owned(),
        title: format!(
            "The likeliest of {} cells holds the secret room at {}",
            whole(posterior.cells.len() as u64),
            share_of_all(most / 100.0, 1)
        ),
        subtitle: format!(
            "Probability of each cell, %: {} {}, level {}, seed {seed}",
            description.backend,
            description.edition,
            floor.request().level
        ),
        caption: "The exact probability that each cell is the secret room.".to_owned(),
        notes: vec![
            format!(
                "Exact under the edition's rule, given all rooms shown; cells below half a per cent carry \
                 no number.{}",
                guess.map_or_else(String::new, |guess| format!(
                    " On this floor it is guess number {}.",
                    guess + 1
                ))
            ),
            format!("Stream version {}. Basement Lab {VERSION}.", description.stream_version),
        ],
        alt: "Map of a floor with the probability that each empty cell is the secret room."
            .to_owned(),
    };
    let kinds: Vec<RoomKind> = visible.rooms().iter().map(|room| room.kind).collect();
    let height = |width: f64| rows * side(width) + 66.0;
    let draw = |drawing: &mut Drawing, area: Area| {
        let side = side(area.width);
        let map = Area { height: rows * side, ..area };
        let limits = (left, top, right, bottom);
        let origin = (map.middle() - columns * side / 2.0, map.y);
        for (cell, probability) in &posterior.cells {
            let square = Area::new(
                origin.0 + f64::from(cell.x - left) * side,
                origin.1 + f64::from(cell.y - top) * side,
                side,
                side,
            );
            let fill = sequential(scale.place(probability * 100.0));
            drawing.rectangle(square.inset(0.6, 0.6, 0.6, 0.6), fill);
            if *probability >= 0.005 {
                let ink = ink_on(fill);
                let size = (side * 0.34).min(12.5);
                let look = Type::new(size, ink).middle();
                let text = fixed(probability * 100.0, usize::from(*probability < 0.0995));
                drawing.text(text, square.middle(), square.y + side / 2.0 + size * 0.36, look);
            }
        }
        picture.draw_within(drawing, map, side, &[], limits);
        let bar = Area::new(area.x, map.bottom() + 28.0, area.width * 0.6, 0.0);
        color_bar(drawing, bar, &scale, "probability, %", |place| sequential(place).into());
    };
    let key = Key::of_rooms(kinds, None);
    compose_parts(words, table, &[&Sketch { height, draw }, &key])
}
