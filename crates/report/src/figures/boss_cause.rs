//! What makes the boss of Rebirth far: where new rooms wait while a floor grows.

use basement_floors::{Backend, Value};
use basement_survey::{Comparison, Interval, Results, Source, Summary, measure};

use crate::claims::{Course, Difference, differences};
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{list, request_in_words};
use crate::number::{fixed, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Look, Mark, Plot, Scale, Y};
use crate::series::{hue_of, name_of, shown, side_lines};
use crate::table::{Table, exact};

/// The parameter of where new rooms wait: at the back with a chance of one in this number (R10).
const RULE: &str = "rebirth.growth.back_one_in";
/// Always at the back.
const BACK: u32 = 1;
/// At the back one time in a thousand, which is as seldom as the rule allows.
const FRONT: u32 = 1000;
/// Floors of each level with the rule changed.
const FLOORS: u64 = 5_000;

/// What the sentences are made from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cause {
    /// The series of Rebirth.
    pub(crate) game: String,
    /// A series that it is compared with, and how much farther its boss is than there.
    pub(crate) other: Option<(String, Vec<Difference>)>,
    /// How the way changes where new rooms always go to the back.
    pub(crate) back: Vec<Difference>,
    /// How the way changes where they always go to the front.
    pub(crate) front: Vec<Difference>,
    /// The way with new rooms at the back against the other series' way.
    pub(crate) back_and_other: Vec<Difference>,
}

/// The counts that it is made from.
struct Changed {
    /// The series of Rebirth.
    series: usize,
    /// Each level's counts, with new rooms at the back and at the front.
    back: Vec<ChangedLevel>,
    front: Vec<ChangedLevel>,
}

/// A level with a change.
struct ChangedLevel {
    level: u8,
    summary: Summary,
    /// The floors without the change, X, and with it, Y, from the same seeds.
    comparison: Comparison,
}

impl Changed {
    fn new(results: &Results) -> Option<Self> {
        let is_as_usual = |series: &usize| {
            let source = results.study.series.get(*series).map(|series| &series.source);
            matches!(source, Some(Source::Backend(rules))
                if rules.backend == Backend::Rebirth && !rules.set.contains_key(RULE))
        };
        let series = shown(results).into_iter().find(is_as_usual)?;
        let changes = [BACK, FRONT].map(|value| [(RULE, Value::Whole(value))]);
        let asked = [measure::BOSS_DISTANCE].into_iter().collect();
        let (mut back, mut front) = (Vec::new(), Vec::new());
        for arm in results.arms_of(series).filter(|arm| !arm.is_labyrinth()) {
            let level = arm.request.level;
            let changes = changes.each_ref().map(|change| &change[..]);
            let counted = results.with_changes((series, level, false), &changes, FLOORS, asked);
            let Some((base, changed)) = counted else { continue };
            for (levels, (summary, pairing)) in [&mut back, &mut front].into_iter().zip(changed) {
                let base = base.values(measure::BOSS_DISTANCE);
                let values = summary.values(measure::BOSS_DISTANCE);
                let paired = pairing.values(measure::BOSS_DISTANCE);
                if let Some(comparison) = Comparison::paired(base, values, paired) {
                    levels.push(ChangedLevel { level, summary, comparison });
                }
            }
        }
        (!back.is_empty() && back.len() == front.len()).then_some(Self { series, back, front })
    }
}

impl Cause {
    fn new(results: &Results, changed: &Changed) -> Self {
        let of_change = |changed: &[ChangedLevel]| -> Vec<Difference> {
            changed.iter().map(|it| Difference::of(it.level, &it.comparison)).collect()
        };
        // From another series' counts to changed ones.
        let against = |series: usize, changed: &[ChangedLevel]| -> Vec<Difference> {
            let difference = |changed: &ChangedLevel| {
                let arm = results.arm(series, changed.level, false)?;
                let sides =
                    [&arm.summary, &changed.summary].map(|it| it.values(measure::BOSS_DISTANCE));
                Some(Difference::of(changed.level, &Comparison::of(sides[0], sides[1])?))
            };
            changed.iter().filter_map(difference).collect()
        };
        let is_of_other_game = |series: &usize| {
            *series < 2 && results.study.series[*series].backend() != Some(Backend::Rebirth)
        };
        let other = shown(results).into_iter().find(is_of_other_game).and_then(|other| {
            let farther = differences(results, [other, changed.series], measure::BOSS_DISTANCE);
            (!farther.is_empty()).then_some((other, farther))
        });
        Self {
            game: name_of(results, changed.series).to_owned(),
            back: of_change(&changed.back),
            front: of_change(&changed.front),
            back_and_other: other
                .as_ref()
                .map(|(other, _)| against(*other, &changed.back))
                .unwrap_or_default(),
            other: other.map(|(other, farther)| (name_of(results, other).to_owned(), farther)),
        }
    }

    /// Whether the boss is nearer on every level once new rooms go to the back.
    fn back_is_nearer(&self) -> bool {
        Course::of(&self.back) == Some(Course::Less)
    }

    /// Whether it is farther on every level once they go to the front.
    fn front_is_farther(&self) -> bool {
        Course::of(&self.front) == Some(Course::More)
    }

    /// Whether its boss is farther than the other's on every level that tells them apart.
    fn is_farther(&self) -> bool {
        let course = self.other.as_ref().and_then(|(_, farther)| Course::of(farther));
        matches!(course, Some(Course::More | Course::MoreOnSome))
    }

    /// Whether the changed rule takes away the whole difference, on every level.
    fn is_whole_cause(&self) -> bool {
        self.is_farther()
            && !self.back_and_other.is_empty()
            && self.back_and_other.iter().all(|difference| difference.lower <= 0.0)
    }

    /// The finding, as a title.
    pub(crate) fn title(&self) -> String {
        let game = &self.game;
        if !self.back_is_nearer() {
            return format!("{game}: the way to the boss by where new rooms wait");
        }
        if let (true, Some((other, _))) = (self.is_whole_cause(), &self.other) {
            let nearer = match Course::of(&self.back_and_other) {
                Some(Course::Less) => "nearer than",
                _ => "no farther than",
            };
            format!(
                "If its newest rooms waited their turn, {game}'s boss would be {nearer} {other}'s"
            )
        } else if self.is_farther() {
            format!("{game}'s boss is farther partly because its newest rooms grow on first")
        } else {
            format!("{game}'s boss would be nearer if every new room waited its turn")
        }
    }

    /// What the changed rule does, in sentences.
    pub(crate) fn effect(&self) -> String {
        let mut sentences = Vec::new();
        let course = |differences: &[Difference], change: &str, is_clear: bool, where_: &str| {
            let moves = moves(differences)?;
            let everywhere = if differences.len() == 1 { "" } else { " on every level" };
            Some(if is_clear {
                format!("{change}, the boss is {where_}{everywhere}: {moves}.")
            } else {
                format!("{change}, the way to the boss changes like this: {moves}.")
            })
        };
        sentences.extend(course(
            &self.back,
            "With every new room at the back of the queue, so that the newest never grow first, and nothing \
             else changed",
            self.back_is_nearer(),
            "nearer",
        ));
        if let (true, Some((other, _))) = (self.back_is_nearer(), &self.other) {
            let is_nowhere_farther = self.back_and_other.iter().all(|it| it.lower <= 0.0);
            sentences.push(match Course::of(&self.back_and_other) {
                Some(Course::Less) => format!("That is nearer than in {other}."),
                Some(_) if is_nowhere_farther => {
                    format!("That is nowhere farther than in {other}.")
                }
                Some(Course::More) => {
                    format!("That is still farther than in {other}, so other rules play a part.")
                }
                _ => String::new(),
            });
        }
        sentences.extend(course(
            &self.front,
            "With every new room at the front, so that the newest always grow first",
            self.front_is_farther(),
            "farther",
        ));
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }
}

/// "from 4.2 to 2.9 steps on level 1, and from 7.6 to 4.0 on level 8".
fn moves(differences: &[Difference]) -> Option<String> {
    let (first, last) = (differences.first()?, differences.last()?);
    let part = |difference: &Difference, unit: &str| {
        let [from, to] = difference.means.map(|mean| fixed(mean, 1));
        format!("from {from} to {to}{unit} on level {}", difference.level)
    };
    Some(if first.level == last.level {
        part(first, " steps")
    } else {
        format!("{}, and {}", part(first, " steps"), part(last, ""))
    })
}

/// The figure and what can be said beside it. `None` without a series of Rebirth whose rule is
/// as usual.
pub(crate) fn figure(context: &Context<'_>) -> Option<(Figure, Cause)> {
    let results = context.results;
    let changed = Changed::new(results)?;
    let cause = Cause::new(results, &changed);
    let lines = lines(results, &changed);
    let rows = lines.iter().flat_map(|line| line.points.iter().map(move |point| (line, point)));
    let table = Table::of(
        rows,
        &[
            ("series", &|(line, _)| name_of(results, line.series).to_owned()),
            ("newest_rooms", &|(line, _)| line.newest_rooms.to_owned()),
            ("level", &|(_, (level, ..))| level.to_string()),
            ("floors", &|(_, (.., floors))| floors.to_string()),
            ("mean_steps", &|(_, (_, mean, _))| exact(mean.estimate)),
            ("lower", &|(_, (_, mean, _))| exact(mean.lower)),
            ("upper", &|(_, (_, mean, _))| exact(mean.upper)),
        ],
    );
    let floors = changed.back.iter().map(|it| it.summary.floors).min().unwrap_or(0);
    let of = shown(results).into_iter().chain(side_lines(results));
    let arms = of.flat_map(|series| results.arms_of(series)).filter(|arm| !arm.is_labyrinth());
    let more = if floors < results.study.floors {
        format!(", {} with the rule changed", whole(floors))
    } else {
        String::new()
    };
    let names: Vec<String> = lines.iter().map(|line| line.name(results)).collect();
    let words = Words {
        name: "boss-cause".to_owned(),
        title: cause.title(),
        subtitle: format!(
            "Mean steps from the start to the boss, by level, with 95 % intervals; {}",
            request_in_words(results)
        ),
        caption: format!(
            "A step is a door. Dots: the generators as they are. Circles: {} with one rule changed, on the \
             same seeds: which room grows next, the newest or the one that waited longest. Intervals that cannot be seen are smaller than the marks.",
            cause.game
        ),
        notes: origin_line(results, arms, None, &more),
        alt: format!(
            "{}. A line chart of the mean steps to the boss by level: {}.",
            cause.title(),
            list(&names)
        ),
    };
    let mark = |line: &Line| Mark::Line {
        points: line.points.iter().map(|(level, mean, _)| (f64::from(*level), *mean)).collect(),
        hue: hue_of(results, line.series),
        look: line.look,
        value: String::new(),
        name: line.name(results),
    };
    let points = || lines.iter().flat_map(|line| &line.points);
    let plot = Plot {
        facets: vec![Facet::new("Mean steps to the boss", lines.iter().map(mark).collect())],
        columns: [1, 1],
        x: Scale::levels(points().map(|(level, ..)| *level)),
        y: Y::Values(Scale::from_zero(points().map(|(_, mean, _)| mean.upper)).decimals(0), 262.0),
    };
    Some((compose_parts(words, table, &[&plot]), cause))
}

/// The means of a series by level, with what is changed of its rules.
struct Line {
    series: usize,
    look: Look,
    /// When the newest rooms grow.
    newest_rooms: &'static str,
    /// Level, mean and floors.
    points: Vec<(u8, Interval, u64)>,
}

impl Line {
    fn name(&self, results: &Results) -> String {
        let name = name_of(results, self.series);
        match self.look {
            Look::Hollow => format!("{name}, newest rooms {}", self.newest_rooms),
            Look::Main | Look::Side => name.to_owned(),
        }
    }
}

fn lines(results: &Results, changed: &Changed) -> Vec<Line> {
    let point = |level: u8, summary: &Summary| {
        Some((level, summary.values(measure::BOSS_DISTANCE).mean_interval()?, summary.floors))
    };
    let of_series = |series: usize, look: Look| {
        let arms = results.arms_of(series).filter(|arm| !arm.is_labyrinth());
        let points = arms.filter_map(|arm| point(arm.request.level, &arm.summary)).collect();
        Line { series, look, newest_rooms: "as usual", points }
    };
    let of_changed = |(levels, newest_rooms): (&[ChangedLevel], &'static str)| {
        let points = levels.iter().filter_map(|it| point(it.level, &it.summary)).collect();
        Line { series: changed.series, look: Look::Hollow, newest_rooms, points }
    };
    let main = shown(results).into_iter().map(|series| of_series(series, Look::Main));
    let side = side_lines(results).into_iter().map(|series| of_series(series, Look::Side));
    let others = [
        (changed.back.as_slice(), "never grow first"),
        (changed.front.as_slice(), "always grow first"),
    ];
    let mut lines: Vec<Line> = main.chain(side).chain(others.into_iter().map(of_changed)).collect();
    lines.retain(|line| !line.points.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(values: &[f64]) -> Vec<Difference> {
        let difference = |(level, value): (u8, &f64)| Difference {
            level,
            means: [5.0, 5.0 + value],
            lower: value - 0.1,
            upper: value + 0.1,
        };
        (1..).zip(values).map(difference).collect()
    }

    fn cause(farther: Option<&[f64]>, back: &[f64], back_and_other: &[f64]) -> Cause {
        Cause {
            game: "Mine".to_owned(),
            other: farther.map(|farther| ("Yours".to_owned(), differences(farther))),
            back: differences(back),
            front: differences(&[1.0, 3.0]),
            back_and_other: differences(back_and_other),
        }
    }

    #[test]
    fn the_queue_is_the_cause_only_where_changing_it_takes_the_difference_away() {
        let whole = cause(Some(&[1.0, 1.0]), &[-1.5, -2.0], &[-0.5, 0.0]);
        assert_eq!(
            whole.title(),
            "If its newest rooms waited their turn, Mine's boss would be no farther than Yours's"
        );
        let turned = cause(Some(&[1.0, 1.0]), &[-1.5, -2.0], &[-0.5, -0.5]);
        assert!(turned.title().contains("would be nearer than Yours's"), "{}", turned.title());
        assert!(whole.effect().contains("That is nowhere farther than in Yours."));
        let part = cause(Some(&[1.0, 1.0]), &[-0.5, -0.5], &[0.5, 0.5]);
        assert!(part.title().contains("partly because"), "{}", part.title());
        assert!(part.effect().contains("still farther than in Yours"));
    }

    #[test]
    fn no_difference_is_explained_that_is_not_there() {
        for farther in [Some(&[-1.0, -1.0][..]), Some(&[0.0, 0.0]), Some(&[1.0, -1.0]), None] {
            let cause = cause(farther, &[-1.0, -1.0], &[]);
            assert!(cause.title().contains("would be nearer"), "{farther:?}");
        }
    }

    #[test]
    fn a_rule_without_a_clear_effect_is_no_cause() {
        for back in [&[-1.0, 0.0][..], &[0.0, 0.0], &[1.0, 1.0]] {
            let cause = cause(Some(&[1.0, 1.0]), back, &[0.0, 0.0]);
            assert_eq!(cause.title(), "Mine: the way to the boss by where new rooms wait");
            assert!(!cause.effect().contains("nearer"), "{}", cause.effect());
        }
    }

    #[test]
    fn the_effect_is_told_on_the_first_and_the_last_level() {
        let effect = cause(None, &[-1.0, -2.0], &[]).effect();
        assert!(effect.contains("nearer on every level: from 5.0 to 4.0 steps on level 1"));
        assert!(effect.contains("and from 5.0 to 3.0 on level 2."), "{effect}");
        let one = cause(None, &[-1.0], &[]).effect();
        assert!(one.contains("the boss is nearer: from 5.0 to 4.0 steps on level 1."), "{one}");
    }
}
