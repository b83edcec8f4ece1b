//! A seed whose floors meet all conditions.

use basement_floors::rooms::stage_file;
use basement_floors::{Curse, Generator, Phase, Request};
use serde::Serialize;
use serde_json::{Map, Value};

use super::level_search::LevelSearch;
use crate::analysis::Analysis;
use crate::condition::{Fact, Known, Quantity, RestsOn};
use crate::error::SurveyError;
use crate::seeds::{SeedKind, Seeds};

/// A seed whose floors meet all conditions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Hit {
    /// The run as the game shows it. `None` if the seeds are not run seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The seed's number.
    pub number: u64,
    /// The stages that were asked for, in ascending order.
    pub stages: Vec<HitStage>,
}

/// A stage of a [`Hit`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HitStage {
    /// The stage, or level.
    pub level: u8,
    /// The number of its seed.
    pub seed: u64,
    /// The curse on it, or `none`.
    pub curse: String,
    /// What decides whether the conditions on it hold. If the placing failed, conditions on the
    /// layout rest on the rooms, because the rooms decide which layout the finished floor has.
    pub rests_on: RestsOn,
    /// How complete its floor is.
    pub phase: Phase,
    /// The value of each quantity that was asked about, or null if the floor does not have it.
    pub measures: Map<String, Value>,
    /// [W5](basement_floors::rules#w5): whether a room found no place on the first layout, so that the
    /// finished floor has a later one.
    pub placing_failed: bool,
    /// [R5](basement_floors::rules#r5): whether the stage before it is a Labyrinth, which replaces
    /// both stages: a player does not reach this stage.
    pub is_covered: bool,
}

impl Hit {
    pub(super) fn new(
        generator: &dyn Generator,
        seeds: &Seeds,
        number: u64,
        stages: &[LevelSearch],
    ) -> Result<Self, SurveyError> {
        let run = (seeds.kind == SeedKind::Run).then(|| seeds.show(number));
        let stages = stages.iter().map(|stage| HitStage::new(generator, seeds, number, stage));
        Ok(Self { run, number, stages: stages.collect::<Result<_, _>>()? })
    }
}

impl HitStage {
    fn new(
        generator: &dyn Generator,
        seeds: &Seeds,
        number: u64,
        stage: &LevelSearch,
    ) -> Result<Self, SurveyError> {
        let request = &stage.request;
        let seed = seeds.seed(number, request.level)?;
        let floor = generator.generate(request, seed);
        let curse = match (&floor, generator.first_draws(request, &[seed])?) {
            (Ok(floor), _) => floor.curse(),
            (Err(_), Some(first_draws)) => first_draws.first().and_then(|first| first.curse),
            (Err(_), None) => None,
        };
        let floor = floor.ok();
        let analysis = floor.as_ref().map(Analysis::from_floor);
        let known = floor.as_ref().map(|floor| {
            let first_draws = super::level_search::first_draws(floor);
            Known { first_draws, analysis: analysis.as_ref() }
        });
        let measures = stage.quantities.iter().map(|quantity| {
            let value = known.as_ref().map(|known| quantity.of(known));
            (quantity.to_string(), shown(*quantity, value))
        });
        let is_layout = request.phase == Phase::Layout;
        let finished = is_layout
            .then(|| generator.generate(&Request { phase: Phase::Full, ..*request }, seed).ok());
        let placing_failed = finished.as_ref().unwrap_or(&floor).as_ref();
        let placing_failed =
            placing_failed.is_some_and(|floor| !floor.outcome().failed_placings.is_empty());
        let rests_on = match stage.all_rests_on() {
            RestsOn::Layout if placing_failed && !is_layout => RestsOn::Rooms,
            rests_on => rests_on,
        };
        let is_of_game = seeds.kind == SeedKind::Run;
        Ok(Self {
            level: request.level,
            seed: seed.value(),
            curse: curse.map_or_else(|| "none".to_owned(), |curse| curse.to_string()),
            rests_on,
            phase: request.phase,
            measures: measures.collect(),
            placing_failed,
            is_covered: is_of_game && is_covered(generator, seeds, number, request)?,
        })
    }
}

/// A value in JSON: a whole number if the quantity has no fractions.
fn shown(quantity: Quantity, value: Option<Fact>) -> Value {
    let is_whole = !matches!(quantity, Quantity::Measure(measure) if measure.scale > 1);
    match value {
        Some(Fact::Number(value)) if is_whole => (value as u64).into(),
        Some(Fact::Number(value)) => value.into(),
        _ => Value::Null,
    }
}

/// R5: whether a Labyrinth on the first stage of the chapter also replaces this one.
fn is_covered(
    generator: &dyn Generator,
    seeds: &Seeds,
    number: u64,
    request: &Request,
) -> Result<bool, SurveyError> {
    let level = match stage_file(request.level, 0) {
        Some(file) if file.stage < request.level => file.stage,
        _ => return Ok(false),
    };
    let before = Request { level, ..*request };
    let first_draws = generator.first_draws(&before, &[seeds.seed(number, level)?])?;
    let drawn = first_draws.and_then(|first_draws| first_draws.first().copied());
    Ok(drawn.is_some_and(|drawn| drawn.curse == Some(Curse::Labyrinth)))
}
