// SPDX-License-Identifier: MIT

import AudioInput

/// The content of a header, before libsndfile corrects it without notice.
struct HeaderFacts: Hashable, Sendable {
  /// The samples a second as written; may be 0, huge or NaN.
  var sampleRate: Double
  /// The number of channels as written.
  var channelCount: Int
  /// The number of frames; `nil` where the header has none.
  var promisedFrames: Int64?
  /// The place of plain samples, where they can be read without the container.
  var layout: SampleLayout?
  /// The gaps in the header.
  var gaps: [SampleGap] = []
}

/// A range of plain samples.
struct SampleLayout: Hashable, Sendable {
  /// The first byte of the first sample.
  var offset: Int64
  /// The number of bytes; `nil` where the samples extend to the end.
  var byteCount: Int64?
  /// The sample format and byte order, as libsndfile's numbers.
  var encoding: Int32
  /// The container around them, as libsndfile's number.
  var container: Int32
}

/// The length field of a program that cannot seek back to complete it.
enum StreamingLength {
  /// Returns `size`, or `nil` when it stands for "unknown".
  ///
  /// 0 is written by GStreamer, 0x7F000000 and 0x7FFFF000 by SoX, 0x7FFFFFFF and 0x80000000 by
  /// arecord, 0xFFFFFFFF by FFmpeg. Some subtract the known size of the header.
  static func known(_ size: UInt32) -> Int64? {
    switch size {
    case 0, 0x7EFF_0000...0x8000_0200, 0xFFFF_F000...0xFFFF_FFFF: nil
    default: Int64(size)
    }
  }
}
