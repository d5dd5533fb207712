// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import PitchDetection
import TunerRuntime
import Tuning

extension SettingSources {
  /// The update rates of an offline analysis, in updates a second.
  package static let offlineRates = 1...1000

  /// Checks every value.
  ///
  /// - Parameter rates: the possible numbers of updates a second.
  /// - Returns: the settings.
  /// - Throws: `SettingError`, which names the flag or variable, the fault and the possible values.
  package func validated(
    rates: ClosedRange<Int> = offlineRates
  ) throws(SettingError) -> AnalysisSettings {
    let target = try target()
    return AnalysisSettings(
      target: target, rate: try updateRate(in: rates),
      range: try pitchRange(), detector: try detector(), pitch: try pitch(),
      states: try checked(.hysteresis) {
        try TuningStateHysteresis(margin: Cents($0), tolerance: target.tolerance)
      }, clock: try clock())
  }

  /// Reads the order of strings in the live display.
  ///
  /// - Returns: true for the order of a left-handed instrument.
  /// - Throws: `SettingError` for a variable that is neither true nor false.
  package func isLeftHanded() throws(SettingError) -> Bool {
    guard let isLeftHanded = Bool(text(.leftHanded)) else {
      throw refusal(of: .leftHanded, "choose true or false.")
    }
    return isLeftHanded
  }

  private func detector() throws(SettingError) -> DetectorKind {
    guard let detector = DetectorKind(rawValue: text(.detector)) else {
      let known = DetectorKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal(of: .detector, "there is no such detector. Choose from: \(known)")
    }
    return detector
  }

  /// Returns the meaning of the pitch: that of the setting, else that of the detector.
  func pitch() throws(SettingError) -> PitchMeaning {
    let detector = try detector()
    guard !text(.pitch).isEmpty else { return detector.meanings[0] }
    guard let pitch = PitchMeaning(rawValue: text(.pitch)) else {
      throw refusal(of: .pitch, "choose partial or period.")
    }
    guard detector.meanings.contains(pitch) else {
      let others = DetectorKind.allCases.filter { $0.meanings.contains(pitch) }.map(\.rawValue)
      throw SettingError(
        setting: .pitch,
        description:
          "\(place(.pitch)) \(pitch.rawValue): the \(detector.rawValue) detector does not "
          + "hear it. Use --detector \(others.joined(separator: " or ")).")
    }
    return pitch
  }

  private func clock() throws(SettingError) -> PartsPerMillion {
    try checked(.clockPPM) { number in
      guard PartsPerMillion.permittedValues.contains(number) else { throw ClockOutOfRange() }
      return PartsPerMillion(number)
    }
  }

  private func updateRate(in rates: ClosedRange<Int>) throws(SettingError) -> UpdateRate {
    let (least, most) = (Double(rates.lowerBound), Double(rates.upperBound))
    guard let rate = UpdateRate(decimal: text(.rate)), (least...most).contains(rate.hertz) else {
      throw refusal(
        of: .rate,
        "give a decimal from \(rates.lowerBound) to \(rates.upperBound) with up to six places.")
    }
    return rate
  }

  /// Reads the bounds of the pitch range, and checks each one, then both together.
  private func pitchRange() throws(SettingError) -> PitchRange {
    let (lowest, highest) = (try bound(.minHz), try bound(.maxHz))
    return try checked(.maxHz) { _ in try PitchRange(lowest: lowest, highest: highest) }
  }

  private func bound(_ name: Name) throws(SettingError) -> Hertz {
    try checked(name) { number in
      let supported = PitchRange.supported
      guard (supported.lowest...supported.highest).contains(Hertz(number)) else {
        throw PitchDetectionError.rangeUnsupported(required: supported, actual: Hertz(number))
      }
      return Hertz(number)
    }
  }

  /// Reads a decimal, and makes a value from it.
  ///
  /// - Parameters:
  ///   - name: the setting.
  ///   - make: makes the value of the number, which is finite.
  /// - Returns: the value.
  /// - Throws: `SettingError`, which names the setting.
  func checked<Value>(
    _ name: Name, _ make: (Double) throws -> Value
  ) throws(SettingError) -> Value {
    guard let number = decimalNumber(text(name)), number.isFinite else {
      throw refusal(of: name, "this is not a number.")
    }
    do {
      return try make(number)
    } catch {
      throw unquotedRefusal(of: name, "\(error)")
    }
  }
}

/// The error for a clock outside the permitted range.
private struct ClockOutOfRange: Error, CustomStringConvertible {
  var description: String {
    let values = PartsPerMillion.permittedValues
    return "give parts per million from \(decimal(values.lowerBound)) to "
      + "\(decimal(values.upperBound)). They are measured by: tuner calibrate"
  }
}
