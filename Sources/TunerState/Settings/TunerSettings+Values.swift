// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerSettings {
  /// The value of a setting as a file holds it.
  public subscript(key: SettingKey) -> StoredValue {
    switch key {
    case .selectedTuningID: .text(selectedTuningID)
    case .themeMode: .text(themeMode.rawValue)
    case .enableHapticFeedback: .flag(enableHapticFeedback)
    case .noiseGateThreshold: .number(noiseGateThreshold)
    case .frequencyUpdateRate: .number(frequencyUpdateRate.hertz)
    case .a4: .number(a4.a4.value)
    case .temperament: .text(temperament.name)
    case .notation: .text(notation.rawValue)
    case .tolerance: .number(tolerance.inTune.value)
    case .hysteresis: .number(hysteresis.value)
    case .confirmationHold: .number(Self.seconds(confirmationHold))
    case .feedback: .text(feedback.rawValue)
    case .stringOffsets: .text(stringOffsets)
    case .leftHanded: .flag(isLeftHanded)
    }
  }

  /// Sets one value if it is valid.
  ///
  /// - Parameters:
  ///   - key: the setting.
  ///   - value: the value.
  /// - Returns: `nil` if it is set; otherwise the reason, and the setting is unchanged.
  public mutating func set(_ key: SettingKey, to value: StoredValue) -> SettingDiagnostic? {
    let isSet =
      switch value {
      case .text(let text): set(key, toText: text)
      case .number(let number): number.isFinite && set(key, toNumber: number)
      case .flag(let flag): set(key, toFlag: flag)
      case .other: false
      }
    if isSet { return nil }
    // NaN would not be equal to itself.
    if case .number(let number) = value, !number.isFinite {
      return SettingDiagnostic(key: key, value: .text("\(number)"), instead: self[key])
    }
    return SettingDiagnostic(key: key, value: value, instead: self[key])
  }

  private mutating func set(_ key: SettingKey, toFlag flag: Bool) -> Bool {
    switch key {
    case .enableHapticFeedback: enableHapticFeedback = flag
    case .leftHanded: isLeftHanded = flag
    case .selectedTuningID, .themeMode, .noiseGateThreshold, .frequencyUpdateRate, .a4,
      .temperament, .notation, .tolerance, .hysteresis, .confirmationHold, .feedback,
      .stringOffsets:
      return false
    }
    return true
  }

  private mutating func set(_ key: SettingKey, toText text: String) -> Bool {
    switch key {
    case .selectedTuningID: Self.replace(&selectedTuningID, by: Self.tuningID(text))
    case .themeMode: Self.replace(&themeMode, by: ThemeMode(rawValue: text))
    case .temperament: Self.replace(&temperament, by: try? Temperament(named: text))
    case .notation: Self.replace(&notation, by: NoteNotation(rawValue: text))
    case .feedback: Self.replace(&feedback, by: FeedbackStyle(rawValue: text))
    case .stringOffsets: Self.replace(&stringOffsets, by: Self.offsets(text))
    case .enableHapticFeedback, .noiseGateThreshold, .frequencyUpdateRate, .a4, .tolerance,
      .hysteresis, .confirmationHold, .leftHanded:
      false
    }
  }

  private mutating func set(_ key: SettingKey, toNumber number: Double) -> Bool {
    switch key {
    case .noiseGateThreshold:
      Self.replace(&noiseGateThreshold, by: Self.noiseGates.contains(number) ? number : nil)
    case .frequencyUpdateRate:
      Self.replace(&frequencyUpdateRate, by: Self.updateRate(number))
    case .a4: Self.replace(&a4, by: try? ReferencePitch(a4: Hertz(number)))
    case .tolerance: Self.replace(&tolerance, by: try? TuningTolerance(inTune: Cents(number)))
    case .hysteresis:
      Self.replace(
        &hysteresis,
        by: TuningStateHysteresis.supported.contains(Cents(number)) ? Cents(number) : nil)
    case .confirmationHold: Self.replace(&confirmationHold, by: Self.hold(number))
    case .selectedTuningID, .themeMode, .enableHapticFeedback, .temperament, .notation, .feedback,
      .stringOffsets, .leftHanded:
      false
    }
  }

  private static func replace<Value>(_ old: inout Value, by new: Value?) -> Bool {
    guard let new else { return false }
    old = new
    return true
  }

  // MARK: - Units

  private static func tuningID(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 95
    }
    return isPlain && InstrumentTuning.idLengths.contains(text.utf8.count) ? text : nil
  }

  /// Checks the characters and the length of offsets; the code that uses the offsets checks the
  /// numbers.
  private static func offsets(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || [43, 44, 45, 46, 61].contains($0)
    }
    return isPlain && text.utf8.count <= 256 ? text : nil
  }

  /// The rate as it was written, so that 59.94 is exactly 59.94.
  private static func updateRate(_ hertz: Double) -> UpdateRate? {
    updateRates.contains(hertz) ? UpdateRate(decimal: "\(hertz)") : nil
  }

  /// Whole milliseconds: they are read from a file as they were written.
  private static func hold(_ seconds: Double) -> Duration? {
    // The rounding must not move a value into the range.
    let range =
      Self.seconds(confirmationHolds.lowerBound)...Self.seconds(confirmationHolds.upperBound)
    guard range.contains(seconds) else { return nil }
    return Duration.milliseconds(Int((seconds * 1000).rounded()))
  }

  private static func seconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(1)).rounded() / 1000
  }
}
