// SPDX-License-Identifier: MIT

public import Acoustics

/// What is true of a test signal at every moment, from the formulas that made it.
///
/// Times are in seconds since the signal's start. From a pluck on, its string is the one that is
/// heard: where a second string begins the truth changes at once, though the first is still damped.
public struct SignalTruth: Sendable {
  /// The seconds after a pluck in which a reading is scored as steady.
  public static let steadyWindow = 0.7...1.4

  /// The signal.
  public let signal: TestSignal
  private let tables: [PartialTable]

  /// Makes the truth of `signal` as it is rendered at `rate`, which limits the partials.
  public init(of signal: TestSignal, at rate: SampleRate) {
    self.signal = signal
    tables = signal.plucks.map { PartialTable(of: $0.string, at: rate) }
  }

  /// σ², the noise's mean square over the full band; 0 without noise.
  public var noiseVariance: Double { signal.noise?.power ?? 0 }

  /// Returns the position of the first sample at or after the onset of every pluck, in order.
  public func onsets(at rate: SampleRate) -> [SamplePosition] {
    signal.plucks.map {
      SamplePosition(Int64(($0.onset * Double(rate.hertz) - 1e-6).rounded(.up)))
    }
  }

  /// Returns the frequency of the first partial as it rings, f1(t); `nil` while nothing is plucked.
  public func firstPartial(at time: Double) -> Hertz? {
    heard(at: time) { $0.string.frequency(ofPartial: 1, at: $1) }
  }

  /// Returns f0(t), the frequency without the stiffness; `nil` while nothing is plucked.
  public func fundamental(at time: Double) -> Hertz? {
    heard(at: time) { $0.string.fundamental(at: $1) }
  }

  /// Returns B of the string that is heard; `nil` while nothing is plucked.
  public func inharmonicity(at time: Double) -> Double? {
    heard(at: time) { pluck, _ in pluck.string.inharmonicity }
  }

  /// Whether `time` lies in the steady window of the string that is heard.
  public func isSteady(at time: Double) -> Bool {
    heard(at: time) { Self.steadyWindow.contains($1) } ?? false
  }

  /// Returns Σ n²·A_n(t)² of the string that is heard, for the Cramér–Rao bound; `nil` while
  /// nothing is plucked.
  public func weightedSquaredAmplitude(at time: Double) -> Double? {
    guard let index = heardIndex(at: time) else { return nil }
    return tables[index].weightedSquaredAmplitude(at: time - signal.plucks[index].onset)
  }

  /// The mean power of the last string over its steady window; `nil` for a signal without strings.
  ///
  /// It is the numerator of every signal-to-noise ratio here; the denominator is `noiseVariance`.
  public var signalPower: Double? { tables.last?.meanPower(over: Self.steadyWindow) }

  private func heardIndex(at time: Double) -> Int? {
    signal.plucks.lastIndex { $0.onset <= time && ($0.stop.map { time < $0 } ?? true) }
  }

  private func heard<Value>(at time: Double, _ value: (Pluck, Double) -> Value) -> Value? {
    heardIndex(at: time).map { index in
      value(signal.plucks[index], time - signal.plucks[index].onset)
    }
  }
}
