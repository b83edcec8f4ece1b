//! The sections, in the order of the page. Each is one question.

mod answer;
mod appendix;
mod awards;
mod bomb;
mod boss;
mod census;
mod curses;
mod loops;
mod method;
mod null;
mod published;
mod size;

use super::{Article, Context, Section};

/// A section's function. It gives nothing where it has nothing to say.
type Build = fn(&Context<'_>) -> Option<Section>;

/// The whole article.
pub(super) fn article(context: &Context<'_>) -> Article {
    const BUILDS: [Build; 10] = [
        size::section,
        loops::section,
        boss::section,
        bomb::section,
        curses::section,
        null::section,
        awards::section,
        census::section,
        published::section,
        method::section,
    ];
    let mut article = Article {
        title: context.results.study.title.clone(),
        answer: answer::sentences(context),
        hero: answer::hero(context),
        sections: BUILDS.iter().filter_map(|build| build(context)).collect(),
        appendix: Vec::new(),
    };
    // What the article shows is not shown again.
    let told: Vec<String> = article.figures().map(|figure| figure.name.clone()).collect();
    article.appendix = appendix::figures(context);
    article.appendix.retain(|figure| !told.contains(&figure.name));
    article
}
