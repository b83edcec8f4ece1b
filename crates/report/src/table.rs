//! Data as CSV: behind a figure, and beside all figures.

use std::fmt::Display;

use basement_survey::statistics::Interval;
use basement_survey::study::GroupResult;
use basement_survey::{Comparison, MEASURES, Measure, Results, Values};
use serde::{Deserialize, Serialize};

use crate::series::{name_of, shared_levels};

/// Rows of values under named columns.
///
/// ```
/// use basement_report::Table;
///
/// let columns = vec!["level".to_owned(), "rooms".to_owned()];
/// let table = Table { columns, rows: vec![vec!["1".to_owned(), "8".to_owned()]] };
/// assert_eq!(table.to_csv(), "level,rooms\n1,8\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The start of a table with a row for each of some things.
    pub(crate) fn of<T>(things: impl IntoIterator<Item = T>) -> Rows<T> {
        let things: Vec<T> = things.into_iter().collect();
        let table = Self { columns: Vec::new(), rows: vec![Vec::new(); things.len()] };
        Rows { things, table }
    }

    /// The table as CSV (RFC 4180, lines end in a line feed).
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            // Writing to memory does not fail.
            let _ = writer.write_record(row);
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// The columns of a difference and of both ends of its interval.
pub(crate) const DIFFERENCE: [&str; 3] = ["difference", "difference_lower", "difference_upper"];

/// The rows of a table that is filled column by column. It turns into a [`Table`].
pub(crate) struct Rows<T> {
    things: Vec<T>,
    table: Table,
}

impl<T> Rows<T> {
    /// Adds a column: its name, and the value of a row's thing in it.
    pub(crate) fn column<V: Display>(mut self, name: &str, value: impl Fn(&T) -> V) -> Self {
        self.table.columns.push(name.to_owned());
        for (row, thing) in self.table.rows.iter_mut().zip(&self.things) {
            row.push(value(thing).to_string());
        }
        self
    }

    /// Adds a column that is empty in the rows without a value.
    pub(crate) fn optional<V: Display>(self, name: &str, value: impl Fn(&T) -> Option<V>) -> Self {
        self.column(name, |thing| value(thing).map_or_else(String::new, |it| it.to_string()))
    }

    /// Adds a column of [`exact`] numbers, or of none in some rows.
    pub(crate) fn number<N: Into<Option<f64>>>(self, name: &str, value: impl Fn(&T) -> N) -> Self {
        self.optional(name, |thing| value(thing).into().map(exact))
    }

    /// Adds the columns of an estimate, its lower bound and its upper bound.
    pub(crate) fn interval<I: Into<Option<Interval>>>(
        self,
        [estimate, lower, upper]: [&str; 3],
        value: impl Fn(&T) -> I,
    ) -> Self {
        let of = |thing: &T| value(thing).into();
        self.number(estimate, |thing| of(thing).map(|it| it.estimate))
            .number(lower, |thing| of(thing).map(|it| it.lower))
            .number(upper, |thing| of(thing).map(|it| it.upper))
    }
}

impl<T> From<Rows<T>> for Table {
    fn from(rows: Rows<T>) -> Self {
        rows.table
    }
}

/// A number for a table: as many digits as it needs, never with an exponent.
pub(crate) fn exact(number: f64) -> String {
    // Adding 0 turns -0 into 0.
    let rounded = (number * 1e6).round() / 1e6 + 0.0;
    format!("{rounded:.6}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The first two series in every measure on every level they share.
pub(crate) fn comparison_table(results: &Results) -> Table {
    let levels = [false, true].into_iter();
    let levels = levels.flat_map(|labyrinth| {
        shared_levels(results, labyrinth).into_iter().map(move |it| (it, labyrinth))
    });
    let places = levels.flat_map(|place| MEASURES.iter().map(move |measure| (place, measure)));
    let compared = |((level, labyrinth), measure): ((u8, bool), &'static Measure)| {
        let [x, y] = [results.group(0, level, labyrinth)?, results.group(1, level, labyrinth)?];
        Some(([x, y], measure, results.compare(x, y, measure)?))
    };
    let mut rows = Table::of(places.filter_map(compared))
        .column("measure", |(_, measure, _)| measure.name)
        .column("unit", |(_, measure, _)| measure.unit)
        .column("level", |([group, _], ..)| group.request.level)
        .column("labyrinth", |([group, _], ..)| group.is_labyrinth())
        .column("x", |_| name_of(results, 0))
        .column("y", |_| name_of(results, 1))
        .column("stage_x", |([group, _], ..)| group.stage_name().unwrap_or_default())
        .column("stage_y", |([_, group], ..)| group.stage_name().unwrap_or_default());
    for (side, name) in ["x", "y"].into_iter().enumerate() {
        rows = rows
            .number(&format!("mean_{name}"), moment(side, |values| values.mean()))
            .number(&format!("sd_{name}"), moment(side, |values| values.standard_deviation()))
            .number(&format!("q05_{name}"), moment(side, |values| values.quantile(0.05)))
            .number(&format!("median_{name}"), moment(side, |values| values.quantile(0.5)))
            .number(&format!("q95_{name}"), moment(side, |values| values.quantile(0.95)));
    }
    rows.interval(DIFFERENCE, |(.., it)| it.interval())
        .column("paired", |(.., it)| it.paired)
        .column("same_on_every_seed", |(.., it)| it.same_on_every_seed)
        .number("superiority_x", |(.., it)| it.superiority_x)
        .number("cliffs_delta", |(.., it)| it.cliffs_delta)
        .number("cliffs_delta_lower", |(.., it)| it.cliffs_delta_lower)
        .number("cliffs_delta_upper", |(.., it)| it.cliffs_delta_upper)
        .number("wasserstein", |(.., it)| it.wasserstein)
        .number("kolmogorov_smirnov", |(.., it)| it.kolmogorov_smirnov)
        .number("jensen_shannon_bits", |(.., it)| it.jensen_shannon)
        .into()
}

/// How similar the first two series are, level by level, followed by each other generator and each game.
pub(crate) fn distance_table(results: &Results) -> Table {
    let first = results.likeness().iter();
    let first = first.map(|it| ([0, 1], it.level, it.labyrinth, &it.likeness));
    let others = results.game_likeness().iter();
    let others = others.filter(|it| it.series.max(it.game) > 1);
    let others = others.map(|it| ([it.game, it.series], it.level, it.labyrinth, &it.likeness));
    Table::of(first.chain(others))
        .column("level", |(_, level, ..)| *level)
        .column("labyrinth", |(.., labyrinth, _)| *labyrinth)
        .column("x", |([x, _], ..)| name_of(results, *x))
        .column("y", |([_, y], ..)| name_of(results, *y))
        .interval(["distance", "distance_lower", "distance_upper"], |(.., it)| it.interval())
        .optional("floors_to_tell", |(.., it)| it.floors_to_tell)
        .column("floors", |(.., it)| it.floors)
        .column("measures", |(.., it)| it.measures.join(" "))
        .into()
}

/// All pairs of measures, level by level, those most worth plotting first: by the geometric mean of their
/// difference and of what they gain over the better measure alone.
pub(crate) fn pair_table(results: &Results) -> Table {
    let pairs = results.likeness().iter().flat_map(|level| {
        level.pairs.iter().enumerate().map(move |(place, pair)| (level, place + 1, pair))
    });
    // Thousands of pairs: a hundredth of a point is enough.
    let rounded = |share: f64| (share * 1e4).round() / 1e4;
    Table::of(pairs)
        .column("level", |(it, ..)| it.level)
        .column("labyrinth", |(it, ..)| it.labyrinth)
        .column("rank", |(_, rank, _)| *rank)
        .column("measure_x", |(.., pair)| pair.x)
        .column("measure_y", |(.., pair)| pair.y)
        .number("difference", |(.., pair)| rounded(pair.difference))
        .number("alone", |(.., pair)| rounded(pair.alone))
        .into()
}

/// A statistic of one side of a comparison, in the measure's unit.
fn moment(
    side: usize,
    of: impl Fn(&Values<'_>) -> Option<f64>,
) -> impl Fn(&([&GroupResult; 2], &'static Measure, Comparison)) -> f64 {
    move |(groups, measure, _)| of(&groups[side].summary.values(measure)).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_commas_and_quotes_are_quoted() {
        let rows = Table::of([("Flash, as \"shipped\"", 0.25)]);
        let table: Table = rows.column("name", |it| it.0).number("value", |it| it.1).into();
        assert_eq!(table.to_csv(), "name,value\n\"Flash, as \"\"shipped\"\"\",0.25\n");
    }

    #[test]
    fn numbers_carry_no_needless_digits() {
        assert_eq!(exact(2.0), "2");
        assert_eq!(exact(0.1234567), "0.123457");
        assert_eq!(exact(-0.5), "-0.5");
        assert_eq!(exact(-0.000_000_1), "0");
    }
}
