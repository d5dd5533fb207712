// SPDX-License-Identifier: MIT

import Acoustics
import FileStore
import Foundation
package import StringCoupling
import Terminal
package import Tuning

/// The document of `tuner tremolo --format json`, of which the strokes are read again.
///
/// Its schema is `docs/schemas/tuner.tremolo-1.schema.json`.
package struct CouplingDocument: Decodable {
  static let schema = "tuner.tremolo/1"
  private static let largestDeviation = 2400.0
  private static let stringCounts = 2...12

  private var schema: String
  /// The targets of the strings in hertz, in the order of the instrument.
  private var targets: [Double]
  /// Series of strokes, each with the deviation of every string.
  private var series: [[[Deviation?]]]

  private enum CodingKeys: String, CodingKey {
    case schema, series
    case targets = "targets_hz"
  }

  /// The deviation of a string in cents, and its standard deviation.
  private struct Deviation: Decodable {
    var cents: Double
    var sigma: Double

    private enum CodingKeys: String, CodingKey {
      case cents
      case sigma = "sigma_cents"
    }

    var isValid: Bool {
      abs(cents) <= CouplingDocument.largestDeviation
        && (0...CouplingDocument.largestDeviation).contains(sigma)
    }
  }

  /// Reads the strokes of a document.
  ///
  /// - Parameters:
  ///   - path: the path of the document.
  ///   - strings: the present strings, in the order of the instrument.
  /// - Returns: strokes of these strings.
  /// - Throws: `CouplingDocumentError`, and `FileStoreError` for a file that can't be read.
  package static func strokes(
    of path: String, for strings: [StrumTarget]
  ) throws -> EarlierStrokes {
    let name = printable(path)
    guard let bytes = try KeptFile(path: path).read() else {
      throw CouplingDocumentError.missing(file: name)
    }
    guard let strokes = strokes(in: bytes) else {
      throw CouplingDocumentError.invalid(file: name)
    }
    guard strokes.memory(for: strings.map(\.frequency)) != nil else {
      if let semitones = semitones(from: strokes.targets, to: strings.map(\.frequency)) {
        throw CouplingDocumentError.shifted(file: name, semitones: semitones)
      }
      throw CouplingDocumentError.otherStrings(file: name)
    }
    return strokes
  }

  /// The largest difference from whole semitones: that of another temperament or sweetened tuning.
  private static let shiftTolerance = 5.0

  /// Returns the whole semitones by which all present targets lie above those of a document; `nil`
  /// if they do not lie as far apart.
  private static func semitones(from old: [Hertz], to new: [Hertz]) -> Int? {
    guard old.count == new.count else { return nil }
    let distances = zip(old, new).map { $1.interval(above: $0).value }
    guard let first = distances.first else { return nil }
    let semitones = (first / 100).rounded()
    let isShift = distances.allSatisfy { abs($0 - 100 * semitones) <= shiftTolerance }
    return isShift && semitones != 0 ? Int(semitones) : nil
  }

  /// Reads the strokes in the bytes of a document.
  ///
  /// - Parameter bytes: any bytes.
  /// - Returns: `nil` if they are not a document of `tuner tremolo`.
  package static func strokes(in bytes: [UInt8]) -> EarlierStrokes? {
    (try? JSONDecoder().decode(Self.self, from: Data(bytes)))?.strokes
  }

  private var strokes: EarlierStrokes? {
    guard schema == Self.schema, Self.stringCounts.contains(targets.count),
      series.joined().joined().compactMap(\.self).allSatisfy(\.isValid)
    else { return nil }
    return EarlierStrokes(
      targets: targets.map { Hertz($0) },
      series: series.map { strokes in
        strokes.map { stroke in
          stroke.map { string in
            string.map { StrokeDeviation(Cents($0.cents), sigma: Cents($0.sigma)) }
          }
        }
      })
  }
}

/// The reason why a document of couplings can't be used; `file` is its name in messages.
package enum CouplingDocumentError: UsageError, Hashable {
  /// There is no such file.
  case missing(file: String)
  /// The file is not a document of `tuner tremolo`.
  case invalid(file: String)
  /// The strings of the document lie whole semitones from the present ones: by another capo,
  /// another tuning, or another A4.
  ///
  /// `semitones` is the distance from its targets to the present ones.
  case shifted(file: String, semitones: Int)
  /// The document is of another tuning.
  case otherStrings(file: String)

  /// The fault and the remedy in words.
  package var description: String {
    switch self {
    case .missing(let file): "\(file): there is no such file."
    case .invalid(let file):
      "\(file) is not a document of tuner tremolo. Make one with: tuner tremolo --format json"
    case .shifted(let file, let semitones):
      "\(file) is of strings \(TextFigures.count(abs(semitones), "semitone")) "
        + "\(semitones > 0 ? "lower" : "higher"). Give its --capo, its tuning with -t, or its --a4, "
        + "or leave out --couplings."
    case .otherStrings(let file):
      "\(file) is of another tuning. Name its tuning with -t, or leave out --couplings."
    }
  }
}
