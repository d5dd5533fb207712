#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the description of the LV2 plugin in Turtle, with the tunings of the C library.

Usage: scripts/plugin-description.py LIBRARY VERSION > headstock.ttl

Exit status: 0 written, 2 wrong usage.
"""

import ctypes
import sys

HEAD = '''\
@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rsz: <http://lv2plug.in/ns/ext/resize-port#> .
@prefix units: <http://lv2plug.in/ns/extensions/units#> .
@prefix urid: <http://lv2plug.in/ns/ext/urid#> .
@prefix work: <http://lv2plug.in/ns/ext/worker#> .

<urn:headstock:tuner>
	a lv2:Plugin , lv2:AnalyserPlugin , doap:Project ;
	doap:name "Headstock Tuner" ;
	doap:license <https://spdx.org/licenses/MIT> ;
	doap:shortdesc "Guitar tuner with the standard error of every reading" ;
	doap:maintainer [ a foaf:Person ; foaf:name "The Headstock project" ] ;
	rdfs:comment """Passes audio through unchanged. Reports the note, its deviation in cents and
the standard error on control ports, and every string of a stroke on control ports and as an atom.
Where the note is -1 there is no pitch, and the other readings have no meaning. Where the target is 0
the pitch has no target: it is near no string, or a string rings on after the note. The deviation is
then that from the nearest string, limited to 100 cents, or 100 cents if it is not known.""" ;
	lv2:minorVersion {minor} ;
	lv2:microVersion {micro} ;
	lv2:optionalFeature lv2:hardRTCapable , urid:map , work:schedule ;
	lv2:extensionData work:interface ;
	lv2:port {ports} .
'''


def port(index, kinds, symbol, name, *lines):
    body = [f"a {' , '.join(kinds)} ;", f"lv2:index {index} ;", f'lv2:symbol "{symbol}" ;']
    body += [f'lv2:name "{name}" ;', *(f"{line} ;" for line in lines)]
    return "[\n\t\t" + "\n\t\t".join(body)[:-2] + "\n\t]"


def bounds(default, least, most, *more):
    head = [] if default is None else [f"lv2:default {default}"]
    return [*head, f"lv2:minimum {least}", f"lv2:maximum {most}", *more]


def tuning_names(path):
    """The names of the tunings of the C library, and of the chromatic scale."""
    library = ctypes.CDLL(path)
    library.headstock_tuning_count.restype = ctypes.c_size_t
    library.headstock_tuning_name.restype = ctypes.c_char_p
    library.headstock_tuning_name.argtypes = [ctypes.c_size_t]
    count = library.headstock_tuning_count()
    return [library.headstock_tuning_name(index).decode() for index in range(count)] + ["Chromatic"]


def ports(names):
    """The ports of the plugin, with the names of the tunings as points of the scale."""
    points = " , ".join(
        f'[ rdfs:label "{name}" ; rdf:value {index} ]' for index, name in enumerate(names)
    )
    audio_in, audio_out = ["lv2:InputPort", "lv2:AudioPort"], ["lv2:OutputPort", "lv2:AudioPort"]
    knob, reading = ["lv2:InputPort", "lv2:ControlPort"], ["lv2:OutputPort", "lv2:ControlPort"]
    whole = "lv2:portProperty lv2:integer"
    fixed = [
        port(0, audio_in, "in", "In"),
        port(1, audio_out, "out", "Out"),
        port(2, knob, "a4", "A4", *bounds("440.0", "390.0", "490.0", "units:unit units:hz")),
        port(
            3,
            knob,
            "tuning",
            "Tuning",
            *bounds(0, 0, len(names) - 1, "lv2:portProperty lv2:integer , lv2:enumeration"),
            f"lv2:scalePoint {points}",
        ),
        port(
            4, reading, "note", "Note", *bounds(None, -1, 127, whole, "units:unit units:midiNote")
        ),
        port(5, reading, "cents", "Deviation", *bounds(None, -100, 100, "units:unit units:cent")),
        port(6, reading, "confidence", "Confidence", *bounds(None, 0, 1)),
        port(7, reading, "sigma", "Sigma", *bounds(None, 0, 100, "units:unit units:cent")),
        port(8, reading, "frequency", "Frequency", *bounds(None, 0, 2500, "units:unit units:hz")),
        port(9, reading, "string", "String", *bounds(None, 0, 12, whole)),
        port(10, reading, "sounding", "Sounding strings", *bounds(None, 0, 4095, whole)),
    ]
    strings = [
        port(10 + number, reading, f"string_{number}", f"String {number} deviation",
             *bounds(None, -300, 300, "units:unit units:cent"))
        for number in range(1, 13)
    ]
    strum = port(
        23,
        ["lv2:OutputPort", "atom:AtomPort"],
        "strum",
        "Strum",
        "atom:bufferType atom:Sequence",
        "rsz:minimumSize 2048",
    )
    target = port(
        24, reading, "has_target", "Target", *bounds(None, 0, 1, f"{whole} , lv2:toggled")
    )
    return [*fixed, *strings, strum, target]


def main(words):
    if words[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(words) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    # LV2 counts an even minor version above 0 as released.
    minor, micro = 2 * int(words[1].split(".")[1]), 2 * int(words[1].split(".")[2])
    text = HEAD.replace("{minor}", str(minor)).replace("{micro}", str(micro))
    text = text.replace("{ports}", " , ".join(ports(tuning_names(words[0]))))
    prefix = "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
    sys.stdout.write(text.replace("@prefix rdfs:", prefix + "@prefix rdfs:", 1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
