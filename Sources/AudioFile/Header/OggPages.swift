// SPDX-License-Identifier: MIT

/// The pages of an Ogg file.
///
/// The header of the file has no length; the last page is marked as such.
///
/// Source: Pfeiffer 2003, RFC 3533, §6.
enum OggPages {
  private static let capture = Array("OggS".utf8)
  private static let versionOffset = 4
  private static let flagsOffset = 5
  private static let lastPageFlag: UInt8 = 0x04
  /// The longest page: 27 bytes of header, 255 lacing values, and 255 bytes for each.
  private static let longestPage = 27 + 255 + 255 * 255

  /// Returns true where `bytes` are an Ogg file without its last page.
  ///
  /// - Parameter bytes: a file. The answer for a pipe is false.
  /// - Returns: false where it is unknown.
  static func areCutOff(in bytes: InputBytes) -> Bool {
    guard bytes.isSeekable, bytes.peek(at: 0, count: capture.count) == capture else { return false }
    let tail = max(0, bytes.availableCount - Int64(longestPage))
    guard let end = bytes.peek(at: tail, count: longestPage) else { return false }
    var place = end.count - flagsOffset - 1
    while place >= 0 {
      if end[place] == capture[0], end[place...].starts(with: capture),
        end[place + versionOffset] == 0
      {
        return end[place + flagsOffset] & lastPageFlag == 0
      }
      place -= 1
    }
    return false
  }
}
