//! `laws`: what players say about floors, and how often it is true.

use std::fmt::Write;

use basement_lab::floors::rooms::Catalogue;
use basement_lab::survey::law::{LAWS, LawCounts, count_laws};
use basement_lab::{Backend, Curse, Progress, Request, Seeds};
use clap::Args;
use serde::Serialize;

use super::study::of_rooms;
use crate::arguments::{RoomsArguments, say_gaps};
use crate::failure::Failure;
use crate::notes::counted;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::count;

#[derive(Args)]
#[command(after_help = "Example:
  basement-lab laws --count 20000 --out laws.md

What the words mean: basement-lab glossary")]
pub(crate) struct Arguments {
    /// How many floors of each edition on each level
    #[arg(long, default_value_t = 20_000, value_parser = count, display_order = 4)]
    count: u64,
    #[command(flatten)]
    rooms: RoomsArguments,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Markdown, Json);

/// One edition on one level.
#[derive(Serialize)]
struct Row {
    backend: Backend,
    edition: &'static str,
    level: u8,
    labyrinth: bool,
    seeds: Seeds,
    laws: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    law: &'static str,
    #[serde(flatten)]
    observed: LawCounts,
}

/// The levels that are counted, and the Labyrinth levels.
const LEVELS: [u8; 4] = [1, 2, 4, 8];
const LABYRINTHS: [u8; 2] = [1, 5];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let rooms = arguments.rooms.load()?;
    let editions: Vec<(Backend, &'static str)> = Backend::ALL
        .iter()
        .copied()
        .flat_map(|backend| backend.editions().iter().map(move |edition| (backend, *edition)))
        .collect();
    let floors = editions.len() * (LEVELS.len() + LABYRINTHS.len());
    let progress = Progress::new((floors as u64).saturating_mul(arguments.count), "floors");
    let mut rows = Vec::new();
    for (backend, edition) in editions {
        let rooms = rooms.as_ref().filter(|_| backend == Backend::Rebirth);
        let generator = backend.generator_with_rooms(edition, &[], rooms)?;
        let plain = LEVELS.map(|level| (level, false));
        let cursed = LABYRINTHS.map(|level| (level, true));
        for (level, labyrinth) in plain.into_iter().chain(cursed) {
            let request = if labyrinth {
                Request::level(level).with_curse(Curse::Labyrinth)
            } else {
                Request::level(level).without_curse()
            };
            if rooms.is_some() && edition == backend.editions()[0] {
                say_gaps(&*generator, &request)?;
            }
            let seeds = Seeds::usual(backend.default_rng(), arguments.count);
            let observed = count_laws(&*generator, &request, seeds, &|done| progress.add(done))?;
            let laws = LAWS
                .iter()
                .zip(observed)
                .map(|(law, observed)| Named { law: law.name, observed })
                .collect();
            rows.push(Row { backend, edition, level, labyrinth, seeds, laws });
        }
    }
    progress.finish();
    match output.format {
        OutputFormat::Json => output.write_json(&rows),
        _ => output.write(markdown(&rows, arguments, rooms.as_deref())),
    }
}

/// A table for each law: editions down, levels across.
fn markdown(
    rows: &[Row],
    Arguments { count, rooms, .. }: &Arguments,
    catalogue: Option<&Catalogue>,
) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "# Observed laws\n\nNine things that players say about floors, counted on {} of each edition and level. \
         The seeds are PCG's from 0 for Flash and run seeds from B911 99AC for Rebirth. Columns 1 to 8 \
         are floors without a curse, columns with an L floors under Curse of the Labyrinth. A percentage \
         is the share of floors that meet the claim. *always* means all floors counted and *never* none \
         of them; other seeds may still differ. A dash means that no floor has what the claim is about. \
         Where a claim holds on more than 99 % of floors, the first seeds that break it are below its table.\n\n\
         The plan of a floor is all its rooms except the secret and the ultra secret room. Distances are \
         steps through doors. *boss is farthest* and *boss is a farthest dead end* take the farther of two boss rooms. If a floor has several rooms of a kind, *special rooms by distance* and *super secret near boss* use the first in the list of rooms.\n\n\
         `basement-lab laws --count {count}{}` makes this page again.",
        counted(*count, "floor"),
        of_rooms(rooms)
    );
    if let Some(rooms) = catalogue {
        let _ = writeln!(text, "\nThe rooms of Rebirth's floors are {}.", rooms.sources_in_words());
    }
    for (place, law) in LAWS.iter().enumerate() {
        let _ = writeln!(text, "\n## {}\n\n*{}.*\n", law.name.replace('_', " "), law.claim);
        let first = rows.iter().take_while(|row| same_edition(row, &rows[0]));
        let head = |row: &Row| match row.labyrinth {
            true => format!("L {}", row.level),
            false => row.level.to_string(),
        };
        let heads: Vec<String> = first.map(head).collect();
        let _ = writeln!(text, "| edition | {} |", heads.join(" | "));
        let _ = writeln!(text, "|---|{}", "---:|".repeat(heads.len()));
        let mut broken = Vec::new();
        for edition in rows.chunk_by(same_edition) {
            let cells: Vec<String> =
                edition.iter().map(|row| shown(&row.laws[place].observed)).collect();
            let _ = writeln!(
                text,
                "| {} `{}` | {} |",
                edition[0].backend,
                edition[0].edition,
                cells.join(" | ")
            );
            for row in edition {
                let observed = &row.laws[place].observed;
                if let Some(seed) = observed.broken_by.filter(|_| observed.share() > 0.99) {
                    let labyrinth = if row.labyrinth { "Labyrinth " } else { "level " };
                    broken.push(format!(
                        "{} `{}` {labyrinth}{}: {}",
                        row.backend,
                        row.edition,
                        row.level,
                        row.seeds.show(seed)
                    ));
                }
            }
        }
        if !broken.is_empty() {
            let _ = writeln!(text, "\nBroken by: {}.", broken.join("; "));
        }
    }
    text
}

fn same_edition(left: &Row, right: &Row) -> bool {
    (left.backend, left.edition) == (right.backend, right.edition)
}

fn shown(observed: &LawCounts) -> String {
    match observed {
        LawCounts { floors: 0, .. } => "–".to_owned(),
        LawCounts { floors, holds, .. } if floors == holds => "always".to_owned(),
        LawCounts { holds: 0, .. } => "never".to_owned(),
        observed => {
            let percent = observed.share() * 100.0;
            // With one decimal it would round to 0 or 100.
            let decimals = if (0.1..=99.9).contains(&percent) { 1 } else { 3 };
            format!("{percent:.decimals$} %")
        }
    }
}
