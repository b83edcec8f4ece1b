//! How different two series are, taken together.

use basement_survey::study::LevelLikeness;

use super::answer::games;
use crate::figures::expressive_range::expressive_range;
use crate::frame::distances::ASPECTS;
use crate::frame::pairs::Pairs;
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let pairs = Pairs::most_telling(results)?;
    let lopsided = without_the_jump(context, &pairs);
    let (heading, before) = match lopsided {
        Some(_) => ("You can see it on the map", ON_THE_MAP),
        None => ("Which of the two is this?", ""),
    };
    Section::new("likeness", heading)
        .sentences(told(results, pairs.level))
        .text(before)
        .figure(expressive_range(results, &pairs))
        .text(lopsided.unwrap_or_default())
        .unless_empty()
}

/// How the order of growth shows on the map, if neither game's is changed.
const ON_THE_MAP: &str = "The jump shows as well. Flash's floors lie around their start; in Rebirth, the arm that grows first pulls the floor to one side.";

/// How few floors grow to one side if no room jumps the queue; `None` if the jump is not the cause.
fn without_the_jump(context: &Context<'_>, pairs: &Pairs<'_>) -> Option<String> {
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
fn told(
    results: &Results,
    LevelLikeness { level, likeness, .. }: &LevelLikeness,
) -> [Option<String>; 2] {
    let (right, by_one) = best(results, *level).filter(|_| likeness.is_told_apart()).unzip();
    let is_one = likeness.floors_to_tell == Some(1);
    let enough = match likeness.floors_in_words() {
        Some(_) if is_one && right.is_some_and(|right| right >= 0.95) => None,
        Some(floors) => Some(format!(
            "With all measures, {floors} {} enough to be right 19 times in 20.",
            if is_one { "floor is" } else { "floors are" }
        )),
        None => Some("These floors are not enough to tell them apart.".to_owned()),
    };
    [by_one, enough]
}

/// How often a guess of a floor's game by the best single measure is right, and what to look for.
fn best(results: &Results, level: u8) -> Option<(f64, String)> {
    let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
    let gap = |measure: &'static Measure| {
        let of = |group: &GroupResult| group.summary.values(measure).total();
        let are_whole = groups.iter().all(|group| of(group) == group.summary.floors);
        // The best guess names one series from a value on and the other below it. Both are equally likely.
        let gap = results.compare(groups[0], groups[1], measure)?.kolmogorov_smirnov;
        are_whole.then_some((gap, measure))
    };
    let (gap, measure) = ASPECTS.into_iter().filter_map(gap).max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (right, what) = ((1.0 + gap) / 2.0, title_of(measure));
    let has_none =
        |group: &&GroupResult| group.summary.values(measure).iter().all(|it| it.0 == 0.0);
    let said = match groups.iter().position(has_none) {
        Some(none) => format!(
            "{} give {} away: {} of its level-{level} floors have some, and none of {} do.",
            capital(&what),
            name_of(results, 1 - none),
            percent(gap, 0),
            possessive(name_of(results, none))
        ),
        None => format!(
            "Shown one floor of level {level}, could you name its game? Count its {what}, and you will be right {} times in 100.",
            fixed(right * 100.0, 0)
        ),
    };
    Some((right, said))
}
