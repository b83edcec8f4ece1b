//! The markup of an article's texts: `code`, **bold** and [links](address), and nothing else
//! of Markdown.

use crate::svg::escaped;

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Plain(&'a str),
    Code(&'a str),
    Bold(&'a str),
    Link { text: &'a str, address: &'a str },
}

/// Reads the first piece that is not plain, with the plain text before it and what is left.
fn next(text: &str) -> Option<(&str, Piece<'_>, &str)> {
    let starts = text.char_indices().filter(|(_, character)| matches!(character, '`' | '*' | '['));
    for (start, _) in starts {
        let rest = &text[start..];
        let piece = if let Some(inside) = rest.strip_prefix('`') {
            inside.split_once('`').map(|(code, rest)| (Piece::Code(code), rest))
        } else if let Some(inside) = rest.strip_prefix("**") {
            inside.split_once("**").map(|(bold, rest)| (Piece::Bold(bold), rest))
        } else {
            rest.strip_prefix('[').and_then(link)
        };
        let is_empty = |piece: &Piece<'_>| matches!(piece, Piece::Code("") | Piece::Bold(""));
        if let Some((piece, rest)) = piece.filter(|(piece, _)| !is_empty(piece)) {
            return Some((&text[..start], piece, rest));
        }
    }
    None
}

/// A link after its first bracket.
fn link(inside: &str) -> Option<(Piece<'_>, &str)> {
    let (text, rest) = inside.split_once("](")?;
    let (address, rest) = rest.split_once(')')?;
    let is_one = !text.contains(['[', ']', '\n']) && is_safe(address);
    is_one.then_some((Piece::Link { text, address }, rest))
}

/// Whether an address leads to a page or a file, and runs nothing.
fn is_safe(address: &str) -> bool {
    let is_web = ["https://", "http://", "mailto:"].iter().any(|it| address.starts_with(it));
    let has_scheme = address.split(['/', '#', '?']).next().is_some_and(|start| start.contains(':'));
    !address.is_empty() && !address.contains(char::is_whitespace) && (is_web || !has_scheme)
}

/// The pieces of a text.
fn pieces(mut text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((plain, piece, rest)) = next(text) {
        if !plain.is_empty() {
            pieces.push(Piece::Plain(plain));
        }
        pieces.push(piece);
        text = rest;
    }
    if !text.is_empty() {
        pieces.push(Piece::Plain(text));
    }
    pieces
}

/// The text as HTML.
pub(super) fn html(text: &str) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Plain(text) => escaped(text),
        Piece::Code(code) => format!("<code>{}</code>", unbroken(code)),
        Piece::Bold(text) => format!("<strong>{}</strong>", html(text)),
        Piece::Link { text, address } => {
            format!("<a href=\"{}\">{}</a>", escaped(address), html(text))
        }
    };
    pieces(text).into_iter().map(piece).collect()
}

/// Code whose short words are not broken at their hyphens.
fn unbroken(code: &str) -> String {
    const LONGEST: usize = 24;
    let word = |word: &str| {
        let is_breakable = word.contains('-') && word.len() <= LONGEST;
        let word = escaped(word);
        if is_breakable { format!("<span>{word}</span>") } else { word }
    };
    code.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The text as Markdown: its markup stays, and nothing else in it is read as HTML.
pub(super) fn markdown(text: &str) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Plain(text) => text.replace('<', "&lt;"),
        Piece::Code(code) => format!("`{code}`"),
        Piece::Bold(text) => format!("**{}**", markdown(text)),
        Piece::Link { text, address } => format!("[{}]({address})", markdown(text)),
    };
    pieces(text).into_iter().map(piece).collect()
}

/// The text without its markup.
pub(super) fn plain(text: &str) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Plain(text) | Piece::Code(text) => text.to_owned(),
        Piece::Bold(text) | Piece::Link { text, .. } => plain(text),
    };
    pieces(text).into_iter().map(piece).collect()
}

/// A plain text, such as a title, as Markdown that says it letter by letter.
pub(super) fn literal(text: &str) -> String {
    text.chars()
        .flat_map(|it| "\\*_[]<`|".contains(it).then_some('\\').into_iter().chain([it]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_bold_and_links_are_marked_up_and_all_else_is_text() {
        assert_eq!(
            html("Rule [R6](../docs/rules.md#r6) **adds** `--hard` & <b>2*3*4</b>"),
            "Rule <a href=\"../docs/rules.md#r6\">R6</a> <strong>adds</strong> <code><span>--hard</span></code> \
             &amp; &lt;b&gt;2*3*4&lt;/b&gt;"
        );
        assert_eq!(
            html("**`a` and [b](c.csv)**"),
            "<strong><code>a</code> and <a href=\"c.csv\">b</a></strong>"
        );
        assert_eq!(html("`**not bold** [no](link)`"), "<code>**not bold** [no](link)</code>");
    }

    #[test]
    fn unclosed_markup_is_text() {
        for text in
            ["a ` b", "a ** b", "[a] (b)", "[a](b", "****", "``", "levels [1, 4]", "[a](b c)"]
        {
            assert_eq!(html(text), text);
        }
    }

    #[test]
    fn a_link_runs_no_script_and_cannot_leave_its_attribute() {
        for address in ["javascript:alert(1", "JAVASCRIPT:x", "data:text/html,x", " ", ""] {
            let text = format!("[a]({address})");
            assert!(!html(&text).contains("<a"), "{address}");
        }
        assert_eq!(html("[a](x\"y)"), "<a href=\"x&quot;y\">a</a>");
        for address in ["https://example.org/a:b", "#floors", "../docs/rules.md#r6", "a/b:c"] {
            assert!(html(&format!("[a]({address})")).contains("<a href"), "{address}");
        }
    }

    #[test]
    fn markdown_keeps_the_markup_and_no_html() {
        let text = "**a** `b <i>` [c](d) <script>";
        assert_eq!(markdown(text), "**a** `b <i>` [c](d) &lt;script>");
        assert_eq!(plain(text), "a b <i> c <script>");
        assert_eq!(literal("dead_ends <b> [1]"), "dead\\_ends \\<b> \\[1\\]");
    }
}
