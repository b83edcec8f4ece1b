//! The opener: a typical floor of each series with its two ways, to the boss and through all rooms.

use crate::frame::sample::{AMONG, among_in_words, fewest_floors, hidden_on_a_walk};
use crate::frame::ways::{Ways, agreed, title, walked_back};
use crate::prelude::*;

/// At most this many series are shown.
const MOST: usize = 4;

/// The figure, if a shown series has a floor with a way to a boss.
pub(crate) fn hero(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let (level, game) = match other_generators(results).is_empty() {
        true => (story_level(results)?, "game"),
        false => (middle_level(results)?, "series"),
    };
    let typical = |series: usize| Ways::of(results, results.group(series, level, false)?);
    let floors: Vec<Ways<'_>> = shown(results).into_iter().take(MOST).filter_map(typical).collect();
    floors.first()?;
    let table = Table::of(&floors)
        .column("series", |it| &it.sample.name)
        .column("level", |_| level)
        .column("number", |it| it.sample.number)
        .column("seed", |it| it.sample.seed.trim_start_matches("seed "))
        .column("rooms", |it| it.sample.rooms)
        .column("boss_distance", |it| it.boss)
        .column("full_walk", |it| it.full)
        .column("doors_passed_twice", |it| it.twice);
    // What the drawn floors show is mentioned only if the means show it too.
    let sign = |measure| difference_on(results, measure, level).map_or(0, |it| it.sign());
    let names: Vec<String> = floors.iter().map(|it| it.sample.name.clone()).collect();
    let signs = match floors.as_slice() {
        [x, y] => [
            agreed(x.boss, y.boss, sign(measure::BOSS_DISTANCE)),
            agreed(x.twice, y.twice, sign(measure::WALKED_AGAIN)),
        ],
        _ => [0, 0],
    };
    let named = floors.iter().map(|it| (it.group, it.sample.number, it.sample.name.clone()));
    let groups = || floors.iter().map(|it| it.group);
    let origin = origin_line(results, groups(), Some(AMONG as u64), "");
    let mut notes = with_request(results, origin);
    let commands = context.commands_line(named).map_or_else(String::new, |it| it + " ");
    let among = among_in_words(fewest_floors(groups()));
    notes.push(format!(
        "{commands}Drawn: of {among}, the one nearest the medians. Floors with all three median numbers of doors and a boss room of one cell come before all others."
    ));
    let hidden = hidden_on_a_walk(floors.iter().flat_map(|it| it.sample.map.kinds()));
    let shapes = match hidden {
        Some(_) if results.study.catalogue.is_none() && has_game(results, Backend::Rebirth) => {
            "Dashed rooms are hidden. The game's own rooms are not in our program, so special rooms may have other shapes in the game: many of our boss rooms are big, but only a few bosses of the game have such rooms."
        }
        Some(_) => "Dashed rooms are hidden.",
        None => "",
    };
    notes.extend(hidden);
    let rings = floors.iter().filter_map(Ways::ring_in_words);
    let told = |it: &Ways<'_>| format!("{}: {}", it.sample.name, it.lines()[..3].join(", "));
    let typical = match floors.len() > 1 && floors.iter().all(|it| it.has_medians) {
        true => format!("All three counts under each map are the medians of its {game}"),
        false => "Drawn: the most usual of the first floors".to_owned(),
    };
    let words = Words {
        name: "hero".to_owned(),
        subtitle: format!(
            "{}: doors to the boss, for a full clear, and walked back",
            match floors.len() {
                1 => format!("A typical floor of level {level}"),
                _ => format!("A typical level-{level} floor of each {game}, to one scale"),
            }
        ),
        caption: format!(
            "A full clear enters every room that is not hidden, the boss last. {typical}. {}{shapes}",
            rings.collect::<String>()
        ),
        notes,
        alt: format!(
            "Maps of one typical floor each. {}.",
            floors.iter().map(told).collect::<Vec<_>>().join(". ")
        ),
        title: match (floors.as_slice(), signs) {
            // The answer above says it of all floors.
            ([x, y], [1, -1]) if is_farther_with_less_walked_again(results) => {
                walked_back([x, y].map(|it| (it.sample.name.as_str(), it.twice, it.full)))
            }
            _ => title(&names, signs),
        },
    };
    let sheet = |it: &Ways<'_>| it.sample.sheet(it.sample.name.as_str()).lines(it.lines());
    // The first picture must fit on the first screen, on phones too.
    let tallest = floors.iter().map(|it| it.sample.map.extent().1).fold(1.0, f64::max);
    let maps = Maps::new(vec![floors.iter().map(sheet).collect()], 2, (215.0 / tallest).min(26.0));
    let mut marks = vec![(Symbol::Way, "way to the boss"), (Symbol::Twice, "door walked back")];
    if floors.iter().any(|it| it.saved_by_rings() > 0) {
        marks.push((Symbol::Door, "door passed once"));
    }
    let maps = maps.marks(marks);
    Some(compose_finding(words, table, &[&maps]))
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Cell, RoomKind};
    use basement_survey::record::{FloorFile, FloorRecord, RecordRoom};
    use basement_survey::{Series, Study};

    use super::*;

    #[test]
    fn a_floor_is_drawn_by_the_command_of_its_own_series_if_another_has_no_boss() {
        let rooms = [(RoomKind::Start, 0), (RoomKind::Normal, 1)];
        let rooms = rooms.map(|(kind, x)| RecordRoom::new(kind, [Cell::new(x, 0)]));
        let record = FloorRecord::new(rooms.into(), None).unwrap();
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, serde_json::to_string(&record).unwrap()).unwrap();
        let study = Study::new("No boss").floors(50).levels([1]);
        let study = study.series(Series::new("Two rooms", FloorFile::new(path.to_str().unwrap())));
        let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {}).unwrap();
        let notes = hero(&Context::new(&results)).unwrap().notes.join(" ");
        assert!(notes.contains("Rebirth: `basement-lab floor --backend rebirth"), "{notes}");
    }
}
