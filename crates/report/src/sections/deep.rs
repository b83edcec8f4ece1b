//! The floors below level 8, which the games do not share level by level: means, in a table.

use basement_floors::Request;
use basement_survey::Sample;

use crate::prelude::*;
use crate::sections::findings::{FINDINGS, asked, with_findings};

/// The levels below the eighth, and the stage types that change their rooms.
const LEVELS: std::ops::RangeInclusive<u8> = 9..=13;
const STAGE_TYPES: [u8; 2] = [0, 1];
/// At most this many floors of each.
const FLOORS: u64 = 1_000;

pub(super) fn section(context: &Context<'_>) -> Option<Section> {
    let table = context.makes_floors.then(|| table(context));
    Section::new("deep", "Below level 8").table(table).unless_empty()
}

/// The means of the games' own series; without rows if they have no such floors.
fn table(context: &Context<'_>) -> PageTable {
    let results = context.results;
    let mut rows: Vec<(usize, String, Vec<Option<String>>)> = Vec::new();
    let mut floors = 0;
    let mut with_bosses: Vec<&'static str> = Vec::new();
    let own = games(results).into_iter().filter(|it| parameters::unchanged(results, *it).is_some());
    for series in own {
        let Some(generator) = parameters::generator(results, series, &[], None) else { continue };
        let description = generator.describe();
        let mut groups = plain_groups(results, series);
        let Some(group) = groups.next() else { continue };
        let Some(mut seeds) = group.origin.seeds().copied() else { continue };
        seeds.count = seeds.count.min(FLOORS);
        let mut before = None;
        for level in LEVELS {
            for stage_type in STAGE_TYPES {
                let request = Request { level, stage_type, ..group.request };
                // Both types of a level have one name if they are alike.
                let Some(place) = description.stage_name(&request) else { continue };
                if before.replace(place) == Some(place) {
                    continue;
                }
                let sample = Sample::of(&*generator).request(&request).seeds(seeds);
                // A game without such a level has no row.
                let measures = asked().with(measure::BOSS_ROOMS);
                let Ok(summary) = sample.measures(measures).run() else { continue };
                floors = floors.max(summary.floors);
                if summary.mean(measure::BOSS_ROOMS).is_some_and(|mean| mean > 1.0) {
                    with_bosses.push(place);
                }
                let means = FINDINGS.iter().map(|(measure, _)| {
                    let mean = summary.values(measure).mean_interval()?;
                    Some(format!("{} ± {}", fixed(mean.estimate, 2), fixed(mean.half(), 2)))
                });
                let (place, means) = (format!("{level}, {place}"), means.collect());
                match rows.last_mut().filter(|last| last.0 == series && last.2 == means) {
                    Some(last) => last.1 += &format!("; {place}"),
                    None => rows.push((series, place, means)),
                }
            }
        }
    }
    let table = Table::of(rows)
        .column("game", |(series, ..)| name_of(results, *series))
        .column("level", |(_, place, _)| place.clone());
    let table = with_findings(table, |(.., means), finding| means[finding].clone());
    let bosses = match with_bosses.is_empty() {
        true => String::new(),
        false => format!(
            " {} has several boss rooms: a full clear ends in the farthest, and the doors to the boss are those to the first in the game's list.",
            list(with_bosses)
        ),
    };
    let note = format!(
        "Means of {} floors each, with 95 % intervals, without a curse. The games do not number these levels alike. Places in one row do not differ in \
         these numbers.{bosses}",
        whole(floors)
    );
    PageTable::new("Sheol, the Cathedral, and what lies below", table, note)
}

#[cfg(test)]
mod tests {
    use basement_survey::Study;

    use super::*;

    #[test]
    fn the_table_lists_each_stage_deeper_than_level_8_exactly_once() {
        let results = Study::flash_and_rebirth(60).run(&|_| {}).unwrap();
        let table = table(&Context::new(&results));
        let places: Vec<String> = table.rows.iter().map(|row| row[..2].join(" ")).collect();
        assert_eq!(
            places,
            [
                "Flash 9, Sheol or Cathedral; 11, Chest",
                "Rebirth 10, Sheol; 10, Cathedral",
                "Rebirth 11, Dark Room",
                "Rebirth 11, Chest",
                "Rebirth 12, The Void",
            ]
        );
        let rooms = |row: &Vec<String>| row[2].split(' ').next().unwrap().parse::<f64>().unwrap();
        let [cathedral, void] = [1, 4].map(|place| rooms(&table.rows[place]));
        assert!(void > 2.0 * cathedral, "{:?}", table.rows);
        assert!(table.note.contains(" The Void has several boss rooms"), "{}", table.note);
        assert!(table.rows.iter().all(|row| row.len() == table.headings.len()));
        // Only pages make floors for tables.
        assert!(section(&Context::new(&results)).is_none());
    }
}
