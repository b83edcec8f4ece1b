//! Floors and comparisons in words, for tables.

use basement_floors::{Difficulty, RunStage, Unlocks};

use crate::comparison::{LogComparison, Verdict};
use crate::floor::{LoggedAttempt, LoggedEnd, LoggedFloor};

impl LoggedFloor {
    /// Its attempts in words, such as "19 rooms, 12 passes, shapes 12 11 6 8, placing".
    ///
    /// ```
    /// let log = b"Level::Init m_Stage 1, m_StageType 0 Seed 7\ngenerate...\n8 rooms in 5 loops\n";
    /// let floor = &basement_gamelog::LogReader::floors(log)[0];
    /// assert_eq!(floor.attempts_in_words(), ["8 rooms, 5 passes"]);
    /// ```
    #[must_use]
    pub fn attempts_in_words(&self) -> Vec<String> {
        self.attempts.iter().map(|attempt| in_words(attempt, self.tells_shapes)).collect()
    }
}

fn in_words(attempt: &LoggedAttempt, tells_shapes: bool) -> String {
    let mut words = Vec::new();
    match (attempt.rooms, attempt.wanted) {
        (Some(rooms), Some(wanted)) => words.push(format!("{rooms} of {wanted} rooms")),
        (Some(rooms), None) => words.push(counted(rooms, "room", "rooms")),
        (None, _) => {}
    }
    words.extend(attempt.passes.map(|passes| counted(passes, "pass", "passes")));
    if tells_shapes && attempt.rooms.is_some() {
        let shapes: Vec<String> = attempt.shapes.iter().map(u8::to_string).collect();
        words.push(match &shapes[..] {
            [] => "no large rooms".to_owned(),
            shapes => format!("shapes {}", shapes.join(" ")),
        });
    }
    if attempt.forced_dead_ends > 0 {
        words.push(counted(attempt.forced_dead_ends, "forced dead end", "forced dead ends"));
    }
    if attempt.end != LoggedEnd::Unknown {
        words.push(attempt.end.to_string());
    }
    words.join(", ")
}

fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl LogComparison {
    /// The verdict and its readings, such as "agrees (repentance, normal or hard)".
    ///
    /// ```
    /// use basement_gamelog::{LogEngine, LogReader};
    ///
    /// let log = b"Level::Init m_Stage 4, m_StageType 4 Seed 2649606411\ngenerate...\n19 rooms in 12 loops\n";
    /// let comparison = LogEngine::new(None, None, None).compare(&LogReader::floors(log)[0]);
    /// assert_eq!(comparison.verdict_in_words(), "agrees (repentance, normal)");
    /// ```
    #[must_use]
    pub fn verdict_in_words(&self) -> String {
        match self.verdict {
            Verdict::Agrees => format!("agrees ({})", self.readings_in_words()),
            Verdict::Differs => format!("differs ({})", self.readings_in_words()),
            Verdict::NotCompared => "not compared".to_owned(),
        }
    }

    /// The name of the floor that the log tells of, or its stage and type if the engine makes no floor.
    #[must_use]
    pub fn floor_name(&self, logged: &LoggedFloor) -> String {
        match &self.floor {
            Some(made) => RunStage::new((**made).clone()).name(),
            None => format!("stage {}, type {}", logged.stage, logged.stage_type),
        }
    }

    /// The readings: the editions and the modes, and whether only a save without unlocks agrees.
    #[must_use]
    pub fn readings_in_words(&self) -> String {
        let mut editions: Vec<&str> =
            self.readings.iter().map(|reading| reading.edition.name()).collect();
        editions.sort_unstable();
        editions.dedup();
        let has =
            |mode: &&Difficulty| self.readings.iter().any(|reading| reading.difficulty == **mode);
        let modes: Vec<String> =
            Difficulty::ALL.iter().filter(has).map(ToString::to_string).collect();
        let has_all = self.readings.iter().any(|reading| reading.unlocks == Unlocks::All);
        let unlocks = if has_all { "" } else { ", nothing unlocked" };
        format!("{}, {}{unlocks}", editions.join(" or "), modes.join(" or "))
    }
}
