//! Where to put the bomb: guesses at the secret room by the rules, and by counting neighbours.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::guesses::{BOMBS, FLOORS, Found, Gain, Guesses, groups};
use crate::layout::Key;
use crate::lexicon::{levels_in_words, list, request_in_words};
use crate::number::{at_most, counted, share_of_all, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Mark, Plot, Row, RowGroup, Scale, Y};
use crate::series::{hue_of, shown};
use crate::table::{Table, exact};

/// The finding, as a title.
fn title(gains: &[Gain]) -> String {
    const BEATS: &str = "Knowing the rules beats counting neighbours";
    let clear: Vec<String> =
        gains.iter().filter(|gain| gain.is_clear()).map(|gain| gain.name.clone()).collect();
    let best = gains.iter().max_by(|one, other| one.value().total_cmp(&other.value()));
    let is_best = |best: &&Gain| {
        let mut others = gains.iter().filter(|gain| gain.name != best.name);
        others.all(|other| best.is_above(other))
    };
    match (clear.len(), best.filter(is_best)) {
        (0, _) => "Counting neighbours finds secret rooms as well as knowing the rules".to_owned(),
        (some, _) if some < gains.len() => format!("{BEATS} in {}", list(&clear)),
        (1, _) => BEATS.to_owned(),
        (2, Some(best)) => {
            let other = clear.iter().find(|name| **name != best.name).map_or("", String::as_str);
            format!("{BEATS}, in {} more than in {other}", best.name)
        }
        (_, Some(best)) => format!("{BEATS}, in {} most of all", best.name),
        (_, None) => format!("{BEATS} everywhere"),
    }
}

/// The figure, where a shown series has secret rooms that can be guessed.
pub(crate) fn figure(context: &Context<'_>, guesses: &[Guesses]) -> Option<Figure> {
    let results = context.results;
    let shown = shown(results);
    let is_shown = |guesses: &&Guesses| shown.contains(&guesses.series);
    let gains: Vec<Gain> = guesses.iter().filter(is_shown).filter_map(Guesses::gain).collect();
    gains.first()?;
    let rows = || guesses.iter().flat_map(|it| it.found.iter().map(move |found| (it, found)));
    let levels: BTreeSet<u8> = rows().filter_map(|(_, found)| found.level).collect();
    let widest = rows().filter(|(_, found)| found.level.is_some());
    let widest = widest.flat_map(|(_, found)| [found.by_rules, found.by_eye]).map(|it| it.half());
    let widest = widest.fold(0.0, f64::max);
    let table = Table::of(
        rows(),
        &[
            ("series", &|(of, _)| of.name.clone()),
            ("level", &|(_, it)| it.level.map_or_else(String::new, |level| level.to_string())),
            ("bombs", &|(_, it)| it.bombs.to_string()),
            ("floors", &|(_, it)| it.floors.to_string()),
            ("found_by_rules", &|(_, it)| exact(it.by_rules.estimate)),
            ("lower_by_rules", &|(_, it)| exact(it.by_rules.lower)),
            ("upper_by_rules", &|(_, it)| exact(it.by_rules.upper)),
            ("found_by_neighbours", &|(_, it)| exact(it.by_eye.estimate)),
            ("lower_by_neighbours", &|(_, it)| exact(it.by_eye.lower)),
            ("upper_by_neighbours", &|(_, it)| exact(it.by_eye.upper)),
        ],
    );
    let title = title(&gains);
    let floors = rows().map(|(_, found)| found.floors).min().unwrap_or(0);
    let more = match floors < FLOORS.min(results.study.floors) {
        true => format!(", at least {} with one secret room", whole(floors)),
        false => String::new(),
    };
    let of = guesses.iter().flat_map(|it| groups(results, it.series));
    let words = Words {
        name: "bomb".to_owned(),
        subtitle: format!(
            "Secret rooms found within one, two or three bombs, %; 95 % intervals at most ± {} points; {}",
            at_most(widest * 100.0, 1),
            request_in_words(results)
        ),
        caption: "Circle: bombs go where most rooms are around, ties by chance. Dot: bombs go where the secret \
                  room is likeliest by the exact rules, given the rest of the finished floor."
            .to_owned(),
        notes: origin_line(results, of, Some(FLOORS), &more),
        alt: format!(
            "{title}. Dumbbell charts of the share of secret rooms found within one to three bombs, on {}.",
            levels_in_words(levels.iter().copied())
        ),
        title,
    };
    let say = |share: f64| share_of_all(share, 0).replace(" %", "");
    let facet = |level: &u8| {
        let own = guesses.iter().enumerate();
        let own = own.flat_map(|(at, it)| it.found.iter().map(move |found| (at, it, found)));
        let own = own.filter(|(.., found)| found.level == Some(*level));
        let pair = |(at, it, found): (usize, &Guesses, &Found)| {
            let shares = [found.by_eye.estimate, found.by_rules.estimate];
            let row = (found.bombs - 1) * guesses.len() + at;
            Mark::pair(row, shares, hue_of(results, it.series), say)
        };
        Facet::new(format!("Level {level}"), own.map(pair).collect())
    };
    let group = |bombs: usize| RowGroup {
        name: counted(bombs as u64, "bomb"),
        rows: guesses.iter().map(|it| Row::of_series(results, it.series)).collect(),
    };
    let plot = Plot {
        facets: levels.iter().map(facet).collect(),
        columns: [3, 1],
        x: Scale::shares(1.0).ticks(3),
        y: Y::Rows((1..=BOMBS).map(group).collect()),
    };
    let key = Key::of_pair(["trying the most neighbours first", "knowing the rules"]);
    Some(compose_parts(words, table, &[&key, &plot]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(name: &str, by_rules: f64, by_neighbours: f64) -> Gain {
        Gain { name: name.to_owned(), by_rules, by_neighbours, half: 0.02, levels: vec![1] }
    }

    #[test]
    fn the_title_says_where_the_rules_help_and_where_they_help_more() {
        let (a, b, c) = (gain("A", 0.8, 0.4), gain("B", 0.4, 0.3), gain("C", 0.3, 0.3));
        let of = |gains: &[&Gain]| title(&gains.iter().copied().cloned().collect::<Vec<_>>());
        assert!(of(&[&a, &b]).ends_with("in A more than in B"));
        assert!(of(&[&b, &a]).ends_with("in A more than in B"));
        assert_eq!(of(&[&a, &c]), "Knowing the rules beats counting neighbours in A");
        assert!(of(&[&c]).starts_with("Counting neighbours finds secret rooms as well"));
        assert_eq!(of(&[&b]), "Knowing the rules beats counting neighbours");
        let like_b = gain("D", 0.41, 0.305);
        assert!(of(&[&b, &like_b]).ends_with("everywhere"));
        assert!(of(&[&a, &b, &like_b]).ends_with("in A most of all"));
    }
}
