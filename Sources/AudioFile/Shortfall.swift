// SPDX-License-Identifier: MIT

/// Samples that are missing at the end of a recording.
public enum Shortfall: Hashable, Sendable {
  /// The header has more frames than the file: the file was cut off.
  case headerPromisesMore(promisedFrames: Int64, deliveredFrames: Int64)

  /// The header has more bytes than the file: the file was cut off.
  ///
  /// This is known of MP3 files, and of packed samples, of which a part of the last block is
  /// missing.
  case headerPromisesMoreBytes(promised: Int64, actual: Int64)

  /// The last page of an Ogg file is missing: the file was cut off, or is still being written.
  case lastPageMissing(deliveredFrames: Int64)

  /// Another stream of an Ogg or MP3 file has another format, so that it can't follow the first.
  case otherStream(deliveredFrames: Int64, sampleRate: Int, channelCount: Int)

  /// The file became shorter during reading.
  case shrankWhileRead(deliveredFrames: Int64)

  /// The file became longer during reading. The content at its opening was delivered.
  case grewWhileRead(deliveredFrames: Int64)
}

extension Shortfall: CustomStringConvertible {
  /// The shortfall as one sentence.
  public var description: String {
    switch self {
    case .headerPromisesMore(let promised, let delivered):
      "the file is cut off: the header promises \(promised) samples, and \(delivered) are there"
    case .headerPromisesMoreBytes(let promised, let actual):
      "the file is cut off: the header promises \(promised) bytes, and \(actual) are there"
    case .lastPageMissing(let delivered):
      "the file is cut off: its last page is missing, and \(delivered) samples are there"
    case .otherStream(let delivered, let rate, let channels):
      "after \(delivered) samples another stream follows (\(rate) Hz, channels: \(channels)), which "
        + "was not read. Save each stream as a file"
    case .shrankWhileRead(let delivered):
      "the file became shorter while it was read: it ended after \(delivered) samples"
    case .grewWhileRead(let delivered):
      "the file grew while it was read: the \(delivered) samples that it held at first were read. "
        + "Wait until it is complete"
    }
  }
}
