#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the expected values of TuningTests: strings, pitches and temperaments of other programs.

    python3 -m venv .build/golden && .build/golden/bin/pip install --no-deps \\
      mingus==0.6.1 six==1.17.0 music21==10.5.1 tuning-library==0.1.0
    apt-get download lilypond-data musescore3-common
    for package in *.deb; do dpkg-deb -x "$package" .build/golden/debs; done
    .build/golden/bin/python scripts/golden-tunings.py .build/golden/debs \\
      Tests/TuningTests/Resources

Strings come from mingus, LilyPond and MuseScore. A tuning that none of them lists comes from the
document that CITED names; it must equal a listed tuning, transposed by the interval in its
definition. Frequencies come from the Surge Synth Team's tuning library, and the script compares
them with mingus. Temperaments are files of the Scala scale archive in music21, read by the same
library. Sources that list the same tuning must agree.
"""

import importlib.util
import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

if {"-h", "--help"} & set(sys.argv[1:]):
    sys.exit(print(__doc__))


def stop(line):
    """Ends with status 2: wrong usage or a missing package."""
    print(f"golden-tunings.py: {line} See: scripts/golden-tunings.py --help", file=sys.stderr)
    sys.exit(2)


if len(sys.argv) != 3:
    stop("give the directories of the sources and of the result.")
try:
    import tuning_library as surge
    from mingus.containers import Note
    from mingus.extra import tunings as mingus
except ImportError as error:
    stop(f"the package {error.name} is missing.")

DEBS, OUT = Path(sys.argv[1]), Path(sys.argv[2])
LILYPOND_FILE = next(DEBS.glob("**/lilypond/*/ly/string-tunings-init.ly"))
LILYPOND = f"LilyPond {LILYPOND_FILE.parts[-3]}"
MUSESCORE = "MuseScore 3.2.3"
MINGUS = f"mingus {version('mingus')}"


def mingus_strings(instrument, description, **kind):
    found = mingus.get_tuning(instrument, description, **kind).tuning
    flat = [note for course in found for note in (course if isinstance(course, list) else [course])]
    return [int(note) + 12 for note in flat]  # mingus counts C-0 as 0


def lilypond_strings(name):
    chord = re.search(rf"#'{name}-tuning .*<([^>]*)>", LILYPOND_FILE.read_text())[1]
    steps = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
    keys = []
    for note in chord.split():
        letter, accidental, marks = re.fullmatch(r"([a-g])(is|es)?([,']*)", note).groups()
        shift = {"is": 1, "es": -1, None: 0}[accidental]
        octaves = marks.count("'") - marks.count(",")
        keys.append(48 + steps[letter] + shift + 12 * octaves)  # no mark: octave below middle C
    return keys


def musescore_strings(name):
    text = next(DEBS.glob("**/instruments.xml")).read_text()
    body = re.search(rf'<Instrument id="{name}">(.*?)</Instrument>', text, re.S)[1]
    return [int(key) for key in re.findall(r"<string[^>]*>(\d+)</string>", body)]


TUXGUITAR = (
    "TuxGuitar (github.com/helge17/tuxguitar at 328499d600ace0a0547ae735875e435d087fa8cb, "
    "TuxGuitar-android-resources/resources/tunings/tunings.xml)")

# Tunings from documents that no package contains: the source, its name for the tuning, and the
# strings as printed, from the highest or the lowest.
CITED = {
    "half_step_down": (TUXGUITAR, "D# Tuning", "63,58,54,49,44,39"),
    "full_step_down": (TUXGUITAR, "D Tuning", "62,57,53,48,43,38"),
    "drop_b": (TUXGUITAR, "Dropped B", "61,56,52,47,42,35"),
    "open_e": (TUXGUITAR, "Open E", "64,59,56,52,47,40"),
    "all_fourths": (TUXGUITAR, "Fourths", "65,60,55,50,45,40"),
    "new_standard": (TUXGUITAR, "NST", "67,64,57,50,43,36"),
    "eight_string": (TUXGUITAR, "F# Lowered", "64,59,55,50,45,40,35,30"),
    # TuxGuitar's Open A has its third string on C#; slide players use this one.
    "open_a": (
        "strings (github.com/seofernando25/strings, src/lib/tunings.ts)", "Open A",
        "E2 A2 E3 A3 C#4 E4"),
    # TuxGuitar's Nashville has the three highest strings an octave up.
    "nashville": (
        "https://www.online-guitartuner.com/blog/nashville-tuning-for-guitar, and in words "
        "https://en.wikipedia.org/wiki/Nashville_tuning", "Nashville tuning",
        "E3 A3 D4 G4 B3 E4"),
}


def key_of(name):
    letter, sharp, octave = re.fullmatch(r"([A-G])(#?)(\d)", name).groups()
    steps = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
    return 12 * (int(octave) + 1) + steps[letter] + len(sharp)


def cited(name, base, how, change):
    """The strings of a document, which must equal a listed tuning with the change applied."""
    place, title, text = CITED[name]
    keys = ([int(key) for key in text.split(",")][::-1] if "," in text
            else [key_of(note) for note in text.split()])
    assert keys == change(base["midi"]), (name, keys, how)
    return {"source": f"{place}: \"{title}\"; {how}", "midi": keys}


def listed(*sources):
    """The strings, which must be equal in every (source, strings)."""
    assert all(strings == sources[0][1] for _, strings in sources), sources
    return {"source": ", ".join(name for name, _ in sources), "midi": sources[0][1]}


def listed_presets():
    """The tunings that packages list."""
    m = lambda *key, **kind: (MINGUS, mingus_strings(*key, **kind))
    l = lambda name: (LILYPOND, lilypond_strings(name))
    s = lambda name: (MUSESCORE, musescore_strings(name))
    rows = {
        "standard": listed(m("Guitar", "Standard", nr_of_strings=6), l("guitar"), s("guitar-steel")),
        "drop_d": listed(m("Guitar", "Drop D"), l("guitar-drop-d")),
        "double_drop_d": listed(m("Guitar", "Double drop D")),
        "drop_c": listed(l("guitar-drop-c")),
        "open_d": listed(l("guitar-open-d")),
        "open_g": listed(m("Guitar", "Open G major"), l("guitar-open-g")),
        "dadgad": listed(m("Guitar", "*DADGAD*"), l("guitar-dadgad")),
        "seven_string": listed(l("guitar-seven-string"), s("7-string-guitar")),
        "baritone_b": listed(s("baritone-guitar")),
        "twelve_string": listed(m("Guitar", "Standard tuning. Some")),
        "bass_standard": listed(m("Bass guitar", "Standard 4"), l("bass")),
        "bass_drop_d": listed(l("bass-drop-d")),
        "bass_five": listed(m("Bass guitar", "Standard 5"), l("bass-five-string")),
        "bass_six": listed(m("Bass guitar", "Standard 6"), l("bass-six-string")),
        "ukulele": listed(m("Ukulele", "Standard C6"), l("ukulele"), s("ukulele")),
        "ukulele_low_g": listed(l("tenor-ukulele"), s("ukulele-low-g")),
        "mandolin": listed(("", mingus_strings("Mandolin", "Standard")[::2]), l("mandolin")),
        "banjo_open_g": listed(m("Banjo (5-string)", "Open G"), l("banjo-open-g")),
        "violin": listed(m("Violin", "Standard"), l("violin")),
        "cello": listed(m("Cello", "Standard"), l("cello")),
    }
    rows["mandolin"]["source"] = f"{MINGUS} (one of each pair), {LILYPOND}"
    # mingus misprints the second string of open C as C3, below the third. Its note name is right.
    open_c = mingus_strings("Guitar", "Open C major")
    assert open_c == [36, 43, 48, 55, 48, 64], open_c
    rows["open_c"] = {
        "source": f"{MINGUS}, its second string an octave up, as strings rise",
        "midi": open_c[:4] + [open_c[4] + 12] + open_c[5:],
    }
    return rows


def presets():
    rows = listed_presets()
    moved = lambda steps: lambda keys: [key + steps for key in keys]
    standard = rows["standard"]
    moves = {
        "half_step_down": (standard, "standard a semitone down", moved(-1)),
        "full_step_down": (standard, "standard two semitones down", moved(-2)),
        "drop_b": (rows["drop_d"], "drop D three semitones down", moved(-3)),
        "open_e": (rows["open_d"], "open D two semitones up", moved(2)),
        "open_a": (rows["open_g"], "open G two semitones up", moved(2)),
        "all_fourths": (
            standard, "fourths from standard's lowest string",
            lambda keys: [keys[0] + 5 * index for index in range(6)]),
        "new_standard": (
            rows["cello"], "a cello's fifths from its lowest string, four of them, and a minor third",
            lambda keys: [keys[0] + 7 * index for index in range(5)] + [keys[0] + 4 * 7 + 3]),
        "nashville": (
            rows["twelve_string"],
            "the strings of a twelve-string guitar's courses that the six of standard are not",
            lambda keys: keys[1::2]),
        "eight_string": (
            rows["seven_string"], "seven strings and one a fourth below",
            lambda keys: [keys[0] - 5] + keys),
    }
    rows |= {name: cited(name, *move) for name, move in moves.items()}
    return rows


def frequencies(scale, root=60):
    mapping = surge.start_scale_on_and_tune_note_to(root, 69, 440.0)
    tuning = surge.Tuning(scale, mapping)
    return [tuning.frequency_for_midi_note(key) for key in range(128)]


# Kirnberger II (Die Kunst des reinen Satzes, 1771) halves the syntonic comma between D-A and A-E
# and leaves the schisma between F# and C#. H. K. H. Lange 1968 gives its cents as 0 90 204 294 386
# 498 590 702 792 895 996 1088, quoted at http://groenewald-berlin.de/text/text_T024.html. The page
# ratioscore.humdrum.org/kirnberger and the manual of the Viscount Physis organs agree. In the
# archive this is kirnberger1.scl, because the archive numbers only the well temperaments. In the
# literature Kirnberger I has the whole comma on D-A. The archive's kirnberger2.scl and
# kirnberger3.scl put the schisma between G# and Eb.
SCALES = {
    "just": "duodene", "pythagorean": "pyth_12", "meantone": "meanquar", "werckmeister": "werck3",
    "kirnberger": "kirnberger", "kirnberger2": "kirnberger1",
}


def main():
    equal = frequencies(surge.even_temperament_12_note_scale())
    for key, hertz in enumerate(equal):
        other = Note().from_int(key - 12).to_hertz(440) if key >= 12 else hertz
        assert abs(other / hertz - 1) < 1e-9, (key, hertz, other)
    archive = Path(importlib.util.find_spec("music21").origin).parent / "scale" / "scala" / "scl"
    temperaments = {"equal": {"file": None, "root": 60, "hertz": equal}}
    for name, file in SCALES.items():
        text = (archive / f"{file}.scl").read_text(encoding="latin-1")
        scale = surge.parse_scl_data(text)
        for suffix, root in (("", 60), (":D", 62)):
            temperaments[name + suffix] = {
                "file": f"{file}.scl", "root": root, "hertz": frequencies(scale, root)}
    for division in (5, 19, 31):
        scale = surge.even_division_of_span_by_m(2, division)
        kept = surge.start_scale_on_and_tune_note_to(69, 69, 440.0)
        tuning = surge.Tuning(scale, kept)
        temperaments[f"equal:{division}"] = {
            "file": None, "root": 69,
            "hertz": [tuning.frequency_for_midi_note(key) for key in range(128)]}
    rows = presets()
    for row in rows.values():
        row["hertz"] = [equal[key] for key in row["midi"]]
    header = {
        "made_by": f"{MINGUS}, {LILYPOND}, {MUSESCORE}, the Scala scale archive in music21 "
                   f"{version('music21')}, the Surge tuning library {version('tuning-library')}"}
    lists = {
        "presets": [{"id": key, **row} for key, row in rows.items()],
        "temperaments": [{"name": key, **row} for key, row in temperaments.items()]}
    body = ",\n".join(
        json.dumps(key) + ": [\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]"
        for key, rows in lists.items())
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "tunings.json").write_text(json.dumps(header)[:-1] + ",\n" + body + "\n}\n")
    print({key: len(rows) for key, rows in lists.items()})


if __name__ == "__main__":
    main()
