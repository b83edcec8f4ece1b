//! The options that ask for the awards of floors.

use basement_lab::awards::{Preset, Procedure};
use clap::Args;

use super::floor::RequestArguments;
use crate::failure::Failure;
use crate::values::Named;

/// Whether awards are shown, and which account of them is followed.
#[derive(Args)]
pub(crate) struct AwardArguments {
    /// Show what clearing each ordinary room gives, by --luck, --hard and --item (Rebirth); --item then
    /// also accepts the items of `basement-lab awards`. If the first placing phase succeeds, the awards
    /// follow from the seed alone. On all other floors, in The Void, and on every floor of repentance
    /// they depend on the game's own rooms (docs/floors-format.md)
    #[arg(long, help_heading = AWARDS)]
    pub(crate) awards: bool,
    /// Which of the source's two accounts of the awards to follow
    #[arg(
        long,
        requires = "awards",
        default_value = "pseudo-code",
        help_heading = AWARDS,
        value_parser = Named::one_of("account of the awards", || Preset::ALL.to_vec())
    )]
    awards_rules: Preset,
}

/// The heading of the options of awards.
const AWARDS: &str = "Awards";

impl AwardArguments {
    /// The procedure that gives a request's awards, if awards are asked for.
    pub(crate) fn procedure(
        &self,
        request: &RequestArguments,
    ) -> Result<Option<Procedure>, Failure> {
        if !self.awards {
            return Ok(None);
        }
        Ok(Some(Procedure::new(&request.award_setting()?, &self.awards_rules.rules())))
    }
}
