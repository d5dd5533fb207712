#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/benchmarks.py [--product NAME] [--scratch-path DIRECTORY]
       scripts/benchmarks.py --check

Builds a program of the nested package Benchmarks as a client of this package does, and prints its
path.

An incremental build of the nested package misses some changes of this package: if the layout of a
type changes, object files with the old layout remain and the program crashes. The build directory
therefore contains a fingerprint of the sources and of the compiler. If it differs, the directory is
removed and built again.

--check builds nothing: it tests that a changed, a renamed and a new source have another
fingerprint, and that a build of other sources is removed.

Exit status: 0 built, 1 --check failed, 2 it did not build.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "benchmarks"


class BuildError(Exception):
    """The nested package did not build."""


def fingerprint(root=ROOT):
    """Returns a hash of the package's manifest, sources and compiler."""
    digest = hashlib.sha256()
    compiler = subprocess.run(["swift", "--version"], check=True, capture_output=True)
    digest.update(compiler.stdout)
    files = [root / "Package.swift"]
    files += (path for path in (root / "Sources").rglob("*") if path.is_file())
    for path in sorted(files):
        name = os.fsencode(path.relative_to(root))
        digest.update(len(name).to_bytes(8, "little") + name)
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def prepare(scratch, wanted):
    """Removes a build of other sources. Returns true if it was removed."""
    mark = scratch / "fingerprint"
    if not scratch.exists():
        return False
    if mark.exists() and mark.read_text() == wanted:
        return False
    shutil.rmtree(scratch)
    return True


def build(product="detector-cost", scratch=SCRATCH):
    """Builds a program and returns its path.

    Raises BuildError after the compiler has printed its errors on standard error.
    """
    wanted = fingerprint()
    prepare(scratch, wanted)
    command = ["swift", "build", "--configuration", "release", "--package-path", ROOT / "Benchmarks"]
    command += ["--scratch-path", scratch, "--product", product]
    # A build for tests exports internal names, so the optimiser keeps them.
    environment = {key: value for key, value in os.environ.items() if key != "HEADSTOCK_TESTABLE"}
    if subprocess.run(command, stdout=sys.stderr, env=environment).returncode != 0:
        raise BuildError(f"{product} did not build; the compiler's words are above.")
    (scratch / "fingerprint").write_text(wanted)
    path = subprocess.run(
        [*command, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return pathlib.Path(path.stdout.strip()) / product


def release_objects(directory, name):
    """The folder that holds the object files of each module.

    It is `directory`, or that of a new build if it is None. `name` is the script that asks.
    Raises BuildError after the compiler has printed its errors, and for a missing directory.
    """
    if directory is None:
        print(f"{name}: building", file=sys.stderr)
        return build().parent
    if not directory.is_dir():
        raise BuildError(f"{directory} is no directory: build for release first.")
    return directory


def check():
    """Returns true if every change of a source removes a build, and nothing else does."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        source = root / "Sources" / "A" / "Layout.swift"
        source.parent.mkdir(parents=True)
        (root / "Package.swift").write_text("manifest")
        source.write_text("struct Layout { var first: Int }")
        scratch = root / "scratch"

        def is_removed():
            scratch.mkdir(exist_ok=True)
            (scratch / "object").write_text("")
            wanted = fingerprint(root)
            removed = prepare(scratch, wanted)
            scratch.mkdir(exist_ok=True)
            (scratch / "fingerprint").write_text(wanted)
            return removed and not (scratch / "object").exists()

        found = [is_removed(), is_removed()]
        source.write_text("struct Layout { var first: Int8 }")
        found += [is_removed(), is_removed()]
        source.rename(source.with_name("Other.swift"))
        found += [is_removed(), is_removed()]
        (root / "Package.swift").write_text("other")
        found += [is_removed(), is_removed()]
        return found == [True, False] * 4


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--product", default="detector-cost")
    parser.add_argument("--scratch-path", type=pathlib.Path, default=SCRATCH)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.check:
        held = check()
        print(f"benchmarks: {'a change removes the old build' if held else 'an old build stays'}",
              file=sys.stderr)
        return 0 if held else 1
    try:
        print(build(arguments.product, arguments.scratch_path))
    except BuildError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
