# SPDX-License-Identifier: MIT
"""The constants of the parameter tables, and a copy of the package in which they can be changed,
for scripts/ablation.py; imported, never run."""

import dataclasses
import pathlib
import re
import subprocess

import ablated_strokes

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "ablation"

# Constants that are no parameters, with the reason.
EXCLUDED = {
    r"\.(nepers|decibels|tenfold|centsPerNeper|squaredPi)$": "conversion of units",
    r"\.(decibelsPerOctave|nepersPerOctave|perNeper)$": "conversion of units",
    r"\.(\w*[cC]apacity|historyCount|blockCount)$": "size of a buffer",
    r"^AlignedBuffer\.": "place in memory",
    r"^GlidingLineShape\.(pointCount|sequenceCount)$|^SampleWeights\.": "layout of a table",
    r"^LineCluster\.width$|^PowerTransform\.turnsOfOneStart$": "layout of a table",
    r"\.(indexBits|chosen|longAgo)$|^CombMatch\.silence$": "mark in a list",
    r"^(WorstTracks|ItemTrack)\.": "limit of the report",
}
# `static let name = 0.3`, with a type or without, also as `Cents(6)` and `Float(-2.6)`.
DECLARATION = re.compile(
    r"^(?P<head>\s*(?:public |private |package )*static let (?P<name>\w+)(?:: (?P<type>\w+))? = )"
    r"(?:(?P<unit>[A-Z]\w+)\()?(?P<number>-?\d[\d_]*(?:\.[\d_]+)?(?:e-?\d+)?)(?(unit)\))(?P<tail>\s*(?://.*)?)$")
TYPE = re.compile(r"^(?P<indent>\s*)(?:public |private |package |final )*"
                  r"(?:struct|enum|class|extension) (?P<name>[\w.]+)")
# The function that replaces a number. It is generic, so an integer stays one.
FUNCTION = """// SPDX-License-Identifier: MIT

import Glibc

@inline(never)
func ablated<Value: BinaryFloatingPoint>(_ name: StaticString, _ value: Value) -> Value {
  factor(of: name).map { Value(Double(value) * $0) } ?? value
}

@inline(never)
func ablated(_ name: StaticString, _ value: Double) -> Double {
  factor(of: name).map { value * $0 } ?? value
}

@inline(never)
func ablated<Value: BinaryInteger>(_ name: StaticString, _ value: Value) -> Value {
  guard let factor = factor(of: name) else { return value }
  let changed = Value((Double(value) * factor).rounded())
  return changed != value ? changed : factor < 1 ? value - 1 : value + 1
}

private func factor(of name: StaticString) -> Double? {
  for variable in ["HEADSTOCK_ABLATION", "HEADSTOCK_REPORT_LIMITS"] {
    guard let text = getenv(variable) else { continue }
    for entry in String(cString: text).split(separator: " ") {
      let parts = entry.split(separator: "=")
      if parts.count == 2, parts[0] == name.description { return Double(parts[1]) }
    }
  }
  return nil
}
"""
# Stores the samples of synthetic sounds, so that only the first run renders them.
STORED_SOUNDS = """
internal import Acoustics

extension BenchItem {
  func storedInput(by settings: RunSettings) throws(ItemFault) -> ContestantInput {
    guard case .synthetic = source else { return try input(by: settings) }
    if let samples = storedSamples(name) {
      return ContestantInput(
        item: name, sampleRate: SampleRate(settings.sampleRate.hertz), samples: samples,
        updateRate: settings.updateRate)
    }
    let input = try input(by: settings)
    store(input.samples, name)
    return input
  }
}

func stored(_ name: String, _ make: () -> [Float]) -> [Float] {
  if let samples = storedSamples(name) { return samples }
  let samples = make()
  store(samples, name)
  return samples
}

private func path(_ name: String) -> String? {
  guard let folder = getenv("HEADSTOCK_SOUNDS") else { return nil }
  return String(cString: folder) + "/" + name.map { $0 == "/" ? "_" : String($0) }.joined()
}

private func storedSamples(_ name: String) -> [Float]? {
  guard let path = path(name), let file = fopen(path, "rb") else { return nil }
  fseek(file, 0, SEEK_END)
  let count = ftell(file) / 4
  rewind(file)
  let samples = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = fread(buffer.baseAddress, 4, count, file)
  }
  fclose(file)
  return samples
}

private func store(_ samples: [Float], _ name: String) {
  guard let path = path(name), let file = fopen(path, "wb") else { return }
  samples.withUnsafeBufferPointer { _ = fwrite($0.baseAddress, 4, $0.count, file) }
  fclose(file)
}
"""
INPUT = ("Sources/Benchmarking/Runs/BenchRun.swift", "try item.input(by: settings)",
         "try item.storedInput(by: settings)")
# The report of the bench keeps a few thinned tracks. Here it keeps every reading.
REPORT_LIMITS = {"Benchmarking": {"WorstTracks.perSet": 1e6, "ItemTrack.limit": 1e6}}


@dataclasses.dataclass
class Constant:
    """A number of a parameter table."""

    name: str
    value: str
    file: str
    line: int
    is_integer: bool

    @property
    def reason(self):
        """The reason for which it is not changed; empty for a parameter."""
        return next((reason for pattern, reason in EXCLUDED.items()
                     if re.search(pattern, self.name)), "")

    def changed(self, factor):
        """The changed value, as the copy computes it."""
        value = float(self.value.replace("_", ""))
        if not self.is_integer:
            return f"{value * factor:.6g}"
        changed = round(value * factor)
        return str(int(changed if changed != value else value + (1 if factor > 1 else -1)))


def constants(target):
    """The constants of a target, in the order of its files."""
    found = []
    for path in sorted((ROOT / "Sources" / target).rglob("*.swift")):
        stack = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if opened := TYPE.match(line):
                while stack and stack[-1][0] >= len(opened["indent"]):
                    stack.pop()
                stack.append((len(opened["indent"]), opened["name"]))
            elif declared := DECLARATION.match(line):
                indent = len(line) - len(line.lstrip())
                owners = [name for depth, name in stack if depth < indent]
                written = declared["number"]
                is_integer = re.fullmatch(r"-?[0-9_]+", written) and not declared["unit"] \
                    and declared["type"] not in ("Float", "Double")
                found.append(Constant(
                    ".".join([*owners, declared["name"]]), written,
                    str(path.relative_to(ROOT)), number, bool(is_integer)))
    return found


# MARK: - The copy of the package


def write(path, text):
    """Writes a file only where it changes, so that the build stays incremental."""
    data = text if isinstance(text, bytes) else text.encode()
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def rewritten(text, by_line):
    """A source file whose numbers are calls."""
    lines = text.splitlines(keepends=True)
    for number, constant in by_line.items():
        found = DECLARATION.match(lines[number - 1].rstrip("\n"))
        call = f'ablated("{constant.name}", {found["number"]})'
        if found["unit"]:
            call = f"{found['unit']}({call})"
        lines[number - 1] = found["head"] + call + found["tail"] + "\n"
    return "".join(lines)


def copy(targets):
    """Makes or renews the copy of the package; raises LookupError if a source lacks an edited
    text."""
    package = SCRATCH / "package"
    # The manifests of the sets are embedded in the program.
    copied = ["Package.swift", "Sources", "Tests", "Datasets"]
    listed = subprocess.run(["git", "ls-files", "-z", *copied], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE).stdout.split(b"\0")
    edits = {}
    for target in [*targets, *REPORT_LIMITS]:
        for constant in constants(target):
            is_limit = constant.name in REPORT_LIMITS.get(target, {})
            if is_limit or (target in targets and not constant.reason):
                edits.setdefault(constant.file, {})[constant.line] = constant
        text = FUNCTION + (STORED_SOUNDS if target == "Benchmarking" else "")
        write(package / "Sources" / target / "Ablated.swift", text)
    kept = {package / "Sources" / target / "Ablated.swift" for target in [*targets, *REPORT_LIMITS]}
    for name in filter(None, map(bytes.decode, listed)):
        source = ROOT / name
        if not source.is_file():
            continue
        kept.add(package / name)
        data = source.read_bytes()
        if name in edits:
            data = rewritten(data.decode(), edits[name])
        for path, text, replacement in (INPUT, *ablated_strokes.EDITS):
            if name == path:
                data = data.decode() if isinstance(data, bytes) else data
                if data.count(text) != 1:
                    raise LookupError(f"{name} no longer contains: {text}")
                data = data.replace(text, replacement)
        write(package / name, data)
    for path in (package / "Sources").rglob("*.swift"):
        if path not in kept:
            path.unlink()
