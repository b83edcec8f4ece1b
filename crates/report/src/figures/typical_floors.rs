//! A typical floor of each series on one level, side by side on one scale.

use basement_floors::RoomKind;
use basement_survey::{Analysis, ArmResult, Median, Origin, measure};

use crate::article::Context;
use crate::article::shape::middle_level;
use crate::article::typical::{AMONG, measures_in_words, rule};
use crate::figure::{Figure, Words, compose_parts};
use crate::lexicon::{capital, list};
use crate::number::counted;
use crate::origin::origin_line;
use crate::panel::floor_map::{FloorMap, is_hidden};
use crate::panel::maps::{Maps, Sheet};
use crate::series::{hue_of, name_of, shown};
use crate::table::Table;
use crate::theme::Hue;

/// Series that a figure shows.
const MOST: usize = 4;

/// A floor, and what is written beside it.
pub(crate) struct Sample {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) hue: Hue,
    pub(crate) map: FloorMap,
    /// The rooms of a ring, if it has one.
    pub(crate) on_ring: Vec<usize>,
    pub(crate) number: u64,
    pub(crate) seed: String,
    pub(crate) rooms: u32,
    pub(crate) big: u32,
    pub(crate) rings: u32,
    pub(crate) boss: Option<u32>,
    /// What its measures are read from.
    pub(crate) analysis: Analysis,
}

impl Sample {
    /// A floor of an arm by its number.
    pub(crate) fn of(context: &Context<'_>, arm: &ArmResult, number: u64) -> Option<Self> {
        let floor = arm.floor(number)?;
        let analysis = floor.analysis();
        let map = FloorMap::from(&floor);
        let raw = |measure: &basement_survey::Measure| measure.raw_of(&analysis);
        Some(Self {
            series: arm.series,
            name: name_of(context.results, arm.series).to_owned(),
            hue: hue_of(context.results, arm.series),
            on_ring: map.ring().unwrap_or_default(),
            map,
            number,
            seed: match arm.origin {
                Origin::File(_) => arm.origin.show(number),
                _ => format!("seed {}", arm.origin.show(number)),
            },
            rooms: raw(measure::ROOMS)?,
            big: raw(measure::LARGE_ROOMS)?,
            rings: raw(measure::RINGS)?,
            boss: raw(measure::BOSS_DISTANCE),
            analysis,
        })
    }

    /// Its counts, in words.
    fn counts(&self) -> String {
        let mut parts = vec![counted(self.rooms.into(), "room")];
        if self.big > 0 {
            parts.push(format!("{} big", self.big));
        }
        if let Some(boss) = self.boss {
            parts.push(format!("boss {} away", counted(boss.into(), "door")));
        }
        parts.join(", ")
    }

    /// Its map under a heading, the rooms of its ring in the colour of its series.
    pub(crate) fn sheet(&self, heading: impl Into<String>) -> Sheet {
        Sheet::new(self.map.clone(), heading, self.hue.text)
            .tinted(self.on_ring.clone(), self.hue.mark)
    }
}

/// The figure, where a shown series has a floor.
pub(crate) fn figure(context: &Context<'_>) -> Option<Figure> {
    let results = context.results;
    let level = middle_level(results)?;
    let arms: Vec<&ArmResult> = shown(results)
        .into_iter()
        .take(MOST)
        .filter_map(|series| results.arm(series, level, false))
        .collect();
    let typical = |arm: &&ArmResult| Sample::of(context, arm, arm.typical_floor(AMONG)?);
    let samples: Vec<Sample> = arms.iter().filter_map(typical).collect();
    samples.first()?;
    let mut table = Table::new(&[
        "series",
        "level",
        "number",
        "seed",
        "rooms",
        "big_rooms",
        "rings",
        "boss_distance",
    ]);
    for sample in &samples {
        table.row([
            sample.name.clone(),
            level.to_string(),
            sample.number.to_string(),
            sample.seed.trim_start_matches("seed ").to_owned(),
            sample.rooms.to_string(),
            sample.big.to_string(),
            sample.rings.to_string(),
            sample.boss.map_or_else(String::new, |boss| boss.to_string()),
        ]);
    }
    let title = title(&samples.iter().map(FloorFacts::from).collect::<Vec<_>>(), level);
    let commands: Vec<String> = samples
        .iter()
        .filter_map(|sample| {
            let arm = results.arm(sample.series, level, false)?;
            let command = context.floor_command(arm, sample.number)?;
            Some(format!("{}: `{command}`", sample.name))
        })
        .collect();
    let commands = if commands.is_empty() {
        String::new()
    } else {
        format!(" To draw them: {}.", commands.join("; "))
    };
    let fewest = arms.iter().map(|arm| arm.summary.floors).min().unwrap_or_default();
    let medians: Vec<Median> = arms.iter().flat_map(|arm| arm.medians()).collect();
    let tinted = if samples.iter().any(|sample| !sample.on_ring.is_empty()) {
        "Tinted: rooms of a ring. "
    } else {
        ""
    };
    let described: Vec<String> = samples
        .iter()
        .map(|sample| {
            let rings = match sample.rings {
                0 => "no ring",
                1 => "one ring",
                _ => "rings",
            };
            format!("{}: {}, {rings}", sample.name, sample.counts())
        })
        .collect();
    let words = Words {
        name: "typical-floors".to_owned(),
        subtitle: format!(
            "A typical floor of level {level} of each, drawn to one scale; without a curse"
        ),
        caption: format!(
            "Typical: {}. {tinted}{}{commands}",
            rule(fewest, &measures_in_words(&medians)),
            hidden_in_words(samples.iter().flat_map(|sample| sample.map.kinds())),
        ),
        notes: origin_line(results, arms.iter().copied(), None, ""),
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

/// How a player gets into hidden rooms.
fn ways_in(hidden: &[RoomKind]) -> &'static str {
    let is_red = |kind: &RoomKind| *kind == RoomKind::UltraSecret;
    match (hidden.iter().any(is_red), hidden.iter().all(is_red)) {
        (false, _) => ", behind walls that take a bomb",
        (true, false) => ", behind walls that take a bomb (*: behind red rooms)",
        (true, true) => ", behind red rooms",
    }
}

/// What dashed rooms are, and which of them count as rooms, of the kinds that occur.
pub(crate) fn hidden_in_words(kinds: impl Iterator<Item = RoomKind>) -> String {
    let mut hidden: Vec<RoomKind> = kinds.filter(|kind| is_hidden(*kind)).collect();
    hidden.sort_unstable();
    hidden.dedup();
    if hidden.is_empty() {
        return String::new();
    }
    let names = |are_added: bool| -> Vec<String> {
        let of = hidden.iter().filter(|kind| kind.is_added() == are_added);
        of.map(|kind| format!("{} rooms ({})", kind.to_string().replace('_', " "), kind.mark()))
            .collect()
    };
    let (counted, added) = (names(false), names(true));
    let mut clauses = Vec::new();
    if !counted.is_empty() {
        clauses.push(format!("{} count as rooms", list(&counted)));
    }
    if !added.is_empty() {
        clauses.push(format!("{} do not", list(&added)));
    }
    let counts = match clauses.as_slice() {
        [only] => only.replace("do not", "do not count as rooms"),
        clauses => clauses.join("; "),
    };
    format!("Dashed: hidden rooms{}; they close no ring. {}.", ways_in(&hidden), capital(&counts))
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
    fn of_hidden_rooms_it_is_said_which_ones_count() {
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
