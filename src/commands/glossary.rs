//! `glossary`: what the words mean.

use crate::failure::Failure;
use crate::output::print;

/// The page that the README links.
pub(crate) const TEXT: &str = include_str!("../../docs/glossary.md");

pub(crate) fn run() -> Result<(), Failure> {
    // Markdown's marks are for the page.
    print(&TEXT.replace(['*', '`'], ""))
}
