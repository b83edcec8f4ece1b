//! What Curse of the Labyrinth does, in words.

use basement_survey::statistics::Interval;

use crate::frame::curse::CurseEffect;
use crate::lexicon::first_fitting;
use crate::number::{about, fixed};

/// The finding on a level, as a title.
pub(crate) fn title(level: u8, rings: &[&CurseEffect]) -> String {
    let is_more = |pair: &CurseEffect| pair.cursed.estimate - pair.plain.estimate > pair.half;
    let said = |mean: Interval| about(mean, |mean| fixed(mean, 1));
    match rings {
        [one] if is_more(one) => {
            let [plain, cursed] = [one.plain, one.cursed].map(said);
            format!("The Labyrinth takes level {level} from {plain} rings to {cursed}")
        }
        [one, other, ..] if is_more(one) && is_more(other) => {
            let both = match [one, other].map(|it| (said(it.cursed), &it.name)) {
                [(x, one), (y, other)] if x == y => format!("{x} rings in {one} and {other}"),
                [(x, one), (y, other)] => format!("{x} rings in {one}, {y} in {other}"),
            };
            first_fitting([
                format!("The Labyrinth brings level {level} to {both}"),
                format!("The Labyrinth brings more rings to level {level}"),
            ])
        }
        _ => format!("Level {level} with and without Curse of the Labyrinth"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, series: usize, level: u8, means: [f64; 2]) -> CurseEffect {
        let sure = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let [plain, cursed] = means.map(sure);
        CurseEffect { series, name: name.to_owned(), level, plain, cursed, half: 0.1 }
    }

    #[test]
    fn the_title_tells_the_rings_under_the_curse_and_none_where_it_adds_none() {
        let of = |pairs: &[&CurseEffect]| title(5, pairs);
        let added = |name: &str, means| pair(name, 0, 5, means);
        let (a, b) = (added("A", [0.0, 8.46]), added("B", [0.7, 5.5]));
        assert_eq!(of(&[&a, &b]), "The Labyrinth brings level 5 to 8.5 rings in A, 5.5 in B");
        let mut open = a.clone();
        open.cursed.lower = 8.4;
        let open = of(&[&open, &b]);
        assert_eq!(open, "The Labyrinth brings level 5 to about 8.5 rings in A, 5.5 in B");
        let same = of(&[&a, &added("B", [0.7, 8.48])]);
        assert_eq!(same, "The Labyrinth brings level 5 to 8.5 rings in A and B");
        assert_eq!(of(&[&b]), "The Labyrinth takes level 5 from 0.7 rings to 5.5");
        let long = added("a name of many more words", [0.0, 8.46]);
        assert_eq!(of(&[&a, &long]), "The Labyrinth brings more rings to level 5");
        let (less, small) = (added("B", [2.0, 1.0]), added("A", [1.0, 1.05]));
        for none in [&[&small][..], &[&added("A", [0.0, 2.0]), &less], &[]] {
            assert_eq!(of(none), "Level 5 with and without Curse of the Labyrinth");
        }
    }
}
