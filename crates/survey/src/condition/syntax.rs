//! How a condition is written.
//!
//! ```text
//! any     = all ("or" all)*
//! all     = part ("and" part)*
//! part    = "not" part | "(" any ")" | "has(" word ")" | term operator word
//! term    = "count(" word ")" | word
//! ```

use winnow::ascii::multispace0;
use winnow::combinator::{alt, cut_err, delimited, not, preceded, separated, terminated};
use winnow::error::ContextError;
use winnow::prelude::*;
use winnow::token::take_while;

use super::{ConditionError, Operator};

/// A condition in its written form. Its names may be unknown.
#[derive(Debug, PartialEq)]
pub(super) enum Syntax<'a> {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Has(&'a str),
    Compare(Term<'a>, Operator, &'a str),
}

#[derive(Debug, PartialEq)]
pub(super) enum Term<'a> {
    Name(&'a str),
    Count(&'a str),
}

/// At most this many opening parentheses and `not`s in a condition: more than anyone writes, and few
/// enough for the stack.
const MOST_NESTED: usize = 50;

/// Splits off the level before the colon. `level` is used if there is none.
pub(super) fn level(text: &str, level: u8) -> Result<(u8, &str), ConditionError> {
    let Some((before, rest)) = text.split_once(':') else { return Ok((level, text)) };
    match before.trim().parse() {
        Ok(level) => Ok((level, rest)),
        Err(_) => Err(wrong(text, before)),
    }
}

/// Reads a condition without a level.
pub(super) fn parse(text: &str) -> Result<Syntax<'_>, ConditionError> {
    let nested = text.bytes().filter(|byte| *byte == b'(').count();
    let negated = text.split_whitespace().filter(|word| *word == "not").count();
    if nested + negated > MOST_NESTED {
        return Err(wrong(text, text));
    }
    read(preceded(multispace0, any), text)
}

/// Reads a name or a count.
pub(super) fn term(text: &str) -> Result<Term<'_>, ConditionError> {
    read(preceded(multispace0, operand), text)
}

/// Reads all of a text.
fn read<'a, T>(
    mut parser: impl Parser<&'a str, T, winnow::error::ErrMode<winnow::error::ContextError>>,
    text: &'a str,
) -> Result<T, ConditionError> {
    let mut rest = text;
    match parser.parse_next(&mut rest) {
        Ok(value) if rest.is_empty() => Ok(value),
        _ => Err(wrong(text, rest)),
    }
}

fn wrong(given: &str, rest: &str) -> ConditionError {
    ConditionError::Syntax { given: given.trim().to_owned(), rest: rest.trim().to_owned() }
}

fn any<'a>(input: &mut &'a str) -> ModalResult<Syntax<'a>> {
    separated(1.., all, keyword("or")).map(|parts| one_or(parts, Syntax::Any)).parse_next(input)
}

fn all<'a>(input: &mut &'a str) -> ModalResult<Syntax<'a>> {
    separated(1.., part, keyword("and")).map(|parts| one_or(parts, Syntax::All)).parse_next(input)
}

/// Returns a single part as it is, and joins several with `many`.
fn one_or<'a>(
    mut parts: Vec<Syntax<'a>>,
    many: impl Fn(Vec<Syntax<'a>>) -> Syntax<'a>,
) -> Syntax<'a> {
    match parts.len() {
        1 => parts.remove(0),
        _ => many(parts),
    }
}

fn part<'a>(input: &mut &'a str) -> ModalResult<Syntax<'a>> {
    alt((
        preceded(keyword("not"), cut_err(part)).map(|part| Syntax::Not(Box::new(part))),
        delimited(mark("("), cut_err(any), cut_err(mark(")"))),
        call("has").map(Syntax::Has),
        (operand, cut_err(operator), cut_err(word))
            .map(|(term, operator, word)| Syntax::Compare(term, operator, word)),
    ))
    .parse_next(input)
}

fn operand<'a>(input: &mut &'a str) -> ModalResult<Term<'a>> {
    alt((call("count").map(Term::Count), word.map(Term::Name))).parse_next(input)
}

/// `name(word)`.
fn call<'a>(name: &'static str) -> impl ModalParser<&'a str, &'a str, ContextError> {
    preceded((name, multispace0, mark("(")), cut_err(terminated(word, mark(")"))))
}

fn operator(input: &mut &str) -> ModalResult<Operator> {
    let symbols = terminated(take_while(1..=2, ['=', '!', '<', '>']), multispace0);
    symbols.try_map(|symbols: &str| symbols.parse::<Operator>()).parse_next(input)
}

/// A name or a number, but not a word that joins conditions.
fn word<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    let is_part = |character: char| character.is_alphanumeric() || "_.+-".contains(character);
    let keywords = alt((keyword("and"), keyword("or"), keyword("not")));
    preceded(not(keywords), terminated(take_while(1.., is_part), multispace0)).parse_next(input)
}

/// A word that joins conditions.
fn keyword<'a>(name: &'static str) -> impl ModalParser<&'a str, &'a str, ContextError> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    terminated(name, (not(take_while(1, is_part)), multispace0))
}

fn mark<'a>(symbol: &'static str) -> impl ModalParser<&'a str, &'a str, ContextError> {
    terminated(symbol, multispace0)
}
