//! The sections of a report, in the order of the page. Each is one question and one function of the results,
//! which returns `None` for a study that it has nothing to say about, such as one of a single game, of floors
//! from a file, or of generators without secret rooms.

mod answer;
mod appendix;
mod bomb;
mod census;
mod closing;
mod curses;
mod deep;
mod evidence;
mod exceptions;
mod findings;
mod likeness;
mod method;
mod readings;
mod rings;
mod sayings;
mod search;
mod try_it;
mod way;
mod what_if;
mod why;
mod yours;

use basement_floors::RequestError;
use basement_survey::measure::Subject;
use basement_survey::{MEASURES, Measure, Results};

use crate::article::{Article, Section};
use crate::context::Context;
use crate::error::ReportError;
use crate::figure::Figure;
use crate::figures::{by_measure, hero};
use crate::quantity::{OwnMeasure, figure_name};

/// A section's function. It returns `None` if it has nothing to say.
type Build = fn(&Context<'_>) -> Option<Section>;

/// All figures that a study has data for, in the order of the report: those of its article,
/// then those of the appendix.
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Series, Study};
///
/// let study = Study::new("Rings").floors(20).levels([1]);
/// let study = study.series(Series::new("Flash", Backend::Flash));
/// let study = study.series(Series::new("Rebirth", Backend::Rebirth));
/// let figures = basement_report::figures(&study.run(&|_| {})?);
/// assert!(figures.iter().any(|figure| figure.name == "rings"));
/// # Ok::<(), basement_survey::SurveyError>(())
/// ```
#[must_use]
pub fn figures(results: &Results) -> Vec<Figure> {
    article(&Context::new(results)).figures().cloned().collect()
}

/// The figure of a study with a name: one of [`figures`], or one of two measures against each other,
/// such as `boss_distance-by-rooms` (the first runs up, the second across).
///
/// ```
/// use basement_floors::Backend;
/// use basement_survey::{Series, Study};
///
/// let study = Study::new("Size and way").floors(50).levels([1, 4]);
/// let results = study.series(Series::new("Flash", Backend::Flash)).run(&|_| {})?;
/// let figure = basement_report::figure_named(&results, "boss_distance-by-rooms")?;
/// assert!(figure.title.starts_with("Doors to the boss by rooms: slope 0."));
/// # Ok::<(), basement_report::ReportError>(())
/// ```
///
/// # Errors
///
/// [`ReportError::UnknownFigure`] names those that the study has.
pub fn figure_named(results: &Results, name: &str) -> Result<Figure, ReportError> {
    let all = figures(results);
    let found = all.iter().find(|figure| figure.name == name).cloned();
    found.or_else(|| by_measure::named(results, name)).ok_or_else(|| {
        let there = all.into_iter().map(|figure| figure.name).collect();
        ReportError::UnknownFigure(name.to_owned(), there)
    })
}

/// The figures that are not of one measure, of a subject, or of a series. A test finds those that are missing here.
const NAMED: [&str; 13] = [
    "hero",
    "way",
    "bridge",
    "ring",
    "order",
    "search",
    "labyrinth",
    "evidence",
    "occupancy",
    "boss-location",
    "expressive-range",
    "special-room-chances",
    "awards-by-luck",
];

/// Checks before the first floor that a study can have a figure of this name, or of one of the custom measures.
///
/// # Errors
///
/// The error says which name is the nearest, or lists all.
pub fn check_figure_name(name: &str, own: &[OwnMeasure]) -> Result<(), RequestError> {
    let measures = MEASURES.iter().map(|measure| figure_name(measure.name));
    let subjects = Subject::ALL.iter().map(|subject| format!("measures-{subject}"));
    let named = NAMED.map(str::to_owned).into_iter().chain(measures).chain(subjects);
    let known: Vec<String> = named.chain(own.iter().map(OwnMeasure::figure_name)).collect();
    let of_series = ["likeness", "floors-by-level-"].iter().any(|start| name.starts_with(start));
    if of_series || known.iter().any(|known| known == name) {
        return Ok(());
    }
    match name.split_once(by_measure::BY).map(|(y, x)| [y, x].map(str::parse::<&Measure>)) {
        Some([Ok(_), other] | [other, Ok(_)]) => other.map(|_| ()),
        _ => Err(RequestError::unknown_name("figure", name, known)),
    }
}

/// Adds the figures of two measures that are asked for by name.
pub(crate) fn add_asked(article: &mut Article, results: &Results, names: &[String]) {
    let asked = names.iter().filter_map(|name| by_measure::named(results, name));
    let section = Section::new("by-measure", "One measure against another").all_figures(asked);
    article.sections.extend(section.unless_empty());
}

/// The whole article.
pub(crate) fn article(context: &Context<'_>) -> Article {
    const BUILDS: [Build; 11] = [
        way::section,
        why::section,
        rings::section,
        likeness::section,
        search::section,
        exceptions::section,
        closing::section,
        bomb::section,
        sayings::section,
        evidence::section,
        method::section,
    ];
    let mut article = Article {
        title: context.results.study.title.clone(),
        headline: answer::headline(context.results),
        answer: answer::sentences(context),
        games: answer::games(context.results),
        hero: hero::hero(context),
        sections: BUILDS.iter().filter_map(|build| build(context)).collect(),
        appendix: appendix::sections(context),
    };
    yours::begin(context, &mut article);
    what_if::begin(context, &mut article);
    try_it::add(context, article.sections.iter_mut().chain(&mut article.appendix));
    article
}

/// A study of both games on these levels.
#[cfg(test)]
pub(crate) fn both_games(floors: u64, levels: &[u8]) -> basement_survey::Study {
    use basement_floors::Backend;
    use basement_survey::{BackendRules, Series, Study};

    let flash = BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb");
    let study = Study::new("Both games").floors(floors).levels(levels);
    let study = study.series(Series::new("Flash", flash));
    study.series(Series::new("Rebirth", Backend::Rebirth))
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Request};
    use basement_survey::census::CensusRun;
    use basement_survey::{Seeds, Study};

    use super::*;
    use crate::article::Block;

    #[test]
    fn the_article_of_the_default_study_has_at_most_nine_figures_and_none_twice() {
        let results = Study::flash_and_rebirth(200).run(&|_| {}).unwrap();
        let generator = Backend::Rebirth.generator(None, &[]).unwrap();
        let seeds = Seeds::stage(1, 400);
        let mut run = CensusRun::new(&*generator, &Request::level(1), seeds, None).unwrap();
        run.advance(&*generator, &|| false, &|_| {}).unwrap();
        let mut context = Context::new(&results);
        context.options.census = Some(run.into_census().into());
        let article = article(&context);
        assert!(article.sections.iter().all(|section| section.id != "what-if"));
        let blocks = article.sections.iter().flat_map(|section| &section.blocks);
        let in_text = blocks.filter(|block| matches!(block, Block::Figure(_))).count();
        let count = in_text + usize::from(article.hero.is_some());
        assert!((6..=9).contains(&count), "{count} figures");
        let mut names: Vec<&str> = article.figures().map(|figure| figure.name.as_str()).collect();
        names.iter().for_each(|name| check_figure_name(name, &[]).unwrap());
        // The options of a report name a bridge and logs of the game.
        let lacking = NAMED.iter().filter(|name| !names.contains(name)).copied();
        assert_eq!(lacking.collect::<Vec<_>>(), ["bridge", "evidence"]);
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "a figure stands twice");
        let mut of_appendix = article.appendix.iter().flat_map(Section::figures);
        assert!(of_appendix.any(|figure| figure.name == "floors-by-level-flash"));
    }
}
