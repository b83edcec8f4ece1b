//! Rooms with insides: the catalogue (L1) and the choice of a room from it (L2).

mod catalogue;
mod choice;
mod embedded;

pub use catalogue::{Catalogue, CatalogueRoom, RoomType};

pub(crate) use choice::{Wanted, Weights};
