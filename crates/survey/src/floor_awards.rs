//! The awards for clearing the ordinary rooms of a floor.

use basement_awards::{Award, Pickup, Procedure};
use basement_floors::{Description, Floor, Phase, Room, RoomKind, RoomSeeds, Seed};
use serde_json::{Value, json};

use crate::error::SurveyError;

/// The awards for clearing the ordinary rooms of a floor ([A1](basement_floors::rules#a1) to
/// [A4](basement_floors::rules#a4)), from the award seeds of its rooms
/// ([W3](basement_floors::rules#w3)).
///
/// ```
/// use basement_awards::{Preset, Procedure, Setting};
/// use basement_floors::{Backend, Request, RoomKind, RunSeed};
/// use basement_survey::awards::FloorAwards;
///
/// let rebirth = Backend::Rebirth.generator("afterbirth-plus", &[])?;
/// let run: RunSeed = "B911 99AC".parse()?;
/// let floor = rebirth.generate(&Request::level(1), run.stage_seed(1))?;
/// let procedure = Procedure::new(&Setting::default(), &Preset::PseudoCode.rules());
/// let awards = FloorAwards::of(&floor, &rebirth.describe(), &procedure)?;
/// assert_eq!(awards.of_room(0), None, "the start room gives nothing");
/// assert!(floor.all_of(RoomKind::Normal).all(|room| awards.of_room(room).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorAwards {
    awards: Vec<Option<Award>>,
    depend_on_rooms: bool,
    /// Whether a room with an award is a dead end.
    in_dead_ends: bool,
}

impl FloorAwards {
    /// The awards of a floor of the generator with this description.
    ///
    /// If the floor has a seed of the game, awards are drawn as the game draws them. If it has a
    /// PCG seed, each award seed seeds a PCG generator.
    ///
    /// # Errors
    ///
    /// [`SurveyError::NoAwardSeeds`] for a floor whose ordinary rooms have no seeds: a floor of
    /// Flash, or one of a phase that ends before the ordinary rooms.
    pub fn of(
        floor: &Floor,
        description: &Description,
        procedure: &Procedure,
    ) -> Result<Self, SurveyError> {
        let is_ordinary = |room: &&Room| room.kind == RoomKind::Normal;
        if !floor.rooms().iter().filter(is_ordinary).any(|room| room.placing.is_some()) {
            let has_phases = floor.rooms().iter().any(|room| room.placing.is_some())
                || floor.request().phase == Phase::Layout;
            let hint = match has_phases {
                true => "ask for the phase full",
                false => "use the backend rebirth, whose floors have them",
            };
            return Err(SurveyError::NoAwardSeeds(hint));
        }
        let award = |room: &Room| {
            let placing = room.placing.filter(|_| room.kind == RoomKind::Normal)?;
            Some(procedure.award_from_seed(award_seed(floor.seed(), placing.seeds)))
        };
        let dead_ends = floor.dead_ends().iter().map(|room| &floor.rooms()[usize::from(*room)]);
        Ok(Self {
            in_dead_ends: dead_ends.filter(is_ordinary).count() > 0,
            awards: floor.rooms().iter().map(award).collect(),
            depend_on_rooms: description.seeds_depend_on_rooms(floor),
        })
    }

    /// The award for clearing a room, by its index in the floor. `None` for the start room and for
    /// special rooms; a room without a reward has [`Award::NOTHING`].
    #[must_use]
    pub fn of_room(&self, room: usize) -> Option<Award> {
        self.awards.get(room).copied().flatten()
    }

    /// The rooms that have an award: each room's index and its award.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Award)> {
        let awards = self.awards.iter().enumerate();
        awards.filter_map(|(room, award)| award.map(|award| (room, award)))
    }

    /// Every different award of the floor once, in the order of [`Pickup::ALL`].
    #[must_use]
    pub fn distinct(&self) -> Vec<Award> {
        let mut awards: Vec<Award> = self.iter().map(|(_, award)| award).collect();
        awards.sort_unstable();
        awards.dedup();
        awards
    }

    /// What the awards depend on, in a sentence without its full stop.
    #[must_use]
    pub const fn dependence(&self) -> &'static str {
        match (self.depend_on_rooms, self.in_dead_ends) {
            (true, _) => {
                "the awards depend on the concrete rooms: they match the game only with the game's own room files"
            }
            (false, true) => {
                "the awards follow from the seed, whatever the room files are; those of dead ends can trade places"
            }
            (false, false) => "the awards follow from the seed, whatever the room files are",
        }
    }

    /// What the awards of several floors depend on, in a sentence without its full stop. Each floor
    /// comes with its name.
    #[must_use]
    pub fn dependence_of_floors(floors: &[(String, &Self)]) -> String {
        let (depend, follow): (Vec<_>, Vec<_>) =
            floors.iter().partition(|(_, awards)| awards.depend_on_rooms);
        match (&*depend, follow.iter().max_by_key(|(_, awards)| awards.in_dead_ends)) {
            ([], Some((_, awards))) | ([(_, awards), ..], None) => awards.dependence().to_owned(),
            ([], None) => "no floor has awards".to_owned(),
            (depend, Some(_)) => {
                let names: Vec<&str> = depend.iter().map(|(name, _)| &**name).collect();
                format!(
                    "the awards of {} depend on the concrete rooms: they match the game only with the \
                     game's own room files; those of the other floors follow from the seed, and those \
                     of dead ends can trade places",
                    names.join(", ")
                )
            }
        }
    }

    /// Adds the awards to the JSON of their floor: `award` to every ordinary room, `null` if the
    /// award is nothing, and `awards_depend_on_rooms` to the floor.
    pub fn add_to(&self, document: &mut Value) {
        let rooms = document.get_mut("rooms").and_then(Value::as_array_mut);
        for (award, room) in self.awards.iter().zip(rooms.into_iter().flatten()) {
            let Some(award) = award else { continue };
            if let Some(room) = room.as_object_mut() {
                let written = match award.pickup {
                    Pickup::Nothing => Value::Null,
                    _ => json!(award),
                };
                room.insert("award".to_owned(), written);
            }
        }
        if let Some(floor) = document.as_object_mut() {
            floor.insert("awards_depend_on_rooms".to_owned(), self.depend_on_rooms.into());
        }
    }
}

/// A1, W2: the seed that the award of a room is drawn from.
fn award_seed(floor: Seed, seeds: RoomSeeds) -> Seed {
    match floor {
        Seed::Game(_) => Seed::Game(seeds.award),
        Seed::Pcg(_) => Seed::Pcg(seeds.award.get().into()),
    }
}
