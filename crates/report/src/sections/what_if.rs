//! What a game with changed rules changes, and the step of the bridge between the games that has the same rules.

use basement_floors::Change;
use basement_floors::rebirth::FLASH_SWITCHES;
use basement_survey::MEASURES;
use basement_survey::measure::Scope;

use super::yours::{gap, gaps, gaps_among, level_of_both, most};
use crate::article::{Article, Block};
use crate::frame::distances::ASPECTS;
use crate::prelude::*;

/// The largest change from one series to another on a level, in a sentence.
pub(super) fn largest_change(results: &Results, [x, y]: [usize; 2], level: u8) -> String {
    let groups = [x, y].map(|series| results.group(series, level, false));
    let largest = |measures: Vec<&'static Measure>| {
        gaps_among(results, [groups[0]?, groups[1]?], measures).into_iter().next()
    };
    // A rule may change what is seldom looked at, such as the way to the shop.
    let all = || MEASURES.iter().filter(|it| it.scope != Scope::Generator).collect();
    let usual = ASPECTS.into();
    let names = [x, y].map(|series| name_of(results, series));
    let [x, y] = names;
    match largest(usual).or_else(|| largest(all())) {
        Some((measure, it)) => format!(
            "The largest change from {x} to {y} on level {level} is in {}",
            gap(measure, names, &it)
        ),
        None => format!("From {x} to {y} hardly anything changes on level {level}."),
    }
}

/// How many floors of two series of the same seeds are the same, in a sentence after another one.
pub(super) fn same_floors(results: &Results, both: [usize; 2], level: u8) -> Option<String> {
    let [x, y] = both.map(|series| results.group(series, level, false));
    let pairing = results.pairing(x?, y?)?;
    Some(match pairing.identical {
        0 => String::new(),
        same => format!(
            " {} of {} floors are the same, seed by seed.",
            whole(same),
            whole(pairing.seeds)
        ),
    })
}

/// A game with changed rules beside the unchanged game.
struct WhatIf<'a> {
    results: &'a Results,
    base: usize,
    series: usize,
    level: u8,
    /// The parameters that are changed.
    changed: Vec<Change>,
    /// The largest differences, the largest first.
    gaps: Vec<(&'static Measure, Comparison)>,
}

/// Begins an article with the changed rules of the study, after the reader's own floors. If the second series
/// has them, the article is about them already, and its answer stays.
pub(super) fn begin(context: &Context<'_>, article: &mut Article) {
    let places = 0..context.results.study.series.len();
    let all: Vec<WhatIf<'_>> = places.filter_map(|it| WhatIf::of(context.results, it)).collect();
    let own = usize::from(article.sections.first().is_some_and(|section| section.id == "yours"));
    if own == 0 {
        let later = all.iter().filter(|it| it.series > 1);
        let change = |it: &WhatIf<'_>| largest_change(it.results, [it.base, it.series], it.level);
        article.answer.splice(0..0, later.map(change));
    }
    let mut section = match all.as_slice() {
        [] => return,
        [only] => Section::new("what-if", only.heading()),
        _ => Section::new("what-if", "What each change of the rules does"),
    };
    for what_if in &all {
        if all.len() > 1 {
            section.blocks.push(Block::Heading(what_if.heading()));
        }
        let WhatIf { base, series, level, gaps, .. } = what_if;
        let names = [*base, *series].map(|series| name_of(context.results, series));
        let same = same_floors(context.results, [*base, *series], *level).unwrap_or_default();
        let list = gaps.iter().map(|(measure, it)| capital(&gap(measure, names, it))).collect();
        section = section.text(most(names, *level, gaps.len()) + &same).list(list);
        section = section.text(what_if.reason().unwrap_or_default());
    }
    article.sections.insert(own, section);
}

impl<'a> WhatIf<'a> {
    /// `None` for a series with unchanged rules, and if the unchanged game has no level of it.
    fn of(results: &'a Results, series: usize) -> Option<Self> {
        let base = base_of(results, series)?;
        parameters::unchanged(results, base)?;
        let changed = description_of(results, series)?.changed.clone();
        if changed.is_empty() {
            return None;
        }
        let level = level_of_both(results, [base, series])?;
        let [x, y] = [results.group(base, level, false)?, results.group(series, level, false)?];
        let gaps = gaps(results, [x, y]);
        Some(Self { results, base, series, level, changed, gaps })
    }

    fn heading(&self) -> String {
        format!("What {} changes", name_of(self.results, self.series))
    }

    /// The step of the bridge between the games that changes the same rules, if one does, and the command that
    /// measures it.
    fn reason(&self) -> Option<String> {
        let is_step = |step: &[Change]| {
            step.len() == self.changed.len() && step.iter().all(|it| self.changed.contains(it))
        };
        let switch = FLASH_SWITCHES.iter().find(|it| is_step(&it.changes().collect::<Vec<_>>()))?;
        let measure = self.gaps.first()?.0.name;
        Some(format!(
            "The bridge from Flash to Rebirth has this rule as its step \"{}\" ({}): {}. Which part of the games' \
             difference it makes: `basement-lab bridge --level {} --measures {measure}`.",
            switch.name, switch.rules, switch.meaning, self.level
        ))
    }
}

#[cfg(test)]
mod tests {
    use basement_floors::{Backend, Value};
    use basement_survey::{BackendRules, Series, Study};

    use super::*;
    use crate::sections::{article, both_games};

    fn without_big_rooms() -> Study {
        let rules = BackendRules::new(Backend::Rebirth);
        let rules = rules.set("rebirth.growth.large_rooms", Value::Switch(false));
        both_games(300, &[4]).series(Series::new("No big rooms", rules))
    }

    fn words(section: &Section) -> String {
        let words = section.blocks.iter().map(|block| match block {
            Block::Text(text) | Block::Heading(text) => text.clone(),
            Block::List(items) => items.join(" "),
            _ => String::new(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_report_begins_with_a_changed_rule_beside_both_games() {
        let results = without_big_rooms().run(&|_| {}).unwrap();
        let article = article(&Context::new(&results));
        let start = "The largest change from Rebirth to No big rooms on level 4 is in big rooms: ";
        assert!(article.answer[0].starts_with(start), "{:?}", article.answer);
        assert!(article.answer[0].contains(", 0.3 in No big rooms, "), "{:?}", article.answer);
        let first = &article.sections[0];
        assert_eq!((first.id, &*first.heading), ("what-if", "What No big rooms changes"));
        let words = words(first);
        assert!(words.contains("Big rooms: ") && words.contains("Rings: "), "{words}");
        let step =
            "its step \"shapes\" (R9, R11): rooms grow in twelve shapes; or 1x1 only. Which part";
        assert!(
            words.contains(step) && words.contains("`basement-lab bridge --level 4"),
            "{words}"
        );
    }

    #[test]
    fn a_change_outside_the_steps_has_no_reason_and_two_changes_have_two_headings() {
        let rules = BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb");
        let rules = rules.set("flash.growth.neighbour_limit", Value::Whole(2));
        let study = without_big_rooms().series(Series::new("Two neighbours", rules));
        let results = study.run(&|_| {}).unwrap();
        let article = article(&Context::new(&results));
        assert!(
            article.answer[1].starts_with("The largest change from Flash to Two neighbours on")
        );
        let words = words(&article.sections[0]);
        let (before, after) = words.split_once("What Two neighbours changes").unwrap();
        assert!(before.contains("its step") && !after.contains("its step"), "{words}");
    }
}
