#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no global of the real-time modules is initialised at its first use.

    scripts/lazy_globals.py [--objects DIRECTORY]

Swift initialises a global whose value is not a constant of the compiler under a lock, at its first
use. On the analysis thread that breaks rule 2 of docs/design.md. One example is a tuple that is
divided into names: `static let (low, high) = (2.0, 10.0)`.

First the script compiles a module with such a global and one without. It ends with status 2 if the
check does not tell them apart.

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
# The globals that only preparation uses.
ALLOWED = {"SignalProcessing": ("estimated",)}

CANARIES = {
    "Lazy": "enum Band { static let (low, high) = (2.0, 10.0) }\n"
    "public func width() -> Double { Band.high - Band.low }\n",
    "Constant": "enum Band { static let low = 2.0; static let high = 10.0 }\n"
    "public func width() -> Double { Band.high - Band.low }\n",
}


def stop(line):
    """Ends with status 2: the check itself failed."""
    print(f"lazy_globals: {line}", file=sys.stderr)
    sys.exit(2)


def lazy_globals(object_files):
    """The globals of object files that an initialiser of their own sets at the first use."""
    symbols = subprocess.run(
        ["nm", "--format=posix", *object_files],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout.splitlines()
    once = sorted({name for line in symbols if (name := line.split(" ")[0]).endswith("WZ")})
    plain = subprocess.run(
        ["swift", "demangle", "--compact"], input="\n".join(once), check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout.splitlines() if once else []
    head = "one-time initialization function for "
    # A private name has a hash of its file.
    return [re.sub(r" in _[0-9A-F]+", "", line.removeprefix(head)) for line in plain]


def check_the_check():
    """Compiles both canaries: the check must find a global in the first alone."""
    with tempfile.TemporaryDirectory() as directory:
        found = {}
        for name, text in CANARIES.items():
            source = pathlib.Path(directory) / f"{name}.swift"
            source.write_text(text)
            code = source.with_suffix(".o")
            command = ["swiftc", "-O", "-wmo", "-parse-as-library", "-module-name", name]
            if subprocess.run([*command, "-emit-object", "-o", code, source]).returncode != 0:
                stop("the canaries did not compile.")
            found[name] = len(lazy_globals([code]))
    if found != {"Lazy": 1, "Constant": 0}:
        stop(f"the check is broken: in the canaries it finds {found}.")


def objects(directory):
    """The folder of modules: that of the option, or else that of a new build."""
    if directory:
        return directory
    print("lazy_globals: building", file=sys.stderr)
    try:
        return benchmarks.build("detector-cost").parent
    except benchmarks.BuildError as error:
        stop(str(error))


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
    folder = objects(options.objects)
    is_broken = False
    for module in MODULES:
        files = sorted((folder / f"{module}.build").glob("*.o"))
        if not files:
            stop(f"{folder / f'{module}.build'} holds no object file: is it a release build?")
        allowed = ALLOWED.get(module, ())
        found = [name for name in lazy_globals(files) if name.strip("()") not in allowed]
        print(f"{'FAIL' if found else 'ok  '} {module}")
        for name in found:
            print(f"       initialises {name} at its first use")
        is_broken |= bool(found)
    sys.exit(1 if is_broken else 0)


if __name__ == "__main__":
    main()
