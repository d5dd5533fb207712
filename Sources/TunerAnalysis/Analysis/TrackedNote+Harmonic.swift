// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import PitchDetection
import Tuning

extension TrackedNote {
  /// A coefficient below is no string's that is made of steel, gut or nylon, so it says nothing.
  private static let leastInharmonicity = 5e-6
  /// The least ratio of a harmonic's coefficient to the open string's: four by theory, since half the
  /// string sounds, and strings lie within a factor of two of the typical coefficient.
  private static let leastRatio = 2.0

  /// Returns the open string that this note is the twelfth-fret harmonic of.
  ///
  /// The pitch alone can't tell a harmonic from the same note that is fretted on another string; its
  /// stiffness can.
  ///
  /// - Parameter classifier: the strings.
  /// - Returns: `nil` for a note that is a string's own, one that was bent or hammered on, and one
  ///   whose inharmonicity speaks against it.
  func harmonic(by classifier: PitchClassifier) -> StringHarmonic? {
    guard target == nil, legato == nil, glide == nil,
      let harmonic = classifier.harmonic(at: frequency)
    else { return nil }
    guard let inharmonicity, inharmonicity > Self.leastInharmonicity else { return harmonic }
    let typical = TypicalInharmonicity.coefficient(at: frequency.value / 2)
    return inharmonicity >= Self.leastRatio * typical ? harmonic : nil
  }
}
