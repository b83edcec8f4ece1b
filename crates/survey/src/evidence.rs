//! What a report needs beyond the counts of a study: guesses at secret rooms, and claims about floors.
//!
//! All of it is computed on demand from a group's own generator and its first seeds, so that a
//! study need not plan for it.

use basement_floors::{Generator, RoomKind};

use crate::calibration::{Calibration, calibrate};
use crate::group::{Floors, GroupResult};
use crate::law::{LAWS, LawCounts, count_laws};
use crate::seeds::Seeds;

impl GroupResult {
    /// The generator and the first `floors` of its seeds; `None` for floors from a file.
    fn generated(&self, floors: u64) -> Option<(&dyn Generator, Seeds)> {
        match &self.floors {
            Floors::Generator { generator, seeds } => {
                Some((&**generator, Seeds { count: seeds.count.min(floors), ..*seeds }))
            }
            Floors::File(_) => None,
        }
    }

    /// How well its secret rooms are guessed on the first `floors` floors; `None` for floors from a
    /// file, and if the generator has no posterior or its floors have no secret room.
    #[must_use]
    pub fn secret_guesses(&self, floors: u64) -> Option<Calibration> {
        let (generator, seeds) = self.generated(floors)?;
        let calibration =
            calibrate(generator, &self.request, RoomKind::Secret, seeds, &|_| {}).ok()?;
        (calibration.floors > 0).then_some(calibration)
    }

    /// How often each of [`LAWS`] holds on the first `floors` floors; `None` for floors from a
    /// file.
    #[must_use]
    pub fn laws(&self, floors: u64) -> Option<[LawCounts; LAWS.len()]> {
        let (generator, seeds) = self.generated(floors)?;
        count_laws(generator, &self.request, seeds, &|_| {}).ok()
    }
}
