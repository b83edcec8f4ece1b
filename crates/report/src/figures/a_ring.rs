//! A ring on a real floor.

use basement_floors::{Cell, RoomKind};
use basement_survey::statistics::wilson_interval;
use basement_survey::study::GroupResult;
use basement_survey::{Results, measure};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::sample::{AMONG, Sample};
use crate::layout::Symbol;
use crate::number::{percent, whole};
use crate::origin::origin_line;
use crate::panel::floor_map::DrawnFloor;
use crate::panel::maps::Maps;
use crate::series::{name_of, shown};
use crate::shape::story_level;
use crate::table::Table;
use crate::theme::INK;

/// What the first floors of a series say of its rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rings {
    series: usize,
    level: u8,
    name: String,
    /// Floors looked at, those with a ring, and those with a ring of rooms of one cell.
    floors: u64,
    with_ring: u64,
    of_small: u64,
}

impl Rings {
    fn of(results: &Results, group: &GroupResult) -> Self {
        let maps: Vec<DrawnFloor> =
            group.first_floors(AMONG).iter().map(|(_, floor)| DrawnFloor::from(floor)).collect();
        let count = |is_wanted: fn(&DrawnFloor) -> bool| {
            maps.iter().filter(|map| is_wanted(map)).count() as u64
        };
        Self {
            series: group.series,
            level: group.request.level,
            name: name_of(results, group.series).to_owned(),
            floors: maps.len() as u64,
            with_ring: count(|map| map.ring().is_some()),
            of_small: count(DrawnFloor::has_ring_of_small_rooms),
        }
    }

    /// Whether every ring passes a big room, as far as enough floors can tell.
    fn need_big_rooms(&self) -> bool {
        self.with_ring >= 20 && self.of_small == 0
    }

    fn title(&self) -> String {
        match self.need_big_rooms() {
            true => {
                format!(
                    "On level {} of {}, every ring runs through a big room",
                    self.level, self.name
                )
            }
            false => format!("A ring in {}: two ways round", self.name),
        }
    }
}

/// The rings of the series that has most on the middle level; before all others, of one whose rings
/// all pass big rooms.
pub(crate) fn most_ringed(results: &Results) -> Option<Rings> {
    let level = story_level(results)?;
    let groups =
        shown(results).into_iter().filter_map(|series| results.group(series, level, false));
    let mut all: Vec<Rings> =
        groups.map(|group| Rings::of(results, group)).filter(|rings| rings.with_ring > 0).collect();
    all.sort_by_key(|rings| std::cmp::Reverse((rings.need_big_rooms(), rings.with_ring)));
    all.into_iter().next()
}

/// The figure of a series with rings: of the first seeds, one with a single ring of four rooms or
/// more, no two doors between the same rooms, and no big room elsewhere; else one with a ring.
pub(crate) fn figure(context: &Context<'_>, rings: &Rings) -> Option<Figure> {
    let results = context.results;
    let group = results.group(rings.series, rings.level, false)?;
    let floors = group.first_floors(AMONG);
    let samples = || floors.iter().filter_map(|(number, _)| Sample::of(results, group, *number));
    let is_single = |sample: &Sample| {
        let double_doors = measure::DOUBLE_DOORS.raw_of(&sample.analysis);
        // Its big rooms are what one looks at: there is no other.
        let big = sample.map.big_among(&sample.on_ring).len() as u32;
        sample.rings == 1
            && double_doors == Some(0)
            && sample.on_ring.len() >= 4
            && (!rings.need_big_rooms() || sample.big == big)
    };
    let sample = samples().find(is_single).or_else(|| samples().find(|sample| sample.rings > 0))?;
    let on_ring = sample.on_ring.len();
    let large = sample.map.big_among(&sample.on_ring);
    let big = large.len();
    let facts = [
        ("series", rings.name.clone()),
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
    let table = Table::of(
        facts.chain(sample.map.rooms().enumerate().map(room)),
        &[("what", &|(what, _)| what.clone()), ("value", &|(_, value)| value.clone())],
    );
    let mut notes = origin_line(results, [group], Some(rings.floors), "");
    let command = context.floor_command(group, sample.number);
    notes.extend(command.map(|command| format!("To draw it: `{command}`.")));
    let title = rings.title();
    let ring = format!("{on_ring} rooms on the ring, {big} of them big");
    let words = Words {
        name: "ring".to_owned(),
        subtitle: match rings.need_big_rooms() {
            true => format!(
                "None of {} floors with a ring has one of small rooms only (95 %: at most {}). This is the first with one ring \
                 and no other big room; without a curse",
                whole(rings.with_ring),
                percent(wilson_interval(0, rings.with_ring).upper, 1)
            ),
            false => format!("A floor of {}, level {}, without a curse", rings.name, rings.level),
        },
        caption: "Dashed: hidden rooms. They close no ring.".to_owned(),
        notes,
        alt: format!("{title}. Map of one floor, {}: {ring}, in another colour.", sample.seed),
        title,
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
    Some(compose_parts(words, table, &[&maps]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ring_runs_through_a_big_room_only_where_none_does_without() {
        let rings = Rings {
            series: 1,
            level: 4,
            name: "B".to_owned(),
            floors: 1000,
            with_ring: 390,
            of_small: 0,
        };
        assert_eq!(rings.title(), "On level 4 of B, every ring runs through a big room");
        let few = Rings { with_ring: 19, ..rings.clone() };
        assert_eq!(few.title(), "A ring in B: two ways round");
        let small = Rings { of_small: 1, ..rings };
        assert_eq!(small.title(), "A ring in B: two ways round");
    }
}
