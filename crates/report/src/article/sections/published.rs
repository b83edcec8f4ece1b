//! What was published, and what shipped; what players say.

use crate::article::figures::{published, sayings};
use crate::article::{Context, Section};
use crate::figures::few_of;
use crate::series::{name_of, shown};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let with_levels = |all: &[usize]| -> Vec<u8> {
        let has_all = |level: &u8| all.iter().all(|it| results.arm(*it, *level, false).is_some());
        few_of(&results.study.levels.iter().copied().filter(has_all).collect::<Vec<u8>>())
    };
    let sides = published::sides(results);
    let levels =
        sides.map_or_else(Vec::new, |it| with_levels(&[it.published, it.shipped, it.other]));
    let drawn = published::figure(results, &levels);
    let editions = published::editions(results);
    let heading = if editions.is_empty() {
        "What players say"
    } else {
        "What was published, and what shipped"
    };
    let mut section = Section::new("published", heading);
    if let (Some(sides), Some((figure, any_is_turned))) = (sides, drawn) {
        let [published, shipped, other] =
            [sides.published, sides.shipped, sides.other].map(|it| name_of(results, it));
        section = section.text(intro(published, shipped, other, any_is_turned)).figure(figure);
    }
    let common = with_levels(&editions);
    if let Some(level) = common.get(common.len().saturating_sub(1) / 2) {
        section = section.table(published::table(results, *level));
    }
    let levels = with_levels(&shown(results)[..1.min(shown(results).len())]);
    let held = sayings::sayings(results, &levels);
    if !held.is_empty() {
        let begins = if editions.is_empty() { "" } else { "**What players say.** " };
        section = section.text(format!(
            "{begins}Players and wikis have sayings about floors. Each of them can be asked of every \
             floor. One counterexample is enough to break it, and its seed is below."
        ));
    }
    section
        .figure(sayings::figure(results, &levels, &held))
        .table(sayings::table(context, &held))
        .unless_empty()
}

/// Why there are two, and what it means for the comparison.
fn intro(published: &str, shipped: &str, other: &str, any_is_turned: bool) -> String {
    let begins = format!(
        "Rules are known from descriptions and from the games' code, and the two differ. {shipped} is the \
         edition that this page is about; {published} follows another source."
    );
    if any_is_turned {
        format!(
            "{begins} It matters: where a row is shaded, a comparison with {other} comes out the other way \
             round if you use the rules of {published} instead of those of {shipped}."
        )
    } else {
        format!("{begins} No difference worth a word from {other} turns round between the two.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_said_to_turn_only_where_it_does() {
        assert!(intro("A (old)", "A", "B", true).contains("the other way"));
        assert!(!intro("A (old)", "A", "B", false).contains("the other way"));
    }
}
