//! What a cleared room of *The Binding of Isaac: Rebirth* gives ([A1-A4](basement_model::rules#a1)).
//!
//! A [`Setting`] says what the award depends on: luck, items held, difficulty. [`AwardRules`] say
//! how it depends on them; the source gives two accounts of the rules, which are two [`Preset`]s.
//! Setting and rules make a [`Procedure`]. It answers two questions: which award does a seed give,
//! and how likely is each award? The second answer is exact: nothing is sampled.
//!
//! ```
//! use basement_awards::{AwardItem, AwardItems, Pickup, Preset, Procedure, RandomNumbers, Setting};
//! use basement_model::{Difficulty, Seed};
//!
//! let items = AwardItems::NONE.with(AwardItem::LuckyFoot).with(AwardItem::GuppysTail);
//! let setting = Setting::new(3.0, items, Difficulty::Hard)?;
//! let procedure = Procedure::new(&setting, &Preset::PseudoCode.rules());
//!
//! // The award of a seed. It never changes.
//! let award = procedure.award_from_seed(Seed::game(2_334_308_359)?);
//! assert_eq!((award.pickup, award.count), (Pickup::Key, 1));
//!
//! // The probability of every award.
//! let chances = procedure.distribution(RandomNumbers::Ideal);
//! let chest = chances.get(Pickup::Chest) + chances.get(Pickup::LockedChest);
//! assert!((chest - 0.425).abs() < 0.001);
//! # Ok::<(), basement_awards::AwardError>(())
//! ```
//!
//! The crate is pure: no files, no threads, and no allocation per award.

mod awards;
mod bands;
mod distribution;
mod items;
mod pickup;
mod probabilities;
mod procedure;
mod random_numbers;
mod rules;
mod setting;
mod sum;

pub use awards::Awards;
pub use bands::Band;
pub use items::{AwardError, AwardItem, AwardItems};
pub use pickup::{Award, Pickup};
pub use procedure::Procedure;
pub use random_numbers::RandomNumbers;
pub use rules::{AwardRules, BatteryRule, LuckyFootRule, LuckyToeRule, Preset, ReplacementRule};
pub use setting::Setting;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
