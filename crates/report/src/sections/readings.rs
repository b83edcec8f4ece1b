//! How the findings change where sources are silent or disagree: under the other reading of each such rule,
//! and with other rooms.

use std::sync::Arc;

use basement_floors::rooms::{Catalogue, RoomType};
use basement_floors::{Generator, Shape, Value};
use basement_survey::Summary;
use basement_survey::pairing::Pairing;

use crate::prelude::*;
use crate::sections::findings::{FINDINGS, asked, said, with_findings};

/// At most this many floors for each reading.
const FLOORS: u64 = 2_000;
/// The level for readings that make no difference on the story's level.
const EARLIER: u8 = 4;
/// The Labyrinth level whose size is disputed.
const LABYRINTH: u8 = 5;

/// The other reading of a rule: its id, what the reading says, and the values that it sets.
type Reading = (&'static str, &'static str, &'static [(&'static str, Value)]);

/// Readings of the rules of an edition that are tried on the same floors.
struct Readings {
    backend: Backend,
    edition: &'static str,
    /// The level on which floors have the size in question; `None` for the story's.
    level: Option<u8>,
    all: &'static [Reading],
}

/// The disputed rules that change floors without items, coins and keys, down to level 8. `docs/rules.md`
/// names them all, with their sources.
const READINGS: [Readings; 4] = [
    Readings {
        backend: Backend::Flash,
        edition: "wrath-of-the-lamb",
        level: Some(EARLIER),
        all: &[(
            "F6",
            "the start room grows again when more than 16 rooms are wanted, not 15",
            &[("flash.growth.restart_above", Value::Whole(16))],
        )],
    },
    Readings {
        backend: Backend::Flash,
        edition: "article",
        level: None,
        all: &[(
            "F9",
            "the loosened tests of the secret room are those of the shipped game",
            &[("flash.secret.shipped_test", Value::Switch(true))],
        )],
    },
    Readings {
        backend: Backend::Rebirth,
        edition: "repentance",
        level: None,
        all: &[
            (
                "R6",
                "three rooms fewer in alternative chapters such as Downpour, as in two of these programs; a logged floor contradicts them",
                &[("rebirth.rooms.base", Value::Whole(2)), ("rebirth.rooms.cap", Value::Whole(17))],
            ),
            (
                "R18",
                "a big room's outline mostly leaves the pool when it is placed",
                &[("rebirth.growth.shape_removal", Value::Real(0.95))],
            ),
            (
                "W87",
                "a curse room on every floor that has a place for it",
                &[("rebirth.special.curse", Value::Whole(1))],
            ),
        ],
    },
    Readings {
        backend: Backend::Rebirth,
        edition: "repentance",
        level: Some(LABYRINTH),
        all: &[(
            "R6",
            "a Labyrinth's rooms are multiplied before they are limited",
            &[("rebirth.rooms.cap", Value::Whole(60))],
        )],
    },
];

/// Floors under another reading: its words, and the comparison with the unchanged floors in each finding.
type Outcome = (String, Vec<Option<Comparison>>);

/// A group of floors, as they are and under other readings.
struct Tried<'a> {
    group: &'a GroupResult,
    /// The floors of the other game on the same level.
    other: Option<&'a GroupResult>,
    summary: Summary,
    outcomes: Vec<Outcome>,
}

/// A sentence on what the readings reverse, and the table; `None` if no reading fits any series.
pub(super) fn table(context: &Context<'_>) -> Option<(String, PageTable)> {
    let results = context.results;
    let all: Vec<Tried<'_>> = READINGS.iter().filter_map(|it| try_on(context, it)).collect();
    let floors = all.iter().map(|it| it.summary.floors).max()?;
    let note = format!(
        "Bold: means under the rules that we follow, on {} seeds. Below: the difference under the other reading \
         on the same seeds, with its 95 % interval. None: not distinguishable from zero. Where nothing differs, one in twenty still appears to, by \
         chance. Same: no change on any seed. Left out: readings that need items, coins or keys, the first level or one below level 8. The \
         project does not contain the game's rooms: \"other rooms\" are the built-in ones, changed as the row says.{}",
        whole(floors),
        if all.iter().any(Tried::has_twins) { TWINS } else { "" }
    );
    let rows = Table::of(all.iter().flat_map(|it| it.rows(results)));
    let rows = rows.column("other reading", |(words, _)| words.clone());
    let rows = with_findings(rows, |(_, cells), finding| cells[finding].clone());
    let caption = "What the findings become where sources are silent or disagree";
    Some((turned(results, &all), PageTable::new(caption, rows, note)))
}

/// Some readings on floors of the first series with their rules, and on the story's level also with other rooms.
fn try_on<'a>(context: &Context<'a>, readings: &Readings) -> Option<Tried<'a>> {
    let results = context.results;
    let is_of = |series: &usize| {
        parameters::unchanged(results, *series) == Some(readings.backend)
            && rules_of(results, *series).is_some_and(|it| it.0 == readings.edition)
    };
    let series = (0..results.study.series.len()).find(is_of)?;
    let level = readings.level.or_else(|| story_level(results))?;
    let group = results.group(series, level, readings.level == Some(LABYRINTH))?;
    let other = games(results).into_iter().find(|it| *it != series);
    let other = other.and_then(|other| results.group(other, level, false));
    let changed = |(rule, words, changes): &Reading| {
        let words = format!("{}: {words}", context.rule(rule));
        Some((words, parameters::generator(results, series, changes, None)?))
    };
    let mut others: Vec<(String, Box<dyn Generator>)> =
        readings.all.iter().filter_map(changed).collect();
    let has_rooms = readings.backend == Backend::Rebirth && readings.level.is_none();
    if has_rooms && games(results).contains(&series) {
        let rooms = other_rooms(results).into_iter().filter_map(|(words, rooms)| {
            let words = format!("{}: {words}", context.rule("L1"));
            Some((words, parameters::generator(results, series, &[], Some(&rooms))?))
        });
        others.extend(rooms);
    }
    if others.is_empty() {
        return None;
    }
    let generators = others.iter().map(|(_, generator)| generator);
    let (summary, changed) = parameters::beside(results, group, generators, FLOORS, asked())?;
    let outcome = |((words, _), (other, pairing)): ((String, _), (Summary, Pairing))| {
        let compared = FINDINGS.iter().map(|(measure, _)| {
            let [x, y] = [&summary, &other].map(|it| it.values(measure));
            Comparison::paired(x, y, pairing.values(measure))
        });
        (words, compared.collect())
    };
    let outcomes = others.into_iter().zip(changed).map(outcome).collect();
    Some(Tried { group, other, summary, outcomes })
}

/// Rooms other than the study's: the built-in ones, or if the study has these, the built-in ones at two
/// extremes.
fn other_rooms(results: &Results) -> Vec<(&'static str, Arc<Catalogue>)> {
    let embedded = Catalogue::embedded();
    if results.study.catalogue.is_some() {
        return vec![("the built-in rooms", Arc::clone(embedded))];
    }
    let without = |words: &'static str, is_left_out: fn(RoomType, Shape) -> bool| {
        let mut files = embedded.files().to_vec();
        let special = files.iter_mut().filter(|file| file.stage == Some(0));
        for file in special {
            file.rooms.retain(|room| !is_left_out(room.room.room_type, room.room.shape));
        }
        Some((words, Arc::new(Catalogue::new(files).ok()?)))
    };
    let extremes = [
        without(SMALL_ROOMS, |_, shape| shape != Shape::Single),
        without(SMALL_BOSS_ROOMS, |kind, shape| kind == RoomType::Boss && shape != Shape::Single),
    ];
    extremes.into_iter().flatten().collect()
}

impl Tried<'_> {
    fn level(&self) -> u8 {
        self.group.request.level
    }

    /// The mean of a finding under the rules that we follow.
    fn mean(&self, finding: usize) -> Option<f64> {
        self.summary.mean(FINDINGS[finding].0)
    }

    /// The mean of a finding in the other game.
    fn beside(&self, finding: usize) -> Option<f64> {
        self.other?.summary.mean(FINDINGS[finding].0)
    }

    /// Whether other rooms of two kinds have the same effects.
    fn has_twins(&self) -> bool {
        let rows = |words: &str| {
            let (_, compared) = self.outcomes.iter().find(|it| it.0.ends_with(words))?;
            Some(compared.iter().map(|it| it.as_ref().map(said)).collect::<Vec<_>>())
        };
        let [all, boss] = [SMALL_ROOMS, SMALL_BOSS_ROOMS].map(rows);
        all.is_some() && all == boss
    }

    fn rows(&self, results: &Results) -> Vec<(String, Vec<Option<String>>)> {
        let place = match self.group.is_labyrinth() {
            true => format!("a Labyrinth on level {}", self.level()),
            false => format!("level {}", self.level()),
        };
        let name = name_of(results, self.group.series);
        let means = (0..FINDINGS.len()).map(|place| Some(fixed(self.mean(place)?, 2))).collect();
        let row = |(words, compared): &Outcome| {
            (words.clone(), compared.iter().map(|it| it.as_ref().map(said)).collect())
        };
        let first = (format!("**{name}, {place}**"), means);
        std::iter::once(first).chain(self.outcomes.iter().map(row)).collect()
    }
}

/// What two equal rows of other rooms mean.
const TWINS: &str = " The rows with other rooms are equal: of the built-in special rooms only boss rooms are big, and a narrow room takes one cell as well.";

/// The other rooms that are tried; the game's boss rooms are like the second.
const SMALL_ROOMS: &str = "no special room is big or narrow";
const SMALL_BOSS_ROOMS: &str = "no boss room is big, as in the game except for a few bosses";

/// The findings that the story begins with.
const FIRST: [usize; 2] = [1, 2];

/// Which readings reverse how the two games differ in the story's first findings.
fn turned(results: &Results, all: &[Tried<'_>]) -> String {
    let both = games(results);
    let [x, y, ..] = *both.as_slice() else { return String::new() };
    let is_own = |it: &&Tried<'_>| !it.group.is_labyrinth() && both.contains(&it.group.series);
    let all: Vec<&Tried<'_>> = all.iter().filter(is_own).collect();
    let mut turned: Vec<String> = Vec::new();
    for tried in &all {
        for (words, compared) in &tried.outcomes {
            let is_turned = |finding: &usize| {
                let mean = tried.beside(*finding)?;
                let (before, it) = (tried.mean(*finding)?, compared[*finding].as_ref()?);
                let [gap, now] = [before - mean, it.mean_y - mean];
                Some(gap.signum() != now.signum())
            };
            let found = FIRST.iter().filter(|finding| is_turned(finding) == Some(true));
            turned.extend(found.map(|it| format!("{words} ({})", FINDINGS[*it].1)));
        }
    }
    let levels = all
        .iter()
        .map(|it| format!("level {} of {}", it.level(), name_of(results, it.group.series)));
    let change = match turned.as_slice() {
        [] => format!(
            "Under every reading {}.{}{}",
            stays(results, &all),
            most(results, &all),
            with_small_boss_rooms(results, &all).unwrap_or_default()
        ),
        turned => {
            let [x, y] = [x, y].map(|series| name_of(results, series));
            format!("{x} and {y} change places under these: {}.", list(turned))
        }
    };
    format!(
        "The intervals on this page allow for chance, not for a wrong rule. So we tried other readings of the sources, one at a time, most of them on {}. Our \
         program does not contain the game's own rooms, so we also tried other rooms. {change}",
        list(levels.collect::<Vec<_>>())
    )
}

/// What no reading reverses, on the levels on which each game was tried.
fn stays(results: &Results, all: &[&Tried<'_>]) -> String {
    let more = |tried: &Tried<'_>, finding: usize| {
        let is_more = tried.mean(finding)? > tried.beside(finding)?;
        Some(name_of(results, if is_more { tried.group } else { tried.other? }.series))
    };
    let [boss, walk] = FIRST;
    let story = all.iter().find(|it| Some(it.level()) == story_level(results));
    let on_story =
        story.and_then(|story| Some((more(story, boss)?, more(story, walk)?, story.level())));
    match on_story.filter(|(farther, ..)| all.iter().all(|it| more(it, boss) == Some(*farther))) {
        Some((farther, longer, level)) => format!(
            "{} boss stays farther away; on level {level}, a full clear also stays longer in {longer}",
            possessive(farther)
        ),
        None => list(all.iter().filter_map(|it| {
            let (boss, walk, level) = (more(it, boss)?, more(it, walk)?, it.level());
            Some(format!(
                "on level {level} the boss stays farther away in {boss} and a full clear longer in {walk}"
            ))
        })),
    }
}

/// The largest change of the way to the boss under any reading, and what is left of the difference.
fn most(results: &Results, all: &[&Tried<'_>]) -> String {
    let [first, _] = FIRST;
    let changes = all.iter().flat_map(|tried| tried.outcomes.iter().map(move |it| (tried, it)));
    let changes = changes.filter_map(|(tried, (words, compared))| {
        let (mean, [own, other]) = (tried.beside(first)?, [tried.group, tried.other?]);
        let way = compared[first].as_ref()?;
        let gaps = [way.mean_x - mean, way.mean_y - mean];
        let is_smaller = compared[0].as_ref().is_some_and(|it| it.mean_y < it.mean_x - 1.0);
        Some(((words, is_smaller), if gaps[0] > 0.0 { [own, other] } else { [other, own] }, gaps))
    });
    let most = changes.max_by(|a, b| {
        let change = |[before, now]: [f64; 2]| (now - before).abs();
        change(a.2).total_cmp(&change(b.2))
    });
    most.map_or_else(String::new, |((words, is_smaller), groups, gaps)| {
        let there = if is_smaller { "On these smaller floors" } else { "There" };
        let (rule, words) = words.split_once(": ").unwrap_or(("", words));
        let [far, near] = groups.map(|group| possessive(name_of(results, group.series)));
        let [before, now] = gaps.map(|gap| fixed(gap.abs(), 1));
        format!(
            " The largest change comes from {rule}: {words}. {there} {far} boss is {now} doors farther away than {near}, not {before}."
        )
    })
}

/// How far apart the games are with boss rooms like the game's.
fn with_small_boss_rooms(results: &Results, all: &[&Tried<'_>]) -> Option<String> {
    let outcomes = all.iter().flat_map(|tried| tried.outcomes.iter().map(move |it| (tried, it)));
    let (tried, (_, compared)) =
        outcomes.into_iter().find(|(_, (words, _))| words.ends_with(SMALL_BOSS_ROOMS))?;
    let [boss, walk] =
        FIRST.map(|finding| Some(compared[finding].as_ref()?.mean_y - tried.beside(finding)?));
    let (boss, walk) = (boss.filter(|gap| *gap > 0.0)?, walk.filter(|gap| *gap < 0.0)?);
    Some(format!(
        " If {SMALL_BOSS_ROOMS}, {} boss is {} doors farther away on level {}, and a full clear {} doors shorter.",
        possessive(name_of(results, tried.group.series)),
        fixed(boss, 1),
        tried.level(),
        fixed(-walk, 1)
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use basement_survey::{Study, measure};

    use super::*;

    static RESULTS: LazyLock<Results> =
        LazyLock::new(|| Study::flash_and_rebirth(150).run(&|_| {}).unwrap());

    #[test]
    fn every_reading_is_in_the_table_once_with_its_effects() {
        let (sentence, table) = table(&Context::new(&RESULTS)).unwrap();
        assert!(sentence.contains("Rebirth's boss stays farther away"), "{sentence}");
        // Big boss rooms fit into fewer dead ends, so that the boss is nearer.
        assert!(sentence.contains(" If no boss room is big, as in the game except"), "{sentence}");
        for (rule, words, _) in READINGS.iter().flat_map(|it| it.all) {
            let is_of = |row: &&Vec<String>| row[0] == format!("{rule}: {words}");
            assert_eq!(table.rows.iter().filter(is_of).count(), 1, "{words}");
        }
        let row = |words: &str| table.rows.iter().find(|row| row[0].contains(words)).unwrap();
        // R6: twenty rooms are wanted on level 6; the super secret room and others are added.
        let fewer = row("three rooms fewer")[1].replace('−', "-");
        let fewer: f64 = fewer.split(' ').next().unwrap().parse().unwrap();
        assert!((-3.2..-2.8).contains(&fewer), "{fewer}");
        assert!(row("multiplied before")[1].starts_with('+'));
        // W87, L1: special rooms take dead ends that are there already.
        assert!(!row("a curse room on every")[1].starts_with('+'));
        assert!(row("no special room is big")[1..].iter().any(|cell| cell != "same"));
        assert!(table.rows.iter().all(|row| row.len() == table.headings.len()));
        assert!(table.note.ends_with(TWINS), "{}", table.note);
        // Flash does not use the rooms of a catalogue.
        assert_eq!(table.rows.iter().filter(|row| row[0].starts_with("L1")).count(), 2);
    }

    #[test]
    fn a_difference_that_may_be_zero_has_no_number() {
        let of = |a, b| {
            let [a, b] = [a, b].map(|series| RESULTS.group(series, 6, false).unwrap());
            RESULTS.compare(a, b, measure::BOSS_DISTANCE)
        };
        assert!(said(&of(0, 1).unwrap()).starts_with("+1."));
        let same = said(&of(1, 1).unwrap());
        assert!(["same", "none"].contains(&&*same), "{same}");
    }
}
