//! Finding the boss without a map.

use basement_survey::{Results, Values, measure};

use crate::article::Section;
use crate::claims::difference_on;
use crate::context::Context;
use crate::figures::search;
use crate::lexicon::possessive;
use crate::number::{fixed, percent};
use crate::series::{name_of, shown};
use crate::shape::level_of_equal_size;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    Section::new("search", "If you have no map")
        .text("So far you knew the map. If you do not, does a farther boss take longer to find?")
        .figure(figure)
        .sentences([as_long(results), long_searches(results)])
        .unless_empty()
}

/// Why a search takes as long in the second series although more rooms are entered.
fn as_long(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let of = |measure| difference_on(results, [x, y], measure, level);
    let [doors, rooms] = [of(measure::SEARCH_WALK)?, of(measure::SEARCH_ROOMS)?];
    (doors.sign() == 0 && rooms.sign() > 0).then(|| {
        let [a, b] = rooms.means.map(|mean| fixed(mean, 1));
        format!(
            "You enter more rooms before you find {} boss ({b}, not {a}), but walk back less on the way.",
            possessive(name_of(results, y))
        )
    })
}

/// How often a search takes half as many doors again as the mean, if that is more often in one series.
fn long_searches(results: &Results) -> Option<String> {
    let [x, y, ..] = *shown(results).as_slice() else { return None };
    let level = level_of_equal_size(results, [x, y])?;
    let doors = [x, y].map(|series| {
        let group = results.group(series, level, false)?;
        Some(group.summary.values(measure::SEARCH_WALK))
    });
    let [a, b] = [doors[0]?, doors[1]?];
    long_searches_in_words([x, y].map(|series| name_of(results, series)), level, [&a, &b])
}

/// The shares of both at one and a half times the mean of the first, or beyond.
fn long_searches_in_words(names: [&str; 2], level: u8, doors: [&Values<'_>; 2]) -> Option<String> {
    let many = (1.5 * doors[0].mean()?).round();
    let shares = doors.map(|doors| {
        let beyond: u64 = doors.iter().filter(|it| it.0 >= many).map(|it| it.1).sum();
        beyond as f64 / doors.total().max(1) as f64
    });
    let worse = usize::from(shares[1] > shares[0]);
    let [more, less] = [shares[worse], shares[1 - worse]].map(|share| percent(share, 0));
    ((shares[0] - shares[1]).abs() >= 0.02).then(|| {
        format!(
            "{} varies more: on level {level}, {more} of floors take {} doors or more, {less} in {}.",
            names[worse],
            fixed(many, 0),
            names[1 - worse]
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::histogram_of;

    #[test]
    fn long_searches_are_told_of_only_where_one_game_has_more_of_them() {
        let (wide, narrow) = (histogram_of(&[(10, 50), (30, 50)]), histogram_of(&[(20, 100)]));
        let [wide, narrow] = [&wide, &narrow].map(|it| Values::new(measure::SEARCH_WALK, it));
        let told = |doors| long_searches_in_words(["A", "B"], 6, doors);
        assert_eq!(
            told([&wide, &narrow]).unwrap(),
            "A varies more: on level 6, 50 % of floors take 30 doors or more, 0 % in B."
        );
        assert!(told([&narrow, &wide]).unwrap().starts_with("B varies more"));
        assert_eq!(told([&narrow, &narrow]), None);
    }
}
