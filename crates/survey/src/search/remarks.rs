//! On what the conditions of a search rest, and whether a game has what is found.

use basement_floors::{Backend, CurseChoice, Description, Phase};

use super::{Goal, SearchRun};
use crate::condition::RestsOn;
use crate::seeds::SeedKind;

impl SearchRun {
    /// What is to be known of the hits, a sentence for each kind of condition: on what those of the
    /// kind rest; or why no game has the hits. `description` is that of the generator.
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
        let asked = self.asked_for();
        let of_kind = |kind: RestsOn| {
            let asked = asked.iter().filter(|(rests_on, _)| *rests_on == kind);
            let names: Vec<String> = asked.map(|(_, text)| format!("`{text}`")).collect();
            (!names.is_empty()).then(|| (kind, names.join(", ")))
        };
        let kinds = [RestsOn::FirstDraws, RestsOn::Layout, RestsOn::Rooms];
        let kinds = kinds.into_iter().filter_map(of_kind);
        kinds.map(|(kind, names)| self.remark(description, kind, &names)).collect()
    }

    /// The conditions, and what the best are sorted by, each with what decides it on a finished floor.
    fn asked_for(&self) -> Vec<(RestsOn, String)> {
        let conditions = self.conditions().iter();
        let mut asked: Vec<_> = conditions.map(|c| (c.rests_on(), c.to_string())).collect();
        if let Goal::Best(best) = self.search.goal {
            let text = format!("{}: {}", best.level, best.quantity);
            asked.push((best.quantity.rests_on(), text));
        }
        asked
    }

    fn remark(&self, description: &Description, kind: RestsOn, names: &str) -> String {
        match kind {
            RestsOn::FirstDraws => format!("the first draws decide {names}: true in the game"),
            RestsOn::Layout => format!(
                "the layout decides {names}: true in the game if the game's rooms find a place on it, \
                 too; a hit marked rooms has a later layout, because a room found none"
            ),
            RestsOn::Rooms if self.search.phase == Some(Phase::Layout) => format!(
                "{names} is tested on bare layouts, which are no floors of the game: special rooms \
                 take dead ends and give them their own shapes and doors"
            ),
            RestsOn::Rooms => format!(
                "the rooms decide {names}, too: special rooms take dead ends and give them their own \
                 shapes and doors; {}",
                of_rooms(description)
            ),
        }
    }
}

/// How far the rooms of the catalogue are those of the game.
fn of_rooms(description: &Description) -> &'static str {
    match description.catalogue {
        None => "the built-in rooms are not the game's, so that its floors can differ",
        Some(_) => "true in the game if it has the given rooms",
    }
}
