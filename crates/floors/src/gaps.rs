//! What a catalogue lacks for the floors of a request.

use core::fmt;

use basement_rooms::{Query, RoomType, SPECIAL_ROOMS, STAGE_FILES};

/// [W11](crate::rules#w11): rooms that a rule asks for and a catalogue lacks.
/// [`Generator::catalogue_gaps`](crate::Generator::catalogue_gaps) returns the gaps.
///
/// A floor that needs such rooms cannot be made, or an attempt at it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CatalogueGap {
    /// The rule that asks for them.
    pub rule: &'static str,
    /// Their type.
    pub room_type: RoomType,
    /// Their subtype, if one is asked for.
    pub subtype: Option<u32>,
    /// Their first and last variant, if a range is asked for.
    pub variants: Option<(u32, u32)>,
    /// Their least and greatest difficulty.
    pub difficulties: (u8, u8),
    /// The number of the file that they belong to.
    pub file: u8,
}

impl CatalogueGap {
    /// A gap for the rooms that a query asks for.
    pub(crate) fn new(rule: &'static str, query: &Query) -> Self {
        let is_any = query.variants == Query::ALL_VARIANTS;
        Self {
            rule,
            room_type: RoomType::from(query.type_number),
            subtype: query.subtype,
            variants: (!is_any).then_some(query.variants),
            difficulties: query.difficulties,
            file: query.file,
        }
    }

    /// Gaps in words. Gaps that differ only in the subtype share a line.
    ///
    /// ```
    /// use basement_floors::{CatalogueGap, Generator, Request, rebirth::Rebirth};
    /// use basement_floors::rooms::{Catalogue, RoomType};
    ///
    /// let mut files = Catalogue::embedded().files().to_vec();
    /// files[0].rooms.retain(|room| room.room.room_type != RoomType::Secret);
    /// let rebirth = Rebirth::default().with_catalogue(Catalogue::new(files)?.into());
    /// let words = CatalogueGap::in_words(&rebirth.catalogue_gaps(&Request::level(1))?);
    /// let secret = "`00.special rooms` has no secret room (type 7) with a weight above 0, which W41 \
    ///               asks for";
    /// assert!(words.iter().any(|line| line == secret), "{words:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(gaps: &[Self]) -> Vec<String> {
        let mut groups: Vec<(Self, Vec<u32>)> = Vec::new();
        for gap in gaps {
            let key = Self { subtype: None, ..*gap };
            let known = groups.iter_mut().find(|(other, subtypes)| {
                *other == key && subtypes.is_empty() == gap.subtype.is_none()
            });
            match known {
                Some((_, subtypes)) => subtypes.extend(gap.subtype),
                None => groups.push((key, gap.subtype.into_iter().collect())),
            }
        }
        groups.iter().map(|(gap, subtypes)| gap.of_subtypes(subtypes)).collect()
    }

    fn of_subtypes(&self, subtypes: &[u32]) -> String {
        let subtypes: Vec<String> = subtypes.iter().map(u32::to_string).collect();
        let subtypes = match &*subtypes {
            [] => String::new(),
            [subtype] => format!(" of subtype {subtype}"),
            [..] => format!(" of subtypes {}", subtypes.join(", ")),
        };
        let variants = match self.variants {
            None => String::new(),
            Some((first, last)) if first == last => format!(" with variant {first}"),
            Some((first, last)) => format!(" with a variant of {first} to {last}"),
        };
        let file = STAGE_FILES.iter().find(|file| file.number == self.file);
        let file = match file {
            _ if self.file == SPECIAL_ROOMS => "00.special rooms".to_owned(),
            Some(file) => format!("{:02}.{}", file.number, file.name),
            None => format!("{:02}", self.file),
        };
        let Self { room_type, rule, .. } = self;
        let number = room_type.number();
        format!(
            "`{file}` has no {room_type} room (type {number}){subtypes}{variants} with a weight above 0, which \
             {rule} asks for"
        )
    }
}

/// The gap in words.
impl fmt::Display for CatalogueGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subtypes: Vec<u32> = self.subtype.into_iter().collect();
        f.write_str(&self.of_subtypes(&subtypes))
    }
}
