//! An article: what a report says, section by section, independent of pages and files.

use crate::claims::LEAST_SHARE;
use crate::figure::Figure;
use crate::number::percent;
use crate::table::Table;

/// A report in words and figures.
pub(crate) struct Article {
    pub(crate) title: String,
    /// The finding as a headline above the answer, if the study compares the unchanged games and supports it.
    pub(crate) headline: Option<String>,
    /// The sentences of the answer.
    pub(crate) answer: Vec<String>,
    /// What the games are, if the study compares the unchanged games.
    pub(crate) games: Option<String>,
    /// The first picture.
    pub(crate) hero: Option<Figure>,
    pub(crate) sections: Vec<Section>,
    /// What specialists want, on its own page.
    pub(crate) appendix: Vec<Section>,
}

/// One question, and what the data say about it.
pub(crate) struct Section {
    /// Its address on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: String,
    /// The heading of its chapter; `None` in the story.
    pub(crate) chapter: Option<&'static str>,
    pub(crate) blocks: Vec<Block>,
}

/// The chapter of what a player can use, after the story.
pub(crate) const NEXT_RUN: &str = "For your next run";
/// The chapter of how the findings are known.
pub(crate) const NOTES: &str = "Behind the numbers";

/// A part of a section. Texts can have `code`, **bold** and [links](address), as in Markdown, and no other
/// markup.
pub(crate) enum Block {
    Text(String),
    /// A heading within the section.
    Heading(String),
    /// A command, on its own lines.
    Code(String),
    List(Vec<String>),
    Figure(Box<Figure>),
    Table(PageTable),
    /// A table that stays folded until the reader opens it.
    Folded(PageTable),
}

/// A table of a page.
pub(crate) struct PageTable {
    /// What it shows.
    pub(crate) caption: String,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The text below the table; may be empty.
    pub(crate) note: String,
}

impl PageTable {
    pub(crate) fn new(
        caption: impl Into<String>,
        table: impl Into<Table>,
        note: impl Into<String>,
    ) -> Self {
        let Table { columns: headings, rows } = table.into();
        Self { caption: caption.into(), headings, rows, note: note.into() }
    }
}

impl Article {
    /// Appends the appendix to the article, on the same page.
    pub(crate) fn on_one_page(&mut self) {
        self.sections.append(&mut self.appendix);
    }

    /// Takes the appendix out of the article, for a page of its own; `None` if it is empty.
    pub(crate) fn take_appendix(&mut self) -> Option<Self> {
        let sections = std::mem::take(&mut self.appendix);
        let lead = format!(
            "Charts, maps and tables behind the article. Two means that differ by less than {} count as alike.",
            percent(LEAST_SHARE, 0)
        );
        (!sections.is_empty()).then(|| Self {
            title: format!("Appendix: {}", self.title),
            headline: None,
            answer: vec![lead],
            games: self.games.clone(),
            hero: None,
            sections,
            appendix: Vec::new(),
        })
    }

    /// All figures, in the order in which a reader meets them.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Figure> {
        let sections = self.sections.iter().chain(&self.appendix);
        self.hero.iter().chain(sections.flat_map(Section::figures))
    }
}

impl Section {
    pub(crate) fn new(id: &'static str, heading: impl Into<String>) -> Self {
        Self { id, heading: heading.into(), chapter: None, blocks: Vec::new() }
    }

    /// The section, moved to a chapter.
    pub(crate) const fn of(mut self, chapter: &'static str) -> Self {
        self.chapter = Some(chapter);
        self
    }

    /// The section with one more paragraph; an empty one is left out.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.blocks.push(Block::Text(text));
        }
        self
    }

    /// The section with one more paragraph, made of the sentences that are `Some`.
    pub(crate) fn sentences<const N: usize>(self, all: [Option<String>; N]) -> Self {
        self.text(all.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    /// The section with one more figure, if there is one.
    pub(crate) fn figure(self, figure: impl Into<Option<Figure>>) -> Self {
        self.all_figures(figure.into())
    }

    /// The section with more figures.
    pub(crate) fn all_figures(mut self, figures: impl IntoIterator<Item = Figure>) -> Self {
        self.blocks.extend(figures.into_iter().map(|figure| Block::Figure(Box::new(figure))));
        self
    }

    /// The figures in the section.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(&**figure),
            _ => None,
        })
    }

    /// The section with one more list; an empty one is left out.
    pub(crate) fn list(mut self, items: Vec<String>) -> Self {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
        self
    }

    /// The section with one more table, if it has rows.
    pub(crate) fn table(mut self, table: impl Into<Option<PageTable>>) -> Self {
        let table = table.into().filter(|table| !table.rows.is_empty());
        self.blocks.extend(table.map(Block::Table));
        self
    }

    /// The section with one more folded table, if it has rows.
    pub(crate) fn folded(mut self, table: impl Into<Option<PageTable>>) -> Self {
        let table = table.into().filter(|table| !table.rows.is_empty());
        self.blocks.extend(table.map(Block::Folded));
        self
    }

    /// The section, unless it is empty.
    pub(crate) fn unless_empty(self) -> Option<Self> {
        (!self.blocks.is_empty()).then_some(self)
    }
}
