// SPDX-License-Identifier: MIT

public import Acoustics

/// A gross error in which the reading is a multiple or a fraction of the pitch.
public enum HarmonicError: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reading is this many times the pitch, from 2.
  case multiple(Int)
  /// The reading is the pitch divided by this, from 2.
  case fraction(Int)

  /// The highest multiple and the highest divisor that are recognised.
  static let reach = 8

  /// Classifies the error of a reading; `nil` when it is not gross or not harmonic.
  ///
  /// The reading must lie within the gross limit of the nearest multiple or fraction up to 8.
  public init?(of error: Cents) {
    guard error.value.isFinite, error.magnitude > ScoringThreshold.gross else { return nil }
    let distance = { (ratio: Int) in
      abs(error.magnitude.value - Hertz(Double(ratio)).interval(above: Hertz(1)).value)
    }
    let nearest = (2...Self.reach).min { distance($0) < distance($1) }
    guard let nearest, distance(nearest) <= ScoringThreshold.gross.value else { return nil }
    self = error.value > 0 ? .multiple(nearest) : .fraction(nearest)
  }

  /// True when the reading is off by whole octaves.
  public var isOctave: Bool {
    switch self {
    case .multiple(let ratio), .fraction(let ratio): ratio.nonzeroBitCount == 1
    }
  }

  /// The factor in words, such as `×2` or `÷3`.
  public var description: String {
    switch self {
    case .multiple(let ratio): "×\(ratio)"
    case .fraction(let ratio): "÷\(ratio)"
    }
  }
}

/// Dictionaries encode this key by its name, so that documents are reproducible.
extension HarmonicError: CodingKeyRepresentable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The factor in words.
  public var codingKey: any CodingKey { Key(stringValue: description) }

  /// Parses a factor; `nil` for anything else.
  ///
  /// - Parameter codingKey: a name such as `×2` or `÷3`.
  public init?(codingKey: some CodingKey) {
    let text = codingKey.stringValue
    guard let ratio = Int(text.dropFirst()), (2...Self.reach).contains(ratio) else { return nil }
    switch text.first {
    case "×": self = .multiple(ratio)
    case "÷": self = .fraction(ratio)
    default: return nil
    }
  }
}
