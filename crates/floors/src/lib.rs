//! Floors of *The Binding of Isaac*, as its two games make them.
//!
//! Two generators, [`flash::Flash`] and [`rebirth::Rebirth`], implement one trait, [`Generator`]: a
//! [`Request`] and a [`Seed`] go in, a [`Floor`] comes out, and the same request and seed always
//! give the same floor. Each is written rule by rule; the ids in the documentation
//! ([F1](crate::rules#f1), [R33](crate::rules#r33), ...) are those of the [rules
//! page](crate::rules).
//!
//! The crate is pure: no files, no threads, no drawing, and rarely an allocation.
//!
//! ```
//! use basement_floors::{Backend, Request, RunSeed, Seed};
//!
//! let rebirth = Backend::Rebirth.generator("repentance", &[])?;
//! let run: RunSeed = "B911 99AC".parse()?;
//! let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
//! println!("{floor}");
//!
//! let flash = Backend::Flash.generator("article", &[])?;
//! let floor = flash.generate(&Request::level(1), Seed::Pcg(1))?;
//! assert!(matches!(floor.wanted(), 7 | 8));
//! # Ok::<(), basement_floors::GenerateError>(())
//! ```

mod address;
mod backend;
mod chance;
mod counted;
mod document;
mod draws;
mod error;
mod first_draws;
pub mod flash;
mod gaps;
mod generator;
mod interior_name;
mod never;
mod options;
mod parameters;
mod posterior;
mod posteriors;
pub mod rebirth;
mod remarks;
mod run;
mod stage_name;
mod trace;
mod trials;

pub use address::{AddressSeed, FloorAddress, command_options};
pub use backend::Backend;
pub use chance::Chance;
pub use document::{ConcreteRoom, FloorDocument};
pub use error::{GenerateError, MissingRooms};
pub use first_draws::FirstDraws;
pub use gaps::CatalogueGap;
pub use generator::{Description, Generator};
pub use interior_name::InteriorName;
pub use never::NeverReason;
pub use options::{OptionKind, REQUEST_OPTIONS, RequestOption, request_options};
pub use parameters::{Change, Parameter, Parameters, ParseValueError, Value};
pub use posterior::{Posterior, PosteriorError};
pub use posteriors::Posteriors;
pub use run::{CarriedOver, Run, RunStage, StageTypes};
pub use trace::{Decision, Event, rule_ids};

// The types in the interface of this crate are exported again, so that one import is enough.
pub use basement_model::*;
pub use basement_rooms as rooms;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
