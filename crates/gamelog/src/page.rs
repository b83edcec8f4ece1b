//! The evidence as a page: what the engine was compared with, and the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::comparison::Verdict;
use crate::evidence::{Evidence, EvidenceFloor};
use crate::floor::LoggedFloor;
use crate::player_reports::player_reports;

const INTRODUCTION: &str = "\
# Evidence

This page lists the floors of the real game that the engine was compared with, and the results. A floor *agrees* if the engine reproduces everything in the game's log that does not depend on room files: each attempt at the layout with its large rooms in their
order, its rooms, passes and forced dead ends, and the start room's spawn seed (W53). It *differs* if something is not
the same. It is *not compared* if the log holds nothing comparable.

A log does not say whether a floor is of normal mode or Hard, or what was unlocked. Both are tried, and a floor agrees if
one of them gives all that the log tells.
";

const ADDING: &str = "
## Add your own

1. Play. The game writes `log.txt`; on Windows it is in `Documents/My Games/Binding of Isaac <edition>`, on Linux and Proton
   in the same folder of the prefix. The game replaces it at every launch, so take it before the next one.
2. `basement-lab log log.txt` says whether the engine makes the same floors.
3. `basement-lab log report log.txt --out evidence.json` writes what may be published: floors and versions, no names, no
   paths, no items. Read it, and send it in an issue of the project.

With [the probe](../mods/basement-lab-probe/README.md), a mod, the game writes whole floors to its log: all rooms with
their places and seeds.
";

impl Evidence {
    /// The evidence as a page in Markdown. `command` is the command that reproduces it.
    ///
    /// ```
    /// use basement_gamelog::Evidence;
    ///
    /// let page = Evidence::default().to_markdown("basement-lab log report log.txt");
    /// assert!(page.starts_with("# Evidence"));
    /// ```
    #[must_use]
    pub fn to_markdown(&self, command: &str) -> String {
        let mut text = INTRODUCTION.to_owned();
        let _ = writeln!(text, "\n`{command}`\nmakes this page again in the folder of the logs.");
        text += &self.table_of_games();
        text += &self.differences();
        text += &self.remarks();
        text += &reports_in_words();
        text += ADDING;
        text
    }

    /// The floors by game, summed.
    fn table_of_games(&self) -> String {
        let mut games: BTreeMap<String, Vec<&EvidenceFloor>> = BTreeMap::new();
        for floor in &self.floors {
            games.entry(game(floor)).or_default().push(floor);
        }
        let mut text = String::from(
            "\n## Floors\n\n\
             | game | floors | stages | agree | differ | not compared | attempts logged | attempts compared | start seeds compared | \
             entered rooms compared | probed rooms compared |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        );
        for (game, floors) in games {
            let with =
                |verdict| floors.iter().filter(|floor| floor.engine.verdict == verdict).count();
            let sum = |of: &dyn Fn(&EvidenceFloor) -> usize| {
                floors.iter().map(|floor| of(floor)).sum::<usize>()
            };
            let stages: BTreeSet<u8> = floors.iter().map(|floor| floor.floor.stage).collect();
            let stages: Vec<String> = stages.iter().map(u8::to_string).collect();
            let logged = sum(&EvidenceFloor::logged_attempts);
            let _ = writeln!(
                text,
                "| {game} | {} | {} | {} | {} | {} | {logged} | {} | {} | {} | {} |",
                floors.len(),
                stages.join(", "),
                with(Verdict::Agrees),
                with(Verdict::Differs),
                with(Verdict::NotCompared),
                sum(&|floor| floor.engine.attempts),
                sum(&|floor| usize::from(floor.engine.start_spawn_seed)),
                sum(&|floor| floor.engine.entered_rooms),
                sum(&|floor| floor.engine.probed_rooms),
            );
        }
        text
    }

    fn differences(&self) -> String {
        let mut text = String::from("\n## What differs\n\n");
        let differing = self.floors.iter().filter_map(|floor| {
            floor.engine.difference.as_ref().map(|difference| (floor, difference))
        });
        let before = text.len();
        for (floor, difference) in differing {
            let _ = writeln!(text, "- {}: {difference}", place(floor));
        }
        if text.len() == before {
            text += "Nothing.\n";
        }
        text
    }

    /// What was not compared or is doubtful, each with its number of floors.
    fn remarks(&self) -> String {
        let mut counts: BTreeMap<&str, Vec<&EvidenceFloor>> = BTreeMap::new();
        for floor in &self.floors {
            for remark in &floor.engine.remarks {
                counts.entry(remark).or_default().push(floor);
            }
        }
        let mut text = String::from("\n## What was not compared, or is doubtful\n\n");
        for (remark, floors) in counts {
            let _ = match &floors[..] {
                [floor] => writeln!(text, "- {}: {remark}", place(floor)),
                floors => writeln!(text, "- {} floors: {remark}", floors.len()),
            };
        }
        text
    }
}

fn game(floor: &EvidenceFloor) -> String {
    let LoggedFloor { version, probe, .. } = &floor.floor;
    match (version, probe) {
        (Some(version), _) => version.to_string(),
        (None, Some(probe)) => probe.game.to_string(),
        (None, None) => "not told".to_owned(),
    }
}

fn place(floor: &EvidenceFloor) -> String {
    let floor = &floor.floor;
    let seed = floor.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    format!("stage {}, type {}{seed}", floor.stage, floor.stage_type)
}

fn reports_in_words() -> String {
    let mut text = String::from(
        "\n## Reported by players\n\nFacts that players reported about seeds of Repentance and Repentance+, in bug reports and on \
         trackers, and what edition `repentance` makes of these seeds. The built-in rooms stand in for the game's, so special rooms can take other dead ends, and a *no* does not prove an error.\n\n\
         | run | floor | report | the engine | same |\n|---|---|---|---|---|\n",
    );
    for fact in player_reports() {
        let same = if fact.agrees { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {same} |",
            fact.run, fact.floor, fact.claim, fact.engine
        );
    }
    text
}
