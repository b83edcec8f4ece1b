//! How different two series are, taken together.

use basement_survey::Results;
use basement_survey::likeness::Likeness;
use basement_survey::study::LevelLikeness;

use crate::article::Section;
use crate::context::Context;
use crate::figures::cells;
use crate::number::{counted, fixed};
use crate::series::name_of;
use crate::shape::middle_level;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let level = middle_level(results)?;
    let plain = || results.likeness().iter().filter(|it| !it.labyrinth);
    let of = plain().find(|it| it.level == level).or_else(|| plain().next())?;
    Section::new("likeness", "How different are they, taken together?")
        .text(in_words(results, of))
        .figure(cells::figures(results).into_iter().next())
        .unless_empty()
}

fn in_words(results: &Results, LevelLikeness { level, likeness, .. }: &LevelLikeness) -> String {
    distance([name_of(results, 0), name_of(results, 1)], *level, likeness)
}

/// The distance, and how many floors tell the two apart.
fn distance([x, y]: [&str; 2], level: u8, likeness: &Likeness) -> String {
    let [value, lower, upper] =
        [likeness.distance, likeness.lower, likeness.upper].map(|it| fixed(it.max(0.0), 2));
    let tell = match likeness.floors_to_tell {
        Some(floors) => format!(
            "Somebody who sees {} knows which of the two made {}, 19 times of 20.",
            counted(floors, "floor"),
            if floors == 1 { "it" } else { "them" }
        ),
        None => "These floors do not tell which of the two made them.".to_owned(),
    };
    format!(
        "Put all measures of a floor together, and the floors of {x} and {y} on level {level} are {value} apart \
         ({lower} to {upper}, 95 %). On this scale 0 means the same floors, and 1 floors that have nothing in \
         common. {tell}"
    )
}
