//! Exact chances of the awards of cleared rooms (A1-A4), by kind, and what luck does to them.

use basement_awards::{AwardItems, Awards, Pickup, Preset, Procedure, RandomNumbers, Setting};
use basement_floors::Difficulty;

use crate::prelude::*;

/// The kinds of award in the order of the rows: a name, and the pickups that it counts.
pub(crate) const KINDS: [(&str, &[Pickup]); 9] = [
    ("nothing", &[Pickup::Nothing]),
    ("coins", &[Pickup::Coin]),
    ("hearts", &[Pickup::Heart]),
    ("keys", &[Pickup::Key]),
    ("bombs", &[Pickup::Bomb]),
    ("cards/pills/trinkets", &[Pickup::Card, Pickup::Pill, Pickup::Trinket]),
    ("batteries", &[Pickup::Battery]),
    ("sacks", &[Pickup::Sack]),
    ("chests", &[Pickup::Chest, Pickup::LockedChest]),
];
pub(crate) const NOTHING: usize = 0;
pub(crate) const CHESTS: usize = KINDS.len() - 1;
/// The most luck that counts.
pub(crate) const MOST_LUCK: u8 = 10;
/// The exact chance of every award by the pseudo-code. `None` if a setting is invalid.
pub(crate) fn chances(luck: u8, items: AwardItems, difficulty: Difficulty) -> Option<Awards<f64>> {
    let setting = Setting::new(luck.into(), items, difficulty).ok()?;
    let procedure = Procedure::new(&setting, &Preset::PseudoCode.rules());
    Some(procedure.distribution(RandomNumbers::Ideal))
}

/// The share of cleared rooms that give each kind.
pub(crate) type Shares = [f64; KINDS.len()];

pub(crate) fn shares(chances: &Awards<f64>) -> Shares {
    KINDS.map(|(_, pickups)| pickups.iter().map(|pickup| chances.get(*pickup)).sum())
}

/// What luck does to the shares.
pub(crate) struct Luck {
    /// The shares at each luck, from 0.
    pub(crate) by_luck: Vec<Shares>,
    /// The most luck at which no kind of pickup is rarer than without luck.
    pub(crate) free: usize,
}

impl Luck {
    pub(crate) fn new() -> Option<Self> {
        let at = |luck| Some(shares(&chances(luck, AwardItems::NONE, Difficulty::Normal)?));
        let by_luck: Vec<Shares> = (0..=MOST_LUCK).map(at).collect::<Option<_>>()?;
        let free = by_luck.iter().take_while(|it| losers(&by_luck[0], it).is_empty()).count();
        Some(Self { by_luck, free: free.saturating_sub(1) })
    }

    /// The finding, as a title.
    pub(crate) fn title(&self) -> String {
        let chests = percent(self.by_luck[usize::from(MOST_LUCK)][CHESTS], 0);
        format!(
            "At luck {MOST_LUCK}, {chests} of rooms give a chest, mostly replacing other pickups"
        )
    }

    /// What luck costs, in sentences.
    pub(crate) fn cost(&self) -> String {
        let losers = losers(&self.by_luck[0], &self.by_luck[usize::from(MOST_LUCK)]);
        format!(
            "Up to luck {} no pickup gets rarer, only empty rooms do. At luck {MOST_LUCK}, {} are rarer.",
            self.free,
            list(losers.into_iter().map(|kind| KINDS[kind].0))
        )
    }
}

/// The kinds of pickup that are rarer than they were.
pub(crate) fn losers(before: &Shares, after: &Shares) -> Vec<usize> {
    (NOTHING + 1..KINDS.len()).filter(|kind| before[*kind] - after[*kind] > 1e-6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_luck_follows_from_the_rules() {
        let luck = Luck::new().unwrap();
        let title = "At luck 10, 51 % of rooms give a chest, mostly replacing other pickups";
        assert_eq!(luck.title(), title);
        assert_eq!(luck.free, 2);
        let cost = luck.cost();
        assert!(cost.starts_with("Up to luck 2 no pickup gets rarer"), "{cost}");
        assert!(cost.contains("bombs") && cost.contains("cards/pills/trinkets"), "{cost}");
        for shares in &luck.by_luck {
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        }
        // Chests replace pickups more often than nothing.
        let (none, most) = (&luck.by_luck[0], &luck.by_luck[usize::from(MOST_LUCK)]);
        let taken: f64 = losers(none, most).iter().map(|kind| none[*kind] - most[*kind]).sum();
        assert!(taken > none[NOTHING] - most[NOTHING], "{taken}");
    }
}
