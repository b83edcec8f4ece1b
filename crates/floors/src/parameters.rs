//! Rule parameters by name: how they are listed and changed.
//!
//! The rules of each backend are plain data, written with the two macros below. A field's meaning,
//! rule id and range are next to its name. The same line documents the field, lists it, and checks
//! its value.

use core::fmt;

use basement_model::RequestError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The value of a rule parameter. A whole number and a real one are equal if they are the same number.
///
/// ```
/// use basement_floors::Value;
///
/// assert_eq!("true".parse(), Ok(Value::Switch(true)));
/// assert_eq!("7".parse(), Ok(Value::Whole(7)));
/// assert_eq!("0.5".parse(), Ok(Value::Real(0.5)));
/// assert_eq!(Value::Whole(3), Value::Real(3.0));
/// let error = "tru".parse::<Value>().unwrap_err();
/// assert_eq!(error.to_string(), "`tru` is not a value: give a number, true or false");
/// ```
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected true, false or a number")]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Whole(u32),
    /// A real number.
    Real(f64),
}

impl Value {
    /// The number; `None` for a switch.
    fn number(self) -> Option<f64> {
        match self {
            Self::Switch(_) => None,
            Self::Whole(value) => Some(value.into()),
            Self::Real(value) => Some(value),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Switch(left), Self::Switch(right)) => left == right,
            (left, right) => left.number() == right.number(),
        }
    }
}

/// A text that is no [`Value`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{given}` is not a value: give a number, true or false")]
pub struct ParseValueError {
    /// The text.
    pub given: String,
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Switch(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Whole(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(value) => write!(f, "{value}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Real(value) => write!(f, "{value}"),
        }
    }
}

impl core::str::FromStr for Value {
    type Err = ParseValueError;

    /// Reads `true`, `false`, a whole number or a real one.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let switch = text.parse().map(Value::Switch).ok();
        let whole = || text.parse().map(Value::Whole).ok();
        let real = || text.parse().map(Value::Real).ok();
        let value = switch.or_else(whole).or_else(real);
        value.ok_or_else(|| ParseValueError { given: text.to_owned() })
    }
}

/// A rule parameter and its new value.
///
/// ```
/// use basement_floors::{Backend, Change};
///
/// let change = Change::new("flash.rooms.per_level", 3.0);
/// let flash = Backend::Flash.generator("article", &[change.clone()])?;
/// assert_eq!(flash.describe().changed, [change]);
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The parameter's name, such as `flash.rooms.per_level`.
    pub path: String,
    /// Its value.
    pub value: Value,
}

impl Change {
    /// The change of the parameter with this name to a value: `true` or `false`, a whole number or a real one.
    #[must_use]
    pub fn new(path: &str, value: impl Into<Value>) -> Self {
        Self { path: path.to_owned(), value: value.into() }
    }
}

/// One rule parameter: its name, meaning, value and range.
///
/// ```
/// use basement_floors::{Backend, Value};
///
/// let parameters = Backend::Flash.parameters("article", &[])?;
/// let per_level = parameters.iter().find(|p| p.path == "flash.rooms.per_level").unwrap();
/// assert_eq!((per_level.value, per_level.rule), (Value::Real(2.6), "F2"));
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name, such as `rebirth.secret.penalty_one_neighbour`.
    pub path: String,
    /// Its value in the rules that list it.
    pub value: Value,
    /// The id of its rule.
    pub rule: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The smallest allowed value.
    pub least: Value,
    /// The largest allowed value.
    pub most: Value,
}

impl Parameter {
    /// The given value as one of this parameter's type, if it is in range.
    fn checked(&self, given: Value) -> Result<Value, RequestError> {
        let accepted = match (self.least, given.number(), self.most) {
            (Value::Switch(_), None, _) => Some(given),
            (Value::Whole(least), Some(value), Value::Whole(most)) => {
                let is_in_range = (least.into()..=most.into()).contains(&value);
                (is_in_range && value.fract() == 0.0).then_some(Value::Whole(value as u32))
            }
            (Value::Real(least), Some(value), Value::Real(most)) => {
                (least..=most).contains(&value).then_some(Value::Real(value))
            }
            _ => None,
        };
        accepted.ok_or_else(|| RequestError::ParameterValue {
            path: self.path.clone(),
            given: given.to_string(),
            allowed: match (self.least, self.most) {
                (Value::Switch(_), _) => "true or false".to_owned(),
                (Value::Whole(least), most) => format!("a whole number from {least} to {most}"),
                (least, most) => format!("a number from {least} to {most}"),
            },
        })
    }
}

/// Rules whose parameters can be listed and changed by name. The rules of this crate's backends
/// implement this trait.
///
/// A parameter's name is `prefix.group.field`; the backends' prefixes are their names.
///
/// ```
/// use basement_floors::{Parameters, Value, flash};
///
/// let mut rules = flash::Edition::Article.rules();
/// rules.set("flash", "flash.growth.neighbour_limit", Value::Whole(2))?;
/// assert_eq!(rules.growth.neighbour_limit, 2);
/// assert!(rules.set("flash", "flash.growth.neighbour_limit", Value::Whole(9)).is_err());
/// # Ok::<(), basement_floors::RequestError>(())
/// ```
pub trait Parameters {
    /// All parameters, in the order of the fields.
    fn list(&self, prefix: &str) -> Vec<Parameter>;

    /// Checks that every value is in its range.
    ///
    /// # Errors
    ///
    /// [`RequestError::ParameterValue`] for the first value that is not.
    fn check(&self, prefix: &str) -> Result<(), RequestError>;

    /// Changes the parameter that is called `path`.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownName`] with the nearest name, or
    /// [`RequestError::ParameterValue`] with the range.
    fn set(&mut self, prefix: &str, path: &str, value: Value) -> Result<(), RequestError>;

    /// Makes all these changes.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set), and [`RequestError::RepeatedParameter`] for two changes of
    /// one parameter.
    fn set_all(&mut self, prefix: &str, changes: &[Change]) -> Result<(), RequestError> {
        for (place, Change { path, value }) in changes.iter().enumerate() {
            if changes[..place].iter().any(|earlier| earlier.path == *path) {
                return Err(RequestError::RepeatedParameter { path: path.clone() });
            }
            self.set(prefix, path, *value)?;
        }
        Ok(())
    }
}

/// What the macros generate for each struct: a walk over its parameters.
pub(crate) trait Visit {
    /// Calls `visit` for each parameter, in the order of the fields, and sets the
    /// parameter to the value that `visit` returns.
    fn visit(&mut self, prefix: &str, visit: &mut dyn FnMut(Parameter) -> Value);
}

impl<T: Visit + Clone> Parameters for T {
    fn list(&self, prefix: &str) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        self.clone().visit(prefix, &mut |parameter| {
            let value = parameter.value;
            parameters.push(parameter);
            value
        });
        parameters
    }

    fn check(&self, prefix: &str) -> Result<(), RequestError> {
        self.list(prefix).iter().try_for_each(|p| p.checked(p.value).map(|_| ()))
    }

    fn set(&mut self, prefix: &str, path: &str, value: Value) -> Result<(), RequestError> {
        let mut outcome = Err(None);
        self.visit(prefix, &mut |parameter| {
            if parameter.path != path {
                return parameter.value;
            }
            let checked = parameter.checked(value);
            let kept = checked.clone().unwrap_or(parameter.value);
            outcome = checked.map(|_| ()).map_err(Some);
            kept
        });
        outcome.map_err(|error| {
            error.unwrap_or_else(|| {
                let begins_with_prefix = path.split('.').next() == Some(prefix);
                if path.contains('.') && !begins_with_prefix {
                    return RequestError::UnknownName {
                        what: "rule parameter",
                        given: path.to_owned(),
                        hint: format!("names of this generator begin with `{prefix}.`"),
                    };
                }
                let known = self.list(prefix).into_iter().map(|parameter| parameter.path);
                RequestError::unknown_name("rule parameter", path, known)
            })
        })
    }
}

/// A type that a parameter can have.
pub(crate) trait ParameterType: Copy {
    fn to_value(self) -> Value;
    /// The value if it has this type, otherwise `self`.
    fn or_from(self, value: Value) -> Self;
}

macro_rules! parameter_type {
    ($($type:ty, $variant:ident);*) => {$(
        impl ParameterType for $type {
            fn to_value(self) -> Value {
                Value::$variant(self.into())
            }
            fn or_from(self, value: Value) -> Self {
                match value {
                    Value::$variant(value) => value.try_into().unwrap_or(self),
                    _ => self,
                }
            }
        }
    )*};
}

parameter_type! { bool, Switch; u8, Whole; u16, Whole; u32, Whole; f64, Real }

impl ParameterType for i32 {
    /// A signed parameter is never negative. It is signed because it is used in sums that can be
    /// negative.
    fn to_value(self) -> Value {
        Value::Whole(self.unsigned_abs())
    }
    fn or_from(self, value: Value) -> Self {
        match value {
            Value::Whole(value) => value.try_into().unwrap_or(self),
            _ => self,
        }
    }
}

/// A group of parameters. Each field has its meaning and `"rule" name: type [least, most]`.
macro_rules! parameters {
    (
        $(#[$group_doc:meta])*
        pub struct $group:ident {
            $($(#[doc = $meaning:literal])+ $rule:literal $field:ident: $type:ty [$least:expr, $most:expr],)+
        }
    ) => {
        $(#[$group_doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        #[non_exhaustive]
        pub struct $group {
            $($(#[doc = $meaning])+ #[doc = concat!("\n\nRule [", $rule, "](crate::rules#", $rule, ").")] pub $field: $type,)+
        }

        impl $crate::parameters::Visit for $group {
            fn visit(
                &mut self,
                prefix: &str,
                visit: &mut dyn FnMut($crate::parameters::Parameter) -> $crate::parameters::Value,
            ) {
                use $crate::parameters::ParameterType;
                $(
                    let value = visit($crate::parameters::Parameter {
                        path: format!("{prefix}.{}", stringify!($field)),
                        value: self.$field.to_value(),
                        rule: $rule,
                        meaning: concat!($($meaning),+).trim(),
                        least: <$type>::to_value($least),
                        most: <$type>::to_value($most),
                    });
                    self.$field = self.$field.or_from(value);
                )+
            }
        }
    };
}

/// A backend's rules: groups of parameters, each with a name.
macro_rules! parameter_groups {
    (
        $(#[$rules_doc:meta])*
        pub struct $rules:ident {
            $($(#[$doc:meta])+ pub $group:ident: $type:ty,)+
        }
    ) => {
        $(#[$rules_doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $rules {
            $($(#[$doc])+ pub $group: $type,)+
        }

        impl $crate::parameters::Visit for $rules {
            fn visit(
                &mut self,
                prefix: &str,
                visit: &mut dyn FnMut($crate::parameters::Parameter) -> $crate::parameters::Value,
            ) {
                $($crate::parameters::Visit::visit(
                    &mut self.$group,
                    &format!("{prefix}.{}", stringify!($group)),
                    visit,
                );)+
            }
        }
    };
}

pub(crate) use {parameter_groups, parameters};

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, reason = "the macro makes public structs")]

    use super::*;

    parameters! {
        /// A group for the tests.
        pub struct Group {
            /// How many there are.
            "F2" count: u8 [1, 9],
            /// How much each weighs.
            "F2" weight: f64 [0.0, 1.0],
            /// Whether there are any.
            "F2" any: bool [false, true],
        }
    }

    fn set(path: &str, value: impl Into<Value>) -> Result<Group, String> {
        let mut group = Group { count: 3, weight: 0.5, any: true };
        group.set("test", path, value.into()).map(|()| group).map_err(|error| error.to_string())
    }

    #[test]
    fn parameters_are_listed_with_meaning_rule_and_range() {
        let list = Group { count: 3, weight: 0.5, any: true }.list("test");
        assert_eq!(list.len(), 3);
        assert_eq!(list[0].path, "test.count");
        assert_eq!(list[0].meaning, "How many there are.");
        assert_eq!((list[0].value, list[0].rule), (Value::Whole(3), "F2"));
        assert_eq!((list[1].least, list[1].most), (Value::Real(0.0), Value::Real(1.0)));
    }

    #[test]
    fn a_parameter_is_changed_by_name() {
        assert_eq!(set("test.count", 9).unwrap().count, 9);
        assert_eq!(set("test.count", 9.0).unwrap().count, 9);
        assert_eq!(set("test.weight", 1).unwrap().weight, 1.0);
        assert!(!set("test.any", false).unwrap().any);
    }

    #[test]
    fn a_value_is_the_same_when_its_text_is_read_back() {
        for value in [3.0.into(), 0.5.into(), 7.into(), true.into(), Value::Real(1e300)] {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        assert_ne!(Value::Whole(1), Value::Switch(true));
        assert_ne!(Value::Whole(1), Value::Real(1.5));
    }

    #[test]
    fn unknown_names_and_values_out_of_range_are_refused() {
        assert!(set("test.counts", 3).unwrap_err().contains("did you mean `test.count`"));
        assert!(set("test.count", 10).unwrap_err().contains("a whole number from 1 to 9"));
        assert!(set("test.count", 0.5).unwrap_err().contains("a whole number from 1 to 9"));
        assert!(set("test.weight", f64::NAN).unwrap_err().contains("a number from 0 to 1"));
        assert!(set("test.any", 1).unwrap_err().contains("true or false"));
    }
}
