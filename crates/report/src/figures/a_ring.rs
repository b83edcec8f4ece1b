//! A ring on a real floor.

use basement_survey::{ArmResult, measure};

use crate::context::Context;
use crate::figure::{Figure, Words, compose_parts};
use crate::figures::sample::{AMONG, Sample};
use crate::number::whole;
use crate::origin::origin_line;
use crate::panel::floor_map::FloorMap;
use crate::panel::maps::Maps;
use crate::series::{name_of, shown};
use crate::shape::{middle_level, ring_share};
use crate::table::Table;

/// What the first floors of a series say of its rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rings {
    pub(crate) name: String,
    /// Floors looked at.
    pub(crate) floors: u64,
    /// Those with a ring.
    pub(crate) with_ring: u64,
    /// Those with a ring of rooms of one cell.
    pub(crate) of_small: u64,
}

impl Rings {
    fn of(name: &str, arm: &ArmResult) -> Self {
        let mut rings = Self { name: name.to_owned(), floors: 0, with_ring: 0, of_small: 0 };
        for (_, floor) in arm.first_floors(AMONG) {
            let map = FloorMap::from(&floor);
            rings.floors += 1;
            rings.with_ring += u64::from(map.ring().is_some());
            rings.of_small += u64::from(map.has_ring_of_small_rooms());
        }
        rings
    }

    /// Whether every ring passes a big room, as far as enough floors can tell.
    pub(crate) fn need_big_rooms(&self) -> bool {
        self.with_ring >= 20 && self.of_small == 0
    }

    fn title(&self, level: u8) -> String {
        if self.need_big_rooms() {
            format!("On level {level} of {}, every ring runs through a big room", self.name)
        } else {
            format!("A ring in {}: two ways round", self.name)
        }
    }
}

/// The series with the most rings on the middle level, and its rings.
pub(crate) fn most_ringed(context: &Context<'_>) -> Option<(usize, u8, Rings)> {
    let results = context.results;
    let level = middle_level(results)?;
    let share = |series: &usize| Some(ring_share(results.arm(*series, level, false)?)?.estimate);
    let mut all = shown(results);
    all.sort_by(|a, b| share(b).unwrap_or(0.0).total_cmp(&share(a).unwrap_or(0.0)));
    let with_big_rooms = |series: &usize| {
        let arm = results.arm(*series, level, false)?;
        let rings = Rings::of(name_of(results, *series), arm);
        (rings.with_ring > 0).then_some((*series, level, rings))
    };
    let all: Vec<(usize, u8, Rings)> = all.iter().filter_map(with_big_rooms).collect();
    let best = all.iter().position(|(_, _, rings)| rings.need_big_rooms()).unwrap_or(0);
    all.into_iter().nth(best)
}

/// The figure of a series with rings.
pub(crate) fn figure(
    context: &Context<'_>,
    (series, level, rings): &(usize, u8, Rings),
) -> Option<Figure> {
    let results = context.results;
    let arm = results.arm(*series, *level, false)?;
    let numbers: Vec<u64> = arm.first_floors(AMONG).into_iter().map(|(number, _)| number).collect();
    let samples = || numbers.iter().filter_map(|number| Sample::of(results, arm, *number));
    let is_single = |sample: &Sample| {
        let double_doors = measure::DOUBLE_DOORS.raw_of(&sample.analysis);
        sample.rings == 1 && double_doors == Some(0) && sample.on_ring.len() >= 4
    };
    let (sample, rule) = match samples().find(is_single) {
        Some(sample) => {
            let rule = "the first seed whose floor has exactly one ring, of four rooms or more, and no two \
                        doors between the same two rooms";
            (sample, rule)
        }
        None => (samples().find(|sample| sample.rings > 0)?, "the first seed with a ring"),
    };
    let on_ring = sample.on_ring.len();
    let big = sample.map.big_among(&sample.on_ring);
    let mut table = Table::new(&["what", "value"]);
    let mut row = |what: &str, value: String| table.row([what.to_owned(), value]);
    row("series", rings.name.clone());
    row("level", level.to_string());
    row("seed", sample.seed.trim_start_matches("seed ").to_owned());
    row("rooms on the ring", on_ring.to_string());
    row("big rooms on the ring", big.to_string());
    row("floors looked at", rings.floors.to_string());
    row("floors with a ring", rings.with_ring.to_string());
    row("floors with a ring without a big room", rings.of_small.to_string());
    for (index, (kind, cells)) in sample.map.rooms().enumerate() {
        let cells: Vec<String> =
            cells.iter().map(|cell| format!("{}:{}", cell.x, cell.y)).collect();
        let on = if sample.on_ring.contains(&index) { " on the ring" } else { "" };
        row(&format!("room {index}{on}"), format!("{kind} {}", cells.join(" ")));
    }
    let command = context
        .floor_command(arm, sample.number)
        .map_or_else(String::new, |command| format!(" To draw it: `{command}`."));
    let title = rings.title(*level);
    let ring = format!("{on_ring} rooms on the ring, {big} of them big");
    let checked = if rings.need_big_rooms() {
        format!(
            " Of the first {} floors of level {level}, {} have a ring, and not one of these rings does \
             without a big room.{}",
            whole(rings.floors),
            whole(rings.with_ring),
            if rings.floors < arm.summary.floors {
                " Other figures look at other numbers of floors, so that their shares differ a little."
            } else {
                ""
            }
        )
    } else {
        String::new()
    };
    let words = Words {
        name: "ring".to_owned(),
        subtitle: if rings.need_big_rooms() {
            format!(
                "Of {} floors without a curse {} have a ring, none of them without a big room; this is one",
                whole(rings.floors),
                whole(rings.with_ring)
            )
        } else {
            format!("A floor of {}, level {level}, without a curse", rings.name)
        },
        caption: format!(
            "The map shows {rule}.{checked} Dashed: hidden rooms, which close no ring.{command}"
        ),
        notes: origin_line(results, [arm], Some(rings.floors), ""),
        alt: format!("{title}. Map of one floor, {}: {ring}, in another colour.", sample.seed),
        title,
    };
    let sheet = sample.sheet("").lines(vec![format!("{}; {ring}", sample.seed)]);
    Some(compose_parts(words, table, &[&Maps::new(vec![vec![sheet]], 1, 28.0)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ring_runs_through_a_big_room_only_where_none_does_without() {
        let rings = Rings { name: "B".to_owned(), floors: 1000, with_ring: 390, of_small: 0 };
        assert_eq!(rings.title(4), "On level 4 of B, every ring runs through a big room");
        let few = Rings { with_ring: 19, ..rings.clone() };
        assert_eq!(few.title(4), "A ring in B: two ways round");
        let small = Rings { of_small: 1, ..rings };
        assert_eq!(small.title(4), "A ring in B: two ways round");
    }
}
