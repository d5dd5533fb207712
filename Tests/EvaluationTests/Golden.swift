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
      let ref_voicing, ref_cent, est_voicing, est_cent: [Double]
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
    let voicing_recall, voicing_false_alarm: Double
    let raw_pitch_accuracy, raw_chroma_accuracy, overall_accuracy: [Double]
  }

  struct Transcription: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
      let name: String
      let reference, estimate: [[Double]]
      let onset, onset_pitch, onset_pitch_offset, onset_strict, tight: [Double]
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
      let noise_deviation: Double
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
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}

/// Whether two numbers agree as closely as the metrics are required to: 1e-9, relative above 1.
func agree(_ left: Double, _ right: Double) -> Bool {
  abs(left - right) <= 1e-9 * max(1, abs(right))
}
