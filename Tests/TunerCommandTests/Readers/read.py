# SPDX-License-Identifier: MIT
"""Reads one result of `tuner analyze` with software that knows nothing of ours, and prints JSON.

    read.py csv|json|ndjson|labels|jams|svl|midi|html FILE [SCHEMA-DIRECTORY]

Ends with a traceback where the file breaks a rule of its format.
"""

import csv
import json
import pathlib
import sys
import unittest.mock
import xml.etree.ElementTree as tree
from html.parser import HTMLParser


def no_constant(word):
    raise ValueError(f"{word} is no JSON")


def validator(directory, name):
    import jsonschema
    import referencing

    schemas = [json.loads(path.read_text()) for path in pathlib.Path(directory).glob("*.schema.json")]
    registry = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas
    )
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)
    (schema,) = [s for s in schemas if s["$id"] == f"urn:headstock:{name}:1"]
    return jsonschema.Draft202012Validator(schema, registry=registry)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    assert all(len(row) == len(rows[0]) for row in rows)
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def read_json(path, directory):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    document = json.loads(text, parse_constant=no_constant)
    validator(directory, document["schema"].split("/")[0]).validate(document)
    return document


def read_ndjson(path, directory):
    lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    assert lines.pop() == "", "the last line has an end"
    objects = [json.loads(line, parse_constant=no_constant) for line in lines]
    check = validator(directory, objects[0]["schema"].split("/")[0])
    for value in objects:
        check.validate(value)
    return objects


def read_labels(path):
    """Start, end and text with tabs between, as Audacity's manual has them."""
    labels = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        start, end, text = line.split("\t")
        assert 0 <= float(start) <= float(end)
        labels.append({"start": float(start), "end": float(end), "text": text})
    assert labels == sorted(labels, key=lambda label: label["start"])
    return labels


def read_jams(path):
    # The package imports mir_eval to compare annotations, which takes more time than all the rest.
    # Neither reading nor validation uses it.
    for name in ("mir_eval", "mir_eval.sonify", "mir_eval.util"):
        sys.modules[name] = unittest.mock.MagicMock()
    import jams

    document = jams.load(str(path), validate=True, strict=True, fmt="jams")
    document.validate(strict=True)
    annotation, *tags = document.annotations
    assert [t.namespace for t in tags] in ([], ["tag_open"])
    return {
        "tags": [o.value for t in tags for o in t.data],
        "title": document.file_metadata.title,
        "duration": document.file_metadata.duration,
        "namespace": annotation.namespace,
        "sandbox": dict(annotation.sandbox),
        "data": [
            {"time": o.time, "duration": o.duration, "value": o.value, "confidence": o.confidence}
            for o in annotation.data
        ],
    }


def read_svl(path):
    """The rules of Sonic Visualiser's own reader: what refers to what, and which attributes are
    numbers."""
    root = tree.parse(path).getroot()
    assert root.tag == "sv" and [child.tag for child in root] == ["data", "display"]
    data, display = root
    assert [child.tag for child in data] in (
        ["model", "dataset"],
        ["model", "dataset"] * 2,
    ), "a model names its dataset first"
    model, dataset, *instants = data
    layer, *second = display
    assert 2 * len(second) == len(instants)
    chords = svl_chords(*instants, *second) if instants else []
    assert len({model.get("id"), dataset.get("id"), layer.get("id")}) == 3
    assert model.get("dataset") == dataset.get("id") and layer.get("model") == model.get("id")
    assert model.get("type") == "sparse" and model.get("dimensions") == dataset.get("dimensions")
    assert int(model.get("resolution")) >= 1 and int(model.get("sampleRate")) > 0
    notes = model.get("subtype") == "note"
    assert (layer.get("type"), model.get("dimensions")) == (
        ("notes", "3") if notes else ("timevalues", "2")
    )
    return {
        "name": model.get("name"),
        "rate": int(model.get("sampleRate")),
        "units": model.get("units"),
        "points": svl_points(model, dataset, notes),
        "chords": chords,
    }


def svl_chords(places, times, layer):
    """The instants of a second layer."""
    assert (layer.get("type"), places.get("dimensions")) == ("timeinstants", "1")
    assert places.get("dataset") == times.get("id") and layer.get("model") == places.get("id")
    assert times.get("dimensions") == "1" and int(places.get("sampleRate")) > 0
    return [{"frame": int(p.get("frame")), "label": p.get("label")} for p in times]


def svl_points(model, dataset, notes):
    """The points of a layer in their order, within the bounds of its model."""
    low, high = float(model.get("minimum")), float(model.get("maximum"))
    points, last = [], -1
    for point in dataset:
        assert point.tag == "point"
        frame, value = int(point.get("frame")), float(point.get("value"))
        assert frame >= last and low <= value <= high
        last = frame
        entry = {"frame": frame, "value": value, "label": point.get("label")}
        if notes:
            entry["duration"] = int(point.get("duration"))
            assert entry["duration"] >= 0 and 0 <= float(point.get("level")) <= 1
        points.append(entry)
    return points


def read_midi(path):
    """The pitch that a synthesiser would play: A4 = 440 Hz, with the bend and its range."""
    import mido

    file = mido.MidiFile(path, charset="utf-8", clip=False)
    (track,) = file.tracks
    seconds, bend, controls, sounding, notes, program = 0.0, 0, {}, {}, [], None
    markers = []
    tempo, bend_range = 500000, 2.0
    for message in track:
        seconds += mido.tick2second(message.time, file.ticks_per_beat, tempo)
        if message.type == "set_tempo":
            tempo = message.tempo
        elif message.type == "control_change":
            controls[message.control] = message.value
            if message.control == 6 and (controls.get(101), controls.get(100)) == (0, 0):
                bend_range = float(message.value)
        elif message.type == "marker":
            markers.append({"text": message.text, "time": seconds})
        elif message.type == "program_change":
            program = message.program
        elif message.type == "pitchwheel":
            assert not sounding, "a bend would move the note before"
            bend = message.pitch
        elif message.type == "note_on" and message.velocity > 0:
            assert not sounding
            key = message.note + bend / 8192 * bend_range
            sounding[message.note] = (seconds, 440 * 2 ** ((key - 69) / 12), message)
        elif message.type in ("note_off", "note_on"):
            start, hertz, on = sounding.pop(message.note)
            notes.append(
                {"start": start, "end": seconds, "hertz": hertz, "key": on.note, "velocity": on.velocity}
            )
    assert not sounding and track[-1].type == "end_of_track"
    return {"type": file.type, "name": track.name, "program": program, "notes": notes,
            "markers": markers}


class Page(HTMLParser):
    """Collects what a page refers to, what it says, and whether its tags are balanced."""

    EMPTY = {"meta", "br", "hr", "link", "col", "img", "input", "source"}

    def __init__(self):
        super().__init__()
        self.open, self.references, self.headings, self.tags = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.references += [v for k, v in attributes if k in ("src", "href", "srcset", "action", "data")]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def read_html(path):
    page = Page()
    page.feed(pathlib.Path(path).read_text(encoding="utf-8"))
    page.close()
    assert not page.open
    return {
        "headings": page.headings,
        "references": sorted({reference.split(",")[0][:40] for reference in page.references}),
        "players": page.tags.count("audio"),
        "pictures": page.tags.count("svg"),
    }


def main():
    kind, path, *rest = sys.argv[1:]
    result = globals()[f"read_{kind}"](path, *rest)
    json.dump(result, sys.stdout, ensure_ascii=False, allow_nan=False)


main()
