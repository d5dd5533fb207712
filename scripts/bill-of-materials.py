#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/bill-of-materials.py DIRECTORY VERSION

Writes two files into DIRECTORY, which contains the files of a release:

  headstock-VERSION.spdx.json   each file with its checksum, and the components that it contains and
                                loads: SPDX 2.3
  LICENCES.md                   the same in plain words, and the consequences of FFTW's licence for
                                each file

The script opens every file. It reads the loaded libraries from the binaries, and searches the
binaries for words of the libraries that they contain. It fails if a binary loads a library that its
table does not list, or lacks the words of one that it should contain.

Exit status: 0 written, 1 a file contains or loads an unknown component, 2 wrong usage or a tool is
missing.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The values of packaging/publisher by their keys.
PUBLISHER = dict(line.split("=", 1) for line in (ROOT / "packaging/publisher").read_text().splitlines()
                 if "=" in line and not line.startswith("#"))
# Loaded libraries, by the name in the binaries: the Debian package, the licence.
LOADED = {
    "libfftw3f.so.3": ("libfftw3-single3", "GPL-2.0-or-later"),
    "libsndfile.so.1": ("libsndfile1", "LGPL-2.1-or-later"),
    "libasound.so.2": ("libasound2", "LGPL-2.1-or-later"),
    "libexpat.so.1": ("libexpat1", "MIT"),
    "libz.so.1": ("zlib1g", "Zlib"),
    "libstdc++.so.6": ("libstdc++6", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libgcc_s.so.1": ("libgcc-s1", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libheadstock.so.0": (None, "MIT"),
    **dict.fromkeys(["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0",
                     "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"],
                    ("libc6", "LGPL-2.1-or-later")),
}
SWIFT = "Apache-2.0 WITH Swift-exception"
# Contained libraries: the licence, and words that every binary with the library contains. Swift
# packages have the version of packaging/Package.resolved, others that of their Debian package.
CONTAINED = {
    "Swift standard library": (SWIFT, b"Swift/"),
    "Swift Foundation and libdispatch": (SWIFT, b"FoundationEssentials"),
    "ICU in Swift Foundation": ("Unicode-3.0", b"icudt"),
    "swift-argument-parser": (SWIFT, b"ArgumentParser"),
    "swift-nio": ("Apache-2.0", b"NIOPosix"),
    "llhttp in swift-nio": ("MIT", b"c_nio_llhttp"),
    "sha1 of FreeBSD in swift-nio": ("BSD-3-Clause", b"NIOWebSocket"),
    "swift-atomics": ("Apache-2.0", b"NIOPosix"),
    "swift-collections": ("Apache-2.0", b"DequeModule"),
    "swift-system": ("Apache-2.0", b"NIOPosix"),
    "FFTW": ("GPL-2.0-or-later", b"fftw-3."),
    "vamp-plugin-sdk": ("MIT", b"Vamp"),
    "wasi-libc": ("MIT AND Apache-2.0 WITH LLVM-exception", b"\0asm"),
    "compiler-rt": ("Apache-2.0 WITH LLVM-exception", b"\0asm"),
    "Embedded Swift standard library": (SWIFT, b"\0asm"),
}
DEBIAN = {"FFTW": "libfftw3-dev", "vamp-plugin-sdk": "vamp-plugin-sdk", "wasi-libc": "wasi-libc",
          "compiler-rt": "libclang-rt-14-dev-wasm32"}
RUNTIME = ["Swift standard library"]
PROGRAM = [*RUNTIME, "Swift Foundation and libdispatch", "ICU in Swift Foundation",
           "swift-argument-parser"]
NIO = ["swift-nio", "llhttp in swift-nio", "sha1 of FreeBSD in swift-nio", "swift-atomics",
       "swift-collections", "swift-system"]
PAGE = ["wasi-libc", "compiler-rt", "Embedded Swift standard library"]
# The binaries by name, and what is linked into them.
BINARIES = {
    "tuner": PROGRAM + NIO, "tuner-bench": PROGRAM, "libheadstock.a": RUNTIME,
    "libheadstock.so": RUNTIME, "headstock_lv2.so": [], "headstock.so": ["vamp-plugin-sdk"],
    "headstock.wasm": PAGE,
}
GPL3 = "GPL-3.0-or-later"
MEANINGS = {
    "sources": ("MIT", "Nothing of FFTW is in it. Whoever builds it with FFTW gets binaries under the "
                       "GPL, as below."),
    "programs": (GPL3, "The programs load FFTW, which is under version 2 or later of the GPL, and "
                       "contain parts under the Apache License 2.0, which only version 3 permits "
                       "together with it. You may use the programs for everything. If you pass them "
                       "on, the terms of the GPL apply: give the sources with them, or offer them. The "
                       "archive of the sources and the bill of materials name all of them."),
    "library": (GPL3, "The library loads FFTW. A program that is passed on with it is under the GPL "
                      "as a whole, unless its maker buys another licence of FFTW from MIT. "
                      "A program that nobody else gets is free of this."),
    "page": ("MIT AND Apache-2.0 WITH LLVM-exception AND Apache-2.0 WITH Swift-exception",
             "Nothing of FFTW is in it: the page has a transform of its own. You may put it on any "
             "server, also with changes, without giving the sources. Keep the notices."),
    "wheel": (GPL3, "The wheel contains FFTW. A Python program that is passed on with it is under the "
                    "GPL. Without FFTW inside (scripts/wheel.sh --system-fftw), the "
                    "wheel itself is under MIT and Apache-2.0, and the GPL applies where the system's "
                    "FFTW is passed on beside it."),
    "python": ("MIT", "Python files only. They load the C library, whose terms apply to both "
                      "together."),
    "plugin": (GPL3, "The plugin loads the C library, and with it FFTW. A host under another licence "
                     "may load it on the computer of its user. Who passes on both as one work follows "
                     "the GPL."),
    "development": (GPL3, "The header is under MIT. The static library needs FFTW: a program that is "
                          "linked with it and passed on is under the GPL."),
}


def stop(status, text):
    print(f"bill-of-materials.py: {text}", file=sys.stderr)
    sys.exit(status)


def run(*words):
    try:
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        stop(2, f"{words[0]}: {getattr(error, 'stderr', None) or error}")


def kind(name):
    for start, found in (("headstock-page-", "page"), ("headstock-library-", "library"),
                         ("libheadstock-dev", "development"), ("libheadstock0", "library"),
                         ("python3-headstock", "python"), ("headstock-lv2", "plugin"),
                         ("headstock-vamp", "plugin")):
        if name.startswith(start):
            return found
    if name.endswith(".whl"):
        return "wheel"
    return "programs" if name.endswith(".deb") or "-linux-" in name else "sources"


def unpack(path, directory):
    if path.suffix == ".deb":
        run("dpkg-deb", "--extract", str(path), directory)
    elif path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            archive.extractall(directory)
    else:
        run("tar", "--extract", "--file", str(path), "--directory", directory)


def binary(path):
    """The contained and the loaded libraries of one file; None for a file that is no binary."""
    if path.is_symlink() or not path.is_file():
        return None
    content = path.read_bytes()
    if not content.startswith((b"\x7fELF", b"\0asm", b"!<arch>\n")):
        return None
    name = "libheadstock.so" if path.name.startswith("libheadstock") and ".so" in path.name \
        else path.name
    if name not in BINARIES:
        stop(1, f"{path.name} is a binary that the table does not list")
    contains = list(BINARIES[name])
    if CONTAINED["FFTW"][1] in content:
        contains.append("FFTW")
    for each in contains:
        if CONTAINED[each][1] not in content:
            stop(1, f"{path.name} should contain {each}, and lacks the words of it")
    for each, (_, words) in CONTAINED.items():
        if each in NIO and each not in contains and words in content:
            stop(1, f"{path.name} contains {each}, and the table does not say so")
    loads = re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", str(path))) \
        if content.startswith(b"\x7fELF") else []
    unknown = [each for each in loads if each not in LOADED]
    if unknown:
        stop(1, f"{path.name} loads {unknown}, which the table does not list")
    return contains, loads


def versions():
    pins = json.loads((ROOT / "packaging/Package.resolved").read_text())["pins"]
    found = {pin["identity"]: (pin["state"]["version"], pin["location"],
                               pin["state"]["revision"]) for pin in pins}
    swift = re.search(r"Swift version (\S+)", run("swift", "--version"))[1]
    for name in CONTAINED:
        base = name.split(" in ")[-1]
        if name in DEBIAN:
            debian = run("dpkg-query", "--show", "--showformat=${Version}", DEBIAN[name])
            found[name] = (debian, f"https://packages.debian.org/{DEBIAN[name]}", None)
        elif base in found:
            found[name] = found[base]
        else:
            found[name] = (swift, "https://www.swift.org", None)
    for library, (package, _) in LOADED.items():
        if package:
            shown = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}\n", package],
                                   capture_output=True, text=True, check=False).stdout
            found[library] = (shown.split("\n")[0] or None,
                              f"https://packages.debian.org/{package}", None)
    return found


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def element(name, licence, version=None, location="NOASSERTION", **more):
    return {"SPDXID": identifier(name), "name": name, "downloadLocation": location,
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION"} | ({"versionInfo": version} if version else {}) | more


def libraries(path):
    """The libraries that the binaries of a file contain, and those that they load."""
    contains, loads = set(), set()
    with tempfile.TemporaryDirectory() as scratch:
        if kind(path.name) != "sources":
            unpack(path, scratch)
        for each in sorted(pathlib.Path(scratch).rglob("*")):
            found = binary(each)
            if found:
                contains |= set(found[0])
                loads |= set(found[1])
    loads -= {"libheadstock.so.0"} if kind(path.name) == "library" else set()
    return contains, loads


def library_element(name, known):
    """The element of a library, from its version, its place and its revision."""
    number, location, revision = known
    licence = CONTAINED[name][0] if name in CONTAINED else LOADED[name][1]
    git = location and location.startswith("https://github.com/")
    where = f"git+{location}@{revision}" if git and revision else location
    return element(name, licence, number, where or "NOASSERTION")


def spdx(version, packages, relations):
    """The document with all elements and their relations."""
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    created = datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    digest = hashlib.sha256(json.dumps([packages, relations]).encode()).hexdigest()
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"headstock-{version}",
        "documentNamespace": f"https://{PUBLISHER['domain']}/spdx/{version}/{digest}",
        "creationInfo": {"created": created, "creators": [f"Organization: {PUBLISHER['name']}"]},
        "packages": list(packages.values()),
        "relationships": [{"spdxElementId": first, "relationshipType": relation,
                           "relatedSpdxElement": second} for first, relation, second in relations],
    }, indent=1) + "\n"


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(arguments) != 2:
        stop(2, "name a directory and a version. See: scripts/bill-of-materials.py --help")
    directory, version = pathlib.Path(arguments[0]), arguments[1]
    document, licences = f"headstock-{version}.spdx.json", "LICENCES.md"
    files = sorted(each for each in directory.iterdir()
                   if each.name not in (document, licences, "SHA256SUMS"))
    known, packages, relations, rows = versions(), {}, [], []
    for path in files:
        licence, meaning = MEANINGS[kind(path.name)]
        contains, loads = libraries(path)
        packages[path.name] = element(
            path.name, licence, version, packageFileName=path.name, checksums=[{
                "algorithm": "SHA256",
                "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}])
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", identifier(path.name)))
        for each in sorted(contains | loads):
            packages[each] = library_element(each, known.get(each, (version, None, None)))
            relations.append((identifier(path.name),
                              "STATIC_LINK" if each in contains else "DYNAMIC_LINK",
                              identifier(each)))
        rows.append((path.name, licence, meaning, sorted(contains), sorted(loads)))
    (directory / document).write_text(spdx(version, packages, relations))
    (directory / licences).write_text(text(version, rows, known))
    print(f"bill-of-materials: {len(files)} files, {len(packages) - len(files)} libraries, "
          f"{len(relations)} relations", file=sys.stderr)
    return 0


def text(version, rows, known):
    """The licences in plain words."""
    def said(names):
        return ", ".join(
            f"{each} {known[each][0]}" if known.get(each, (None,))[0] else each
            for each in names) or "nothing"

    lines = [f"# Licences of Headstock {version}", "",
             "Headstock's own code is under the MIT licence. What is linked with it has licences of "
             "its own, and for a binary the strictest of them counts. This page says how we read "
             "them; it is no legal advice. Nothing here limits the use of a program: all of it is "
             "about passing copies on.", ""]
    for name, licence, meaning, contains, loads in rows:
        lines += [f"## {name}", "", f"As a whole: {licence}. {meaning}", "",
                  f"* contains: {said(contains)}", f"* loads: {said(loads)}", ""]
    lines += ["## The licences of the libraries", "", "| library | licence |", "|---|---|"]
    used = sorted({each for row in rows for each in row[3] + row[4]})
    lines += [f"| {each} | {CONTAINED[each][0] if each in CONTAINED else LOADED[each][1]} |"
              for each in used]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
