//! What the game calls the places of the deeper levels.

use basement_model::{Difficulty, Request};

use crate::backend::Backend;
use crate::generator::Description;

impl Description {
    /// What the game calls the place of a level beyond the eighth, such as "Cathedral"
    /// ([L1](crate::rules#l1), [F12](crate::rules#f12)): there the level's number alone does not
    /// identify the place. `None` up to level 8, for levels that no game has, and for other
    /// generators.
    ///
    /// Flash's level 9 is Sheol or the Cathedral, whose floors are alike.
    ///
    /// ```
    /// use basement_floors::{Backend, Request};
    ///
    /// let rebirth = Backend::Rebirth.generator(None, &[])?.describe();
    /// let cathedral = Request { stage_type: 1, ..Request::level(10) };
    /// assert_eq!(rebirth.stage_name(&cathedral), Some("Cathedral"));
    /// assert_eq!(rebirth.stage_name(&Request::level(8)), None);
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    #[must_use]
    pub fn stage_name(&self, request: &Request) -> Option<&'static str> {
        let backend: Backend = self.backend.parse().ok()?;
        match (backend, request.level, request.stage_type) {
            (Backend::Rebirth, 10, 0) => Some("Sheol"),
            (Backend::Rebirth, 10, 1) => Some("Cathedral"),
            (Backend::Rebirth, 11, 0) => Some("Dark Room"),
            (Backend::Rebirth, 11, 1) => Some("Chest"),
            (Backend::Rebirth, 12, _) => Some("The Void"),
            // From level 9 on, the levels of `article` have no place in the game.
            (Backend::Flash, 9, _) if self.edition != "article" => Some("Sheol or Cathedral"),
            (Backend::Flash, 11, _) if self.edition != "article" => Some("Chest"),
            _ => None,
        }
    }

    /// Where a floor of a request is, in words: "level 10 (Cathedral)", or "level 2, type 1, hard".
    #[must_use]
    pub fn place_in_words(&self, request: &Request) -> String {
        let name = self.stage_name(request);
        let stage = name.map(|name| format!(" ({name})")).unwrap_or_default();
        let stage_type = match (name, request.stage_type) {
            (Some(_), _) | (_, 0) => String::new(),
            (None, stage_type) => format!(", type {stage_type}"),
        };
        let hard = if request.difficulty == Difficulty::Hard { ", hard" } else { "" };
        format!("level {}{stage}{stage_type}{hard}", request.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Run, StageTypes};
    use basement_model::RunSeed;

    #[test]
    fn l1_f12_deep_stages_have_the_names_that_a_run_gives_them_and_no_others_have_one() {
        let rebirth = Backend::Rebirth.generator(None, &[]).unwrap();
        let seed = RunSeed::new(1).unwrap();
        let run = Run::new(&*rebirth, &Request::default(), StageTypes::DRAWN, seed).unwrap();
        for stage in &run.stages {
            let name = rebirth.describe().stage_name(stage.floor.request());
            let expected = (stage.level() > 8).then(|| stage.name());
            assert_eq!(name.map(str::to_owned), expected);
        }
        let hard_cellar =
            Request { stage_type: 1, difficulty: Difficulty::Hard, ..Request::level(2) };
        let place = |request: &Request| rebirth.describe().place_in_words(request);
        assert_eq!(place(&hard_cellar), "level 2, type 1, hard");
        let sheol = Request { difficulty: Difficulty::Hard, ..Request::level(10) };
        assert_eq!(
            [place(&sheol), place(&Request::level(8))],
            ["level 10 (Sheol), hard", "level 8"]
        );
        let of = |edition: &str, level| {
            let flash = Backend::Flash.generator(edition, &[]).unwrap();
            flash.describe().stage_name(&Request::level(level))
        };
        assert_eq!(of("wrath-of-the-lamb", 9), Some("Sheol or Cathedral"));
        assert_eq!(of("wrath-of-the-lamb", 11), Some("Chest"));
        assert!((1..=8).all(|level| of("wrath-of-the-lamb", level).is_none()));
        assert!((1..=12).all(|level| of("article", level).is_none()));
        let other = Description::new("third", "one", 1);
        assert_eq!(other.stage_name(&Request::level(10)), None);
    }
}
