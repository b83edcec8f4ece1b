//! The likeness of every series of neither game to each game.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::group::GroupResult;
use crate::likeness::likeness;
use crate::results::{GameLikeness, LIKENESS_FLOORS, Results};

impl Results {
    /// The likeness of every series of neither game to each game, series by series, level by level.
    /// Levels without enough floors ([`LIKENESS_LEAST`](crate::likeness::LIKENESS_LEAST)) are left
    /// out.
    ///
    /// It is computed on first use, from at most the first 20,000 floors of each series, which are
    /// generated or read again.
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
    /// let [flash, rebirth] = results.game_likeness() else { panic!("two games") };
    /// assert_eq!((flash.game, rebirth.game), (1, 2));
    /// assert!(flash.likeness.upper < rebirth.likeness.lower);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    #[must_use]
    pub fn game_likeness(&self) -> &[GameLikeness] {
        if let Some(known) = self.game_likeness.get() {
            return known;
        }
        let games = self.first_of_games();
        let is_of_neither = |group: &&GroupResult| {
            self.study.series.get(group.series).is_some_and(|it| it.backend().is_none())
        };
        // Computed before the cell is locked, as in `likeness`.
        let groups: Vec<&GroupResult> = self.groups.iter().filter(is_of_neither).collect();
        let computed =
            groups.par_iter().flat_map_iter(|group| self.of_group(group, &games)).collect();
        self.game_likeness.get_or_init(|| computed)
    }

    fn of_group(&self, group: &GroupResult, games: &[usize]) -> Vec<GameLikeness> {
        let (series, level, labyrinth) = group.place();
        // If floors cannot be made again, their source has changed: there is nothing to compare.
        let rows = |group: &GroupResult| group.measure_rows(LIKENESS_FLOORS).ok();
        let Some(own) = rows(group) else { return Vec::new() };
        let of_game = |game: &usize| {
            let likeness = likeness(&rows(self.group(*game, level, labyrinth)?)?, &own)?;
            Some(GameLikeness { series, game: *game, level, labyrinth, likeness })
        };
        games.iter().filter_map(of_game).collect()
    }

    fn first_of_games(&self) -> Vec<usize> {
        let backend = |place: usize| self.study.series[place].backend();
        let is_first = |place: &usize| {
            backend(*place).is_some() && (0..*place).all(|other| backend(other) != backend(*place))
        };
        (0..self.study.series.len()).filter(is_first).collect()
    }
}
