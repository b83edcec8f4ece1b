//! The parts that a figure is made of, one below the other.

use crate::drawing::{Area, Drawing};
use crate::theme::PHONE_WIDTH;

/// A part of a figure's body, in a strip as wide as the figure.
pub(crate) trait Part {
    /// The height that it needs at a width.
    fn height(&self, width: f64) -> f64;
    /// Draws it from the top of an area down.
    fn draw(&self, drawing: &mut Drawing, area: Area);
}

/// Whether an area of this width is on a phone.
pub(crate) fn is_narrow(width: f64) -> bool {
    width <= PHONE_WIDTH
}

/// A part that draws itself, such as maps.
pub(crate) struct Sketch<H, D> {
    pub(crate) height: H,
    pub(crate) draw: D,
}

impl<H: Fn(f64) -> f64, D: Fn(&mut Drawing, Area)> Part for Sketch<H, D> {
    fn height(&self, width: f64) -> f64 {
        (self.height)(width)
    }

    fn draw(&self, drawing: &mut Drawing, area: Area) {
        (self.draw)(drawing, area);
    }
}
