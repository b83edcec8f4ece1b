//! A ring on a real floor.

use basement_floors::Cell;

use crate::frame::rings::Rings;
use crate::frame::sample::{AMONG, SampleFloor};
use crate::prelude::*;

/// The figure of a series whose rings all pass a big room. It shows the first floor with a single ring of four
/// rooms or more, no double doors and no big room elsewhere; `None` if there is no such floor.
pub(crate) fn figure(context: &Context<'_>, rings: &Rings) -> Option<Figure> {
    let results = context.results;
    let group = results.group(rings.series, rings.level, false)?;
    let floors = group.first_floors(AMONG);
    let mut samples =
        floors.iter().filter_map(|(number, _)| SampleFloor::of(results, group, *number));
    let count = |sample: &SampleFloor, measure: &Measure| measure.raw_of(&sample.analysis);
    let is_single = |sample: &SampleFloor| {
        // The ring's big rooms should stand out, so there must be no others.
        let big = sample.map.big_among(&sample.on_ring).len() as u32;
        count(sample, measure::RINGS) == Some(1)
            && count(sample, measure::DOUBLE_DOORS) == Some(0)
            && sample.on_ring.len() >= 4
            && count(sample, measure::LARGE_ROOMS) == Some(big)
    };
    let sample = samples.find(is_single)?;
    let on_ring = sample.on_ring.len();
    let large = sample.map.big_among(&sample.on_ring);
    let big = large.len();
    let name = name_of(results, rings.series);
    let facts = [
        ("series", name.to_owned()),
        ("level", rings.level.to_string()),
        ("seed", sample.seed.trim_start_matches("seed ").to_owned()),
        ("rooms on the ring", on_ring.to_string()),
        ("big rooms on the ring", big.to_string()),
        ("floors looked at", rings.floors.to_string()),
        ("floors with a ring", rings.with_ring.to_string()),
        ("floors with a ring without a big room", rings.of_small.to_string()),
    ];
    let room = |(index, (kind, cells)): (usize, (RoomKind, &[Cell]))| {
        let cells = cells.iter().map(|cell| format!(" {}:{}", cell.x, cell.y));
        let on = if sample.on_ring.contains(&index) { " on the ring" } else { "" };
        (format!("room {index}{on}"), format!("{kind}{}", cells.collect::<String>()))
    };
    let facts = facts.into_iter().map(|(what, value)| (what.to_owned(), value));
    let table = Table::of(facts.chain(sample.map.rooms().enumerate().map(room)))
        .column("what", |(what, _)| what.clone())
        .column("value", |(_, value)| value.clone());
    let mut notes = with_request(results, origin_line(results, [group], Some(rings.floors), ""));
    let command = context.floor_command(group, sample.number);
    notes.extend(command.map(|command| format!("To draw it: `{command}`.")));
    let ring = format!("{on_ring} rooms on the ring, {big} of them big");
    let words = Words {
        name: "ring".to_owned(),
        subtitle: format!(
            "{} of {} floors have rings, and every ring has a big room in it (exceptions on at most {} of these floors, 95 % interval). Drawn: \
             the first of them with one ring and no big room elsewhere",
            whole(rings.with_ring),
            whole(rings.floors),
            percent(wilson_interval(0, rings.with_ring).upper, 1)
        ),
        caption: "Dashed rooms are hidden; we do not count them in rings.".to_owned(),
        notes,
        alt: format!("Map of one floor, {}: {ring}, in another colour.", sample.seed),
        title: format!("On level {} of {name}, every ring runs through a big room", rings.level),
    };
    let [ring_tint, big_tint] = [sample.hue.mark, INK];
    let mut sheet = sample.sheet("").tinted(sample.on_ring.clone(), ring_tint);
    for (_, paint) in sheet.tinted.iter_mut().filter(|(room, _)| large.contains(room)) {
        *paint = big_tint;
    }
    let sheet = sheet.lines(vec![format!("{}; {ring}", sample.seed)]);
    let mut marks = vec![(Symbol::Tinted(ring_tint), "on the ring")];
    if big > 0 {
        marks.insert(0, (Symbol::Tinted(big_tint), "big room on the ring"));
    }
    let maps = Maps::new(vec![vec![sheet]], 1, 28.0).marks(marks);
    Some(compose_finding(words, table, &[&maps]))
}
