//! Both floor generators of *The Binding of Isaac*, written to be read.
//!
//! The rules of both games are on the project's rules page, `docs/rules.md`, each with an id:
//! [F1](basement_model::rules#f1) to [F25](basement_model::rules#f25) for the Flash game of 2011,
//! [R1](basement_model::rules#r1) to [R39](basement_model::rules#r39) for its remake Rebirth,
//! [W1](basement_model::rules#w1) to [W90](basement_model::rules#w90) for every draw of Rebirth's
//! rooms, [L1](basement_model::rules#l1) to [L4](basement_model::rules#l4) for their interiors.
//! This crate is that page as code: one function for each rule, in the page's order and in its
//! words, with the id in the first line of its documentation. Nothing in it is optimised.
//!
//! `basement-floors` has the same rules as fast code. The two share only names, the parameters of
//! the rules and the catalogue of rooms, and the project's tests compare them, draw for draw. Read
//! this crate to learn how a floor is made; use the other to generate a million floors.
//!
//! ```
//! use basement_floors::rebirth::Edition;
//! use basement_floors::{Generator, Request, RunSeed};
//! use basement_reference::PlainRebirth;
//!
//! let run: RunSeed = "B911 99AC".parse()?;
//! let floor = PlainRebirth::new(Edition::Repentance)
//!     .generate(&Request::level(1), run.stage_seed(1))?;
//! println!("{floor}"); // a map
//! # Ok::<(), basement_floors::GenerateError>(())
//! ```
//!
//! # A floor of the Flash game
//!
//! The [board](flash::board) has nine columns and eight rows, and every room covers one cell.
//! Before anything is placed, the game draws [a curse](flash::target::curse) and
//! [how many rooms](flash::target::target) it wants: 7 or 8 on the first level, two or three more
//! on each further one.
//!
//! Then the plan [grows](flash::growth::grow) like a flood from the start room. Each cell has
//! [a turn](flash::growth::take_turn), in which it tries its four neighbours. A neighbour becomes
//! a room if a coin allows it, if it is free, and if no second room touches it. That last
//! condition is why Flash floors are trees: corridors that branch and never meet. A cell whose turn
//! added nothing is an *end room*. If the flood ran dry too early,
//! [the attempt is thrown away](flash::growth::check_grown) and growth begins again.
//!
//! The rest is about end rooms. The last one is [the boss room](flash::boss::place_boss): the flood
//! reached it last, so it is usually far away. In the shipped game, another is the [super secret
//! room](flash::special::place_super_secret). The [secret room](flash::secret::place_secret_room)
//! is not an end room but a new one. Cells are drawn until one is found between three rooms; [the
//! longer the search lasts](flash::secret::strictness), the weaker its test. [Shop and treasure
//! room](flash::special::place_guaranteed_rooms) take end rooms at random, and then six kinds of
//! [optional rooms](flash::special::place_optional_rooms), from sacrifice room to arcade, try their
//! luck. Finally, every normal room gets [an interior](flash::interiors::draw_interiors) from pools
//! of easy, medium and hard rooms.
//!
//! A floor under the Curse of the Labyrinth is larger: it has a
//! [second boss room](flash::boss::place_second_boss) beside the first, keeps
//! [six end rooms](flash::labyrinth::keep_last_end_rooms), and
//! [adds rooms](flash::labyrinth::add_rooms) where they close rings.
//!
//! [`flash::attempt`] has all of this in twenty lines.
//!
//! # A floor of Rebirth
//!
//! The [board](rebirth::board) has thirteen columns and rows, and rooms have [twelve
//! shapes](rebirth::shapes::OUTLINES). The seed that a player types gives [a seed for each
//! stage](seeds::stage_seed), and that seed opens [three streams](rebirth::Streams) of random
//! numbers. From them come [the curse](rebirth::target::curse), [how many
//! rooms](rebirth::target::wanted_rooms) are wanted, and how many [dead
//! ends](rebirth::target::min_dead_ends) a layout must have.
//!
//! The layout [grows](rebirth::growth::grow) from the start room. Rooms wait in a queue. The one at
//! its head lists its [candidates](rebirth::candidates::candidates): a small room behind every
//! door, and now and then a larger one. They are shuffled and tried in turn, up to [a
//! limit](rebirth::growth::limit) that coins decide. A candidate [is
//! skipped](rebirth::growth::may_be_placed) when a second room touches the cell by which it is
//! entered, or when [doors do not meet](rebirth::board::Board::doors_meet). Large rooms can still
//! touch others with their far ends, so Rebirth's floors have rings, and Flash's do not.
//!
//! When the rooms are placed, the [dead ends](rebirth::dead_ends::mark_dead_ends) are marked, [some
//! are added](rebirth::dead_ends::add_dead_ends) if there are too few, and they are
//! [ordered](rebirth::dead_ends::deepest_first), the deepest first. A layout with too few of them
//! [is thrown away](rebirth::dead_ends::check_dead_ends).
//!
//! Special rooms then take dead ends in that order. Each is a concrete room,
//! [picked](rebirth::pick::pick) from a catalogue, and a dead end that takes it [changes its
//! shape](rebirth::dead_ends::anchor_for) to fit. First comes [the
//! boss](rebirth::bosses::place_bosses), which [eleven rows of
//! chances](rebirth::boss_choice::Chooser::boss) or [a pool](rebirth::boss_pools::BossPool::choose)
//! choose. Then come the [super secret room](rebirth::special::place_super_secret_rooms),
//! [shop](rebirth::special::place_shop) and [treasure
//! room](rebirth::special::place_treasure_rooms), then the rooms that [come by
//! chance](rebirth::optional), with [curse rooms](rebirth::curse_rooms::place_curse_rooms) and [a
//! mini-boss](rebirth::mini_boss::place_mini_boss) among them. If a guaranteed room finds no place,
//! the attempt is thrown away as a whole.
//!
//! The [secret room](rebirth::secret::place_secret_rooms) is added to the plan. Every empty cell
//! [draws a score](rebirth::secret::find_cell), which is greatest where three or four doors face
//! it. The [ultra secret room](rebirth::ultra_secret::place_ultra_secret_room) is two steps away
//! from other rooms. Finally, every [ordinary room](rebirth::ordinary::place_ordinary_rooms) is
//! picked, and each room gets [seeds](rebirth::placing::room_seeds) for everything that the game
//! will draw in it.
//!
//! [`rebirth::attempt`] and [`rebirth::place_special_rooms`] have all of this in order.
//!
//! # What is an interface here
//!
//! [`PlainFlash`] and [`PlainRebirth`] are [generators](basement_floors::Generator) like any other.
//! The functions of the modules are public so that they can be read, linked and quoted; they change
//! as the rules page does.

mod finished;
pub mod flash;
pub mod rebirth;
pub mod seeds;
pub mod stream;

pub use flash::PlainFlash;
pub use rebirth::PlainRebirth;

/// [F7](basement_model::rules#f7): the attempt is thrown away as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected;
