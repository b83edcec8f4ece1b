//! What a report says first if a series is the reader's own: floors from a file, or a generator from Rust.

use basement_survey::likeness::{GameLikeness, Likeness};

use crate::article::Article;
use crate::figures;
use crate::frame::distances::ASPECTS;
use crate::prelude::*;

/// At most this many gaps are listed.
const TOLD: usize = 3;

/// Begins an article with the reader's own series, if the study has one.
pub(super) fn begin(context: &Context<'_>, article: &mut Article) {
    let results = context.results;
    let others = other_generators(results);
    let told: Vec<Yours<'_>> =
        others.iter().filter_map(|series| Yours::of(results, *series)).collect();
    if told.is_empty() {
        return;
    }
    article.answer = told.iter().flat_map(Yours::answer).collect();
    let mut section =
        Section::new("yours", format!("How similar to Isaac {}", are(results, &told)));
    for own in &told {
        let is_measured = own.games.iter().any(|(_, likeness)| likeness.is_some());
        let nearest = own.games.first().map_or("", |it| it.0);
        section = section
            .text(match own.gaps.len() {
                0 if !is_measured => own.answer().concat(),
                gaps => most([nearest, own.name], own.level, gaps),
            })
            .list(own.gaps.iter().map(|gap| capital(gap)).collect());
    }
    section = section.table(distances(results));
    article.sections.insert(0, section.all_figures(figures::likeness::figures(results)));
}

/// "Mine is", "A and B are".
fn are(results: &Results, told: &[Yours<'_>]) -> String {
    let names = names_of(results, &told.iter().map(|own| own.series).collect::<Vec<_>>());
    format!("{} {}", list(&names), if names.len() == 1 { "is" } else { "are" })
}

/// What there is to say about the reader's own generator on one level.
struct Yours<'a> {
    series: usize,
    name: &'a str,
    level: u8,
    /// The games that it is compared with, by name, the nearest first, with a distance if there are enough
    /// floors.
    games: Vec<(&'a str, Option<&'a Likeness>)>,
    /// The largest differences from the nearest game, one sentence each.
    gaps: Vec<String>,
}

impl<'a> Yours<'a> {
    /// `None` if the study has no game on a level that the series has.
    fn of(results: &'a Results, series: usize) -> Option<Self> {
        let (level, all) = level_of(results, series)?;
        let likeness = |game: usize| {
            let is_of = |it: &&GameLikeness| {
                (it.series, it.game, it.level, it.labyrinth) == (series, game, level, false)
            };
            results.game_likeness().iter().find(is_of).map(|it| &it.likeness)
        };
        let mut ranked: Vec<(usize, Option<&Likeness>)> =
            all.into_iter().map(|game| (game, likeness(game))).collect();
        let distance = |it: Option<&Likeness>| it.map_or(f64::INFINITY, |it| it.distance);
        ranked.sort_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        let nearest = ranked.first()?.0;
        let name = name_of(results, series);
        let games = ranked.into_iter().map(|(game, it)| (name_of(results, game), it)).collect();
        let of_game = results.group(nearest, level, false)?;
        let gaps = gaps(results, [of_game, results.group(series, level, false)?]);
        let names = [name_of(results, nearest), name];
        let gaps = gaps.iter().map(|(measure, it)| gap(measure, names, it)).collect();
        Some(Self { series, name, level, games, gaps })
    }

    /// How similar it is to the games, in sentences.
    fn answer(&self) -> Vec<String> {
        let Self { name, level, games, .. } = self;
        let measured: Vec<(&str, &Likeness)> =
            games.iter().filter_map(|(game, it)| Some((*game, (*it)?))).collect();
        let Some((nearest, likeness)) = measured.first() else {
            return vec![format!(
                "{name} has too few floors on level {level} to tell how far it is from {}: 200 of each are \
                 enough.",
                list(games.iter().map(|(game, _)| game))
            )];
        };
        let distances = measured.iter().map(|(game, it)| format!("{} from {game}", distance(it)));
        let mut sentences = vec![
            format!(
                "On level {level} the distance of {name} is {}; 0 means the same floors, 1 nothing in common.",
                list(distances)
            ),
            telling(name, nearest, likeness),
        ];
        sentences.extend(self.gaps.first().map(|gap| format!("The largest gap is in {gap}")));
        sentences
    }
}

/// The level on which the reader's own generator is compared, and the games that have it: the report's middle
/// level, or else the middle one of its own.
fn level_of(results: &Results, series: usize) -> Option<(u8, Vec<usize>)> {
    let with_level = |level: u8| -> Vec<usize> {
        let has = |game: &usize| results.group(*game, level, false).is_some();
        games(results).into_iter().filter(has).collect()
    };
    let mut levels = levels_with_floors(results, series);
    levels.retain(|level| !with_level(*level).is_empty());
    let level = middle_of(results, &levels)?;
    Some((level, with_level(level)))
}

/// The aspects in which two groups differ most, the largest difference first.
pub(super) fn gaps(
    results: &Results,
    both: [&GroupResult; 2],
) -> Vec<(&'static Measure, Comparison)> {
    let mut gaps = gaps_among(results, both, ASPECTS);
    gaps.truncate(TOLD);
    gaps
}

/// The differences of two groups in some measures, the largest first. Slight ones and those that cannot be
/// distinguished from zero are left out.
pub(super) fn gaps_among(
    results: &Results,
    [x, y]: [&GroupResult; 2],
    measures: impl IntoIterator<Item = &'static Measure>,
) -> Vec<(&'static Measure, Comparison)> {
    let compared = |measure| Some((measure, results.compare(x, y, measure)?));
    let is_gap = |(_, it): &(&Measure, Comparison)| {
        it.is_told_apart() && !it.interval().contains(0.0) && !is_slight([it.mean_x, it.mean_y])
    };
    let mut gaps: Vec<_> = measures.into_iter().filter_map(compared).filter(is_gap).collect();
    gaps.sort_by(|(_, a), (_, b)| b.cliffs_delta.abs().total_cmp(&a.cliffs_delta.abs()));
    gaps
}

/// The text before a list of as many gaps between two series.
pub(super) fn most([x, y]: [&str; 2], level: u8, gaps: usize) -> String {
    match gaps {
        0 => format!("On level {level} no measure tells {y} from {x}."),
        _ => format!(
            "What differs most between {x} and {y} on level {level}, on average, with 95 % intervals."
        ),
    }
}

/// What a measure counts, in a player's words.
fn what(measure: &'static Measure) -> String {
    match measure.name {
        "walked_again" => "doors walked back when the whole floor is cleared".to_owned(),
        _ => title_of(measure),
    }
}

/// A gap in words: "dead ends: 6.3 in Rebirth, 1.6 in Mine, 4.7 fewer (4.6 to 4.8)."
pub(super) fn gap(measure: &'static Measure, [x, y]: [&str; 2], it: &Comparison) -> String {
    let width = it.difference_upper - it.difference_lower;
    let decimals = if it.difference.abs() < 1.0 || width < 0.1 { 2 } else { 1 };
    let number = |number: f64| fixed(number, decimals);
    let words = if is_counted(measure.into()) { ["fewer", "more"] } else { ["lower", "higher"] };
    let word = words[usize::from(it.difference > 0.0)];
    let mut bounds = [it.difference_lower.abs(), it.difference_upper.abs()];
    bounds.sort_by(f64::total_cmp);
    format!(
        "{}: {} in {x}, {} in {y}, {} {word} ({} to {}).",
        what(measure),
        number(it.mean_x),
        number(it.mean_y),
        number(it.difference.abs()),
        number(bounds[0]),
        number(bounds[1]),
    )
}

/// A distance with its interval, never below 0.
fn distance(it: &Likeness) -> String {
    let [distance, lower, upper] =
        [it.distance, it.lower, it.upper].map(|number| fixed(number.max(0.0), 2));
    format!("{distance} ({lower} to {upper})")
}

/// How many floors distinguish the reader's own generator from a game.
fn telling(name: &str, game: &str, it: &Likeness) -> String {
    match it.floors_in_words() {
        Some(_) if it.floors_to_tell == Some(1) => {
            format!("One floor is enough to tell {name} from {game}, 19 times in 20.")
        }
        Some(floors) => {
            format!("It takes {floors} floors to tell {name} from {game}, 19 times in 20.")
        }
        None => {
            format!("{} floors of each do not tell {name} from {game}.", whole(it.floors as u64))
        }
    }
}

/// The distances of all other generators from all games, level by level.
fn distances(results: &Results) -> PageTable {
    let table = Table::of(results.game_likeness())
        .column("series", |it| name_of(results, it.series))
        .column("game", |it| name_of(results, it.game))
        .column("level", |it| {
            format!("{}{}", it.level, if it.labyrinth { ", Labyrinth" } else { "" })
        })
        .column("distance", |it| distance(&it.likeness))
        .column("floors to tell", |it| {
            it.likeness.floors_in_words().unwrap_or_else(|| "-".to_owned())
        });
    PageTable::new(
        "Distance from each game",
        table,
        "The distance takes all measures together: 0 is the same floors, 1 is floors with nothing in common. \
         The 95 % intervals are for other floors; other directions change a distance by up to a tenth. Floors to tell: how many floors show which of the two they are of, 19 times in 20.",
    )
}

/// The report's middle level, or else the middle one of those that two series share.
pub(super) fn level_of_both(results: &Results, [x, y]: [usize; 2]) -> Option<u8> {
    let has = |series: usize, level: u8| results.group(series, level, false).is_some();
    let levels: Vec<u8> = (0..=u8::MAX).filter(|it| has(x, *it) && has(y, *it)).collect();
    middle_of(results, &levels)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use basement_floors::{Backend, Generator};
    use basement_survey::{BackendRules, Series, Study};

    use super::*;
    use crate::sections::{article, both_games};

    fn mine() -> Series {
        let generator: Arc<dyn Generator> =
            Arc::from(Backend::Flash.generator("wrath-of-the-lamb", &[]).unwrap());
        let mut mine = Series::new("Mine", generator);
        mine.first_seed = Some(7_000);
        mine
    }

    #[test]
    fn a_report_begins_with_an_outside_series_at_any_place_in_the_study() {
        for place in 0..3 {
            let mut study = both_games(400, &[1, 4]);
            study.series.insert(place, mine());
            let results = study.run(&|_| {}).unwrap();
            let article = article(&Context::new(&results));
            let answer = article.answer.join(" ");
            // Mine is shipped Flash from other seeds.
            let start = "On level 4 the distance of Mine is 0.0";
            assert!(answer.starts_with(start), "{answer}");
            assert!(answer.contains(") from Flash and 0."), "{answer}");
            assert!(answer.contains("400 floors of each do not tell Mine from Flash."), "{answer}");
            assert_eq!(article.sections[0].heading, "How similar to Isaac Mine is");
            // The article is not about the games' own finding.
            assert_eq!(article.headline, None);
            assert_eq!(article.hero.unwrap().name, "hero");
            let shown = |section: &Section| {
                let is_likeness = |block: &crate::article::Block| matches!(block, crate::article::Block::Figure(it) if it.name == "likeness");
                section.blocks.iter().any(is_likeness)
            };
            assert!(shown(&article.sections[0]));
        }
    }

    #[test]
    fn an_unlike_series_lists_its_largest_gaps_with_their_signs() {
        let rebirth: Arc<dyn Generator> = Arc::from(Backend::Rebirth.generator(None, &[]).unwrap());
        let flash = BackendRules::new(Backend::Flash).edition("wrath-of-the-lamb");
        let study =
            Study::new("Mine").floors(1_000).levels([4]).series(Series::new("Mine", rebirth));
        let results = study.series(Series::new("Flash", flash)).run(&|_| {}).unwrap();
        let own = Yours::of(&results, 0).unwrap();
        assert_eq!(own.gaps.len(), TOLD);
        let shop = own.gaps.iter().find(|gap| gap.starts_with("doors to the shop: 3."));
        let shop = shop.unwrap_or_else(|| panic!("{:?}", own.gaps));
        assert!(shop.contains(" in Flash, 5.") && shop.contains(" more ("), "{shop}");
        let answer = own.answer();
        assert!(answer[0].starts_with("On level 4 the distance of Mine is 0."), "{answer:?}");
        assert!(answer[0].contains(") from Flash; 0 means the same floors"), "{answer:?}");
        assert!(answer[1].ends_with(" to tell Mine from Flash, 19 times in 20."), "{answer:?}");
        assert!(answer[2].starts_with("The largest gap is in "), "{answer:?}");
    }

    #[test]
    fn captions_point_out_few_floors_and_series_that_belong_to_no_game() {
        let results = both_games(50, &[1, 4]).series(mine()).run(&|_| {}).unwrap();
        let answer = Yours::of(&results, 2).unwrap().answer().join(" ");
        assert_eq!(
            answer,
            "Mine has too few floors on level 4 to tell how far it is from Flash and Rebirth: 200 of each are \
             enough."
        );
        let alone = Study::new("Mine").floors(50).levels([1]).series(mine()).run(&|_| {}).unwrap();
        assert!(Yours::of(&alone, 0).is_none());
        assert!(
            article(&Context::new(&alone)).sections.iter().all(|section| section.id != "yours")
        );
    }
}
