//! Finding the boss without a map.

use basement_survey::Values;

use crate::figures::search;
use crate::prelude::*;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let results = context.results;
    let figure = search::search(results)?;
    let doors = differences(results, BOTH, measure::SEARCH_WALK);
    Section::new("search", "If you have no map")
        .text("So far we assumed that you know the map. If you do not, does a farther boss take longer to find?")
        .figure(figure)
        .sentences([by_level(names(results), &doors), as_long(results), long_searches(results)])
        .unless_empty()
}

/// Up to which level a search takes longer in the second series; `None` unless it takes as long on all others.
fn by_level([x, y]: [&str; 2], doors: &[Difference]) -> Option<String> {
    let (longer, others) = doors.split_at(doors.iter().take_while(|it| it.sign() > 0).count());
    let (last, first) = (longer.last()?.level, others.first()?.level);
    others.iter().all(Difference::is_slight).then(|| {
        let (least, most) = range_of(longer.iter().map(Difference::value));
        format!(
            "Up to level {last}, {} boss takes {} to {} doors longer to find than {}, on floors with more rooms. From level {first} on, it takes no longer.",
            possessive(y),
            fixed(least, 1),
            fixed(most, 1),
            possessive(x)
        )
    })
}

/// Why a search takes as long in the second series although more rooms are entered.
fn as_long(results: &Results) -> Option<String> {
    let level = level_of_equal_size(results)?;
    let of = |measure| difference_on(results, measure, level);
    let [doors, rooms] = [of(measure::SEARCH_WALK)?, of(measure::SEARCH_ROOMS)?];
    (doors.sign() == 0 && rooms.sign() > 0).then(|| {
        let ([a, b], [x, y]) = (rooms.means.map(|mean| fixed(mean, 1)), names(results));
        format!(
            "You enter more rooms before you find {} boss on level {level} ({b} rooms; {a} in {x}), but walk back less on the way.",
            possessive(y)
        )
    })
}

/// How often a search takes half as many doors as the mean, and half as many again, if one series has more of both.
fn long_searches(results: &Results) -> Option<String> {
    let level = level_of_equal_size(results)?;
    let doors =
        |series| Some(results.group(series, level, false)?.summary.values(measure::SEARCH_WALK));
    long_searches_in_words(names(results), level, [&doors(0)?, &doors(1)?])
}

/// The shares of both up to half the mean of the first, and from one and a half times it on.
fn long_searches_in_words(names: [&str; 2], level: u8, doors: [&Values<'_>; 2]) -> Option<String> {
    let mean = doors[0].mean()?;
    let (few, many) = ((0.5 * mean).round(), (1.5 * mean).round());
    let share = |doors: &Values<'_>, holds: &dyn Fn(f64) -> bool| {
        share_where(doors, holds).map_or(0.0, |it| it.estimate)
    };
    let short = doors.map(|doors| share(doors, &|value| value <= few));
    let long = doors.map(|doors| share(doors, &|value| value >= many));
    let wide = usize::from(long[1] > long[0]);
    let narrow = 1 - wide;
    let is_wider = |shares: [f64; 2]| shares[wide] - shares[narrow] >= 0.02;
    let told = |shares: [f64; 2]| [wide, narrow].map(|place| percent(shares[place], 0));
    (is_wider(short) && is_wider(long)).then(|| {
        let ([a, b], [c, d]) = (told(short), told(long));
        format!(
            "{} varies more: on level {level}, {a} of its floors take {} doors or fewer and {c} take {} or more; in {}, {b} and {d}.",
            names[wide],
            fixed(few, 0),
            fixed(many, 0),
            names[narrow]
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::histogram_of;

    #[test]
    fn a_longer_search_is_limited_to_the_first_levels_only_where_the_others_take_as_long() {
        let of =
            |(level, value): &(u8, f64)| Difference::within(*level, [18.0, 18.0 + value], 0.05);
        let told =
            |all: &[(u8, f64)]| by_level(["A", "B"], &all.iter().map(of).collect::<Vec<_>>());
        assert_eq!(
            told(&[(1, 1.4), (2, 2.3), (6, 0.0)]).unwrap(),
            "Up to level 2, B's boss takes 1.4 to 2.3 doors longer to find than A's, on floors with more rooms. From level 6 on, it takes no longer."
        );
        assert_eq!([told(&[(1, 1.4), (6, -1.0)]), told(&[(1, 0.0), (6, 0.0)])], [None, None]);
    }

    #[test]
    fn long_searches_are_mentioned_only_where_one_game_has_more_of_them() {
        let (wide, narrow) = (histogram_of(&[(10, 50), (30, 50)]), histogram_of(&[(20, 100)]));
        let [wide, narrow] = [&wide, &narrow].map(|it| Values::new(measure::SEARCH_WALK, it));
        let told = |doors| long_searches_in_words(["A", "B"], 6, doors);
        assert_eq!(
            told([&wide, &narrow]).unwrap(),
            "A varies more: on level 6, 50 % of its floors take 10 doors or fewer and 50 % take 30 or more; in B, 0 % and 0 %."
        );
        assert!(told([&narrow, &wide]).unwrap().starts_with("B varies more"));
        assert_eq!(told([&narrow, &narrow]), None);
    }
}
