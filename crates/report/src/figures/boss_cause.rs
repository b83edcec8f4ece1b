//! What makes the boss of Rebirth far: where new rooms wait while a floor grows.

use basement_floors::Backend;
use basement_survey::{Comparison, Summary, measure};

use crate::claims::{Course, Difference, differences};
use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::queue::{ChangedLevel, as_usual, changed};
use crate::lexicon::{list, request_in_words};
use crate::number::{fixed, whole};
use crate::origin::origin_line;
use crate::plot::{ByLevel, Facet, Look, Plot, Scale, Y};
use crate::series::{hue_of, name_of, plain_arms, shown};
use crate::table::{Table, exact};

/// What the title is made from.
#[derive(Clone, Debug, PartialEq)]
struct Cause {
    /// The series of Rebirth.
    game: String,
    /// A series that it is compared with, and how much farther its boss is than there.
    other: Option<(String, Vec<Difference>)>,
    /// How the way changes where new rooms always go to the back.
    back: Vec<Difference>,
    /// The changed way against the other series' way.
    back_and_other: Vec<Difference>,
}

impl Cause {
    /// The finding, as a title.
    fn title(&self) -> String {
        let game = &self.game;
        if Course::of(&self.back) != Some(Course::Less) {
            return format!("{game}: the way to the boss by where new rooms wait");
        }
        let farther = self.other.as_ref().filter(|(_, farther)| {
            matches!(Course::of(farther), Some(Course::More | Course::MoreOnSome))
        });
        let course = Course::of(&self.back_and_other);
        match (farther, course) {
            (None, _) => format!("{game}'s boss would be nearer if every new room waited its turn"),
            (Some((other, _)), Some(course))
                if self.back_and_other.iter().all(|it| it.lower <= 0.0) =>
            {
                let nearer = if course == Course::Less { "nearer than" } else { "no farther than" };
                format!(
                    "If its newest rooms waited their turn, {game}'s boss would be {nearer} {other}'s"
                )
            }
            _ => format!("{game}'s boss is farther partly because its newest rooms grow on first"),
        }
    }

    /// What the change does on the first and the last level, in a sentence.
    fn effect(&self) -> String {
        let at = |it: &Difference| {
            let [from, to] = it.means.map(|mean| fixed(mean, 1));
            format!("from {from} to {to} steps on level {}", it.level)
        };
        let ends = match self.back.as_slice() {
            [first, .., last] => format!("{}, and {}", at(first), at(last)),
            all => all.iter().map(at).collect(),
        };
        format!(
            "With every new room at the back of the queue, and nothing else changed, the way goes {ends}."
        )
    }
}

/// The figure; `None` without a series of Rebirth whose rule is as usual.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let shown = shown(results);
    let series = as_usual(results)?;
    let changed = changed(results, series);
    let floors = changed.iter().map(|(_, summary, _)| summary.floors).min()?;
    let is_of_other_game =
        |it: &usize| *it < 2 && results.study.series[*it].backend() != Some(Backend::Rebirth);
    let other = shown.iter().copied().find(is_of_other_game);
    let against = |other: usize| {
        let difference = |(level, summary, _): &ChangedLevel| {
            let group = results.group(other, *level, false)?;
            let sides = [&group.summary, summary].map(|it| it.values(measure::BOSS_DISTANCE));
            Some(Difference::of(*level, &Comparison::of(sides[0], sides[1])?))
        };
        changed.iter().filter_map(difference).collect()
    };
    let cause = Cause {
        game: name_of(results, series).to_owned(),
        other: other.map(|other| {
            let farther = differences(results, [other, series], measure::BOSS_DISTANCE);
            (name_of(results, other).to_owned(), farther)
        }),
        back: changed.iter().map(|(level, _, it)| Difference::of(*level, it)).collect(),
        back_and_other: other.map(against).unwrap_or_default(),
    };
    let line = |series: usize, look: Look, of: &[(u8, &Summary)]| ByLevel {
        series,
        name: match look {
            Look::Hollow => format!("{}, newest rooms at the back", cause.game),
            Look::Main | Look::Side => name_of(results, series).to_owned(),
        },
        hue: hue_of(results, series),
        look,
        points: of
            .iter()
            .filter_map(|(level, it)| {
                Some((*level, it.values(measure::BOSS_DISTANCE).mean_interval()?))
            })
            .collect(),
    };
    let own = |series: &usize| -> Vec<(u8, &Summary)> {
        plain_arms(results, *series).map(|group| (group.request.level, &group.summary)).collect()
    };
    let back: Vec<(u8, &Summary)> = changed.iter().map(|(level, it, _)| (*level, it)).collect();
    let mut lines: Vec<ByLevel> =
        shown.iter().map(|series| line(*series, Look::Main, &own(series))).collect();
    lines.push(line(series, Look::Hollow, &back));
    let rows = lines.iter().flat_map(|line| line.points.iter().map(move |point| (line, point)));
    let table = Table::of(
        rows,
        &[
            ("series", &|(line, _)| name_of(results, line.series).to_owned()),
            ("newest_rooms", &|(line, _)| match line.look {
                Look::Hollow => "at the back".to_owned(),
                _ => "as usual".to_owned(),
            }),
            ("level", &|(_, (level, _))| level.to_string()),
            ("mean_steps", &|(_, (_, mean))| exact(mean.estimate)),
            ("lower", &|(_, (_, mean))| exact(mean.lower)),
            ("upper", &|(_, (_, mean))| exact(mean.upper)),
        ],
    );
    let more = match floors < results.study.floors {
        true => format!(", {} with the rule changed", whole(floors)),
        false => String::new(),
    };
    let groups = shown.iter().flat_map(|series| plain_arms(results, *series));
    let names: Vec<String> = lines.iter().map(|line| line.name.clone()).collect();
    let words = Words {
        name: "boss-cause".to_owned(),
        title: cause.title(),
        subtitle: format!(
            "Mean steps from the start to the boss, by level, with 95 % intervals; {}",
            request_in_words(results)
        ),
        caption: cause.effect(),
        notes: origin_line(results, groups, None, &more),
        alt: format!(
            "{}. A line chart of the mean steps to the boss by level: {}.",
            cause.title(),
            list(&names)
        ),
    };
    let most = lines.iter().flat_map(|line| &line.points).map(|(_, mean)| mean.upper);
    let plot = Plot {
        facets: vec![Facet::by_level("Mean steps to the boss", &lines, |_| String::new())],
        columns: [1, 1],
        x: Scale::levels(&lines),
        y: Y::Values(Scale::from_zero(most).decimals(0), 230.0),
    };
    Some(compose_parts(words, table, &[&plot]))
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
        let part = cause(Some(&[1.0, 1.0]), &[-0.5, -0.5], &[0.5, 0.5]);
        assert!(part.title().contains("partly because"), "{}", part.title());
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
        }
    }

    #[test]
    fn the_effect_is_told_on_the_first_and_the_last_level() {
        let effect = cause(None, &[-1.0, -2.0], &[]).effect();
        let told = "from 5.0 to 4.0 steps on level 1, and from 5.0 to 3.0 steps on level 2.";
        assert!(effect.ends_with(told), "{effect}");
        let one = cause(None, &[-1.0], &[]).effect();
        assert!(one.ends_with("the way goes from 5.0 to 4.0 steps on level 1."), "{one}");
    }
}
