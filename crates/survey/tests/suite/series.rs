//! Series are written as they were read, and what is no series is refused with what to give.

use basement_survey::Series;
use basement_survey::study::Color;

fn read(text: &str) -> Result<Series, serde_json::Error> {
    serde_json::from_str(text)
}

#[test]
fn a_series_round_trips_through_json() {
    for text in [
        r#"{"name":"Flash","backend":"flash","edition":"","set":{},"seeds":null,"first_seed":null"#,
        r##"{"name":"Mine","floors":"mine.jsonl","color":"#12ab00","seeds":null,"first_seed":null"##,
        r#"{"name":"Mine","floors":"mine.jsonl","skip_invalid":true,"seeds":null,"first_seed":null"#,
        r#"{"name":"Mine","floors":{"1":"a.jsonl","4":"b.jsonl"},"seeds":null,"first_seed":null"#,
    ] {
        for stage_type in ["", r#","stage_type":1"#] {
            let text = format!(
                r#"{text},"difficulty":"normal","unlocks":"all"{stage_type},"levels":null,"labyrinth_levels":null}}"#
            );
            assert_eq!(serde_json::to_string(&read(&text).unwrap()).unwrap(), text);
        }
    }
}

#[test]
fn an_error_for_an_invalid_series_says_what_to_give() {
    for (text, part) in [
        (r#"{"name":"A"}"#, "give either `backend` or `floors`"),
        (r#"{"name":"A","backend":"flash","floors":"a"}"#, "give either `backend` or `floors`"),
        (r#"{"name":"A","floors":"a","edition":"article"}"#, "leave out `edition` and `set`"),
        (r#"{"name":"A","floors":"a","first_seed":3}"#, "leave out `seeds`"),
        (r#"{"name":"A","floors":{}}"#, "one a level, such as { 1 = \"a.jsonl\" }"),
        (r#"{"name":"A","floors":{"one":"a"}}"#, "level `one`: give the level as a whole number"),
        (r#"{"name":"A","floors":1}"#, "expected a file, or files by level"),
        (r#"{"name":"A","backend":"flash","skip_invalid":true}"#, "leave out `skip_invalid`"),
        (r#"{"name":"A","backend":"flash","color":"red"}"#, "#0072b2"),
        (r#"{"name":"A","backend":"flash","colour":"red"}"#, "unknown field `colour`"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_text_that_is_not_a_colour_is_refused_with_an_example() {
    for text in ["0072b2", "#0072b", "#0072b2f", "#00 2b2", "blue", "#+072b2", "#äää"] {
        let error = text.parse::<Color>().unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("#0072b2"), "{error}");
    }
}
