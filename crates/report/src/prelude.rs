//! What figures and sections are written with: what a study has measured, and the words, numbers, marks and
//! maps that say it.

pub(crate) use basement_floors::{Backend, RoomKind};
pub(crate) use basement_survey::statistics::{Interval, wilson_interval};
pub(crate) use basement_survey::study::GroupResult;
pub(crate) use basement_survey::{Comparison, Measure, Results, measure};

pub(crate) use crate::article::{PageTable, Section};
pub(crate) use crate::claims::*;
pub(crate) use crate::context::Context;
pub(crate) use crate::figure::*;
pub(crate) use crate::frame::drawn_floor::DrawnFloor;
pub(crate) use crate::layout::{Key, Part, Symbol};
pub(crate) use crate::lexicon::*;
pub(crate) use crate::number::*;
pub(crate) use crate::origin::origin_line;
pub(crate) use crate::panel::maps::{Maps, Sheet};
pub(crate) use crate::parameters;
pub(crate) use crate::plot::*;
pub(crate) use crate::series::*;
pub(crate) use crate::shape::*;
pub(crate) use crate::table::{DIFFERENCE, Table};
pub(crate) use crate::theme::{INK, QUIET};
