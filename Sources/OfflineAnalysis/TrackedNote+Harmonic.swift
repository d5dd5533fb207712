// SPDX-License-Identifier: MIT

internal import Acoustics
package import NoteTracking
internal import PitchDetection
package import Tuning

extension TrackedNote {
  /// The least inharmonicity coefficient of a string of steel, gut or nylon.
  ///
  /// A smaller one is ignored.
  private static let leastInharmonicity = 5e-6
  /// The least ratio of a harmonic's coefficient to that of the open string.
  ///
  /// In theory the ratio is four, since half the string sounds. A string's own coefficient lies
  /// within a factor of two of the typical one.
  private static let leastRatio = 2.0

  /// Returns the open string that this note is the twelfth-fret harmonic of.
  ///
  /// The pitch alone can't distinguish a harmonic from the same note fretted on another string. The
  /// inharmonicity can.
  ///
  /// - Parameter classifier: the strings.
  /// - Returns: the open string of the harmonic; `nil` for any other note, for one that was bent or
  ///   hammered on, and for one whose inharmonicity contradicts a harmonic.
  package func harmonic(by classifier: PitchClassifier) -> StringHarmonic? {
    guard target == nil, legato == nil, glide == nil,
      let harmonic = classifier.harmonic(at: frequency)
    else { return nil }
    guard let inharmonicity, inharmonicity > Self.leastInharmonicity else { return harmonic }
    let typical = TypicalInharmonicity.coefficient(at: frequency.value / 2)
    return inharmonicity >= Self.leastRatio * typical ? harmonic : nil
  }
}
