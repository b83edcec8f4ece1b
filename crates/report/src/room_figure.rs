//! Rooms of a catalogue as pictures: one room, and many as small plans on pages, a contact sheet.
//! [The crate](crate) says why they are drawn by hand.

use basement_floors::rooms::{Entity, FileRoom, Interior, RoomPlan, SpawnGroup, Tile, printable};

use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, shortened_in_the_middle, wrapped};
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
            spelled(room.room_type),
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
    let map = |drawing: &mut Drawing, area: Area| {
        let side = (area.width / columns).min(30.0);
        draw_plan(drawing, &plan, (area.middle() - columns * side / 2.0, area.y), side);
        rows * side + 14.0
    };
    let key = Key::of_tiles(&plan.legend());
    let entities = |drawing: &mut Drawing, area: Area| {
        let lines = spawn_lines(interior, name, area.width);
        for (place, line) in lines.iter().enumerate() {
            let baseline = area.y + 6.0 + NOTE + place as f64 * LIST_LINE;
            drawing.text(line, area.x, baseline, Type::new(NOTE, INK));
        }
        if lines.is_empty() { 0.0 } else { 6.0 + lines.len() as f64 * LIST_LINE }
    };
    compose_parts(words, table, &[&map, &key, &entities])
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

/// Columns of rooms one cell wide; wider rooms take two.
const COLUMNS: usize = 5;
/// Free space between two columns and below a row.
const GAP: f64 = 12.0;
/// The greatest height of a page's rows: with its heading, a page is about as high as A4.
const PAGE_HEIGHT: f64 = 840.0;
/// Size of the words below a plan.
const WORDS: f64 = 10.0;
/// Height of a line below a plan.
const LINE: f64 = 12.5;
/// Lines below a plan.
const LINES: f64 = 3.0;
/// The rooms one cell wide are this many tiles wide, walls included.
const TILES: f64 = 15.0;
/// Width of a column, and of a tile.
const COLUMN: f64 = (ARTICLE_WIDTH - 2.0 * MARGIN - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
const TILE: f64 = COLUMN / TILES;

/// A contact sheet: rooms as small plans, all at one scale, with the type, variant, name,
/// difficulty and weight of each below it. A long sheet has several pages, and each is drawn when
/// it is asked for.
///
/// ```
/// use basement_floors::rooms::Catalogue;
/// use basement_report::RoomSheet;
///
/// let file = &Catalogue::embedded().files()[1];
/// let sheet = RoomSheet::new(&file.name, file.rooms.iter().collect());
/// assert!(sheet.pages() > 1);
/// let page = sheet.page(0).expect("a sheet has a first page");
/// assert_eq!(page.title, "01.basement.xml");
/// assert!(sheet.page(sheet.pages()).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct RoomSheet<'a> {
    heading: String,
    /// How many rooms it has.
    rooms: usize,
    /// The rows of each page.
    pages: Vec<Vec<Row<'a>>>,
    key: Key,
}

/// Rooms side by side.
#[derive(Clone, Debug)]
struct Row<'a> {
    /// Each room with its column.
    rooms: Vec<(&'a FileRoom, usize)>,
    /// Height of its highest plan.
    plans: f64,
}

impl Row<'_> {
    fn height(&self) -> f64 {
        self.plans + LINES * LINE + GAP
    }
}

impl<'a> RoomSheet<'a> {
    /// A sheet of rooms, in their order, under a heading such as their file's name.
    #[must_use]
    pub fn new(heading: &str, rooms: Vec<&'a FileRoom>) -> Self {
        let mut rows: Vec<Row<'_>> = Vec::new();
        let mut legend = Vec::new();
        let mut used = COLUMNS;
        let count = rooms.len();
        for room in rooms {
            legend.extend(RoomPlan::new(&room.room, &room.interior).legend());
            legend.sort_unstable();
            legend.dedup();
            let columns = usize::from(room.room.shape.width()).min(COLUMNS);
            let plans = plan_height(room);
            match rows.last_mut().filter(|_| used + columns <= COLUMNS) {
                Some(row) => {
                    row.rooms.push((room, used));
                    row.plans = row.plans.max(plans);
                    used += columns;
                }
                None => {
                    rows.push(Row { rooms: vec![(room, 0)], plans });
                    used = columns;
                }
            }
        }
        let mut pages: Vec<Vec<Row<'_>>> = vec![Vec::new()];
        let mut height = 0.0;
        for row in rows {
            if height > 0.0 && height + row.height() > PAGE_HEIGHT {
                pages.push(Vec::new());
                height = 0.0;
            }
            height += row.height();
            if let Some(page) = pages.last_mut() {
                page.push(row);
            }
        }
        let heading = shortened_in_the_middle(
            &printable(heading),
            TITLE,
            true,
            ARTICLE_WIDTH - 2.0 * MARGIN - TITLE,
        );
        Self { heading, rooms: count, pages, key: Key::of_tiles(&legend) }
    }

    /// How many pages it has: at least one.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Draws a page, from 0; `None` if the sheet has no such page.
    #[must_use]
    pub fn page(&self, page: usize) -> Option<Figure> {
        let rows = self.pages.get(page)?;
        let rooms = counted(self.rooms as u64, "room");
        let subtitle = match self.pages() {
            1 => rooms,
            pages => format!("{rooms}, page {} of {pages}", page + 1),
        };
        let shown: Vec<&FileRoom> = rows.iter().flat_map(|row| &row.rooms).map(|it| it.0).collect();
        let count = counted(shown.len() as u64, "room");
        let table = Table::of(shown)
            .column("type", |it| it.room.room_type)
            .column("variant", |it| it.room.variant)
            .column("subtype", |it| it.room.subtype)
            .column("name", |it| &it.interior.name)
            .column("difficulty", |it| it.room.difficulty)
            .column("weight", |it| it.room.weight);
        let words = Words {
            name: "rooms".to_owned(),
            title: self.heading.clone(),
            alt: format!("Plans of {count}: {subtitle}."),
            subtitle,
            caption: "Rooms of a catalogue.".to_owned(),
            notes: vec![format!(
                "Below each room: type.variant and name, difficulty, weight. Basement Lab {VERSION}."
            )],
        };
        let width = ARTICLE_WIDTH - 2.0 * MARGIN;
        let mut body = Drawing::new(ARTICLE_WIDTH, 0.0);
        let area = Area::new(MARGIN, 0.0, width, 0.0);
        let mut y = self.key.draw(&mut body, area);
        body.height = y + rows.iter().map(Row::height).sum::<f64>();
        let slots = area.columns(COLUMNS, GAP);
        for row in rows {
            for (room, column) in &row.rooms {
                draw_room(&mut body, room, slots[*column].x, y + row.plans);
            }
            y += row.height();
        }
        Some(finished(words, table, body, None))
    }
}

fn plan_height(room: &FileRoom) -> f64 {
    let plan = RoomPlan::new(&room.room, &room.interior);
    f64::from(plan.height() + 2) * TILE
}

/// Draws a room above a line, with its words below that line.
fn draw_room(drawing: &mut Drawing, file_room: &FileRoom, x: f64, bottom: f64) {
    let FileRoom { room, interior } = file_room;
    let plan = RoomPlan::new(room, interior);
    draw_plan(drawing, &plan, (x, bottom - plan_height(file_room)), TILE);
    let columns = f64::from(room.shape.width());
    let width = columns * COLUMN + (columns - 1.0) * GAP;
    let number = format!("{}.{}", spelled(room.room_type), room.variant);
    let standing = format!("difficulty {}, weight {}", room.difficulty, room.weight);
    let name = printable(&interior.name);
    let lines = [(&*number, INK), (&*name, INK), (&*standing, QUIET)];
    for (place, (text, color)) in lines.into_iter().enumerate() {
        let text = shortened_in_the_middle(text, WORDS, false, width);
        let baseline = bottom + WORDS + 2.0 + place as f64 * LINE;
        drawing.text(&text, x, baseline, Type::new(WORDS, color));
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::rooms::Catalogue;

    use super::*;
    use crate::drawing::Geometry;

    #[test]
    fn every_room_is_on_one_page_and_no_text_touches_another() {
        let catalogue = Catalogue::embedded();
        let mut rooms: Vec<FileRoom> =
            catalogue.files().iter().flat_map(|file| file.rooms.clone()).take(700).collect();
        for (place, room) in rooms.iter_mut().enumerate() {
            room.interior.name =
                format!("{place}# 魔 a name\u{1b} much longer than its room is wide");
        }
        let sheet = RoomSheet::new("all", rooms.iter().collect());
        let mut names = 0;
        for page in (0..sheet.pages()).map(|page| sheet.page(page).unwrap()) {
            assert!(page.drawing.height < 1000.0, "{}", page.drawing.height);
            names += page.table.rows.len();
            let mut areas: Vec<Area> = Vec::new();
            for mark in &page.drawing.marks {
                let Geometry::Text { text, .. } = &mark.geometry else { continue };
                assert!(!text.contains(char::is_control), "{text:?}");
                let (left, top, right, bottom) = mark.bounds();
                let area =
                    Area::new(left, top, right - left, bottom - top).inset(0.0, 2.0, 0.0, 2.0);
                assert!(right <= page.drawing.width, "{text}");
                assert!(areas.iter().all(|other| !other.touches(&area, 0.0)), "{text}");
                areas.push(area);
            }
        }
        assert_eq!(names, rooms.len());
    }

    #[test]
    fn a_sheet_without_rooms_has_one_page() {
        let sheet = RoomSheet::new("none", Vec::new());
        assert_eq!(sheet.pages(), 1);
        assert_eq!(sheet.page(0).unwrap().subtitle, "0 rooms");
    }
}
