// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Expected values made by `scripts/golden-mir-eval.py` with mir_eval, NumPy and SciPy.
enum Golden {
  struct Melody: Decodable {
    struct Series: Decodable {
      let times: [Double]
      let frequencies: [Double]
      let voicing: [Double]?
    }

    struct Aligned: Decodable, CustomTestStringConvertible {
      let name: String
      let refVoicing, refCent, estVoicing, estCent: [Double]
      let expected: MelodyMetrics
      var testDescription: String { name }
    }

    struct Case: Decodable, CustomTestStringConvertible {
      let name: String
      let reference: Series
      let estimate: Series
      let hop: Double?
      let frames: Int
      let expected: MelodyMetrics
      var testDescription: String { name }
    }

    let melody: [Case]
    let aligned: [Aligned]
  }

  struct MelodyMetrics: Decodable {
    let voicingRecall, voicingFalseAlarm: Double
    let rawPitchAccuracy, rawChromaAccuracy, overallAccuracy: [Double]
  }

  struct Transcription: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
      let name: String
      let reference, estimate: [[Double]]
      let onset, onsetPitch, onsetPitchOffset, onsetStrict, tight: [Double]
      var testDescription: String { name }
    }

    let transcription: [Case]
  }

  struct Statistics: Decodable {
    struct Spread: Decodable {
      let values: [Double]
      let quantiles: [[Int]]
      let linear: [Double]
      let mean, deviation, rms: Double
    }

    struct Spearman: Decodable {
      let x, y: [Double]
      let rho: Double?
    }

    struct Bound: Decodable {
      let samples: Int
      let omega: Double
      let amplitudes: [Double]
      let noiseDeviation: Double
      let cents: Double
    }

    let statistics: [Spread]
    let spearman: [Spearman]
    let bound: [Bound]
  }

  /// Reads one of the golden files.
  static func load<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Resources"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(contentsOf: url))
  }
}

/// Returns true where two numbers agree within the tolerance of the metrics: 1e-9, relative above
/// 1.
func agree(_ left: Double, _ right: Double) -> Bool {
  abs(left - right) <= 1e-9 * max(1, abs(right))
}
