// SPDX-License-Identifier: MIT

/// Samples that are missing at the end of a recording.
public enum Shortfall: Hashable, Sendable {
  /// The header has more frames than the file: the file was cut off.
  case headerPromisesMore(promisedFrames: Int64, deliveredFrames: Int64)

  /// The header of an MP3 file has more bytes than the file: the file was cut off.
  case headerPromisesMoreBytes(promised: Int64, actual: Int64)

  /// The last page of an Ogg file is missing: the file was cut off, or is still being written.
  case lastPageMissing(deliveredFrames: Int64)

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
    case .shrankWhileRead(let delivered):
      "the file became shorter while it was read: it ended after \(delivered) samples"
    case .grewWhileRead(let delivered):
      "the file grew while it was read: the \(delivered) samples that it held at first were read. "
        + "Wait until it is complete"
    }
  }
}
