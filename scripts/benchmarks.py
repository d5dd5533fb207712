#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/benchmarks.py [--product NAME] [--scratch-path DIRECTORY]

Builds a program of the nested package Benchmarks as a client of this package does, and prints its path.

An incremental build of the nested package does not see every change of this package: where a type gets
another layout, object files of the old layout remain and the program crashes. The build directory
therefore keeps a fingerprint of the sources and of the compiler. Where it differs, the directory is
removed and built again.

Exit status: 0 built, 2 it did not build.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

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
    """Removes a build of other sources. Returns true where it was removed."""
    mark = scratch / "fingerprint"
    if not scratch.exists():
        return False
    if mark.exists() and mark.read_text() == wanted:
        return False
    shutil.rmtree(scratch)
    return True


def build(product="detector-cost", scratch=SCRATCH):
    """Builds a program and returns its path.

    Raises BuildError; the compiler's words are then on standard error.
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


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--product", default="detector-cost")
    parser.add_argument("--scratch-path", type=pathlib.Path, default=SCRATCH)
    arguments = parser.parse_args()
    try:
        print(build(arguments.product, arguments.scratch_path))
    except BuildError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
