//! The awards of cleared rooms.

use crate::figures::awards;
use crate::frame::awards::Luck;
use crate::prelude::*;
use crate::sources::WIKI_AWARDS;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    if !context.results.study.awards {
        return None;
    }
    let rules = ["A1", "A2", "A3", "A4"].map(|id| context.rule(id)).join(", ");
    let section = Section::new("awards", "What a cleared room gives").text(format!(
        "A cleared room of Rebirth draws what it gives, whatever the floor looks like: nothing, a pickup, a chest \
         ({rules}). Each chance is exact. The rules are from {}, with pseudo-code by Blade, who reverse engineered the game.",
        WIKI_AWARDS.link()
    ));
    let section = section.figure(Luck::new().map(|luck| awards::figure(&luck)));
    section.table(awards::table()).unless_empty()
}
