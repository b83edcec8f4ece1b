//! What the conditions of a search rest on, and whether a game has what is found.

use basement_floors::{Curse, CurseChoice, Description, Phase, Unlocks};

use super::{Goal, Search, SearchRun};
use crate::condition::RestsOn;

impl SearchRun {
    /// What to know about the hits: for each kind of condition, a sentence that says what conditions
    /// of the kind rest on, and a sentence on the disputed size of a Labyrinth if one is asked for.
    /// Others say that only some runs have the given curse and stage type. If no game has the hits, a
    /// sentence says why, and is the only one. `description` describes the generator.
    #[must_use]
    pub fn remarks(&self, description: &Description) -> Vec<String> {
        let Search { request, candidates, .. } = &self.search;
        let reasons = description.reasons_against_a_game(request, candidates.seeds().rng());
        if !reasons.is_empty() {
            let reasons = reasons.join(", and ");
            return vec![format!(
                "the hits follow these rules, but are not in the game: {reasons}"
            )];
        }
        let asked = self.asked_for();
        let of_kind = |kind: RestsOn| {
            let asked = asked.iter().filter(|(rests_on, _)| *rests_on == kind);
            let names: Vec<String> = asked.map(|(_, text)| format!("`{text}`")).collect();
            (!names.is_empty()).then(|| (kind, names.join(", ")))
        };
        let kinds = [RestsOn::FirstDraws, RestsOn::Layout, RestsOn::Rooms];
        let kinds = kinds.into_iter().filter_map(of_kind);
        let remarks = kinds.map(|(kind, names)| self.remark(description, kind, &names));
        let curse = Curse::Labyrinth.to_string();
        let has_labyrinth = asked.iter().any(|(_, text)| text.contains(&curse));
        let labyrinth = has_labyrinth.then(|| description.labyrinth_remark()).flatten();
        remarks.chain(labyrinth).chain(self.settings_remark(&asked)).collect()
    }

    /// That only some runs have the curse and the stage types that the request gives.
    fn settings_remark(&self, asked: &[(RestsOn, String)]) -> Option<String> {
        let Search { request, phase, .. } = &self.search;
        let curse = match request.curse {
            CurseChoice::Forced(_) => Some(format!("curse {}", request.curse)),
            _ => None,
        };
        let has_types = *phase != Some(Phase::Layout)
            && request.stage_type <= 2
            && request.unlocks != Unlocks::Fresh
            && self.levels().any(|(level, _)| level <= 8)
            && asked.iter().any(|(rests_on, _)| *rests_on != RestsOn::FirstDraws);
        let stage_type = has_types.then(|| format!("stage type {}", request.stage_type));
        let given: Vec<String> = curse.into_iter().chain(stage_type).collect();
        (!given.is_empty()).then(|| {
            let given = given.join(" and ");
            format!("these floors all have {given}, and a run draws its own: `basement-lab run` shows its floors")
        })
    }

    /// The conditions, and what the best are sorted by, each with what decides it on a finished floor.
    fn asked_for(&self) -> Vec<(RestsOn, String)> {
        let conditions = self.search.conditions.iter();
        let mut asked: Vec<_> = conditions.map(|c| (c.rests_on(), c.to_string())).collect();
        if let Goal::Best(best) = self.search.goal {
            let text = format!("{}: {}", best.level, best.quantity);
            asked.push((best.quantity.rests_on(), text));
        }
        asked
    }

    fn remark(&self, description: &Description, kind: RestsOn, names: &str) -> String {
        let (request, rng) = (&self.search.request, self.search.candidates.seeds().rng());
        let drawn = match request.curse {
            CurseChoice::Forced(Some(_)) => " where the run draws this curse",
            CurseChoice::Forced(None) => " where the run draws no curse",
            _ => "",
        };
        match kind {
            RestsOn::FirstDraws => {
                format!("the first draws decide {names}: true in the game{drawn}")
            }
            RestsOn::Layout => format!(
                "the layout decides {names}: true in the game{drawn} if the game's rooms also find a place on it; a hit marked rooms has a later \
                 layout, because a room found no place on an earlier one"
            ),
            RestsOn::Rooms if self.search.phase == Some(Phase::Layout) => format!(
                "{names} is tested on bare layouts, which are not floors of the game: special rooms come \
                 later, take dead ends and give them their own shapes and doors"
            ),
            RestsOn::Rooms => format!(
                "the rooms also decide {names}: {}",
                description.rooms_remark(request, rng).unwrap_or_else(|| OWN_ROOMS.to_owned())
            ),
        }
    }
}

/// The remark if the rooms are given by the user.
const OWN_ROOMS: &str = "special rooms take dead ends and give them their own shapes and doors; true in \
                         the game if it has the given rooms";
