//! How different two series are, taken together.

use basement_survey::study::{GroupResult, LevelLikeness};
use basement_survey::{Measure, Results, measure};

use super::answer::games;
use super::yours::ASPECTS;
use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;
use crate::frame::pairs::Pairs;
use crate::lexicon::{capital, possessive, title_of};
use crate::number::{counted, fixed, percent, share_of_all, whole};
use crate::series::name_of;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let (likeness, pairs) = Pairs::most_telling(results)?;
    let level = likeness.level;
    let lopsided = without_the_jump(context, &pairs);
    let (heading, before) = match lopsided {
        Some(_) => ("You can see it on the map", ON_THE_MAP),
        None => ("Which of the two is this?", ""),
    };
    Section::new("likeness", heading)
        .text(told(likeness, best(results, level)))
        .text(before)
        .figure(expressive_range(results, likeness, &pairs))
        .text(lopsided.unwrap_or_default())
        .unless_empty()
}

/// How the order of growth shows on the map, if neither game's is changed.
const ON_THE_MAP: &str = "The jump shows as well. Flash's floors lie around their start; in Rebirth, the arm that grows first pulls the floor to one side.";

/// How few floors grow to one side if no room jumps the queue; `None` if the jump is not the cause.
fn without_the_jump(context: &Context<'_>, pairs: &Pairs) -> Option<String> {
    let results = context.results;
    games(results)?;
    let (line, reach) = pairs.lopsided_from()?;
    let jump = context.waiting().filter(|it| it.jump_makes_the_story())?;
    let values = jump.waiting.values(measure::ASYMMETRY);
    let beyond: u64 = values.iter().filter(|it| it.0 >= line).map(|it| it.1).sum();
    let shares = [beyond as f64 / values.total() as f64, reach.get(jump.series)?.estimate];
    let [without, with] = shares.map(|share| share_of_all(share, usize::from(share < 0.01)));
    Some(format!(
        "Without the jump, this sign is gone: of {} floors of {} without it, {without} grow to one side instead of {with}.",
        whole(values.total()),
        name_of(results, jump.series),
    ))
}

/// How well one measure identifies a floor's game, and how well all of them do.
fn told(likeness: &LevelLikeness, best: Option<Best<'_>>) -> String {
    let LevelLikeness { level, likeness, .. } = likeness;
    let best = best.filter(|_| likeness.is_told_apart());
    let is_enough = best.as_ref().is_some_and(|best| best.right >= 0.95);
    let best = best.map(|Best { measure, right, none_in }| {
        match none_in {
            Some([name, other]) => format!(
                "{} give {other} away: {} of its level-{level} floors have some, and none of {} do. ",
                capital(&measure),
                percent(2.0 * right - 1.0, 0),
                possessive(name)
            ),
            None => format!(
                "Shown one floor of level {level}, could you name its game? Count its {measure}, and you will be right {} times in 100. ",
                fixed(right * 100.0, 0)
            ),
        }
    });
    let enough = match likeness.floors_to_tell {
        Some(1) if is_enough => String::new(),
        Some(floors) => format!(
            "With all measures, {} {} enough to be right 19 times in 20. ",
            counted(floors, "floor"),
            if floors == 1 { "is" } else { "are" }
        ),
        None => "No number of floors tells them apart. ".to_owned(),
    };
    (best.unwrap_or_default() + &enough).trim_end().to_owned()
}

/// The measure that best identifies the game of a floor.
struct Best<'a> {
    /// The measure in words.
    measure: String,
    /// How often a guess by it is right.
    right: f64,
    /// The series whose floors have none of what the measure counts, and the other one.
    none_in: Option<[&'a str; 2]>,
}

fn best(results: &Results, level: u8) -> Option<Best<'_>> {
    let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
    let all = ASPECTS.iter().filter_map(|name| {
        let measure = Measure::from_name(name)?;
        let of = |group: &GroupResult| group.summary.values(measure).total();
        let are_whole = groups.iter().all(|group| of(group) == group.summary.floors);
        // The best guess names one series from a value on and the other below it. Both are equally likely.
        let gap = results.compare(groups[0], groups[1], measure)?.kolmogorov_smirnov;
        are_whole.then(|| {
            let has_none = |group: &&GroupResult| {
                group.summary.values(measure).iter().all(|(value, _)| value == 0.0)
            };
            let none_in = groups.iter().position(has_none);
            Best {
                measure: title_of(measure),
                right: (1.0 + gap) / 2.0,
                none_in: none_in
                    .map(|none| [none, 1 - none].map(|it| name_of(results, groups[it].series))),
            }
        })
    });
    all.max_by(|a, b| a.right.total_cmp(&b.right))
}
