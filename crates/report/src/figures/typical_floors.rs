//! A typical floor of each series on one level, side by side on one scale.

use basement_survey::study::GroupResult;
use basement_survey::typical::Median;

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::sample::{AMONG, Sample, hidden_in_words, measures_in_words, rule};
use crate::origin::{commands_line, origin_line};
use crate::panel::maps::Maps;
use crate::series::shown;
use crate::shape::middle_level;
use crate::table::Table;

/// Series that a figure shows.
const MOST: usize = 4;

/// The figure, where a shown series has a floor.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let level = middle_level(results)?;
    let groups: Vec<&GroupResult> = shown(results)
        .into_iter()
        .take(MOST)
        .filter_map(|series| results.group(series, level, false))
        .collect();
    let typical = |group: &&GroupResult| Sample::of(results, group, group.typical_floor(AMONG)?);
    let samples: Vec<Sample> = groups.iter().filter_map(typical).collect();
    samples.first()?;
    let table = Table::of(
        &samples,
        &[
            ("series", &|it| it.name.clone()),
            ("level", &|_| level.to_string()),
            ("number", &|it| it.number.to_string()),
            ("seed", &|it| it.seed.trim_start_matches("seed ").to_owned()),
            ("rooms", &|it| it.rooms.to_string()),
            ("big_rooms", &|it| it.big.to_string()),
            ("rings", &|it| it.rings.to_string()),
            ("boss_distance", &|it| it.boss.map_or_else(String::new, |boss| boss.to_string())),
        ],
    );
    let title = title(&samples.iter().map(FloorFacts::from).collect::<Vec<_>>(), level);
    let command = |sample: &Sample| {
        let group = results.group(sample.series, level, false)?;
        Some(format!("{}: `{}`", sample.name, context.floor_command(group, sample.number)?))
    };
    let commands: Vec<String> = samples.iter().filter_map(command).collect();
    let mut notes = origin_line(results, groups.iter().copied(), None, "");
    notes.extend(commands_line(&commands));
    let fewest = groups.iter().map(|group| group.summary.floors).min().unwrap_or_default();
    let medians: Vec<Median> = groups.iter().flat_map(|group| group.medians()).collect();
    let tinted = if samples.iter().any(|sample| !sample.on_ring.is_empty()) {
        "Tinted: rooms of a ring. "
    } else {
        ""
    };
    let described: Vec<String> =
        samples.iter().map(|it| format!("{}: {}", it.name, it.counts())).collect();
    let words = Words {
        name: "typical-floors".to_owned(),
        subtitle: alone_or_each(samples.len(), level),
        caption: format!(
            "Typical: {}. {tinted}{}",
            rule(fewest, &measures_in_words(&medians)),
            hidden_in_words(samples.iter().flat_map(|sample| sample.map.kinds())),
        ),
        notes,
        alt: format!("{title}. Maps of one typical floor each. {}.", described.join(". ")),
        title,
    };
    let sheet = |sample: &Sample| {
        let counts = sample.counts().replacen(", boss", "\nboss", 1);
        let lines = counts.split('\n').map(str::to_owned).chain([sample.seed.clone()]);
        sample.sheet(sample.name.as_str()).lines(lines.collect())
    };
    // The first picture stands on the first screen, on phones too.
    let tallest = samples.iter().map(|sample| sample.map.extent().1).fold(1.0, f64::max);
    let side = (144.0 / tallest).min(24.0);
    let maps = Maps::new(vec![samples.iter().map(sheet).collect()], 2, side);
    Some(compose_parts(words, table, &[&maps]))
}

/// What is drawn: one floor, or one of each series.
pub(crate) fn alone_or_each(count: usize, level: u8) -> String {
    match count {
        1 => format!("A typical floor of level {level}; without a curse"),
        _ => {
            format!("A typical floor of level {level} of each, drawn to one scale; without a curse")
        }
    }
}

/// What a title needs to know of a drawn floor.
#[derive(Clone, Debug, PartialEq)]
struct FloorFacts {
    name: String,
    big: u32,
    rings: u32,
    boss: Option<u32>,
}

impl From<&Sample> for FloorFacts {
    fn from(sample: &Sample) -> Self {
        let Sample { big, rings, boss, .. } = *sample;
        Self { name: sample.name.clone(), big, rings, boss }
    }
}

/// What is seen on the maps.
fn title(floors: &[FloorFacts], level: u8) -> String {
    match floors {
        [x, y] => {
            let farther = match (x.boss, y.boss) {
                (Some(a), Some(b)) if b > a => ", and the boss farther away",
                (Some(a), Some(b)) if b < a => ", and the boss nearer",
                _ => "",
            };
            let adds = match (x.big == 0 && y.big > 0, x.rings == 0 && y.rings > 0) {
                (true, true) => "big rooms, a ring",
                (true, false) => "big rooms",
                (false, true) => "a ring",
                _ => "",
            };
            match (adds, farther) {
                ("", "") => {
                    format!("A typical floor of level {level} of {} and {}", x.name, y.name)
                }
                ("", farther) => {
                    let place = farther.trim_start_matches(", and the boss ");
                    format!("In {} the boss is {place} than in {}", y.name, x.name)
                }
                (adds, farther) => format!("{} beside {}: {adds}{farther}", y.name, x.name),
            }
        }
        [only] => format!("A typical floor of level {level} of {}", only.name),
        _ => format!("Typical floors of level {level}, side by side"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, big: u32, rings: u32, boss: u32) -> FloorFacts {
        FloorFacts { name: name.to_owned(), big, rings, boss: Some(boss) }
    }

    #[test]
    fn a_title_names_what_the_maps_show_and_nothing_else() {
        let (x, y) = (told("A", 0, 0, 5), told("B", 2, 1, 7));
        assert_eq!(
            title(&[x.clone(), y.clone()], 4),
            "B beside A: big rooms, a ring, and the boss farther away"
        );
        assert_eq!(title(&[y.clone(), x.clone()], 4), "In A the boss is nearer than in B");
        assert_eq!(title(&[x.clone(), told("B", 2, 0, 5)], 4), "B beside A: big rooms");
        assert_eq!(title(&[x.clone(), x.clone()], 4), "A typical floor of level 4 of A and A");
        assert_eq!(title(std::slice::from_ref(&x), 2), "A typical floor of level 2 of A");
        assert_eq!(title(&[x.clone(), x, y], 2), "Typical floors of level 2, side by side");
    }
}
