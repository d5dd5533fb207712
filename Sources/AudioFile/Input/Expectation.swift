// SPDX-License-Identifier: MIT

/// The content that a recording should have, by its header and by a check of its pages or frames.
struct Expectation {
  /// The number of frames in the header; `nil` if it is not known.
  var frames: Int64?
  /// The first byte after packed samples, by the header; `nil` if it is not known.
  var endOfSamples: Int64?
  /// The streams of an Ogg file that were not read to their ends; empty for another container.
  var streams: ArraySlice<OggStreams.Stream> = []
  /// The frames of an MPEG audio file; `nil` for another container.
  var mpeg: MPEGFrames?

  /// Returns the number of frames before the damage of the current stream.
  ///
  /// - Parameter sampleRate: the samples a second of the decoder.
  /// - Returns: `nil` if there is no damage, or if the number is not known.
  func goodFrames(at sampleRate: Int) -> Int64? {
    streams.first?.goodFrames(at: sampleRate) ?? mpeg?.goodFrames
  }

  /// Returns the error for damage of the current stream.
  func damage(afterFrames frames: Int64) -> AudioFileError {
    mpeg == nil ? .pagesMissing(afterFrames: frames) : .framesMissing(afterFrames: frames)
  }

  /// Returns the promised and the actual number of bytes of a file with too few packed samples.
  ///
  /// The decoder makes a whole block of a part of one, so the number of samples does not show it.
  ///
  /// - Returns: `nil` for a complete file, and if the numbers are unknown.
  func missingBytes(in bytes: InputBytes) -> (promised: Int64, actual: Int64)? {
    // Some programs count a byte of padding after the last block that they don't write.
    guard bytes.isSeekable, let endOfSamples, bytes.availableCount + 1 < endOfSamples else {
      return nil
    }
    return (endOfSamples, bytes.availableCount)
  }
}
