// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput

/// The gaps of a recording that this module wrote: the chunk `hgap` of a WAV file.
///
/// All numbers are little-endian: the version (4 bytes), the number of gaps (4), the position of
/// the first sample in its session (8), then for each gap its first sample, counted in this file
/// (8), and its length (8). No gap touches another. The samples in a gap are zeros, so any program
/// plays the file with its true length.
struct GapChunk: Hashable {
  static let name = "hgap"
  static let version: UInt32 = 1
  /// The capacity of the list, for which the file reserves room before the samples.
  static let capacity = 4095
  static let headCount = 16
  static let entryCount = 16
  static let byteCount = headCount + entryCount * capacity

  var first = SamplePosition.start
  var gaps: [SampleGap] = []

  init(first: SamplePosition, gaps: [SampleGap]) {
    self.first = first
    self.gaps = gaps
  }

  /// Reads the chunk at `body`.
  ///
  /// A chunk of another version gives no gaps.
  init(_ cursor: HeaderCursor, at body: Int64, size: UInt64) throws(AudioFileError) {
    guard try cursor.uint32(body) == Self.version else { return }
    let count = Int(try cursor.uint32(body + 4))
    guard count <= Self.capacity, UInt64(Self.headCount + Self.entryCount * count) <= size else {
      throw .malformed(reason: "a list of \(count) gaps without room for them", code: nil)
    }
    first = SamplePosition(Int64(clamping: try cursor.uint64(body + 8)))
    var end: UInt64?
    for index in 0..<count {
      let entry = body + Int64(Self.headCount + Self.entryCount * index)
      let (start, length) = (try cursor.uint64(entry), try cursor.uint64(entry + 8))
      // A sample lies between two gaps, because a writer joins gaps that touch. No gap is longer
      // than a file may be.
      guard end.map({ start > $0 }) ?? true, length >= 1, start < 1 << 60, length < 1 << 60 else {
        throw .malformed(reason: "gaps that overlap, touch or have no length", code: nil)
      }
      end = start + length
      gaps.append(SampleGap(start: SamplePosition(Int64(start)), count: Int(length)))
    }
  }

  /// The body of the chunk with its unused capacity.
  var bytes: [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(Self.version)
    bytes.append(UInt32(gaps.count))
    bytes.append(UInt64(first.samples))
    for gap in gaps { bytes.append(Self.entry(gap)) }
    bytes.fill(to: Self.byteCount)
    return bytes.bytes
  }

  static func entry(_ gap: SampleGap) -> [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(UInt64(gap.start.samples))
    bytes.append(UInt64(gap.count))
    return bytes.bytes
  }
}

/// Bytes to which numbers are appended, the low byte first.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  mutating func fill(to count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
  }
}
