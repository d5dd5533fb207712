// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import Foundation
import PracticeReports
import SignalProcessing
import Terminal

/// A sound source of the set-up's level check: a microphone or a recording.
protocol MicrophoneCheck {
  /// True if a person has to play.
  var isPlayed: Bool { get }

  /// Listens, and reports the level about every twentieth of a second.
  ///
  /// - Parameter report: receives the RMS level; `nil` for digital silence.
  /// - Returns: the remark on a recording; `nil` for none, and for a device.
  /// - Throws: the reason why the source can't be heard.
  func listen(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark?
}

/// A recording in place of a microphone.
struct RecordingCheck: MicrophoneCheck {
  let path: String
  let channels: ChannelSelection

  var isPlayed: Bool { false }

  func listen(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark? {
    do {
      return try levels(report)
    } catch let error as AudioFileError {
      throw PracticeUsageError("\(path): \(error)")
    }
  }

  private func levels(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark? {
    var reader = try AudioFileReader(path: path, channels: channels)
    var block = [Float](repeating: 0, count: max(1, reader.sampleRate.hertz / 20))
    while true {
      let count = try Self.read(&reader, &block)
      if count == 0 { return reader.remark }
      try report(Self.level(of: block.prefix(count)))
    }
  }

  /// Returns the RMS level; `nil` for digital silence.
  ///
  /// Samples that `SampleRange` does not contain count as silence.
  static func level(of samples: ArraySlice<Float>) -> Decibels? {
    let power =
      samples.reduce(0.0) { sum, sample in
        sum + (SampleRange.contains(sample) ? Double(sample) * Double(sample) : 0)
      } / Double(max(1, samples.count))
    return power > 0 ? Decibels(10 * log10(power)) : nil
  }

  private static func read(
    _ reader: inout AudioFileReader, _ block: inout [Float]
  ) throws -> Int {
    var span = block.mutableSpan
    return try reader.read(into: &span)
  }
}

/// A capture device: a microphone or the cable of an instrument.
struct DeviceCheck: MicrophoneCheck {
  /// The duration of the check, in seconds.
  private static let length = 5.0
  /// The number of empty reads in a row before the check ends; each waits up to 50 ms.
  private static let emptyReadLimit = 60

  let name: String
  let channels: ChannelSelection

  var isPlayed: Bool { true }

  func listen(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark? {
    var capture = try ALSACapture(CaptureConfiguration(deviceName: name, channels: channels))
    let rate = capture.sampleRate.hertz
    var block = [Float](repeating: 0, count: max(rate / 20, capture.setup.periodInFrames))
    var rest = Int(Self.length * Double(rate))
    var idle = 0
    while rest > 0, idle < Self.emptyReadLimit {
      switch try Self.capture(&capture, &block) {
      case .samples(let count):
        idle = 0
        rest -= count
        try report(RecordingCheck.level(of: block.prefix(count)))
      case .gap(let lost): rest -= lost
      case .idle: idle += 1
      case .ended: return nil
      }
    }
    return nil
  }

  private static func capture(
    _ capture: inout ALSACapture, _ block: inout [Float]
  ) throws -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }
}

/// A level meter that draws a bar on a terminal, and keeps the loudest level.
struct LevelMeter {
  /// The level below which a sound counts as room noise.
  static let faintest = Decibels(-50)
  private static let floor = -60.0

  private(set) var peak: Decibels?
  private var isShown = false

  /// Adds a level and shows it.
  mutating func show(_ level: Decibels?) {
    if let level { peak = max(peak ?? level, level) }
    guard isatty(STDERR_FILENO) == 1 else { return }
    isShown = true
    StandardError.draw("\r  \(Self.bar(level))")
  }

  /// Ends the line of the bar.
  mutating func end() {
    if isShown { StandardError.write("\n") }
    isShown = false
  }

  /// Returns a bar from −60 to 0 dBFS.
  static func bar(_ level: Decibels?) -> String {
    GoalBar.bar(level.map { 1 - $0.value / floor })
  }
}
