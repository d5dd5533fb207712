// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import OfflineAnalysis
import PitchDetection
import Terminal
import Tuning

/// The settings of an analysis, checked.
struct AnalysisSettings {
  var target: TargetSettings
  var rate: UpdateRate
  var range: PitchRange
  var detector: DetectorKind
  var pitch: PitchMeaning
  /// Says what each result says to a player, and has seen none.
  var states: TuningStateHysteresis
  /// By how much the clock of the sound card is fast.
  var clock: PartsPerMillion
  /// Whether what follows has a say on the pitch of an update.
  var isSmoothed = false

  var classifier: PitchClassifier { target.classifier }
  var tolerance: TuningTolerance { target.tolerance }

  /// Makes what listens to a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's.
  ///   - detectsSecondString: whether chords are told from notes.
  /// - Returns: the detector of the settings, for their range and pitch.
  /// - Throws: `PitchDetectionError` for a rate that is not listened at.
  func madeDetector(
    at sampleRate: SampleRate, detectingSecondString detectsSecondString: Bool = false
  ) throws(PitchDetectionError) -> ChosenDetector {
    let configuration = DetectorConfiguration(
      sampleRate: sampleRate, range: range, detectsSecondString: detectsSecondString,
      reportsCandidates: isSmoothed)
    return try ChosenDetector(detector, configuration, reading: pitch)
  }

  /// Makes the analysis of a recording.
  ///
  /// - Parameters:
  ///   - sampleRate: the recording's.
  ///   - tracksNotes: whether notes are made of the results.
  ///   - detectsSecondString: whether chords are told from notes.
  ///   - processorTime: returns the processor time of the thread in seconds; `nil` where the cost of
  ///     the pipeline is not measured.
  /// - Returns: an analysis that has heard nothing.
  /// - Throws: `PitchDetectionError` for a rate that is not supported, and `SignalProcessingError`.
  func analysis(
    at sampleRate: SampleRate, tracksNotes: Bool = true,
    detectingSecondString detectsSecondString: Bool = false, processorTime: (() -> Double)? = nil
  ) throws -> RecordingAnalysis {
    var configuration = RecordingAnalysis.Configuration(updateRate: rate, classifier: classifier)
    configuration.clock = clock
    configuration.isSmoothed = isSmoothed
    configuration.tracksNotes = tracksNotes
    return try RecordingAnalysis(
      sampleRate: sampleRate, configuration,
      detector: try madeDetector(
        at: sampleRate, detectingSecondString: detectsSecondString),
      processorTime: processorTime)
  }
}

extension SettingSources {
  /// The update rates of an offline analysis.
  private static let rates = 1...1000

  /// Checks every value.
  ///
  /// - Parameter rates: the updates a second that there can be; `nil` for those of an offline analysis.
  /// - Returns: the settings.
  /// - Throws: `ValidationError` naming the flag or variable, what is wrong and what is possible.
  func validated(rates: ClosedRange<Int>? = nil) throws -> AnalysisSettings {
    let target = try target()
    return AnalysisSettings(
      target: target, rate: try updateRate(in: rates ?? Self.rates),
      range: try PitchRangeParser(sources: self).range(), detector: try detector(),
      pitch: try pitch(),
      states: try checked(.hysteresis) {
        try TuningStateHysteresis(margin: Cents($0), tolerance: target.tolerance)
      }, clock: try clock())
  }

  private func detector() throws -> DetectorKind {
    guard let detector = DetectorKind(rawValue: text(.detector)) else {
      let known = DetectorKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "\(place(.detector)) \(quoted(.detector)): there is no such detector. Choose from: \(known)"
      )
    }
    return detector
  }

  /// Which pitch is read: the one that was asked for, else the one that the detector measures.
  private func pitch() throws -> PitchMeaning {
    let detector = try detector()
    guard !text(.pitch).isEmpty else { return detector.meanings[0] }
    guard let pitch = PitchMeaning(rawValue: text(.pitch)) else {
      throw ValidationError("\(place(.pitch)) \(quoted(.pitch)): choose partial or period.")
    }
    guard detector.meanings.contains(pitch) else {
      let others = DetectorKind.allCases.filter { $0.meanings.contains(pitch) }.map(\.rawValue)
      throw ValidationError(
        "\(place(.pitch)) \(pitch.rawValue): the \(detector.rawValue) detector does not hear it."
          + " Use --detector \(others.joined(separator: " or ")).")
    }
    return pitch
  }

  /// More than this is no clock of a sound card, and 35 cents.
  private static let clocks = -20_000.0...20_000.0

  private func clock() throws -> PartsPerMillion {
    try checked(.clockPPM) { number in
      guard Self.clocks.contains(number) else { throw ClockOutOfRange() }
      return PartsPerMillion(number)
    }
  }

  private func updateRate(in rates: ClosedRange<Int>) throws -> UpdateRate {
    let (least, most) = (Double(rates.lowerBound), Double(rates.upperBound))
    guard let rate = UpdateRate(decimal: text(.rate)), (least...most).contains(rate.hertz) else {
      throw ValidationError(
        "\(place(.rate)) \(quoted(.rate)): give a decimal from \(rates.lowerBound) to "
          + "\(rates.upperBound) with up to six places.")
    }
    return rate
  }

  /// Reads a decimal and makes a value of it, naming the setting in what goes wrong.
  func checked<Value>(_ name: Name, _ make: (Double) throws -> Value) throws -> Value {
    // `Double` also reads hexadecimal, which nobody means here.
    guard !text(name).lowercased().contains("x"), let number = Double(text(name)),
      number.isFinite
    else {
      throw ValidationError("\(place(name)) \(quoted(name)): this is not a number.")
    }
    do {
      return try make(number)
    } catch {
      throw ValidationError("\(place(name)): \(error)")
    }
  }

  /// A value as it was written, in quotes.
  func quoted(_ name: Name) -> String { "\"\(printable(text(name)))\"" }
}

/// A clock that no sound card has.
private struct ClockOutOfRange: Error, CustomStringConvertible {
  let description =
    "give parts per million from -20000 to 20000. They are measured by: tuner calibrate"
}

/// Reads the two bounds of the pitch range: each alone under its own name, then together.
private struct PitchRangeParser {
  let sources: SettingSources

  func range() throws -> PitchRange {
    let bounds = try (bound(.minHz), bound(.maxHz))
    return try sources.checked(.maxHz) { _ in
      try PitchRange(lowest: bounds.0, highest: bounds.1)
    }
  }

  private func bound(_ name: SettingSources.Name) throws -> Hertz {
    try sources.checked(name) { number in
      let supported = PitchRange.supported
      guard (supported.lowest...supported.highest).contains(Hertz(number)) else {
        throw PitchDetectionError.rangeUnsupported(required: supported, actual: Hertz(number))
      }
      return Hertz(number)
    }
  }
}
