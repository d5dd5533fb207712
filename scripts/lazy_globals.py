#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no global which the real-time modules use is initialised at its first use.

    scripts/lazy_globals.py [--objects DIRECTORY]

Swift initialises a global whose value is not a constant of the compiler under a lock, at its first
use. On the analysis thread that breaks rule 2 of docs/design.md. One example is a tuple that is
divided into names: `static let (low, high) = (2.0, 10.0)`.

First the script compiles a module with such a global, one without, and one that uses both. It ends
with status 2 if the check does not tell them apart.

  --objects DIRECTORY   the folder that holds the object files of each module, built for release; by
                        default the script builds the nested package of Benchmarks

Exit status: 0 there is no such global, 1 there is one, 2 the check itself failed.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import benchmarks

# The modules whose code runs on the analysis thread and that define no names or presets.
MODULES = ("SignalProcessing", "PitchDetection", "TunerPipeline")
# The globals that only preparation uses, by their symbols.
ALLOWED = ("$s16SignalProcessing16TransformPlannerO9estimated33_",)

CANARIES = {
    "Lazy": "public enum Band { public static let (low, high) = (2.0, 10.0) }\n",
    "Constant": "public enum Band { public static let low = 2.0; public static let high = 10.0 }\n",
    "User": "import Constant\nimport Lazy\n"
    "public func width() -> Double { Lazy.Band.high - Constant.Band.low }\n",
}


def stop(line):
    """Ends with status 2: the check itself failed."""
    print(f"lazy_globals: {line}", file=sys.stderr)
    sys.exit(2)


def symbols(object_files, *options):
    """The names in the symbol tables of object files."""
    lines = subprocess.run(
        ["nm", "--format=posix", *options, *object_files],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout.splitlines()
    return {line.split(" ")[0] for line in lines}


def lazy_globals(object_files):
    """The globals of object files that are set at their first use, as beginnings of symbols."""
    return {name.removesuffix("_WZ") for name in symbols(object_files) if name.endswith("_WZ")}


def accessors(name):
    """The beginnings of the symbols of a lazy global's accessors, one for each name of a tuple."""
    first, *rest = re.split(r"_(?=\d)", name)
    last = re.fullmatch(r"(.*\D)(\d+)(\D\w*)", first)
    is_name = last is not None and int(last[2]) == len(last[3])
    return [first] + [last[1] + other for other in rest if is_name]


def used_globals(object_files, others):
    """Those of the lazy globals `others` that object files use."""
    used = {n for n in symbols(object_files, "--undefined-only") if n.endswith("vau")}
    starts = {start: other for other in others for start in accessors(other)}
    return {starts[start] for start in starts for name in used if name.startswith(start)}


def plain(name):
    """A global as Swift writes it; a private one without the hash of its file."""
    text = subprocess.run(
        ["swift", "demangle", "--compact", name + "_WZ"], check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout.strip()
    head = "one-time initialization function for "
    return re.sub(r" in _[0-9A-F]+", "", text.removeprefix(head))


def check_the_check():
    """Compiles the canaries: the check must find one global in the first and in its user."""
    with tempfile.TemporaryDirectory() as directory:
        found, lazy = {}, set()
        for name, text in CANARIES.items():
            source = pathlib.Path(directory) / f"{name}.swift"
            source.write_text(text)
            code = source.with_suffix(".o")
            command = ["swiftc", "-O", "-wmo", "-parse-as-library", "-module-name", name,
                       "-emit-module", "-I", directory, "-emit-object", "-o", code, source]
            if subprocess.run(command, cwd=directory).returncode != 0:
                stop("the canaries did not compile.")
            own = lazy_globals([code])
            lazy |= own
            found[name] = len(own | used_globals([code], lazy))
    if found != {"Lazy": 1, "Constant": 0, "User": 1}:
        stop(f"the check is broken: in the canaries it finds {found}.")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--objects", type=pathlib.Path, help="folder of modules, built for release")
    options = parser.parse_args()
    for tool in ("nm", "swift", "swiftc"):
        if not shutil.which(tool):
            stop(f"{tool} is not installed. Run scripts/setup.sh --tests.")
    check_the_check()
    try:
        folder = benchmarks.release_objects(options.objects, "lazy_globals")
    except benchmarks.BuildError as error:
        stop(str(error))
    is_broken = False
    everywhere = lazy_globals(sorted(folder.glob("*.build/*.o")))
    for module in MODULES:
        files = sorted((folder / f"{module}.build").glob("*.o"))
        if not files:
            stop(f"{folder / f'{module}.build'} holds no object file: is it a release build?")
        found = lazy_globals(files) | used_globals(files, everywhere)
        found = {name for name in found if not name.startswith(ALLOWED)}
        print(f"{'FAIL' if found else 'ok  '} {module}")
        for name in sorted(found):
            print(f"       initialises {plain(name)} at its first use")
        is_broken |= bool(found)
    sys.exit(1 if is_broken else 0)


if __name__ == "__main__":
    main()
