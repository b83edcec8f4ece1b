//! One measure against another: each dot the means of a level, and the line through a series' dots.

use basement_survey::study::TrendPoint;

use crate::frame::trend::{Line, around, caption, look, marks, title};
use crate::prelude::*;

/// What separates the two measures in a figure's name.
pub(crate) const BY: &str = "-by-";

/// The figure with a name such as `boss_distance-by-rooms`, if the floors have both measures.
pub(crate) fn named(results: &Results, name: &str) -> Option<Figure> {
    let (y, x) = name.split_once(BY)?;
    let [x, y] = [Measure::from_name(x)?, Measure::from_name(y)?];
    let places = 0..results.study.series.len();
    let lines: Vec<Line> = places
        .filter_map(|series| {
            let trend = results.trend(series, x, y)?;
            Some(Line { series, look: look(results, series), trend })
        })
        .collect();
    (x != y && !lines.is_empty()).then(|| figure(results, [x, y], &lines))
}

fn figure(results: &Results, [x, y]: [&'static Measure; 2], lines: &[Line]) -> Figure {
    let groups = lines.iter().flat_map(|line| plain_groups(results, line.series));
    let words = Words {
        name: format!("{}{BY}{}", y.name, x.name),
        subtitle: format!(
            "Each dot has the means of a level, whose number is beside it; strokes: 95 % intervals wider than \
             the dots; {}",
            request_in_words(results)
        ),
        caption: caption(results, [x, y], lines),
        notes: origin_line(results, groups, None, ""),
        alt: "Dots level by level, with a straight line through each series.".to_owned(),
        title: title(results, [x, y], lines),
    };
    let drawn: Vec<&Line> = lines.iter().filter(|line| line.look.is_some()).collect();
    let scale = |of: fn(&TrendPoint) -> f64| {
        around(drawn.iter().flat_map(|line| &line.trend.points).map(of))
    };
    let (across, up) = (scale(|it| it.x.estimate), scale(|it| it.y.estimate));
    let marks = drawn
        .iter()
        .enumerate()
        .flat_map(|(place, line)| marks(results, line, place % 2 == 0, [across.limits, up.limits]));
    let plot = Plot {
        facets: vec![Facet::new(with_unit(heading_of(y), y), marks.collect())],
        columns: [1, 1],
        x: across.title(with_unit(heading_of(x), x)),
        y: Y::Values(up, 250.0),
    };
    let entry = |line: &&Line| {
        let hue = hue_of(results, line.series);
        let symbol = match line.look {
            Some(Look::Hollow) => Symbol::Circle(hue.mark),
            _ => Symbol::Dot(hue.mark),
        };
        (symbol, name_of(results, line.series).to_owned(), hue.text)
    };
    let key = Key { entries: drawn.iter().map(entry).collect() };
    let rows = lines.iter().flat_map(|line| {
        let fit = line.trend.line.as_ref();
        line.trend.points.iter().map(move |it| (line, it, fit))
    });
    let table = Table::of(rows)
        .column("series", |(line, ..)| name_of(results, line.series))
        .column("level", |(_, it, _)| it.level)
        .column("measure_x", |_| x.name)
        .interval(["mean_x", "lower_x", "upper_x"], |(_, it, _)| it.x)
        .column("measure_y", |_| y.name)
        .interval(["mean_y", "lower_y", "upper_y"], |(_, it, _)| it.y)
        .interval(["slope", "slope_lower", "slope_upper"], |(.., fit)| fit.map(|it| it.slope))
        .number("intercept", |(.., fit)| fit.map(|it| it.intercept));
    compose_finding(words, table, &[&key, &plot])
}

#[cfg(test)]
mod tests {
    use basement_floors::Backend;
    use basement_survey::Series;

    use super::*;
    use crate::number::fixed;
    use crate::sections::both_games;

    const LEVELS: [u8; 5] = [1, 2, 4, 6, 8];

    #[test]
    fn the_slopes_of_title_and_data_are_the_same_and_every_level_has_its_number() {
        let results = both_games(300, &LEVELS).run(&|_| {}).unwrap();
        let figure = named(&results, "boss_distance-by-rooms").unwrap();
        assert_eq!(figure.name, "boss_distance-by-rooms");
        assert_eq!(figure.table.rows.len(), 10);
        let column = |name: &str| figure.table.columns.iter().position(|it| it == name).unwrap();
        for (row, series) in [(0, "Flash"), (9, "Rebirth")] {
            let slope: f64 = figure.table.rows[row][column("slope")].parse().unwrap();
            let said = format!("{} in {series}", fixed(slope, 2));
            assert!(figure.title.contains(&said), "{}: {said}", figure.title);
        }
        let start = "Doors to the boss by rooms: slope 0.";
        assert!(figure.title.starts_with(start), "{}", figure.title);
        assert!(named(&results, "rooms-by-rooms").is_none());
        assert!(named(&results, "rooms-by-nothing").is_none());
    }

    #[test]
    fn a_third_series_of_a_colour_is_only_in_the_data_and_the_caption_says_so() {
        let mut study = both_games(60, &LEVELS);
        for name in ["Second", "Third"] {
            study = study.series(Series::new(name, Backend::Rebirth).levels([1, 8]));
        }
        let results = study.run(&|_| {}).unwrap();
        let figure = named(&results, "rooms-by-boss_distance").unwrap();
        assert_eq!(figure.table.rows.len(), 14);
        assert!(figure.caption.contains(" Third is only in the data"), "{}", figure.caption);
        assert!(!figure.caption.contains("Second is in the data"));
    }
}
