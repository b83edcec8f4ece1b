"""The floors of the rule vectors, which every engine makes (tests/fixtures/rule-vectors.json)."""

import json
from pathlib import Path
from urllib.parse import parse_qsl

import basement_lab as lab

VECTORS = Path(__file__).parents[2] / "tests/fixtures/rule-vectors.json"
NUMBERS = {"flags", "achievements", "bosses_met"}


def value(text):
    """Read a number, or true or false."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def line(address):
    """Write the floor of an address in one line, as in the vectors."""
    rules, options = {}, {}
    for key, text in parse_qsl(address, keep_blank_values=True):
        name = key.replace("-", "_")
        if name == "set":
            path, given = text.split("=")
            rules[path] = value(given)
        elif name == "item":
            options.setdefault(name, []).append(text)
        elif name in NUMBERS:
            options[name] = [int(number) for number in text.split(",") if number]
        elif text == "":
            options[name] = True
        else:
            options[name] = value(text)
    backend, edition = options.pop("backend"), options.pop("edition")
    try:
        floor = lab.Generator(backend, edition, rules=rules).floor(**options).to_dict()
    except lab.GenerationError:
        return "gave up"
    rooms = [
        f"{room['x']},{room['y']},{room['shape']},{room['depth']},{room['kind']},{room['slots']},"
        + str(room.get("interior", "-"))
        for room in floor["rooms"]
    ]
    head = f"{floor['attempts']} {floor['draws']} {floor['wanted']}"
    dead_ends = ",".join(str(number) for number in floor["dead_ends"])
    return f"{head}: {' '.join(rooms)} | {dead_ends}"


def test_the_package_makes_the_floors_of_the_rule_vectors():
    """Each is made with the rules as they are, and with a parameter of its rule changed."""
    vectors = json.loads(VECTORS.read_text())
    assert len(vectors) > 400
    for vector in vectors:
        assert line(vector["address"]) == vector["floor"], vector["address"]
        if "set" in vector:
            changed = f"{vector['address']}&set={vector['set']}"
            assert line(changed) == vector["changed"], changed
