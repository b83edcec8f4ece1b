//! The catalogue: the rooms that a floor can be made of (L1).

use std::sync::{Arc, LazyLock};

use serde::Serialize;
use thiserror::Error;

use crate::bosses::BossPools;
use crate::embedded;
use crate::interior::Interior;
use crate::pool::StageRooms;
use crate::printable::{grouped, printable};
use crate::room_file::{CatalogueRoom, FileRoom, RoomFile};
use crate::room_type::RoomType;
use crate::stage_file::{SPECIAL_ROOMS, VOID_POOL, is_in_the_void};
use crate::thresholds::ThresholdTable;

/// The source of the rooms that come with the engine, and the word for them among the paths of room files.
pub const EMBEDDED: &str = "embedded";

/// Why files do not make a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The files contain more rooms than 16 bits can number.
    #[error(
        "{given} rooms are too many for one catalogue: it holds up to 65535, so load fewer files"
    )]
    TooManyRooms {
        /// How many there are.
        given: usize,
    },
    /// A room whose weight is negative, infinite or not a number.
    #[error("room {room} of {file} has the weight {given}: give it a finite number from 0 up")]
    InvalidWeight {
        /// The name of the room's file.
        file: String,
        /// The room's place in the file, from 0.
        room: usize,
        /// The weight.
        given: String,
    },
}

/// A source of the rooms in a catalogue. [`Catalogue::sources`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoomSource<'a> {
    /// The name of a mod or of a folder; `None` for rooms that were not loaded from files.
    pub name: Option<&'a str>,
    /// How many files come from it.
    pub files: usize,
    /// How many rooms these files contain.
    pub rooms: usize,
}

/// How many stage numbers there can be.
const STAGES: usize = 1 << u8::BITS;

/// [L1](basement_model::rules#l1): a collection of rooms to choose from. Its rooms are numbered
/// from 0 across all of its files.
///
/// ```
/// use basement_rooms::Catalogue;
///
/// let catalogue = Catalogue::embedded();
/// assert_eq!(catalogue.rooms()[0].stage, Some(0));
/// assert_eq!(catalogue.interior(0).map(|room| &*room.name), Some("monstro 1"));
/// assert_eq!(catalogue.file(0).map(|file| &*file.name), Some("00.special rooms.xml"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    files: Vec<RoomFile>,
    /// The index of each file's first room.
    firsts: Vec<usize>,
    rooms: Vec<CatalogueRoom>,
    /// What a choice reads, by stage number.
    stages: Vec<StageRooms>,
    thresholds: ThresholdTable,
    boss_pools: BossPools,
    has_several_sources: bool,
}

impl Catalogue {
    /// The catalogue that comes with the engine. Its rooms are our own; they contain no data from
    /// the game.
    #[must_use]
    pub fn embedded() -> &'static Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Catalogue>> =
            LazyLock::new(|| Arc::new(Catalogue::from_files(embedded::room_files())));
        &EMBEDDED
    }

    /// One line that identifies the catalogue in the description of a generator: how many files and
    /// rooms it has, and a hash (64-bit FNV-1a) of everything that the choice of rooms
    /// depends on. The boss pools count only if they are not the default.
    #[must_use]
    pub fn identity(&self) -> String {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |number: u32| {
            for byte in number.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        };
        for room in &self.rooms {
            add(room.stage.map_or(u32::MAX, u32::from));
            add(room.room_type.number());
            add(room.variant);
            add(room.subtype);
            add(u32::from(room.difficulty));
            add(room.weight.to_bits());
            add(u32::from(room.shape.id()) << 8 | u32::from(room.doors.bits()));
        }
        if self.boss_pools != BossPools::default() {
            for (file, entries) in self.boss_pools.iter() {
                add(file.into());
                for entry in entries {
                    add(entry.id.into());
                    add(entry.weight.to_bits());
                }
            }
        }
        format!("{} files, {} rooms, {hash:016x}", self.files.len(), self.rooms.len())
    }

    /// The catalogue of these files. Files with the same stage number make one pool.
    ///
    /// # Errors
    ///
    /// [`CatalogueError::TooManyRooms`], and [`CatalogueError::InvalidWeight`] for the first weight that
    /// is not a finite number from 0 up.
    pub fn new(files: Vec<RoomFile>) -> Result<Self, CatalogueError> {
        let given: usize = files.iter().map(|file| file.rooms.len()).sum();
        if given > usize::from(u16::MAX) {
            return Err(CatalogueError::TooManyRooms { given });
        }
        for file in &files {
            let is_valid = |weight: f32| weight.is_finite() && weight >= 0.0;
            let invalid = file.rooms.iter().position(|room| !is_valid(room.room.weight));
            if let Some(room) = invalid {
                let given = file.rooms[room].room.weight.to_string();
                return Err(CatalogueError::InvalidWeight { file: file.name.clone(), room, given });
            }
        }
        Ok(Self::from_files(files))
    }

    /// The catalogue of these files, which must contain at most 65,535 rooms.
    fn from_files(files: Vec<RoomFile>) -> Self {
        let mut rooms: Vec<CatalogueRoom> = Vec::new();
        let mut firsts = Vec::with_capacity(files.len());
        for file in &files {
            firsts.push(rooms.len());
            rooms.extend(file.rooms.iter().map(|room| room.room));
        }
        let mut by_stage = vec![Vec::new(); STAGES];
        for (index, room) in (0_u16..).zip(&rooms) {
            if let Some(stage) = room.stage {
                by_stage[usize::from(stage)].push((index, *room));
            }
        }
        // W7: no floor asks for a file with that number, so its place is free for the joined pool.
        let in_the_void =
            by_stage.iter().zip(0..=u8::MAX).filter(|(_, file)| is_in_the_void(*file));
        by_stage[usize::from(VOID_POOL)] =
            in_the_void.flat_map(|(rooms, _)| rooms).copied().collect();
        let stages: Vec<StageRooms> = by_stage.iter().map(|rooms| StageRooms::new(rooms)).collect();
        let thresholds = ThresholdTable::new(&stages[usize::from(SPECIAL_ROOMS)], &rooms);
        let first_source = files.first().map(|file| &file.source);
        let has_several_sources = files.iter().any(|file| Some(&file.source) != first_source);
        let boss_pools = BossPools::default();
        Self { files, firsts, rooms, stages, thresholds, boss_pools, has_several_sources }
    }

    /// [W70](basement_model::rules#w70): the catalogue with other boss pools.
    ///
    /// ```
    /// use basement_rooms::{BossEntry, BossPools, Catalogue};
    ///
    /// let only_monstro = vec![BossEntry { id: 1, weight: 1.0 }];
    /// let pools = BossPools::default().with_pool(1, only_monstro);
    /// let catalogue = Catalogue::clone(Catalogue::embedded()).with_boss_pools(pools);
    /// assert_eq!(catalogue.boss_pools().pool(1).len(), 1);
    /// ```
    #[must_use]
    pub fn with_boss_pools(self, boss_pools: BossPools) -> Self {
        Self { boss_pools, ..self }
    }

    /// [W70](basement_model::rules#w70): the boss pools of edition `repentance`.
    #[must_use]
    pub const fn boss_pools(&self) -> &BossPools {
        &self.boss_pools
    }

    /// The files of the catalogue.
    #[must_use]
    pub fn files(&self) -> &[RoomFile] {
        &self.files
    }

    /// The sources of its rooms, in the order of its files, each with its numbers of files and
    /// rooms.
    ///
    /// ```
    /// use basement_rooms::Catalogue;
    ///
    /// let sources = Catalogue::embedded().sources();
    /// assert_eq!(sources.len(), 1);
    /// assert_eq!((sources[0].name, sources[0].files), (None, 24));
    /// ```
    #[must_use]
    pub fn sources(&self) -> Vec<RoomSource<'_>> {
        let mut sources: Vec<RoomSource<'_>> = Vec::new();
        for file in &self.files {
            let name = file.source.as_deref();
            let known = sources.iter_mut().find(|source| source.name == name);
            match known {
                Some(source) => {
                    source.files += 1;
                    source.rooms += file.rooms.len();
                }
                None => sources.push(RoomSource { name, files: 1, rooms: file.rooms.len() }),
            }
        }
        sources
    }

    /// Whether the [engine's own rooms](EMBEDDED) are among the sources of its files, where they stand
    /// in for the game's. The files of [`Catalogue::embedded`] itself have no source.
    #[must_use]
    pub fn has_embedded(&self) -> bool {
        self.files.iter().any(|file| file.source.as_deref() == Some(EMBEDDED))
    }

    /// Whether its files come from several mods or folders, so that a file's name alone does not
    /// identify it.
    #[must_use]
    pub const fn has_several_sources(&self) -> bool {
        self.has_several_sources
    }

    /// The sources of its rooms, in words: ``1,510 rooms of `my-mod`, 120 of the engine itself``.
    #[must_use]
    pub fn sources_in_words(&self) -> String {
        let in_words = |(number, source): (usize, &RoomSource<'_>)| {
            let rooms = if number == 0 { " rooms" } else { "" };
            let name = source.name.filter(|name| *name != EMBEDDED);
            let name = name.map(|name| format!("`{}`", printable(name)));
            let name = name.as_deref().unwrap_or("the engine itself");
            format!("{}{rooms} of {name}", grouped(source.rooms as u64))
        };
        let parts: Vec<String> = self.sources().iter().enumerate().map(in_words).collect();
        parts.join(", ")
    }

    /// All its rooms, by index.
    #[must_use]
    pub fn rooms(&self) -> &[CatalogueRoom] {
        &self.rooms
    }

    /// The room with this index. A floor's room refers to it by this index.
    #[must_use]
    pub fn get(&self, index: u16) -> Option<&CatalogueRoom> {
        self.rooms.get(usize::from(index))
    }

    /// The file that contains the room with this index.
    #[must_use]
    pub fn file(&self, index: u16) -> Option<&RoomFile> {
        self.find(index).map(|(file, _)| file)
    }

    /// The inside of the room with this index.
    #[must_use]
    pub fn interior(&self, index: u16) -> Option<&Interior> {
        self.find(index).map(|(_, room)| &room.interior)
    }

    fn find(&self, index: u16) -> Option<(&RoomFile, &FileRoom)> {
        let index = usize::from(index);
        // Of files that begin at the same index, only the last can contain rooms.
        let file = self.firsts.partition_point(|first| *first <= index).checked_sub(1)?;
        let room = self.files[file].rooms.get(index - self.firsts[file])?;
        Some((&self.files[file], room))
    }

    /// [L1](basement_model::rules#l1): whether a stage file has a room of a type that can be
    /// chosen: one with a weight above 0. Here and below, file 26 is the joined pool of The Void
    /// ([W7](basement_model::rules#w7)).
    #[must_use]
    pub fn has_rooms(&self, file: u8, room_type: RoomType) -> bool {
        self.has_rooms_of_type(file, room_type.number())
    }

    /// [`Catalogue::has_rooms`] for the number of a type.
    #[must_use]
    #[inline]
    pub fn has_rooms_of_type(&self, file: u8, type_number: u32) -> bool {
        !self.stage(file).blocks_of(type_number, None).is_empty()
    }

    /// [R9](basement_model::rules#r9), [W80](basement_model::rules#w80): how many normal rooms of
    /// a stage file have a difficulty in this range, including its ends. Variant and weight do not
    /// matter.
    #[must_use]
    pub fn count_normal_rooms(&self, file: u8, difficulties: (u8, u8)) -> u32 {
        self.stage(file).normal.count(difficulties)
    }

    /// [R9](basement_model::rules#r9), [W80](basement_model::rules#w80): for each of
    /// [`Shape::ALL`](basement_model::Shape::ALL), whether a normal room of a stage file has that
    /// shape and a difficulty in this range, including its ends. Variant and weight do not matter.
    #[must_use]
    pub fn normal_room_shapes(&self, file: u8, difficulties: (u8, u8)) -> [bool; 12] {
        self.stage(file).normal.shapes(difficulties)
    }

    /// [W43](basement_model::rules#w43), [W50](basement_model::rules#w50): a stage file's first
    /// normal room with this variant, whatever its weight, and its index. The start room is taken
    /// this way, and so is the grave while the others are locked.
    ///
    /// ```
    /// use basement_rooms::{Catalogue, SPECIAL_ROOMS};
    ///
    /// let catalogue = Catalogue::embedded();
    /// let (start, _) = catalogue.first_normal(SPECIAL_ROOMS, 2).expect("there is a start room");
    /// assert_eq!(catalogue.interior(start).map(|room| &*room.name), Some("start 1"));
    /// ```
    #[must_use]
    pub fn first_normal(&self, file: u8, variant: u32) -> Option<(u16, &CatalogueRoom)> {
        let index = self.stage(file).normal.first(variant)?;
        self.get(index).map(|room| (index, room))
    }

    /// L1: the pools of a stage number.
    #[inline]
    pub(crate) fn stage(&self, number: u8) -> &StageRooms {
        &self.stages[usize::from(number)]
    }

    /// L2: the thresholds for the first choices of special rooms by f1.
    #[inline]
    pub(crate) const fn thresholds(&self) -> &ThresholdTable {
        &self.thresholds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_model::{DoorSlots, Shape};

    fn file(stage: Option<u8>, names: &[&str]) -> RoomFile {
        let rooms = names.iter().map(|name| FileRoom {
            room: CatalogueRoom::new(stage, RoomType::Normal, Shape::Single),
            interior: Interior::empty((*name).to_owned(), Shape::Single, DoorSlots::NONE),
        });
        RoomFile {
            name: format!("{stage:?}"),
            stage,
            rooms: rooms.collect(),
            ..RoomFile::default()
        }
    }

    #[test]
    fn l1_rooms_are_numbered_through_all_files_and_found_again_in_theirs() {
        let files = vec![
            file(Some(0), &["a", "b"]),
            file(None, &[]),
            file(Some(1), &["c"]),
            file(Some(0), &["d"]),
        ];
        let catalogue = Catalogue::new(files).unwrap();
        for (index, name, stage) in
            [(0, "a", Some(0)), (1, "b", Some(0)), (2, "c", Some(1)), (3, "d", Some(0))]
        {
            assert_eq!(catalogue.interior(index).unwrap().name, name);
            assert_eq!(catalogue.file(index).unwrap().stage, stage);
            assert_eq!(catalogue.get(index).unwrap().stage, stage);
        }
        assert!(catalogue.get(4).is_none() && catalogue.interior(4).is_none());
        let indices = |stage| {
            let stage = catalogue.stage(stage);
            stage.blocks[stage.blocks_of(RoomType::Normal.number(), None)][0].indices
        };
        assert_eq!(indices(0)[..4], [0, 1, 3, 0]);
        assert_eq!(indices(1)[..2], [2, 0]);
        assert!(catalogue.stage(1).blocks_of(RoomType::Boss.number(), None).is_empty());
        assert!(
            catalogue.stage(1).blocks_of(RoomType::Normal.number(), Some(Shape::Wide)).is_empty()
        );
        assert!(catalogue.stage(2).blocks_of(RoomType::Normal.number(), None).is_empty());
        assert!(catalogue.stage(1).blocks_of(RoomType::Other(1000).number(), None).is_empty());
    }

    #[test]
    fn w7_the_void_picks_from_the_files_1_to_17_without_13_in_ascending_order() {
        let files = [17, 13, 2, 26, 1, 18, 0, 2].map(|stage| file(Some(stage), &["a"]));
        let catalogue = Catalogue::new(files.to_vec()).unwrap();
        let pool = catalogue.stage(VOID_POOL);
        assert_eq!(pool.blocks[0].indices[..5], [4, 2, 7, 0, 0]);
        assert_eq!(catalogue.count_normal_rooms(26, (1, 1)), 4);
        assert!(catalogue.has_rooms(26, RoomType::Normal));
        let only_26 = Catalogue::new(vec![file(Some(26), &["a"])]).unwrap();
        assert!(!only_26.has_rooms(26, RoomType::Normal));
        assert_eq!(only_26.count_normal_rooms(26, (0, 255)), 0);
    }

    #[test]
    fn w43_w50_a_normal_room_is_found_by_its_number_in_its_file_only() {
        let files = vec![file(Some(0), &["a"]), file(Some(16), &["b", "c"])];
        let catalogue = Catalogue::new(files).unwrap();
        let first = |file, variant| catalogue.first_normal(file, variant).map(|found| found.0);
        assert_eq!(first(0, 0), Some(0));
        assert_eq!(first(16, 0), Some(1));
        assert_eq!(first(16, 2), None);
        assert_eq!(first(17, 0), None);
    }

    #[test]
    fn w70_the_identity_changes_with_boss_pools_that_are_not_the_default() {
        let catalogue = Catalogue::new(vec![file(Some(1), &["a"])]).unwrap();
        let identity = catalogue.identity();
        let same = catalogue.clone().with_boss_pools(BossPools::default());
        assert_eq!(same.identity(), identity);
        let other = catalogue.with_boss_pools(BossPools::default().with_pool(1, Vec::new()));
        assert_ne!(other.identity(), identity);
    }

    #[test]
    fn the_identity_of_a_catalogue_depends_on_the_stage_of_its_files() {
        let identity = |stage: u8, count: usize| {
            Catalogue::new(vec![file(Some(stage), &vec!["a"; count])]).unwrap().identity()
        };
        assert_eq!(identity(1, 2), identity(1, 2));
        assert_ne!(identity(1, 2), identity(2, 2));
        assert!(identity(1, 2).starts_with("1 files, 2 rooms, "));
    }

    #[test]
    fn a_catalogue_of_more_rooms_than_it_can_number_is_refused() {
        let files = vec![file(Some(1), &[""; 40_000]), file(Some(2), &[""; 25_536])];
        let error = Catalogue::new(files).unwrap_err();
        assert_eq!(error, CatalogueError::TooManyRooms { given: 65_536 });
    }

    #[test]
    fn a_room_whose_weight_is_not_a_finite_number_from_0_up_is_refused() {
        for (weight, given) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (-0.5, "-0.5")] {
            let mut second = file(Some(2), &["b", "c"]);
            second.rooms[1].room.weight = weight;
            let error = Catalogue::new(vec![file(Some(1), &["a"]), second]).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "room 1 of Some(2) has the weight {given}: give it a finite number from 0 up"
                )
            );
        }
    }
}
