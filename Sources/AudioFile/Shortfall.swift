// SPDX-License-Identifier: MIT

/// Samples that should be there and did not arrive.
public enum Shortfall: Hashable, Sendable {
  /// The header counts more frames than the file holds: it was cut off.
  case headerPromisesMore(promisedFrames: Int64, deliveredFrames: Int64)

  /// The header of an MP3 file counts more bytes than the file holds: it was cut off.
  case headerPromisesMoreBytes(promised: Int64, actual: Int64)

  /// The last page of an Ogg file is not there: it was cut off, or is still being written.
  case lastPageMissing(deliveredFrames: Int64)

  /// The file became shorter while it was read.
  case shrankWhileRead(deliveredFrames: Int64)

  /// The file became longer while it was read: what it held when it was opened was delivered.
  case grewWhileRead(deliveredFrames: Int64)
}

extension Shortfall: CustomStringConvertible {
  /// One sentence for a person.
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
