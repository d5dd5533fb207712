// SPDX-License-Identifier: MIT

package import Acoustics

/// The truth of a test signal at every moment, from its formulas.
///
/// Times are in seconds since the start of the signal. From a pluck on, its string is the true one.
/// The truth changes at once when a second string begins, although the first is still being
/// damped.
package struct SignalTruth: Sendable {
  /// The seconds after a pluck in which a reading is scored as steady.
  package static let steadyWindow = 0.7...1.4

  /// The signal.
  package let signal: TestSignal
  /// The partial whose frequency is the truth: 1, or the number of the touched harmonic.
  package var heardPartial = 1
  private let tables: [PartialTable]
  private let sungParts: [ClosedRange<Double>]

  /// Makes the truth of `signal` for a rendering at `rate`, which limits the partials.
  package init(of signal: TestSignal, at rate: SampleRate) {
    self.signal = signal
    tables = signal.plucks.map { PartialTable(of: $0.string, at: rate) }
    sungParts = signal.room?.sungParts ?? []
  }

  /// σ², the noise's mean square over the full band; 0 without noise.
  package var noiseVariance: Double { signal.noise?.power ?? 0 }

  /// Returns the position of the first sample at or after the onset of every pluck, in order.
  package func onsets(at rate: SampleRate) -> [SamplePosition] {
    signal.plucks.map {
      SamplePosition(Int64(($0.onset * Double(rate.hertz) - 1e-6).rounded(.up)))
    }
  }

  /// Returns the frequency of the heard partial, f1(t) of an open or stopped string; `nil` before
  /// the first pluck.
  package func firstPartial(at time: Double) -> Hertz? {
    partial(heardPartial, at: time)
  }

  /// Returns the frequency of a partial of the true string; `nil` before the first pluck.
  package func partial(_ number: Int, at time: Double) -> Hertz? {
    heard(at: time) { $0.string.frequency(ofPartial: number, at: $1) }
  }

  /// The harmonic that a finger makes on the last string; `nil` for none.
  package var touched: TouchedHarmonic? { signal.plucks.last?.string.spectrum.touched }

  /// Returns true if a voice holds a note: a pitch that no string makes.
  package func isSung(at time: Double) -> Bool { sungParts.contains { $0.contains(time) } }

  /// Returns f0(t), the frequency without the stiffness; `nil` before the first pluck.
  package func fundamental(at time: Double) -> Hertz? {
    heard(at: time) { $0.string.fundamental(at: $1) }
  }

  /// Returns true if `time` lies in the steady window of the true string.
  package func isSteady(at time: Double) -> Bool {
    heard(at: time) { Self.steadyWindow.contains($1) } ?? false
  }

  /// Returns Σ n²·A_n(t)² of the true string, for the Cramér–Rao bound; `nil` before the first
  /// pluck.
  package func weightedSquaredAmplitude(at time: Double) -> Double? {
    guard let index = heardIndex(at: time) else { return nil }
    return tables[index].weightedSquaredAmplitude(at: time - signal.plucks[index].onset)
  }

  /// The mean power of the last string over its steady window; `nil` for a signal without strings.
  ///
  /// It is the numerator of every signal-to-noise ratio here; the denominator is `noiseVariance`.
  package var signalPower: Double? { tables.last?.meanPower(over: Self.steadyWindow) }

  private func heardIndex(at time: Double) -> Int? {
    signal.plucks.lastIndex { $0.onset <= time && ($0.stop.map { time < $0 } ?? true) }
  }

  private func heard<Value>(at time: Double, _ value: (Pluck, Double) -> Value) -> Value? {
    heardIndex(at: time).map { index in
      value(signal.plucks[index], time - signal.plucks[index].onset)
    }
  }
}
