// SPDX-License-Identifier: MIT

import FileFormats
import FileStore

/// The identity of an entry of a list: the path as given, and the part of the recording.
///
/// The identity decides the shard, the place in a merge, and whether a result belongs to an entry.
/// It does not depend on the order of the list, so a growing list keeps its shards.
package struct RecordingIdentity: Hashable, Sendable {
  /// The path as given.
  package let path: String
  /// The part that is analysed; `nil` for the whole recording.
  package let part: RecordingPart?

  /// Makes the identity of an entry.
  package init(path: String, part: RecordingPart? = nil) {
    self.path = path
    self.part = part
  }

  /// Compares the bytes of the paths, as the file system does.
  package static func == (first: RecordingIdentity, second: RecordingIdentity) -> Bool {
    first.path.utf8.elementsEqual(second.path.utf8) && first.part == second.part
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(PathKey(path))
    hasher.combine(part)
  }

  /// The largest number of bytes in a path: one less than PATH_MAX of <linux/limits.h>, which
  /// counts the NUL at its end.
  static let pathLimit = 4095

  /// The reason why a batch can't use the path; `nil` for none.
  var pathProblem: String? {
    let bytes = PathText.bytes(of: path)
    if bytes.contains(0) { return "a path can't hold NUL. Correct it" }
    if bytes.count > Self.pathLimit {
      return "a path holds at most \(Self.pathLimit) bytes, and this one \(bytes.count). "
        + "Name it from a directory nearer to it"
    }
    return path == "-" ? "standard input can't be analysed again: name a file" : nil
  }

  /// The path, and for a part also NUL, its start, a comma and its end.
  var bytes: [UInt8] {
    var bytes = Array(path.utf8)
    guard let part else { return bytes }
    bytes.append(0)
    bytes += Array("\(decimal(part.start)),\(part.end.map(decimal) ?? "")".utf8)
    return bytes
  }

  /// The 128-bit FNV-1a hash of ``bytes`` (draft-eastlake-fnv).
  ///
  /// - Complexity: O(bytes).
  package var digest: UInt128 {
    var digest = Self.offsetBasis
    for byte in bytes { digest = (digest ^ UInt128(byte)) &* Self.prime }
    return digest
  }

  private static let offsetBasis: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// Returns true if this identity precedes another in a merge, which is ordered by bytes.
  func precedes(_ other: RecordingIdentity) -> Bool {
    // Swift compares canonically equivalent strings as equal, so only their bytes distinguish two
    // names.
    if path.utf8.elementsEqual(other.path.utf8) {
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
    return path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }

  /// The members of records that name the entry.
  var members: [(key: String, value: Field)] {
    var members: [(key: String, value: Field)] = [("file", Field(path))]
    if let part { members += [("from_s", Field(part.start)), ("to_s", Field(part.end))] }
    return members
  }
}

/// A part of a recording, in seconds from its beginning.
package struct RecordingPart: Hashable, Sendable {
  /// The start, from 0.
  package let start: Double
  /// The end, after the start; `nil` for the end of the recording.
  package let end: Double?

  /// Makes a part.
  ///
  /// - Returns: `nil` for a negative start, an end that is not after the start, or a time that is
  ///   not finite.
  package init?(start: Double, end: Double?) {
    guard start.isFinite, start >= 0, (end ?? .greatestFiniteMagnitude) > start,
      (end ?? 0).isFinite
    else { return nil }
    self.start = start
    self.end = end
  }

  /// Returns the name of a part, or of a whole recording, for people.
  ///
  /// - Parameters:
  ///   - recording: the name of the recording.
  ///   - part: the part; `nil` for the whole.
  /// - Returns: such as `take.wav, 5.2 to 9 s`, and `take.wav, from 5.2 s` without an end.
  static func name(of recording: String, _ part: RecordingPart?) -> String {
    guard let part else { return recording }
    let start = decimal(part.start)
    return "\(recording), " + (part.end.map { "\(start) to \(decimal($0)) s" } ?? "from \(start) s")
  }
}
