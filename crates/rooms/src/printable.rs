//! Text from files, made safe to print.

use std::borrow::Cow;

/// A text, made safe for a terminal: control characters, line separators, and characters that change
/// the direction of writing, are written as escapes.
///
/// ```
/// use basement_rooms::printable;
///
/// assert_eq!(printable("Höhle 3"), "Höhle 3");
/// assert_eq!(printable("a\u{1b}[31mb\n"), "a\\u{1b}[31mb\\n");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_unprintable(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

/// A number with commas between its thousands.
///
/// ```
/// use basement_rooms::grouped;
///
/// assert_eq!([grouped(0), grouped(618), grouped(41_618)], ["0", "618", "41,618"]);
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + 2);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Whether a terminal acts on a character instead of showing it.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_has_no_control_characters() {
        for character in (0..0x3000).filter_map(char::from_u32) {
            let text = format!("a{character}b");
            let safe = printable(&text);
            assert!(!safe.contains(is_unprintable), "{safe:?}");
            assert_eq!(safe == text, !is_unprintable(character), "{safe:?}");
        }
        assert_eq!(printable("\u{61C}\u{202E}\u{2028}"), "\\u{61c}\\u{202e}\\u{2028}");
    }
}
