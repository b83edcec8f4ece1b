//! The boss pools of `repentance` ([W70](basement_model::rules#w70)).
//!
//! Every stage file has a pool of bosses with weights. A run shuffles each pool once, and draws
//! from it with one stream for the whole run. So a floor has to know how many bosses were chosen
//! before it.

use basement_floors::rebirth::RebirthRules;
use basement_model::{Request, RunSeed, Seed};
use basement_rooms::Catalogue;
use rand_mt::Mt;

use super::boss_choice::{self, StageBoss};
use super::bosses::achievement_of;
use super::run_memory::RunMemory;
use crate::stream::{POOL, SHUFFLE, START, Stream, StreamSeed};

/// [W70](basement_model::rules#w70): how many draws of the pool's stream each choice makes.
pub const DRAWS_OF_A_CHOICE: usize = 7;

/// [W70](basement_model::rules#w70): the boss if the pool gives none: Monstro.
pub const LAST_RESORT: u32 = 1;

/// [W70](basement_model::rules#w70): a boss of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The boss.
    pub boss: u32,
    /// Its weight.
    pub weight: f32,
}

/// [W70](basement_model::rules#w70): the pool of a floor's stage file.
#[derive(Clone, Debug)]
pub struct BossPool {
    /// Its stream. A failed attempt leaves the stream where it stopped.
    pub stream: Stream,
    /// Its bosses, shuffled.
    pub entries: Vec<Entry>,
    /// The sum of their weights in the file's order.
    pub total: f32,
    /// How many bosses the run has chosen from it.
    pub chosen: u8,
}

impl BossPool {
    /// [W70](basement_model::rules#w70): the pool of a floor. The run's start stream has a step for
    /// each pool, by the number of its stage file, and that step seeds the pool's stream and its
    /// shuffle. The stream is then advanced past the bosses that were chosen before.
    #[must_use]
    pub fn open(catalogue: &Catalogue, request: &Request, seed: Seed, file: u8) -> Self {
        let run_seed = match seed {
            Seed::Game(stage_seed) => {
                StreamSeed::Game(RunSeed::from_stage_seed(request.level, stage_seed).get())
            }
            Seed::Pcg(seed) => StreamSeed::Pcg(seed),
        };
        let mut start = Stream::seeded(run_seed, START);
        for _ in 0..file {
            start.draw_seed();
        }
        let pool_seed = start.draw_seed();
        let mut stream = Stream::seeded(pool_seed, POOL);
        let pool = catalogue.boss_pools().pool(file).iter();
        let mut entries: Vec<Entry> =
            pool.map(|entry| Entry { boss: entry.id.into(), weight: entry.weight }).collect();
        let total = entries.iter().fold(0.0_f32, |sum, entry| sum + entry.weight);
        shuffle(&mut entries, pool_seed);
        for _ in 0..DRAWS_OF_A_CHOICE * usize::from(request.run.bosses_chosen) {
            stream.draw();
        }
        Self { stream, entries, total, chosen: request.run.bosses_chosen }
    }

    /// [W70](basement_model::rules#w70): the boss of a stage. Fixed bosses make no draw. Otherwise
    /// seven draws are made: three of them decide about a horseman, one about double trouble, and
    /// one about The Fallen. If neither a horseman nor The Fallen comes, the pool is walked.
    pub fn choose(
        &mut self,
        rules: &RebirthRules,
        run: &mut RunMemory,
        stage: u8,
        stage_type: u8,
    ) -> StageBoss {
        if let Some(boss) = boss_choice::fixed_boss(run, stage, stage_type) {
            return StageBoss { boss, is_fixed: true, double_trouble: None };
        }
        self.chosen = self.chosen.saturating_add(1);
        let draws: [u32; DRAWS_OF_A_CHOICE] = std::array::from_fn(|_| self.stream.draw());
        let is_main_path = stage_type < 4;
        let boss = is_main_path
            .then(|| horseman(rules, run, stage, draws).or_else(|| fallen(rules, run, draws)))
            .flatten();
        let double_trouble = boss_choice::double_trouble(rules, stage)
            .filter(|(_, one_in)| is_main_path && draws[3].is_multiple_of(*one_in))
            .map(|(first, _)| first);
        let boss = boss.unwrap_or_else(|| self.draw_boss(run));
        StageBoss { boss, is_fixed: false, double_trouble }
    }

    /// [W70](basement_model::rules#w70): a boss of the pool, from a copy of its stream: the first
    /// of ten tries that does not fail.
    fn draw_boss(&self, run: &mut RunMemory) -> u32 {
        let mut stream = self.stream.clone();
        if self.entries.is_empty() {
            return LAST_RESORT;
        }
        for _ in 0..10 {
            let x = stream.float() * self.total;
            if let Some(boss) = self.walk(run, x) {
                return boss;
            }
        }
        LAST_RESORT
    }

    /// [W70](basement_model::rules#w70): one try. The entries are walked to the first whose running
    /// sum is above x. If that boss is locked or was met, the position of x within its entry gives
    /// a new x, and the entries are walked again, at most ten times. Then the next allowed one in a
    /// circle is taken. If none is allowed, the bosses of the pool count as not met from then on,
    /// and the try fails.
    pub fn walk(&self, run: &mut RunMemory, mut x: f32) -> Option<u32> {
        let mut last = 0;
        for _ in 0..10 {
            let mut sum = 0.0_f32;
            last = self.entries.iter().position(|entry| {
                sum += entry.weight;
                x < sum
            })?;
            let Entry { boss, weight } = self.entries[last];
            if is_allowed(run, boss) {
                return Some(boss);
            }
            x = ((sum - x) / weight) * self.total;
        }
        let count = self.entries.len();
        let in_a_circle = (1..=count).map(|step| self.entries[(last + step) % count].boss);
        let next = in_a_circle.into_iter().find(|boss| is_allowed(run, *boss));
        if next.is_none() {
            for entry in &self.entries {
                run.bosses_met.set(number(entry.boss), false);
            }
        }
        next
    }
}

/// [W70](basement_model::rules#w70): a horseman, on the first floors of the chapters.
fn horseman(
    rules: &RebirthRules,
    run: &RunMemory,
    stage: u8,
    draws: [u32; DRAWS_OF_A_CHOICE],
) -> Option<u32> {
    let odds = &rules.boss_choice;
    if !draws[1].is_multiple_of(odds.horseman) || !run.achievements.has(5) {
        return None;
    }
    let of_the_stage = match stage {
        1 => 9,
        3 => 10,
        5 => 11,
        7 if draws[0].is_multiple_of(2) && run.achievements.has(66) => 38,
        7 => 12,
        _ => return None,
    };
    if draws[2].is_multiple_of(odds.headless_horseman) && !was_met(run, 22) {
        return Some(22);
    }
    Some(of_the_stage).filter(|boss| !was_met(run, *boss))
}

/// [W70](basement_model::rules#w70): The Fallen, once a devil room was entered.
fn fallen(rules: &RebirthRules, run: &RunMemory, draws: [u32; DRAWS_OF_A_CHOICE]) -> Option<u32> {
    let is_hit = draws[4].is_multiple_of(rules.boss_choice.fallen);
    (is_hit && run.state.devil_room_entered && !was_met(run, 23)).then_some(23)
}

/// W70: whether a boss has left its pool.
fn was_met(run: &RunMemory, boss: u32) -> bool {
    run.bosses_met.has(number(boss))
}

/// W70: a boss's number in a set of bosses. The game has no number above 102.
pub(super) fn number(boss: u32) -> u8 {
    u8::try_from(boss).unwrap_or(u8::MAX)
}

/// W70: whether a pool may give a boss: it was not met, and is not locked.
fn is_allowed(run: &RunMemory, boss: u32) -> bool {
    let is_unlocked =
        achievement_of(boss).is_none_or(|achievement| run.achievements.has(achievement));
    is_unlocked && !was_met(run, boss)
}

/// [W70](basement_model::rules#w70): shuffles a pool: from the last down, each entry changes places
/// with a drawn one that is not behind it. The game draws with MT19937.
fn shuffle(entries: &mut [Entry], pool_seed: StreamSeed) {
    let mut draw: Box<dyn FnMut() -> u32> = match pool_seed {
        StreamSeed::Game(seed) => {
            let mut twister = Mt::new(seed);
            Box::new(move || twister.next_u32())
        }
        StreamSeed::Pcg(_) => {
            let mut stream = Stream::seeded(pool_seed, SHUFFLE);
            Box::new(move || stream.draw())
        }
    };
    for last in (1..entries.len()).rev() {
        let other = draw() % (last as u32 + 1);
        entries.swap(last, other as usize);
    }
}
