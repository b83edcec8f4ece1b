//! The random questions of a rule, answered by a stream of draws or in all possible ways.

/// The random questions of a rule, each answered yes or no.
///
/// Every [stream](crate::draws::Stream) of draws is a source of answers. Each question costs it one
/// draw, so a rule asks them in the order of the game's draws.
pub(crate) trait Trials {
    /// "1/n" of the rules: whether `random(n)` is 0. The answer is yes for n = 0.
    fn one_in(&mut self, n: u32) -> bool;

    /// Whether a random float of the rules (R3) is below a chance.
    fn float_below(&mut self, chance: f64) -> bool;
}
