//! Remarks on floors: which parts of a floor are as in the game.
//!
//! Everything that shows floors uses these words. Each remark is a sentence without its capital
//! letter and its full stop.

use basement_model::{Curse, CurseChoice, Floor, Phase, Request, RngKind, RunState, Seed};
use basement_rooms::stage_file;

use crate::backend::Backend;
use crate::generator::Description;
use crate::rebirth::{Edition, LabyrinthRooms, is_first_of_chapter};
use crate::run::{LAST_WITH_TYPES, Run, stage_type_of};

impl Description {
    /// All remarks on a floor of this generator: what the built-in rooms decide, what its run does
    /// otherwise, what is unknown about its run, and which reading of the sources its size follows.
    ///
    /// ```
    /// use basement_floors::{Backend, Request, RunSeed};
    ///
    /// let run: RunSeed = "B911 99AC".parse()?;
    /// let rebirth = Backend::Rebirth.generator("afterbirth-plus", &[])?;
    /// let floor = rebirth.generate(&Request::level(2), run.stage_seed(2))?;
    /// let [rooms, stage_type, run] = &rebirth.describe().remarks(&floor)[..] else { unreachable!() };
    /// assert!(rooms.contains("the built-in rooms decide where"));
    /// assert!(stage_type.contains("its run draws the"));
    /// assert!(run.contains("the bosses met and the flags set on earlier floors"));
    /// # Ok::<(), basement_floors::GenerateError>(())
    /// ```
    #[must_use]
    pub fn remarks(&self, floor: &Floor) -> Vec<String> {
        let (request, seed) = (floor.request(), floor.seed());
        let remarks = [
            self.rooms_remark(request, seed.kind()),
            self.stage_type_remark(request, seed),
            self.run_remark(request, seed),
            self.labyrinths_remark([floor]),
        ];
        remarks.into_iter().flatten().collect()
    }

    /// What the built-in rooms decide on the floors of a request, and what is as in the game.
    /// `None` if they decide nothing: with the user's own rooms, in a layout, and in Flash.
    #[must_use]
    pub fn rooms_remark(&self, request: &Request, rng: RngKind) -> Option<String> {
        let is_of_rooms = self.is_rebirth() && self.catalogue.is_none();
        if !is_of_rooms || request.phase == Phase::Layout {
            return None;
        }
        let reasons = self.reasons_against_a_game(request, rng);
        let (layout, own_rooms) = if reasons.is_empty() {
            let drawn = match request.curse {
                CurseChoice::Forced(Some(_)) => "the run draws this curse and ",
                CurseChoice::Forced(None) => "the run draws no curse and ",
                CurseChoice::Drawn | CurseChoice::NoRoll => "",
            };
            let layout =
                format!("the layout is as in the game if {drawn}every room finds a place on it");
            let is_compared = self.edition == Edition::AfterbirthPlus.name();
            let known = if is_compared { "the game" } else { "two ports of the game" };
            (layout, format!(": with the game's own rooms (--rooms) these are as in {known}"))
        } else {
            let because = reasons.join(", and ");
            (format!("no game makes these floors from these seeds: {because}"), String::new())
        };
        Some(format!(
            "{layout}; the built-in rooms decide where special rooms are, and in which shapes{own_rooms}"
        ))
    }

    /// Why no game makes these floors from these seeds, one clause per reason. Empty if, by the
    /// rules, a game does. A forced curse is a reason only if no run draws it on this level.
    #[must_use]
    pub fn reasons_against_a_game(&self, request: &Request, rng: RngKind) -> Vec<&'static str> {
        let is_impossible = self.is_rebirth()
            && request.curse == CurseChoice::Forced(Some(Curse::Labyrinth))
            && !is_first_of_chapter(request.level);
        let reasons = [
            (is_impossible, "no run draws the Curse of the Labyrinth on this level"),
            (!self.is_rebirth(), "Flash has no seeds of its own"),
            (self.is_rebirth() && rng == RngKind::Pcg, "seeds of PCG are not the game's"),
            (self.edition == Edition::Article.name(), "the edition is that of an article"),
            (!self.changed.is_empty(), "rules are changed"),
            (request.curse == CurseChoice::NoRoll, "the game always rolls for a curse"),
        ];
        reasons.into_iter().filter(|(is_so, _)| *is_so).map(|(_, reason)| reason).collect()
    }

    /// [R39](crate::rules#r39): a remark on a floor whose run draws another stage type than the floor has.
    /// `None` if the run draws the floor's type, if the floor belongs to no run, or if the floor is in an
    /// alternative chapter, because a player chooses it. `None` for a layout, too, which depends on the
    /// type only if the type's rooms lack a shape ([R9](crate::rules#r9)).
    #[must_use]
    pub fn stage_type_remark(&self, request: &Request, seed: Seed) -> Option<String> {
        let (level, given) = (request.level, request.stage_type);
        let drawn = stage_type_of(seed, request.unlocks);
        if level > LAST_WITH_TYPES || given > 2 || given == drawn || request.phase == Phase::Layout
        {
            return None;
        }
        self.run_of(level, seed)?;
        let [given, name] =
            [given, drawn].map(|of| stage_file(level, of).map_or("", |file| file.name));
        Some(format!(
            "this floor is in the {given}; its run draws the {name} here (--stage-type {drawn}), with other \
             rooms and bosses"
        ))
    }

    /// What is unknown about the run to which a floor belongs. `None` on the run's first stage, if
    /// the request says something about the run, and in a layout, which does not depend on the run.
    #[must_use]
    pub fn run_remark(&self, request: &Request, seed: Seed) -> Option<String> {
        let RunState { flags, bosses_met, bosses_chosen, .. } = RunState::DEFAULT;
        let run = &request.run;
        let is_told =
            (run.flags, run.bosses_met, run.bosses_chosen) != (flags, bosses_met, bosses_chosen);
        if request.level == 1 || request.phase == Phase::Layout || is_told {
            return None;
        }
        let shown = self.run_of(request.level, seed)?;
        let rules = self.edition.parse::<Edition>().ok()?.rules();
        let options = match rules.boss_choice.from_pools {
            true => "--flags, --bosses-met, --bosses-chosen",
            false => "--flags",
        };
        Some(format!(
            "the bosses met and the flags set on earlier floors are not known: give them ({options}), \
             or make the whole run (basement-lab run \"{shown}\")"
        ))
    }

    /// [R6](crate::rules#r6): which reading of the sources the size of a Labyrinth follows, and
    /// what the other reading gives. `None` for Flash, and if rules are changed.
    ///
    /// ```
    /// use basement_floors::{Backend, Description};
    ///
    /// let rebirth = Backend::Rebirth.generator("repentance", &[])?.describe();
    /// let remark = rebirth.labyrinth_remark().unwrap_or_default();
    /// assert!(remark.contains("37 or 39 on level 5 and 45 on level 7"), "{remark}");
    /// # Ok::<(), basement_floors::RequestError>(())
    /// ```
    #[must_use]
    pub fn labyrinth_remark(&self) -> Option<String> {
        if !self.is_rebirth() || !self.changed.is_empty() {
            return None;
        }
        let rules = self.edition.parse::<Edition>().ok()?.rules();
        let sizes = [5, 7].map(|level| LabyrinthRooms::of(&rules, level));
        let [followed, other] = [
            sizes.each_ref().map(|size| in_words(&size.followed)),
            sizes.each_ref().map(|size| in_words(&size.other)),
        ]
        .map(|[middle, last]| match middle == last {
            true => format!("{middle} on levels 5 and 7"),
            false => format!("{middle} on level 5 and {last} on level 7"),
        });
        Some(format!(
            "the sources disagree on how many rooms a Labyrinth wants (R6): {followed} by the reading \
             that we follow, and {other} by the other"
        ))
    }

    /// The remark on Labyrinths, if one of these floors is a Labyrinth of a level on which the readings
    /// differ.
    fn labyrinths_remark<'a>(&self, floors: impl IntoIterator<Item = &'a Floor>) -> Option<String> {
        let rules = self.edition.parse::<Edition>().ok()?.rules();
        let is_disputed = |floor: &Floor| {
            let sizes = LabyrinthRooms::of(&rules, floor.request().level);
            floor.curse() == Some(Curse::Labyrinth) && sizes.followed != sizes.other
        };
        floors.into_iter().any(is_disputed).then(|| self.labyrinth_remark()).flatten()
    }

    fn is_rebirth(&self) -> bool {
        self.backend == Backend::Rebirth.to_string()
    }
}

impl Run {
    /// All remarks on the run's floors, each once: what the built-in rooms decide, and which
    /// reading of the sources the size of its Labyrinths follows. `description` is that of the
    /// generator.
    #[must_use]
    pub fn remarks(&self, description: &Description) -> Vec<String> {
        let mut floors = self.stages.iter().map(|stage| &stage.floor);
        let labyrinth = description.labyrinths_remark(floors.clone());
        let rooms =
            floors.find_map(|floor| description.rooms_remark(floor.request(), floor.seed().kind()));
        rooms.into_iter().chain(labyrinth).collect()
    }
}

/// The numbers in words, such as `37 or 39`. Repeated numbers are written once.
fn in_words(counts: &[u32]) -> String {
    let mut counts = counts.to_vec();
    counts.dedup();
    counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}
