//! JSON that people can read: one line per item in the upper levels, and no line breaks below.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// How many levels of a document are broken into lines.
const LEVELS: usize = 4;

/// Writes a value as JSON, with a line feed after it.
pub(super) fn write(value: &impl Serialize, mut writer: impl io::Write) -> serde_json::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut writer, Shallow::default());
    value.serialize(&mut serializer)?;
    writer.write_all(b"\n").map_err(serde_json::Error::io)
}

/// Breaks lines in the upper levels only.
#[derive(Default)]
struct Shallow {
    depth: usize,
    has_value: bool,
}

impl Shallow {
    fn begin<W: io::Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn item<W: io::Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.has_value = true;
        match (first, self.depth <= LEVELS) {
            (true, false) => Ok(()),
            (false, false) => writer.write_all(b", "),
            (first, true) => {
                writer.write_all(if first { b"\n" } else { b",\n" })?;
                (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
            }
        }
    }

    fn end<W: io::Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value && self.depth < LEVELS {
            writer.write_all(b"\n")?;
            (0..self.depth).try_for_each(|_| writer.write_all(b"  "))?;
        }
        self.has_value = true;
        writer.write_all(bracket)
    }
}

impl Formatter for Shallow {
    fn begin_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn deeply_nested_parts_are_written_on_one_line() {
        let value = json!({"a": {"b": {"c": {"d": {"e": [1, {"f": 2}]}, "g": {}}}, "h": []}});
        let mut text = Vec::new();
        super::write(&value, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = "{\n  \"a\": {\n    \"b\": {\n      \"c\": {\n        \"d\": {\"e\": [1, {\"f\": 2}]},\n        \
                        \"g\": {}\n      }\n    },\n    \"h\": []\n  }\n}\n";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
