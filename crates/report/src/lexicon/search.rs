//! Finding the boss without a map, in words.

use crate::prelude::*;

/// How many doors it takes to find the boss.
pub(crate) fn title([x, y]: [&str; 2], doors: &Difference) -> String {
    let [a, b] = doors.means;
    let plain = "Without a map: the doors until the boss is found".to_owned();
    let said = match doors.sign() {
        0 => format!(
            "On level {}, finding the boss without a map takes {} doors in both games",
            doors.level,
            fixed(b, 1)
        ),
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
        let told = |value| title(["A", "B"], &Difference::within(6, [18.7, 18.7 + value], 0.1));
        assert_eq!(
            told(0.02),
            "On level 6, finding the boss without a map takes 18.7 doors in both games"
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
