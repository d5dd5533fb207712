// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// The configuration of an engine that measures all strings of a stroke.
public struct StrumConfiguration: Sendable {
  // | name          | unit  | source                                                              |
  // | ------------- | ----- | ------------------------------------------------------------------- |
  // | stringCounts  | 1     | from one string to six courses of two                               |
  // | targets       | Hz    | a major third and a margin below B0, up to a third of the highest   |
  // |               |       | line                                                                |
  // | ranges        | cents | set: from a fifth of a semitone to three semitones, which only a    |
  // |               |       | string far from its neighbours keeps                                |
  // | coefficients  | 1     | up to more than B of recorded strings                               |
  // | leastDistance | cents | chosen, not fitted; each of two strings keeps half of it            |
  /// The supported numbers of strings.
  public static let stringCounts = 1...12
  /// The supported targets.
  public static let targets = Hertz(24)...Hertz(860)
  /// The supported ranges of a string.
  public static let ranges = Cents(20)...Cents(300)
  /// The supported inharmonicity coefficients.
  public static let coefficients = 0.0...3e-3
  /// The least distance between two strings.
  public static let leastDistance = Cents(60)

  /// The strings, in any order.
  public var strings: [StrumString]
  /// The stream's rate.
  public var sampleRate: SampleRate
  /// The effort of FFTW's planner.
  public var planning: RealFFT.Planning

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - strings: one to twelve, in any order. Strings of a unison course are one string.
  ///   - sampleRate: the stream's rate.
  ///   - planning: the effort of FFTW's planner.
  public init(
    strings: [StrumString], sampleRate: SampleRate, planning: RealFFT.Planning = .estimate
  ) {
    self.strings = strings
    self.sampleRate = sampleRate
    self.planning = planning
  }

  /// Checks every value.
  ///
  /// - Throws: `StrumError` with the first value that is out of its range.
  func check() throws(StrumError) {
    guard SampleRate.supported.contains(sampleRate) else {
      throw .sampleRateUnsupported(required: SampleRate.supported, actual: sampleRate)
    }
    guard Self.stringCounts.contains(strings.count) else {
      throw .stringCount(required: Self.stringCounts, actual: strings.count)
    }
    for (index, string) in strings.enumerated() {
      guard Self.targets.contains(string.target) else {
        throw .target(index: index, required: Self.targets, actual: string.target)
      }
      guard Self.ranges.contains(string.range) else {
        throw .range(index: index, required: Self.ranges, actual: string.range)
      }
      guard Self.coefficients.contains(string.typicalInharmonicity) else {
        throw .inharmonicity(
          index: index, required: Self.coefficients, actual: string.typicalInharmonicity)
      }
      for other in 0..<index {
        let distance = string.target.interval(above: strings[other].target).magnitude
        guard distance >= Self.leastDistance else {
          throw .tooClose(
            first: other, second: index, required: Self.leastDistance, actual: distance)
        }
      }
    }
  }
}
