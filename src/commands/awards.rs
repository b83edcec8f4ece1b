//! `awards`: what a cleared room gives.

use std::fmt::Write;

use basement_lab::awards::{
    AwardError, AwardItem, AwardRules, Pickup, Preset, Procedure, RandomNumbers, Setting,
};
use basement_lab::survey::SeedKind;
use basement_lab::survey::awards::{AWARD_SEEDS, AwardShare, award_shares, count_awards};
use basement_lab::{Difficulty, Progress, RngKind};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::notes;
use crate::output::{OutputArguments, OutputFormat, formats};
use crate::values::{Named, count, number, seed};

#[derive(Args)]
#[command(after_help = "Examples:
  basement-lab awards --luck 3 --item lucky_foot
  basement-lab awards --count 1e6")]
pub(crate) struct Arguments {
    /// Luck; below 0 it counts as 0, above 10 as 10
    #[arg(long, default_value_t = 0.0, value_parser = number)]
    luck: f32,
    /// An item or trinket held; may be repeated
    #[arg(long = "item", value_name = "ITEM", value_parser = Named::one_of("item", || AwardItem::ALL.to_vec()).or_elsewhere(only_for_floors))]
    items: Vec<AwardItem>,
    /// Hard mode
    #[arg(long)]
    hard: bool,
    /// Which of the source's two accounts to follow
    #[arg(
        long,
        default_value = "pseudo-code",
        value_parser = Named::one_of("account of the awards", || Preset::ALL.to_vec())
    )]
    rules: Preset,
    /// The exact chances, without sampling: the default
    #[arg(long, conflicts_with_all = ["count", "census", "seed", "rng"])]
    exact: bool,
    /// Count the awards of this many seeds, and show the exact chances next to the counts
    #[arg(long, conflicts_with = "census", value_parser = count)]
    count: Option<u64>,
    /// Count the awards of all 4,294,967,295 seeds of the game: a few minutes
    #[arg(long)]
    census: bool,
    /// The first seed that is counted; the next ones are far apart, because seeds close together
    /// give much the same awards
    #[arg(long, requires = "count", conflicts_with = "census", value_parser = seed)]
    seed: Option<u64>,
    /// The generator of random numbers: pcg, or the game's on its own award seeds
    #[arg(
        long,
        requires = "count",
        conflicts_with = "census",
        default_value_t = RngKind::Pcg,
        value_parser = Named::<RngKind>::new("generator")
    )]
    rng: RngKind,
    #[command(flatten)]
    output: OutputArguments<Arguments>,
}

formats!(Arguments: Text, Json);

/// What to do with an item that only floors depend on; `None` for any other name.
fn only_for_floors(given: &str) -> Option<String> {
    let unknown = given.parse::<AwardItem>().err()?;
    matches!(unknown, AwardError::FloorItem { .. }).then(|| unknown.to_string())
}

/// The awards of a setting.
#[derive(Serialize)]
struct Document {
    setting: Setting,
    rules: Preset,
    parameters: AwardRules,
    /// The random numbers that the chances assume.
    source: RandomNumbers,
    /// How many pickups a room gives on average, by the chances.
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

/// Awards counted over seeds, to compare with the chances.
#[derive(Serialize)]
struct Counted {
    rng: RngKind,
    first_seed: u64,
    seeds: u64,
    pickups: Vec<AwardShare>,
    /// The pickup whose share is farthest from its chance, in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    farthest: Option<AwardShare>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.checked()?;
    let preset = arguments.rules;
    let procedure = Procedure::new(&arguments.setting()?, &preset.rules());
    // A census shows what 32-bit draws do beyond their rounding, so it is compared with chances
    // that include the rounding.
    let source = if arguments.census { RandomNumbers::Draws } else { RandomNumbers::Ideal };
    let chances = procedure.distribution(source);
    let count = |(rng, first_seed, seeds)| -> Result<Counted, Failure> {
        let progress = Progress::new(seeds, "awards");
        let counts = count_awards(&procedure, rng, first_seed, seeds, &|done| progress.add(done))?;
        progress.finish();
        let pickups = award_shares(&counts, &chances);
        let farthest = pickups
            .iter()
            .copied()
            .max_by(|a, b| a.standard_errors.abs().total_cmp(&b.standard_errors.abs()));
        Ok(Counted { rng, first_seed, seeds, pickups, farthest })
    };
    let counted = arguments.seeds().map(count).transpose()?;
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
    match output.format {
        OutputFormat::Json => output.write_json(&document),
        _ => output.write(text(&document)),
    }
}

impl Arguments {
    fn setting(&self) -> Result<Setting, Failure> {
        let difficulty = if self.hard { Difficulty::Hard } else { Difficulty::Normal };
        Ok(Setting::new(self.luck, self.items.iter().copied().collect(), difficulty)?)
    }

    /// The generator, first seed and number of the seeds to count, if any.
    fn seeds(&self) -> Option<(RngKind, u64, u64)> {
        if self.census {
            return Some((RngKind::Game, 1, AWARD_SEEDS));
        }
        let first = self.seed.unwrap_or(*SeedKind::usual(self.rng).numbers().start());
        Some((self.rng, first, self.count?))
    }
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
    let _ = match *seeds {
        AWARD_SEEDS.. if *rng == RngKind::Game => {
            writeln!(text, "{}, all seeds of the game\n", notes::counted(*seeds, "award"))
        }
        _ => writeln!(
            text,
            "{}, {rng} seeds from {first_seed} on, far apart\n",
            notes::counted(*seeds, "award")
        ),
    };
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

/// The setting on one line.
fn heading(document: &Document) -> String {
    let setting = &document.setting;
    let items: Vec<String> = setting.items().iter().map(|item| item.to_string()).collect();
    let items = if items.is_empty() { "no item".to_owned() } else { items.join(", ") };
    let source = match document.source {
        RandomNumbers::Ideal => "chances with ideal random numbers",
        RandomNumbers::Draws => "chances with independent 32-bit draws",
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
