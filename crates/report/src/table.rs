//! The data behind a figure, as CSV.

use std::fmt::Display;

use basement_survey::statistics::Interval;
use serde::{Deserialize, Serialize};

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
