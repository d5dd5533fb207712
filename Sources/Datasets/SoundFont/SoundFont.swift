// SPDX-License-Identifier: MIT

internal import Foundation

/// A reader of the samples in a SoundFont 2 bank.
///
/// It keeps only the headers and one sample in memory, whatever the size of the bank.
///
/// It reads the sample headers (`shdr`) and the 16-bit data (`smpl`). Instruments, presets, loops
/// and the low bytes of 24-bit banks (`sm24`) are ignored.
///
/// Source: E-mu Systems, *SoundFont Technical Specification* 2.04, §4, §7.10.
package struct SoundFont: ~Copyable {
  /// The header of one sample.
  package struct Sample: Hashable, Sendable {
    /// Up to 20 bytes of ASCII.
    package let name: String
    /// The first data point, counted from the start of the data.
    package let start: UInt32
    /// One past the last data point.
    package let end: UInt32
    /// Data points a second.
    package let sampleRate: UInt32
    /// The MIDI number of the pitch at which it was recorded; 255 for none.
    package let originalPitch: UInt8
    /// The correction of the pitch, in cents.
    package let pitchCorrection: Int8

    /// The number of data points; 0 when the end lies before the start.
    package var count: Int { end > start ? Int(end - start) : 0 }
  }

  private static let headerSize = 46

  /// The bank's samples in file order, without the terminal record.
  package let samples: [Sample]

  private let file: RandomAccessFile
  private let data: RIFFChunk

  /// Reads the headers of the bank at `path`.
  ///
  /// - Throws: `SoundFontError` for anything but a complete bank.
  /// - Complexity: O(samples).
  package init(path: String) throws(SoundFontError) {
    let file = try RandomAccessFile(soundFont: path)
    let riff = try RIFFChunk(in: file, at: 0, end: file.size)
    guard riff.name == "RIFF" else { throw .unexpected(offset: 0, expected: "RIFF") }
    let form = try riff.formType(in: file)
    guard form == "sfbk" else { throw .unexpected(offset: 8, expected: "sfbk") }
    let lists = try riff.children(in: file)
    let data = try Self.chunk("smpl", inList: "sdta", of: lists, in: file)
    let headers = try Self.chunk("shdr", inList: "pdta", of: lists, in: file)
    self.samples = try Self.samples(of: headers, in: file)
    self.data = data
    self.file = file
  }

  /// Reads the data of a sample at full scale ±1: value / 32768.
  ///
  /// - Parameter index: the sample's index in `samples`.
  /// - Returns: `count` values of the sample.
  /// - Throws: `SoundFontError.noSuchSample`, `.badBounds` or `.endsEarly`.
  /// - Complexity: O(sample).
  package func read(_ index: Int) throws(SoundFontError) -> [Float] {
    guard samples.indices.contains(index) else {
      throw .noSuchSample(index: index, count: samples.count)
    }
    let sample = samples[index]
    let available = data.size / 2
    guard sample.start < sample.end, UInt64(sample.end) <= available else {
      throw .badBounds(
        index: index, start: sample.start, end: sample.end, available: available)
    }
    let bytes = try file.bytes(sample.count * 2, at: data.body + 2 * UInt64(sample.start))
    return (0..<sample.count).map { point in
      let bits = UInt16(bytes[2 * point]) | UInt16(bytes[2 * point + 1]) << 8
      return Float(Int16(bitPattern: bits)) / 32768
    }
  }

  private static func chunk(
    _ name: String, inList list: String, of lists: [RIFFChunk],
    in file: borrowing RandomAccessFile
  ) throws(SoundFontError) -> RIFFChunk {
    for candidate in lists where candidate.name == "LIST" {
      let form = try candidate.formType(in: file)
      guard form == list else { continue }
      for child in try candidate.children(in: file) where child.name == name { return child }
    }
    throw .chunkMissing(name: "\(list)/\(name)")
  }

  private static func samples(
    of chunk: RIFFChunk, in file: borrowing RandomAccessFile
  ) throws(SoundFontError) -> [Sample] {
    guard chunk.size > 0, chunk.size % UInt64(headerSize) == 0 else {
      throw .headersUneven(offset: chunk.body, size: chunk.size)
    }
    let count = Int(chunk.size) / headerSize
    let bytes = try file.bytes(count * headerSize, at: chunk.body)
    return (0..<(count - 1)).map { index in
      let header = bytes[(index * headerSize)..<((index + 1) * headerSize)]
      let first = header.startIndex
      let name = header.prefix(20).prefix { $0 != 0 }
      return Sample(
        name: String(decoding: name, as: UTF8.self),
        start: little(header, at: first + 20), end: little(header, at: first + 24),
        sampleRate: little(header, at: first + 36), originalPitch: header[first + 40],
        pitchCorrection: Int8(bitPattern: header[first + 41]))
    }
  }

  private static func little(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }
}
