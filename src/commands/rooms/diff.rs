//! `rooms diff`: what two room files say differently.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::roomfiles::{FileDiff, FilePair, diff, file_pairs, read};
use clap::Args;
use serde_json::{Value, json};

use super::check::shown;
use crate::failure::Failure;
use crate::notes::counted;
use crate::output::{OutputArguments, OutputFormat, formats};

#[derive(Args)]
#[command(after_help = "Rooms are the same if they have the same type and variant.

Examples:
  basement-lab rooms diff 01.basement.stb 01.basement.xml
  basement-lab rooms diff my-rooms/old my-rooms/new --exit-code")]
pub(crate) struct Arguments {
    /// A room file, or a folder of them
    before: PathBuf,
    /// A room file, or a folder; files at the same path in both folders are compared
    after: PathBuf,
    /// End with exit code 1 when they differ
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let pairs = file_pairs(&arguments.before, &arguments.after)?;
    let (mut text, mut json, mut differing) = (String::new(), Vec::new(), 0);
    for pair in &pairs {
        let diff = match pair {
            (Some(before), Some(after)) => Some(diff(&read(before)?, &read(after)?)),
            _ => None,
        };
        differing += usize::from(diff.as_ref().is_none_or(|diff| !diff.is_empty()));
        if output.format == OutputFormat::Json {
            json.push(json_of(pair, diff.as_ref()));
        } else {
            write_text(&mut text, pair, diff.as_ref());
        }
    }
    match output.format {
        OutputFormat::Json => output.write_json(&json!({ "files": json }))?,
        _ => output.write(text)?,
    }
    if arguments.exit_code && differing > 0 {
        let files = counted(pairs.len() as u64, "file");
        let differ = if differing == 1 { "differs" } else { "differ" };
        return Err(Failure::Work(format!("{differing} of {files} {differ}")));
    }
    Ok(())
}

fn write_text(text: &mut String, (before, after): &FilePair, diff: Option<&FileDiff>) {
    let line = match (before, after, diff) {
        (Some(before), Some(after), Some(diff)) => {
            format!("{} -> {}: {diff}", shown(before), shown(after))
        }
        (Some(before), ..) => format!("{}: only here", shown(before)),
        (None, after, _) => {
            format!("{}: only here", after.as_deref().map(shown).unwrap_or_default())
        }
    };
    let _ = writeln!(text, "{line}");
    let Some(diff) = diff else { return };
    for room in &diff.added {
        let _ = writeln!(text, "  + {room}");
    }
    for room in &diff.removed {
        let _ = writeln!(text, "  - {room}");
    }
    for room in &diff.changed {
        let _ = writeln!(text, "  ~ {room}");
    }
}

fn json_of((before, after): &FilePair, diff: Option<&FileDiff>) -> Value {
    let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let mut json = json!({ "before": shown(before), "after": shown(after) });
    let Some(diff) = diff else { return json };
    json["added"] = json!(diff.added);
    json["removed"] = json!(diff.removed);
    let changed = diff.changed.iter().map(|room| {
        let changes: Vec<String> = room.changes.iter().map(ToString::to_string).collect();
        json!({ "before": room.before, "after": room.after, "changes": changes })
    });
    json["changed"] = changed.collect();
    json["reordered"] = diff.is_reordered.into();
    json
}
