//! The distributions of measures that have no figure of their own: on one level as bars, on all levels
//! as maps, a strip for each measure.

use basement_survey::measure::{self, Subject};
use basement_survey::statistics::wilson_interval;
use basement_survey::{Comparison, Measure, Results, Study};

use super::distribution::{color_key, delta, level_maps};
use crate::axis::limit_for;
use crate::claims::{Course, Difference};
use crate::drawing::{Area, Drawing, Type};
use crate::figure::{Figure, Words, compose_parts};
use crate::frame::Frame;
use crate::frame::bins::Bins;
use crate::layout::{Part, is_narrow};
use crate::lexicon::{capital, first_fitting, is_counted, list, request_in_words, title_of};
use crate::number::{at_most, fixed};
use crate::origin::origin_line;
use crate::panel::heatmap::Scale as Shades;
use crate::panel::level_map::LevelMaps;
use crate::plot::{Facet, Plot, Scale, Y};
use crate::quantity::Quantity;
use crate::series::{name_of, names_of, shown};
use crate::shape::story_level;
use crate::table::{Table, exact};
use crate::theme::{INK, TICK, wrapped};

/// The figures of a study that names no measures: it wants the usual ones in detail, and all others too.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    if !results.study.measures.is_empty() {
        return Vec::new();
    }
    Subject::ALL.iter().filter_map(|subject| figure(results, *subject)).collect()
}

/// The measures of a subject, except those that have figures of their own and `rooms_besides_start`, which
/// is `rooms` less one.
fn measures_of<'a>(
    study: &'a Study,
    subject: Subject,
) -> impl Iterator<Item = &'static Measure> + 'a {
    let elsewhere = study.shown_measures();
    subject.measures().filter(move |measure| {
        *measure != measure::ROOMS_BESIDES_START && !elsewhere.contains(&measure.name)
    })
}

/// A measure of a figure.
struct Strip<'a> {
    measure: &'static Measure,
    frame: Frame<'a>,
    bins: Bins,
    levels: Vec<(u8, Comparison)>,
}

impl<'a> Strip<'a> {
    fn of(results: &'a Results, measure: &'static Measure) -> Option<Self> {
        let frame = Frame::new(results, measure, &shown(results))?;
        let bins = Bins::of(&frame)?;
        let levels = frame.comparisons(results);
        Some(Self { measure, frame, bins, levels })
    }

    /// The value that every floor has, if there is one.
    fn only_value(&self) -> Option<f64> {
        let (least, most) = self.bins.values;
        (least == most && self.bins.most == 1.0).then_some(least)
    }

    /// The comparison of the first two series on a level.
    fn on(&self, level: u8) -> Option<&Comparison> {
        self.levels.iter().find(|(own, _)| *own == level).map(|(_, it)| it)
    }
}

fn figure(results: &Results, subject: Subject) -> Option<Figure> {
    let level = story_level(results)?;
    let all: Vec<Strip<'_>> = measures_of(&results.study, subject)
        .filter_map(|measure| Strip::of(results, measure))
        .collect();
    let (fixed_ones, strips): (Vec<Strip<'_>>, Vec<Strip<'_>>) =
        all.into_iter().partition(|strip| strip.only_value().is_some());
    let first = strips.first()?;
    let series: Vec<usize> = shown(results)
        .into_iter()
        .filter(|place| strips.iter().any(|strip| strip.frame.series.contains(place)))
        .collect();
    let levels = &first.frame.levels;
    let most = strips.iter().map(|strip| strip.bins.most).fold(0.0, f64::max);
    let shades = Shades::roots(limit_for(most * 100.0).min(100.0));
    let rows: Vec<Row> =
        strips.iter().map(|strip| row(results, strip, &series, level, shades)).collect();
    let bar = color_key(shades);
    let parts: Vec<&dyn Part> =
        std::iter::once(&bar as &dyn Part).chain(rows.iter().map(|row| row as &dyn Part)).collect();
    let words = words(results, subject, &strips, &fixed_ones, &series, level);
    Some(compose_parts(words, table(results, &strips, levels), &parts))
}

fn words(
    results: &Results,
    subject: Subject,
    strips: &[Strip<'_>],
    fixed_ones: &[Strip<'_>],
    series: &[usize],
    level: u8,
) -> Words {
    let names = names_of(results, series);
    let title = title(results, subject, strips, level);
    let told: Vec<String> = strips.iter().map(|strip| title_of(strip.measure)).collect();
    let cells = || strips.iter().flat_map(|strip| strip.frame.cells());
    let halves = cells().map(|cell| {
        let floors = cell.counts.total();
        wilson_interval(floors / 2, floors).half() * 100.0
    });
    let widest = halves.fold(0.0, f64::max);
    let same: Vec<String> = fixed_ones
        .iter()
        .filter_map(|it| Some(format!("{} ({})", title_of(it.measure), fixed(it.only_value()?, 0))))
        .collect();
    let same = match same.as_slice() {
        [] => String::new(),
        same => format!(" The same on every floor, and not drawn: {}.", list(same)),
    };
    let shapes = match names.as_slice() {
        [only] => format!("Bars: {only}"),
        [first, second] => format!("Bars: {first}, outline: {second}"),
        [first, ..] => format!("Bars: {first}, outlines: the others"),
        [] => String::new(),
    };
    let delta = match names.as_slice() {
        [x, y, ..] => format!("; Δ: mean of {y} minus mean of {x}, ± half its 95 % interval"),
        _ => String::new(),
    };
    Words {
        name: format!("measures-{subject}"),
        subtitle: format!(
            "Share of floors, %, by value; 95 % intervals of a share at most ± {} points; {}",
            at_most(widest, 1),
            request_in_words(results)
        ),
        caption: format!(
            "{shapes}, on level {level}; triangles: means{delta}. Most different: by Cliff's delta on that level. Maps: levels down, values across, one colour for \
             a share in all of them; blank: no floor. Axes leave out the 0.05 % of floors with the least and the \
             greatest values.{same}"
        ),
        notes: origin_line(results, cells().map(|cell| cell.group), None, ""),
        alt: format!(
            "{title}. For each of {} measures a chart of its distribution on level {level}, and a heatmap of it by \
             level for {}: {}.",
            strips.len(),
            list(&names),
            list(&told)
        ),
        title,
    }
}

/// In which of its measures the first two series differ most on a level.
fn title(results: &Results, subject: Subject, strips: &[Strip<'_>], level: u8) -> String {
    let heading = subject.heading();
    let size = |strip: &&Strip<'_>| strip.on(level).map_or(0.0, |it| it.cliffs_delta.abs());
    let most = strips.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
    let is_told =
        |strip: &&Strip<'_>| strip.on(level).is_some_and(|it| !it.interval().contains(0.0));
    let [x, y] = [0, 1].map(|place| name_of(results, place));
    let plain = format!("{heading}, level by level");
    match most.filter(is_told) {
        Some(strip) => {
            let most = title_of(strip.measure);
            let most = most.strip_prefix("rooms: ").unwrap_or(&most);
            first_fitting([
                format!("{heading}: {x} and {y} differ most in {most}"),
                format!("{heading}: most different in {most}"),
                plain,
            ])
        }
        None if results.study.series.len() > 1 && !strips.iter().any(|it| is_told(&it)) => {
            first_fitting([format!("{heading}: {x} and {y} cannot be told apart"), plain])
        }
        None => plain,
    }
}

/// The strip of a measure.
fn row(results: &Results, strip: &Strip<'_>, series: &[usize], level: u8, shades: Shades) -> Row {
    let Strip { measure, frame, bins, levels } = strip;
    let first = frame.series.first().copied();
    let cells = || frame.series.iter().filter_map(|place| frame.cell(*place, level));
    let marks =
        cells().flat_map(|cell| bins.marks(results, cell, Some(cell.group.series) == first, false));
    let said = match strip.on(level) {
        Some(comparison) => format!("Level {level}: {}", delta(comparison)),
        None => format!("Level {level}"),
    };
    let maps = level_maps(results, frame, bins, series, shades);
    let plot = Plot {
        facets: vec![Facet::new(said, marks.collect())],
        columns: [1, 1],
        x: bins.axis().ticks(3),
        y: Y::Values(Scale::shares(bins.most).ticks(2), maps.body().max(LEAST)),
    };
    Row { heading: heading(results, measure, levels), plot, maps }
}

/// A measure with its unit, and on which levels the second of the first two series has more of it, and on
/// which less.
fn heading(results: &Results, measure: &'static Measure, levels: &[(u8, Comparison)]) -> String {
    let differences: Vec<Difference> =
        levels.iter().map(|(level, comparison)| Difference::of(*level, comparison)).collect();
    let title = title_of(measure);
    let title = capital(title.strip_prefix("rooms: ").unwrap_or(&title));
    let unit = match Quantity::from(measure).unit() {
        unit if title.to_lowercase().contains(unit) => String::new(),
        unit => format!(" ({unit})"),
    };
    let names = [0, 1].map(|place| name_of(results, place));
    match verdict(&differences, names, is_counted(measure.into())) {
        Some(verdict) => format!("{title}{unit}: {verdict}"),
        None => format!("{title}{unit}"),
    }
}

/// What is said of the differences; nothing without any.
fn verdict(differences: &[Difference], [x, y]: [&str; 2], is_counted: bool) -> Option<String> {
    let course = Course::of(differences)?;
    let everywhere = if differences.len() == 1 { "" } else { " on every level" };
    let fewer = if is_counted { "fewer" } else { "less" };
    let [more, less] = [format!("more in {y}"), format!("{fewer} in {y}")];
    let (first, then) = match course {
        Course::MoreUpTo(_) | Course::MoreOnSome | Course::More => (more, fewer),
        _ => (less, "more"),
    };
    Some(match course.told() {
        Some((_, place)) if place.is_empty() => format!("{first}{everywhere}"),
        Some((_, place)) => {
            let (Course::MoreUpTo(last) | Course::LessUpTo(last)) = course else {
                return Some(format!("{first}{place}"));
            };
            let rest = || differences.iter().filter(|it| it.level > last);
            let then = match (rest().any(|it| it.sign() != 0), rest().any(|it| it.sign() == 0)) {
                (true, true) => format!("{then} or about the same"),
                (true, false) => then.to_owned(),
                (false, _) => "about the same".to_owned(),
            };
            format!("{first}{place}, then {then}")
        }
        None if course == Course::Mixed => {
            format!("more in {y} on some levels, {fewer} on others")
        }
        None if differences.iter().all(Difference::is_same) => "the same on every seed".to_owned(),
        None => format!("about the same in {x} and {y}"),
    })
}

/// The least height of a chart.
const LEAST: f64 = 64.0;
/// The space above a strip, and between its chart and its maps.
const ABOVE: f64 = 14.0;
const BETWEEN: f64 = 16.0;

/// A measure: what is found, its chart, and its maps beside it or below it.
struct Row {
    heading: String,
    plot: Plot,
    maps: LevelMaps,
}

impl Row {
    /// The height of its heading.
    fn words(&self, width: f64) -> f64 {
        let lines = wrapped(&self.heading, TICK, true, width).len();
        ABOVE + lines as f64 * TICK * 1.28 + 6.0
    }

    /// The widths of its chart and of its maps where they stand side by side.
    fn widths(&self, width: f64) -> [f64; 2] {
        let chart = (width - BETWEEN) / (self.maps.maps.len().min(3) as f64 + 1.0);
        [chart, width - BETWEEN - chart]
    }
}

impl Part for Row {
    fn height(&self, width: f64) -> f64 {
        let below = match is_narrow(width) {
            true => self.plot.height(width) + self.maps.height(width),
            false => {
                let [chart, maps] = self.widths(width);
                self.plot.height(chart).max(self.maps.height(maps))
            }
        };
        self.words(width) + below
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        let top = Area { y: area.y + ABOVE, ..area };
        drawing.paragraph(&self.heading, top, Type::new(TICK, INK).bold());
        let y = area.y + self.words(area.width);
        if is_narrow(area.width) {
            self.plot.draw(drawing, Area { y, ..area });
            let y = y + self.plot.height(area.width);
            self.maps.draw(drawing, Area { y, ..area });
            return;
        }
        let [chart, maps] = self.widths(area.width);
        self.plot.draw(drawing, Area { y, width: chart, ..area });
        let x = area.x + chart + BETWEEN;
        self.maps.draw(drawing, Area { x, y, width: maps, ..area });
    }
}

/// A row for each value of a measure and a series: the floors with it, level by level.
fn table(results: &Results, strips: &[Strip<'_>], levels: &[u8]) -> Table {
    let mut table = Table::new(&["measure", "series", "value"]);
    table.columns.extend(levels.iter().map(|level| format!("floors_on_level_{level}")));
    for strip in strips {
        for series in &strip.frame.series {
            table.rows.extend(rows_of(results, strip, *series, levels));
        }
    }
    table
}

fn rows_of(results: &Results, strip: &Strip<'_>, series: usize, levels: &[u8]) -> Vec<Vec<String>> {
    let of_level = |level: &u8| {
        let cell = strip.frame.cell(series, *level)?;
        let total = cell.counts.total() as f64;
        let floors = strip.bins.shares(cell.values()).into_iter();
        Some(floors.map(|(value, share)| (value, (share * total).round() as u64)).collect())
    };
    let by_level: Vec<Option<Vec<(f64, u64)>>> = levels.iter().map(of_level).collect();
    let mut values: Vec<f64> =
        by_level.iter().flatten().flat_map(|it| it.iter().map(|(value, _)| *value)).collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let row = |value: &f64| {
        let floors = by_level.iter().map(|it| {
            let it = it.as_ref()?;
            let found = it.iter().find(|(own, _)| (own - value).abs() < 1e-9);
            Some(found.map_or(0, |(_, floors)| *floors))
        });
        let floors = floors.map(|it| it.map_or_else(String::new, |floors| floors.to_string()));
        let name = name_of(results, series).to_owned();
        let first = [strip.measure.name.to_owned(), name, exact(*value)];
        first.into_iter().chain(floors).collect()
    };
    values.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use basement_survey::MEASURES;

    use super::*;

    #[test]
    fn a_verdict_is_the_course_of_the_differences() {
        let told = |means: &[[f64; 2]]| {
            let of = |(level, means): (u8, &[f64; 2])| {
                let value = means[1] - means[0];
                Difference { level, means: *means, lower: value - 0.1, upper: value + 0.1 }
            };
            verdict(&(1..).zip(means).map(of).collect::<Vec<_>>(), ["A", "B"], false)
                .unwrap_or_default()
        };
        assert_eq!(told(&[[1.0, 2.0], [2.0, 3.0]]), "more in B on every level");
        assert_eq!(told(&[[2.0, 1.0]]), "less in B");
        assert_eq!(told(&[[1.0, 2.0], [2.0, 2.0]]), "more in B on level 1, then about the same");
        assert_eq!(
            told(&[[1.0, 2.0], [1.0, 2.0], [2.0, 2.0]]),
            "more in B up to level 2, then about the same"
        );
        assert_eq!(told(&[[2.0, 1.0], [1.0, 2.0]]), "less in B on level 1, then more");
        assert_eq!(
            told(&[[1.0, 2.0], [2.0, 1.0], [1.0, 2.0]]),
            "more in B on some levels, less on others"
        );
        assert_eq!(told(&[[1.0, 1.05]]), "about the same in A and B");
        assert_eq!(told(&[]), "");
    }

    #[test]
    fn every_measure_has_its_charts_in_one_figure_and_in_one_only() {
        let study = Study::new("");
        let charted = Subject::ALL.iter().flat_map(|subject| measures_of(&study, *subject));
        let elsewhere = study.shown_measures().into_iter().filter_map(Measure::from_name);
        let mut places: Vec<&Measure> =
            charted.chain(elsewhere).chain([measure::ROOMS_BESIDES_START]).collect();
        places.sort_by_key(|measure| measure.name);
        let mut all: Vec<&Measure> = MEASURES.iter().collect();
        all.sort_by_key(|measure| measure.name);
        assert_eq!(places, all);
    }
}
