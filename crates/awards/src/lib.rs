//! What a cleared room of *The Binding of Isaac: Rebirth* gives (section 6 of
//! the rules, A1-A4).
//!
//! A [`Setting`] says what the award depends on: luck, items held, difficulty.
//! [`Rules`] say how; where the prose and the pseudo-code of the source disagree
//! they are two [`Preset`]s. Together they make a [`Procedure`], and that answers
//! both questions that one can ask of it: which award a seed gives, and how
//! likely each award is, without sampling.
//!
//! ```
//! use basement_awards::{Pickup, Preset, Procedure, Setting, Source};
//! use basement_floors::{Difficulty, Item, Items, Seed};
//!
//! let items: Items = [Item::LuckyFoot, Item::GuppysTail].into_iter().collect();
//! let setting = Setting::new(3.0, items, Difficulty::Hard)?;
//! let procedure = Procedure::new(&setting, &Preset::PseudoCode.rules());
//!
//! // The award of a seed: the same for ever.
//! let award = procedure.award_of(Seed::game(2_334_308_359)?);
//! assert_eq!((award.pickup, award.count), (Pickup::Key, 1));
//!
//! // The chance of every award, exactly.
//! let chances = procedure.distribution(Source::Ideal);
//! let chest = chances.of(Pickup::Chest) + chances.of(Pickup::LockedChest);
//! assert!((chest - 0.425).abs() < 0.001);
//! # Ok::<(), basement_awards::AwardError>(())
//! ```
//!
//! The crate is pure: no files, no threads, and no allocation per award.

mod awards;
mod bands;
mod distribution;
mod error;
mod pickup;
mod procedure;
mod rules;
mod setting;
mod sum;
mod weights;

pub use awards::Awards;
pub use bands::Band;
pub use distribution::Source;
pub use error::AwardError;
pub use pickup::{Award, Pickup};
pub use procedure::{Procedure, award};
pub use rules::{BatteryRule, LuckyFootRule, LuckyToeRule, Preset, ReplacementRule, Rules};
pub use setting::{AWARD_ITEMS, Setting};
