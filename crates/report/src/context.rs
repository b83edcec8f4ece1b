//! What a report is made from: results, and everything else that it reports.

use std::sync::OnceLock;

use basement_floors::command_options;
use basement_survey::Results;
use basement_survey::study::{GroupResult, Origin};

use crate::frame::queue::Waiting;
use crate::options::ReportOptions;

/// What figures and sections read from.
pub(crate) struct Context<'a> {
    pub(crate) results: &'a Results,
    /// What is reported besides the results, and where the page is.
    pub(crate) options: ReportOptions,
    /// Whether tables may need more floors than those of the study: for readings of disputed rules and for
    /// levels below the eighth.
    pub(crate) makes_floors: bool,
    waiting: OnceLock<Option<Waiting>>,
}

impl<'a> Context<'a> {
    /// A context with results and nothing else.
    pub(crate) fn new(results: &'a Results) -> Self {
        Self {
            results,
            options: ReportOptions::default(),
            makes_floors: false,
            waiting: OnceLock::new(),
        }
    }

    /// Floors of Rebirth whose new rooms all wait, made once.
    pub(crate) fn waiting(&self) -> Option<&Waiting> {
        self.waiting.get_or_init(|| Waiting::of(self.results)).as_ref()
    }

    /// A rule's id, as a link if the rules page is known.
    pub(crate) fn rule(&self, id: &str) -> String {
        self.page(id, &format!("rules.md#{}", id.to_lowercase()))
    }

    /// Words as a link to a page of the documentation, if its place is known.
    pub(crate) fn page(&self, words: &str, page: &str) -> String {
        match &self.options.docs {
            Some(docs) => format!("[{words}]({docs}/{page})"),
            None => words.to_owned(),
        }
    }

    /// The command that draws a floor of a group; `None` if the command line cannot draw it, as for a
    /// generator given from Rust.
    pub(crate) fn floor_command(&self, group: &GroupResult, number: u64) -> Option<String> {
        let (description, seeds) = match &group.origin {
            Origin::File(file) => {
                let path = &file.path;
                return Some(format!("basement-lab floor --floors {path} --number {number}"));
            }
            Origin::Generator { description, seeds } => (description, seeds),
            _ => return None,
        };
        self.results.study.series.get(group.series)?.backend()?;
        let options = command_options(description, &group.request).join(" ");
        let seed = seeds.options(number);
        Some(format!("basement-lab floor {options} {seed}"))
    }

    /// The line with the commands that draw some floors, each after a name; `None` if there is no command.
    /// Pictures omit the line, because it contains code.
    pub(crate) fn commands_line<'b>(
        &self,
        floors: impl IntoIterator<Item = (&'b GroupResult, u64, String)>,
    ) -> Option<String> {
        let command = |(group, number, name): (&GroupResult, u64, String)| {
            Some(format!("{name}: `{}`", self.floor_command(group, number)?))
        };
        let commands: Vec<String> = floors.into_iter().filter_map(command).collect();
        (!commands.is_empty()).then(|| format!("To draw the floors: {}.", commands.join("; ")))
    }
}
