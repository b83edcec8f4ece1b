//! Two series beside random floors of their sizes: what of their differences size explains.

use basement_survey::{Comparison, Measure, Results, measure};

use crate::axis::limit_for;
use crate::figure::{Figure, Words, compose_parts};
use crate::layout::Key;
use crate::lexicon::{first_fitting, heading_of, request_in_words, title_of};
use crate::number::{at_most, fixed, signed, whole};
use crate::origin::origin_line;
use crate::plot::{Facet, Group, Mark, Plot, Row, Scale, Y, lane};
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};

/// The most floors of a null model.
const MOST_FLOORS: u64 = 5_000;
/// Panels have one scale where the greatest needs at most this many times what the least does.
const ONE_SCALE: f64 = 5.0;

/// The measures.
const SHOWN: [&Measure; 4] =
    [measure::BOSS_DISTANCE, measure::RINGS, measure::DEAD_ENDS, measure::SECRET_NEIGHBOURS];

/// A measure's means in the two series, and in random floors of their sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeansBySize {
    pub(crate) games: [f64; 2],
    pub(crate) sizes: [f64; 2],
    /// Whether the two series can be told apart.
    pub(crate) is_apart: bool,
}

impl MeansBySize {
    /// How much of the difference is there in random floors too: both differences as shares of
    /// their means. `None` without a difference.
    fn share(&self) -> Option<f64> {
        let relative = |[x, y]: [f64; 2]| (y - x) / f64::midpoint(x, y).max(1e-9);
        self.is_apart.then(|| relative(self.sizes) / relative(self.games))
    }
}

/// What the sizes explain of the differences between two series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SizeEffect {
    /// Less than two fifths of the difference in one measure. The measure is given by its place.
    /// The first flag says whether the second series has more of it, the other whether random
    /// floors differ the other way round.
    Not(usize, bool, bool),
    /// Some of it.
    Part,
    /// At least three fifths of every difference.
    Most,
    /// There is no difference.
    Nothing,
}

impl SizeEffect {
    /// What the sizes explain of some measures, the first of which weighs most.
    pub(crate) fn of(all: &[MeansBySize]) -> Self {
        let shares: Vec<(usize, f64)> =
            all.iter().enumerate().filter_map(|(at, it)| Some((at, it.share()?))).collect();
        match shares.iter().find(|(_, share)| *share < 0.4) {
            Some((at, share)) => {
                Self::Not(*at, all[*at].games[1] > all[*at].games[0], *share < -0.4)
            }
            None if shares.is_empty() => Self::Nothing,
            None if shares.iter().all(|(_, share)| *share >= 0.6) => Self::Most,
            None => Self::Part,
        }
    }

    /// The finding.
    pub(crate) fn title(self, x: &str, y: &str) -> String {
        let long = match self {
            Self::Not(at, is_more, is_turned) => {
                let what = match (SHOWN.get(at).map(|measure| measure.name), is_more) {
                    (Some("boss_distance"), true) => format!("{y}'s boss is farther"),
                    (Some("boss_distance"), false) => format!("{y}'s boss is nearer"),
                    _ => format!("{y} has {}", what_of(at, is_more)),
                };
                let how = if is_turned { "the other way" } else { "much less" };
                return first_fitting([
                    format!("Size is not why {what}: random floors as large differ {how}"),
                    format!("Size is not why {what}: random floors differ {how}"),
                    "Games beside random floors of their sizes".to_owned(),
                ]);
            }
            Self::Part => format!("Size alone explains a part of what sets {x} and {y} apart"),
            Self::Most => format!("Size alone explains most of what sets {x} and {y} apart"),
            Self::Nothing => format!("{x} and {y} differ no more than random floors do"),
        };
        first_fitting([long, "Games beside random floors of their sizes".to_owned()])
    }
}

/// More or less of a measure, as the subject of a sentence.
pub(crate) fn what_of(at: usize, is_more: bool) -> String {
    format!("{} {}", if is_more { "more" } else { "fewer" }, name_of_shown(at))
}

/// The name of one of the shown measures within a sentence.
fn name_of_shown(at: usize) -> String {
    SHOWN.get(at).map_or_else(|| "rooms".to_owned(), |measure| title_of(*measure))
}

/// The measure that the rules of both series reduce most, in a sentence. Random floors of their
/// sizes have at least twice as many. Empty if there is no such measure.
fn taken_away(all: &[MeansBySize], x: &str, y: &str) -> String {
    let least = |of: [f64; 2]| of[0].min(of[1]);
    let most = |of: [f64; 2]| of[0].max(of[1]);
    let is_taken = |it: &&(usize, &MeansBySize)| least(it.1.sizes) > 2.0 * most(it.1.games);
    let ratio = |it: &MeansBySize| least(it.sizes) / most(it.games).max(1e-9);
    let largest = all
        .iter()
        .enumerate()
        .filter(|it| is_taken(&it))
        .max_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1)));
    let Some((at, remains)) = largest else { return String::new() };
    let [a, b] = remains.sizes.map(|mean| fixed(mean, 1));
    let [c, d] = remains.games.map(|mean| fixed(mean, 1));
    let what = name_of_shown(at);
    format!(
        "Compare the heights as well as the gaps: random floors have {a} and {b} {what}, {x} {c} and {y} \
         {d}, so in both the rules take most of them away."
    )
}

/// The means of one measure: of each series, and of random floors of its sizes.
struct Panel {
    measure: &'static Measure,
    remains: MeansBySize,
    /// Both differences, each with half its 95 % interval.
    differences: [(f64, f64); 2],
}

impl Panel {
    /// The end of its scale.
    fn limit(&self) -> f64 {
        let most = self.remains.games.into_iter().chain(self.remains.sizes).fold(0.5, f64::max);
        limit_for(most)
    }
}

/// The end of the scale of all panels, where one does for all.
fn one_scale(limits: &[f64]) -> Option<f64> {
    let most = limits.iter().copied().reduce(f64::max)?;
    let least = limits.iter().copied().reduce(f64::min)?;
    (most <= ONE_SCALE * least).then_some(most)
}

/// The figure, what it finds, and what the rules of both take away; `None` where the first two series share no level on which
/// both have a null model.
pub(crate) fn figure(results: &Results, level: u8) -> Option<(Figure, SizeEffect, String)> {
    let arms = [results.arm(0, level, false)?, results.arm(1, level, false)?];
    let floors = results.study.floors.min(MOST_FLOORS);
    let nulls = results.null_models(arms, floors, &SHOWN)?;
    let panel = |(measure, sizes): (&'static Measure, Option<Comparison>)| {
        let games = results.compare(arms[0], arms[1], measure)?;
        let sizes = sizes?;
        let difference = |of: &Comparison| (of.difference, of.interval().half());
        Some(Panel {
            measure,
            remains: MeansBySize {
                games: [games.mean_x, games.mean_y],
                sizes: [sizes.mean_x, sizes.mean_y],
                is_apart: !games.interval().contains(0.0),
            },
            differences: [difference(&games), difference(&sizes)],
        })
    };
    let panels: Vec<Panel> = SHOWN.into_iter().zip(nulls).filter_map(panel).collect();
    if panels.is_empty() {
        return None;
    }
    let remains: Vec<MeansBySize> = panels.iter().map(|panel| panel.remains).collect();
    let explained = SizeEffect::of(&remains);
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let widest =
        panels.iter().flat_map(|panel| panel.differences).map(|it| it.1).fold(0.0, f64::max);
    let table = table(results, &panels, level);
    let limits: Vec<f64> = panels.iter().map(Panel::limit).collect();
    let one_scale = one_scale(&limits);
    let has_one_scale = one_scale.is_some();
    let words = Words {
        name: "size-alone".to_owned(),
        title: explained.title(x, y),
        subtitle: format!(
            "Means on level {level} in the games and in random floors with as many rooms; {}; 95 % intervals of \
             the differences at most ± {}; {}",
            if has_one_scale { "one scale" } else { "each panel has its own scale" },
            at_most(widest, 2),
            request_in_words(results)
        ),
        caption: format!(
            "Dots: the means of {x} and {y}. Circles: floors that keep only the number of rooms of the same seed \
             and place them at random. Where circles lie together and dots do not, the rules make the \
             difference, not the size. Above each pair: what {y} has more or, with a minus, less than {x}, as \
             generated and at random."
        ),
        notes: origin_line(
            results,
            results.arms.iter().filter(|arm| arm.series < 2),
            None,
            &format!(", random floors {} for the first of these seeds", whole(floors)),
        ),
        alt: format!(
            "{}. Dumbbell charts from random floors to {x} and {y}: {}.",
            explained.title(x, y),
            panels
                .iter()
                .map(|panel| {
                    format!(
                        "{} from {} and {} to {} and {}",
                        title_of(panel.measure),
                        fixed(panel.remains.sizes[0], 1),
                        fixed(panel.remains.sizes[1], 1),
                        fixed(panel.remains.games[0], 1),
                        fixed(panel.remains.games[1], 1)
                    )
                })
                .collect::<Vec<_>>()
                .join("; ")
        ),
    };
    let facet = |panel: &Panel| {
        let pair = |place: usize| {
            let say = |mean: f64| (mean, fixed(mean, 2));
            let (before, after) = (panel.remains.sizes[place], panel.remains.games[place]);
            let hue = hue_of(results, place);
            Mark::Pair { y: lane(place, 0, 1), before: say(before), after: say(after), hue }
        };
        let [games, random] = panel.differences.map(|(difference, half)| match half {
            half if difference.abs() <= half => "none told".to_owned(),
            half => format!("{} ± {}", signed(difference, 2), fixed(half, 2)),
        });
        let most = panel.remains.games.into_iter().chain(panel.remains.sizes).chain([0.5]);
        Facet::new(heading_of(panel.measure), [0, 1].map(pair).into())
            .note(format!("{y} minus {x}: {games}; random: {random}"))
            .scale(one_scale.map_or_else(|| Scale::from_zero(most), |most| Scale::new(0.0, most)))
    };
    let row =
        |place: usize| Row::new(name_of(results, place), 1).paint(hue_of(results, place).text);
    let plot = Plot {
        facets: panels.iter().map(facet).collect(),
        columns: [2, 1],
        x: Scale::new(0.0, 1.0),
        y: Y::Rows(vec![Group { name: String::new(), rows: [0, 1].map(row).into() }]),
    };
    let key = Key::of_pair(["random floors of the same sizes", "as generated"]);
    let figure = compose_parts(words, table, &[&key, &plot]);
    Some((figure, explained, taken_away(&remains, x, y)))
}

fn table(results: &Results, panels: &[Panel], level: u8) -> Table {
    let names = format!("{} and {}", name_of(results, 0), name_of(results, 1));
    let rows = panels.iter().flat_map(|panel| {
        let MeansBySize { games, sizes, .. } = panel.remains;
        let random = format!("random floors of the sizes of {names}");
        let [own, of_random] = panel.differences;
        [(panel, names.clone(), games, own), (panel, random, sizes, of_random)]
    });
    Table::of(
        rows,
        &[
            ("measure", &|(panel, ..)| panel.measure.name.to_owned()),
            ("level", &|_| level.to_string()),
            ("floors_of", &|(_, of, ..)| of.clone()),
            ("mean_first", &|(_, _, means, _)| exact(means[0])),
            ("mean_second", &|(_, _, means, _)| exact(means[1])),
            ("difference", &|(.., (difference, _))| exact(*difference)),
            ("half_width_95", &|(.., (_, half))| exact(*half)),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_rules_of_both_take_away_is_told_with_both_ends() {
        let remains =
            |games: [f64; 2], sizes: [f64; 2]| MeansBySize { games, sizes, is_apart: true };
        let steps = remains([5.0, 7.0], [2.7, 2.9]);
        let rings = remains([0.0, 0.67], [4.43, 5.09]);
        let told = taken_away(&[steps, rings], "A", "B");
        assert!(told.contains("random floors have 4.4 and 5.1 rings, A 0.0 and B 0.7"), "{told}");
        let one_only = remains([0.0, 4.0], [4.4, 5.1]);
        assert_eq!(taken_away(&[steps, one_only], "A", "B"), "");
        assert_eq!(taken_away(&[], "A", "B"), "");
    }

    #[test]
    fn size_explains_what_random_floors_have_too() {
        let remains =
            |games: [f64; 2], sizes: [f64; 2]| MeansBySize { games, sizes, is_apart: true };
        let steps = remains([5.0, 7.0], [2.7, 2.9]);
        let none = remains([0.0, 0.7], [4.4, 5.1]);
        let sized = remains([7.0, 8.0], [3.5, 4.0]);
        let half = remains([7.0, 8.0], [3.8, 4.05]);
        assert_eq!(SizeEffect::of(&[steps, sized]), SizeEffect::Not(0, true, false));
        assert_eq!(SizeEffect::of(&[sized, none]), SizeEffect::Not(1, true, false));
        let turned = remains([7.0, 5.0], [2.7, 2.9]);
        assert_eq!(SizeEffect::of(&[turned]), SizeEffect::Not(0, false, false));
        let far = remains([7.0, 5.0], [2.7, 3.9]);
        assert_eq!(SizeEffect::of(&[far]), SizeEffect::Not(0, false, true));
        assert_eq!(SizeEffect::of(&[sized, half]), SizeEffect::Part);
        assert_eq!(SizeEffect::of(&[sized]), SizeEffect::Most);
        assert_eq!(
            SizeEffect::of(&[MeansBySize { is_apart: false, ..steps }]),
            SizeEffect::Nothing
        );
        assert_eq!(SizeEffect::of(&[]), SizeEffect::Nothing);
        let all = [SizeEffect::Part, SizeEffect::Most, SizeEffect::Nothing];
        assert!(all.iter().all(|explained| explained.title("A", "B").contains("A and B")));
        let title = |explained: SizeEffect| explained.title("A", "B");
        assert_eq!(
            title(SizeEffect::Not(0, true, false)),
            "Size is not why B's boss is farther: random floors as large differ much less"
        );
        assert_eq!(
            title(SizeEffect::Not(0, false, true)),
            "Size is not why B's boss is nearer: random floors differ the other way"
        );
        assert_eq!(
            title(SizeEffect::Not(1, false, false)),
            "Size is not why B has fewer rings: random floors as large differ much less"
        );
        let long = SizeEffect::Not(3, true, false).title("A", "a game of many words");
        assert_eq!(long, "Games beside random floors of their sizes");
    }

    #[test]
    fn panels_have_one_scale_unless_one_of_them_would_be_flat_on_it() {
        assert_eq!(one_scale(&[8.0, 5.0, 8.0, 4.0]), Some(8.0));
        assert_eq!(one_scale(&[8.0, 50.0]), None);
        assert_eq!(one_scale(&[3.0]), Some(3.0));
        assert_eq!(one_scale(&[]), None);
    }
}
