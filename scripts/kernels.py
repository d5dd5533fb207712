#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the functions of Sources/SignalProcessing/Kernels against rule 6 of docs/design.md.

    scripts/kernels.py [--objects DIRECTORY]

Each has a scalar twin in its tests, which compare the two, a micro-benchmark that calls it, and
machine code, as the release build makes it, in which

  * an innermost loop computes with packed floats and calls nothing,
  * no instruction retains, releases, allocates, checks exclusive access or calls fmaf.

First the script compiles functions that break one of these rules each, and one that breaks none. It
ends with status 2 if the check does not find exactly these errors.

  --objects DIRECTORY   the folder that holds the object files of each module, built for release; by
                        default the script builds the nested package of Benchmarks

Exit status: 0 every kernel passes, 1 one does not, 2 the check itself failed.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import benchmarks

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ROOT / "Sources" / "SignalProcessing" / "Kernels"
TESTS = ROOT / "Tests" / "SignalProcessingTests" / "Kernels"
BENCHMARKS = ROOT / "Benchmarks" / "Benchmarks" / "Kernels"

# Arithmetic on several floats at once, of x86-64 (SSE and AVX) and of arm64.
PACKED = re.compile(
    r"^v?(add|sub|mul|div|min|max|sqrt|addsub|hadd|dp)p[sd]\b"
    r"|^vfn?m(add|sub)\d*p[sd]\b"
    r"|^f(add|sub|mul|div|mla|mls|min|max|minnm|maxnm|sqrt)\s+v\d+\.[24]"
)
# The functions that a kernel may not call.
FORBIDDEN = re.compile(
    r"^(swift_(retain|release|bridgeObject|alloc|slowAlloc|beginAccess|once|initStackObject|dynamic)"
    r"|malloc$|calloc$|realloc$|fmaf?$)"
)
CALL = re.compile(r"^(call|bl\b|blr\b)")
JUMP = re.compile(r"^(?:j\w+|b|b\.\w+|cbn?z|tbn?z)\s.*?\b([0-9a-f]+)(?: <|$)")

CANARIES = """
final class Box { var value: Float = 0 }

public func sound(_ x: UnsafePointer<SIMD8<Float>>, _ n: Int) -> Float {
  var sums = SIMD8<Float>()
  for i in 0..<n { sums += x[i] * x[i] }
  return sums.sum()
}

public func scalar(_ x: UnsafePointer<Float>, _ n: Int) -> Float {
  var sum: Float = 0
  for i in 0..<n { sum += x[i] * x[i] }
  return sum
}

public func fused(_ x: UnsafePointer<SIMD8<Float>>, _ n: Int) -> Float {
  var sums = SIMD8<Float>()
  for i in 0..<n { sums.addProduct(x[i], x[i]) }
  return sums.sum()
}

@inline(never) func keep(_ box: Box) { box.value += 1 }

public func allocating(_ x: UnsafePointer<SIMD8<Float>>, _ n: Int) -> Float {
  var sums = SIMD8<Float>()
  for i in 0..<n { sums += x[i] * x[i] }
  let box = Box()
  keep(box)
  return sums.sum() + box.value
}

nonisolated(unsafe) public var shared: [Float] = []

public func counted(_ x: UnsafePointer<SIMD8<Float>>, _ n: Int) -> (Float, [Float]) {
  var sums = SIMD8<Float>()
  for i in 0..<n { sums += x[i] * x[i] }
  return (sums.sum(), shared)
}

@inline(never) public func outside(_ x: SIMD8<Float>) -> SIMD8<Float> { x * x }

public func calling(_ x: UnsafePointer<SIMD8<Float>>, _ n: Int) -> Float {
  var sums = SIMD8<Float>()
  for i in 0..<n { sums += outside(x[i]) }
  return sums.sum()
}
"""


def say(line):
    """Prints to standard error, so that standard output holds results only."""
    print(line, file=sys.stderr)


def stop(line):
    """Ends with status 2: the check itself failed."""
    say(f"kernels: {line}")
    sys.exit(2)


# MARK: - Machine code


def functions(object_file):
    """The functions of an object file by name, each a list of (address, instruction, callees)."""
    text = subprocess.run(
        ["objdump", "--disassemble", "--reloc", "--no-show-raw-insn", "--wide", object_file],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout
    # A relocation, which names the callee, follows its instruction on the same line or the next.
    relocation = re.compile(r"\b[0-9a-f]+: R_\w+\s+(\S+)")
    found, body = {}, None
    for line in text.splitlines():
        if start := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            body = found.setdefault(start[1], [])
            continue
        if body is None:
            continue
        names = [re.split(r"[-+@]", name)[0] for name in relocation.findall(line)]
        step = re.match(r"^\s*([0-9a-f]+):\s+(?!R_)(\S.*)$", line)
        if step:
            body.append((int(step[1], 16), relocation.split(step[2])[0].strip(), names))
        elif body:
            body[-1][2].extend(names)
    symbols = list(found)
    plain = subprocess.run(
        ["swift", "demangle", "--compact"], input="\n".join(symbols), check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout.splitlines()
    return dict(zip(plain, (found[symbol] for symbol in symbols), strict=True))


def loops(body):
    """The innermost loops: the code from the target of a backward jump to the jump itself."""
    places = {address: index for index, (address, _, _) in enumerate(body)}
    spans = []
    for index, (address, instruction, _) in enumerate(body):
        jump = JUMP.match(instruction)
        target = int(jump[1], 16) if jump else None
        if target is not None and target <= address and target in places:
            spans.append((places[target], index))
    inner = [
        span for span in spans
        if not any(o != span and span[0] <= o[0] and o[1] <= span[1] for o in spans)
    ]
    return [body[first : last + 1] for first, last in inner]


def is_vectorised(body):
    """Returns true if an innermost loop computes with packed floats and calls nothing."""
    return any(
        any(PACKED.match(instruction) for _, instruction, _ in loop)
        and not any(CALL.match(instruction) for _, instruction, _ in loop)
        for loop in loops(body)
    )


def forbidden(body):
    """The forbidden names in the function."""
    return sorted({name for _, _, names in body for name in names if FORBIDDEN.match(name)})


def faults(name, code):
    """The errors in the machine code of the function `name`, all overloads together."""
    bodies = [body for symbol, body in code.items() if re.search(rf"\b{name}\(", symbol)]
    if not bodies:
        return ["is not in the object file: make it public, or @inline(never)"]
    found = []
    if not any(map(is_vectorised, bodies)):
        found.append("has no innermost loop of packed arithmetic without a call")
    for callee in sorted({callee for body in bodies for callee in forbidden(body)}):
        found.append(f"uses {callee}")
    return found


def check_the_check():
    """Compiles functions with known errors: the check must find exactly these."""
    with tempfile.TemporaryDirectory() as directory:
        source = pathlib.Path(directory) / "Canaries.swift"
        source.write_text(CANARIES)
        code_file = pathlib.Path(directory) / "Canaries.o"
        command = ["swiftc", "-O", "-wmo", "-parse-as-library", "-module-name", "Canaries"]
        done = subprocess.run([*command, "-emit-object", "-o", code_file, source])
        if done.returncode != 0:
            stop("the canaries did not compile.")
        code = functions(code_file)
    verdicts = {name: " ".join(faults(name, code))
                for name in ("sound", "scalar", "fused", "allocating", "counted", "calling")}
    expected = {"sound": r"^$", "scalar": "no innermost loop", "fused": "fmaf",
                "allocating": "swift_alloc|swift_initStack", "counted": "swift_retain|beginAccess",
                "calling": "no innermost loop", "absent": "not in the object file"}
    verdicts["absent"] = " ".join(faults("absent", code))
    for name, pattern in expected.items():
        if not re.search(pattern, verdicts[name]):
            stop(f'the check is broken: of the canary "{name}" it says "{verdicts[name]}".')


# MARK: - The rule


def kernels(source):
    """The kernels of a source file: its free functions that are neither private nor inlined."""
    free = r"(?<!@inline\(__always\)\n)^(?:public |package )?func (\w+)"
    return sorted(set(re.findall(free, source.read_text(), re.MULTILINE)))


def twin_fault(name, source):
    """Returns a sentence if the scalar twin or its test is missing."""
    test = TESTS / f"{source.stem}Tests.swift"
    text = test.read_text() if test.exists() else ""
    if f"func {name}Scalar(" not in text:
        return [f"has no scalar twin {name}Scalar in {test.relative_to(ROOT)}"]
    if not re.search(rf"(?<!func ){name}Scalar\(", text):
        return [f"is not compared with {name}Scalar in {test.relative_to(ROOT)}"]
    return []


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--objects", type=pathlib.Path, help="folder of modules, built for release")
    options = parser.parse_args()
    for tool in ("objdump", "swift", "swiftc"):
        if not shutil.which(tool):
            stop(f"{tool} is not installed. Run scripts/setup.sh --tests.")
    check_the_check()
    try:
        folder = benchmarks.release_objects(options.objects, "kernels")
    except benchmarks.BuildError as error:
        stop(str(error))
    directory = folder / "SignalProcessing.build"
    measured = "".join(path.read_text() for path in sorted(BENCHMARKS.glob("*.swift")))

    checked, broken = 0, 0
    for source in sorted(KERNELS.glob("*.swift")):
        names = kernels(source)
        if not names:
            continue
        code_file = directory / f"{source.name}.o"
        if not code_file.exists():
            stop(f"{code_file} is missing: is it a release build?")
        code = functions(code_file)
        for name in names:
            found = faults(name, code) + twin_fault(name, source)
            if f"{name}(" not in measured:
                found.append(f"has no micro-benchmark in {BENCHMARKS.relative_to(ROOT)}")
            print(f"{'FAIL' if found else 'ok  '} {name}")
            for fault in found:
                print(f"       {fault}")
            checked, broken = checked + 1, broken + bool(found)
    if checked == 0:
        stop(f"there is no kernel in {KERNELS.relative_to(ROOT)}.")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
