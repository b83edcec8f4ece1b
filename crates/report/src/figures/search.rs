//! Finding the boss without a map: the doors that it takes, and how much of a floor is seen by then.

use crate::frame::by_level::{Charts, Value};
use crate::prelude::*;

/// The names of the values in the data: the doors until the boss is found, and the share of rooms that are
/// entered by then.
const WALK: &str = "search_walk";
const SEEN: &str = "share_of_rooms_entered";
const SHOWN: [(Value, &str, &str); 2] = [
    (Value::Mean(measure::SEARCH_WALK), WALK, "Doors until the boss is found"),
    (Value::Share(seen), SEEN, "Share of rooms entered by then"),
];
/// What the differences measure, as the caption says it.
const TOLD: [(&str, &str); 2] = [(WALK, "to find the boss"), (SEEN, "of rooms entered by then")];

/// The mean of the rooms entered over the mean of all visible rooms, which follows from `full_walk` and
/// `walked_again`. The interval is that of the rooms entered.
fn seen(group: &GroupResult) -> Option<Interval> {
    let mean = |measure| group.summary.values(measure).mean_interval();
    let (entered, walk, again) =
        (mean(measure::SEARCH_ROOMS)?, mean(measure::FULL_WALK)?, mean(measure::WALKED_AGAIN)?);
    let rooms = walk.estimate - again.estimate + 1.0;
    let share = |rooms_entered: f64| rooms_entered / rooms;
    (rooms > 0.0).then(|| Interval {
        estimate: share(entered.estimate),
        lower: share(entered.lower),
        upper: share(entered.upper),
    })
}

/// The figure, if a series has a boss to look for.
pub(crate) fn search(results: &Results) -> Option<Figure> {
    let charts = Charts::of(results, &SHOWN)?;
    let all = list(names_of(results, &charts.series));
    let title = match charts.difference(WALK) {
        Some(found) => title(names(results), &found, both_in_words(results)),
        None => first_fitting([
            format!("{all}: the doors until the boss is found without a map"),
            "The doors until the boss is found without a map".to_owned(),
        ]),
    };
    let way = |(name, what): (&str, &str)| {
        let it = charts.difference(name)?;
        let it = if name == SEEN { it.in_points() } else { it.in_words("doors") };
        Some(format!("{it} {what}"))
    };
    let ways: Vec<String> = TOLD.into_iter().filter_map(way).collect();
    let differences = match ways.is_empty() {
        true => String::new(),
        false => format!("{}{}.", minus(results, charts.level), list(&ways)),
    };
    let words = Words {
        name: "search".to_owned(),
        subtitle: format!(
            "Mean doors and share of rooms entered, if you always enter the nearest new room, and the boss room once you see its door{}; {}",
            charts.labels_in_words(),
            charts.dots_in_words()
        ),
        caption: (differences + charts.full_size_in_words(results)).trim_start().to_owned(),
        notes: with_request(results, charts.origin(results)),
        alt: format!(
            "Line charts by level for {all}: the doors until the boss is found, and the share of rooms \
             entered by then."
        ),
        title,
    };
    Some(charts.figure(results, words, ["what", "value"]))
}

/// How many doors it takes to find the boss, if they differ clearly or hardly at all; `both` is what the two are.
fn title([x, y]: [&str; 2], doors: &Difference, both: &str) -> String {
    let [a, b] = doors.means;
    let plain = "Without a map: the doors until the boss is found".to_owned();
    let said = match doors.sign() {
        0 if !doors.is_slight() => plain.clone(),
        0 => {
            let [a, b] = [a, b].map(|mean| fixed(mean, 1));
            let how = if a == b {
                format!("{b} doors in {both}")
            } else {
                format!("about {b} doors in both")
            };
            format!("On level {}, finding the boss without a map takes {how}", doors.level)
        }
        sign => format!(
            "On level {}, finding {} boss without a map takes {} doors {} than {}",
            doors.level,
            possessive(y),
            fixed((b - a).abs(), 1),
            if sign > 0 { "more" } else { "fewer" },
            possessive(x)
        ),
    };
    first_fitting([said, plain])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_distinguishes_the_doors_only_where_they_differ() {
        let told = |value| {
            title(["A", "B"], &Difference::within(6, [18.7, 18.7 + value], 0.1), "both games")
        };
        assert_eq!(
            told(0.02),
            "On level 6, finding the boss without a map takes 18.7 doors in both games"
        );
        assert_eq!(
            told(0.1),
            "On level 6, finding the boss without a map takes about 18.8 doors in both"
        );
        let unclear = Difference::within(6, [18.7, 19.7], 2.0);
        assert_eq!(
            title(["A", "B"], &unclear, "both"),
            "Without a map: the doors until the boss is found"
        );
        assert_eq!(
            told(2.0),
            "On level 6, finding B's boss without a map takes 2.0 doors more than A's"
        );
        assert_eq!(
            told(-2.0),
            "On level 6, finding B's boss without a map takes 2.0 doors fewer than A's"
        );
    }
}
