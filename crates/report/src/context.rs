//! What a report is made from: results, and what is told of beside them.

use std::sync::OnceLock;

use basement_floors::{CurseChoice, Difficulty, Phase};
use basement_gamelog::Evidence;
use basement_survey::bridge::BridgeRun;
use basement_survey::census::Census;
use basement_survey::study::{GroupResult, Origin};
use basement_survey::{Results, SeedKind};

use crate::frame::guesses::{Guesses, guesses};
use crate::frame::sayings::{Sayings, sayings};
use crate::quantity::OwnMeasure;

/// What figures and sections read from.
pub(crate) struct Context<'a> {
    pub(crate) results: &'a Results,
    /// A census to tell of, beside the study.
    pub(crate) census: Option<&'a Census>,
    /// Which rule makes which part of the games' differences.
    pub(crate) bridge: Option<&'a BridgeRun>,
    /// Floors of the real game to hold the engine against.
    pub(crate) evidence: Option<&'a Evidence>,
    /// Whether floors beside those of the study are made, for tables: readings of disputed rules, levels
    /// below the eighth.
    pub(crate) makes_floors: bool,
    /// Where the repository's `docs` folder lies, seen from the page, without a slash at the
    /// end; rules are links where it is known.
    pub(crate) docs: Option<&'a str>,
    /// Where the page of the lab lies, seen from the page; sections lead to it where it is known.
    pub(crate) lab: Option<&'a str>,
    /// Measures of one's own that are shown beside the others.
    pub(crate) own: &'a [OwnMeasure],
    /// The command that makes the report again; empty where it is not known.
    pub(crate) command: &'a str,
    guesses: OnceLock<Vec<Guesses>>,
    sayings: OnceLock<Sayings>,
}

impl<'a> Context<'a> {
    /// Results and nothing else.
    pub(crate) const fn new(results: &'a Results) -> Self {
        Self {
            results,
            census: None,
            bridge: None,
            evidence: None,
            own: &[],
            makes_floors: false,
            docs: None,
            lab: None,
            command: "",
            guesses: OnceLock::new(),
            sayings: OnceLock::new(),
        }
    }

    /// Guesses at the secret rooms, made once for both pages.
    pub(crate) fn guesses(&self) -> &[Guesses] {
        self.guesses.get_or_init(|| guesses(self.results))
    }

    /// Sayings held against floors, once for both pages.
    pub(crate) fn sayings(&self) -> &Sayings {
        self.sayings.get_or_init(|| sayings(self.results))
    }

    /// A rule by its id, as a link where the rules page is known.
    pub(crate) fn rule(&self, id: &str) -> String {
        match self.docs {
            Some(docs) => format!("[{id}]({docs}/rules.md#{})", id.to_lowercase()),
            None => id.to_owned(),
        }
    }

    /// The command that draws a floor of a group; `None` where the command line has none, as
    /// for a generator given from Rust.
    pub(crate) fn floor_command(&self, group: &GroupResult, number: u64) -> Option<String> {
        let mut command = String::from("basement-lab floor");
        let seeds = match &group.origin {
            Origin::File(file) => {
                return Some(format!("{command} --floors {} --number {number}", file.path));
            }
            Origin::Generator { description, seeds } => {
                self.results.study.series.get(group.series)?.backend()?;
                command += &format!(
                    " --backend {} --edition {}",
                    description.backend, description.edition
                );
                for change in &description.changed {
                    command += &format!(" --set {}={}", change.path, change.value);
                }
                seeds
            }
            _ => return None,
        };
        command += &format!(" --level {}", group.request.level);
        command += &match (group.request.curse, group.is_labyrinth()) {
            (_, true) => " --curse labyrinth".to_owned(),
            (CurseChoice::Forced(Some(curse)), _) => format!(" --curse {curse}"),
            (CurseChoice::Forced(None), _) => " --curse none".to_owned(),
            _ => String::new(),
        };
        if group.request.difficulty == Difficulty::Hard {
            command += " --hard";
        }
        if group.request.phase != Phase::Full {
            command += &format!(" --phase {}", group.request.phase);
        }
        command += &match seeds.kind {
            SeedKind::Run => format!(" --run-seed \"{}\"", seeds.show(number)),
            SeedKind::Pcg => format!(" --rng pcg --seed {number}"),
            SeedKind::Stage => format!(" --rng game --seed {number}"),
        };
        Some(command)
    }
}
