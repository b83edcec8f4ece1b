//! Which boss a stage has in the editions whose bosses come from pools (W70).

use basement_model::{BossSet, Request, Seed};
use basement_rooms::{BossEntry, Catalogue};

use super::rules;
use super::stage_boss::{StageBoss, double_trouble, fixed_boss, horseman};
use crate::draws::{Draws, Order, Stream};

/// W2, W70: the triple of the stream that seeds the pools.
const POOLS_TRIPLE: usize = 26;

/// W70: the triple of a pool's own stream.
const POOL_TRIPLE: usize = 17;

/// W70: how many draws of the pool's stream a choice makes.
const DRAWS: usize = 7;

/// W70: the number of tries to find a boss, and of walks in each try.
const TRIES: usize = 10;

/// W70: the boss if none is found in the pool.
pub(super) const LAST_RESORT: u8 = 1;

/// W70: the boss pool of a stage file while a floor is made.
pub(super) struct BossPool<'a, D: Draws> {
    entries: &'a [BossEntry],
    seed: D::Seed,
    /// The order that the run gives to the entries. Empty until it is needed.
    order: Order,
    total: f32,
    stream: D::Seeded,
    /// The bosses that the run has met.
    met: BossSet,
    /// How many bosses the run has chosen from the pool.
    chosen: u8,
}

/// W70: the seed of a stage file's pool in a floor's run.
pub(super) fn pool_seed<D: Draws>(file: u8, stage: u8, seed: Seed) -> D::Seed {
    let mut pools = D::seeded(D::run_seed(stage, seed), POOLS_TRIPLE);
    for _ in 0..file {
        pools.seed();
    }
    pools.seed()
}

impl<'a, D: Draws> BossPool<'a, D> {
    /// The pool of a stage file in a floor's run. `order` is the pool's order if it is already
    /// known, otherwise empty.
    pub(super) fn new(
        catalogue: &'a Catalogue,
        file: u8,
        request: &Request,
        seed: Seed,
        order: Order,
    ) -> Self {
        let entries = catalogue.boss_pools().pool(file);
        let seed = pool_seed::<D>(file, request.level, seed);
        let mut stream = D::seeded(seed, POOL_TRIPLE);
        for _ in 0..DRAWS * usize::from(request.run.bosses_chosen) {
            stream.draw();
        }
        Self {
            entries,
            seed,
            order,
            total: entries.iter().fold(0.0, |total, entry| total + entry.weight),
            stream,
            met: request.run.bosses_met,
            chosen: request.run.bosses_chosen,
        }
    }

    /// W70: the boss of a stage. Every choice that is not fixed makes seven draws.
    pub(super) fn choose(
        &mut self,
        rules: &rules::BossChoice,
        request: &Request,
        stage: u8,
        is_locked: impl Fn(u8) -> bool,
        has_achievement: impl Fn(u16) -> bool,
    ) -> StageBoss {
        let stage_type = request.stage_type;
        if let Some(boss) = fixed_boss(stage, stage_type, has_achievement(34)) {
            return StageBoss { boss, is_fixed: true, double_trouble: None };
        }
        self.chosen = self.chosen.saturating_add(1);
        let draws: [u32; DRAWS] = core::array::from_fn(|_| self.stream.draw());
        let hits = |draw: u32, n: u32| draw.checked_rem(n).unwrap_or(0) == 0;
        let double_trouble = double_trouble(rules, stage)
            .and_then(|(n, first)| (stage_type <= 2 && hits(draws[3], n)).then_some(first));
        let is_conquest = hits(draws[0], 2) && has_achievement(66);
        let horseman = horseman(stage, is_conquest)
            .filter(|_| stage_type < 4 && has_achievement(5) && hits(draws[1], rules.horseman));
        let headless = hits(draws[2], rules.headless_horseman) && !self.met.has(22);
        let is_fallen = stage_type < 4
            && request.run.devil_room_entered
            && hits(draws[4], rules.fallen)
            && !self.met.has(23);
        let boss = match horseman {
            Some(_) if headless => 22,
            Some(horseman) if !self.met.has(horseman) => horseman,
            _ if is_fallen => 23,
            _ => self.walk(is_locked),
        };
        StageBoss { boss, is_fixed: false, double_trouble }
    }

    /// W70: draws a boss of the pool from a copy of its stream.
    fn walk(&mut self, is_locked: impl Fn(u8) -> bool) -> u8 {
        if self.order.is_empty() {
            self.order = D::shuffled(self.seed, self.entries.len());
        }
        let mut stream = self.stream.clone();
        for _ in 0..TRIES {
            let mut x = stream.float() * self.total;
            let mut place = None;
            for _ in 0..TRIES {
                place = self.place_of(x);
                let Some((place, sum)) = place else { break };
                let entry = self.entry(place);
                if self.is_allowed(entry, &is_locked) {
                    return entry.id;
                }
                x = (sum - x) / entry.weight * self.total;
            }
            let Some((place, _)) = place else { continue };
            let count = self.order.len();
            let next = (1..=count).map(|by| self.entry((place + by) % count));
            match next.into_iter().find(|entry| self.is_allowed(entry, &is_locked)) {
                Some(entry) => return entry.id,
                None => self.entries.iter().for_each(|entry| self.met.set(entry.id, false)),
            }
        }
        LAST_RESORT
    }

    /// The first place at which the running sum of the weights exceeds x, and that sum.
    fn place_of(&self, x: f32) -> Option<(usize, f32)> {
        let mut sum = 0.0;
        let mut places = 0..self.order.len();
        let place = places.find(|place| {
            sum += self.entry(*place).weight;
            x < sum
        })?;
        Some((place, sum))
    }

    /// The bosses that the run has met, and how many it has chosen from the pool, after a floor with
    /// these bosses.
    pub(super) fn after(&self, bosses: &[u8]) -> (BossSet, u8) {
        let mut met = self.met;
        bosses.iter().for_each(|boss| met.set(*boss, true));
        (met, self.chosen)
    }

    fn entry(&self, place: usize) -> &'a BossEntry {
        &self.entries[usize::from(self.order[place])]
    }

    fn is_allowed(&self, entry: &BossEntry, is_locked: impl Fn(u8) -> bool) -> bool {
        !self.met.has(entry.id) && !is_locked(entry.id)
    }
}
