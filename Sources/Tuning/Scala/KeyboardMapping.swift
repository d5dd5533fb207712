// SPDX-License-Identifier: MIT

public import Acoustics

/// A mapping of keys to the degrees of a scale, and the frequency of one key.
public struct KeyboardMapping: Hashable, Sendable {
  /// The keys of MIDI.
  static let midiKeys = 0...127

  /// The degree of each key of a pattern from `middleKey` up, `nil` for a silent key; empty if
  /// keys and degrees ascend together.
  public let pattern: [Int?]
  /// The keys that are tuned.
  public let keys: ClosedRange<Int>
  /// The first key of the pattern.
  public let middleKey: Int
  /// The key with the given frequency.
  public let referenceKey: Int
  /// The frequency of that key.
  public let referenceFrequency: Hertz
  /// The degree of the pattern's first key one pattern higher.
  public let formalOctave: Int

  /// Makes a mapping from checked values.
  init(
    pattern: [Int?], keys: ClosedRange<Int>, middleKey: Int, referenceKey: Int,
    referenceFrequency: Hertz, formalOctave: Int
  ) {
    self.pattern = pattern
    self.keys = keys
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    self.formalOctave = formalOctave
  }

  /// Returns the degree of a key.
  ///
  /// - Parameter key: its MIDI number.
  /// - Returns: any degree, because the scale repeats up and down; `nil` for a silent key.
  public func degree(ofKey key: Int) -> Int? {
    keys.contains(key) ? degree(ofAnyKey: key) : nil
  }

  /// Returns the degree of the key with the given frequency, even if that key is not tuned.
  func degree(ofReferenceKey _: Void) -> Int? { degree(ofAnyKey: referenceKey) }

  private func degree(ofAnyKey key: Int) -> Int? {
    let distance = key - middleKey
    guard !pattern.isEmpty else { return distance }
    let inside = (distance % pattern.count + pattern.count) % pattern.count
    return pattern[inside].map { $0 + (distance - inside) / pattern.count * formalOctave }
  }

  /// True if a key's name describes its pitch: twelve keys to the octave, or twelve degrees in a
  /// row.
  func isKeyboard(of scale: ScalaScale) -> Bool {
    (pattern.isEmpty ? scale.count : pattern.count) == PitchLattice.keysPerOctave
  }
}

extension KeyboardMapping {
  /// Parses a `.kbm` file.
  ///
  /// Lines that begin with `!` are comments. The other lines are the size of the pattern, the first
  /// and last key, the middle key, the reference key and its frequency, the degree of the formal
  /// octave, and a degree or `x` for each key. Silent keys at the end may be omitted.
  ///
  /// Source: huygens-fokker.org/scala/help.htm#mappings. Degrees may be negative and beyond the
  /// scale.
  ///
  /// - Parameter bytes: the file, as ASCII, UTF-8 or another 8-bit text.
  /// - Throws: `ScalaError`, which names the line.
  public init(kbm bytes: [UInt8]) throws(ScalaError) {
    var lines = try ScalaLines(bytes)
    let size = try Self.number("size of the map", in: &lines, within: 0...ScalaScale.largestCount)
    let first = try Self.number("first key", in: &lines, within: Self.midiKeys)
    let last = try Self.number("last key", in: &lines, within: first...127)
    let middle = try Self.number("middle key", in: &lines, within: Self.midiKeys)
    let reference = try Self.number("reference key", in: &lines, within: Self.midiKeys)
    let referenceLine = lines.number
    let frequency = try Self.frequency(in: &lines)
    let octave = try Self.number("formal octave", in: &lines, within: -100_000...100_000)
    var pattern: [Int?] = []
    while let line = lines.next() {
      guard let word = ScalaLines.words(of: line).first else { continue }
      guard pattern.count < size else {
        throw ScalaError(line: lines.number, .tooManyKeys(size: size))
      }
      if word == "x" || word == "X" {
        pattern.append(nil)
      } else if let degree = ScalaLines.wholeNumber(word), abs(degree) <= 100_000 {
        pattern.append(degree)
      } else {
        throw ScalaError(line: lines.number, .badDegree(String(word)))
      }
    }
    while pattern.count < size { pattern.append(nil) }
    self.init(
      pattern: pattern, keys: first...last, middleKey: middle, referenceKey: reference,
      referenceFrequency: frequency, formalOctave: octave)
    guard degree(ofReferenceKey: ()) != nil else {
      throw ScalaError(line: referenceLine, .referenceUnmapped(key: reference))
    }
  }

  private static func value(
    _ name: String, in lines: inout ScalaLines
  ) throws(ScalaError) -> Substring {
    while let line = lines.next() {
      if let word = ScalaLines.words(of: line).first { return word }
    }
    throw ScalaError(line: lines.number, .missingValue(name))
  }

  private static func number(
    _ name: String, in lines: inout ScalaLines, within range: ClosedRange<Int>
  ) throws(ScalaError) -> Int {
    let word = try value(name, in: &lines)
    guard let number = ScalaLines.wholeNumber(word), range.contains(number) else {
      throw ScalaError(line: lines.number, .badValue(name, text: String(word)))
    }
    return number
  }

  private static func frequency(in lines: inout ScalaLines) throws(ScalaError) -> Hertz {
    let name = "frequency of the reference key"
    let word = try value(name, in: &lines)
    let isPlain = word.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    let text = word.hasSuffix(".") ? word + "0" : word
    guard isPlain, let number = Double(text), number > 0, number.isFinite else {
      throw ScalaError(line: lines.number, .badValue(name, text: String(word)))
    }
    return Hertz(number)
  }
}
