//! Many floors, folded into any value.

use basement_floors::{Floor, Generator};

use crate::error::SurveyError;
use crate::fold::{Pass, each_floor};
use crate::sample::Sample;

impl<G: Generator + ?Sized> Sample<'_, G> {
    /// Generates a floor for each seed and folds the floors into a value of any type, on all cores.
    ///
    /// Each thread begins with `new` and hands `visit` the number of each seed with its floor, or
    /// `None` if the generator gives up; `merge` joins the values of two threads. The result is the
    /// same for any number of threads if the order does not matter to `merge`.
    ///
    /// ```
    /// use basement_floors::{Backend, Request, RoomKind};
    /// use basement_survey::{Sample, Seeds};
    ///
    /// let rebirth = Backend::Rebirth.generator(None, &[])?;
    /// let sample = Sample::of(&*rebirth).request(&Request::level(3)).seeds(Seeds::run(1, 500));
    /// let doors_of_shops = sample.fold(
    ///     || 0,
    ///     |doors, _, floor| {
    ///         let Some(floor) = floor else { return };
    ///         let shops: Vec<usize> = floor.all_of(RoomKind::Shop).collect();
    ///         *doors += floor.doors().iter().filter(|door| shops.contains(&door.to)).count();
    ///     },
    ///     |doors, others| *doors += others,
    /// )?;
    /// assert!(doors_of_shops > 200);
    /// # Ok::<(), basement_survey::SurveyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Sample::run`].
    pub fn fold<T: Send>(
        self,
        new: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u64, Option<&Floor>) + Sync,
        merge: impl Fn(&mut T, T),
    ) -> Result<T, SurveyError> {
        let Self { generator, request, seeds, progress, .. } = self;
        seeds.last()?;
        let (found, _) = Pass::over(seeds.first, seeds.count, progress).fold(
            new,
            |found, numbers| {
                each_floor(generator, &request, &seeds, numbers, |number, floor| {
                    visit(found, number, floor);
                    Ok::<(), SurveyError>(())
                })
            },
            merge,
        )?;
        Ok(found)
    }
}
