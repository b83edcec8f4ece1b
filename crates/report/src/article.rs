//! An article: what a report says, section by section, independent of pages and files.

use crate::figure::Figure;

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
    pub(crate) chapter: Chapter,
    pub(crate) blocks: Vec<Block>,
}

/// The part of the article that a section belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chapter {
    Story,
    /// What a player can use, after the story.
    NextRun,
    /// How the findings are known.
    Notes,
}

impl Chapter {
    /// The heading above its first section.
    pub(crate) const fn heading(self) -> Option<&'static str> {
        match self {
            Self::Story => None,
            Self::NextRun => Some("For your next run"),
            Self::Notes => Some("Behind the numbers"),
        }
    }
}

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
        caption: &str,
        headings: &[&str],
        rows: Vec<Vec<String>>,
        note: &str,
    ) -> Self {
        let headings = headings.iter().map(|heading| (*heading).to_owned()).collect();
        Self { caption: caption.to_owned(), headings, rows, note: note.to_owned() }
    }
}

impl Article {
    /// Appends the appendix to the article, on the same page.
    pub(crate) fn on_one_page(&mut self) {
        self.sections.append(&mut self.appendix);
    }

    /// All figures, in the order in which a reader meets them.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Figure> {
        let sections = self.sections.iter().chain(&self.appendix);
        self.hero.iter().chain(sections.flat_map(Section::figures))
    }
}

impl Section {
    pub(crate) fn new(id: &'static str, heading: impl Into<String>) -> Self {
        Self { id, heading: heading.into(), chapter: Chapter::Story, blocks: Vec::new() }
    }

    /// The section, moved to a chapter.
    pub(crate) const fn of(mut self, chapter: Chapter) -> Self {
        self.chapter = chapter;
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

    /// Leaves out the figures of these names.
    pub(crate) fn leave_out(&mut self, names: &[String]) {
        let is_named =
            |block: &Block| matches!(block, Block::Figure(figure) if names.contains(&figure.name));
        self.blocks.retain(|block| !is_named(block));
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
