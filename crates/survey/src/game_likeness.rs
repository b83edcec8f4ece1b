//! How like the games the series of a study are that are of neither game.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::group::GroupResult;
use crate::likeness::{Likeness, likeness};
use crate::study::{LIKENESS_FLOORS, Results};

/// How like a game a series of neither game is, on a level.
///
/// A guest is a series of floors from a file or of a generator of one's own. It is compared with the
/// first series of each game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GuestLikeness {
    /// The guest, by its place in the study.
    pub guest: usize,
    /// The game's first series, by its place in the study.
    pub game: usize,
    /// The level.
    pub level: u8,
    /// Whether the floors lie under Curse of the Labyrinth.
    pub labyrinth: bool,
    /// The distance of the guest from the game.
    pub likeness: Likeness,
}

impl Results {
    /// How like each game each guest is, guest by guest, level by level. Levels without enough floors
    /// ([`LIKENESS_LEAST`](crate::likeness::LIKENESS_LEAST)) are left out.
    ///
    /// It is computed when it is first asked for, from the rows of the first 20,000 floors of each
    /// series at most, which are made again.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use basement_floors::{Backend, Generator};
    /// use basement_survey::{Series, Study};
    ///
    /// // Flash stands in for a generator of yours.
    /// let mine: Arc<dyn Generator> = Arc::from(Backend::Flash.generator(None, &[])?);
    /// let study = Study::new("Mine").floors(400).levels([2]).series(Series::new("Mine", mine));
    /// let study = study.series(Series::new("Flash", Backend::Flash).levels([2]));
    /// let results = study.series(Series::new("Rebirth", Backend::Rebirth)).run(&|_| {})?;
    /// let [flash, rebirth] = results.guest_likeness() else { panic!("two games") };
    /// assert_eq!((flash.game, rebirth.game), (1, 2));
    /// assert!(flash.likeness.upper < rebirth.likeness.lower);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn guest_likeness(&self) -> &[GuestLikeness] {
        self.guests.get_or_init(|| {
            let games = self.first_of_games();
            let is_guest = |group: &&GroupResult| {
                self.study.series.get(group.series).is_some_and(|it| it.backend().is_none())
            };
            let groups: Vec<&GroupResult> = self.groups.iter().filter(is_guest).collect();
            groups.par_iter().flat_map_iter(|group| self.of_guest(group, &games)).collect()
        })
    }

    /// How like each of the games a group of a guest is.
    fn of_guest(&self, group: &GroupResult, games: &[usize]) -> Vec<GuestLikeness> {
        let (guest, level, labyrinth) = group.place();
        // What could not be made again has been changed since: there is nothing to say.
        let rows = |group: &GroupResult| group.measure_rows(LIKENESS_FLOORS).ok();
        let Some(own) = rows(group) else { return Vec::new() };
        let of_game = |game: &usize| {
            let likeness = likeness(&rows(self.group(*game, level, labyrinth)?)?, &own)?;
            Some(GuestLikeness { guest, game: *game, level, labyrinth, likeness })
        };
        games.iter().filter_map(of_game).collect()
    }

    /// The first series of each game.
    fn first_of_games(&self) -> Vec<usize> {
        let backend = |place: usize| self.study.series[place].backend();
        let is_first = |place: &usize| {
            backend(*place).is_some() && (0..*place).all(|other| backend(other) != backend(*place))
        };
        (0..self.study.series.len()).filter(is_first).collect()
    }
}
