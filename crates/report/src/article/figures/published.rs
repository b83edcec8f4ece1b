//! An edition as published against the one that shipped, beside the other game.

use basement_survey::{Comparison, Interval, Measure, Results, measure};

use crate::article::PageTable;
use crate::article::claims::{Difference, LEAST_SHARE};
use crate::axis::{Axis, limit_for};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_for_article, is_narrow};
use crate::number::{fixed, percent};
use crate::origin::origin_line;
use crate::panel::key;
use crate::panel::plan_map::EDGE;
use crate::panel::rows::lying_axis;
use crate::series::{base_of, hue_of, name_of, shown};
use crate::table::{Table, exact};
use crate::theme::{FRAME, INK, LABEL, NOTE, QUIET, text_width};
use crate::words::{first_fitting, request_in_words};

/// The measures of note, with their headings.
const SHOWN: [(&Measure, &str); 6] = [
    (measure::ROOMS, "Rooms"),
    (measure::DEAD_ENDS, "Dead ends"),
    (measure::BOSS_DISTANCE, "Steps to the boss"),
    (measure::SECRET_NEIGHBOURS, "Rooms around the secret room"),
    (measure::SECRET_GUESS_RANK, "Guesses at the secret room"),
    (measure::ATTEMPTS, "Drafts per floor kept"),
];
/// Height of a row, and what a panel has beside its rows.
const ROW: f64 = 24.0;
const AROUND: f64 = 58.0;

/// One measure on one level: the means as published, as shipped, and of the other game.
struct Row {
    level: u8,
    means: [Interval; 3],
    /// Whether the other game has more than the published and the shipped edition: 1, -1, or 0
    /// where it cannot be told or is not worth a word.
    signs: [i8; 2],
    /// The same of every difference that is sure, however slight.
    sure: [i8; 2],
}

/// Whether the published rules turn a comparison round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Both differences are worth a word, and of opposite signs.
    Round,
    /// Both are sure and of opposite signs, but one is too slight to be worth a word.
    Slightly,
    Not,
}

impl Turn {
    /// By the signs of the differences worth a word, and of all that are sure.
    const fn of(signs: [i8; 2], sure: [i8; 2]) -> Self {
        if signs[0] * signs[1] < 0 {
            Self::Round
        } else if sure[0] * sure[1] < 0 {
            Self::Slightly
        } else {
            Self::Not
        }
    }
}

impl Row {
    const fn turn(&self) -> Turn {
        Turn::of(self.signs, self.sure)
    }
}

/// The edition that is drawn, what shipped, and the other game.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    pub(crate) published: usize,
    pub(crate) shipped: usize,
    pub(crate) other: usize,
}

/// Every later series that is of another edition than its game's first, and otherwise the same.
pub(crate) fn editions(results: &Results) -> Vec<usize> {
    let edition = |series: usize| {
        let arm = results.arms_of(series).next()?;
        let description = arm.origin.description()?;
        let own = results.study.series.get(series)?;
        let rest = (description.changed.clone(), own.difficulty);
        Some((description.edition.clone(), rest))
    };
    let is_edition = |series: &usize| {
        let base = base_of(results, *series).filter(|base| base != series);
        match (base.and_then(edition), edition(*series)) {
            (Some((one, one_rest)), Some((other, other_rest))) => {
                one != other && one_rest == other_rest
            }
            _ => false,
        }
    };
    (0..results.study.series.len()).filter(is_edition).collect()
}

/// What is drawn; `None` without another edition of a shown series, or without another game.
pub(crate) fn sides(results: &Results) -> Option<Sides> {
    let published = *editions(results).first()?;
    let shipped = base_of(results, published)?;
    let backend = |series: usize| results.study.series.get(series).and_then(|it| it.backend());
    let is_other = |series: &usize| {
        *series != shipped && backend(*series).is_some() && backend(*series) != backend(shipped)
    };
    let other = shown(results).into_iter().find(is_other)?;
    Some(Sides { published, shipped, other })
}

fn row(results: &Results, sides: Sides, measure: &'static Measure, level: u8) -> Option<Row> {
    let of = |series: usize| Some(results.arm(series, level, false)?.summary.values(measure));
    let (published, shipped, other) = (of(sides.published)?, of(sides.shipped)?, of(sides.other)?);
    let difference = |edition| Some(Difference::of(level, &Comparison::of(edition, other)?));
    let differences = [difference(published)?, difference(shipped)?];
    let signs = differences.map(|it| it.sign());
    let sure = differences.map(|it| i8::from(it.lower > 0.0) - i8::from(it.upper < 0.0));
    let means = [published.mean_interval()?, shipped.mean_interval()?, other.mean_interval()?];
    Some(Row { level, means, signs, sure })
}

/// The finding. `throughout` is a measure whose comparison is turned round on every level, and
/// whether the other game has more of it than the edition that is drawn.
fn title(
    [published, shipped, other]: [&str; 3],
    (turned, asked): (usize, usize),
    throughout: Option<(&str, bool)>,
) -> String {
    let first = throughout.filter(|_| asked > 1).map(|(measure, is_more)| {
        let (more, fewer) = if is_more { (published, shipped) } else { (shipped, published) };
        format!("{measure}: {other} has more than {more}, fewer than {fewer}")
    });
    let long = match (turned, asked) {
        (0, _) => format!("{published} compares with {other} as {shipped} does"),
        (1, 1) => format!("{published} turns the comparison with {other} round"),
        _ => format!("{published} turns {turned} of {asked} comparisons with {other} round"),
    };
    let short = "Other editions beside the games of this report".to_owned();
    first_fitting([first.unwrap_or_else(|| long.clone()), long, short])
}

/// The figure, and whether any comparison is turned round.
pub(crate) fn figure(results: &Results, levels: &[u8]) -> Option<(Figure, bool)> {
    let sides = sides(results)?;
    let panels: Vec<(&Measure, &str, Vec<Row>)> = SHOWN
        .into_iter()
        .map(|(measure, heading)| {
            let rows = levels.iter().filter_map(|level| row(results, sides, measure, *level));
            (measure, heading, rows.collect::<Vec<_>>())
        })
        .filter(|(_, _, rows)| !rows.is_empty())
        .collect();
    if panels.is_empty() {
        return None;
    }
    let series = [sides.published, sides.shipped, sides.other];
    let names = series.map(|series| name_of(results, series));
    let all = || panels.iter().flat_map(|(_, _, rows)| rows);
    let count = |turn: Turn| all().filter(|row| row.turn() == turn).count();
    let (turned, asked) = (count(Turn::Round), all().count());
    let any_is_turned = turned > 0;
    let any_is_slight = count(Turn::Slightly) > 0;
    let mut table = Table::new(&[
        "measure",
        "level",
        "",
        "",
        "",
        "",
        "",
        "",
        "is_turned_round",
        "is_turned_slightly",
        "turned_round_of_all",
        "all",
    ]);
    for (place, name) in names.iter().enumerate() {
        table.columns[2 + place] = format!("mean, {name}");
        table.columns[5 + place] = format!("half of the 95 % interval, {name}");
    }
    for (measure, _, rows) in &panels {
        for row in rows {
            let mut values = vec![measure.name.to_owned(), row.level.to_string()];
            values.extend(row.means.map(|mean| exact(mean.estimate)));
            values.extend(row.means.map(|mean| exact(mean.half())));
            values
                .extend([Turn::Round, Turn::Slightly].map(|turn| (row.turn() == turn).to_string()));
            values.extend([turned, asked].map(|count| count.to_string()));
            table.rows.push(values);
        }
    }
    let throughout = panels
        .iter()
        .find(|(_, _, rows)| rows.len() > 1 && rows.iter().all(|row| row.turn() == Turn::Round));
    let throughout = throughout.and_then(|(_, heading, rows)| {
        let is_more = |row: &Row| row.means[2].estimate > row.means[0].estimate;
        let first = is_more(rows.first()?);
        rows.iter().all(|row| is_more(row) == first).then_some((*heading, first))
    });
    let title = title(names, (turned, asked), throughout);
    let least = percent(LEAST_SHARE, 0);
    let shading = if any_is_turned {
        format!(
            " Shaded: {} and {} lie on opposite sides of {}, beyond the 95 % intervals and by at least {least} \
             each.",
            names[0], names[1], names[2]
        )
    } else {
        String::new()
    };
    let framed = if any_is_slight {
        format!(
            " Framed: so too, but one of the two differences is below {least}, which no player would notice; \
             it is not counted."
        )
    } else {
        String::new()
    };
    let threshold = if any_is_turned {
        format!("; grey: the comparison turns round, by {least} or more each way")
    } else {
        String::new()
    };
    let words = Words {
        name: "published".to_owned(),
        title: title.clone(),
        subtitle: format!(
            "Means per floor by level, with 95 % intervals where wider than a dot{threshold}; {}",
            request_in_words(results)
        ),
        caption: format!(
            "Dots: means of {}, {} and {}. The line leads from what was published to what shipped.{shading}{framed} \
             Numbers: the means, in the order of the names above. Guesses: how many cells you try, most neighbours first, until you find the secret \
             room. Drafts: layouts begun for each floor that is kept.",
            names[0], names[1], names[2]
        ),
        notes: origin_line(
            results,
            results.arms.iter().filter(|arm| series.contains(&arm.series)),
            None,
            "",
        ),
        alt: format!(
            "{title}. Dots of the means of {}, {} and {} in {} measures.",
            names[0],
            names[1],
            names[2],
            panels.len()
        ),
    };
    let rows = panels.iter().map(|(_, _, rows)| rows.len()).max().unwrap_or(1);
    let panel_height = AROUND + ROW * rows as f64;
    let columns = |width: f64| if width < 500.0 { 1 } else { 2 };
    let height = |width: f64| {
        KEY * if width < 500.0 { 2.0 } else { 1.0 }
            + panel_height * panels.len().div_ceil(columns(width)) as f64
    };
    let figure = compose_for_article(words, table, height, |drawing, area| {
        let head = KEY * if is_narrow(area) { 2.0 } else { 1.0 };
        key::key(drawing, area, results, &series);
        let mut at =
            if is_narrow(area) { (area.x, area.y + KEY) } else { (area.x + 290.0, area.y) };
        let keys = [
            (any_is_turned, Turn::Round, format!("turned round, {least} or more each way")),
            (any_is_slight, Turn::Slightly, format!("one below {least}")),
        ];
        for (_, turn, text) in keys.into_iter().filter(|(is_there, ..)| *is_there) {
            mark(drawing, Area::new(at.0, at.1 + 3.0, 22.0, 12.0), turn);
            let look = Type::new(NOTE, QUIET);
            at.0 += 27.0;
            drawing.text(text.as_str(), at.0, at.1 + 13.0, look);
            at.0 += text_width(&text, NOTE, false) + 10.0;
        }
        let columns = if is_narrow(area) { 1 } else { 2 };
        let strips = area.inset(0.0, head, 0.0, 0.0).rows(panels.len().div_ceil(columns), 0.0);
        for (place, (_, heading, rows)) in panels.iter().enumerate() {
            let cell = strips[place / columns].columns(columns, 34.0)[place % columns];
            draw(drawing, cell, results, &series, heading, rows);
        }
    });
    Some((figure, any_is_turned))
}

/// Height of the key.
const KEY: f64 = 26.0;
/// Behind a row that is turned round.
const SHADE: basement_survey::Color = basement_survey::Color(236, 236, 236);

/// The width of a number.
const NUMBER: f64 = 30.0;

/// What lies behind a row that is turned round.
fn mark(drawing: &mut Drawing, area: Area, turn: Turn) {
    match turn {
        Turn::Round => {
            drawing.rectangle(area, SHADE);
            drawing.rectangle(Area::new(area.x, area.y, 4.0, area.height), EDGE);
        }
        Turn::Slightly => drawing.frame(area, 0.8, FRAME),
        Turn::Not => {}
    }
}

fn draw(
    drawing: &mut Drawing,
    cell: Area,
    results: &Results,
    series: &[usize; 3],
    heading: &str,
    rows: &[Row],
) {
    drawing.text(heading, cell.x, cell.y + 13.0, Type::new(LABEL, INK).bold());
    let numbers = if rows.iter().flat_map(|row| row.means).any(|mean| mean.estimate >= 9.995) {
        1
    } else {
        2
    };
    let plot = cell.inset(52.0, 22.0, 8.0 + 3.0 * NUMBER, AROUND - 22.0);
    let most = rows.iter().flat_map(|row| row.means).map(|mean| mean.upper).fold(0.5, f64::max);
    let axis = Axis::new((0.0, limit_for(most)), (plot.x, plot.right()));
    for (place, row) in rows.iter().enumerate() {
        let top = plot.y + place as f64 * ROW + 2.0;
        // The numbers stay on paper, where they are read best.
        mark(drawing, Area::new(plot.x, top, plot.width + 4.0, ROW - 4.0), row.turn());
    }
    let decimals = usize::from(axis.most < 3.0);
    lying_axis(drawing, plot, &axis, 4, |tick| fixed(tick, decimals));
    for (place, row) in rows.iter().enumerate() {
        let y = plot.y + (place as f64 + 0.5) * ROW;
        let name = format!("level {}", row.level);
        drawing.text(name, plot.x - 10.0, y + 4.0, Type::new(NOTE, QUIET).end());
        let [published, shipped, _] = row.means.map(|mean| axis.at(mean.estimate));
        drawing.line(&[(published, y), (shipped, y)], 2.4, hue_of(results, series[1]).mark);
        // The shipped edition upon the other game, and the published upon both.
        for side in [2, 1, 0] {
            let hue = hue_of(results, series[side]);
            let mean = row.means[side];
            drawing.line(&[(axis.at(mean.lower), y), (axis.at(mean.upper), y)], 1.2, INK);
            drawing.dot(axis.at(mean.estimate), y, 4.6 - 0.5 * (2 - side) as f64, hue.mark);
            let right = cell.right() - 3.0 - NUMBER * (2 - side) as f64;
            let look = Type::new(NOTE, hue.text).bold().end();
            drawing.text(fixed(mean.estimate, numbers), right, y + 4.0, look);
        }
    }
}

/// The means of every other edition beside its game's first, in a table.
pub(crate) fn table(results: &Results, level: u8) -> PageTable {
    let editions = editions(results);
    let mut bases: Vec<usize> =
        editions.iter().filter_map(|series| base_of(results, *series)).collect();
    bases.dedup();
    let mut columns: Vec<usize> = Vec::new();
    for base in bases {
        columns.push(base);
        columns.extend(editions.iter().filter(|it| base_of(results, **it) == Some(base)));
    }
    columns.retain(|series| results.arm(*series, level, false).is_some());
    let cell = |series: usize, measure: &'static Measure| {
        let of = |series: usize| Some(results.arm(series, level, false)?.summary.values(measure));
        let mean = of(series)?.mean()?;
        let base = base_of(results, series).filter(|base| *base != series);
        let arm = |series: usize| results.arm(series, level, false);
        let compared = base.and_then(|base| results.compare(arm(base)?, arm(series)?, measure));
        let remark = match compared {
            Some(it) if it.same_on_every_seed => " (same)",
            Some(it) if it.interval().contains(0.0) => " (alike)",
            _ => "",
        };
        Some(format!("{}{remark}", fixed(mean, 2)))
    };
    let rows = SHOWN.into_iter().filter_map(|(measure, heading)| {
        let cells: Vec<Option<String>> =
            columns.iter().map(|series| cell(*series, measure)).collect();
        cells.iter().any(Option::is_some).then(|| {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            std::iter::once(heading.to_owned()).chain(cells).collect()
        })
    });
    let mut headings = vec![format!("mean on level {level}")];
    headings.extend(columns.iter().map(|series| name_of(results, *series).to_owned()));
    let rows = if editions.is_empty() { Vec::new() } else { rows.collect() };
    PageTable {
        caption: "Each edition beside the one that the rest of this page is about.".to_owned(),
        headings,
        rows,
        note: "Alike: the 95 % interval of the difference from the game's first column holds zero. Same: so \
               on every seed."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_turned_round_by_opposite_signs_alone() {
        let turn = |signs| Turn::of(signs, signs);
        assert!([[1, -1], [-1, 1]].into_iter().all(|signs| turn(signs) == Turn::Round));
        assert!([[1, 1], [0, 1], [-1, 0]].into_iter().all(|signs| turn(signs) == Turn::Not));
        assert_eq!(Turn::of([-1, 0], [-1, 1]), Turn::Slightly);
        assert_eq!(Turn::of([0, 0], [1, 0]), Turn::Not);
    }

    #[test]
    fn the_title_counts_what_is_turned_round() {
        let names = ["A (old)", "A", "B"];
        let of = |turned, asked| title(names, (turned, asked), None);
        let throughout = |is_more| title(names, (6, 18), Some(("Dead ends", is_more)));
        assert_eq!(throughout(true), "Dead ends: B has more than A (old), fewer than A");
        assert_eq!(throughout(false), "Dead ends: B has more than A, fewer than A (old)");
        assert_eq!(of(6, 18), "A (old) turns 6 of 18 comparisons with B round");
        assert_eq!(of(1, 1), "A (old) turns the comparison with B round");
        assert_eq!(of(0, 18), "A (old) compares with B as A does");
        let wordy = ["a name of a great many words", "A", "and another such name"];
        let long = title(wordy, (6, 18), Some(("Dead ends", true)));
        assert!(long.starts_with("Other editions"), "{long}");
    }
}
