//! The options of the engine that floors are compared with.

use basement_lab::floors::Unlocks;
use basement_lab::floors::rebirth::Edition;
use basement_lab::gamelog::LogEngine;
use clap::Args;

use crate::arguments::RoomsArguments;
use crate::commands::study::of_rooms;
use crate::failure::Failure;
use crate::values::Named;

/// The engine that floors are compared with.
#[derive(Args)]
pub(super) struct EngineArguments {
    /// The edition of the rules, by default that of the game that the log names; if it names none,
    /// afterbirth-plus and repentance are tried
    #[arg(long, value_parser = Named::<Edition>::new("edition"))]
    edition: Option<Edition>,
    /// What the save has unlocked; by default, all and fresh are both tried
    #[arg(long, value_parser = Named::one_of("set of unlocks", || vec![Unlocks::All, Unlocks::Fresh]))]
    unlocks: Option<Unlocks>,
    #[command(flatten)]
    pub(super) rooms: RoomsArguments,
}

impl EngineArguments {
    /// The options as they are written in a command.
    pub(super) fn in_words(&self) -> String {
        let edition = self.edition.map(|edition| format!(" --edition {edition}"));
        let unlocks = self.unlocks.map(|unlocks| format!(" --unlocks {unlocks}"));
        [edition, unlocks].into_iter().flatten().chain([of_rooms(&self.rooms)]).collect()
    }

    pub(super) fn engine(&self) -> Result<LogEngine, Failure> {
        Ok(LogEngine::new(self.edition, self.unlocks, self.rooms.load()?))
    }
}
