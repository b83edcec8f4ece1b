//! An article: what a report tells, section by section, before any page or file.

use crate::figure::Figure;

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
