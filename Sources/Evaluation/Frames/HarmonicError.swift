// SPDX-License-Identifier: MIT

public import Acoustics

/// A gross error that has a name: the reading is a multiple or a fraction of the pitch.
public enum HarmonicError: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reading is this many times the pitch, from 2.
  case multiple(Int)
  /// The reading is the pitch divided by this, from 2.
  case fraction(Int)

  /// The highest multiple and the deepest fraction that are looked for.
  static let reach = 8

  /// Names the error of a reading, or returns `nil` when it is no gross error or has no name.
  ///
  /// The reading has to lie within the gross limit of the nearest multiple or fraction up to 8.
  public init?(of error: Cents) {
    guard error.value.isFinite, error.magnitude > ScoringWord.gross else { return nil }
    let distance = { (ratio: Int) in
      abs(error.magnitude.value - Hertz(Double(ratio)).interval(above: Hertz(1)).value)
    }
    let nearest = (2...Self.reach).min { distance($0) < distance($1) }
    guard let nearest, distance(nearest) <= ScoringWord.gross.value else { return nil }
    self = error.value > 0 ? .multiple(nearest) : .fraction(nearest)
  }

  /// Whether the reading is whole octaves off.
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

/// As a key of a dictionary it is written by its name, so that documents come out the same each time.
extension HarmonicError: CodingKeyRepresentable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The factor in words.
  public var codingKey: any CodingKey { Key(stringValue: description) }

  /// Reads a factor, or makes `nil` of anything else.
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
