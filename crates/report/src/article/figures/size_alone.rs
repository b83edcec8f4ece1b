//! Two series beside random floors of their sizes: what of their differences size explains.

use basement_survey::{Comparison, Measure, Results, measure};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::number::{at_most, fixed, signed, whole};
use crate::origin::origin_line;
use crate::panel::key;
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, NOTE, PAPER, QUIET, RULE, shortened, wrapped};
use crate::words::{first_fitting, request_in_words};

/// The most floors of a null model.
const MOST_FLOORS: u64 = 5_000;
/// Height of a panel.
const PANEL: f64 = 216.0;
/// Panels have one scale where the greatest needs at most so many times what the least does.
const ONE_SCALE: f64 = 5.0;

/// The measures, with their headings.
const SHOWN: [(&Measure, &str); 4] = [
    (measure::BOSS_DISTANCE, "Steps to the boss"),
    (measure::RINGS, "Rings"),
    (measure::DEAD_ENDS, "Dead ends"),
    (measure::SECRET_NEIGHBOURS, "Rooms around the secret room"),
];

/// A measure's means in the two series, and in random floors of their sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remains {
    pub(crate) games: [f64; 2],
    pub(crate) sizes: [f64; 2],
    /// Whether the two series can be told apart.
    pub(crate) is_apart: bool,
}

impl Remains {
    /// How much of the difference is there in random floors too: both differences as shares of
    /// their means. `None` without a difference.
    fn share(&self) -> Option<f64> {
        let relative = |[x, y]: [f64; 2]| (y - x) / f64::midpoint(x, y).max(1e-9);
        self.is_apart.then(|| relative(self.sizes) / relative(self.games))
    }
}

/// What the sizes explain of the differences between two series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Explained {
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

impl Explained {
    /// What the sizes explain of some measures, the first of which weighs most.
    pub(crate) fn of(all: &[Remains]) -> Self {
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
                let what = match (SHOWN.get(at).map(|(measure, _)| measure.name), is_more) {
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
    SHOWN.get(at).map_or("rooms", |(_, heading)| heading).to_lowercase()
}

/// The measure that the rules of both series reduce most, in a sentence. Random floors of their
/// sizes have at least twice as many. Empty if there is no such measure.
fn taken_away(all: &[Remains], x: &str, y: &str) -> String {
    let least = |of: [f64; 2]| of[0].min(of[1]);
    let most = |of: [f64; 2]| of[0].max(of[1]);
    let is_taken = |it: &&(usize, &Remains)| least(it.1.sizes) > 2.0 * most(it.1.games);
    let ratio = |it: &Remains| least(it.sizes) / most(it.games).max(1e-9);
    let largest = all
        .iter()
        .enumerate()
        .filter(|it| is_taken(&it))
        .max_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1)));
    let Some((at, remains)) = largest else { return String::new() };
    let [a, b] = remains.sizes.map(|mean| fixed(mean, 1));
    let [c, d] = remains.games.map(|mean| fixed(mean, 1));
    let what = SHOWN.get(at).map_or("rooms", |(_, heading)| heading).to_lowercase();
    format!(
        "Compare the heights as well as the gaps: random floors have {a} and {b} {what}, {x} {c} and {y} \
         {d}, so in both the rules take most of them away."
    )
}

/// The means of one measure: of each series, and of random floors of its sizes.
struct Panel {
    heading: &'static str,
    measure: &'static Measure,
    remains: Remains,
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
pub(crate) fn figure(results: &Results, level: u8) -> Option<(Figure, Explained, String)> {
    let arms = [results.arm(0, level, false)?, results.arm(1, level, false)?];
    let floors = results.study.floors.min(MOST_FLOORS);
    let shown = SHOWN.map(|(measure, _)| measure);
    let nulls = results.null_models(arms, floors, &shown)?;
    let panel =
        |((measure, heading), sizes): ((&'static Measure, &'static str), Option<Comparison>)| {
            let games = results.compare(arms[0], arms[1], measure)?;
            let sizes = sizes?;
            let difference = |of: &Comparison| (of.difference, of.interval().half());
            Some(Panel {
                heading,
                measure,
                remains: Remains {
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
    let remains: Vec<Remains> = panels.iter().map(|panel| panel.remains).collect();
    let explained = Explained::of(&remains);
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
            "Right end of each line: the means of {x} and {y}. Left end (circles): floors that keep only the \
             number of rooms of the same seed and place them at random. Lines that come together on the \
             left differ on the right by rules, not by size. Below: what {y} has more or, with a minus, less \
             than {x}; in grey, where that cannot be told from zero."
        ),
        notes: origin_line(
            results,
            results.arms.iter().filter(|arm| arm.series < 2),
            None,
            &format!(", random floors {} for the first of these seeds", whole(floors)),
        ),
        alt: format!(
            "{}. Slope charts from random floors to {x} and {y}: {}.",
            explained.title(x, y),
            panels
                .iter()
                .map(|panel| {
                    format!(
                        "{} from {} and {} to {} and {}",
                        panel.heading.to_lowercase(),
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
    let columns = |width: f64| if width < 500.0 { 2 } else { panels.len() };
    let height = |width: f64| key::HEIGHT + PANEL * panels.len().div_ceil(columns(width)) as f64;
    let figure = compose_for_article(words, table, height, |drawing, area| {
        key::key(drawing, area, results, &[0, 1]);
        let columns = if is_narrow(area) { 2 } else { panels.len() };
        let rows = area.inset(0.0, key::HEIGHT, 0.0, 0.0).rows(panels.len().div_ceil(columns), 0.0);
        for (place, panel) in panels.iter().enumerate() {
            let cell = rows[place / columns].columns(columns, 22.0)[place % columns];
            draw(drawing, cell, results, panel, one_scale.unwrap_or(panel.limit()));
        }
    });
    Some((figure, explained, taken_away(&remains, x, y)))
}

fn table(results: &Results, panels: &[Panel], level: u8) -> Table {
    let mut table = Table::new(&[
        "measure",
        "level",
        "floors_of",
        "mean_first",
        "mean_second",
        "difference",
        "half_width_95",
    ]);
    for panel in panels {
        let (x, y) = (name_of(results, 0), name_of(results, 1));
        for (of, means, (difference, half)) in [
            (format!("{x} and {y}"), panel.remains.games, panel.differences[0]),
            (
                format!("random floors of the sizes of {x} and {y}"),
                panel.remains.sizes,
                panel.differences[1],
            ),
        ] {
            table.row([
                panel.measure.name.to_owned(),
                level.to_string(),
                of,
                exact(means[0]),
                exact(means[1]),
                exact(difference),
                exact(half),
            ]);
        }
    }
    table
}

/// One slope chart.
fn draw(drawing: &mut Drawing, cell: Area, results: &Results, panel: &Panel, limit: f64) {
    let look = Type::new(LABEL, INK).bold();
    let lines = wrapped(panel.heading, LABEL, true, cell.width + 8.0);
    for (place, line) in lines.iter().rev().enumerate() {
        drawing.text(line.as_str(), cell.x, cell.y + 29.0 - 16.0 * place as f64, look);
    }
    let plot = cell.inset(30.0, 42.0, 32.0, 58.0);
    let y = Axis::new((0.0, limit), (plot.bottom(), plot.y));
    for x in [plot.x, plot.right()] {
        drawing.line(&[(x, plot.y), (x, plot.bottom())], 0.8, RULE);
    }
    drawing.line(&[(plot.x - 6.0, plot.bottom()), (plot.right() + 6.0, plot.bottom())], 1.0, FRAME);
    let look = Type::new(NOTE, QUIET).middle();
    drawing.text("random", plot.x, plot.bottom() + 15.0, look);
    drawing.text("games", plot.right(), plot.bottom() + 15.0, look);
    let names = format!("{} − {}", name_of(results, 1), name_of(results, 0));
    let names = shortened(&names, NOTE, false, cell.width);
    drawing.text(names, plot.middle(), plot.bottom() + 32.0, look);
    let [games, sizes] = panel.differences;
    for ((difference, half), x) in [(sizes, plot.x), (games, plot.right())] {
        let is_told = difference.abs() > half;
        let look = Type::new(NOTE, if is_told { INK } else { QUIET }).middle();
        let look = if is_told { look.bold() } else { look };
        drawing.text(signed(difference, 2), x, plot.bottom() + 46.0, look);
    }
    let baselines = |values: [f64; 2]| {
        let at = values.map(|value| y.at(value) + 4.0);
        let (above, below) = if at[0] <= at[1] { (0, 1) } else { (1, 0) };
        let mut apart = at;
        let missing = (12.5 - (at[below] - at[above])).max(0.0) / 2.0;
        apart[above] -= missing;
        apart[below] += missing;
        // Neither below the base line.
        let over = (apart[below] - (plot.bottom() + 2.0)).max(0.0);
        apart.map(|at| at - over)
    };
    let (left, right) = (baselines(panel.remains.sizes), baselines(panel.remains.games));
    for series in [0, 1] {
        let hue = hue_of(results, series);
        let (from, to) = (y.at(panel.remains.sizes[series]), y.at(panel.remains.games[series]));
        drawing.line(&[(plot.x, from), (plot.right(), to)], 2.0, hue.mark);
        drawing.dot(plot.x, from, 4.4, hue.mark);
        drawing.dot(plot.x, from, 2.4, PAPER);
        drawing.dot(plot.right(), to, 4.4, hue.mark);
        let look = Type::new(NOTE, hue.text).bold();
        drawing.text(fixed(panel.remains.sizes[series], 1), plot.x - 8.0, left[series], look.end());
        drawing.text(
            fixed(panel.remains.games[series], 1),
            plot.right() + 8.0,
            right[series],
            look,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_rules_of_both_take_away_is_told_with_both_ends() {
        let remains = |games: [f64; 2], sizes: [f64; 2]| Remains { games, sizes, is_apart: true };
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
        let remains = |games: [f64; 2], sizes: [f64; 2]| Remains { games, sizes, is_apart: true };
        let steps = remains([5.0, 7.0], [2.7, 2.9]);
        let none = remains([0.0, 0.7], [4.4, 5.1]);
        let sized = remains([7.0, 8.0], [3.5, 4.0]);
        let half = remains([7.0, 8.0], [3.8, 4.05]);
        assert_eq!(Explained::of(&[steps, sized]), Explained::Not(0, true, false));
        assert_eq!(Explained::of(&[sized, none]), Explained::Not(1, true, false));
        let turned = remains([7.0, 5.0], [2.7, 2.9]);
        assert_eq!(Explained::of(&[turned]), Explained::Not(0, false, false));
        let far = remains([7.0, 5.0], [2.7, 3.9]);
        assert_eq!(Explained::of(&[far]), Explained::Not(0, false, true));
        assert_eq!(Explained::of(&[sized, half]), Explained::Part);
        assert_eq!(Explained::of(&[sized]), Explained::Most);
        assert_eq!(Explained::of(&[Remains { is_apart: false, ..steps }]), Explained::Nothing);
        assert_eq!(Explained::of(&[]), Explained::Nothing);
        let all = [Explained::Part, Explained::Most, Explained::Nothing];
        assert!(all.iter().all(|explained| explained.title("A", "B").contains("A and B")));
        let title = |explained: Explained| explained.title("A", "B");
        assert_eq!(
            title(Explained::Not(0, true, false)),
            "Size is not why B's boss is farther: random floors as large differ much less"
        );
        assert_eq!(
            title(Explained::Not(0, false, true)),
            "Size is not why B's boss is nearer: random floors differ the other way"
        );
        assert_eq!(
            title(Explained::Not(1, false, false)),
            "Size is not why B has fewer rings: random floors as large differ much less"
        );
        let long = Explained::Not(3, true, false).title("A", "a game of many words");
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
