#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Datasets/<set>/manifest.json, and the copy of each that tuner-bench carries inside.

    scripts/datasets-manifests.py REFERENCE.csv GUITARSOUNDS.tar.gz FLUIDR3_GM.sf2

REFERENCE.csv holds the measured pitches, one row a recording. Lengths, rates and checksums are
read from the sources themselves, by code that shares nothing with the Swift readers: a
manifest that `tuner-bench datasets verify` agrees with has been computed twice.
Run again, it writes the same bytes.
"""

import csv
import hashlib
import io
import json
import pathlib
import re
import struct
import sys
import tarfile
import wave

NOTES = "C C# D D# E F F# G G# A A# B".split()
ROOT = pathlib.Path(__file__).resolve().parent.parent

GUITARSOUNDS = {
    "schema": "headstock.dataset/1",
    "name": "guitarsounds",
    "title": "Open strings of two acoustic guitars, recorded with a microphone",
    "kind": "recording",
    "version": "1.2.0",
    "licence": "MIT",
    "copyright": "(c) 2021 Olivier Chabot, Ecole de Lutherie Bruand",
    "citation": "O. Chabot, guitarsounds 1.2.0, example sounds of the École de Lutherie Bruand,"
    " Python Package Index, 2023.",
    "homepage": "https://pypi.org/project/guitarsounds/1.2.0/",
    "source": {
        "registry": "pypi",
        "package": "guitarsounds",
        "version": "1.2.0",
        "file": "guitarsounds-1.2.0.tar.gz",
    },
    "known_errors": [
        "The recordings carry 1.7 to 3.6 seconds of room before each pluck.",
        "The digit in a file name numbers the string, not the octave: Wood_A5 is the A string,"
        " string 5, which sounds A2.",
    ],
}

FLUIDR3 = {
    "schema": "headstock.dataset/1",
    "name": "fluidr3",
    "title": "Sampled plucks of guitars and basses from the FluidR3 sound font",
    "kind": "sample_bank",
    "version": "3.1",
    "licence": "MIT",
    "copyright": "(c) 2000-2002, 2008 Frank Wen",
    "citation": "F. Wen, Fluid (R3) General MIDI SoundFont 3.1, 2008.",
    "homepage": "https://packages.debian.org/fluid-soundfont-gm",
    "source": {
        "registry": "debian",
        "package": "fluid-soundfont-gm",
        "version": "3.1-5.3",
        "file": "usr/share/sounds/sf2/FluidR3_GM.sf2",
    },
    "known_errors": [
        "A sample bank, edited and looped for playing: not field recordings.",
        "Each sample is the data from its start to its end; the sustain loop is not played.",
        "Root keys and cent corrections are the bank's own labels (label_midi) and are up to 50"
        " cents from the nominal note; the pitch that counts is the measured one.",
        "Of the harmonics, the label (label_midi) may lie octaves below what sounds.",
    ],
}


def number(text):
    """The number in a csv field, an int where it is whole and has no point; None for none."""
    if text == "":
        return None
    value = float(text)
    return value + 0.0 if "." in text or "e" in text else int(text)


def reference(row):
    """What a row of the csv says about a recording, under the manifest's names."""
    midi = int(row["nominal_midi"])
    return {
        "midi": midi,
        "note": NOTES[midi % 12],
        "octave": midi // 12 - 1,
        "label_midi": number(row["label_midi_exact"]),
        "string": number(row["string"]),
        "fret": number(row["fret"]),
        "instrument": row["instrument"],
        "technique": row["technique"],
        "partial1_hz": number(row["partial1_hz"]),
        "partial1_level_db": number(row["partial1_rel_db"]),
        "partial1_snr_db": number(row["partial1_snr_db"]),
        "f1_hz": number(row["f1_hz"]),
        "period_hz": number(row["period_hz"]),
        "spread_cents": number(row["ref_spread_cents"]),
        "glide_cents": number(row["glide_cents"]),
        "inharmonicity": number(row["inharm_B"]),
        "trust": row["trust"],
        "onset_s": number(row["onset_s"]),
        "steady_start_s": number(row["steady_t0_s"]),
        "steady_end_s": number(row["steady_t1_s"]),
        "clipped_samples": number(row["clipped_samples"]),
        "known_errors": [part for part in row["note"].split("; ") if part],
    }


def described(file, data, origin, row):
    """One recording of a manifest: `data` are the bytes of the installed WAV file."""
    with wave.open(io.BytesIO(data)) as wav:
        rate, channels, frames = wav.getframerate(), wav.getnchannels(), wav.getnframes()
    if rate != int(row["sample_rate"]) or abs(frames / rate - float(row["duration_s"])) > 0.001:
        sys.exit(f"{file}: {frames} frames at {rate} Hz are not what the reference measured")
    return {
        "file": file,
        "origin": origin,
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "sample_rate": rate,
        "channels": channels,
        "frames": frames,
        "duration_s": round(frames / rate, 6),
    } | reference(row)


def guitarsounds(rows, archive):
    """The manifest of the microphone recordings, which are installed as they were published."""
    recordings = []
    with tarfile.open(archive) as tar:
        for row in rows:
            member = row["orig_path"]
            data = tar.extractfile(member).read()
            file = pathlib.PurePosixPath(member).name
            recordings.append(described(file, data, {"member": member}, row))
    return GUITARSOUNDS, recordings


def sample_headers(bank):
    """The sample headers of a sound font and where its sample data start."""
    chunks, end = {}, 8 + struct.unpack("<4sI", bank[:8])[1]
    stack = [(12, end)]
    while stack:
        at, end = stack.pop()
        while at + 8 <= end:
            name, size = struct.unpack("<4sI", bank[at : at + 8])
            if name == b"LIST":
                stack.append((at + 12, at + 8 + size))
            else:
                chunks[name] = (at + 8, size)
            at += 8 + size + size % 2
    at, size = chunks[b"shdr"]
    headers = [
        struct.unpack("<20sIIIIIBbHH", bank[o : o + 46]) for o in range(at, at + size, 46)
    ]
    return headers, chunks[b"smpl"][0]


def fluidr3(rows, path):
    """The manifest of the sampled plucks, each cut from the sound font into a WAV file."""
    bank = pathlib.Path(path).read_bytes()
    headers, data_at = sample_headers(bank)
    recordings = []
    for row in rows:
        index = int(re.match(r"FluidR3_GM\.sf2#sample(\d+):", row["orig_path"])[1])
        name, start, end, _, _, rate, *_ = headers[index]
        wav = io.BytesIO()
        with wave.open(wav, "wb") as out:
            out.setparams((1, 2, rate, 0, "NONE", ""))
            out.writeframes(bank[data_at + 2 * start : data_at + 2 * end])
        file = pathlib.PurePosixPath(row["path"]).stem + ".wav"
        origin = {"sample": index, "name": name.split(b"\0")[0].decode("ascii")}
        row["technique"] = row["technique"].replace(
            "soundfont sample; sustain loop near end of file not applied", "sampled pluck"
        )
        row["instrument"] = row["instrument"].replace(" (soundfont sample)", "")
        recordings.append(described(file, wav.getvalue(), origin, row))
    return FLUIDR3, recordings


def text(manifest, recordings):
    """The manifest as JSON: keys sorted, recordings sorted by file name, one a line."""
    lines = [json.dumps(r, sort_keys=True, ensure_ascii=False) for r in recordings]
    head = json.dumps(manifest, sort_keys=True, ensure_ascii=False, indent=2)
    mark = '"recordings": []'
    return head.replace(mark, '"recordings": [\n    ' + ",\n    ".join(lines) + "\n  ]") + "\n"


def write(manifest, recordings, archive):
    """Writes one manifest, and the Swift file that embeds it."""
    data = pathlib.Path(archive).read_bytes()
    source = manifest["source"] | {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
    }
    recordings = sorted(recordings, key=lambda r: r["file"])
    json_text = text(manifest | {"source": source, "recordings": []}, recordings)
    name = manifest["name"]
    folder = ROOT / "Datasets" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json_text, encoding="utf-8")

    embedded = ROOT / "Sources" / "Datasets" / "Embedded" / f"EmbeddedManifests+{name}.swift"
    embedded.parent.mkdir(parents=True, exist_ok=True)
    embedded.write_text(
        "// swift-format-ignore-file\n"
        "// SPDX-License-Identifier: MIT\n"
        f"// Written by scripts/datasets-manifests.py from Datasets/{name}/manifest.json.\n"
        "// swift-format-ignore-file\n\n"
        "extension EmbeddedManifests {\n"
        f"  /// The bytes of `Datasets/{name}/manifest.json`.\n"
        f'  static let {name} = #"""\n{json_text}\n"""#\n'
        "}\n",
        encoding="utf-8",
    )
    print(f"{name}: {len(recordings)} recordings")


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.exit(print(__doc__))
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    reference_csv, sdist, bank = sys.argv[1:]
    with open(reference_csv, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for source, archive, build in [
        ("guitarsounds", sdist, guitarsounds),
        ("fluid_soundfont_gm", bank, fluidr3),
    ]:
        manifest, recordings = build([r for r in rows if r["source"] == source], archive)
        write(manifest, recordings, archive)


if __name__ == "__main__":
    main()
