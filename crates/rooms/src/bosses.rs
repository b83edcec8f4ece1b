//! The names of bosses, and which bosses a stage can have in edition `repentance` (W70).

/// The bosses that have a name, by their id, which is the subtype of their rooms.
#[rustfmt::skip]
pub(crate) const NAMES: [(u32, &str); 98] = [
    (1, "Monstro"), (2, "Larry Jr."), (3, "Chub"), (4, "Gurdy"), (5, "Monstro II"), (6, "Mom"),
    (7, "Scolex"), (8, "Mom's Heart"), (9, "Famine"), (10, "Pestilence"), (11, "War"),
    (12, "Death"), (13, "The Duke of Flies"), (14, "Peep"), (15, "Loki"), (16, "Blastocyst"),
    (17, "Gemini"), (18, "Fistula"), (19, "Gish"), (20, "Steven"), (21, "C.H.A.D."),
    (22, "Headless Horseman"), (23, "The Fallen"), (24, "Satan"), (25, "It Lives"),
    (26, "The Hollow"), (27, "The Carrion Queen"), (28, "Gurdy Jr."), (29, "The Husk"),
    (30, "The Bloat"), (31, "Lokii"), (32, "The Blighted Ovum"), (33, "Teratoma"),
    (34, "The Widow"), (35, "Mask of Infamy"), (36, "The Wretched"), (37, "Pin"),
    (38, "Conquest"), (39, "Isaac"), (40, "???"), (41, "Daddy Long Legs"), (42, "Triachnid"),
    (43, "The Haunt"), (44, "Dingle"), (45, "Mega Maw"), (46, "The Gate"), (47, "Mega Fatty"),
    (48, "The Cage"), (49, "Mama Gurdy"), (50, "Dark One"), (51, "The Adversary"),
    (52, "Polycephalus"), (53, "Mr. Fred"), (54, "The Lamb"), (55, "Mega Satan"),
    (56, "Gurglings"), (57, "The Stain"), (58, "Brownie"), (59, "The Forsaken"),
    (60, "Little Horn"), (61, "Rag Man"), (62, "Ultra Greed"), (63, "Hush"), (64, "Dangle"),
    (65, "Turdlings"), (66, "The Frail"), (67, "Rag Mega"), (68, "Sisters Vis"),
    (69, "Big Horn"), (70, "Delirium"), (72, "The Matriarch"), (73, "The Pile"),
    (74, "Reap Creep"), (75, "Lil Blub"), (76, "Wormwood"), (77, "The Rainmaker"),
    (78, "The Visage"), (79, "The Siren"), (80, "Tuff Twins"), (81, "The Heretic"),
    (82, "Hornfel"), (83, "Great Gideon"), (84, "Baby Plum"), (85, "The Scourge"),
    (86, "Chimera"), (87, "Rotgut"), (88, "Mother"), (89, "Mom (Mausoleum)"),
    (90, "Mom's Heart (Mausoleum)"), (91, "Min-Min"), (92, "Clog"), (93, "Singe"),
    (94, "Bumbino"), (95, "Colostomia"), (96, "The Shell"), (97, "Turdlet"),
    (101, "Horny Boys"), (102, "Clutch"),
];

/// The name of a boss, by its id: the subtype of its rooms.
///
/// ```
/// use basement_rooms::boss_name;
///
/// assert_eq!(boss_name(1), Some("Monstro"));
/// assert_eq!(boss_name(71), None);
/// ```
#[must_use]
pub fn boss_name(id: u32) -> Option<&'static str> {
    let row = NAMES.binary_search_by_key(&id, |row| row.0).ok()?;
    Some(NAMES[row].1)
}

/// The bosses that two files of the Depths share.
const DEPTHS: &[u8] = &[5, 15, 19, 46, 48, 58, 68, 74];

/// W70: the pools: a stage file, and the ids of its bosses.
const POOLS: [(u8, &[u8]); 19] = [
    (1, &[1, 2, 13, 17, 20, 44, 56, 60, 64, 65, 84]),
    (2, &[13, 32, 34, 37, 43, 60, 61, 84]),
    (3, &[1, 2, 13, 17, 20, 44, 56, 60, 61, 64, 65, 84]),
    (4, &[3, 4, 14, 18, 21, 28, 45, 47, 57, 67, 69, 94]),
    (5, &[14, 26, 27, 28, 29, 36, 50, 52, 59, 66, 67, 69, 94]),
    (6, &[3, 4, 14, 18, 21, 28, 45, 47, 57, 59, 66, 67, 69, 94]),
    (7, DEPTHS),
    (8, &[15, 30, 35, 51, 58, 68, 73]),
    (9, DEPTHS),
    (10, &[7, 16, 31, 49, 53, 72]),
    (11, &[30, 31, 33, 41, 42]),
    (12, &[7, 16, 31, 42, 49, 53, 72]),
    (27, &[75, 76, 77, 91]),
    (28, &[75, 76, 92, 95, 97]),
    (29, &[74, 80, 82, 83]),
    (30, &[73, 83, 93, 96, 102]),
    (31, &[79, 81]),
    (32, &[78, 101]),
    (33, &[85, 86, 87]),
];

/// W70: the rare bosses, which weigh a quarter: their stage file and id. Only their weights are
/// documented; that the others are 1 is a choice.
const RARE: [(u8, u8); 4] = [(1, 20), (1, 64), (1, 65), (10, 72)];

/// [W70](basement_model::rules#w70): a boss of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BossEntry {
    /// Its id: the subtype of its rooms.
    pub id: u8,
    /// Its weight in the choice.
    pub weight: f32,
}

/// [W70](basement_model::rules#w70): the pools of bosses of edition `repentance`, by the number of
/// the [stage file](crate::stage_file()). The sources do not number the pools, so the file's number
/// serves as the pool's id (a choice).
///
/// ```
/// use basement_rooms::{BossEntry, BossPools};
///
/// let pools = BossPools::default();
/// assert_eq!(pools.pool(31).len(), 2);
/// assert!(pools.pool(14).is_empty());
/// let changed = pools.clone().with_pool(31, vec![BossEntry { id: 79, weight: 1.0 }]);
/// assert_eq!(changed.pool(31).len(), 1);
/// assert_ne!(changed, pools);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BossPools {
    /// The pools by the number of the file.
    by_file: Vec<Vec<BossEntry>>,
}

impl Default for BossPools {
    fn default() -> Self {
        let mut pools = Self { by_file: Vec::new() };
        for (file, bosses) in POOLS {
            let weight = |id| if RARE.contains(&(file, id)) { 0.25 } else { 1.0 };
            let entries = bosses.iter().map(|id| BossEntry { id: *id, weight: weight(*id) });
            pools = pools.with_pool(file, entries.collect());
        }
        pools
    }
}

impl BossPools {
    /// The bosses of a stage file, in order. Empty if it has no pool.
    #[must_use]
    #[inline]
    pub fn pool(&self, file: u8) -> &[BossEntry] {
        self.by_file.get(usize::from(file)).map_or(&[], Vec::as_slice)
    }

    /// The pools with a new pool for a stage file. Its weights should be finite and not negative. Bosses
    /// after the 64th are never chosen.
    #[must_use]
    pub fn with_pool(mut self, file: u8, entries: Vec<BossEntry>) -> Self {
        let file = usize::from(file);
        if self.by_file.len() <= file {
            self.by_file.resize(file + 1, Vec::new());
        }
        self.by_file[file] = entries;
        self
    }

    /// All pools that are not empty, with the numbers of their files.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &[BossEntry])> {
        (0..=u8::MAX).zip(&self.by_file).filter_map(|(file, entries)| {
            (!entries.is_empty()).then_some((file, entries.as_slice()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage_file::STAGE_FILES;

    #[test]
    fn w70_every_boss_of_a_pool_has_a_name_and_a_weight() {
        assert!(NAMES.is_sorted_by_key(|row| row.0));
        let pools = BossPools::default();
        for (file, entries) in pools.iter() {
            for BossEntry { id, weight } in entries {
                assert!(
                    boss_name(u32::from(*id)).is_some() && *weight > 0.0,
                    "{id} of file {file}"
                );
            }
        }
    }

    #[test]
    fn w70_the_stages_up_to_the_corpse_have_pools_and_the_later_ones_none() {
        let pools = BossPools::default();
        for file in &STAGE_FILES {
            assert_eq!(pools.pool(file.number).is_empty(), file.stage > 8, "{}", file.name);
        }
    }

    #[test]
    fn w70_the_rare_bosses_weigh_a_quarter() {
        let pools = BossPools::default();
        let rare = |file| -> Vec<u8> {
            let rare = pools.pool(file).iter().filter(|boss| boss.weight == 0.25);
            rare.map(|boss| boss.id).collect()
        };
        assert_eq!(rare(1), [20, 64, 65]);
        assert_eq!(rare(10), [72]);
        assert!((2..=9).all(|file| rare(file).is_empty()));
    }
}
