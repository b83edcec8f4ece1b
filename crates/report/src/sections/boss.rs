//! The way to the boss.

use basement_floors::Backend;
use basement_survey::measure;

use crate::article::Section;
use crate::claims::{self, Course, Difference, differences};
use crate::context::Context;
use crate::figures::boss_cause;
use crate::lexicon::{capital, list};
use crate::number::{fixed, percent};
use crate::series::{name_of, shown, side_lines};

/// Means of rooms that lie less apart count as alike.
const ALIKE: f64 = 0.25;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let section = Section::new("boss", "The way to the boss").text(how_far(context));
    let section = match boss_cause::figure(context) {
        Some((figure, cause)) => {
            section.text(how_it_grows(context)).figure(figure).text(cause.effect())
        }
        None => section,
    };
    section.text(farthest(context)).unless_empty()
}

/// How far the boss is in the first two series.
fn how_far(context: &Context<'_>) -> String {
    let results = context.results;
    let shown = shown(results);
    let (Some(x), Some(y)) = (shown.first(), shown.get(1)) else { return String::new() };
    let differences = differences(results, [*x, *y], measure::BOSS_DISTANCE);
    let rooms = claims::differences(results, [*x, *y], measure::ROOMS);
    let names = [name_of(results, *x), name_of(results, *y)];
    format!(
        "{} {}",
        way(names[0], names[1], &differences),
        at_one_size(names, &rooms, &differences)
    )
    .trim()
    .to_owned()
}

/// Whose boss is farther on the levels where both have as many rooms, within a quarter of a
/// room: then the number of rooms is no reason.
fn at_one_size([x, y]: [&str; 2], rooms: &[Difference], ways: &[Difference]) -> String {
    let is_alike = |way: &&Difference| {
        rooms.iter().any(|it| it.level == way.level && it.value().abs() < ALIKE)
    };
    let alike: Vec<&Difference> = ways.iter().filter(is_alike).collect();
    let Some(first) = alike.first() else { return String::new() };
    let sign = first.sign();
    if sign == 0 || alike.len() == ways.len() || alike.iter().any(|way| way.sign() != sign) {
        return String::new();
    }
    let levels: Vec<String> = alike.iter().map(|way| way.level.to_string()).collect();
    let is_tail = ways.iter().rev().zip(alike.iter().rev()).all(|(way, it)| way.level == it.level);
    let levels = match levels.as_slice() {
        [only] => format!("On level {only}"),
        [first, ..] if is_tail => format!("From level {first} on"),
        levels => format!("On levels {}", list(levels)),
    };
    let sizes = alike.iter().map(|way| way.value().abs());
    let most = fixed(sizes.clone().fold(0.0, f64::max), 1);
    let least = fixed(sizes.fold(f64::INFINITY, f64::min), 1);
    let by = if least == most { most } else { format!("{least} to {most}") };
    let how = if sign > 0 { "farther" } else { "nearer" };
    format!(
        "{levels} both have as many rooms, and the boss of {y} is still {by} steps {how} than that of \
         {x}: the number of rooms is not the reason."
    )
}

/// Whose boss is farther, and how far both are on the first and the last level.
fn way(x: &str, y: &str, differences: &[Difference]) -> String {
    let (Some(first), Some(last)) = (differences.first(), differences.last()) else {
        return String::new();
    };
    let start = match Course::of(differences) {
        Some(Course::More) if first.level == last.level => {
            format!("The boss of {y} is farther from the start than that of {x}")
        }
        Some(Course::Less) if first.level == last.level => {
            format!("The boss of {y} is nearer to the start than that of {x}")
        }
        Some(Course::More) => {
            format!("On every level the boss of {y} is farther from the start than that of {x}")
        }
        Some(Course::Less) => {
            format!("On every level the boss of {y} is nearer to the start than that of {x}")
        }
        Some(Course::Same) if differences.iter().any(Difference::is_sure) => {
            format!("The way to the boss is about as long in {y} as in {x}")
        }
        Some(Course::Same) if differences.iter().all(Difference::is_same) => {
            format!("On every seed the way to the boss is as long in {y} as in {x}")
        }
        Some(Course::Same) => {
            format!("No difference between the ways to the boss in {x} and {y} can be told")
        }
        Some(Course::MoreUpTo(level)) => format!(
            "Up to level {level} the boss of {y} is farther from the start than that of {x}, then no more"
        ),
        Some(Course::LessUpTo(level)) => format!(
            "Up to level {level} the boss of {y} is nearer to the start than that of {x}, then no more"
        ),
        _ => format!("Whether the boss of {x} or that of {y} is farther depends on the level"),
    };
    let at = |difference: &Difference| {
        let [one, other] = difference.means.map(|mean| fixed(mean, 1));
        format!("{other} steps against {one} on level {}", difference.level)
    };
    let numbers =
        if first.level == last.level { at(first) } else { format!("{}, {}", at(first), at(last)) };
    format!("{start}: {numbers}, on average. A step is a door to go through.")
}

/// How the games of the study grow their floors.
fn how_it_grows(context: &Context<'_>) -> String {
    let results = context.results;
    let is_flash = |series: &usize| {
        let mut arms = results.arms_of(*series);
        results.study.series[*series].backend() == Some(Backend::Flash)
            && arms.any(|arm| arm.origin.description().is_some_and(|it| it.changed.is_empty()))
    };
    let flash = if shown(results).iter().any(is_flash) {
        format!(
            "A floor grows room by room. In Flash the rooms nearest the start grow first ({}). Rebirth keeps its \
             rooms in a queue as well, but ",
            context.rule("F4")
        )
    } else {
        "A floor of Rebirth grows room by room from a queue: ".to_owned()
    };
    format!(
        "{flash}two new rooms of three go to its front ({}): the next room is built onto the one that has \
         just been built, and one arm grows long before the others get their turn.",
        context.rule("R10")
    )
}

/// A series, a level, and the share of its floors on which no room is farther than the boss.
#[derive(Clone, Debug)]
struct Share {
    name: String,
    level: u8,
    floors: u64,
    holds: u64,
}

/// Whether the boss is the farthest room.
fn farthest(context: &Context<'_>) -> String {
    let results = context.results;
    let of_series = |series: usize| {
        let arms: Vec<_> = results.arms_of(series).filter(|arm| !arm.is_labyrinth()).collect();
        let ends = match arms.as_slice() {
            [] => Vec::new(),
            [only] => vec![*only],
            [first, .., last] => vec![*first, *last],
        };
        let share = |arm: &basement_survey::ArmResult| {
            let values = arm.summary.values(measure::BOSS_IS_FARTHEST);
            let yes = values.iter().filter(|(value, _)| *value > 0.5);
            (values.total() > 0).then(|| Share {
                name: name_of(results, series).to_owned(),
                level: arm.request.level,
                floors: values.total(),
                holds: yes.map(|(_, floors)| floors).sum(),
            })
        };
        ends.into_iter().filter_map(share).collect::<Vec<_>>()
    };
    let all = shown(results).into_iter().chain(side_lines(results));
    farthest_in_words(&all.map(of_series).filter(|shares| !shares.is_empty()).collect::<Vec<_>>())
}

/// The sentences of [`farthest`], from each series' shares.
fn farthest_in_words(series: &[Vec<Share>]) -> String {
    let shares = || series.iter().flatten().map(|share| share.holds as f64 / share.floors as f64);
    let Some(least) = shares().reduce(f64::min) else { return String::new() };
    let answer = if least >= 1.0 {
        "On every floor that was looked at"
    } else if least >= 0.95 {
        "Almost always"
    } else if least > 0.5 {
        "Mostly, but do not count on it"
    } else {
        "Not everywhere"
    };
    let part = |shares: &Vec<Share>| {
        let of = |share: &Share| {
            // Never rounded to all or to none.
            let exact = share.holds as f64 / share.floors as f64;
            let text = format!("{} of", percent(exact, 0));
            let text = if share.holds < share.floors && exact >= 0.995 {
                "nearly all".to_owned()
            } else if share.holds == share.floors {
                "all".to_owned()
            } else {
                text
            };
            format!("{text} floors of level {}", share.level)
        };
        let all: Vec<String> = shares.iter().map(of).collect();
        let name = shares.first().map_or("", |share| share.name.as_str());
        let all = list(&all);
        format!("in {name} the boss room is the farthest, or ties for it, on {all}")
    };
    let parts: Vec<String> = series.iter().map(part).collect();
    format!(
        "**Is the boss the farthest room?** {answer}. {}, without a curse.",
        capital(&parts.join("; "))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(values: &[f64]) -> Vec<Difference> {
        let difference = |(level, value): (u8, &f64)| Difference {
            level,
            means: [3.0, 3.0 + value],
            lower: value - 0.1,
            upper: value + 0.1,
        };
        (1..).zip(values).map(difference).collect()
    }

    #[test]
    fn the_way_to_the_boss_is_told_as_it_is() {
        let way = |values: &[f64]| way("A", "B", &differences(values));
        assert!(way(&[1.0, 2.0]).starts_with("On every level the boss of B is farther"));
        assert!(way(&[1.0, 2.0]).contains("4.0 steps against 3.0 on level 1, 5.0 steps against"));
        assert!(way(&[-1.0]).starts_with("The boss of B is nearer"));
        assert!(way(&[0.0, 0.0]).starts_with("No difference"));
        assert!(way(&[1.0, 0.0]).starts_with("Up to level 1 the boss of B is farther"));
        assert!(way(&[1.0, -1.0, 1.0]).contains("depends on the level"));
        assert_eq!(way(&[]), "");
    }

    #[test]
    fn where_both_have_as_many_rooms_the_way_is_told_on_its_own() {
        let said = |rooms: &[f64], ways: &[f64]| {
            at_one_size(["A", "B"], &differences(rooms), &differences(ways))
        };
        assert_eq!(
            said(&[1.0, 0.01, 0.1], &[1.0, 1.3, 1.24]),
            "From level 2 on both have as many rooms, and the boss of B is still 1.2 to 1.3 steps \
             farther than that of A: the number of rooms is not the reason."
        );
        assert!(said(&[0.0, 0.0, 1.0], &[1.0, 1.0, 1.0]).starts_with("On levels 1 and 2 both"));
        assert!(said(&[1.0, 0.0], &[1.0, -1.3]).contains("On level 2 both"));
        assert!(said(&[1.0, 0.0], &[1.0, -1.3]).contains("1.3 steps nearer"));
        assert_eq!(said(&[1.0, 0.0], &[1.0, 0.0]), "");
        assert_eq!(said(&[1.0, 1.0], &[1.0, 1.0]), "");
    }

    #[test]
    fn the_farthest_room_is_answered_by_the_worst_share() {
        let share = |level, holds| Share { name: "A".to_owned(), level, floors: 1000, holds };
        let words = |holds: &[u64]| {
            let shares = (1..).zip(holds).map(|(level, holds)| share(level, *holds)).collect();
            farthest_in_words(&[shares])
        };
        assert!(words(&[1000, 1000]).contains("On every floor that was looked at"));
        assert!(words(&[1000, 999]).contains("Almost always"));
        assert!(
            words(&[1000, 999])
                .contains("on all floors of level 1 and nearly all floors of level 2")
        );
        assert!(words(&[930, 870]).contains("Mostly, but do not count on it"));
        assert!(
            words(&[930, 870]).contains("93 % of floors of level 1 and 87 % of floors of level 2")
        );
        assert!(words(&[930, 300]).contains("Not everywhere"));
        assert_eq!(farthest_in_words(&[]), "");
    }
}
