// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

extension TunerModule {
  /// The latest valid position in a stream, in seconds.
  private static let longest = 1e9

  /// Shows a result of every string that another tuner measured.
  ///
  /// The target must be `all`.
  ///
  /// - Parameters:
  ///   - table: each row holds the number of a string and the fields from `updateState` on, except
  ///     `updateHz`.
  ///   - hertz: the sample rate of the stream.
  ///   - time: the position of the result in seconds.
  ///   - onset: the first onset of the newest stroke in seconds; NaN before the first.
  /// - Returns: the result; `nil` while this module measures a stream itself, and for an invalid
  ///   position.
  func show(
    _ table: StrumTable, hertz: Int, time: Double, onset: Double
  ) -> ModuleStrumReading? {
    guard !isMeasuring, view.mode == .all, SampleRate.supported.contains(hertz: hertz),
      (0...Self.longest).contains(time), onset.isNaN || (0...time).contains(onset)
    else { return nil }
    if view.phase != .listening {
      send(.startListening)
      send(.startSucceeded)
    }
    var readings = StringReadings(count: view.strum.strings.count)
    for (index, string) in view.strum.strings.enumerated() {
      readings[index] = table.update(of: string.target)
    }
    let position = { (seconds: Double) in
      SamplePosition(Int64((seconds * Double(hertz)).rounded()))
    }
    let start = onset.isNaN ? nil : position(onset)
    let result = StrumResult(
      timestamp: position(time), sampleRate: SampleRate(hertz),
      onsets: start.map { $0...$0 }, readings: readings)
    let reading = ModuleStrumReading(result, time: time)
    send(.strumResult(result, at: reading.clock))
    return reading
  }
}

extension ClosedRange<SampleRate> {
  /// Returns true for a rate within the range.
  fileprivate func contains(hertz: Int) -> Bool {
    (lowerBound.hertz...upperBound.hertz).contains(hertz)
  }
}

extension StrumTable {
  /// Returns the update of a string from the row with its number; a silent one if there is no row.
  ///
  /// The frequency is computed from the deviation, because the other tuner may use a temperament
  /// that this module does not have.
  fileprivate func update(of target: StrumTarget) -> StringReading {
    let number = Double(target.string.position)
    for row in 0..<ModuleMemory.stringCount where value(.string, ofRow: row) == number {
      let cents = value(.updateCents, ofRow: row)
      let sigma = value(.updateSigmaCents, ofRow: row)
      let confidence = value(.updateConfidence, ofRow: row)
      guard let state = StringReading.State(number: value(.updateState, ofRow: row)) else { break }
      let deviation = cents.isFinite ? Cents(cents) : nil
      return StringReading(
        state: state, frequency: deviation.map { target.frequency.raised(by: $0) },
        deviation: deviation, sigma: sigma.isFinite ? Cents(sigma) : nil,
        confidence: confidence.isFinite ? confidence : 0)
    }
    return .unmeasured(.silent)
  }

  private func value(_ field: StrumRowField, ofRow row: Int) -> Double {
    start[Self.headCount + row * Self.rowCount + field.rawValue]
  }
}

extension StringReading.State {
  /// Makes a state from its number; `nil` for an unknown number.
  fileprivate init?(number: Double) {
    switch number {
    case 0: self = .silent
    case 1: self = .unclear
    case 2: self = .sounding
    default: return nil
    }
  }
}
