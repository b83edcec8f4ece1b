//! Two series beside random floors of their sizes: what of their differences size explains.

use basement_survey::{Comparison, Measure, Results, Summary, measure};

use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::number::{fixed, whole};
use crate::panel::key;
use crate::series::{hue_of, name_of};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, NOTE, PAPER, QUIET, RULE};
use crate::words::{first_fitting, request_in_words, stands_on};

/// The most floors of a null model.
const MOST_FLOORS: u64 = 5_000;
/// Height of a panel.
const PANEL: f64 = 176.0;

/// The measures, with their headings.
const SHOWN: [(&Measure, &str); 4] = [
    (measure::DEAD_ENDS, "Dead ends"),
    (measure::BOSS_DISTANCE, "Steps to the boss"),
    (measure::LOOPS, "Loops"),
    (measure::SECRET_NEIGHBOURS, "Rooms around the secret room"),
];

/// A measure's means, and the differences of the second series from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remains {
    /// The difference between the series, and half its 95 % interval.
    pub(crate) games: (f64, f64),
    /// The same between the random floors of their sizes.
    pub(crate) sizes: (f64, f64),
}

/// What the sizes explain of the differences between two series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explained {
    /// Less than half of every difference.
    Little,
    /// At least half of some, and not of all.
    Part,
    /// At least half of every difference.
    Most,
    /// There is no difference.
    Nothing,
}

impl Explained {
    /// Half of a difference is explained where the random floors differ in the same direction
    /// by at least half as much.
    pub(crate) fn of(all: &[Remains]) -> Self {
        let apart = all.iter().filter(|remains| remains.games.0.abs() > remains.games.1);
        let halves: Vec<bool> =
            apart.map(|remains| remains.sizes.0 / remains.games.0 >= 0.5).collect();
        match (halves.contains(&true), halves.contains(&false)) {
            (false, true) => Self::Little,
            (true, true) => Self::Part,
            (true, false) => Self::Most,
            (false, false) => Self::Nothing,
        }
    }

    /// The finding.
    pub(crate) fn title(self, x: &str, y: &str) -> String {
        let long = match self {
            Self::Little => format!("Size alone explains little of what sets {x} and {y} apart"),
            Self::Part => format!("Size alone explains a part of what sets {x} and {y} apart"),
            Self::Most => format!("Size alone explains most of what sets {x} and {y} apart"),
            Self::Nothing => format!("{x} and {y} differ no more than random floors do"),
        };
        first_fitting([long, "Games beside random floors of their sizes".to_owned()])
    }
}

/// The means of one measure: of each series, and of random floors of its sizes.
struct Panel {
    heading: &'static str,
    measure: &'static Measure,
    games: [f64; 2],
    sizes: [f64; 2],
    remains: Remains,
}

/// The figure, and what it finds; `None` where the first two series share no level on which
/// both have a null model.
pub(crate) fn figure(results: &Results, level: u8) -> Option<(Figure, Explained)> {
    let arms = [results.arm(0, level, false)?, results.arm(1, level, false)?];
    let floors = results.study.floors.min(MOST_FLOORS);
    let nulls: Vec<Summary> =
        arms.iter().map(|arm| arm.null_model(floors)).collect::<Option<_>>()?;
    let panel = |(measure, heading): (&'static Measure, &'static str)| {
        let of = |x: &Summary, y: &Summary| Comparison::of(x.values(measure), y.values(measure));
        let games = of(&arms[0].summary, &arms[1].summary)?;
        let sizes = of(&nulls[0], &nulls[1])?;
        let difference = |of: &Comparison| (of.difference, of.interval().half());
        Some(Panel {
            heading,
            measure,
            games: [games.mean_x, games.mean_y],
            sizes: [sizes.mean_x, sizes.mean_y],
            remains: Remains { games: difference(&games), sizes: difference(&sizes) },
        })
    };
    let panels: Vec<Panel> = SHOWN.into_iter().filter_map(panel).collect();
    if panels.is_empty() {
        return None;
    }
    let remains: Vec<Remains> = panels.iter().map(|panel| panel.remains).collect();
    let explained = Explained::of(&remains);
    let (x, y) = (name_of(results, 0), name_of(results, 1));
    let table = table(results, &panels, level);
    let words = Words {
        name: "size-alone".to_owned(),
        title: explained.title(x, y),
        subtitle: format!(
            "Means per floor of level {level}; 95 % intervals are in the data; {}",
            request_in_words(results)
        ),
        caption: format!(
            "Right end of each line: the means of {x} and {y}. Left end (rings): floors that keep only the \
             number of rooms of the same seed and place them at random. Lines that come together on the \
             left differ on the right by rules, not by size. Random floors: N = {}.",
            whole(floors)
        ),
        notes: vec![stands_on(results, &[0, 1], results.study.floors)],
        alt: format!(
            "{}. Slope charts from random floors to {x} and {y}: {}.",
            explained.title(x, y),
            panels
                .iter()
                .map(|panel| {
                    format!(
                        "{} from {} and {} to {} and {}",
                        panel.heading.to_lowercase(),
                        fixed(panel.sizes[0], 1),
                        fixed(panel.sizes[1], 1),
                        fixed(panel.games[0], 1),
                        fixed(panel.games[1], 1)
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
            draw(drawing, cell, results, panel);
        }
    });
    Some((figure, explained))
}

fn table(results: &Results, panels: &[Panel], level: u8) -> Table {
    let mut table = Table::new(&[
        "measure",
        "level",
        "floors",
        "mean_first",
        "mean_second",
        "difference",
        "half_width_95",
    ]);
    for panel in panels {
        let (x, y) = (name_of(results, 0), name_of(results, 1));
        for (of, means, (difference, half)) in [
            (format!("{x} and {y}"), panel.games, panel.remains.games),
            (
                format!("random floors of the sizes of {x} and {y}"),
                panel.sizes,
                panel.remains.sizes,
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
fn draw(drawing: &mut Drawing, cell: Area, results: &Results, panel: &Panel) {
    let heading = if cell.width < 150.0 && panel.heading.len() > 20 {
        drawing.text("Rooms around", cell.x, cell.y + 11.0, Type::new(NOTE, INK).bold());
        "the secret room"
    } else {
        panel.heading
    };
    drawing.text(
        heading,
        cell.x,
        cell.y + 25.0,
        Type::new(if heading == panel.heading { LABEL } else { NOTE }, INK).bold(),
    );
    let plot = cell.inset(30.0, 36.0, 32.0, 34.0);
    let most = panel.games.into_iter().chain(panel.sizes).fold(0.5, f64::max);
    let y = Axis::new((0.0, limit_for(most)), (plot.bottom(), plot.y));
    for x in [plot.x, plot.right()] {
        drawing.line(&[(x, plot.y), (x, plot.bottom())], 0.8, RULE);
    }
    drawing.line(&[(plot.x - 6.0, plot.bottom()), (plot.right() + 6.0, plot.bottom())], 1.0, FRAME);
    let look = Type::new(NOTE, QUIET).middle();
    drawing.text("random", plot.x, plot.bottom() + 15.0, look);
    drawing.text("games", plot.right(), plot.bottom() + 15.0, look);
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
    let (left, right) = (baselines(panel.sizes), baselines(panel.games));
    for series in [0, 1] {
        let hue = hue_of(results, series);
        let (from, to) = (y.at(panel.sizes[series]), y.at(panel.games[series]));
        drawing.line(&[(plot.x, from), (plot.right(), to)], 2.0, hue.mark);
        drawing.dot(plot.x, from, 4.4, hue.mark);
        drawing.dot(plot.x, from, 2.4, PAPER);
        drawing.dot(plot.right(), to, 4.4, hue.mark);
        let look = Type::new(NOTE, hue.text).bold();
        drawing.text(fixed(panel.sizes[series], 1), plot.x - 8.0, left[series], look.end());
        drawing.text(fixed(panel.games[series], 1), plot.right() + 8.0, right[series], look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_explains_what_random_floors_have_too() {
        let remains = |games: f64, sizes: f64| Remains { games: (games, 0.1), sizes: (sizes, 0.1) };
        assert_eq!(Explained::of(&[remains(1.0, 0.1), remains(-2.0, 0.3)]), Explained::Little);
        assert_eq!(Explained::of(&[remains(1.0, 0.9), remains(-2.0, 0.3)]), Explained::Part);
        assert_eq!(Explained::of(&[remains(1.0, 0.9), remains(-2.0, -3.0)]), Explained::Most);
        assert_eq!(Explained::of(&[remains(0.05, 0.9)]), Explained::Nothing);
        assert_eq!(Explained::of(&[]), Explained::Nothing);
        let titles = [Explained::Little, Explained::Part, Explained::Most, Explained::Nothing]
            .map(|explained| explained.title("A", "B"));
        assert!(titles.iter().all(|title| title.contains("A and B")), "{titles:?}");
    }
}
