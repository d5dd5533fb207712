// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput

/// A recording that is played live, and that reports the remark on the part that was played.
struct PlayedRecording: AudioSource, ~Copyable {
  typealias Failure = AudioFileError

  private var reader: AudioFileReader
  private let report: @Sendable (RecordingRemark?) -> Void
  private var remark: RecordingRemark?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - channels: the selected channels.
  ///   - report: called when the remark changes, because the player may quit before the end.
  /// - Throws: `AudioFileError` when there is no readable recording.
  init(
    path: String, channels: ChannelSelection,
    report: @escaping @Sendable (RecordingRemark?) -> Void
  ) throws(AudioFileError) {
    reader = try AudioFileReader(path: path, channels: channels)
    self.report = report
  }

  var sampleRate: SampleRate { reader.sampleRate }
  var gaps: [SampleGap] { reader.gaps }

  mutating func read(into block: inout MutableSpan<Float>) throws(AudioFileError) -> Int {
    let count = try reader.read(into: &block)
    if reader.remark != remark {
      remark = reader.remark
      report(remark)
    }
    return count
  }
}
