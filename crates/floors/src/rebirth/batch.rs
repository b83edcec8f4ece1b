//! The floors of many seeds of one request.
//!
//! Each floor is made as if it were alone. Only the orders of the bosses' pools (W70), which depend
//! on nothing but the request and the seed, are made for many seeds together.

use basement_model::{Floor, Request, Seed};

use super::Rebirth;
use super::boss_pools::pool_seed;
use super::stage_boss::fixed_boss;
use crate::draws::{GameStream, Order, SIDE_BY_SIDE};
use crate::error::GenerateError;

/// From this many orders on, making them side by side is faster than one after another.
const FEWEST: usize = SIDE_BY_SIDE / 4;

impl Rebirth {
    /// Makes the floor of each seed and hands it to `visit`.
    pub(super) fn visit_batch(
        &self,
        request: &Request,
        seeds: &[Seed],
        visit: &mut dyn FnMut(Result<&Floor, GenerateError>),
    ) {
        if let Err(error) = self.check(request) {
            seeds.iter().for_each(|_| visit(Err(error.clone().into())));
            return;
        }
        for seeds in seeds.chunks(SIDE_BY_SIDE) {
            for (seed, boss_order) in seeds.iter().zip(self.boss_orders(request, seeds)) {
                let done =
                    self.visit_floor(request, *seed, boss_order, &mut (), |floor| visit(Ok(floor)));
                done.unwrap_or_else(|error| visit(Err(error)));
            }
        }
    }

    /// W70: the order of the boss pool for each of up to [`SIDE_BY_SIDE`] seeds. An empty order is
    /// made later, when it is needed.
    fn boss_orders(&self, request: &Request, seeds: &[Seed]) -> [Order; SIDE_BY_SIDE] {
        let is_of_game = |seed: &&Seed| matches!(seed, Seed::Game(_));
        // A stage with a fixed boss leaves nothing to choose.
        let is_fixed = fixed_boss(request.level, request.stage_type, true).is_some();
        let file = self.boss_pool_file(request).filter(|_| !is_fixed);
        let Some(file) = file.filter(|_| seeds.iter().filter(is_of_game).count() >= FEWEST) else {
            return [const { Order::new_const() }; SIDE_BY_SIDE];
        };
        let pool_seeds = core::array::from_fn(|place| {
            let seed = seeds.get(place).filter(is_of_game);
            seed.map_or(0, |seed| pool_seed::<GameStream>(file, request.level, *seed))
        });
        let count = self.catalogue.boss_pools().pool(file).len();
        let mut orders = GameStream::shuffled_side_by_side(pool_seeds, count);
        for (_, order) in seeds.iter().zip(&mut orders).filter(|(seed, _)| !is_of_game(seed)) {
            order.clear();
        }
        orders
    }
}
