//! One floor as a picture of its own.

use basement_floors::{Description, Floor, FloorParts, Posterior, RoomKind};
use basement_survey::awards::FloorAwards;
use basement_survey::record::FloorRecord;
use basement_survey::walk::{Route, Walk};

use crate::axis::limit_for;
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::{Key, Sketch};
use crate::lexicon::VERSION;
use crate::number::{counted, fixed, share_of_all, whole};
use crate::panel::floor_map::DrawnFloor;
use crate::panel::heatmap::{Scale, color_bar};
use crate::panel::maps::{Maps, Sheet};
use crate::table::{Table, exact};
use crate::theme::{INK, ink_on, sequential};

/// Draws a floor with its address and the meaning of its marks. `seed` is shown
/// as it is given.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(1), Seed::Pcg(7))?;
/// let figure = basement_report::floor_figure(&floor, &flash.describe(), "7");
/// assert_eq!(figure.title, "flash article, level 1");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[must_use]
pub fn floor_figure(floor: &Floor, description: &Description, seed: &str) -> Figure {
    let (words, table) = floor_words(floor, description, seed);
    map_figure(words, table, DrawnFloor::from(floor), &Key::of_awards(&[]))
}

/// The same with what clearing each ordinary room gives, and the meaning of its marks.
///
/// ```
/// use basement_awards::{Preset, Procedure, Setting};
/// use basement_floors::{Backend, Request, RunSeed};
/// use basement_survey::awards::FloorAwards;
///
/// let rebirth = Backend::Rebirth.generator("afterbirth-plus", &[])?;
/// let run: RunSeed = "B911 99AC".parse()?;
/// let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let awards = FloorAwards::of(&floor, &rebirth.describe(), &procedure)?;
/// let figure =
///     basement_report::floor_awards_figure(&floor, &awards, &rebirth.describe(), "B911 99AC");
/// assert_eq!(figure.table.columns.last().unwrap(), "count");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn floor_awards_figure(
    floor: &Floor,
    awards: &FloorAwards,
    description: &Description,
    seed: &str,
) -> Figure {
    let (mut words, mut table) = floor_words(floor, description, seed);
    words.caption = "A generated floor, and what clearing its ordinary rooms gives.".to_owned();
    words.notes.insert(0, format!("{}.", awards.source().replacen('t', "T", 1)));
    table.columns.extend(["award", "count"].map(str::to_owned));
    for (index, row) in table.rows.iter_mut().enumerate() {
        let award = awards.of_room(index);
        row.push(award.map_or_else(String::new, |award| award.pickup.to_string()));
        row.push(award.map_or_else(String::new, |award| award.count.to_string()));
    }
    let picture = DrawnFloor::from(floor).with_awards(awards);
    map_figure(words, table, picture, &Key::of_awards(&awards.distinct()))
}

/// The same with a walk: an arrow in each door that it passes, two side by side where it comes back,
/// and rooms numbered in the order in which they are entered.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
/// use basement_survey::{walk::{Route, Walk}};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(1), Seed::Pcg(7))?;
/// let walk = Walk::of(&floor, Route::Full).expect("the floor has a boss room");
/// let figure = basement_report::floor_walk_figure(&floor, &walk, &flash.describe(), "7");
/// assert_eq!(figure.table.columns.last().unwrap(), "entered");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[must_use]
pub fn floor_walk_figure(
    floor: &Floor,
    walk: &Walk,
    description: &Description,
    seed: &str,
) -> Figure {
    let (mut words, mut table) = floor_words(floor, description, seed);
    add_walk(&mut words, &mut table, walk);
    map_figure(words, table, DrawnFloor::from(floor).with_walk(walk), &Key::of_awards(&[]))
}

/// What a figure says of a walk, and the order of the rooms.
fn add_walk(words: &mut Words, table: &mut Table, walk: &Walk) {
    let steps = walk.in_words();
    let what = match walk.route() {
        Route::Full => "The shortest walk through all rooms to the boss",
        Route::Items => "The shortest walk through treasure room and shop to the boss",
        _ => "A shortest way to the boss",
    };
    words.caption = format!("{what}: {steps}.");
    words.notes.insert(
        0,
        format!(
            "{what}: {steps}. Two arrows in a door are there and back; numbers are the order in \
             which rooms are entered."
        ),
    );
    let entered = walk.entered();
    table.columns.push("entered".to_owned());
    for (room, row) in table.rows.iter_mut().enumerate() {
        let number = entered.iter().position(|other| *other == room);
        row.push(number.map_or_else(String::new, |number| number.to_string()));
    }
}

/// What the figure of a floor says around its map, and the table of its rooms.
fn floor_words(floor: &Floor, description: &Description, seed: &str) -> (Words, Table) {
    let curse = floor.curse().map_or_else(String::new, |curse| format!(", curse: {curse}"));
    let mut table = Table::new(&["room", "x", "y", "shape", "kind", "depth"]);
    for (index, room) in floor.rooms().iter().enumerate() {
        table.row([
            index.to_string(),
            room.anchor.x.to_string(),
            room.anchor.y.to_string(),
            room.shape.to_string(),
            room.kind.to_string(),
            room.depth.to_string(),
        ]);
    }
    let hidden = floor.rooms().iter().filter(|room| room.kind.is_added()).count();
    let rooms = counted((floor.rooms().len() - hidden) as u64, "room");
    let hidden = if hidden == 0 { String::new() } else { format!(" and {hidden} hidden") };
    let words = Words {
        name: "floor".to_owned(),
        title: format!(
            "{} {}, level {}{curse}",
            description.backend,
            description.edition,
            floor.request().level
        ),
        subtitle: format!(
            "Seed {seed} ({}): {rooms}{hidden}, {}",
            floor.seed().kind(),
            counted(floor.draws(), "draw")
        ),
        caption: "A generated floor.".to_owned(),
        notes: vec![format!(
            "Stream version {}. Basement Lab {VERSION}.",
            description.stream_version
        )],
        alt: format!("Map of a floor of {rooms}{hidden}."),
    };
    (words, table)
}

/// Draws a floor of a file with the meaning of its marks. `file` and `number` say which it is.
///
/// ```
/// use basement_floors::{Cell, RoomKind};
/// use basement_survey::{record::{FloorRecord, RecordRoom}};
///
/// let start = RecordRoom::new(RoomKind::Start, [Cell::new(0, 0)]);
/// let boss = RecordRoom::new(RoomKind::Boss, [Cell::new(1, 0)]);
/// let record = FloorRecord::new(vec![start, boss], None)?;
/// let figure = basement_report::record_figure(&record, "floors.jsonl", 1);
/// assert_eq!(figure.title, "floors.jsonl, line 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn record_figure(record: &FloorRecord, file: &str, number: u64) -> Figure {
    let (words, table) = record_words(record, file, number);
    map_figure(words, table, DrawnFloor::from(record), &Key::of_awards(&[]))
}

/// The same with a walk, as [`floor_walk_figure`] shows it.
#[must_use]
pub fn record_walk_figure(record: &FloorRecord, walk: &Walk, file: &str, number: u64) -> Figure {
    let (mut words, mut table) = record_words(record, file, number);
    add_walk(&mut words, &mut table, walk);
    map_figure(words, table, DrawnFloor::from(record).with_walk(walk), &Key::of_awards(&[]))
}

/// What the figure of a floor of a file says around its map, and the table of its rooms.
fn record_words(record: &FloorRecord, file: &str, number: u64) -> (Words, Table) {
    let mut table = Table::new(&["room", "kind", "cells"]);
    for (index, room) in record.rooms().iter().enumerate() {
        let cells: Vec<String> = room.cells().iter().map(ToString::to_string).collect();
        table.row([index.to_string(), room.kind().to_string(), cells.join(" ")]);
    }
    let rooms = counted(record.rooms().len() as u64, "room");
    let words = Words {
        name: "floor".to_owned(),
        title: format!("{file}, line {number}"),
        subtitle: format!("{rooms}, {}", counted(record.doors().len() as u64, "door")),
        caption: "A floor read from a file.".to_owned(),
        notes: vec![format!("Basement Lab {VERSION}.")],
        alt: format!("Map of a floor of {rooms}."),
    };
    (words, table)
}

/// A figure of one map, as large as its width allows, with a key more.
fn map_figure(words: Words, table: Table, map: DrawnFloor, key: &Key) -> Figure {
    let side = (420.0 / map.extent().1).min(40.0);
    let maps = Maps::new(vec![vec![Sheet::new(map, "", INK)]], 1, side);
    compose_parts(words, table, &[&maps, key])
}

/// Draws a floor without its hidden rooms, with the probability of each cell to be
/// the secret room. `seed` is shown as it is given.
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
    // The rooms that are left are rooms of a floor, so they are valid together. Dead ends are not
    // drawn.
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
    let scale = Scale::roots(limit_for(most));
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
        caption: "The exact probability of each cell to be the secret room.".to_owned(),
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
        alt: "Map of a floor with the probability of each empty cell to be the secret room."
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
