// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import Foundation
import Terminal

/// What the set-up listens to, to show that something is heard: a microphone or a recording.
protocol MicrophoneCheck {
  /// Listens, and tells the level of each stretch of about a twentieth of a second.
  ///
  /// - Parameter report: is given the RMS level; `nil` for digital silence.
  /// - Throws: why nothing can be heard.
  func listen(_ report: (Decibels?) throws -> Void) throws
}

/// A recording in the place of a microphone.
struct RecordingCheck: MicrophoneCheck {
  let path: String

  func listen(_ report: (Decibels?) throws -> Void) throws {
    var reader = try AudioFileReader(path: path, channels: .mix)
    var block = [Float](repeating: 0, count: max(1, reader.sampleRate.hertz / 20))
    while true {
      let count = try Self.read(&reader, &block)
      if count == 0 { break }
      try report(Self.level(of: block.prefix(count)))
    }
  }

  /// The RMS level; `nil` for digital silence.
  static func level(of samples: ArraySlice<Float>) -> Decibels? {
    let power =
      samples.reduce(0.0) { sum, sample in
        sum + (sample.isFinite ? Double(sample) * Double(sample) : 0)
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

/// A device that captures: a microphone or an instrument's cable.
struct DeviceCheck: MicrophoneCheck {
  /// How long is listened, in seconds.
  private static let length = 5.0
  /// A capture waits up to 50 ms for what comes; so often nothing may come in a row.
  private static let patience = 60

  let name: String

  func listen(_ report: (Decibels?) throws -> Void) throws {
    var capture = try ALSACapture(CaptureConfiguration(deviceName: name))
    let rate = capture.sampleRate.hertz
    var block = [Float](repeating: 0, count: max(rate / 20, capture.setup.periodInFrames))
    var rest = Int(Self.length * Double(rate))
    var idle = 0
    while rest > 0, idle < Self.patience {
      switch try Self.capture(&capture, &block) {
      case .samples(let count):
        idle = 0
        rest -= count
        try report(RecordingCheck.level(of: block.prefix(count)))
      case .gap(let lost): rest -= lost
      case .idle: idle += 1
      case .ended: return
      }
    }
  }

  private static func capture(
    _ capture: inout ALSACapture, _ block: inout [Float]
  ) throws -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }
}

/// The level as a bar that moves, on a terminal, and the loudest of it.
struct LevelMeter {
  /// Below this there is a room and no instrument.
  static let faintest = Decibels(-50)
  private static let floor = -60.0

  private(set) var peak: Decibels?
  private var isShown = false

  /// Takes in a level and shows it.
  mutating func show(_ level: Decibels?) {
    if let level { peak = max(peak ?? level, level) }
    guard isatty(STDERR_FILENO) == 1 else { return }
    isShown = true
    StandardError.draw("\r  \(Self.bar(level))")
  }

  /// Leaves the line of the bar.
  mutating func end() {
    if isShown { StandardError.write("\n") }
    isShown = false
  }

  /// Returns a bar from −60 to 0 dBFS.
  static func bar(_ level: Decibels?) -> String {
    GoalBar.bar(level.map { 1 - $0.value / floor })
  }
}
