//! What Curse of the Labyrinth does, in words.

use crate::frame::curse::CurseEffect;
use crate::prelude::*;

/// The finding on a level, as a title.
pub(crate) fn title(level: u8, rings: &[&CurseEffect]) -> String {
    let is_more = |pair: &CurseEffect| pair.cursed.estimate - pair.plain.estimate > pair.half;
    let told = rings.iter().take(2).enumerate().map(|(place, pair)| {
        let mean = about(pair.cursed, |mean| fixed(mean, 1));
        format!("{mean}{} in {}", if place == 0 { " rings" } else { "" }, pair.name)
    });
    match !rings.is_empty() && rings.iter().take(2).all(|pair| is_more(pair)) {
        true => first_fitting([
            format!(
                "The Labyrinth brings level {level} to {}",
                told.collect::<Vec<_>>().join(", ")
            ),
            format!("The Labyrinth brings more rings to level {level}"),
        ]),
        false => format!("Level {level} with and without Curse of the Labyrinth"),
    }
}

#[cfg(test)]
mod tests {
    use basement_survey::statistics::Interval;

    use super::*;

    fn pair(name: &str, series: usize, level: u8, means: [f64; 2]) -> CurseEffect {
        let sure = |estimate| Interval { estimate, lower: estimate, upper: estimate };
        let [plain, cursed] = means.map(sure);
        CurseEffect { series, name: name.to_owned(), level, plain, cursed, half: 0.1 }
    }

    #[test]
    fn the_title_mentions_rings_under_the_curse_only_if_it_adds_some() {
        let of = |pairs: &[&CurseEffect]| title(5, pairs);
        let added = |name: &str, means| pair(name, 0, 5, means);
        let (a, b) = (added("A", [0.0, 8.46]), added("B", [0.7, 5.5]));
        assert_eq!(of(&[&a, &b]), "The Labyrinth brings level 5 to 8.5 rings in A, 5.5 in B");
        let mut open = a.clone();
        open.cursed.lower = 8.4;
        let open = of(&[&open, &b]);
        assert_eq!(open, "The Labyrinth brings level 5 to about 8.5 rings in A, 5.5 in B");
        let same = of(&[&a, &added("B", [0.7, 8.48])]);
        assert_eq!(same, "The Labyrinth brings level 5 to 8.5 rings in A, 8.5 in B");
        assert_eq!(of(&[&b]), "The Labyrinth brings level 5 to 5.5 rings in B");
        let long = added("a name of many more words", [0.0, 8.46]);
        assert_eq!(of(&[&a, &long]), "The Labyrinth brings more rings to level 5");
        let (less, small) = (added("B", [2.0, 1.0]), added("A", [1.0, 1.05]));
        for none in [&[&small][..], &[&added("A", [0.0, 2.0]), &less], &[]] {
            assert_eq!(of(none), "Level 5 with and without Curse of the Labyrinth");
        }
    }
}
