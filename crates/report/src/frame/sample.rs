//! A floor that a figure shows, what is written beside it, and by which rule it is typical.

use basement_survey::Analysis;
use basement_survey::study::Origin;
use basement_survey::typical::Median;

use crate::prelude::*;
use crate::theme::Hue;

/// A floor that is drawn is chosen from at most this many floors.
pub(crate) const AMONG: usize = 1000;

/// A floor, and what is written beside it.
pub(crate) struct SampleFloor {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) hue: Hue,
    pub(crate) map: DrawnFloor,
    /// The rooms of a ring, if it has one.
    pub(crate) on_ring: Vec<usize>,
    pub(crate) number: u64,
    pub(crate) seed: String,
    pub(crate) rooms: u32,
    /// What its measures are read from.
    pub(crate) analysis: Analysis,
}

impl SampleFloor {
    /// A floor of a group by its number.
    pub(crate) fn of(results: &Results, group: &GroupResult, number: u64) -> Option<Self> {
        let floor = group.floor(number)?;
        let analysis = floor.analysis();
        let map = DrawnFloor::from(&floor);
        Some(Self {
            series: group.series,
            name: name_of(results, group.series).to_owned(),
            hue: hue_of(results, group.series),
            on_ring: map.ring().unwrap_or_default(),
            map,
            number,
            seed: match group.origin {
                Origin::File(_) => group.origin.show(number),
                _ => format!("seed {}", group.origin.show(number)),
            },
            rooms: measure::ROOMS.raw_of(&analysis)?,
            analysis,
        })
    }

    /// Its map under a heading, the rooms of its ring in the colour of its series.
    pub(crate) fn sheet(&self, heading: impl Into<String>) -> Sheet {
        Sheet::new(self.map.clone(), heading, self.hue.text)
            .tinted(self.on_ring.clone(), self.hue.mark)
    }
}

/// The number of floors of the group that has the fewest.
pub(crate) fn fewest_floors<'a>(groups: impl IntoIterator<Item = &'a GroupResult>) -> u64 {
    groups.into_iter().map(|group| group.summary.floors).min().unwrap_or_default()
}

/// "the first 1,000 floors", for a group that has more.
pub(crate) fn among_in_words(floors: u64) -> String {
    match floors {
        0 | 1 => "one floor".to_owned(),
        floors if floors <= AMONG as u64 => format!("all {} floors", whole(floors)),
        _ => format!("the first {} floors", whole(AMONG as u64)),
    }
}

/// The measures that vary, by which a floor is typical, in words.
pub(crate) fn measures_in_words<'a>(medians: impl IntoIterator<Item = &'a Median>) -> String {
    let mut measures: Vec<&'static Measure> = Vec::new();
    for Median { measure, .. } in medians {
        if !measures.contains(measure) {
            measures.push(measure);
        }
    }
    list(measures.into_iter().map(title_of))
}

/// By which rule a floor is typical, as the end of a sentence.
pub(crate) fn rule(floors: u64, measures: &str) -> String {
    let among = among_in_words(floors);
    if measures.is_empty() {
        return format!("of {among} the first, since the measured ones are alike");
    }
    format!("of {among} the one nearest the medians of all floors in {measures}")
}

/// How a player gets into hidden rooms.
fn ways_in(hidden: &[RoomKind]) -> &'static str {
    let is_red = |kind: &RoomKind| *kind == RoomKind::UltraSecret;
    match (hidden.iter().any(is_red), hidden.iter().all(is_red)) {
        (false, _) => ", behind walls that must be bombed",
        (true, false) => ", behind walls that must be bombed (*: behind red rooms)",
        (true, true) => ", behind red rooms",
    }
}

/// The hidden kinds among some kinds, each once.
fn hidden_of(kinds: impl Iterator<Item = RoomKind>) -> Vec<RoomKind> {
    let mut hidden: Vec<RoomKind> = kinds.filter(|kind| kind.is_hidden()).collect();
    hidden.sort_unstable();
    hidden.dedup();
    hidden
}

/// What dashed rooms mean for a walk, from the kinds that occur.
pub(crate) fn hidden_on_a_walk(kinds: impl Iterator<Item = RoomKind>) -> Option<String> {
    let hidden = hidden_of(kinds);
    (!hidden.is_empty()).then(|| {
        let ways_in = ways_in(&hidden);
        format!(
            "Dashed: hidden rooms{ways_in}; a full clear leaves them out, and they close no ring."
        )
    })
}

/// What dashed rooms are, and which of them count as rooms, from the kinds that occur.
pub(crate) fn hidden_in_words(kinds: impl Iterator<Item = RoomKind>) -> String {
    let hidden = hidden_of(kinds);
    if hidden.is_empty() {
        return String::new();
    }
    let names = |are_added: bool| {
        let of = hidden.iter().filter(|kind| kind.is_added() == are_added);
        list(of.map(|kind| format!("{} rooms ({})", spelled(kind), kind.mark())))
    };
    let counts = match [false, true].map(names) {
        [counted, added] if added.is_empty() => format!("{counted} count as rooms"),
        [counted, added] if counted.is_empty() => format!("{added} do not count as rooms"),
        [counted, added] => format!("{counted} count as rooms; {added} do not"),
    };
    format!("Dashed: hidden rooms{}; they close no ring. {}.", ways_in(&hidden), capital(&counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use basement_floors::Backend;
    use basement_survey::{Series, Study};

    #[test]
    fn the_rule_names_the_measures_that_vary_and_no_others() {
        let study = Study::new("One").floors(40).levels([1]);
        let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {}).unwrap();
        let group = &results.groups[0];
        let medians = group.medians();
        assert_eq!(measures_in_words(&medians[..0]), "");
        let all = measures_in_words(medians.iter().chain(&medians));
        assert!(all.contains("rooms, dead ends"), "{all}");
        // Flash's floors are trees of small rooms.
        assert!(!all.contains("rings") && !all.contains("big rooms"), "{all}");
        assert!(medians.iter().all(|median| median.measure != measure::RINGS));
    }

    #[test]
    fn the_rule_says_among_how_many_floors() {
        assert_eq!(
            rule(20_000, "rooms"),
            "of the first 1,000 floors the one nearest the medians of all floors in rooms"
        );
        assert!(rule(1_000, "rooms").starts_with("of all 1,000 floors"));
        assert!(rule(1, "rooms").starts_with("of one floor"));
        assert!(rule(20_000, "").ends_with("the first, since the measured ones are alike"));
    }

    #[test]
    fn a_caption_says_which_hidden_rooms_count() {
        let said = |kinds: &[RoomKind]| hidden_in_words(kinds.iter().copied());
        let both = said(&[RoomKind::Secret, RoomKind::Boss, RoomKind::SuperSecret]);
        assert!(
            both.ends_with("Super secret rooms (!) count as rooms; secret rooms (?) do not."),
            "{both}"
        );
        let secret = said(&[RoomKind::Secret, RoomKind::Secret]);
        assert!(secret.ends_with("Secret rooms (?) do not count as rooms."), "{secret}");
        assert_eq!(said(&[RoomKind::Boss]), "");
    }
}
