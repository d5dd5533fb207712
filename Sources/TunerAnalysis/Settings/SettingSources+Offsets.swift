// SPDX-License-Identifier: MIT

import Terminal
import TunerRuntime
import Tuning

extension SettingSources {
  /// The notice about offsets in the settings file for strings that the chosen tuning lacks; `nil`
  /// if the tuning has all of these strings, or if notes have yet to decide the tuning.
  var offsetsNotice: String? {
    guard case .file(let path) = origin(.offsets), let (_, missing) = sortedOffsets,
      !missing.isEmpty
    else { return nil }
    let strings = missing.count == 1 ? "string" : "strings"
    let numbers = missing.map(String.init).joined(separator: ", ")
    return printable(
      "\(path): stringOffsets of \(strings) \(numbers) do not count: \(text(.tuning)) has no "
        + "such \(strings).")
  }

  /// The same settings without the offsets in the settings file for strings that the tuning lacks.
  ///
  /// A worker receives the offsets as a flag, which refuses such offsets.
  package var withOffsetsThatCount: SettingSources {
    guard case .file = origin(.offsets), let (kept, missing) = sortedOffsets, !missing.isEmpty
    else { return self }
    return replacing(.offsets, with: kept.text)
  }

  /// The offsets of strings that the tuning has, and the numbers of the strings that it lacks;
  /// `nil` if the tuning or the offsets can't be read.
  private var sortedOffsets: (kept: StringOffsets, missing: [Int])? {
    guard let offsets = try? StringOffsets(text(.offsets)) else { return nil }
    var positions: Set<Int> = []
    if text(.tuning) != TargetSelection.chromatic.id {
      guard let tuning = try? tuning(text(.tuning), in: TuningLibrary(), noteStyle())
      else { return nil }
      positions = Set(tuning.strings.map(\.position))
    }
    return (
      offsets.kept(positions.contains),
      offsets.cents.keys.filter { !positions.contains($0) }.sorted()
    )
  }
}
