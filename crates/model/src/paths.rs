//! Every path through a random procedure, each walked once with its probability.
//!
//! This module does not know what is decided. A procedure asks for one of up to `N` answers at a
//! time; repeating its run walks the whole tree of decisions, depth first.

/// A walk over all paths. Each decision has at most `N` answers.
#[derive(Debug)]
pub struct Paths<const N: usize> {
    /// The decisions of the current path, from the first.
    steps: Vec<Step<N>>,
    /// How many of them the current run has reached.
    met: usize,
    /// The probability of the answers that the current run has given.
    probability: f64,
}

/// One decision on a path.
#[derive(Debug)]
struct Step<const N: usize> {
    /// How likely each answer is.
    probabilities: [f64; N],
    /// The answer that the current path takes.
    answer: usize,
}

impl<const N: usize> Step<N> {
    /// Takes the first possible answer, starting at `first`. Returns whether there is one.
    fn take_from(&mut self, first: usize) -> bool {
        let next = (first..N).find(|answer| self.probabilities[*answer] > 0.0);
        self.answer = next.unwrap_or(self.answer);
        next.is_some()
    }
}

impl<const N: usize> Paths<N> {
    /// A walk at the beginning of its first path.
    #[must_use]
    pub const fn start() -> Self {
        Self { steps: Vec::new(), met: 0, probability: 1.0 }
    }

    /// The current path's answer to the next decision of a run.
    pub fn decide(&mut self, probabilities: [f64; N]) -> usize {
        if self.met == self.steps.len() {
            let mut step = Step { probabilities, answer: 0 };
            step.take_from(0);
            self.steps.push(step);
        }
        let step = &self.steps[self.met];
        self.met += 1;
        self.probability *= step.probabilities[step.answer];
        step.answer
    }

    /// [`Paths::decide`] between yes, with this probability, and no.
    pub fn decide_yes(&mut self, probability: f64) -> bool {
        let mut probabilities = [0.0; N];
        (probabilities[0], probabilities[1]) = (probability, 1.0 - probability);
        self.decide(probabilities) == 0
    }

    /// The probability of the path, once its run is over.
    #[must_use]
    pub const fn probability(&self) -> f64 {
        self.probability
    }

    /// Moves to the beginning of the next path. Returns whether there is one.
    pub fn advance(&mut self) -> bool {
        (self.met, self.probability) = (0, 1.0);
        while let Some(step) = self.steps.last_mut() {
            if step.take_from(step.answer + 1) {
                return true;
            }
            self.steps.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_possible_path_is_walked_once_with_its_probability() {
        let mut paths = Paths::<3>::start();
        let mut walked = Vec::new();
        loop {
            let first = paths.decide([0.5, 0.0, 0.5]);
            let second = (first == 0).then(|| paths.decide_yes(0.25));
            walked.push((first, second, paths.probability()));
            if !paths.advance() {
                break;
            }
        }
        assert_eq!(walked, [(0, Some(true), 0.125), (0, Some(false), 0.375), (2, None, 0.5)]);
    }
}
