//! The way: to the boss, and through the whole floor.

use basement_survey::{Results, measure};

use crate::article::Section;
use crate::claims::{Course, differences};
use crate::context::Context;
use crate::figures;
use crate::series::{name_of, shown};

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    Section::new("way", "The way")
        .text(by_level(results).unwrap_or_default())
        .figure(figures::way::way(results))
        .figure(figures::odds::odds(results))
        .unless_empty()
}

/// How rooms and full clears of the first two series compare, level by level.
fn by_level(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let course = |measure| Course::of(&differences(results, [x, y], measure));
    let (rooms, walks) = (course(measure::ROOMS)?, course(measure::FULL_WALK)?);
    courses([name_of(results, x), name_of(results, y)], rooms, walks)
}

/// The same in words; `None` where it goes up and down.
fn courses([x, y]: [&str; 2], rooms: Course, walks: Course) -> Option<String> {
    let more = |is_more: bool| if is_more { "more" } else { "fewer" };
    let course = rooms;
    let rooms = match rooms.told() {
        Some((is_more, place)) => {
            format!("Floors of {y} have {} rooms than those of {x}{place}", more(is_more))
        }
        None if rooms == Course::Same => format!("Floors of {x} and {y} have about as many rooms"),
        None => return None,
    };
    let walks = match walks.told() {
        Some((is_more, place)) => {
            // Of which series, where it was not just told.
            let all = match course {
                Course::Same => format!("all of those of {y}"),
                _ => "all of them".to_owned(),
            };
            format!("clearing {all} takes {} doors{place}", more(is_more))
        }
        None if walks == Course::Same => {
            "clearing all of them takes about as many doors".to_owned()
        }
        None => return None,
    };
    Some(format!("{rooms}, and {walks}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_and_full_clears_are_told_by_their_courses() {
        let said = |rooms, walks| courses(["A", "B"], rooms, walks);
        assert_eq!(
            said(Course::MoreUpTo(5), Course::MoreUpTo(4)).unwrap(),
            "Floors of B have more rooms than those of A up to level 5, and clearing all of them takes more doors up \
             to level 4."
        );
        assert_eq!(
            said(Course::Same, Course::Less).unwrap(),
            "Floors of A and B have about as many rooms, and clearing all of those of B takes fewer doors."
        );
        assert_eq!(said(Course::Mixed, Course::Less), None);
    }
}
