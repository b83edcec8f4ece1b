//! Why the boss is far.

use basement_floors::Backend;

use crate::article::Section;
use crate::context::Context;
use crate::figures::boss_cause;
use crate::parameters;
use crate::series::shown;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let figure = boss_cause::figure(context)?;
    Section::new("boss", "Why the boss is far")
        .text(how_it_grows(context))
        .figure(figure)
        .unless_empty()
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let is_flash =
        |series: &usize| parameters::unchanged(context.results, *series) == Some(Backend::Flash);
    let flash = match shown(context.results).iter().any(is_flash) {
        true => format!(
            "A floor grows room by room. In Flash the rooms nearest the start grow first ({}). Rebirth keeps its \
             rooms in a queue as well, but ",
            context.rule("F4")
        ),
        false => "A floor of Rebirth grows room by room from a queue: ".to_owned(),
    };
    format!(
        "{flash}two new rooms of three go to its front ({}): the next room is built onto the one that has \
         just been built, and one arm grows long before the others get their turn.",
        context.rule("R10")
    )
}
