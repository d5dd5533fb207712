// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// One recorded string, aligned by its pluck.
struct StruckString: Sendable {
  let name: String
  let midi: Int
  let sampleRate: SampleRate
  let samples: [Float]
  /// The position of the pluck in samples.
  let stroke: Int
}

/// Mixes recorded strings to chords, plucked at once or one after another.
struct ChordMixer {
  /// The time between two strings of a fast stroke, in seconds.
  static let strum = 0.02
  /// The length of a chord before its first pluck and after its end, in seconds.
  private static let lead = 0.3
  private static let length = 2.5

  /// The strings of one instrument.
  let strings: [StruckString]

  /// Returns every choice of two to six strings that contains more than one pitch class.
  ///
  /// - Complexity: O(2ⁿ), so use it for the open strings of one guitar only.
  func choices() -> [[StruckString]] {
    (0..<(1 << strings.count)).compactMap { bits in
      let choice = strings.indices.filter { bits & (1 << $0) != 0 }.map { strings[$0] }
      return Self.isChord(choice) ? choice : nil
    }
  }

  /// Draws `count` random choices of two to six strings.
  func drawn(_ count: Int, by random: inout SplitMix64) -> [[StruckString]] {
    var choices: [[StruckString]] = []
    var attempts = 0
    while choices.count < count, attempts < 50 * count {
      attempts += 1
      var pool = strings
      var choice: [StruckString] = []
      for _ in 0..<(2 + Int(random.next() % 5)) where !pool.isEmpty {
        choice.append(pool.remove(at: Int(random.next() % UInt64(pool.count))))
      }
      if Self.isChord(choice) { choices.append(choice.sorted { $0.midi < $1.midi }) }
    }
    return choices
  }

  /// Returns true if two to six notes are distinct and contain at least two pitch classes.
  private static func isChord(_ choice: [StruckString]) -> Bool {
    (2...6).contains(choice.count) && Set(choice.map(\.midi)).count == choice.count
      && Set(choice.map { $0.midi % 12 }).count > 1
  }

  /// Returns the sum of the recordings of `choice`.
  ///
  /// - Parameters:
  ///   - choice: strings of the same rate.
  ///   - spacing: the time from string to string, in seconds.
  /// - Returns: the sound from shortly before the first pluck.
  static func sum(_ choice: [StruckString], spacing: Double) -> [Float] {
    guard let rate = choice.first.map({ Double($0.sampleRate.hertz) }) else { return [] }
    var sum = [Float](repeating: 0, count: Int((lead + length) * rate))
    let gain = 1 / Float(choice.count)
    for (place, string) in choice.enumerated() {
      let first = Int(((lead + Double(place) * spacing) * rate).rounded()) - string.stroke
      for index in max(0, -first)..<string.samples.count {
        guard first + index < sum.count else { break }
        sum[first + index] += gain * string.samples[index]
      }
    }
    return sum
  }
}
