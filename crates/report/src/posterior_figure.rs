//! Where the hidden room of a floor may be, as a picture.

use basement_floors::{Description, Floor, Posterior};

use crate::axis::limit_for;
use crate::drawing::{Area, Drawing, Type};
use crate::frame::drawn_floor::DrawnFloor;
use crate::panel::floor_map::places;
use crate::panel::heatmap::{ColorScale, color_bar};
use crate::prelude::*;
use crate::theme::{ink_on, sequential};

/// Draws a floor [as a player knows it](Posterior::shown), with the probability that a hidden room of a kind
/// is on each cell. `seed` is shown as given.
///
/// ```
/// use basement_floors::{Backend, Request, RoomKind, Seed};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(2), Seed::Pcg(7))?;
/// let posterior = flash.secret_posterior(&floor)?;
/// let (room, described) = (RoomKind::Secret, flash.describe());
/// let figure = basement_report::posterior_figure(&floor, room, &posterior, &described, "7");
/// assert_eq!(figure.table.rows.len(), posterior.cells.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn posterior_figure(
    floor: &Floor,
    room: RoomKind,
    posterior: &Posterior,
    description: &Description,
    seed: &str,
) -> Figure {
    let visible = Posterior::shown(floor, room);
    let picture = DrawnFloor::from(&visible);
    let table = Table::of(&posterior.cells)
        .column("x", |(cell, _)| cell.x)
        .column("y", |(cell, _)| cell.y)
        .number("probability", |(_, probability)| *probability);
    let (mut left, mut top, mut right, mut bottom) = picture.bounds();
    for (cell, _) in &posterior.cells {
        (left, top) = (left.min(cell.x), top.min(cell.y));
        (right, bottom) = (right.max(cell.x), bottom.max(cell.y));
    }
    let (columns, rows) = (f64::from(right - left + 1), f64::from(bottom - top + 1));
    let most = posterior.cells.first().map_or(1.0, |(_, probability)| *probability) * 100.0;
    let scale = ColorScale::roots(limit_for(most));
    let place = floor.first_of(room).map(|room| floor.rooms()[room].anchor);
    let guess = match place.and_then(|cell| posterior.guesses(cell)) {
        Some((first, last)) if first < last => {
            format!(" On this floor it is one of guesses {first} to {last}.")
        }
        Some((guess, _)) => format!(" On this floor it is guess {guess}."),
        None => String::new(),
    };
    // The others rest on choices (docs/guesses.md).
    let (how_exact, given) = match room {
        RoomKind::Secret => {
            ("exact ", "Exact by the edition's rules, given everything else on the floor")
        }
        _ => ("", "By the edition's rules, given all rooms that are shown"),
    };
    let name = format!("{} room", spelled(room));
    let words = Words {
        name: "posterior".to_owned(),
        title: match posterior.cells.len() {
            1 => format!("Only one cell can have the {name}"),
            cells => format!(
                "The likeliest of {} cells has the {name} with a chance of {}",
                whole(cells as u64),
                share_of_all(most / 100.0, 1)
            ),
        },
        subtitle: format!(
            "Probability of each cell, %: {} {}, {}, seed {seed}",
            description.backend,
            description.edition,
            description.place_in_words(floor.request())
        ),
        caption: format!("The {how_exact}probability that each cell is the {name}."),
        notes: vec![
            format!("{given}; cells below half a per cent carry no number.{guess}"),
            format!("Stream version {}. Basement Lab {VERSION}.", description.stream_version),
        ],
        alt: format!("Map of a floor with the probability that each empty cell is the {name}."),
    };
    let kinds: Vec<RoomKind> = visible.rooms().iter().map(|room| room.kind).collect();
    let map = |drawing: &mut Drawing, area: Area| {
        let side = (area.width / columns).min(44.0).min(460.0 / rows);
        let map = Area { height: rows * side, ..area };
        let place = places(map, side, (left, top, right, bottom));
        for (cell, probability) in &posterior.cells {
            let square = place(*cell);
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
        picture.draw(drawing, side, &[], place);
        let bar = Area::new(area.x, map.bottom() + 28.0, area.width * 0.6, 0.0);
        color_bar(drawing, bar, &scale, "probability, %", |place| sequential(place).into());
        rows * side + 66.0
    };
    let key = Key::of_rooms(kinds, None);
    compose_parts(words, table, &[&map, &key])
}
