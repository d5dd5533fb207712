#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads headstock.h and keeps all files that repeat its content equal to it.

Usage: scripts/header.py check|write [--library FILE]

The header is the contract of the C library. These files follow from it: the list of exported
symbols (packaging/library/headstock.map), the binary interface (packaging/library/abi.txt: sizes,
offsets and values of the C compiler's layout), and the types of the Python package
(python/headstock/_interface.py). docs/interfaces.md lists every call in each language.

  check           compares them with the header, and the list with the sources; with --library,
                  also compares the symbols that the library exports and imports
  write           writes them. A changed or removed line of abi.txt breaks every program that was
                  compiled before; only new lines at the end of a structure are permitted

Exit status: 0 equal, 1 different, 2 wrong usage.
"""

import ast
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "Sources/CHeadstock/include/headstock.h"
MAP = ROOT / "packaging/library/headstock.map"
ABI = ROOT / "packaging/library/abi.txt"
PYTHON = ROOT / "python/headstock/_interface.py"
RELEASE = ROOT / "Sources/Terminal/Release.swift"
TABLE = ROOT / "docs/interfaces.md"
PLUGINS = {
    "LV2": ROOT / "plugins/lv2/headstock_lv2.c",
    "Vamp": ROOT / "plugins/vamp/headstock_vamp.cpp",
}
VERSION = "HEADSTOCK_0"

C_TYPES = {
    "size_t": "c_size_t",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "double": "c_double",
    "float": "c_float",
}


class Header:
    """The declarations of headstock.h, in their order."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        # (name, value) of each constant
        self.constants = re.findall(r"^\s+(HEADSTOCK_\w+) = (-?\d+)", text, flags=re.M)
        self.version = re.search(r'define HEADSTOCK_VERSION "([^"]+)"', text)[1]
        self.structures = {}
        for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S):
            fields = []
            for line in body.split(";"):
                if line.strip():
                    kind, field, count = re.fullmatch(
                        r"\s*(.+?)\s*\b(\w+)(?:\[(\d+)\])?\s*", line, flags=re.S
                    ).groups()
                    fields.append((kind.strip(), field, int(count or 0)))
            self.structures[name] = fields
        self.opaque = re.findall(r"typedef struct (\w+) \1;", text)
        # name -> (type of the result, types of the parameters)
        self.functions = {}
        for result, name, parameters in re.findall(
            r"^((?:const )?\w+ \*?)(headstock_\w+)\(([^)]*)\);", text, flags=re.S | re.M
        ):
            kinds = []
            for parameter in " ".join(parameters.split()).split(", "):
                if parameter != "void":
                    kinds.append(re.fullmatch(r"(.*?)\s*\w+", parameter)[1])
            self.functions[name] = (result.strip(), kinds)


def map_text(header):
    lines = "".join(f"    {name};\n" for name in sorted(header.functions))
    return f"{VERSION} {{\n  global:\n{lines}  local:\n    *;\n}};\n"


def abi_text(header):
    """Returns the layout that the C compiler gives the structures."""
    program = ["#include <stdio.h>", '#include "headstock.h"', "int main(void) {"]
    for name, value in header.constants:
        program.append(f'printf("constant {name} %d\\n", (int){name});')
    for name, fields in header.structures.items():
        program.append(f'printf("structure {name} %zu\\n", sizeof({name}));')
        for kind, field, count in fields:
            program.append(
                f'printf("  %zu %zu {field}\\n", offsetof({name}, {field}), '
                f"sizeof((({name} *)0)->{field}));"
            )
    program.append("}")
    with tempfile.TemporaryDirectory() as directory:
        source = pathlib.Path(directory) / "abi.c"
        source.write_text("\n".join(program))
        binary = pathlib.Path(directory) / "abi"
        subprocess.run(
            ["cc", "-std=c99", "-I", HEADER.parent, source, "-o", binary], check=True
        )
        layout = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    functions = "".join(
        f"function {result} {name}({', '.join(kinds)})\n"
        for name, (result, kinds) in header.functions.items()
    )
    return layout + functions


def python_type(kind, header):
    """Returns the ctypes of a C type."""
    plain = kind.replace("const ", "").replace(" ", "")
    if plain == "char*":
        return "c_char_p"
    base = plain.rstrip("*")
    depth = len(plain) - len(base)
    if base == "void":
        return "None"
    if base in header.opaque:
        name, depth = "c_void_p", depth - 1
    elif base in header.structures and depth:
        # Structures of arrays come from numpy, by their address.
        name = class_name(base) if base == "headstock_config" else "c_void_p"
        depth = depth if base == "headstock_config" else depth - 1
    elif base in header.structures:
        name = class_name(base)
    elif base == "float" and depth:
        name, depth = "c_void_p", depth - 1
    else:
        name = C_TYPES[base]
    for _ in range(depth):
        name = f"POINTER({name})"
    return name


def class_name(structure):
    return "".join(word.capitalize() for word in structure.split("_")[1:])


def python_text(header):
    lines = [
        "# SPDX-License-Identifier: MIT",
        '"""The declarations of headstock.h, written by scripts/header.py."""',
        "",
        "from ctypes import (",
        "    CDLL,",
        "    POINTER,",
        "    Structure,",
    ]
    used = ["c_char", "c_char_p", "c_double", "c_int32", "c_int64", "c_size_t", "c_uint32"]
    used += ["c_uint64", "c_void_p"]
    lines += [f"    {name}," for name in used] + [")", ""]
    lines += [f'VERSION = "{header.version}"']
    lines += [f"{name.removeprefix('HEADSTOCK_')} = {value}" for name, value in header.constants]
    for name, fields in header.structures.items():
        lines += ["", "", f"class {class_name(name)}(Structure):"]
        lines += [f'    """The structure {name}."""', "", "    _fields_ = ["]
        for kind, field, count in fields:
            written = f"c_char * {count}" if count else python_type(kind, header)
            lines.append(f'        ("{field}", {written}),')
        lines.append("    ]")
    lines += ["", "", "def declare(library: CDLL) -> None:"]
    lines += ['    """Gives every function of the library its types."""']
    for name, (result, kinds) in header.functions.items():
        parameters = [python_type(kind, header) for kind in kinds]
        lines.append(f"    library.{name}.restype = {python_type(result, header)}")
        line = f"    library.{name}.argtypes = [{', '.join(parameters)}]"
        if len(line) > 100:
            lines.append(f"    library.{name}.argtypes = [")
            lines += [f"        {parameter}," for parameter in parameters] + ["    ]"]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def python_names():
    """Returns the public names of the Python package, and `Class.member` of its classes."""
    names = {"__version__"}
    for path in sorted(PYTHON.parent.glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names.add(node.name)
            if isinstance(node, ast.ClassDef):
                names |= {
                    f"{node.name}.{part.name}"
                    for part in node.body
                    if isinstance(part, ast.FunctionDef)
                }
    return names


def table_faults(header):
    """Returns where docs/interfaces.md differs from the header and from the sources."""
    faults = []
    rows = re.findall(r"^\| `(headstock_\w+)` \| (.*) \| (.*) \| (.*) \|$", TABLE.read_text(), re.M)
    if [row[0] for row in rows] != list(header.functions):
        faults.append("docs/interfaces.md does not list the functions of headstock.h in their order")
    known = python_names()
    sources = [path for path in PYTHON.parent.glob("*.py") if path != PYTHON]
    python = "".join(path.read_text() for path in sources)
    for function, names, *plugins in rows:
        uses = {"Python": (names, python)}
        uses |= {
            name: (cell, path.read_text())
            for (name, path), cell in zip(PLUGINS.items(), plugins)
        }
        for language, (cell, source) in uses.items():
            if (re.search(rf"\b{function}\b", source) is None) != (cell == "–"):
                faults.append(f"docs/interfaces.md is wrong about {function} in {language}")
        for name in re.findall(r"`([\w.]+)`", names):
            if name not in known:
                faults.append(f"docs/interfaces.md: there is no {name} in the Python package")
    return faults


def library_faults(header, library):
    """Returns the symbols that a library exports or needs beyond the contract."""
    faults = []

    def symbols(which):
        answer = subprocess.run(
            ["nm", "--dynamic", "--with-symbol-versions", which, library],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        return {line.split()[-1] for line in answer.splitlines()}

    exported = symbols("--defined-only") - {f"{VERSION}@@{VERSION}", VERSION}
    wanted = {f"{name}@@{VERSION}" for name in header.functions}
    faults += [f"{library} exports {name}" for name in sorted(exported - wanted)]
    faults += [f"{library} does not export {name}" for name in sorted(wanted - exported)]
    needed = symbols("--undefined-only")
    foreign = re.compile(r"^(snd_|sf_|XML_|deflate|inflate|swift_|\$s)")
    faults += [f"{library} imports {name}" for name in sorted(needed) if foreign.match(name)]
    return faults


def main(words):
    library = None
    if "--library" in words:
        place = words.index("--library")
        library = words[place + 1]
        del words[place : place + 2]
    if words in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if words not in (["check"], ["write"]):
        print("header.py: say check or write. See: scripts/header.py --help", file=sys.stderr)
        return 2
    header = Header(HEADER.read_text())
    texts = {MAP: map_text(header), ABI: abi_text(header), PYTHON: python_text(header)}
    if words == ["write"]:
        for path, text in texts.items():
            path.write_text(text)
        return 0
    faults = [
        f"{path.relative_to(ROOT)} is not that of headstock.h. See: scripts/header.py --help"
        for path, text in texts.items()
        if not path.exists() or path.read_text() != text
    ]
    if f'version = "{header.version}"' not in RELEASE.read_text():
        faults.append(f"headstock.h is of version {header.version}, Release.swift of another")
    faults += table_faults(header)
    if library:
        faults += library_faults(header, library)
    for fault in faults:
        print(f"header: {fault}", file=sys.stderr)
    print(
        f"header: {len(header.functions)} functions, {len(header.structures)} structures, "
        f"{len(faults)} faults",
        file=sys.stderr,
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
