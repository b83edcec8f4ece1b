//! What players say.

use crate::article::Section;
use crate::context::Context;
use crate::figures;
use crate::series::games;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let sayings = context.sayings();
    if sayings.held.is_empty() {
        return None;
    }
    Section::new("sayings", "What players say")
        .text(format!(
            "What players say of floors can be checked floor by floor, and one counterexample breaks it.{}",
            if games(results).len() > 1 { " Those with a source were said of Rebirth." } else { "" }
        ))
        .table(figures::sayings::verdicts(results, sayings))
        .folded(figures::sayings::table(context, &sayings.held))
        .unless_empty()
}
