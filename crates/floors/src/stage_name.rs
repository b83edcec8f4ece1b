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
