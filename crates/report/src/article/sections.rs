//! The sections, in the order of the page. Each is one question.

mod answer;
mod appendix;
mod awards;
mod bomb;
mod boss;
pub(super) mod census;
mod curses;
mod method;
mod null;
mod published;
mod rings;
mod size;

use super::{Article, Context, Section};

/// A section's function. It gives nothing where it has nothing to say.
type Build = fn(&Context<'_>) -> Option<Section>;

/// The whole article.
pub(super) fn article(context: &Context<'_>) -> Article {
    const BUILDS: [Build; 10] = [
        size::section,
        rings::section,
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
    super::try_it::add(context, &mut article.sections);
    // What the article shows is not shown again.
    let told: Vec<String> = article.figures().map(|figure| figure.name.clone()).collect();
    article.appendix = appendix::figures(context);
    article.appendix.retain(|figure| !told.contains(&figure.name));
    article
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request};
    use basement_survey::{CensusRun, Seeds, Study};

    use super::*;
    use crate::article::Block;

    #[test]
    fn the_article_of_the_default_study_has_at_most_twelve_figures_and_none_twice() {
        let results = Study::flash_and_rebirth(60).run(&|_| {}).unwrap();
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let seeds = Seeds::stage(1, 400);
        let mut run = CensusRun::new(&*generator, &Request::level(1), seeds, None).unwrap();
        run.advance(&*generator, &|| false, &|_| {}).unwrap();
        let census = run.into_census();
        let context = Context { census: Some(&census), ..Context::new(&results) };
        let article = Article::new(&context);
        let blocks = article.sections.iter().flat_map(|section| &section.blocks);
        let in_text = blocks.filter(|block| matches!(block, Block::Figure(_))).count();
        let count = in_text + usize::from(article.hero.is_some());
        assert!((8..=12).contains(&count), "{count} figures");
        let mut names: Vec<&str> = article.figures().map(|figure| figure.name.as_str()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "a figure stands twice");
        assert!(article.appendix.iter().any(|figure| figure.name == "awards-by-item"));
    }
}
