// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Tuning

/// A sentence about a stroke: the strings that are out of tune, the worst first.
struct StrokeSentence {
  let target: TargetSettings
  let targets: [StrumTarget]

  /// Returns the sentence.
  ///
  /// - Parameter readings: one for each string of `targets`.
  /// - Returns: such as "D3 is 12 cents flat; the others are in tune."
  func text(of readings: [StringReading]) -> String {
    var out: [(name: String, cents: Cents)] = []
    var (inTune, unclear, silent): ([String], [String], [String]) = ([], [], [])
    for (target, reading) in zip(targets, readings) {
      let name = self.target.notation.text(of: target.string.spelling)
      switch StringVerdict(reading, self.target.tolerance) {
      case .silent: silent.append(name)
      case .unclear: unclear.append(name)
      case .inTune: inTune.append(name)
      case .out(let cents): out.append((name, cents))
      }
    }
    out.sort { $0.cents.magnitude > $1.cents.magnitude }
    let first = Self.clause(out: out, inTune: inTune, of: targets.count)
    let others = [
      Self.clause(unclear, unclear.count == 1 ? "is unclear" : "are unclear"),
      Self.clause(silent, silent.count == 1 ? "was not heard" : "were not heard"),
    ]
    return ([first] + others).compactMap { $0 }.joined(separator: "; ") + "."
  }

  private static func clause(
    out: [(name: String, cents: Cents)], inTune: [String], of count: Int
  ) -> String? {
    let wrong = out.map { "\($0.name) is \(distance($0.cents))" }.joined(separator: ", ")
    switch (out.count, inTune.count) {
    case (0, 0): return nil
    case (0, count): return "all strings are in tune"
    case (0, 1): return "\(inTune[0]) is in tune"
    case (0, _): return "\(list(inTune)) are in tune"
    case (_, 0): return wrong
    case (_, 1): return "\(wrong); \(inTune[0]) is in tune"
    case (let wrongCount, let rightCount) where wrongCount + rightCount == count:
      return "\(wrong); the others are in tune"
    default: return "\(wrong); \(list(inTune)) are in tune"
    }
  }

  private static func clause(_ names: [String], _ verb: String) -> String? {
    names.isEmpty ? nil : "\(list(names)) \(verb)"
  }

  /// Returns the distance in cents and its direction; from ten cents on in whole cents.
  private static func distance(_ cents: Cents) -> String {
    let size = cents.magnitude.value
    let text = TextFigures.number(size, places: size < 9.95 ? 1 : 0)
    return "\(text) cents \(cents.value < 0 ? "flat" : "sharp")"
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
