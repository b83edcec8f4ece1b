//! Which of two floors has the farther boss, in words.

use crate::frame::odds::Odds;
use crate::lexicon::{first_fitting, possessive};
use crate::number::percent;

/// Whose boss is the farther one in how many pairs.
pub(crate) fn title([x, y]: [&str; 2], level: u8, odds: Odds) -> String {
    let (name, share) = if odds.more >= odds.less { (y, odds.more) } else { (x, odds.less) };
    let name = possessive(name);
    match share > 0.5 {
        true => first_fitting([
            format!(
                "Pick a level-{level} floor of each: {name} boss is farther {} of the time",
                percent(share, 0)
            ),
            format!("{name} boss is farther in {} of pairs", percent(share, 0)),
        ]),
        false => first_fitting([
            format!("Pick a level-{level} floor of each: nobody can say whose boss is farther"),
            "Nobody can say whose boss is farther".to_owned(),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_a_game_only_where_most_pairs_do() {
        let said = |more, less| {
            title(["A", "B"], 4, Odds { more, same: 1.0 - more - less, less, half: 0.01 })
        };
        assert_eq!(
            said(0.73, 0.14),
            "Pick a level-4 floor of each: B's boss is farther 73 % of the time"
        );
        assert_eq!(
            said(0.1, 0.8),
            "Pick a level-4 floor of each: A's boss is farther 80 % of the time"
        );
        assert_eq!(
            said(0.4, 0.3),
            "Pick a level-4 floor of each: nobody can say whose boss is farther"
        );
    }
}
