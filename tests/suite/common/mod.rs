//! What several test files share: every backend in every edition.

#![allow(dead_code, unreachable_pub, reason = "several test files use parts of it")]

use basement_lab::{Backend, Generator, Request};

/// A generator with its name and the levels that it has.
pub struct Subject {
    pub backend: Backend,
    pub edition: &'static str,
    pub generator: Box<dyn Generator>,
    pub levels: Vec<u8>,
}

/// Every backend in every edition.
pub fn subjects() -> Vec<Subject> {
    Backend::ALL
        .iter()
        .copied()
        .flat_map(|backend| backend.editions().iter().map(move |edition| (backend, *edition)))
        .map(|(backend, edition)| {
            let generator = backend.generator(edition, &[]).expect("an edition of the list");
            let has_level = |level: &u8| generator.chances(&Request::level(*level), None).is_ok();
            let levels = (1..=13).filter(has_level).collect();
            Subject { backend, edition, generator, levels }
        })
        .collect()
}
