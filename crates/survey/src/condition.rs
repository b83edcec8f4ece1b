//! Conditions on the floors of a run, as text: `1: rooms == 8 and curse != lost`.

mod quantity;
mod syntax;

use std::cmp::Ordering;
use std::fmt;

use basement_floors::{Curse, CurseChoice, FirstDraws, Phase, Request, RequestError, RoomKind};
use strum::{Display, EnumString, VariantArray};
use thiserror::Error;

use crate::analysis::Analysis;

pub use quantity::{Quantity, RestsOn};

/// A condition that the floor of one stage must meet.
///
/// A condition compares the measures of the floor (`rings >= 3`), `wanted` and `min_dead_ends`,
/// which the first draws decide, the `curse`, and the number of rooms of a shape or kind:
/// `count(2x2) >= 2`, `has(planetarium)`. `and`, `or`, `not` and parentheses join comparisons. A
/// comparison is false if the floor lacks what it compares, such as the `shop_distance` of a floor
/// without a shop.
///
/// ```
/// use basement_survey::search::StageCondition;
///
/// let condition = StageCondition::parse("2: rings >= 3 and boss_distance <= 4", 1)?;
/// assert_eq!(condition.level, 2);
/// // Without a level it is of the one that is given.
/// assert_eq!(StageCondition::parse("has(shop)", 1)?.level, 1);
/// let error = StageCondition::parse("2: rngs >= 3", 1).unwrap_err();
/// assert!(error.to_string().contains("did you mean `rings`"));
/// # Ok::<(), basement_survey::search::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StageCondition {
    /// The stage, or level.
    pub level: u8,
    /// The text after the level.
    text: String,
    pub(crate) condition: Condition,
}

impl StageCondition {
    /// Reads a condition. `level` is used if the text names no level.
    ///
    /// # Errors
    ///
    /// [`ConditionError`] for a text that is not a condition, and for unknown names.
    pub fn parse(text: &str, level: u8) -> Result<Self, ConditionError> {
        let (level, text) = syntax::level(text, level)?;
        let condition = Condition::of(syntax::parse(text)?)?;
        Ok(Self { level, text: text.trim().to_owned(), condition })
    }

    /// What decides whether the condition holds.
    #[must_use]
    pub fn rests_on(&self) -> RestsOn {
        self.condition.rests_on()
    }

    /// Whether no floor of a request can meet the condition, because of its curse or its phase.
    pub(crate) fn is_ruled_out(&self, request: &Request) -> bool {
        let curse = match request.curse {
            CurseChoice::Drawn => None,
            CurseChoice::NoRoll => Some(None),
            CurseChoice::Forced(curse) => Some(curse),
        };
        let fact = |quantity| match quantity {
            Quantity::Kind(RoomKind::Start | RoomKind::Normal) => Fact::Unknown,
            Quantity::Kind(_) if request.phase == Phase::Layout => Fact::Number(0.0),
            _ => Fact::Unknown,
        };
        self.condition.decided(curse, &fact) == Some(false)
    }
}

impl fmt::Display for StageCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level, self.text)
    }
}

/// Why a text is not a condition.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// The text is not written as a condition.
    #[error(
        "`{given}` is not a condition{}: write one such as `1: rooms == 8`, \
         `2: rings >= 3 and not has(shop)` or `3: count(2x2) >= 2 or curse == lost`",
        from(rest)
    )]
    Syntax {
        /// The text.
        given: String,
        /// What could not be read.
        rest: String,
    },
    /// The text is not written as a quantity.
    #[error(
        "`{0}` is not a quantity: name one such as `boss_distance`, `2: rings` or `count(shop)`"
    )]
    NoQuantity(String),
    /// A number was expected.
    #[error(
        "`{quantity} {operator} {given}` does not compare with a number: give one, such as 3 or 0.5"
    )]
    NotANumber {
        /// What is compared.
        quantity: String,
        /// How.
        operator: Operator,
        /// What it is compared with.
        given: String,
    },
    /// Curses have no order.
    #[error("`curse {0}` is not a comparison: use == or != with a curse")]
    CurseOrder(Operator),
    /// A name that no measure, shape, kind or curse has.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// Where a text stops being a condition, in words.
fn from(rest: &str) -> String {
    match rest {
        "" => ", it ends too early".to_owned(),
        rest => format!(" from `{rest}` on"),
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(parse_err_ty = RequestError, parse_err_fn = unknown_operator)]
pub enum Operator {
    /// They are the same.
    #[strum(serialize = "==")]
    Equal,
    /// They differ.
    #[strum(serialize = "!=")]
    NotEqual,
    /// The first is smaller.
    #[strum(serialize = "<")]
    Less,
    /// The first is smaller, or the same.
    #[strum(serialize = "<=")]
    AtMost,
    /// The first is greater.
    #[strum(serialize = ">")]
    Greater,
    /// The first is greater, or the same.
    #[strum(serialize = ">=")]
    AtLeast,
}

fn unknown_operator(given: &str) -> RequestError {
    RequestError::unknown_name("comparison", given, Operator::VARIANTS)
}

impl Operator {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// What is known about a floor.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) first_draws: FirstDraws,
    /// `None` until the floor is made.
    pub(crate) analysis: Option<&'a Analysis>,
}

/// A quantity of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fact {
    /// It is not known yet.
    Unknown,
    /// The floor does not have it.
    Missing,
    Number(f64),
}

/// A condition on one floor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// All of them hold.
    All(Vec<Self>),
    /// At least one of them holds.
    Any(Vec<Self>),
    Not(Box<Self>),
    Compare {
        quantity: Quantity,
        operator: Operator,
        number: f64,
    },
    Curse {
        is: Option<Curse>,
    },
}

impl Condition {
    /// Whether the condition holds; `None` if that is not known yet.
    pub(crate) fn holds(&self, known: &Known<'_>) -> Option<bool> {
        self.decided(Some(known.first_draws.curse), &|quantity| quantity.of(known))
    }

    /// Whether the condition holds, as far as the curse, if it is known, and the facts decide that.
    fn decided(
        &self,
        curse: Option<Option<Curse>>,
        fact: &impl Fn(Quantity) -> Fact,
    ) -> Option<bool> {
        // `decides` if a part has this value, the opposite if all parts have the opposite.
        let until = |parts: &[Self], decides: bool| {
            let mut whole = Some(!decides);
            for part in parts {
                match part.decided(curse, fact) {
                    Some(holds) if holds == decides => return Some(decides),
                    Some(_) => {}
                    None => whole = None,
                }
            }
            whole
        };
        match self {
            Self::All(parts) => until(parts, false),
            Self::Any(parts) => until(parts, true),
            Self::Not(part) => part.decided(curse, fact).map(|holds| !holds),
            Self::Curse { is } => curse.map(|curse| curse == *is),
            Self::Compare { quantity, operator, number } => match fact(*quantity) {
                Fact::Unknown => None,
                Fact::Missing => Some(false),
                Fact::Number(fact) => Some(operator.holds(fact.total_cmp(number))),
            },
        }
    }

    pub(crate) fn rests_on(&self) -> RestsOn {
        let parts = self.quantities().into_iter().map(Quantity::rests_on);
        parts.max().unwrap_or(RestsOn::FirstDraws)
    }

    /// The quantities that the condition compares, each once, in the order of the condition. The
    /// curse is not among them.
    pub(crate) fn quantities(&self) -> Vec<Quantity> {
        let mut quantities = Vec::new();
        self.add_quantities(&mut quantities);
        quantities
    }

    fn add_quantities(&self, quantities: &mut Vec<Quantity>) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.add_quantities(quantities));
            }
            Self::Not(part) => part.add_quantities(quantities),
            Self::Compare { quantity, .. } if !quantities.contains(quantity) => {
                quantities.push(*quantity);
            }
            Self::Compare { .. } | Self::Curse { .. } => {}
        }
    }

    /// Whether the first draws decide any part of the condition.
    pub(crate) fn asks_first_draws(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::asks_first_draws),
            Self::Not(part) => part.asks_first_draws(),
            Self::Curse { .. } => true,
            Self::Compare { quantity, .. } => quantity.rests_on() == RestsOn::FirstDraws,
        }
    }

    fn of(syntax: syntax::Syntax<'_>) -> Result<Self, ConditionError> {
        use syntax::{Syntax, Term};
        let all = |parts: Vec<Syntax<'_>>| -> Result<Vec<Self>, ConditionError> {
            parts.into_iter().map(Self::of).collect()
        };
        Ok(match syntax {
            Syntax::Any(parts) => Self::Any(all(parts)?),
            Syntax::All(parts) => Self::All(all(parts)?),
            Syntax::Not(part) => Self::Not(Box::new(Self::of(*part)?)),
            Syntax::Has(name) => {
                let (quantity, operator) = (Quantity::count(name)?, Operator::AtLeast);
                Self::Compare { quantity, operator, number: 1.0 }
            }
            Syntax::Compare(Term::Name("curse"), operator, name) => {
                let is = Self::Curse { is: quantity::curse(name)? };
                match operator {
                    Operator::Equal => is,
                    Operator::NotEqual => Self::Not(Box::new(is)),
                    operator => return Err(ConditionError::CurseOrder(operator)),
                }
            }
            Syntax::Compare(term, operator, given) => {
                let quantity = Quantity::of_term(term, &["curse"])?;
                let number = given.parse().ok().filter(|number: &f64| number.is_finite());
                let number = number.ok_or_else(|| ConditionError::NotANumber {
                    quantity: quantity.to_string(),
                    operator,
                    given: given.to_owned(),
                })?;
                Self::Compare { quantity, operator, number }
            }
        })
    }
}

#[cfg(test)]
mod tests;
