//! How different two series are, taken together.

use basement_survey::study::{GroupResult, LevelLikeness};
use basement_survey::{Measure, Results, Values};

use super::yours::ASPECTS;
use crate::article::Section;
use crate::context::Context;
use crate::figures::expressive_range::expressive_range;
use crate::lexicon::title_of;
use crate::number::{counted, fixed};
use crate::series::name_of;
use crate::shape::story_level;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = expressive_range(results)?;
    let level = story_level(results)?;
    let likeness = results.likeness().iter().find(|it| it.level == level && !it.labyrinth)?;
    Section::new("likeness", "Which of the two is this?")
        .text(told(likeness, best(results, level)))
        .figure(figure)
        .unless_empty()
}

/// What one measure tells, and what all of them do.
fn told(likeness: &LevelLikeness, best: Option<Best<'_>>) -> String {
    let LevelLikeness { level, likeness, .. } = likeness;
    let best = best.filter(|_| likeness.is_told_apart());
    let is_enough = best.as_ref().is_some_and(|best| best.right >= 0.95);
    let best = best.map(|Best { measure, right, none_in }| {
        let right = fixed(right * 100.0, 0);
        match none_in {
            Some(name) => format!(
                "Shown one floor of level {level}, could you name its game? Look for {measure}: {name} has none, and you will be right \
                 {right} times in 100. "
            ),
            None => format!(
                "Shown one floor of level {level}, could you name its game? Count its {measure}, and you will be right {right} times in \
                 100. "
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

/// The measure by which a floor is best told from another.
struct Best<'a> {
    /// In words.
    measure: String,
    /// How often a guess by it is right.
    right: f64,
    /// The series whose floors have none of what it counts.
    none_in: Option<&'a str>,
}

fn best(results: &Results, level: u8) -> Option<Best<'_>> {
    let groups = [results.group(0, level, false)?, results.group(1, level, false)?];
    let all = ASPECTS.iter().filter_map(|name| {
        let measure = Measure::from_name(name)?;
        let values = groups.map(|group| group.summary.values(measure));
        let floors = groups.map(|group| group.summary.floors);
        let are_whole = floors == values.map(|it| it.total()) && !floors.contains(&0);
        are_whole.then(|| {
            let has_none = |group: &&GroupResult| {
                group.summary.values(measure).iter().all(|(value, _)| value == 0.0)
            };
            let none_in = groups.iter().find(|group| has_none(group));
            Best {
                measure: title_of(measure),
                right: right_guesses(&values),
                none_in: none_in.map(|group| name_of(results, group.series)),
            }
        })
    });
    all.max_by(|a, b| a.right.total_cmp(&b.right))
}

/// How often a guess is right that says one from a value on and the other below it, for the best such
/// value, where both come up equally often.
fn right_guesses([x, y]: &[Values<'_>; 2]) -> f64 {
    let below = |values: &Values<'_>, limit: f64| {
        let below: u64 = values.iter().filter(|(value, _)| *value < limit).map(|it| it.1).sum();
        below as f64 / values.total() as f64
    };
    let limits = x.iter().chain(y.iter()).map(|(value, _)| value);
    let gap = limits.map(|limit| (below(x, limit) - below(y, limit)).abs()).fold(0.0, f64::max);
    (1.0 + gap) / 2.0
}

#[cfg(test)]
mod tests {
    use basement_survey::measure;
    use basement_survey::summary::Histogram;

    use super::*;

    #[test]
    fn a_guess_is_right_as_often_as_the_best_limit_lets_it_be() {
        let of = |bins: &[(u32, u64)]| {
            let mut counts = Histogram::default();
            bins.iter()
                .for_each(|(value, floors)| (0..*floors).for_each(|seed| counts.add(*value, seed)));
            counts
        };
        let none = of(&[(0, 10)]);
        let some = of(&[(0, 1), (1, 4), (2, 5)]);
        let [none, some] = [&none, &some].map(|it| Values::new(measure::LARGE_ROOMS, it));
        assert!((right_guesses(&[none, some]) - 0.95).abs() < 1e-9);
        assert!((right_guesses(&[some, some]) - 0.5).abs() < 1e-9);
    }
}
