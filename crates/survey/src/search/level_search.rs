//! One stage of a search: what its floors are made from, and what they must be.

use basement_floors::{FirstDraws, Floor, Generator, Phase, Request, Seed};

use super::{Candidates, Goal, Search};
use crate::analysis::Analysis;
use crate::condition::{Condition, Fact, Known, Quantity, RestsOn};
use crate::error::SurveyError;
use crate::fold::made;
use crate::measure;
use crate::measure_set::MeasureSet;
use crate::needs::Needs;
use crate::seeds::Seeds;

/// How many candidates decide the order in which stages are tested.
const PILOT: u64 = 512;

#[derive(Clone, Debug)]
pub(super) struct LevelSearch {
    pub(super) request: Request,
    pub(super) condition: Condition,
    /// What the conditions compare, and what the best are sorted by.
    pub(super) quantities: Vec<Quantity>,
    needs: Needs,
    asks_first_draws: bool,
    asks_floors: bool,
    has_catalogue: bool,
}

impl LevelSearch {
    /// The stages that a search asks for, in ascending order of their levels.
    pub(super) fn all(
        generator: &dyn Generator,
        search: &Search,
    ) -> Result<Vec<Self>, SurveyError> {
        let best = match search.goal {
            Goal::Best(best) => Some(best),
            Goal::First { .. } => None,
        };
        let named = search.conditions.iter().map(|condition| condition.level);
        let mut levels: Vec<u8> = named.chain(best.map(|best| best.level)).collect();
        levels.sort_unstable();
        levels.dedup();
        let stage = |level| {
            let of_level = search.conditions.iter().filter(|condition| condition.level == level);
            let condition =
                Condition::All(of_level.map(|condition| condition.condition.clone()).collect());
            let best = best.filter(|best| best.level == level).map(|best| best.quantity);
            Self::new(generator, search, level, condition, best)
        };
        levels.into_iter().map(stage).collect()
    }

    fn new(
        generator: &dyn Generator,
        search: &Search,
        level: u8,
        condition: Condition,
        best: Option<Quantity>,
    ) -> Result<Self, SurveyError> {
        let mut quantities = condition.quantities();
        quantities.extend(best.filter(|best| !quantities.contains(best)));
        let has_catalogue = generator.catalogue().is_some();
        let phase = search.phase.unwrap_or_else(|| {
            // The built-in rooms have a room for each outline and any doors, so that choosing the
            // normal rooms, which comes last, never makes an attempt fail. It only costs draws.
            let is_built_in = has_catalogue && generator.describe().catalogue.is_none();
            let asks_draws = quantities.contains(&Quantity::Measure(measure::DRAWS));
            if is_built_in && !asks_draws { Phase::Special } else { Phase::Full }
        });
        let request = Request { level, phase, ..search.request };
        generator.first_draws(&request, &[])?;
        let measures = quantities.iter().filter_map(|quantity| match quantity {
            Quantity::Measure(measure) => Some(*measure),
            _ => None,
        });
        Ok(Self {
            request,
            needs: measures.collect::<MeasureSet>().needs(),
            asks_first_draws: condition.asks_first_draws(),
            asks_floors: condition.rests_on() > RestsOn::FirstDraws,
            has_catalogue,
            condition,
            quantities,
        })
    }

    /// What a condition that rests on `rests_on` rests on here: without rooms, at most on the
    /// layout.
    pub(super) fn rests_on(&self, rests_on: RestsOn) -> RestsOn {
        let has_rooms = self.has_catalogue && self.request.phase != Phase::Layout;
        if has_rooms { rests_on } else { rests_on.min(RestsOn::Layout) }
    }

    /// What all the questions about its floors depend on.
    pub(super) fn all_rests_on(&self) -> RestsOn {
        let asked = self.quantities.iter().map(|quantity| quantity.rests_on());
        self.rests_on(asked.max().unwrap_or(RestsOn::FirstDraws))
    }

    /// The seeds of this stage for the numbers of candidates.
    fn seeds(&self, seeds: &Seeds, left: &[(u64, u64)]) -> Result<Vec<Seed>, SurveyError> {
        let of_stage = left.iter().map(|(_, number)| seeds.seed(*number, self.request.level));
        Ok(of_stage.collect::<Result<_, _>>()?)
    }

    /// Keeps the candidates that the first draws do not rule out. Each is a (place, number) pair.
    pub(super) fn test_first_draws(
        &self,
        generator: &dyn Generator,
        seeds: &Seeds,
        left: &mut Vec<(u64, u64)>,
    ) -> Result<(), SurveyError> {
        if !self.asks_first_draws || left.is_empty() {
            return Ok(());
        }
        let seeds = self.seeds(seeds, left)?;
        match generator.first_draws(&self.request, &seeds)? {
            Some(first_draws) => {
                let mut first_draws = first_draws.into_iter();
                left.retain(|_| {
                    first_draws.next().is_some_and(|first_draws| {
                        let known = Known { first_draws, analysis: None };
                        self.condition.holds(&known) != Some(false)
                    })
                });
                Ok(())
            }
            // Only the floors can decide.
            None if !self.asks_floors => self.retain_floors(generator, &seeds, left),
            None => Ok(()),
        }
    }

    /// Keeps the candidates whose floors meet the condition, if it asks for more than first draws.
    pub(super) fn test_floors(
        &self,
        generator: &dyn Generator,
        seeds: &Seeds,
        left: &mut Vec<(u64, u64)>,
    ) -> Result<(), SurveyError> {
        if !self.asks_floors || left.is_empty() {
            return Ok(());
        }
        self.retain_floors(generator, &self.seeds(seeds, left)?, left)
    }

    fn retain_floors(
        &self,
        generator: &dyn Generator,
        seeds: &[Seed],
        left: &mut Vec<(u64, u64)>,
    ) -> Result<(), SurveyError> {
        let mut holds = Vec::with_capacity(left.len());
        generator.generate_batch(&self.request, seeds, &mut |floor| {
            holds.push(made(floor).map(|floor| floor.is_some_and(|floor| self.holds(floor))));
        });
        let mut holds = holds.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
        left.retain(|_| holds.next() == Some(true));
        Ok(())
    }

    fn holds(&self, floor: &Floor) -> bool {
        self.read(floor, |known| self.condition.holds(known)) == Some(true)
    }

    /// Reads what the stage asks for from its floor.
    fn read<T>(&self, floor: &Floor, read: impl FnOnce(&Known<'_>) -> T) -> T {
        let analysis = Analysis::of_needs(floor, self.needs);
        read(&Known { first_draws: first_draws(floor), analysis: Some(&analysis) })
    }

    /// Calls `visit` with the place of each candidate whose floor has a quantity, and with its value.
    pub(super) fn values(
        &self,
        generator: &dyn Generator,
        seeds: &Seeds,
        left: &[(u64, u64)],
        quantity: Quantity,
        mut visit: impl FnMut(u64, f64),
    ) -> Result<(), SurveyError> {
        let seeds = self.seeds(seeds, left)?;
        let mut places = left.iter().map(|(place, _)| *place);
        let mut result = Ok(());
        generator.generate_batch(&self.request, &seeds, &mut |floor| match made(floor) {
            Ok(floor) => {
                if let (Some(place), Some(floor)) = (places.next(), floor)
                    && let Fact::Number(value) = self.read(floor, |known| quantity.of(known))
                {
                    visit(place, value);
                }
            }
            Err(error) => result = Err(error),
        });
        result
    }
}

/// What the first draws of a finished floor decided.
pub(super) fn first_draws(floor: &Floor) -> FirstDraws {
    let (curse, wanted) = (floor.curse(), floor.wanted());
    FirstDraws { curse, wanted, min_dead_ends: floor.min_dead_ends() }
}

/// The places of the stages whose floors are tested, cheapest first: by the number of draws per
/// candidate that is ruled out, among the first candidates. The order does not change what is found.
pub(super) fn order(
    generator: &dyn Generator,
    stages: &[LevelSearch],
    candidates: &Candidates,
) -> Result<Vec<usize>, SurveyError> {
    let tested = (0..stages.len()).filter(|place| stages[*place].asks_floors);
    let mut order: Vec<usize> = tested.collect();
    if order.len() < 2 {
        return Ok(order);
    }
    let pilot = 0..candidates.count().min(PILOT);
    let pilot: Vec<_> = pilot.map(|place| (place, candidates.number(place))).collect();
    let mut costs = vec![0.0; stages.len()];
    for place in &order {
        let stage = &stages[*place];
        let (mut draws, mut ruled_out) = (0, 0);
        let seeds = stage.seeds(&candidates.seeds(), &pilot)?;
        generator.generate_batch(&stage.request, &seeds, &mut |floor| {
            let floor = floor.ok();
            draws += floor.map_or(0, Floor::draws);
            ruled_out += u64::from(!floor.is_some_and(|floor| stage.holds(floor)));
        });
        costs[*place] = draws as f64 / ruled_out.max(1) as f64;
    }
    order.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]));
    Ok(order)
}
