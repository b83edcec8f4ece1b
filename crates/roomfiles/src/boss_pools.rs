//! `bosspools.xml`: which bosses a stage can have (W70).

use basement_rooms::{BossEntry, BossPools, STAGE_FILES, boss_name};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::error::{ReadError, ReadErrorKind, line_after};
use crate::findings::{Finding, FindingKind};
use crate::xml::decode;

/// The name of the file that lists the pools.
pub(crate) const FILE_NAME: &str = "bosspools.xml";

/// [W70](basement_model::rules#w70): the boss pools of a user's `bosspools.xml`.
///
/// A pool belongs to the stage whose [file](basement_rooms::STAGE_FILES) has the same name,
/// ignoring case. Pools with other names are left out, and stages without a pool keep the default
/// one. A boss without a weight has weight 1. The file may end with a wrong closing tag, as the
/// game's does.
///
/// # Errors
///
/// [`ReadError`] if the file is not XML, an id is missing or not a number from 1 to 255, or a weight is
/// invalid.
///
/// ```
/// let text = br#"<bosspools>
///     <pool name="Basement"><boss id="1" weight="0.5"/><boss id="2"/></pool>
/// </bosspool>"#;
/// let pools = basement_roomfiles::read_boss_pools(text)?;
/// let weights: Vec<f32> = pools.pool(1).iter().map(|boss| boss.weight).collect();
/// assert_eq!(weights, [0.5, 1.0]);
/// # Ok::<(), basement_roomfiles::ReadError>(())
/// ```
pub fn read_boss_pools(bytes: &[u8]) -> Result<BossPools, ReadError> {
    parse(bytes).map(|(pools, _)| pools)
}

/// W70: what looks like a mistake in a `bosspools.xml`.
pub(crate) fn findings(bytes: &[u8]) -> Result<Vec<Finding>, ReadError> {
    parse(bytes).map(|(_, findings)| findings)
}

/// The pools of a file, and what is odd about it.
fn parse(bytes: &[u8]) -> Result<(BossPools, Vec<Finding>), ReadError> {
    let (text, _) = decode(bytes)?;
    let text = &*text;
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut file = File { text, start: 0, pools: Vec::new(), open: None, findings: Vec::new() };
    loop {
        file.start = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let at = (reader.error_position() as usize).min(text.len());
            ReadError::malformed(&text.as_bytes()[..at], &error)
        })?;
        match event {
            Event::Start(tag) => file.element(&tag, false)?,
            Event::Empty(tag) => file.element(&tag, true)?,
            Event::End(tag) if tag.name().as_ref() == b"pool" => file.open = None,
            Event::Eof => break,
            _ => {}
        }
    }
    if file.pools.is_empty() {
        file.findings.push(Finding::about_file(FindingKind::NoPools));
    }
    let with_pool = |pools: BossPools, (number, entries)| pools.with_pool(number, entries);
    let pools = file.pools.into_iter().fold(BossPools::default(), with_pool);
    Ok((pools, file.findings))
}

/// A file that is being read.
struct File<'a> {
    text: &'a str,
    /// Where the last event begins.
    start: usize,
    /// The pools, each with the number of its stage file.
    pools: Vec<(u8, Vec<BossEntry>)>,
    /// The pool that the bosses belong to.
    open: Option<usize>,
    findings: Vec<Finding>,
}

impl File<'_> {
    fn element(&mut self, tag: &BytesStart<'_>, is_empty: bool) -> Result<(), ReadError> {
        match tag.name().as_ref() {
            b"pool" => {
                let name = self.attribute(tag, "name")?.unwrap_or_default();
                let pool = self.pool(&name);
                self.open = if is_empty { None } else { pool };
            }
            b"boss" => {
                let entry = self.boss(tag)?;
                if let Some((_, entries)) = self.open.and_then(|open| self.pools.get_mut(open)) {
                    entries.push(entry);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Begins the pool of the stage with this name, if there is one.
    fn pool(&mut self, name: &str) -> Option<usize> {
        let is_named =
            |file: &&basement_rooms::StageFile| file.name.eq_ignore_ascii_case(name.trim());
        let Some(file) = STAGE_FILES.iter().find(is_named) else {
            self.find(|line| FindingKind::UnknownPool { line, name: name.to_owned() });
            return None;
        };
        if let Some(known) = self.pools.iter().position(|(number, _)| *number == file.number) {
            self.find(|line| FindingKind::PoolTwice { line, name: name.to_owned() });
            return Some(known);
        }
        self.pools.push((file.number, Vec::new()));
        Some(self.pools.len() - 1)
    }

    fn boss(&mut self, tag: &BytesStart<'_>) -> Result<BossEntry, ReadError> {
        let Some(given) = self.attribute(tag, "id")? else {
            return self
                .refuse(ReadErrorKind::MissingAttribute { element: "boss", attribute: "id" });
        };
        let Some(id) = given.trim().parse::<u8>().ok().filter(|id| *id > 0) else {
            let (attribute, least, most) = ("id", 1, u8::MAX.into());
            return self.refuse(ReadErrorKind::InvalidNumber { attribute, given, least, most });
        };
        if boss_name(id.into()).is_none() {
            self.find(|line| FindingKind::UnknownBoss { line, id });
        }
        let Some(given) = self.attribute(tag, "weight")? else {
            return Ok(BossEntry { id, weight: 1.0 });
        };
        match given.trim().parse::<f32>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(BossEntry { id, weight }),
            _ => self.refuse(ReadErrorKind::InvalidWeight { given }),
        }
    }

    /// The value of an attribute, if the element has it.
    fn attribute(&self, tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReadError> {
        for field in tag.attributes().with_checks(false) {
            let field = field.map_err(|error| ReadError::malformed(self.before(), &error))?;
            if field.key.as_ref() == name.as_bytes() {
                let value = field
                    .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                    .map_err(|error| ReadError::malformed(self.before(), &error))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    fn find(&mut self, kind: impl FnOnce(usize) -> FindingKind) {
        let kind = kind(line_after(self.before()));
        self.findings.push(Finding::about_file(kind));
    }

    /// The file's bytes before the last event.
    fn before(&self) -> &[u8] {
        &self.text.as_bytes()[..self.start]
    }

    fn refuse<T>(&self, kind: ReadErrorKind) -> Result<T, ReadError> {
        Err(ReadError::after(self.before(), kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(pools: &BossPools, file: u8) -> Vec<u8> {
        pools.pool(file).iter().map(|boss| boss.id).collect()
    }

    #[test]
    fn w70_a_file_with_a_wrong_closing_tag_is_still_read() {
        for end in ["</bosspools>", "</bosspool>", "</bosspools></bosspools>", ""] {
            let text = format!(
                "<?xml version=\"1.0\"?>\n<bosspools>\n<!-- mine -->\n<pool name=\"burning BASEMENT\" doubleTrouble=\"1\">\n\
                 <boss id=\"3\"/><boss id=\" 4 \" weight=\"0.25\"></boss></pool><pool name=\"Dross\"/>{end}"
            );
            let pools = read_boss_pools(text.as_bytes()).unwrap();
            let burning = [BossEntry { id: 3, weight: 1.0 }, BossEntry { id: 4, weight: 0.25 }];
            assert_eq!(pools.pool(3), burning, "{end}");
            assert!(ids(&pools, 28).is_empty());
            // Other pools keep the default.
            assert_eq!(pools.pool(1), BossPools::default().pool(1));
            assert!(findings(text.as_bytes()).unwrap().is_empty());
        }
    }

    #[test]
    fn w70_pools_of_unknown_names_are_left_out_and_reported() {
        let text = b"<bosspools>\n<pool name='Moon'><boss id='1'/></pool>\n<pool name='Caves'/></bosspools>";
        assert!(read_boss_pools(text).unwrap().pool(4).is_empty());
        let found = findings(text).unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("line 2: no stage is called `Moon`"));
        assert_eq!(findings(b"").unwrap().len(), 1);
        assert_eq!(read_boss_pools(b"").unwrap(), BossPools::default());
        let twice = b"<bosspools><pool name='Caves'><boss id='1'/></pool><pool name='caves'><boss id='2'/></pool></bosspools>";
        assert_eq!(ids(&read_boss_pools(twice).unwrap(), 4), [1, 2]);
        assert_eq!(findings(twice).unwrap().len(), 1);
    }

    #[test]
    fn w70_a_boss_that_the_game_does_not_have_is_kept_and_reported() {
        let text =
            b"<bosspools><pool name='Caves'>\n<boss id='200'/><boss id='71'/></pool></bosspools>";
        assert_eq!(ids(&read_boss_pools(text).unwrap(), 4), [200, 71]);
        let found = findings(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].to_string(),
            "line 2: boss 200 is not one of the game's, whose ids are 1 to 102, with gaps"
        );
    }

    #[test]
    fn w70_a_value_that_is_not_a_number_is_refused_with_its_line() {
        for (boss, message) in [
            ("<boss/>", "line 2: <boss> lacks its id"),
            ("<boss id='x'/>", "line 2: `x` is not a valid id"),
            (
                "<boss id='340'/>",
                "line 2: `340` is not a valid id: give a whole number from 1 to 255",
            ),
            ("<boss id='0'/>", "line 2: `0` is not a valid id"),
            ("<boss id='1' weight='-1'/>", "line 2: `-1` is not a weight"),
            ("<boss id='1' weight='nan'/>", "line 2: `nan` is not a weight"),
            ("<boss id=1/>", "line 2: this is not well-formed XML"),
        ] {
            let text = format!("<bosspools><pool name='Caves'>\n{boss}</pool></bosspools>");
            let error = read_boss_pools(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert!(read_boss_pools(b"<bosspools>\xff").is_err());
    }
}
