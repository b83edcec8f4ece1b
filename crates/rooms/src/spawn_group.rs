//! The spawns of a room, grouped by name.

use std::collections::BTreeMap;
use std::fmt;

use crate::interior::{Entity, Interior};

/// The spawns of a room that are the same thing, with their tiles.
///
/// ```
/// use basement_rooms::SpawnGroup;
///
/// let group = SpawnGroup { name: "Gaper".to_owned(), tiles: vec![(4, 2), (6, 2)] };
/// assert_eq!(group.to_string(), "2 x Gaper at 4,2 6,2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpawnGroup {
    /// What they are. A spawn with several entities to choose from is "A or B".
    pub name: String,
    /// Their tiles, in the order of the file.
    pub tiles: Vec<(i16, i16)>,
}

impl SpawnGroup {
    /// The spawns of a room in groups, in the order of the entities' numbers. `name` returns the
    /// name of an entity. Spawns without entities are left out.
    ///
    /// ```
    /// use basement_rooms::{Entity, Interior, Spawn, SpawnGroup};
    ///
    /// let entity = Entity { entity_type: 10, variant: 0, subtype: 0, weight: 1.0 };
    /// let spawn = |x| Spawn { x, y: 2, entities: vec![entity] };
    /// let room = Interior { spawns: vec![spawn(4), spawn(6)], ..Interior::default() };
    /// let groups = SpawnGroup::of(&room, &|entity| entity.to_string());
    /// assert_eq!(groups[0].to_string(), "2 x 10.0.0 at 4,2 6,2");
    /// ```
    #[must_use]
    pub fn of(interior: &Interior, name: &dyn Fn(&Entity) -> String) -> Vec<Self> {
        let mut groups: BTreeMap<Vec<(u32, u32, u32)>, Self> = BTreeMap::new();
        for spawn in interior.spawns.iter().filter(|spawn| !spawn.entities.is_empty()) {
            let numbers = |entity: &Entity| (entity.entity_type, entity.variant, entity.subtype);
            let key = spawn.entities.iter().map(numbers).collect();
            let group = groups.entry(key).or_insert_with(|| {
                let names: Vec<String> = spawn.entities.iter().map(name).collect();
                Self { name: names.join(" or "), tiles: Vec::new() }
            });
            group.tiles.push((spawn.x, spawn.y));
        }
        groups.into_values().collect()
    }
}

impl fmt::Display for SpawnGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} at", self.tiles.len(), self.name)?;
        self.tiles.iter().try_for_each(|(x, y)| write!(f, " {x},{y}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spawn;

    #[test]
    fn spawns_are_gathered_by_their_entities_and_ordered_by_number() {
        let entity = |entity_type| Entity { entity_type, variant: 0, subtype: 0, weight: 1.0 };
        let spawn = |x, types: &[u32]| Spawn {
            x,
            y: 1,
            entities: types.iter().map(|entity_type| entity(*entity_type)).collect(),
        };
        let spawns = vec![
            spawn(1, &[1000]),
            spawn(2, &[10, 11]),
            spawn(3, &[10]),
            spawn(4, &[]),
            spawn(-1, &[1000]),
        ];
        let room = Interior { spawns, ..Interior::default() };
        let groups = SpawnGroup::of(&room, &|entity| format!("e{}", entity.entity_type));
        let lines: Vec<String> = groups.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["1 x e10 at 3,1", "1 x e10 or e11 at 2,1", "2 x e1000 at 1,1 -1,1"]);
    }
}
