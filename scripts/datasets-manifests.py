#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Datasets/<set>/manifest.json, which the target CManifests embeds in tuner-bench.

    scripts/datasets-manifests.py REFERENCE.csv GUITARSOUNDS.tar.gz ROOT

REFERENCE.csv holds the measured pitches, with one row for each recording of an instrument. ROOT is
the directory into which Debian's packages fluid-soundfont-gm, freepats, sonic-pi-samples and
asterisk-core-sounds-*-wav were unpacked by `dpkg-deb --extract`, or / if they are installed. The
script computes lengths, rates and checksums from the sources, and shares no code with the Swift
readers. So `tuner-bench datasets verify` compares two independent results. A second run writes the
same bytes.

A third of the file is the texts of the manifests, which stand beside the code that fills them.
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

FREEPATS = {
    "schema": "headstock.dataset/1",
    "name": "freepats",
    "title": "Sampled plucks of guitars and basses from the FreePats patches",
    "kind": "sample_bank",
    "version": "20060219",
    "licence": "GPL-2.0-or-later with exception",
    "copyright": "(c) 2004 Free Software Foundation",
    "citation": "The FreePats project, FreePats general MIDI patches, 2006.",
    "homepage": "https://freepats.zenvoid.org/SoundSets/general-midi.html",
    "known_errors": [
        "A sample bank, edited and looped for playing: not field recordings.",
        "Each sample is its whole data; the sustain loop is not played, and many last a quarter of a"
        " second.",
        "Root keys are the bank's own labels (label_midi); samples are up to 50 cents from the"
        " nominal note, and the pitch that counts is the measured one.",
    ],
}
FREEPATS_PACKAGE = {"registry": "debian", "package": "freepats", "version": "20060219-4"}
FREEPATS_FOLDER = "usr/share/midi/freepats/Tone_000"

SONIC_PI = {
    "schema": "headstock.dataset/1",
    "name": "sonic-pi",
    "title": "Two bass notes, two chords, a slide and harmonics from Sonic Pi's samples",
    "kind": "recording",
    "version": "3.2.2",
    "licence": "CC0-1.0",
    "copyright": "2005 Suva, 2008 Sub-d, 2012 ani_music, 2012 BStateham, by freesound.org",
    "citation": "S. Aaron, Sonic Pi 3.2.2, samples by Suva, Sub-d, ani_music and BStateham"
    " (freesound.org 2410, 46990, 46992, 165309, 165322, 141524), 2020.",
    "homepage": "https://packages.debian.org/sonic-pi-samples",
    "known_errors": [
        "The two chords and the two phrases have no one pitch to score: they are listened to and"
        " counted as without truth.",
        "Nobody labelled the octave of the two bass notes: their names say C, and the octave is the"
        " measured one.",
    ],
}
SONIC_PI_PACKAGE = {
    "registry": "debian",
    "package": "sonic-pi-samples",
    "version": "3.2.2~repack-8",
}
# The content of Sonic Pi's files, and the note of single notes. The file names lack the octave.
SONIC_PI_SOUNDS = {
    "bass_hard_c": ("hard bass note", 36),
    "bass_woodsy_c": ("woody bass note", 36),
    "guit_e_fifths": ("fifths on E", None),
    "guit_e_slide": ("slide", None),
    "guit_em9": ("E minor ninth, broken", None),
    "guit_harmonics": ("harmonics", None),
}

ASTERISK = {
    "schema": "headstock.dataset/1",
    "name": "asterisk-prompts",
    "title": "Spoken prompts of a telephone exchange in five languages, without a pitch",
    "kind": "recording",
    "version": "1.6.1",
    "licence": "CC-BY-SA-3.0 and CC-BY-3.0",
    "copyright": "(c) 2003-2010 Allison Smith, 2006-2008 June Wallack, 2010 Maxim Topal, 2012 Carlo"
    " Flora",
    "citation": "A. Smith, J. Wallack, M. Topal and C. Flora, Asterisk core sounds 1.6.1, 2012.",
    "homepage": "https://packages.debian.org/source/asterisk-core-sounds",
    "known_errors": [
        "Telephone recordings at 8 kHz.",
        "Nobody marked the voiced sounds: a pitch that a detector finds in speech counts as a false"
        " alarm, also where a vowel is held.",
    ],
}
# The voice of each package: the language, and the folder of its files.
ASTERISK_VOICES = {
    "en": ("English", "en_US_f_Allison"),
    "es": ("Spanish", "es_MX_f_Allison"),
    "fr": ("French", "fr_CA_f_June"),
    "it": ("Italian", "it_IT_m_Carlo"),
    "ru": ("Russian", "ru_RU_f_IvrvoiceRU"),
}
ASTERISK_PROMPTS = 12
# The fields of the reference that a recording without a pitch leaves empty.
NO_PITCH = (
    "nominal_midi label_midi_exact string fret partial1_hz partial1_rel_db partial1_snr_db f1_hz"
    " period_hz ref_spread_cents glide_cents inharm_B trust onset_s steady_t0_s steady_t1_s note"
).split()


def number(text):
    """The number in a csv field: an int when it has no point, and None when it is empty."""
    if text == "":
        return None
    value = float(text)
    return value + 0.0 if "." in text or "e" in text else int(text)


def reference(row):
    """The fields of a csv row about a recording, by the manifest's names."""
    midi = number(row["nominal_midi"])
    # The kind of a single note is left out, because almost all recordings are single notes.
    kind = {} if row["kind"] == "single-note" else {"kind": row["kind"]}
    return kind | {
        "midi": midi,
        "note": None if midi is None else NOTES[midi % 12],
        "octave": None if midi is None else midi // 12 - 1,
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
        "trust": row["trust"] or None,
        "onset_s": number(row["onset_s"]),
        "steady_start_s": number(row["steady_t0_s"]),
        "steady_end_s": number(row["steady_t1_s"]),
        "clipped_samples": number(row["clipped_samples"]),
        "known_errors": [part for part in row["note"].split("; ") if part],
    }


def shape(data):
    """Rate, channels and frames of a WAV or FLAC file."""
    if data[:4] == b"fLaC":
        # The stream information comes first: 20 bits of rate, 3 of channels, 5 of width, 36 of
        # frames.
        bits = int.from_bytes(data[18:26], "big")
        return bits >> 44, (bits >> 41 & 7) + 1, bits & (1 << 36) - 1
    with wave.open(io.BytesIO(data)) as wav:
        return wav.getframerate(), wav.getnchannels(), wav.getnframes()


def described(file, data, origin, row, capture=None):
    """One recording of a manifest; `data` holds the bytes of the installed file.

    The capture is that of the set's documentation, and None if it says nothing.
    """
    rate, channels, frames = shape(data)
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
    } | reference(row) | ({"capture": capture} if capture else {})


def source(where, path):
    """A source of a manifest, with its file's checksum and length."""
    data = pathlib.Path(path).read_bytes()
    return where | {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def mono_wav(rate, frames):
    """A WAV file of one channel of 16 bits."""
    wav = io.BytesIO()
    with wave.open(wav, "wb") as out:
        out.setparams((1, 2, rate, 0, "NONE", ""))
        out.writeframes(frames)
    return wav.getvalue()


def without_loop(row, words):
    """The row of a bank's sample, with the technique and instrument of its manifest."""
    row["technique"] = row["technique"].replace(
        "soundfont sample; sustain loop near end of file not applied", "sampled pluck"
    )
    row["instrument"] = words(row["instrument"].replace(" (soundfont sample)", ""))
    return row


def guitarsounds(rows, archive):
    """The manifest of the microphone recordings, which are installed as they were published."""
    recordings = []
    with tarfile.open(archive) as tar:
        for row in rows:
            member = row["orig_path"]
            data = tar.extractfile(member).read()
            file = pathlib.PurePosixPath(member).name
            recordings.append(described(file, data, {"member": member}, row, "microphone"))
    return GUITARSOUNDS | {"source": source(GUITARSOUNDS["source"], archive)}, recordings


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


def fluidr3(rows, root):
    """The manifest of the sampled plucks, each cut from the sound font into a WAV file."""
    path = root / FLUIDR3["source"]["file"]
    bank = path.read_bytes()
    headers, data_at = sample_headers(bank)
    recordings = []
    for row in rows:
        index = int(re.match(r"FluidR3_GM\.sf2#sample(\d+):", row["orig_path"])[1])
        name, start, end, _, _, rate, *_ = headers[index]
        wav = mono_wav(rate, bank[data_at + 2 * start : data_at + 2 * end])
        file = pathlib.PurePosixPath(row["path"]).stem + ".wav"
        origin = {"sample": index, "name": name.split(b"\0")[0].decode("ascii")}
        recordings.append(described(file, wav, origin, without_loop(row, str), "sample"))
    return FLUIDR3 | {"source": source(FLUIDR3["source"], path)}, recordings


def patch_samples(patch):
    """Name, rate and signed 16-bit data of each sample of a Gravis patch of one layer."""
    if patch[:12] != b"GF1PATCH110\0" or patch[82] != 1 or patch[151] != 1:
        sys.exit("a patch of another format")
    samples, at = [], 239
    for _ in range(patch[198]):
        name, size, rate = struct.unpack("<7sxI8xH", patch[at : at + 22])
        data = patch[at + 96 : at + 96 + size]
        if patch[at + 55] & 3 != 1:
            sys.exit("a sample that is not of signed 16 bits")
        samples.append((name.split(b"\0")[0].decode("ascii"), rate, data))
        at += 96 + size
    return samples


def freepats(rows, root):
    """The manifest of the patches' plucks, each sample in a WAV file of its own."""
    recordings, files = [], {}
    for row in rows:
        patch, index = re.match(r"(.*\.pat)#sample(\d+):", row["orig_path"]).groups()
        path = f"{FREEPATS_FOLDER}/{patch}"
        files[path] = source(FREEPATS_PACKAGE | {"file": path}, root / path)
        name, rate, data = patch_samples((root / path).read_bytes())[int(index)]
        file = pathlib.PurePosixPath(row["path"]).stem + ".wav"
        origin = {"file": path, "patch_sample": int(index), "name": name}
        row = without_loop(
            row, lambda text: re.sub(r"\d+_(.*)\.pat", lambda m: m[1].replace("_", " "), text)
        )
        recordings.append(described(file, mono_wav(rate, data), origin, row, "sample"))
    return FREEPATS | {"sources": [files[path] for path in sorted(files)]}, recordings


def sonic_pi(rows, root):
    """The manifest of the FLAC files, which are installed as they are."""
    recordings, files = [], []
    for row in sorted(rows, key=lambda row: row["path"]):
        path = row["orig_path"].lstrip("/")
        file = pathlib.PurePosixPath(path)
        row["technique"], note = SONIC_PI_SOUNDS[file.stem]
        row["nominal_midi"] = "" if note is None else str(note)
        files.append(source(SONIC_PI_PACKAGE | {"file": path}, root / path))
        origin = {"file": path, "whole": True}
        recordings.append(described(file.name, (root / path).read_bytes(), origin, row))
    return SONIC_PI | {"sources": files}, recordings


def asterisk(root):
    """The manifest of the longest prompts of each voice, which are installed as they are."""
    recordings, files = [], []
    for code, (language, folder) in ASTERISK_VOICES.items():
        package = {
            "registry": "debian",
            "package": f"asterisk-core-sounds-{code}-wav",
            "version": "1.6.1-1",
        }
        prompts = sorted(
            (root / "usr/share/asterisk/sounds" / folder).glob("*.wav"),
            key=lambda path: (-path.stat().st_size, path.name),
        )
        for path in prompts[:ASTERISK_PROMPTS]:
            data = path.read_bytes()
            rate, _, frames = shape(data)
            row = dict.fromkeys(NO_PITCH, "") | {
                "kind": "noise",
                "instrument": "voice",
                "technique": f"speech, {language}",
                "clipped_samples": "0",
                "sample_rate": rate,
                "duration_s": frames / rate,
            }
            name = str(path.relative_to(root))
            files.append(source(package | {"file": name}, path))
            recordings.append(
                described(f"{code}-{path.name}", data, {"file": name, "whole": True}, row))
    return ASTERISK | {"sources": files}, recordings


def text(manifest, recordings):
    """The manifest as JSON: sorted keys, and one line for each recording, sorted by file name."""
    lines = [json.dumps(r, sort_keys=True, ensure_ascii=False) for r in recordings]
    head = json.dumps(manifest, sort_keys=True, ensure_ascii=False, indent=2)
    mark = '"recordings": []'
    return head.replace(mark, '"recordings": [\n    ' + ",\n    ".join(lines) + "\n  ]") + "\n"


def write(manifest, recordings):
    """Writes one manifest, which the target CManifests embeds."""
    recordings = sorted(recordings, key=lambda r: r["file"])
    json_text = text(manifest | {"recordings": []}, recordings)
    name = manifest["name"]
    folder = ROOT / "Datasets" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json_text, encoding="utf-8")
    print(f"{name}: {len(recordings)} recordings")


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.exit(print(__doc__))
    if len(sys.argv) != 4:
        print("datasets-manifests.py: give three paths. See: scripts/datasets-manifests.py --help",
              file=sys.stderr)
        sys.exit(2)
    reference_csv, sdist, root = sys.argv[1:]
    root = pathlib.Path(root)
    with open(reference_csv, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for name, place, build in [
        ("guitarsounds", sdist, guitarsounds),
        ("fluid_soundfont_gm", root, fluidr3),
        ("freepats_gus", root, freepats),
        ("sonic_pi", root, sonic_pi),
    ]:
        write(*build([r for r in rows if r["source"] == name], place))
    write(*asterisk(root))


if __name__ == "__main__":
    main()
