#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/documentation.py [DIRECTORY]

Makes web pages of the articles and symbols of every product with docc, which comes with Swift. They
go to .build/documentation or DIRECTORY. A warning of docc, for example of a broken link or an
unknown parameter, is an error.

First the script checks the code in articles. A block after the line

    <!-- from Examples/Sources/OwnSource/RawSource.swift -->

must consist of lines of that file, in the same order. Each document that an article names as
`docs/…` must exist.

The script reads the libraries of the optimised build that scripts/test.sh makes, and builds them if
they are missing.

Exit status: 0 the pages are made, 1 a page is wrong, 2 swift or docc is missing.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def products():
    """The modules of the products, each with its documentation catalogue."""
    package = json.loads(subprocess.run(
        ["swift", "package", "dump-package"], check=True, capture_output=True, text=True,
        cwd=ROOT).stdout)
    # The static product contains objects for the C library, whose documentation is headstock.h.
    libraries = [
        each for each in package["products"] if each["type"].get("library") == ["automatic"]]
    return [each["name"] for each in libraries]


def articles():
    return sorted(glob.glob(os.path.join(ROOT, "Sources/*/*.docc/*.md")))


def faults(path):
    """The errors of an article: lines that its source lacks, and documents that do not exist."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for source, block in re.findall(r"<!-- from (\S+) -->\n+```\w+\n(.*?)```", text, re.DOTALL):
        try:
            with open(os.path.join(ROOT, source), encoding="utf-8") as file:
                there = [line.strip() for line in file]
        except FileNotFoundError:
            yield f"{source} does not exist"
            continue
        position = 0
        for line in filter(None, (line.strip() for line in block.splitlines())):
            if line in there[position:]:
                position = there.index(line, position) + 1
            else:
                yield f"{source} has no line \"{line}\" there"
    for document in re.findall(r"`(docs/[\w./-]+)`", text):
        if not os.path.exists(os.path.join(ROOT, document)):
            yield f"{document} does not exist"


def module_maps(build):
    """The module maps of the C modules that Swift modules import."""
    maps = glob.glob(os.path.join(ROOT, "Sources/*/module.modulemap"))
    maps += glob.glob(os.path.join(build, "*.build/module.modulemap"))
    return [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]


def convert(module, build, triple, directory):
    """Makes the pages of one module; returns true when docc reported nothing."""
    graphs = os.path.join(directory, "symbols", module)
    os.makedirs(graphs, exist_ok=True)
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I",
         os.path.join(build, "Modules"), *module_maps(build), "-target", triple,
         "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", graphs],
        check=True)
    catalogue = os.path.join(ROOT, "Sources", module, f"{module}.docc")
    return subprocess.run(
        ["docc", "convert", catalogue, "--additional-symbol-graph-dir", graphs,
         "--fallback-display-name", module, "--fallback-bundle-identifier", f"headstock.{module}",
         "--warnings-as-errors", "--output-path",
         os.path.join(directory, f"{module}.doccarchive")], check=False).returncode == 0


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    unknown = [each for each in arguments if each.startswith("-")] or arguments[1:]
    if unknown:
        print(f"documentation.py: unknown argument \"{unknown[0]}\". "
              "See: scripts/documentation.py --help", file=sys.stderr)
        return 2
    for program in ["swift", "docc"]:
        if not shutil.which(program):
            print(f"documentation.py: there is no \"{program}\" on the PATH; it comes with Swift",
                  file=sys.stderr)
            return 2
    directory = os.path.abspath(
        arguments[0] if arguments else os.path.join(ROOT, ".build/documentation"))
    failed = False
    for path in articles():
        for fault in faults(path):
            print(f"documentation.py: {os.path.relpath(path, ROOT)}: {fault}", file=sys.stderr)
            failed = True
    optimised = ["swift", "build", "--configuration", "release"]
    environment = os.environ | {"HEADSTOCK_TESTABLE": "1"}
    build = subprocess.run([*optimised, "--show-bin-path"], check=True, capture_output=True,
                           text=True, cwd=ROOT, env=environment).stdout.strip()
    triple = json.loads(subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True,
        text=True).stdout)["target"]["triple"]
    for module in products():
        if not os.path.exists(os.path.join(build, "Modules", f"{module}.swiftmodule")):
            subprocess.run([*optimised, "--product", module], check=True, cwd=ROOT,
                           env=environment)
        if not os.path.isdir(os.path.join(ROOT, "Sources", module, f"{module}.docc")):
            print(f"documentation.py: the product {module} has no catalogue", file=sys.stderr)
            failed = True
        elif not convert(module, build, triple, directory):
            print(f"documentation.py: {module} is not made", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
