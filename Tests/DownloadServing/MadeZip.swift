// SPDX-License-Identifier: MIT

public import Foundation
import ProgramRunning

/// The bytes of a zip archive, made by hand so that it can contain members that zip refuses.
///
/// PKWARE APPNOTE 6.3.9; deflate and CRC are gzip's.
public struct MadeZip {
  /// The header of a member; a test sets wrong or forbidden values.
  public struct Header {
    /// Unix mode with the file type; 0 for none.
    public var mode = 0o100644
    /// General purpose flags.
    public var flags = 0
    /// Compression method; `nil` for the true one.
    public var method: Int?
    /// Unpacked length; `nil` for the true one.
    public var unpackedCount: Int?
    /// CRC; `nil` for the true one.
    public var crc: UInt32?
    /// Place of the local header; `nil` for the true one.
    public var offset: Int?
    /// Another name in the local header.
    public var localName: String?

    /// Makes a true header.
    public init() {}
  }

  private var body = Data()
  private var directory = Data()
  private var count = 0

  /// Makes an empty archive.
  public init() {}

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: written as it is.
  ///   - data: its contents.
  ///   - deflated: whether they are compressed.
  ///   - header: the header, with its wrong values if any.
  /// - Throws: when gzip can't be run.
  public mutating func add(
    _ name: String, _ data: Data = Data(), deflated: Bool = false, header: Header = Header()
  ) throws {
    let gzip = try Self.gzip(data)
    // RFC 1952: ten bytes in front, CRC and length behind.
    let trailer = gzip.suffix(8)
    let crc = header.crc.map { Self.little(UInt64($0), 4) } ?? trailer.prefix(4)
    let packed = deflated ? gzip.dropFirst(10).dropLast(8) : data
    let unpackedCount = header.unpackedCount ?? data.count
    let method = header.method ?? (deflated ? 8 : 0)
    let common =
      Self.little(UInt64(header.flags), 2) + Self.little(UInt64(method), 2) + Data(count: 4) + crc
      + Self.little(UInt64(packed.count), 4) + Self.little(UInt64(unpackedCount), 4)
    let local = Data((header.localName ?? name).utf8)
    let offset = header.offset ?? body.count
    body += Data([0x50, 0x4B, 3, 4, 20, 0]) + common + Self.little(UInt64(local.count), 2)
    body += Data(count: 2) + local + packed
    let bytes = Data(name.utf8)
    directory += Data([0x50, 0x4B, 1, 2, 20, 3, 20, 0]) + common
    directory += Self.little(UInt64(bytes.count), 2) + Data(count: 8)
    directory += Self.little(UInt64(header.mode) << 16, 4) + Self.little(UInt64(offset), 4) + bytes
    count += 1
  }

  /// The whole archive.
  public var data: Data {
    body + directory + Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0]) + Self.little(UInt64(count), 2)
      + Self.little(UInt64(count), 2) + Self.little(UInt64(directory.count), 4)
      + Self.little(UInt64(body.count), 4) + Data(count: 2)
  }

  /// Compresses by gzip, without a name or a time.
  public static func gzip(_ data: Data) throws -> Data {
    let place = try TemporaryDirectory(holding: ["data": data])
    let outcome = try Program(path: "/usr/bin/env").run(
      ["gzip", "--no-name", "--best", "\(place.path)/data"])
    guard outcome.status == 0 else { throw POSIXError(.EIO) }
    return try Data(contentsOf: URL(fileURLWithPath: place.path + "/data.gz"))
  }

  private static func little(_ value: UInt64, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }
}
