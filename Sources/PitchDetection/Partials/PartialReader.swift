// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Measures and fits the partials of a string whose pitch is known to about a percent.
struct PartialReader: ~Copyable {
  // | name          | unit    | source                                                            |
  // | ------------- | ------- | ----------------------------------------------------------------- |
  // | shortWindow   | s       | window of high notes                                              |
  // | longWindow    | s       | window of low notes                                               |
  // | windowPeriods | periods | window between the two: fitted on recorded notes                  |
  // | attack        | s       | time of the plectrum noise after a pluck, which is left out       |
  // | leastWindow   | s       | least length of the rest for which the attack is left out         |
  // | pluckPeriods  | periods | least number of periods of that rest                              |
  // | leastPeriods  | periods | least window of `PartialMeasurement`, with a margin               |
  // | reach         | 1       | deviation of the fit from the pitch: more is another string       |
  // | leastShare    | 1       | share of the window that a slower rate, with its delay, must hold |
  // | pluckGlide    | cents/s | standard deviation of the glide just after a pluck, on recorded   |
  // |               |         | notes                                                             |
  // | lateGlide     | cents/s | standard deviation of the glide of a string that has settled      |
  private static let shortWindow = 0.0855
  private static let longWindow = 0.1705
  private static let windowPeriods = 7.0
  private static let attack = 0.02
  private static let leastWindow = 0.045
  private static let pluckPeriods = 4.0
  private static let leastPeriods = 2.75
  private static let reach = 0.02
  private static let leastShare = 0.93
  private static let pluckGlide = 150.0
  private static let lateGlide = 0.001

  private let sizes: AnalysisRate
  private var measurement: PartialMeasurement
  private var memory = ShiftMemory()
  private var points = FixedArray(
    repeating: PartialFit.Point(), count: PartialMeasurement.capacity)

  /// Prepares for the sizes of a stream.
  init(_ sizes: AnalysisRate) {
    self.sizes = sizes
    measurement = PartialMeasurement(sampleRate: sizes.rate, longest: sizes.spectrumCount)
  }

  /// Returns the length of the window for a pitch in hertz, once a note has lasted that long, in
  /// seconds.
  static func window(of frequency: Double) -> Double {
    min(longWindow, max(shortWindow, windowPeriods / frequency))
  }

  /// Begins another note.
  mutating func noteBegan() { memory.reset() }

  /// Measures the string of pitch `frequency` in the newest samples.
  ///
  /// - Parameters:
  ///   - stream: the samples.
  ///   - frequency: the pitch, in hertz.
  ///   - inharmonicity: the expected coefficient B.
  ///   - count: the number of newest samples that belong to the note.
  ///   - age: the time since the onset, in seconds; `nil` if none was detected.
  ///   - elapsed: the time since the last update, in seconds.
  ///   - spectra: the spectrum of the note, for its noise.
  ///   - knowsNoise: true if the noise of the last measurement may be used.
  /// - Returns: `nil` if the note is too young, or no partials near the pitch fit a string.
  /// - Complexity: bounded by the longest window times the partials. Does not allocate.
  mutating func read(
    _ stream: borrowing AnalysisStream, frequency: Double, inharmonicity: Double, count: Int,
    age: Double?, after elapsed: Double, spectra: borrowing SpectralAnalysis, knowsNoise: Bool
  ) -> PartialFit? {
    let wanted = Int(sizes.rate * Self.window(of: frequency))
    let length = min(withoutAttack(count, frequency: frequency, age: age), wanted)
    guard Double(length) >= Self.leastPeriods * sizes.rate / frequency else { return nil }
    let expected = InharmonicFit(
      squaredFrequency: frequency * frequency, inharmonicity: inharmonicity / (1 + inharmonicity),
      spread: 1)
    let step = step(for: expected, in: stream, length: length, count: count)
    let found = min(length / step.factor, stream.slower.count(of: step, in: count))
    var memory = memory
    guard
      measure(
        last: found, of: stream, at: step, fit: expected, spectra: spectra,
        knowsNoise: knowsNoise),
      let fit = PartialFit(
        measurement, near: frequency,
        glideSpread: Self.glideSpread(
          at: age.map { $0 - 0.5 * Double(length) / sizes.rate }), points: &points,
        memory: &memory, after: elapsed),
      abs(fit.frequency / frequency - 1) < Self.reach
    else { return nil }
    self.memory = memory
    return fit
  }

  /// Returns the number of samples without those of the attack, if enough are left.
  private func withoutAttack(_ count: Int, frequency: Double, age: Double?) -> Int {
    // A segment that does not reach back to the onset contains no attack.
    let isWhole = age.map { Double(count) >= $0 * sizes.rate - 1 } ?? (count < sizes.spectrumCount)
    guard isWhole else { return count }
    let least = sizes.rate * max(Self.leastWindow, Self.pluckPeriods / frequency)
    return min(count, max(count - Int(Self.attack * sizes.rate), Int(least)))
  }

  /// Returns the slowest rate that holds all partials, and almost the whole window.
  private func step(
    for expected: InharmonicFit, in stream: borrowing AnalysisStream, length: Int, count: Int
  ) -> SlowerStream.Step {
    let last = PartialMeasurement.capacity
    let slowest = stream.slower.step(
      passing: Double(last) * max(expected.squared(last), 1).squareRoot())
    if slowest == .quarter, holds(.quarter, stream, length, count) { return .quarter }
    return slowest != .whole && holds(.half, stream, length, count) ? .half : .whole
  }

  private func holds(
    _ step: SlowerStream.Step, _ stream: borrowing AnalysisStream, _ length: Int, _ count: Int
  ) -> Bool {
    let held = stream.slower.count(of: step, in: count) * step.factor
    return Double(held) >= Self.leastShare * Double(length)
  }

  /// Measures the newest samples at one of the rates of a stream.
  private mutating func measure(
    last count: Int, of stream: borrowing AnalysisStream, at step: SlowerStream.Step,
    fit: InharmonicFit, spectra: borrowing SpectralAnalysis, knowsNoise: Bool
  ) -> Bool {
    switch step {
    case .whole:
      measure(
        stream.assembler.frame.extracting(last: count), of: stream, at: step, fit: fit,
        spectra: spectra, knowsNoise: knowsNoise)
    case .half:
      measure(
        stream.slower.half.frame.extracting(last: count), of: stream, at: step, fit: fit,
        spectra: spectra, knowsNoise: knowsNoise)
    case .quarter:
      measure(
        stream.slower.quarter.frame.extracting(last: count), of: stream, at: step, fit: fit,
        spectra: spectra, knowsNoise: knowsNoise)
    }
  }

  private mutating func measure(
    _ samples: Span<Float>, of stream: borrowing AnalysisStream, at step: SlowerStream.Step,
    fit: InharmonicFit, spectra: borrowing SpectralAnalysis, knowsNoise: Bool
  ) -> Bool {
    measurement.measure(
      samples, fit: fit,
      background: spectra.background.power.span.extracting(first: spectra.backgroundCount),
      hum: spectra.hum.crowding(max(fit.f1Squared, 1).squareRoot()), peaks: spectra.peaks,
      binWidth: sizes.binWidth, highest: sizes.highest, knowsNoise: knowsNoise,
      decimation: step.factor, delay: stream.slower.lag(of: step))
  }

  /// Returns the standard deviation of the glide at an age, as a share of the frequency per second.
  private static func glideSpread(at age: Double?) -> Double {
    let pluck = age.map { pluckGlide * exponential(of: -$0 / PartialFit.glideSeconds) } ?? 0
    return (pluck + lateGlide) / PartialFit.centsPerNeper
  }
}
