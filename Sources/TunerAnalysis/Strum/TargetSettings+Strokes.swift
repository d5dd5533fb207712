// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

extension TargetSettings {
  /// Returns the names of the strings of a stroke in the chosen notation.
  func names(of targets: [StrumTarget]) -> StrokeNames {
    StrokeNames(targets) { notation.text(of: $0) }
  }

  /// Returns the English sentence about a stroke.
  ///
  /// - Parameters:
  ///   - readings: one for each string.
  ///   - targets: the strings.
  /// - Returns: such as "D3 is 12 cents flat; the others are in tune."
  func sentence(about readings: [StringReading], of targets: [StrumTarget]) -> String {
    EnglishStrokeSentence(names(of: targets))
      .text(of: readings.map { StringVerdict($0, tolerance) })
  }
}
