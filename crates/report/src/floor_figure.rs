//! One floor as a picture.

use basement_awards::Award;
use basement_floors::{Description, Floor};
use basement_survey::awards::FloorAwards;
use basement_survey::record::FloorRecord;
use basement_survey::walk::{Route, Walk};

use crate::prelude::*;

/// How many rooms a floor has, from their kinds: "16 rooms and 2 hidden". The secret and ultra secret rooms
/// are not rooms of the plan; a super secret room is one.
///
/// ```
/// use basement_floors::RoomKind::{Boss, Secret, Start, SuperSecret};
/// use basement_report::rooms_in_words;
///
/// assert_eq!(rooms_in_words([Start, Boss, Secret]), "2 rooms and 1 hidden");
/// let with_super_secret = [Start, SuperSecret, Boss, Secret];
/// assert_eq!(rooms_in_words(with_super_secret), "3 rooms (1 of them hidden) and 1 more hidden");
/// ```
#[must_use]
pub fn rooms_in_words(kinds: impl IntoIterator<Item = RoomKind>) -> String {
    let kinds: Vec<RoomKind> = kinds.into_iter().collect();
    let count = |is_so: &dyn Fn(&RoomKind) -> bool| kinds.iter().filter(|kind| is_so(kind)).count();
    let added = count(&|kind| kind.is_added());
    let within = count(&|kind| *kind == RoomKind::SuperSecret);
    let rooms = counted((kinds.len() - added) as u64, "room");
    match (within, added) {
        (0, 0) => rooms,
        (0, _) => format!("{rooms} and {added} hidden"),
        (_, 0) => format!("{rooms} ({within} of them hidden)"),
        _ => format!("{rooms} ({within} of them hidden) and {added} more hidden"),
    }
}

/// A floor and what is said about it, from which a figure is made.
///
/// ```
/// use basement_floors::{Backend, Generator, Request, Seed};
/// use basement_report::FloorPicture;
/// use basement_survey::walk::{Route, Walk};
///
/// let flash = Backend::Flash.generator("article", &[])?;
/// let floor = flash.generate(&Request::level(1), Seed::Pcg(7))?;
/// let picture = FloorPicture::of_floor(&floor, &flash.describe(), "7");
/// let walk = Walk::of(&floor, Route::Full).expect("the floor has a boss room");
/// let figure = picture.with_walk(&walk).figure();
/// assert_eq!(figure.title, "flash article, level 1");
/// assert_eq!(figure.table.columns.last().unwrap(), "entered");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
pub struct FloorPicture {
    words: Words,
    table: Table,
    map: DrawnFloor,
    awards: Vec<Award>,
}

impl FloorPicture {
    /// A generated floor with its address. `seed` is shown as given.
    #[must_use]
    pub fn of_floor(floor: &Floor, description: &Description, seed: &str) -> Self {
        let curse = floor.curse().map_or_else(String::new, |curse| format!(", curse: {curse}"));
        let rooms = floor.rooms().iter().enumerate();
        let table = Table::of(rooms)
            .column("room", |(index, _)| *index)
            .column("x", |(_, room)| room.anchor.x)
            .column("y", |(_, room)| room.anchor.y)
            .column("shape", |(_, room)| room.shape)
            .column("kind", |(_, room)| room.kind)
            .column("depth", |(_, room)| room.depth)
            .into();
        let rooms = rooms_in_words(floor.rooms().iter().map(|room| room.kind));
        let words = Words {
            name: "floor".to_owned(),
            title: format!(
                "{} {}, {}{curse}",
                description.backend,
                description.edition,
                description.place_in_words(floor.request())
            ),
            subtitle: format!(
                "Seed {seed} ({}): {rooms}, {}",
                floor.seed().kind(),
                counted(floor.draws(), "draw")
            ),
            caption: "A generated floor.".to_owned(),
            notes: vec![format!(
                "Stream version {}. Basement Lab {VERSION}.",
                description.stream_version
            )],
            alt: format!("Map of a floor of {rooms}."),
        };
        Self { words, table, map: floor.into(), awards: Vec::new() }
    }

    /// A floor from a file. `file` and `number` say which one.
    ///
    /// ```
    /// use basement_floors::{Cell, RoomKind};
    /// use basement_report::FloorPicture;
    /// use basement_survey::record::{FloorRecord, RecordRoom};
    ///
    /// let start = RecordRoom::new(RoomKind::Start, [Cell::new(0, 0)]);
    /// let boss = RecordRoom::new(RoomKind::Boss, [Cell::new(1, 0)]);
    /// let record = FloorRecord::new(vec![start, boss], None)?;
    /// let figure = FloorPicture::of_record(&record, "floors.jsonl", 1).figure();
    /// assert_eq!(figure.title, "floors.jsonl, line 1");
    /// # Ok::<(), basement_survey::record::RecordError>(())
    /// ```
    #[must_use]
    pub fn of_record(record: &FloorRecord, file: &str, number: u64) -> Self {
        let table = Table::of(record.rooms().iter().enumerate())
            .column("room", |(index, _)| *index)
            .column("kind", |(_, room)| room.kind())
            .column("cells", |(_, room)| {
                room.cells().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            })
            .into();
        let rooms = rooms_in_words(record.rooms().iter().map(|room| room.kind()));
        let words = Words {
            name: "floor".to_owned(),
            title: format!("{file}, line {number}"),
            subtitle: format!("{rooms}, {}", counted(record.doors().len() as u64, "door")),
            caption: "A floor read from a file.".to_owned(),
            notes: vec![format!("Basement Lab {VERSION}.")],
            alt: format!("Map of a floor of {rooms}."),
        };
        Self { words, table, map: record.into(), awards: Vec::new() }
    }

    /// The picture with a walk: an arrow in each door that it passes, two side by side if it comes back, and
    /// rooms numbered in the order in which they are entered.
    #[must_use]
    pub fn with_walk(mut self, walk: &Walk) -> Self {
        let steps = walk.in_words();
        let what = match walk.route() {
            Route::Full => "The shortest walk through all rooms to the boss",
            Route::Items => "The shortest walk through treasure room and shop to the boss",
            _ => "A shortest way to the boss",
        };
        self.words.caption = format!("{what}: {steps}.");
        self.words.notes.insert(
            0,
            format!(
                "{what}: {steps}. Two arrows in a door are there and back; numbers are the order in \
                 which rooms are entered."
            ),
        );
        let entered = walk.entered();
        let place = |room| entered.iter().position(|other| *other == room);
        self.add_column("entered", |room| Some(place(room)?.to_string()));
        self.map = self.map.with_walk(walk);
        self
    }

    /// The picture with the award for clearing each ordinary room and a legend of the awards.
    ///
    /// ```
    /// use basement_awards::{Preset, Procedure, Setting};
    /// use basement_floors::{Backend, Request, RunSeed};
    /// use basement_report::FloorPicture;
    /// use basement_survey::awards::FloorAwards;
    ///
    /// let rebirth = Backend::Rebirth.generator("afterbirth-plus", &[])?;
    /// let run: RunSeed = "B911 99AC".parse()?;
    /// let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
    /// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
    /// let awards = FloorAwards::of(&floor, &rebirth.describe(), &procedure)?;
    /// let picture = FloorPicture::of_floor(&floor, &rebirth.describe(), "B911 99AC");
    /// let figure = picture.with_awards(&awards).figure();
    /// assert_eq!(figure.table.columns.last().unwrap(), "count");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_awards(mut self, awards: &FloorAwards) -> Self {
        let caption = "A generated floor, and what clearing its ordinary rooms gives.";
        self.words.caption = caption.to_owned();
        self.words.notes.insert(0, format!("{}.", awards.dependence().replacen('t', "T", 1)));
        self.add_column("award", |room| Some(awards.of_room(room)?.pickup.to_string()));
        self.add_column("count", |room| Some(awards.of_room(room)?.count.to_string()));
        self.map = self.map.with_awards(awards);
        self.awards = awards.distinct();
        self
    }

    /// Adds a column with a value for some of the rooms.
    fn add_column(&mut self, name: &str, value: impl Fn(usize) -> Option<String>) {
        self.table.columns.push(name.to_owned());
        for (room, row) in self.table.rows.iter_mut().enumerate() {
            row.push(value(room).unwrap_or_default());
        }
    }

    /// The figure: the map, as large as its width allows, above its legend.
    #[must_use]
    pub fn figure(self) -> Figure {
        let side = (420.0 / self.map.extent().1).min(40.0);
        let maps = Maps::new(vec![vec![Sheet::new(self.map, "", INK)]], 1, side);
        compose_parts(self.words, self.table, &[&maps, &Key::of_awards(&self.awards)])
    }
}
