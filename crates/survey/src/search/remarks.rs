//! On what the conditions of a search rest, and whether a game has what is found.

use basement_floors::{Backend, CurseChoice, Description};

use super::SearchRun;
use crate::condition::{RestsOn, StageCondition};
use crate::seeds::SeedKind;

impl SearchRun {
    /// What is to be known of the hits, a sentence each: on what each condition rests, or why no
    /// game has them. `description` is that of the generator.
    #[must_use]
    pub fn remarks(&self, description: &Description) -> Vec<String> {
        let is_pcg = self.search.candidates.kind() == SeedKind::Pcg;
        let is_forced = self.search.request.curse != CurseChoice::Drawn;
        let reasons = [
            (description.backend != Backend::Rebirth.to_string(), "Flash has no seeds of its own"),
            (is_pcg, "seeds of PCG are not the game's"),
            (description.edition == "article", "the edition is that of an article"),
            (!description.changed.is_empty(), "rules are changed"),
            (is_forced, "the curse is not the one that the run draws"),
        ];
        let reasons: Vec<&str> =
            reasons.into_iter().filter(|(is_so, _)| *is_so).map(|(_, reason)| reason).collect();
        if !reasons.is_empty() {
            let reasons = reasons.join(", and ");
            return vec![format!("what is found holds by these rules, but in no game: {reasons}")];
        }
        self.conditions().iter().map(|condition| self.remark(condition)).collect()
    }

    fn remark(&self, condition: &StageCondition) -> String {
        let sentence = match self.rests_on(condition) {
            RestsOn::FirstDraws => "rests on the first draws alone: true in the game",
            RestsOn::Layout => {
                "rests on the layout alone: true in the game, unless its rooms find no place"
            }
            RestsOn::Rooms => {
                "rests on the rooms of the catalogue, too: true in the game only with the game's own \
                 rooms"
            }
        };
        format!("`{condition}` {sentence}")
    }
}
