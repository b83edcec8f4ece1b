//! Room files of the game and of mods as one catalogue.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use basement_rooms::RoomFile;

use crate::folders::{Role, SkipReason, Skipped};

/// A file to merge, with its path and its role.
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) role: Role,
    pub(crate) file: RoomFile,
}

/// The result of a merge.
#[derive(Default)]
pub(crate) struct Merged {
    /// The files in the order of their stages, and within a stage in the game's order.
    pub(crate) files: Vec<RoomFile>,
    /// The files that others replace.
    pub(crate) replaced: Vec<Skipped>,
    /// How many rooms got a new variant.
    pub(crate) renumbered: usize,
}

/// Merges files as the game does. The game's own files come first, then those outside the folders
/// of mods. Then each mod's `resources/rooms` replaces the files of the same names, and each mod's
/// `content/rooms` adds to what is there, mod by mod in the order given.
pub(crate) fn merge(mut parts: Vec<Part>) -> Merged {
    let mut merged = Merged::default();
    let mut stages: BTreeMap<Option<u8>, Vec<Part>> = BTreeMap::new();
    parts.sort_by_key(|part| part.role);
    for part in parts {
        let of_stage = stages.entry(part.file.stage).or_default();
        if matches!(part.role, Role::Own | Role::Replaces) {
            let by = part.file.source.clone().unwrap_or_default();
            // It goes without saying that a mod replaces one of the game's own files.
            let is_said = |other: &Part| {
                other.role != Role::Own
                    || (part.role == Role::Own && other.file.source != part.file.source)
            };
            for part in of_stage.drain(..).filter(is_said) {
                let reason = SkipReason::ReplacedBy(by.clone());
                merged.replaced.push(Skipped { path: part.path, reason });
            }
        }
        of_stage.push(part);
    }
    // No floor draws rooms from a file without a stage; they come last.
    let without_stage = stages.remove(&None).unwrap_or_default();
    for parts in stages.into_values() {
        let mut variants = Variants::default();
        for (number, mut part) in parts.into_iter().enumerate() {
            if number == 0 {
                variants.take_all(&part.file);
            } else {
                merged.renumbered += variants.give_free_ones(&mut part.file);
            }
            merged.files.push(part.file);
        }
    }
    merged.files.extend(without_stage.into_iter().map(|part| part.file));
    merged
}

/// The variants that are used, by type.
#[derive(Default)]
struct Variants(HashMap<u32, UsedVariants>);

/// The used variants of a type, as runs of numbers: a map from the first of each run to its last.
#[derive(Default)]
struct UsedVariants(BTreeMap<u32, u32>);

impl UsedVariants {
    fn has(&self, variant: u32) -> bool {
        self.0.range(..=variant).next_back().is_some_and(|(_, last)| variant <= *last)
    }

    fn take(&mut self, variant: u32) {
        if self.has(variant) {
            return;
        }
        // Runs that now touch become one.
        let run_before = self.0.range(..variant).next_back();
        let touching = run_before.filter(|(_, last)| **last + 1 == variant);
        let first = touching.map_or(variant, |(first, _)| *first);
        let run_after = variant.checked_add(1).and_then(|next| self.0.remove(&next));
        self.0.insert(first, run_after.unwrap_or(variant));
    }

    /// The first free variant after the lowest run of used ones. `None` if that run ends with the
    /// greatest number.
    fn next_free(&self) -> Option<u32> {
        self.0.values().next()?.checked_add(1)
    }
}

impl Variants {
    fn take_all(&mut self, file: &RoomFile) {
        for room in &file.rooms {
            self.0.entry(room.room.room_type.number()).or_default().take(room.room.variant);
        }
    }

    /// Gives each room whose variant is used another one, and returns the number of rooms changed.
    fn give_free_ones(&mut self, file: &mut RoomFile) -> usize {
        let mut count = 0;
        for room in &mut file.rooms {
            let used = self.0.entry(room.room.room_type.number()).or_default();
            if used.has(room.room.variant)
                && let Some(free) = used.next_free()
            {
                room.room.variant = free;
                count += 1;
            }
            used.take(room.room.variant);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use basement_model::{DoorSlots, Shape};
    use basement_rooms::{CatalogueRoom, FileRoom, Interior, RoomType};

    use super::*;

    fn file(stage: u8, source: &str, variants: &[u32]) -> RoomFile {
        let room = |variant: &u32| {
            let shape = Shape::Single;
            let usual = CatalogueRoom::new(Some(stage), RoomType::Normal, shape);
            let room = CatalogueRoom { variant: *variant, doors: DoorSlots::NONE, ..usual };
            FileRoom { room, interior: Interior::empty(String::new(), shape, DoorSlots::NONE) }
        };
        RoomFile {
            name: format!("{stage}.stb"),
            source: Some(source.to_owned()),
            stage: Some(stage),
            rooms: variants.iter().map(room).collect(),
            ..RoomFile::default()
        }
    }

    fn part(role: Role, stage: u8, source: &str, variants: &[u32]) -> Part {
        Part { path: source.into(), role, file: file(stage, source, variants) }
    }

    fn variants(file: &RoomFile) -> Vec<u32> {
        file.rooms.iter().map(|room| room.room.variant).collect()
    }

    #[test]
    fn a_taken_variant_becomes_the_first_free_one_after_the_lowest_run() {
        for (used, added, expected) in [
            (&[0, 1, 2, 7][..], &[1][..], &[3][..]),
            (&[5, 6], &[5, 6, 6], &[7, 8, 9]),
            (&[0, 1, 3], &[1, 1, 1], &[2, 4, 5]),
            (&[5], &[2, 5, 5], &[2, 3, 4]),
            (&[1, 3], &[2, 1], &[2, 4]),
            (&[9], &[8, 8, 7, 7], &[8, 10, 7, 11]),
            (&[], &[9, 9, 9], &[9, 10, 11]),
            (&[u32::MAX], &[u32::MAX, 1], &[u32::MAX, 1]),
        ] {
            let mut taken = Variants::default();
            taken.take_all(&file(1, "game", used));
            let mut file = file(1, "mod", added);
            taken.give_free_ones(&mut file);
            assert_eq!(variants(&file), expected, "{used:?} and {added:?}");
        }
    }

    #[test]
    fn many_rooms_with_one_variant_get_distinct_numbers() {
        let mut taken = Variants::default();
        let mut file = file(1, "mod", &vec![3; 60_000]);
        assert_eq!(taken.give_free_ones(&mut file), 59_999);
        assert_eq!(variants(&file), (3..60_003).collect::<Vec<u32>>());
        // Each pair extends the run at both ends.
        let mut taken = Variants::default();
        let pairs: Vec<u32> = (1..=30_000).rev().flat_map(|variant| [variant, variant]).collect();
        let mut file = self::file(1, "mod", &pairs);
        assert_eq!(taken.give_free_ones(&mut file), 30_000);
        let all: BTreeSet<u32> = variants(&file).into_iter().collect();
        assert_eq!(all, (1..=60_000).collect());
    }

    #[test]
    fn content_adds_to_replaced_resources_in_any_order() {
        let merged = merge(vec![
            part(Role::Adds, 1, "adds", &[1, 9]),
            part(Role::Plain, 1, "mine", &[1]),
            part(Role::Own, 1, "game", &[1, 2]),
            part(Role::Own, 2, "game", &[1]),
            part(Role::Replaces, 1, "full", &[1, 2, 3]),
            part(Role::Plain, 2, "mine", &[1]),
        ]);
        let sources: Vec<_> = merged
            .files
            .iter()
            .map(|file| (file.stage.unwrap(), file.source.clone().unwrap(), variants(file)))
            .collect();
        assert_eq!(
            sources,
            [
                (1, "full".to_owned(), vec![1, 2, 3]),
                (1, "adds".to_owned(), vec![4, 9]),
                (2, "game".to_owned(), vec![1]),
                (2, "mine".to_owned(), vec![2]),
            ]
        );
        assert_eq!(merged.renumbered, 2);
        // It goes without saying that a mod replaces the game's own file.
        let replaced: Vec<_> = merged.replaced.iter().map(|skipped| &skipped.path).collect();
        assert_eq!(replaced, ["mine"].map(PathBuf::from).iter().collect::<Vec<_>>());
    }

    #[test]
    fn the_last_of_two_games_is_read_and_the_other_is_reported() {
        let own = |source: &str| part(Role::Own, 1, source, &[1]);
        let merged = merge(vec![own("old"), own("old"), own("new")]);
        assert_eq!(merged.files.len(), 1);
        assert_eq!(merged.files[0].source.as_deref(), Some("new"));
        // One game's `resources-dlc3` replaces its `resources`, as in the game.
        assert_eq!(merged.replaced.len(), 1);
        assert_eq!(merged.replaced[0].reason, SkipReason::ReplacedBy("new".to_owned()));
    }

    #[test]
    fn the_last_of_two_mods_that_replace_a_file_wins_and_the_other_is_reported() {
        let merged = merge(vec![
            part(Role::Replaces, 1, "first", &[1]),
            part(Role::Replaces, 1, "last", &[2]),
        ]);
        assert_eq!(merged.files.len(), 1);
        assert_eq!(variants(&merged.files[0]), [2]);
        let reason = SkipReason::ReplacedBy("last".to_owned());
        assert_eq!(merged.replaced, [Skipped { path: "first".into(), reason }]);
    }
}
