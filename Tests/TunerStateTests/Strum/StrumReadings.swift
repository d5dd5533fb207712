// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// Results of strokes, with defaults for the values that a test ignores.
enum Strumming {
  static let targets = targets(of: .standard)

  static func targets(of tuning: InstrumentTuning) -> [StrumTarget] {
    let system = PitchSystem(reference: .concert, temperament: .equal)
    return StrumTarget.targets(of: (try? tuning.tunedStrings(in: system)) ?? [])
  }

  static func targets(of preset: String) -> [StrumTarget] {
    InstrumentTuning.preset(preset).map { targets(of: $0) } ?? []
  }

  /// A reading of a string that sounds.
  static func sounding(
    _ index: Int, cents: Double, confidence: Double = 0.95,
    _ targets: [StrumTarget] = targets
  ) -> StringReading {
    let frequency = targets[index].frequency.raised(by: Cents(cents))
    return StringReading(
      state: .sounding, frequency: frequency,
      deviation: frequency.interval(above: targets[index].frequency), sigma: Cents(0.05),
      confidence: confidence)
  }

  /// A result in which the given strings sound, by their index from low to high.
  static func result(
    _ cents: [Int: Double], unclear: Set<Int> = [], onset: Int64? = 0, at samples: Int64 = 0,
    confidence: Double = 0.95, _ targets: [StrumTarget] = targets
  ) -> StrumResult {
    var readings = StringReadings(count: targets.count)
    for index in targets.indices {
      if let cents = cents[index] {
        readings[index] = sounding(index, cents: cents, confidence: confidence, targets)
        // A repeated frequency is no measurement.
        let wander = Cents(Double(samples % 48_000) * 1e-12)
        readings[index].frequency = readings[index].frequency?.raised(by: wander)
      } else if unclear.contains(index) {
        readings[index].state = .unclear
      }
    }
    return StrumResult(
      timestamp: SamplePosition(samples), sampleRate: SampleRate(48_000),
      onsets: onset.map { SamplePosition($0)...SamplePosition($0 + 9) }, readings: readings,
      level: Decibels(-20))
  }
}

extension StrumView {
  /// A view that listens.
  static func listening(
    _ settings: TunerSettings = TunerSettings(), _ targets: [StrumTarget] = Strumming.targets
  ) -> StrumView {
    var view = StrumView(StrumRules(settings))
    _ = view.reduce(.retarget(targets))
    _ = view.reduce(.begin)
    return view
  }

  /// Reduces a result whose position and time agree.
  mutating func hear(
    _ cents: [Int: Double], unclear: Set<Int> = [], onset: Int64? = 0, ms: Int
  ) -> [StrumEffect] {
    reduce(
      .result(
        Strumming.result(cents, unclear: unclear, onset: onset, at: Int64(ms) * 48),
        at: .milliseconds(ms)))
  }
}

extension [StrumEffect] {
  /// The number of signals to the player.
  var signalCount: Int { count { $0 == .signal } }
  /// The number of confirmations that begin.
  var confirmationCount: Int {
    count { if case .startConfirmationTimer = $0 { true } else { false } }
  }
}
