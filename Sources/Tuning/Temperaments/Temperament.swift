// SPDX-License-Identifier: MIT

/// The pitches of the notes between one A and the next.
///
/// A4 is the reference pitch, and a temperament sets the other notes relative to it. A scale
/// without twelve notes begins on C4 of equal temperament instead, and a keyboard mapping has its
/// own reference.
public struct Temperament: Hashable, Sendable, CustomStringConvertible {
  /// The supported divisions of an octave.
  public static let divisions = 1...1200

  /// The definition of the pitches.
  enum System: Hashable, Sendable {
    /// Twelve equal semitones.
    case equal
    /// Equal steps, any number of them to the octave.
    case division(Int)
    /// The degrees of a scale on consecutive keys; the first is on `root`.
    case scale(ScalaScale, root: Int)
    /// The degrees of a scale on mapped keys.
    case mapped(ScalaScale, KeyboardMapping)
  }

  /// The name, such as `equal`, `just:D` or that of a file.
  public let name: String
  let system: System

  private init(name: String, system: System) {
    self.name = name
    self.system = system
  }

  /// The name.
  public var description: String { name }

  /// Twelve equal semitones, as on a fretted neck.
  public static let equal = Temperament(name: "equal", system: .equal)

  /// Makes equal steps of 1200/`division` cents.
  ///
  /// A written note is counted in fifths from A4, and a fifth is the number of steps nearest to
  /// 3:2. So F# and Gb differ if the division has both.
  ///
  /// - Throws: `TuningError.divisionOutOfRange`.
  public init(dividingOctaveInto division: Int) throws(TuningError) {
    guard Self.divisions.contains(division) else {
      throw .divisionOutOfRange(required: Self.divisions, actual: division)
    }
    self.init(name: "equal:\(division)", system: division == 12 ? .equal : .division(division))
  }

  /// Makes a temperament from a scale.
  ///
  /// Twelve degrees are the twelve keys from C4 up, scaled so that A4 has the reference frequency.
  /// A scale with any other number of degrees begins on the C4 of equal temperament, and a note
  /// means the degree nearest to it. A mapping gives the keys and the reference; an A4 other than
  /// 440 Hz scales all pitches of the mapping.
  ///
  /// - Parameters:
  ///   - scale: the degrees.
  ///   - mapping: the mapping of keys to degrees; `nil` for consecutive keys.
  ///   - name: the name.
  public init(scale: ScalaScale, mapping: KeyboardMapping? = nil, name: String) {
    if let mapping {
      self.init(name: name, system: .mapped(scale, mapping))
    } else {
      self.init(name: name, system: .scale(scale, root: Self.middleC))
    }
  }

  /// Makes the temperament with a name: one of `names`, with `:D` or another note for a root other
  /// than C, or `equal:19` for a division.
  ///
  /// - Parameter text: the name, in small or capital letters.
  /// - Throws: `TuningError.unknownTemperament` and `.divisionOutOfRange`.
  public init(named text: String) throws(TuningError) {
    try self.init(named: text, roots: .english)
  }

  /// Makes the temperament with a name, whose root is in a language of note names.
  ///
  /// - Parameters:
  ///   - text: the name, in small or capital letters.
  ///   - notation: the language of the root; a root that is no name there is read as English.
  /// - Throws: `TuningError.unknownTemperament` and `.divisionOutOfRange`.
  public init(named text: String, roots notation: NoteNotation) throws(TuningError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let base = parts.first.map { $0.lowercased() } ?? ""
    guard parts.count == 2 else {
      guard let scale = HistoricalScale(rawValue: base) else {
        guard base == Self.equal.name else { throw .unknownTemperament(text) }
        self = .equal
        return
      }
      self.init(name: base, system: .scale(scale.degrees, root: Self.middleC))
      return
    }
    if base == Self.equal.name {
      guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let division = Int(parts[1])
      else { throw .unknownTemperament(text) }
      try self.init(dividingOctaveInto: division)
      return
    }
    guard let scale = HistoricalScale(rawValue: base),
      let root = (try? notation.name(in: parts[1]))
        ?? (try? NoteNotation.english.name(in: parts[1]))
    else { throw .unknownTemperament(text) }
    let above = root.letter.semitonesAboveC + root.accidental.rawValue
    self.init(
      name: "\(base):\(NoteNotation.english.name(of: root.letter, root.accidental))",
      system: .scale(scale.degrees, root: Self.middleC + above))
  }

  /// Returns the name with its root in a language of note names: `just:H` for `just:B` in German.
  ///
  /// - Parameter notation: the language.
  /// - Returns: the name; `name` without a root.
  public func name(in notation: NoteNotation) -> String {
    let parts = name.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, HistoricalScale(rawValue: String(parts[0])) != nil,
      let root = try? NoteNotation.english.name(in: parts[1])
    else { return name }
    return "\(parts[0]):\(notation.name(of: root.letter, root.accidental))"
  }

  /// The names of the built-in temperaments.
  public static let names = [equal.name] + HistoricalScale.allCases.map { $0.rawValue }

  static let middleC = 60
}
