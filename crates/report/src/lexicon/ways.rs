//! What is found on typical floors with their ways.

use crate::lexicon::{first_fitting, list};

/// The sign that two drawn floors and the means of all agree on; 0 if they do not.
pub(crate) fn agreed(x: usize, y: usize, sign: i8) -> i8 {
    let drawn = i8::from(y > x) - i8::from(y < x);
    if drawn == sign { sign } else { 0 }
}

/// What both floors show and the means confirm.
pub(crate) fn title([x, y]: [&str; 2], boss: i8, twice: i8) -> String {
    let way = if boss > 0 { "farther away" } else { "nearer" };
    let back = if twice > 0 { "more" } else { "less" };
    let and = if boss == twice { "and" } else { "but" };
    match (boss, twice) {
        (0, 0) => format!("To the boss, and through all rooms: {x} and {y} alike"),
        (_, 0) => format!("In {y} the boss is {way} than in {x}"),
        (0, _) => format!("Clearing a floor of {y}, you walk back {back} than in {x}"),
        _ => first_fitting([
            format!("In {y} the boss is {way}, {and} you walk back {back} than in {x}"),
            format!("{y}: the boss is {way}, {and} you walk back {back}"),
            "To the boss, and through all rooms, on typical floors".to_owned(),
        ]),
    }
}

/// How usual the drawn floors are.
pub(crate) const fn how_usual(floors: usize, have_medians: bool) -> &'static str {
    match (floors > 1, have_medians) {
        (true, true) => {
            "The floors are typical: all three counts under each map are the medians of its game"
        }
        (false, true) => "It is typical: all three counts under the map are the medians",
        (true, false) => "Both are the most usual of the first floors",
        (false, false) => "This is the most usual of the first floors",
    }
}

/// The title of one floor, or of many.
pub(crate) fn plain_title(names: &[String]) -> String {
    let floors = match names {
        [only] => format!("A typical floor of {only}"),
        _ => format!("Typical floors of {}", list(names)),
    };
    first_fitting([
        format!("{floors}: to the boss, and through all rooms"),
        "To the boss, and through all rooms, on typical floors".to_owned(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_what_the_drawn_floors_and_the_means_agree_on() {
        let told = |boss, twice| title(["A", "B"], boss, twice);
        assert_eq!(told(1, -1), "In B the boss is farther away, but you walk back less than in A");
        assert_eq!(told(-1, -1), "In B the boss is nearer, and you walk back less than in A");
        assert_eq!(told(1, 0), "In B the boss is farther away than in A");
        assert_eq!(told(0, 1), "Clearing a floor of B, you walk back more than in A");
        assert_eq!(told(0, 0), "To the boss, and through all rooms: A and B alike");
        assert_eq!([agreed(6, 7, 1), agreed(6, 6, 1), agreed(7, 6, 1)], [1, 0, 0]);
        assert_eq!([agreed(7, 6, -1), agreed(6, 6, 0)], [-1, 0]);
    }
}
