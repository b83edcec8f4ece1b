//! How the floors of a series grow, in words.

use std::collections::HashSet;

use crate::lexicon::first_fitting;

/// The finding: how the typical floor grows from the first level to the last.
pub(crate) fn title(name: &str, sizes: &[(u8, u32)], is_file: bool) -> String {
    let long = match sizes {
        _ if is_file => format!("A typical floor of {name}, and the first ones"),
        [(level, rooms)] => format!("A typical floor of {name} on level {level}: {rooms} rooms"),
        [(from, few), .., (to, many)] if many > few => {
            let rooms = match f64::from(*many) / f64::from(*few) {
                ratio if (1.75..2.5).contains(&ratio) => "about twice the rooms of",
                _ => "more rooms than on",
            };
            format!("On level {to} a typical {name} floor has {rooms} level {from}")
        }
        _ => format!("Typical floors of {name}, level by level"),
    };
    let short = match sizes.len() {
        1 => "A typical floor, and the first ones",
        _ => "Typical floors, level by level",
    };
    first_fitting([long, short.to_owned()])
}

/// A unique file name from a series' name: small letters, digits and hyphens.
pub(crate) fn name_for(series: &str, place: usize, taken: &mut HashSet<String>) -> String {
    let plain: String = series
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut words = plain.split_whitespace().collect::<Vec<_>>().join("-");
    words.truncate(40);
    let words = match words.trim_end_matches('-') {
        "" => format!("{}", place + 1),
        words => words.to_owned(),
    };
    let names =
        std::iter::once(words.clone()).chain((2..).map(|number| format!("{words}-{number}")));
    let mut names = names.map(|name| format!("floors-by-level-{name}"));
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_follows_the_size_of_the_typical_floors() {
        let told = |sizes: &[(u8, u32)]| title("A", sizes, false);
        assert_eq!(
            told(&[(1, 10), (4, 18), (8, 21)]),
            "On level 8 a typical A floor has about twice the rooms of level 1"
        );
        assert_eq!(
            told(&[(1, 10), (2, 12)]),
            "On level 2 a typical A floor has more rooms than on level 1"
        );
        assert_eq!(told(&[(1, 21), (8, 10)]), "Typical floors of A, level by level");
        assert_eq!(told(&[(4, 9)]), "A typical floor of A on level 4: 9 rooms");
        assert_eq!(title("A", &[(4, 9)], true), "A typical floor of A, and the first ones");
        let long = title("A generator of my own", &[(1, 9), (8, 12)], false);
        assert_eq!(long, "Typical floors, level by level");
    }

    #[test]
    fn names_of_figures_are_plain_and_none_is_given_twice() {
        let mut taken = HashSet::new();
        let mut name = |series: &str, place| name_for(series, place, &mut taken);
        assert_eq!(name("Flash", 0), "floors-by-level-flash");
        assert_eq!(name("flash", 1), "floors-by-level-flash-2");
        assert_eq!(name("Flash, as \"shipped\"/../x", 2), "floors-by-level-flash-as-shipped-x");
        assert_eq!(name("箱", 3), "floors-by-level-4");
        assert_eq!(name("4", 4), "floors-by-level-4-2");
        assert!(name(&"long ".repeat(40), 5).len() <= 60);
    }
}
