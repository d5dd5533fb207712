// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the first partial of a string whose pitch is known to about a percent.
struct PartialReader: ~Copyable {
  /// The window of high notes, and the longest of all, in seconds.
  private static let shortWindow = 0.0855
  private static let longWindow = 0.1705
  private static let windowPeriods = 7.0
  /// The fewest periods that partials are measured in.
  private static let leastPeriods = 2.75
  /// A fit that goes further from the pitch than this is another string's.
  private static let reach = 0.02
  /// How fast a string may glide, in cents a second: much after a pluck, hardly later.
  private static let pluckGlide = 150.0
  private static let lateGlide = 0.001

  private let sizes: AnalysisRate
  private var measurement: PartialMeasurement

  /// Prepares for the sizes of a stream.
  init(_ sizes: AnalysisRate) {
    self.sizes = sizes
    measurement = PartialMeasurement(sampleRate: sizes.rate, longest: sizes.spectrumCount)
  }

  /// Reads the string of pitch `frequency` in the newest samples.
  ///
  /// - Parameters:
  ///   - stream: what was heard.
  ///   - frequency: the pitch, in hertz.
  ///   - inharmonicity: B, as far as it is known.
  ///   - count: how many of the newest samples are the note.
  ///   - age: the note's age in seconds; `nil` where no beginning was heard.
  ///   - spectra: the spectrum of the note, for its noise.
  ///   - knowsNoise: whether the noise between the partials may be taken from the last reading.
  /// - Returns: `nil` where the note is too young, or no partials near the pitch fit a string.
  /// - Complexity: bounded by the longest window times the partials. Does not allocate.
  mutating func read(
    _ stream: borrowing AnalysisStream, frequency: Double, inharmonicity: Double, count: Int,
    age: Double?, spectra: borrowing SpectralAnalysis, knowsNoise: Bool
  ) -> PartialFit? {
    let wanted =
      sizes.rate
      * min(Self.longWindow, max(Self.shortWindow, Self.windowPeriods / frequency))
    let length = min(count, Int(wanted))
    guard Double(length) >= Self.leastPeriods * sizes.rate / frequency else { return nil }
    let expected = StiffFit(
      squaredFrequency: frequency * frequency, inharmonicity: inharmonicity / (1 + inharmonicity),
      spread: 1)
    guard
      measurement.measure(
        stream.assembler.frame.extracting(last: length), fit: expected,
        background: spectra.background.smeared.span.extracting(first: spectra.backgroundCount),
        binWidth: sizes.binWidth, highest: sizes.highest, knowsNoise: knowsNoise),
      let fit = PartialFit(
        measurement, from: (frequency, inharmonicity),
        glideSpread: Self.glideSpread(
          at: age.map { $0 - 0.5 * Double(length) / sizes.rate })),
      abs(fit.frequency / frequency - 1) < Self.reach
    else { return nil }
    return fit
  }

  /// How fast a note of this age may glide, as a share of its frequency a second.
  private static func glideSpread(at age: Double?) -> Double {
    let pluck = age.map { pluckGlide * exp(-$0 / PartialFit.glideSeconds) } ?? 0
    return (pluck + lateGlide) / PartialFit.centsPerNeper
  }
}
