// SPDX-License-Identifier: MIT

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
      let power =
        block.prefix(count).reduce(0.0) { sum, sample in
          sum + (sample.isFinite ? Double(sample) * Double(sample) : 0)
        } / Double(count)
      try report(power > 0 ? Decibels(10 * log10(power)) : nil)
    }
  }

  private static func read(
    _ reader: inout AudioFileReader, _ block: inout [Float]
  ) throws -> Int {
    var span = block.mutableSpan
    return try reader.read(into: &span)
  }
}

/// The level as a bar that moves, on a terminal, and the loudest of it.
struct LevelMeter {
  /// Below this there is a room and no instrument.
  static let faintest = Decibels(-50)
  private static let floor = -60.0

  private(set) var peak: Decibels?

  /// Takes in a level and shows it.
  mutating func show(_ level: Decibels?) {
    if let level { peak = max(peak ?? level, level) }
    guard isatty(STDERR_FILENO) == 1 else { return }
    StandardError.draw("\r\(Self.bar(level))")
  }

  /// Returns a bar from −60 to 0 dBFS.
  static func bar(_ level: Decibels?) -> String {
    GoalBar.bar(level.map { 1 - $0.value / floor })
  }
}
