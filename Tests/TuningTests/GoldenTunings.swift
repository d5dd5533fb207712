// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The values of other programs: `scripts/golden-tunings.py` names them and writes the file.
struct GoldenTunings: Decodable {
  /// The strings of a tuning, from low to high as they lie.
  struct Preset: Decodable, CustomTestStringConvertible {
    let id: String
    let source: String
    let midi: [Int]
    let hertz: [Double]
    var testDescription: String { id }
  }

  /// The frequencies of the keys 0 to 127 at A4 = 440 Hz.
  struct Temperament: Decodable, CustomTestStringConvertible {
    let name: String
    let file: String?
    let root: Int
    let hertz: [Double]
    var testDescription: String { name }
  }

  let presets: [Preset]
  let temperaments: [Temperament]

  /// Reads the file; a broken one has no rows, which the tests notice.
  static let all: GoldenTunings = {
    guard
      let url = Bundle.module.url(
        forResource: "tunings", withExtension: "json", subdirectory: "Resources"),
      let data = try? Data(contentsOf: url),
      let golden = try? JSONDecoder().decode(GoldenTunings.self, from: data)
    else { return GoldenTunings(presets: [], temperaments: []) }
    return golden
  }()
}
