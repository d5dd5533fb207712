// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput

/// A recording that is played live, and that reports missing samples at its end.
struct PlayedRecording: AudioSource, ~Copyable {
  typealias Failure = AudioFileError

  private var reader: AudioFileReader
  private let report: @Sendable (Shortfall) -> Void

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - channels: the selected channels.
  ///   - report: called at the end of a recording that lacks samples.
  /// - Throws: `AudioFileError` when there is no readable recording.
  init(
    path: String, channels: ChannelSelection, report: @escaping @Sendable (Shortfall) -> Void
  ) throws(AudioFileError) {
    reader = try AudioFileReader(path: path, channels: channels)
    self.report = report
  }

  var sampleRate: SampleRate { reader.sampleRate }
  var gaps: [SampleGap] { reader.gaps }

  mutating func read(into block: inout MutableSpan<Float>) throws(AudioFileError) -> Int {
    let count = try reader.read(into: &block)
    if count == 0, let shortfall = reader.shortfall { report(shortfall) }
    return count
  }
}
