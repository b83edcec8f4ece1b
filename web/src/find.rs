//! Seeds whose floors meet conditions.

use basement_floors::{FloorAddress, Generator};
use basement_survey::search::{
    Candidates, ConditionError, Hit, Pilot, Search, SearchRun, StageCondition,
};
use basement_survey::{Seeds, SurveyError};
use thiserror::Error;

use crate::Lab;

/// Why there is no search.
#[derive(Debug, Error)]
pub(crate) enum FindError {
    /// A condition cannot be read.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// The floors cannot be made.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// There is no condition.
    #[error("nothing is looked for: give a condition such as 1: rooms == 8")]
    Nothing,
}

impl Lab {
    /// What to know about a search before it begins: what each condition rests on, or why no game has
    /// what is found. `conditions` has one per line.
    pub(crate) fn asked(&self, address: &str, conditions: &str) -> Result<Vec<String>, FindError> {
        let (generator, run) = self.search(address, conditions, 1.0, 1)?;
        Ok(run.remarks(&generator.describe()))
    }

    /// How many seeds of a pilot meet the conditions. The pilot tries some of the `count` seeds that
    /// start at number `first`.
    pub(crate) fn estimate(
        &self,
        address: &str,
        conditions: &str,
        first: f64,
        count: u32,
    ) -> Result<Pilot, FindError> {
        let (generator, mut run) = self.search(address, conditions, first, count)?;
        Ok(run.estimate(&*generator)?)
    }

    /// The hits among the `count` seeds that start at number `first`, in order.
    pub(crate) fn find(
        &self,
        address: &str,
        conditions: &str,
        first: f64,
        count: u32,
    ) -> Result<Vec<Hit>, FindError> {
        let (generator, mut run) = self.search(address, conditions, first, count)?;
        run.advance(&*generator, &|| false, &|_| {}, &mut |_| true)?;
        Ok(run.hits(&*generator)?)
    }

    fn search(
        &self,
        address: &str,
        conditions: &str,
        first: f64,
        count: u32,
    ) -> Result<(Box<dyn Generator>, SearchRun), FindError> {
        let address: FloorAddress = address.parse().map_err(SurveyError::from)?;
        let generator = self.generator(&address).map_err(SurveyError::from)?;
        let seeds = Seeds::usual(address.backend.default_rng(), count.into());
        let seeds = Seeds { first: first as u64, ..seeds };
        let request = &address.request;
        let lines = conditions.lines().filter(|line| !line.trim().is_empty());
        let conditions: Vec<StageCondition> = lines
            .map(|line| StageCondition::parse(line, request.level))
            .collect::<Result<_, _>>()?;
        if conditions.is_empty() {
            return Err(FindError::Nothing);
        }
        let search = Search::new(request).candidates(Candidates::Range(seeds));
        let search = conditions.into_iter().fold(search, Search::condition);
        let run = SearchRun::new(&*generator, search)?;
        Ok((generator, run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_range_have_the_hits_of_the_whole() {
        let lab = Lab::default();
        let conditions = "1: rooms == 10\n2: rings >= 1\n";
        let whole = lab.find("", conditions, 1.0, 2000).unwrap();
        let mut parts = lab.find("", conditions, 1.0, 700).unwrap();
        parts.extend(lab.find("", conditions, 701.0, 1300).unwrap());
        assert!(!whole.is_empty());
        assert_eq!(whole, parts);
        let pilot = lab.estimate("", conditions, 1.0, 2000).unwrap();
        assert_eq!(pilot, Pilot { tried: 2000, met: whole.len() as u64 });
        assert_eq!(lab.asked("", conditions).unwrap().len(), 3);
        let error = lab.asked("", "1: room == 10").err().unwrap();
        assert!(error.to_string().contains("rooms"), "{error}");
        assert!(lab.asked("", "").is_err());
    }
}
