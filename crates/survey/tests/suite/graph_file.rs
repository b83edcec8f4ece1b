//! Floors as files for other programs: graphs, and maps for Tiled.

use basement_floors::RoomKind;
use basement_survey::FloorGraph;
use serde_json::Value;

fn record(text: &str) -> FloorGraph {
    FloorGraph::of_record(&text.parse().unwrap(), "a \"floor\" & more")
}

const FLOOR: &str = r#"{"rooms": [
    {"cells": [[0, 0]], "kind": "start"},
    {"cells": [[1, 0], [1, 1], [2, 1]], "kind": "normal"},
    {"cells": [[3, 0], [4, 0], [3, 1], [4, 1]], "kind": "boss"}
]}"#;

/// The corners of a room in cells, as Tiled draws them.
fn outline(graph: &FloorGraph, room: usize) -> Vec<(i64, i64)> {
    let map = graph.to_tiled();
    let tile = map["tilewidth"].as_i64().unwrap();
    let cells = |corner: &Value, axis: &str| {
        let pixels = corner[axis].as_i64().unwrap();
        assert_eq!(pixels % tile, 0);
        pixels / tile
    };
    let corners = map["layers"][1]["objects"][room]["polygon"].as_array().unwrap();
    corners.iter().map(|corner| (cells(corner, "x"), cells(corner, "y"))).collect()
}

#[test]
fn an_outline_goes_around_the_cells() {
    let graph = record(FLOOR);
    assert_eq!(outline(&graph, 0), [(0, 0), (1, 0), (1, 1), (0, 1)]);
    assert_eq!(outline(&graph, 1), [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (1, 2)]);
    assert_eq!(outline(&graph, 2), [(3, 0), (5, 0), (5, 2), (3, 2)]);
    let one = record(r#"{"rooms": [{"cells": [[2, 0], [1, 1], [2, 1]], "kind": "start"}]}"#);
    let corners = [(2, 0), (3, 0), (3, 2), (1, 2), (1, 1), (2, 1)];
    assert_eq!(outline(&one, 0), corners);
}

#[test]
fn texts_are_escaped_and_doors_are_between_their_cells() {
    let graph = record(FLOOR);
    assert!(graph.to_dot().starts_with("graph \"a \\\"floor\\\" & more\" {"));
    assert!(graph.to_dot().contains("  0 -- 1;\n  1 -- 2;\n}"));
    assert!(graph.to_graphml().contains("a \"floor\" &amp; more"));
    let map = graph.to_tiled();
    assert_eq!(map["layers"][2]["objects"][0]["x"], 32.0);
    assert_eq!(map["layers"][2]["objects"][0]["y"], 16.0);
    assert_eq!(map["layers"][0]["data"].as_array().map(Vec::len), Some(10));
    let boss = RoomKind::Boss as u32 + 1;
    assert_eq!(map["layers"][0]["data"][4], boss);
    assert_eq!(map["layers"][0]["data"][2], 0);
}
