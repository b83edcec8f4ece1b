//! The values of options. One parser provides both the error and the help.

use std::fmt::Display;
use std::ops::RangeInclusive;

use basement_lab::RequestError;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use strum::VariantArray;

/// Reads one of a list of names; `-` and `_` are the same.
#[derive(Clone)]
pub(crate) struct Named<N: 'static> {
    /// What is named, for the error.
    what: &'static str,
    names: fn() -> Vec<N>,
    /// The error for a name that belongs elsewhere.
    elsewhere: fn(&str) -> Option<String>,
    /// Which names the help and the error leave out.
    is_hidden: fn(&N) -> bool,
}

impl<N> Named<N>
where
    N: VariantArray + Display + Copy + 'static,
{
    /// Reads a variant by its name.
    pub(crate) fn new(what: &'static str) -> Self {
        Self::one_of(what, || N::VARIANTS.to_vec())
    }
}

impl<N> Named<N> {
    /// Reads one of these by its name.
    pub(crate) fn one_of(what: &'static str, names: fn() -> Vec<N>) -> Self {
        Self { what, names, elsewhere: |_| None, is_hidden: |_| false }
    }

    /// The same parser, with a special error for names that belong elsewhere.
    pub(crate) fn or_elsewhere(self, elsewhere: fn(&str) -> Option<String>) -> Self {
        Self { elsewhere, ..self }
    }

    /// The same parser, with names that the help and the error leave out.
    pub(crate) fn hiding(self, is_hidden: fn(&N) -> bool) -> Self {
        Self { is_hidden, ..self }
    }
}

impl<N> TypedValueParser for Named<N>
where
    N: Display + Clone + Send + Sync + 'static,
{
    type Value = N;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<N, clap::Error> {
        let given = value.to_string_lossy();
        let given = given.trim();
        let word = given.replace('-', "_");
        let mut names = (self.names)();
        let found = names.iter().find(|name| name.to_string().replace('-', "_") == word);
        found.cloned().ok_or_else(|| match (self.elsewhere)(&word) {
            Some(message) => refused(message),
            None => {
                names.retain(|name| !(self.is_hidden)(name));
                refused(RequestError::unknown_name(self.what, given, names))
            }
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        let value = |name: N| PossibleValue::new(name.to_string()).hide((self.is_hidden)(&name));
        Some(Box::new(names.map(value)))
    }
}

/// Reads a count, at least 1. Accepts 1000000, 1_000_000, 1,000,000 and 1e6.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    match whole(text) {
        Some(0) => Err("give 1 or more".to_owned()),
        Some(count) => Ok(count),
        None => Err("give a whole number from 1 on, such as 1000000 or 1e6".to_owned()),
    }
}

/// Reads a seed's number, as [`count`] does. The generator says later whether it has that seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text).ok_or_else(|| format!("give a whole number from 0 to {}", u64::MAX))
}

/// Reads a number.
pub(crate) fn number(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "give a finite number, such as 2 or -0.5".to_owned())
}

/// Reads a whole number within bounds.
pub(crate) fn within<N>(bounds: RangeInclusive<N>) -> impl TypedValueParser<Value = N>
where
    N: std::str::FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| match text.parse::<N>() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("give a whole number from {} to {}", bounds.start(), bounds.end())),
    }
}

/// Reads a list of numbers within bounds, with commas between them; `none` is the empty list.
pub(crate) fn list<L, N>(bounds: RangeInclusive<N>) -> impl TypedValueParser<Value = L>
where
    N: std::str::FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
    L: FromIterator<N> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = |text: &str| text.trim().parse::<N>().ok().filter(|n| bounds.contains(n));
        let numbers = text.split(',').filter(|_| text != "none");
        numbers.map(number).collect::<Option<L>>().ok_or_else(|| {
            format!(
                "give whole numbers from {} to {} with commas between them, or none",
                bounds.start(),
                bounds.end()
            )
        })
    }
}

/// A whole number, with or without marks between its thousands, or with a power of ten.
fn whole(text: &str) -> Option<u64> {
    if let Some((digits, power)) = text.split_once(['e', 'E']) {
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let power = power.parse::<usize>().ok()?.checked_sub(decimals.len())?;
        let scale = 10_u64.checked_pow(power.try_into().ok()?)?;
        return grouped(&format!("{whole}{decimals}"))?.checked_mul(scale);
    }
    grouped(text)
}

/// Digits, which may be in groups of three: two seeds with a comma between them are not a number.
fn grouped(text: &str) -> Option<u64> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit())
        && text.split(['_', ',']).skip(1).all(|group| group.len() == 3);
    is_number.then(|| text.replace(['_', ','], "").parse().ok()).flatten()
}

/// An error with our own sentence.
fn refused(message: impl Display) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_numbers_has_commas_and_no_empty_entry() {
        let parser = list::<Vec<u8>, u8>(0..=63);
        let program = clap::Command::new("program");
        let read = |text: &str| parser.parse_ref(&program, None, text.as_ref()).ok();
        assert_eq!(read("28,4"), Some(vec![28, 4]));
        assert_eq!(read("28, 4"), Some(vec![28, 4]));
        assert_eq!(read("none"), Some(Vec::new()));
        for refused in ["", "4,", "64", "-1", "four"] {
            assert_eq!(read(refused), None, "{refused}");
        }
    }

    #[test]
    fn counts_are_read_in_the_notations_that_people_use() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1.0e6", "10e5"] {
            assert_eq!(count(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count("1.5e3"), Ok(1500));
        assert!(count("0").unwrap_err().contains("give 1 or more"));
        assert!(count("0e9").unwrap_err().contains("give 1 or more"));
        for text in
            ["", "-1", "many", "1.5", "1.55e1", "1e-3", "e6", "1e", "_1", "1,", "7,8", "1e30", "+1"]
        {
            assert!(count(text).unwrap_err().contains("such as 1000000 or 1e6"), "{text}");
        }
    }
}
