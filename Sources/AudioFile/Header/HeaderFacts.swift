// SPDX-License-Identifier: MIT

import AudioInput

/// What a header says of its recording, before libsndfile corrects it without a word.
struct HeaderFacts: Hashable, Sendable {
  /// Samples a second as written, which may be 0, huge or NaN.
  var sampleRate: Double
  /// The channel count as written.
  var channelCount: Int
  /// The frames that the header counts; `nil` when it leaves them open.
  var promisedFrames: Int64?
  /// Where the plain samples lie, when they can be read without the container.
  var layout: SampleLayout?
  /// Where samples are missing, as far as the header tells.
  var gaps: [SampleGap] = []
}

/// Plain samples in a row, from some byte on.
struct SampleLayout: Hashable, Sendable {
  /// The first byte of the first sample.
  var offset: Int64
  /// The number of bytes; `nil` when the samples go on to the end.
  var byteCount: Int64?
  /// The sample format and byte order, in libsndfile's numbers.
  var encoding: Int32
  /// The container around them, in libsndfile's numbers.
  var container: Int32
}

/// A length field as it is written by a program that can't go back to fill it in.
enum StreamingLength {
  /// Returns `size`, or `nil` when it stands for "unknown".
  ///
  /// 0 comes from GStreamer, 0x7F000000 and 0x7FFFF000 from SoX, 0x7FFFFFFF and 0x80000000 from
  /// arecord, 0xFFFFFFFF from FFmpeg; some subtract what they know of the header.
  static func known(_ size: UInt32) -> Int64? {
    switch size {
    case 0, 0x7EFF_0000...0x8000_0200, 0xFFFF_F000...0xFFFF_FFFF: nil
    default: Int64(size)
    }
  }
}
