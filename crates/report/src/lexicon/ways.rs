//! What is found on typical floors with their ways.

use crate::lexicon::{first_fitting, list};

/// The sign that two drawn floors and the means share; 0 if they share none.
pub(crate) fn agreed(x: usize, y: usize, sign: i8) -> i8 {
    let drawn = i8::from(y > x) - i8::from(y < x);
    if drawn == sign { sign } else { 0 }
}

/// The title. If there are two floors, it says what they show about the way to the boss and about walking
/// back, as far as the means confirm it: each sign is that of a difference, or 0.
/// Otherwise it says what is drawn.
pub(crate) fn title(names: &[String], [boss, twice]: [i8; 2]) -> String {
    let way = if boss > 0 { "farther away" } else { "nearer" };
    let back = if twice > 0 { "more" } else { "less" };
    let and = if boss == twice { "and" } else { "but" };
    let title = match (names, boss, twice) {
        ([x, y], 1 | -1, 0) => format!("In {y} the boss is {way} than in {x}"),
        ([x, y], 0, 1 | -1) => format!("Clearing a floor of {y}, you walk back {back} than in {x}"),
        ([x, y], 1 | -1, _) => {
            format!("In {y} the boss is {way}, {and} you walk back {back} than in {x}")
        }
        _ => {
            let floors = if names.len() == 1 { "A typical floor" } else { "Typical floors" };
            format!("{floors} of {}: to the boss, and through all rooms", list(names))
        }
    };
    first_fitting([title, "To the boss, and through all rooms, on typical floors".to_owned()])
}

/// How many of the doors of a full clear are walked back on two floors: name, doors walked back, all doors.
pub(crate) fn walked_back([(x, a, of_a), (y, b, of_b)]: [(&str, usize, usize); 2]) -> String {
    first_fitting([
        format!("You walk back {a} of {of_a} doors in {x}, {b} of {of_b} in {y}"),
        format!("You walk back {a} of {of_a} doors, or {b} of {of_b}"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_what_the_drawn_floors_and_the_means_agree_on() {
        let names = ["A", "B"].map(str::to_owned);
        let told = |boss, twice| title(&names, [boss, twice]);
        assert_eq!(told(1, -1), "In B the boss is farther away, but you walk back less than in A");
        assert_eq!(told(-1, -1), "In B the boss is nearer, and you walk back less than in A");
        assert_eq!(told(1, 0), "In B the boss is farther away than in A");
        assert_eq!(told(0, 1), "Clearing a floor of B, you walk back more than in A");
        assert_eq!(told(0, 0), "Typical floors of A and B: to the boss, and through all rooms");
        assert_eq!(
            walked_back([("A", 13, 32), ("B", 11, 30)]),
            "You walk back 13 of 32 doors in A, 11 of 30 in B"
        );
        assert_eq!([agreed(6, 7, 1), agreed(6, 6, 1), agreed(7, 6, 1)], [1, 0, 0]);
        assert_eq!([agreed(7, 6, -1), agreed(6, 6, 0)], [-1, 0]);
    }
}
