//! The article: what a report tells, section by section, before any page or file.
//!
//! A section is one function of the results. It gives nothing where it has nothing to say:
//! a study of one game, of floors from a file, of generators without secret rooms.

pub(crate) mod claims;
pub(crate) mod parameters;
mod sections;
pub(crate) mod shape;
mod try_it;
pub(crate) mod typical;

use std::sync::OnceLock;

use basement_floors::{CurseChoice, Difficulty};
use basement_survey::{ArmResult, Census, Origin, Results, SeedKind};

use crate::figure::Figure;
use crate::frame::OwnMeasure;
use typical::LevelFloors;

/// What sections read from.
pub(crate) struct Context<'a> {
    pub(crate) results: &'a Results,
    /// A census to tell of, beside the study.
    pub(crate) census: Option<&'a Census>,
    /// Where the repository's `docs` folder lies, seen from the page, without a slash at the
    /// end; rules are links where it is known.
    pub(crate) docs: Option<&'a str>,
    /// Where the page of the lab lies, seen from the page; sections lead to it where it is known.
    pub(crate) lab: Option<&'a str>,
    /// Measures of one's own that are shown beside the others.
    pub(crate) own: &'a [OwnMeasure],
    /// The command that makes the report again; empty where it is not known.
    pub(crate) command: &'a str,
    /// The typical floor and the first seeds of every level, once they were asked for.
    floors_by_level: OnceLock<Vec<Vec<LevelFloors>>>,
}

/// A report in words and figures.
pub(crate) struct Article {
    pub(crate) title: String,
    /// The answer, a sentence each.
    pub(crate) answer: Vec<String>,
    /// The first picture.
    pub(crate) hero: Option<Figure>,
    pub(crate) sections: Vec<Section>,
    /// The figures that specialists want.
    pub(crate) appendix: Vec<Figure>,
}

/// One question, and what the data say of it.
pub(crate) struct Section {
    /// Its address on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a section. Texts hold `code`, **bold** and [links](address) as Markdown does,
/// and nothing else of it.
pub(crate) enum Block {
    Text(String),
    /// A heading within the section.
    Heading(String),
    /// A command, in lines of its own.
    Code(String),
    List(Vec<String>),
    Figure(Box<Figure>),
    Table(PageTable),
    /// A table that shows itself when it is asked for.
    Folded(PageTable),
}

/// A table of a page.
pub(crate) struct PageTable {
    /// What it shows.
    pub(crate) caption: String,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// What stands below it; may be empty.
    pub(crate) note: String,
}

impl Article {
    /// The article of some results.
    pub(crate) fn new(context: &Context<'_>) -> Self {
        sections::article(context)
    }

    /// All figures, in the order in which a reader meets them.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Figure> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        let in_text = blocks.filter_map(|block| match block {
            Block::Figure(figure) => Some(&**figure),
            _ => None,
        });
        self.hero.iter().chain(in_text).chain(&self.appendix)
    }
}

impl Section {
    pub(crate) fn new(id: &'static str, heading: impl Into<String>) -> Self {
        Self { id, heading: heading.into(), blocks: Vec::new() }
    }

    /// The section with a paragraph more; an empty one is left out.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.blocks.push(Block::Text(text));
        }
        self
    }

    /// The section with a figure more, if there is one.
    pub(crate) fn figure(mut self, figure: impl Into<Option<Figure>>) -> Self {
        self.blocks.extend(figure.into().map(|figure| Block::Figure(Box::new(figure))));
        self
    }

    /// The section with a list more; an empty one is left out.
    pub(crate) fn list(mut self, items: Vec<String>) -> Self {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
        self
    }

    /// The section with a table more, if it has rows.
    pub(crate) fn table(mut self, table: PageTable) -> Self {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
        self
    }

    /// The section with a folded table more, if it has rows.
    pub(crate) fn folded(mut self, table: PageTable) -> Self {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Folded(table));
        }
        self
    }

    /// The section, unless nothing stands in it.
    pub(crate) fn unless_empty(self) -> Option<Self> {
        (!self.blocks.is_empty()).then_some(self)
    }
}

impl<'a> Context<'a> {
    /// Results and nothing else.
    pub(crate) const fn new(results: &'a Results) -> Self {
        Self {
            results,
            census: None,
            own: &[],
            docs: None,
            lab: None,
            command: "",
            floors_by_level: OnceLock::new(),
        }
    }

    /// The typical floor and the first seeds of every level, for each shown series.
    pub(crate) fn floors_by_level(&self) -> &[Vec<LevelFloors>] {
        self.floors_by_level.get_or_init(|| typical::by_level(self))
    }

    /// A rule by its id, as a link where the rules page is known.
    pub(crate) fn rule(&self, id: &str) -> String {
        match self.docs {
            Some(docs) => format!("[{id}]({docs}/rules.md#{})", id.to_lowercase()),
            None => id.to_owned(),
        }
    }

    /// The command that draws a floor of an arm; `None` where the command line has none, as
    /// for a generator given from Rust.
    pub(crate) fn floor_command(&self, arm: &ArmResult, number: u64) -> Option<String> {
        let mut command = String::from("basement-lab floor");
        let seeds = match &arm.origin {
            Origin::File(file) => {
                return Some(format!("{command} --floors {} --number {number}", file.path));
            }
            Origin::Generator { description, seeds } => {
                self.results.study.series.get(arm.series)?.backend()?;
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
        command += &format!(" --level {}", arm.request.level);
        command += &match (arm.request.curse, arm.is_labyrinth()) {
            (_, true) => " --curse labyrinth".to_owned(),
            (CurseChoice::Forced(Some(curse)), _) => format!(" --curse {curse}"),
            (CurseChoice::Forced(None), _) => " --curse none".to_owned(),
            _ => String::new(),
        };
        if arm.request.difficulty == Difficulty::Hard {
            command += " --hard";
        }
        if arm.request.phase != basement_floors::Phase::Full {
            command += &format!(" --phase {}", arm.request.phase);
        }
        command += &match seeds.kind {
            SeedKind::Run => format!(" --run-seed \"{}\"", seeds.show(number)),
            SeedKind::Pcg => format!(" --rng pcg --seed {number}"),
            SeedKind::Stage => format!(" --rng game --seed {number}"),
        };
        Some(command)
    }
}
