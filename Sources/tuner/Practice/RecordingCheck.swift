// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation
import PracticeReports
import SignalProcessing

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
