//! Floors for other programs: as a graph in DOT and GraphML, and as a Tiled map.

use std::fmt::Write as _;

use basement_floors::{Cell, Floor, RoomKind};
use serde_json::{Value, json};

use crate::record::FloorRecord;

/// Pixels per cell on a Tiled map.
const TILE: i32 = 32;

/// The graph of a floor: rooms as nodes, doors as edges.
///
/// ```
/// use basement_floors::{Backend, Request, Seed};
/// use basement_survey::FloorGraph;
///
/// let flash = Backend::Flash.generator(None, &[])?;
/// let floor = flash.generate(&Request::level(2), Seed::Pcg(7))?;
/// let graph = FloorGraph::new(&floor, "flash article, level 2");
/// assert!(graph.to_dot().starts_with("graph \"flash article, level 2\" {\n"));
/// assert!(graph.to_graphml().contains("source=\"0\" target="));
/// assert_eq!(graph.to_tiled()["orientation"], "orthogonal");
/// # Ok::<(), basement_floors::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloorGraph {
    title: String,
    rooms: Vec<Node>,
    doors: Vec<Edge>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    kind: RoomKind,
    cells: Vec<Cell>,
    shape: Option<u8>,
    depth: Option<u8>,
}

#[derive(Clone, Debug, PartialEq)]
struct Edge {
    rooms: [usize; 2],
    /// The cells on both sides.
    cells: [Cell; 2],
}

impl FloorGraph {
    /// The graph of a floor, with a title.
    #[must_use]
    pub fn new(floor: &Floor, title: &str) -> Self {
        let rooms = floor.rooms().iter().map(|room| Node {
            kind: room.kind,
            cells: room.cells().collect(),
            shape: Some(room.shape.id()),
            depth: Some(room.depth),
        });
        let doors = floor.doors().into_iter().filter_map(|door| {
            let cell = |room: usize, slot| floor.rooms()[room].slot_cell(slot);
            let cells = [cell(door.from, door.slot)?, cell(door.to, door.facing)?];
            Some(Edge { rooms: [door.from, door.to], cells })
        });
        Self { title: title.to_owned(), rooms: rooms.collect(), doors: doors.collect() }
    }

    /// The graph of a recorded floor, with a title. A door is where its two rooms first touch.
    #[must_use]
    pub fn of_record(record: &FloorRecord, title: &str) -> Self {
        let rooms = record.rooms().iter().map(|room| Node {
            kind: room.kind(),
            cells: room.cells().to_vec(),
            shape: room.shape().map(|shape| shape.id()),
            depth: None,
        });
        let rooms: Vec<Node> = rooms.collect();
        let doors = record.doors().iter().filter_map(|[from, to]| {
            let pairs = rooms[*from]
                .cells
                .iter()
                .flat_map(|cell| rooms[*to].cells.iter().map(move |other| [*cell, *other]));
            let cells = pairs.into_iter().find(|[cell, other]| cell.steps_to(*other) == 1)?;
            Some(Edge { rooms: [*from, *to], cells })
        });
        let doors = doors.collect();
        Self { title: title.to_owned(), rooms, doors }
    }

    /// The graph in the language of Graphviz. `neato -n` keeps the places of the rooms.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!("graph \"{}\" {{\n  node [shape=box];\n", quoted(&self.title));
        for (index, room) in self.rooms.iter().enumerate() {
            let (x, y) = room.centre();
            let _ = write!(text, "  {index} [label=\"{0}\", kind=\"{0}\"", room.kind);
            for (name, value) in room.numbers() {
                let _ = write!(text, ", {name}={value}");
            }
            // A Graphviz inch is 72 points, and y increases upwards.
            let _ = writeln!(text, ", pos=\"{},{}\"];", x * 72.0, -y * 72.0);
        }
        for Edge { rooms: [from, to], .. } in &self.doors {
            let _ = writeln!(text, "  {from} -- {to};");
        }
        text + "}\n"
    }

    /// The graph in GraphML, which networkx, igraph, Gephi and yEd read.
    #[must_use]
    pub fn to_graphml(&self) -> String {
        let escaped =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        );
        let mut key = |name: &str, of: &str, kind: &str| {
            let _ = writeln!(
                text,
                "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
            );
        };
        key("title", "graph", "string");
        key("kind", "node", "string");
        key("cells", "node", "string");
        for name in ["x", "y", "shape", "depth"] {
            key(name, "node", "int");
        }
        let _ = writeln!(text, "  <graph id=\"floor\" edgedefault=\"undirected\">");
        let _ = writeln!(text, "    <data key=\"title\">{}</data>", escaped(&self.title));
        for (index, room) in self.rooms.iter().enumerate() {
            let cells: Vec<String> =
                room.cells.iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
            let _ = writeln!(text, "    <node id=\"{index}\">");
            let _ = writeln!(text, "      <data key=\"kind\">{}</data>", room.kind);
            let _ = writeln!(text, "      <data key=\"cells\">{}</data>", cells.join(" "));
            for (name, value) in room.numbers() {
                let _ = writeln!(text, "      <data key=\"{name}\">{value}</data>");
            }
            let _ = writeln!(text, "    </node>");
        }
        for (number, Edge { rooms: [from, to], .. }) in self.doors.iter().enumerate() {
            let _ =
                writeln!(text, "    <edge id=\"door{number}\" source=\"{from}\" target=\"{to}\"/>");
        }
        text + "  </graph>\n</graphml>\n"
    }

    /// A map for the editor Tiled: a layer of tiles by kind of room, a layer of the rooms'
    /// outlines, and a layer of doors.
    #[must_use]
    pub fn to_tiled(&self) -> Value {
        let cells = || self.rooms.iter().flat_map(|room| &room.cells);
        let width = cells().map(|cell| i32::from(cell.x) + 1).max().unwrap_or(0);
        let height = cells().map(|cell| i32::from(cell.y) + 1).max().unwrap_or(0);
        let mut tiles = vec![0; (width * height) as usize];
        for room in &self.rooms {
            for cell in &room.cells {
                tiles[usize::from(cell.y) * width as usize + usize::from(cell.x)] =
                    room.kind as u32 + 1;
            }
        }
        let property =
            |(name, value): (&str, i32)| json!({ "name": name, "type": "int", "value": value });
        let rooms = self.rooms.iter().enumerate().map(|(index, room)| {
            let outline: Vec<Value> = room
                .outline()
                .iter()
                .map(|(x, y)| json!({ "x": x * TILE, "y": y * TILE }))
                .collect();
            let numbers = room.numbers().into_iter().map(|(name, value)| (name, i32::from(value)));
            let properties: Vec<Value> =
                [("index", index as i32)].into_iter().chain(numbers).map(property).collect();
            json!({
                "id": index + 1, "name": room.kind.to_string(), "type": room.kind.to_string(),
                "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0, "visible": true,
                "polygon": outline, "properties": properties,
            })
        });
        let rooms: Vec<Value> = rooms.collect();
        let doors = self.doors.iter().enumerate().map(|(number, door)| {
            let middle = |of: fn(&Cell) -> u8| {
                let [one, other] = &door.cells;
                f64::from(i32::from(of(one)) + i32::from(of(other)) + 1) * f64::from(TILE) / 2.0
            };
            let [from, to] = door.rooms;
            let properties = [("from", from as i32), ("to", to as i32)].map(property);
            json!({
                "id": self.rooms.len() + number + 1, "name": "door", "type": "door", "point": true,
                "x": middle(|cell| cell.x), "y": middle(|cell| cell.y), "width": 0, "height": 0,
                "rotation": 0, "visible": true, "properties": properties,
            })
        });
        let doors: Vec<Value> = doors.collect();
        let kinds = RoomKind::ALL.iter().enumerate();
        let kinds: Vec<Value> =
            kinds.map(|(id, kind)| json!({ "id": id, "type": kind.to_string() })).collect();
        let layer = |id: u32, name: &str, objects: &[Value]| {
            json!({
                "id": id, "name": name, "type": "objectgroup", "draworder": "index", "opacity": 1,
                "visible": true, "x": 0, "y": 0, "objects": objects,
            })
        };
        json!({
            "type": "map", "version": "1.10", "orientation": "orthogonal",
            "renderorder": "right-down", "infinite": false, "width": width, "height": height,
            "tilewidth": TILE, "tileheight": TILE, "nextlayerid": 4,
            "nextobjectid": self.rooms.len() + self.doors.len() + 1,
            "properties": [{ "name": "title", "type": "string", "value": self.title }],
            "tilesets": [{
                "firstgid": 1, "name": "kinds", "columns": 0, "tilecount": kinds.len(),
                "tilewidth": TILE, "tileheight": TILE, "margin": 0, "spacing": 0, "tiles": kinds,
            }],
            "layers": [
                {
                    "id": 1, "name": "kinds", "type": "tilelayer", "width": width, "height": height,
                    "opacity": 1, "visible": true, "x": 0, "y": 0, "data": tiles,
                },
                layer(2, "rooms", &rooms),
                layer(3, "doors", &doors),
            ],
        })
    }
}

impl Node {
    /// Its anchor, and its shape and depth if they are known.
    fn numbers(&self) -> Vec<(&'static str, u8)> {
        let least = |of: fn(&Cell) -> u8| self.cells.iter().map(of).min();
        let numbers = [
            ("x", least(|cell| cell.x)),
            ("y", least(|cell| cell.y)),
            ("shape", self.shape),
            ("depth", self.depth),
        ];
        numbers.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The middle of its cells.
    fn centre(&self) -> (f64, f64) {
        let mean = |of: fn(&Cell) -> u8| {
            let sum: u32 = self.cells.iter().map(|cell| u32::from(of(cell))).sum();
            f64::from(sum) / self.cells.len().max(1) as f64
        };
        (mean(|cell| cell.x), mean(|cell| cell.y))
    }

    /// The corners of its outline in cells, clockwise from the first cell in reading order.
    fn outline(&self) -> Vec<(i32, i32)> {
        let has = |x: i32, y: i32| {
            self.cells.iter().any(|cell| (i32::from(cell.x), i32::from(cell.y)) == (x, y))
        };
        let first = self.cells.iter().min_by_key(|cell| (cell.y, cell.x));
        let Some(start) = first.map(|cell| (i32::from(cell.x), i32::from(cell.y))) else {
            return Vec::new();
        };
        // Follows the walls with the room on the right: straight on unless a wall or a gap is
        // ahead.
        let ((mut x, mut y), (mut dx, mut dy)) = (start, (1, 0));
        let mut corners = vec![start];
        loop {
            (x, y) = (x + dx, y + dy);
            if (x, y) == start {
                return corners;
            }
            // The cells ahead, to the left and to the right of the path.
            let ahead = |side: i32| {
                let (cx, cy) = (2 * x + dx - side * dy, 2 * y + dy + side * dx);
                has((cx - 1) / 2, (cy - 1) / 2)
            };
            let (left, right) = (ahead(-1), ahead(1));
            if left {
                (dx, dy) = (dy, -dx);
            } else if !right {
                (dx, dy) = (-dy, dx);
            } else {
                continue;
            }
            corners.push((x, y));
        }
    }
}
