//! `awards`: what a cleared room gives.

use std::fmt::Write;
use std::path::PathBuf;

use basement_lab::awards::{AwardItem, Awards, Pickup, Preset, Procedure, Rules, Setting, Source};
use basement_lab::survey::{AWARD_SEEDS, AwardShare, award_shares, count_awards};
use basement_lab::{Difficulty, RngKind, progress_bar_of};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{check_place, put};
use crate::Failure;
use crate::arguments::named;

/// The options of `awards`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Luck; it counts from 0 to 10.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    luck: f32,
    /// An item or trinket held, such as guppys_tail; may be given again.
    #[arg(long = "item", value_name = "ITEM")]
    items: Vec<String>,
    /// Hard mode.
    #[arg(long)]
    hard: bool,
    /// The account of the source to follow: pseudo-code or prose.
    #[arg(long, default_value = "pseudo-code")]
    rules: String,
    /// The exact chances, without sampling: the default.
    #[arg(long, conflicts_with_all = ["count", "census"])]
    exact: bool,
    /// Count the awards of so many seeds, beside their chances.
    #[arg(long, conflicts_with = "census", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Count the awards of all 4,294,967,295 seeds of the game: a minute or two.
    #[arg(long)]
    census: bool,
    /// The first seed that is counted.
    #[arg(long, requires = "count")]
    seed: Option<u64>,
    /// pcg, or game: then seeds are award seeds, and neighbours are much alike.
    #[arg(long, requires = "count")]
    rng: Option<String>,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write to, instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table.
    Text,
    /// All there is to know.
    Json,
}

/// The awards of a setting.
#[derive(Serialize)]
struct Document {
    setting: Setting,
    rules: Preset,
    parameters: Rules,
    /// What the chances are taken to be drawn from.
    source: Source,
    /// Pickups that a room gives on average, by the chances.
    mean_count: f64,
    awards: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<Counted>,
}

/// One award and its chance.
#[derive(Serialize)]
struct Row {
    pickup: Pickup,
    count: u16,
    chance: f64,
}

/// Awards of seeds beside the chances.
#[derive(Serialize)]
struct Counted {
    rng: RngKind,
    first_seed: u64,
    seeds: u64,
    pickups: Vec<AwardShare>,
    /// The pickup whose share lies farthest from its chance, in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    farthest: Option<AwardShare>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    check_place(arguments.out.as_deref())?;
    let preset: Preset = arguments.rules.parse()?;
    let procedure = Procedure::new(&arguments.setting()?, &preset.rules());
    // A census shows what 32-bit draws do beyond their rounding, so it is held
    // against chances that have the rounding in them.
    let source = if arguments.census { Source::Draws } else { Source::Ideal };
    let seeds = arguments.seeds()?;
    let counts = seeds.map(|seeds| counts(&procedure, seeds)).transpose()?;
    let chances = procedure.distribution(source);
    let counted = seeds.zip(counts).map(|((rng, first_seed, count), counts)| {
        let pickups = award_shares(&counts, &chances);
        let farthest = pickups
            .iter()
            .copied()
            .max_by(|a, b| a.standard_errors.abs().total_cmp(&b.standard_errors.abs()));
        Counted { rng, first_seed, seeds: count, pickups, farthest }
    });
    let document = Document {
        setting: *procedure.setting(),
        rules: preset,
        parameters: *procedure.rules(),
        source,
        mean_count: chances.mean_count(),
        awards: chances
            .iter()
            .map(|(award, chance)| Row { pickup: award.pickup, count: award.count, chance })
            .collect(),
        counted,
    };
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&document)? + "\n",
        Format::Text => text(&document),
    };
    put(text.as_bytes(), arguments.out.as_deref())
}

/// Generator, first seed and number of seeds.
type SeedRange = (RngKind, u64, u64);

impl Arguments {
    fn setting(&self) -> Result<Setting, Failure> {
        let items: Vec<AwardItem> =
            self.items.iter().map(|item| item.parse()).collect::<Result<_, _>>()?;
        let difficulty = if self.hard { Difficulty::Hard } else { Difficulty::Normal };
        Ok(Setting::new(self.luck, items.into_iter().collect(), difficulty)?)
    }

    /// The seeds to count, if any.
    fn seeds(&self) -> Result<Option<SeedRange>, Failure> {
        if self.census {
            return Ok(Some((RngKind::Game, 1, AWARD_SEEDS)));
        }
        let Some(count) = self.count else { return Ok(None) };
        let rng = self.rng.as_deref().map_or(Ok(RngKind::Pcg), |rng| named("generator", rng))?;
        let first = self.seed.unwrap_or(match rng {
            RngKind::Pcg => 0,
            RngKind::Game => 1,
        });
        Ok(Some((rng, first, count)))
    }
}

fn counts(procedure: &Procedure, seeds: SeedRange) -> Result<Awards<u64>, Failure> {
    let (rng, first, count) = seeds;
    let bar = progress_bar_of(count, "awards");
    let counts = count_awards(procedure, rng, first, count, &|done| bar.inc(done))?;
    bar.finish_and_clear();
    Ok(counts)
}

fn text(document: &Document) -> String {
    let mut text = format!("{}\n", heading(document));
    let Some(counted) = &document.counted else {
        let _ = writeln!(text, "\n{:<14}{:>5}{:>11}", "pickup", "count", "chance");
        for Row { pickup, count, chance } in &document.awards {
            let _ = writeln!(text, "{:<14}{count:>5}{:>9.4} %", words(pickup), chance * 100.0);
        }
        let _ = writeln!(text, "\n{:.4} pickups a room on average", document.mean_count);
        return text;
    };
    let Counted { rng, first_seed, seeds, .. } = counted;
    let last = first_seed.saturating_add(seeds.saturating_sub(1));
    let _ = writeln!(text, "{seeds} awards, {rng} seeds {first_seed} to {last}\n");
    let _ = writeln!(
        text,
        "{:<14}{:>12}{:>13}{:>13}{:>13}{:>9}",
        "pickup", "awards", "share", "chance", "difference", "errors"
    );
    for share in &counted.pickups {
        let _ = writeln!(
            text,
            "{:<14}{:>12}{:>11.6} %{:>11.6} %{:>+11.6} %{:>+9.2}",
            words(&share.pickup),
            share.count,
            share.share * 100.0,
            share.chance * 100.0,
            share.difference * 100.0,
            share.standard_errors
        );
    }
    if let Some(farthest) = &counted.farthest {
        let _ = writeln!(
            text,
            "\nfarthest from its chance: {}, by {:+.6} percentage points, {:+.2} standard errors of a random \
             sample of this size",
            words(&farthest.pickup),
            farthest.difference * 100.0,
            farthest.standard_errors
        );
    }
    text
}

/// The setting in a line.
fn heading(document: &Document) -> String {
    let setting = &document.setting;
    let items: Vec<String> = setting.items().iter().map(|item| words(&item)).collect();
    let items = if items.is_empty() { "no item".to_owned() } else { items.join(", ") };
    let source = match document.source {
        Source::Ideal => "chances of ideal numbers",
        Source::Draws => "chances of independent 32-bit draws",
    };
    format!(
        "luck {}, {items}, {} mode, {} rules; {source}",
        setting.luck(),
        setting.difficulty(),
        document.rules
    )
}

/// A name without underscores.
fn words(name: &impl std::fmt::Display) -> String {
    name.to_string().replace('_', " ")
}
