//! The attributes of one element of an XML file.

use std::borrow::Cow;

use basement_model::Shape;
use basement_rooms::{Extra, ExtraOwner};
use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use super::{is_allowed, weight_text};
use crate::error::{ReadError, ReadErrorKind};
use crate::extras::{SHAPE, STB2, attribute, from_hex};
use crate::findings::FindingKind;
use crate::receiver::check_count;

/// The attributes of an element. Each is removed when it is read.
pub(super) struct Attributes<'a, 't> {
    element: &'static str,
    /// The file up to the element.
    before: &'a [u8],
    list: Vec<(&'t str, Cow<'t, str>)>,
}

/// The integer types of attributes.
pub(super) trait Integer: TryFrom<i64> {
    const LEAST: i64;
    const MOST: i64;
}

macro_rules! integer {
    ($($number:ty),*) => {
        $(impl Integer for $number {
            const LEAST: i64 = <$number>::MIN as i64;
            const MOST: i64 = <$number>::MAX as i64;
        })*
    };
}

integer!(u8, u32, i16);

impl<'a, 't> Attributes<'a, 't> {
    /// The attributes of an element that begins after these bytes of the file.
    pub(super) fn read(
        element: &'static str,
        tag: &'t BytesStart<'a>,
        before: &'a [u8],
    ) -> Result<Self, ReadError> {
        let malformed = |error: &dyn std::fmt::Display| ReadError::malformed(before, error);
        let refused = |kind| ReadError::after(before, kind);
        let mut list: Vec<(&'t str, Cow<'t, str>)> = Vec::new();
        let mut attributes = tag.attributes();
        // The parser's own search for duplicate names takes quadratic time.
        for field in attributes.with_checks(false) {
            let field = field.map_err(|error| malformed(&error))?;
            let value = field
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| malformed(&error))?;
            // The file's own characters were checked at the start, but not those that
            // character references such as `&#1;` stand for.
            if let Cow::Owned(value) = &value
                && let Some(given) = value.chars().find(|given| !is_allowed(*given))
            {
                return Err(refused(ReadErrorKind::InvalidCharacter { given }));
            }
            check_count("attributes", list.len()).map_err(refused)?;
            let name = std::str::from_utf8(field.key.into_inner());
            list.push((name.map_err(|error| malformed(&error))?, value));
        }
        if let Some(name) = duplicate(&list) {
            return Err(refused(ReadErrorKind::DuplicateAttribute { name: name.to_owned() }));
        }
        Ok(Self { element, before, list })
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Cow<'t, str>> {
        let place = self.list.iter().position(|(known, _)| *known == name)?;
        Some(self.list.remove(place).1)
    }

    fn refuse<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(ReadError::after(self.before, kind))
    }

    /// The number in a text.
    fn parse<N: Integer>(&self, attribute: &'static str, text: &str) -> Result<N, ReadError> {
        let number = text.trim().parse::<i64>().ok().and_then(|number| N::try_from(number).ok());
        number.map_or_else(
            || {
                self.refuse(ReadErrorKind::InvalidNumber {
                    attribute,
                    given: text.to_owned(),
                    least: N::LEAST,
                    most: N::MOST,
                })
            },
            Ok,
        )
    }

    /// The number in an attribute; `None` if it is empty or left out.
    pub(super) fn number_if_given<N: Integer>(
        &mut self,
        attribute: &'static str,
    ) -> Result<Option<N>, ReadError> {
        match self.take(attribute).filter(|text| !text.trim().is_empty()) {
            Some(text) => self.parse(attribute, &text).map(Some),
            None => Ok(None),
        }
    }

    /// The number in an attribute that must have one.
    pub(super) fn number<N: Integer>(&mut self, attribute: &'static str) -> Result<N, ReadError> {
        let element = self.element;
        self.number_if_given(attribute)?
            .map_or_else(|| self.refuse(ReadErrorKind::MissingAttribute { element, attribute }), Ok)
    }

    /// The number in an attribute, or the default if it is empty or left out.
    pub(super) fn number_or<N: Integer>(
        &mut self,
        attribute: &'static str,
        (default, text): (N, &'static str),
        findings: &mut Vec<FindingKind>,
    ) -> Result<N, ReadError> {
        let number = self.number_if_given(attribute)?;
        Ok(number.unwrap_or_else(|| {
            lacking(self.element, attribute, text).add_to(findings);
            default
        }))
    }

    /// The shape, or the text given instead of one: nothing, or a number below 1.
    pub(super) fn shape(&mut self) -> Result<Result<Shape, Option<String>>, ReadError> {
        let Some(text) = self.take(SHAPE) else { return Ok(Err(None)) };
        if text.trim().is_empty() {
            return Ok(Err(Some(text.into_owned())));
        }
        let Ok(given) = text.trim().parse::<i64>() else {
            let (attribute, given) = (SHAPE, text.into_owned());
            let kind = ReadErrorKind::InvalidNumber { attribute, given, least: 1, most: 12 };
            return self.refuse(kind);
        };
        if given < 1 {
            return Ok(Err(Some(text.into_owned())));
        }
        let shape = u8::try_from(given).ok().and_then(|given| Shape::try_from(given).ok());
        shape.map_or_else(
            || self.refuse(ReadErrorKind::UnknownShape { given }),
            |shape| Ok(Ok(shape)),
        )
    }

    /// The weight, or 1 if it is empty or left out. If an `f32` cannot hold all its digits, they
    /// are kept as an extra.
    pub(super) fn weight(
        &mut self,
        owner: ExtraOwner,
        extras: &mut Vec<Extra>,
        findings: &mut Vec<FindingKind>,
    ) -> Result<f32, ReadError> {
        let text = self.take("weight").unwrap_or_default();
        let text = text.trim();
        if text.is_empty() {
            lacking(self.element, "weight", "1").add_to(findings);
            return Ok(1.0);
        }
        let weight = text.parse::<f32>().ok().filter(|w| w.is_finite() && *w >= 0.0);
        let Some(weight) = weight else {
            return self.refuse(ReadErrorKind::InvalidWeight { given: text.to_owned() });
        };
        if text.parse::<f64>() != weight_text(weight).parse::<f64>() {
            extras.push(attribute(owner, "weight", text));
        }
        Ok(weight)
    }

    /// The nine bytes of STB2, if the attribute has nine bytes in hexadecimal.
    pub(super) fn stb2(&mut self) -> Option<[u8; 9]> {
        let place = self.list.iter().position(|(name, _)| *name == STB2)?;
        let bytes = <[u8; 9]>::try_from(from_hex(&self.list[place].1)?).ok()?;
        self.list.remove(place);
        Some(bytes)
    }

    /// Keeps the remaining attributes as extras.
    pub(super) fn into_extras(self, owner: ExtraOwner, extras: &mut Vec<Extra>) {
        extras.extend(self.list.into_iter().map(|(name, value)| attribute(owner, name, &value)));
    }
}

/// An attribute that is empty or left out.
pub(super) const fn lacking(
    element: &'static str,
    attribute: &'static str,
    read_as: &'static str,
) -> FindingKind {
    FindingKind::Attribute { element, attribute, read_as, count: 1 }
}

/// The first name that is in the list twice.
fn duplicate<'t>(list: &[(&'t str, Cow<'t, str>)]) -> Option<&'t str> {
    /// Up to this length, comparing all pairs of names is quickest.
    const FEW: usize = 16;
    if list.len() <= FEW {
        let mut names = list.iter().map(|(name, _)| *name).enumerate();
        return names
            .find(|(at, name)| list[..*at].iter().any(|(other, _)| other == name))
            .map(|(_, name)| name);
    }
    let mut names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
