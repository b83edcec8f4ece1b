//! Names of shapes beside them, where they cover no bar, no outline and no other name.

use crate::axis::Axis;
use crate::drawing::{Area, Drawing, Type};
use crate::font::{shortened, text_width};
use crate::plot::{Facet, PlotMark};
use crate::theme::TICK;

/// Names shapes as near to their highest points as bars and outlines allow.
pub(super) fn name_shapes(drawing: &mut Drawing, plot: Area, facet: &Facet, x: &Axis, y: &Axis) {
    const STEP: f64 = 3.0;
    // What a name must not cover: the bars, and the outline from value to value.
    let mut taken: Vec<Area> = Vec::new();
    for mark in &facet.marks {
        let PlotMark::Shares { shares, width, is_filled, .. } = mark else { continue };
        let mut before = plot.bottom();
        for (value, share) in shares {
            let (left, right) = (x.at(value - width / 2.0), x.at(value + width / 2.0));
            let top = y.at(*share);
            if *is_filled {
                taken.push(Area::new(left, top, right - left, plot.bottom() - top));
            } else {
                taken.push(Area::new(left, top, right - left, 0.0));
                taken.push(Area::new(left, top.min(before), 0.0, (top - before).abs()));
                taken.push(Area::new(right, top, 0.0, plot.bottom() - top));
            }
            before = top;
        }
    }
    for mark in &facet.marks {
        let PlotMark::Shares { shares, hue, name, .. } = mark else { continue };
        let highest = shares.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((value, share)) = highest.filter(|_| !name.is_empty()) else { continue };
        let (at_x, at_y) = (x.at(*value), y.at(*share));
        let name = shortened(name, TICK, true, plot.width);
        let (width, height) = (text_width(&name, TICK, true), TICK * 0.96);
        let columns = ((plot.width - width) / STEP).max(0.0) as u32;
        let rows = ((plot.height - height) / STEP).max(0.0) as u32;
        let spots = (0..=columns).flat_map(|column| (0..=rows).map(move |row| (column, row)));
        let spots = spots.map(|(column, row)| {
            let (dx, dy) = (f64::from(column) * STEP, f64::from(row) * STEP);
            Area::new(plot.x + dx, plot.y + dy, width, height)
        });
        let far = |spot: &Area| {
            let dx = (spot.x - at_x).max(at_x - spot.right()).max(0.0);
            let dy = (spot.y - at_y).max(at_y - spot.bottom()).max(0.0);
            dx.hypot(dy)
        };
        let covered = |spot: &Area| taken.iter().filter(|area| area.touches(spot, 3.0)).count();
        let by_room =
            |a: &Area, b: &Area| covered(a).cmp(&covered(b)).then(far(a).total_cmp(&far(b)));
        let Some(spot) = spots.min_by(by_room) else { continue };
        let look = Type::new(TICK, hue.text).bold().rimmed();
        drawing.text(name, spot.x, spot.y + TICK * 0.74, look);
        taken.push(spot);
    }
}
