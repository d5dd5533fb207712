// SPDX-License-Identifier: MIT

package import Acoustics

/// The strings of a stroke by their verdicts, as a sentence names them.
package struct StrokeSummary: Sendable {
  /// A sentence's mention of the strings that are in tune.
  package enum InTuneMention: Hashable, Sendable {
    /// No string is in tune.
    case none
    /// Every string of the stroke is in tune.
    case all
    /// Several strings are in tune, and all others are out of tune.
    case others
    /// The strings, by their indices.
    case these([Int])
  }

  /// Returns the number of decimal places of a distance in a sentence: from ten cents on in whole
  /// cents.
  package static func decimalPlaces(of distance: Cents) -> Int {
    distance.magnitude.value < 9.95 ? 1 : 0
  }

  /// The strings that are out of tune, the worst first.
  package let out: [(string: Int, cents: Cents)]
  /// The mention of the strings that are in tune.
  package let inTune: InTuneMention
  /// The number of strings that are in tune.
  package let inTuneCount: Int
  /// The indices of the strings that sound, but whose reading does not decide.
  package let uncertain: [Int]
  /// The indices of the strings whose sound may be another one.
  package let unclear: [Int]
  /// The indices of the strings that were not heard.
  package let silent: [Int]

  /// Groups the strings of a stroke.
  ///
  /// - Parameter verdicts: one for each string.
  package init(_ verdicts: [StringVerdict]) {
    var out: [(string: Int, cents: Cents)] = []
    var (inTune, uncertain, unclear, silent): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
    for (string, verdict) in verdicts.enumerated() {
      switch verdict {
      case .out(let cents):
        // An insertion: a general sort would add kilobytes to the module of the web page.
        var place = out.count
        out.append((string, cents))
        while place > 0, out[place - 1].cents.magnitude < cents.magnitude {
          out.swapAt(place - 1, place)
          place -= 1
        }
      case .inTune: inTune.append(string)
      case .uncertain: uncertain.append(string)
      case .unclear: unclear.append(string)
      case .silent: silent.append(string)
      }
    }
    self.out = out
    inTuneCount = inTune.count
    self.uncertain = uncertain
    self.unclear = unclear
    self.silent = silent
    self.inTune =
      if inTune.isEmpty {
        .none
      } else if inTune.count == verdicts.count {
        .all
      } else if inTune.count > 1, !out.isEmpty, inTune.count + out.count == verdicts.count {
        .others
      } else {
        .these(inTune)
      }
  }
}
