//! Room-clear awards (A1-A4): what the figures of them have in common. Their data
//! are exact chances, so they ask no seed and no floor.

use basement_awards::{AwardItem, Awards, Pickup, Preset, Procedure, RandomNumbers, Setting};
use basement_floors::Difficulty;
use basement_survey::Results;

use super::{awards_by_item, awards_in_pairs};
use crate::figure::Figure;
use crate::lexicon::capital;

/// The figures, where the study asks for awards.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    if !results.study.awards {
        return Vec::new();
    }
    [awards_by_item::figure(), awards_in_pairs::hard_mode()].into_iter().flatten().collect()
}

/// What an award depends on, with the account of the source that is followed.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) luck: f32,
    pub(crate) items: &'a [AwardItem],
    pub(crate) difficulty: Difficulty,
    pub(crate) preset: Preset,
}

impl Case<'_> {
    /// Luck 0, no item, normal mode, the pseudo-code.
    pub(crate) const BASE: Self =
        Self { luck: 0.0, items: &[], difficulty: Difficulty::Normal, preset: Preset::PseudoCode };

    /// The exact chance of every award. `None` if the case is invalid.
    pub(crate) fn chances(&self) -> Option<Awards<f64>> {
        let items = self.items.iter().copied().collect();
        let setting = Setting::new(self.luck, items, self.difficulty).ok()?;
        Some(Procedure::new(&setting, &self.preset.rules()).distribution(RandomNumbers::Ideal))
    }
}

/// "locked chest".
pub(crate) fn pickup_name(pickup: Pickup) -> String {
    pickup.to_string().replace('_', " ")
}

/// "Guppy's Tail".
pub(crate) fn item_name(item: AwardItem) -> String {
    match item {
        AwardItem::DaemonsTail => "Daemon's Tail".to_owned(),
        AwardItem::ChildsHeart => "Child's Heart".to_owned(),
        AwardItem::GuppysTail => "Guppy's Tail".to_owned(),
        AwardItem::AceOfSpades => "Ace of Spades".to_owned(),
        AwardItem::RibOfGreed => "Rib of Greed".to_owned(),
        item => item.to_string().split('_').map(capital).collect::<Vec<_>>().join(" "),
    }
}
