//! Ways through a floor.

use basement_floors::{FloorAddress, GenerateError, Generator};
use basement_survey::walk::{Route, Walk};

use crate::Lab;

impl Lab {
    /// A shortest walk on the floor of an address: its rooms in order, and how many doors are passed.
    /// `route` is `full`, `boss` or `items`. `None` if a room that it visits is missing.
    pub(crate) fn walk(&self, address: &str, route: &str) -> Result<Option<Walk>, GenerateError> {
        let route: Route = route.parse()?;
        let address: FloorAddress = address.parse()?;
        let generator = self.generator(&address)?;
        let floor = generator.generate(&address.request, address.stage_seed())?;
        Ok(Walk::of(&floor, route))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_as_long_as_the_measure_says() {
        let lab = Lab::default();
        for seed in 0..20 {
            let address = format!("backend=flash&level=4&seed={seed}");
            let walk = lab.walk(&address, "full").unwrap().unwrap();
            let measured = serde_json::to_value(lab.floor(&address).unwrap()).unwrap();
            assert_eq!(measured["measures"]["full_walk"], walk.doors());
        }
        assert!(lab.walk("level=4", "round").is_err());
    }
}
