#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/interface.py check|write [--products DIRECTORY] [LIST...]

Compares the interface of this tree with that of the last release, which packaging/interface lists.
docs/stability.md says which changes a release may contain.

  swift      the public declarations of the library products, and the conformances of their types
  commands   the commands of both programs, with their options, arguments and exit statuses
  python     the public names of the Python package, with the parameters of functions

`check` fails if a line of a list was removed, because a program or script may use it. It counts
added lines. `write` writes the lists; scripts/release.sh does it for each release.

  --products DIRECTORY   the optimised build to read; by default that of scripts/test.sh, which is
                         built if it is missing

Exit status: 0 no line was removed, 1 one was, 2 wrong usage or the build is missing.
"""

import ast
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LISTS = os.path.join(ROOT, "packaging/interface")
PROGRAMS = ["tuner", "tuner-bench"]
# No product names it, but declarations of the products contain its types.
ALSO = ["SignalProcessing"]
# Every type conforms to these unless its declaration says otherwise.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def stop(status, text):
    print(text, file=sys.stderr)
    sys.exit(status)


def run(*words, **options):
    try:
        return subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT,
                              **options).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or error
        stop(2, f"interface.py: {' '.join(words[:3])}: {said}")


# MARK: - Swift


def modules():
    package = json.loads(run("swift", "package", "dump-package"))
    # The static one holds objects for the C library, whose interface is packaging/library/abi.txt.
    return sorted({target for product in package["products"]
                   if product["type"].get("library") == ["automatic"]
                   for target in product["targets"]} | set(ALSO))


def graphs(module, products, directory):
    """The symbol graphs of a module: its own declarations and its extensions of other modules."""
    maps = glob.glob(os.path.join(ROOT, "Sources/*/module.modulemap"))
    maps += glob.glob(os.path.join(products, "*.build/module.modulemap"))
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    run("swift", "symbolgraph-extract", "-module-name", module, "-I",
        os.path.join(products, "Modules"),
        *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")),
        "-target", target, "-minimum-access-level", "public", "-skip-synthesized-members",
        "-output-dir", directory)
    for path in sorted(glob.glob(os.path.join(directory, f"{module}*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            yield json.load(file)


def declarations(module, graph):
    """The lines of one symbol graph: the enclosing type and the declaration of each symbol."""
    names = {}
    for symbol in graph["symbols"]:
        path = symbol["pathComponents"]
        names[symbol["identifier"]["precise"]] = ".".join(path)
        text = "".join(part["spelling"] for part in symbol["declarationFragments"])
        yield " ".join([".".join([module, *path[:-1]]) + ":", *text.split()])
    for each in graph["relationships"]:
        if each["kind"] != "conformsTo" or each["source"] not in names:
            continue
        protocol = each.get("targetFallback") or names.get(each["target"], each["target"])
        if protocol.rsplit(".", 1)[-1] not in IMPLIED:
            yield f"{module}.{names[each['source']]}: {protocol}"


def swift(products):
    with tempfile.TemporaryDirectory() as directory:
        return [line for module in modules() for graph in graphs(module, products, directory)
                for line in declarations(module, graph)]


# MARK: - Commands


def words_of(argument):
    """An argument in the form of help texts: `--format, -f VALUE`."""
    if argument["kind"] == "positional":
        return argument["valueName"].upper() + (" ..." if argument["isRepeating"] else "")
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    names = [dashes[name["kind"]] + name["name"] for name in argument["names"]]
    return sorted(names), " VALUE" if argument["kind"] == "option" else ""


def statuses(discussion):
    """The exit statuses of a help text: the numbers that begin a part of their sentence."""
    for line in discussion.split("\n"):
        if line.startswith("Exit status: "):
            line = line.removeprefix("Exit status: ").replace(". With --batch: ", ", ")
            for part in line.split(", "):
                if part.split(" ")[0].isdecimal():
                    yield int(part.split(" ")[0])


def lines_of(command, path):
    path = [*path, command["commandName"]]
    own = " ".join(path)
    yield own
    for number in sorted(set(statuses(command.get("discussion", "")))):
        yield f"{own}: exit status {number}"
    for argument in command.get("arguments", []):
        if not argument["shouldDisplay"]:
            continue
        said = words_of(argument)
        if isinstance(said, str):
            yield f"{own}: {said}"
        else:
            yield from (f"{own}: {name}{said[1]}" for name in said[0])
    for each in command.get("subcommands", []):
        if each["shouldDisplay"] and each["commandName"] != "help":
            yield from lines_of(each, path)


def commands(products):
    lines = []
    for program in PROGRAMS:
        dump = run(os.path.join(products, program), "--experimental-dump-help")
        lines += lines_of(json.loads(dump)["command"], [])
    return lines


# MARK: - Python


def public(node):
    return not node.name.startswith("_") or node.name in ("__init__", "__enter__", "__iter__")


def python(_):
    package = os.path.join(ROOT, "python/headstock")
    lines, inner = [], {}
    for path in glob.glob(os.path.join(package, "_[a-z]*.py")):
        with open(path, encoding="utf-8") as file:
            inner |= {node.name: node for node in ast.parse(file.read()).body
                      if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for path in sorted(glob.glob(os.path.join(package, "**/*.py"), recursive=True)):
        name = os.path.relpath(path, package).removesuffix(".py").replace("/", ".")
        if any(part.startswith("_") and part != "__init__" for part in name.split(".")):
            continue
        module = "headstock" if name == "__init__" else f"headstock.{name}"
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        lines += members(module, tree.body)
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                for each in ast.literal_eval(node.value):
                    lines.append(f"{module}: {each}")
                    lines += members(module, [inner[each]] if each in inner else [])
    return lines


def members(owner, body):
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and public(node):
            yield f"{owner}: {node.name}({ast.unparse(node.args)})"
        elif isinstance(node, ast.ClassDef) and public(node):
            yield f"{owner}: class {node.name}"
            yield from members(f"{owner}.{node.name}", node.body)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) \
                and not node.target.id.startswith("_"):
            yield f"{owner}: {node.target.id}"


# MARK: - The lists


def written(lines):
    """The text of a list: each owner once, with its members below it."""
    text, owner = [], None
    for line in lines:
        first, _, rest = line.partition(": ")
        if first != owner:
            owner = first
            text.append(owner)
        if rest:
            text.append("  " + rest)
    return "\n".join(text) + "\n"


def read(text):
    """The lines of a list."""
    owner, lines = "", []
    for line in text.splitlines():
        if line.startswith("  "):
            lines.append(f"{owner}: {line[2:]}")
        else:
            owner = line
            lines.append(owner)
    return lines


KINDS = {"swift": swift, "commands": commands, "python": python}


def check(kind, lines):
    """Prints the removed lines; returns true if there are none."""
    path = os.path.join(LISTS, kind + ".txt")
    try:
        with open(path, encoding="utf-8") as file:
            released = read(file.read())
    except FileNotFoundError:
        stop(2, f"interface.py: there is no {path}. Make it: scripts/interface.py write {kind}")
    gone = [line for line in released if line not in lines]
    added = len(lines) - (len(released) - len(gone))
    print(f"interface: {kind}: {len(released)} lines of the last release, {len(gone)} gone, "
          f"{added} added", file=sys.stderr)
    for line in gone:
        print(f"  gone: {line}", file=sys.stderr)
    return not gone


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    products = ""
    if "--products" in arguments[:-1]:
        place = arguments.index("--products")
        products = os.path.abspath(arguments[place + 1])
        del arguments[place:place + 2]
    if arguments[:1] not in (["check"], ["write"]) or set(arguments[1:]) - set(KINDS):
        stop(2, "interface.py: say check or write, and what. See: scripts/interface.py --help")
    if not products and arguments[1:] != ["python"]:
        build = ["swift", "build", "--configuration", "release"]
        environment = os.environ | {"HEADSTOCK_TESTABLE": "1"}
        products = run(*build, "--show-bin-path", env=environment).strip()
        if not all(os.path.exists(os.path.join(products, each)) for each in PROGRAMS):
            run(*build, env=environment)
    whole = True
    for kind in arguments[1:] or KINDS:
        # The written form is compared, in which each owner has a line.
        lines = read(written(sorted(set(KINDS[kind](products)))))
        if arguments[0] == "write":
            os.makedirs(LISTS, exist_ok=True)
            with open(os.path.join(LISTS, kind + ".txt"), "w", encoding="utf-8") as file:
                file.write(written(lines))
        else:
            whole = check(kind, lines) and whole
    if not whole:
        print("interface: what is gone breaks those who use it. Keep the old form beside the new "
              "one,\nor, where docs/stability.md permits the break, run scripts/interface.py write "
              "and tell users\nin CHANGELOG.md how to adapt.", file=sys.stderr)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
