//! The data behind a figure, as CSV.

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

/// The name of a column, and a row's value in it.
type Column<'a, T> = (&'a str, &'a dyn Fn(&T) -> String);

impl Table {
    pub(crate) fn new(columns: &[&str]) -> Self {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Self { columns, rows: Vec::new() }
    }

    /// A table with a row for each of some things and named columns.
    pub(crate) fn of<T>(rows: impl IntoIterator<Item = T>, columns: &[Column<'_, T>]) -> Self {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let mut table = Self::new(&names);
        let row = |of: T| columns.iter().map(|(_, value)| value(&of)).collect();
        table.rows = rows.into_iter().map(row).collect();
        table
    }

    pub(crate) fn row<const N: usize>(&mut self, values: [String; N]) {
        self.rows.push(values.into());
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

/// A number for a table: as many digits as it needs, never with an exponent.
pub(crate) fn exact(number: f64) -> String {
    // Adding 0 turns -0 into 0.
    let rounded = (number * 1e6).round() / 1e6 + 0.0;
    format!("{rounded:.6}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number for a table, or nothing if a row lacks it.
pub(crate) fn exact_or_empty(number: Option<f64>) -> String {
    number.map_or_else(String::new, exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_commas_and_quotes_are_quoted() {
        let mut table = Table::new(&["name", "value"]);
        table.row(["Flash, as \"shipped\"".to_owned(), exact(0.25)]);
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
