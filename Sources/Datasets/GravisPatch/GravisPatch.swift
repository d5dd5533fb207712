// SPDX-License-Identifier: MIT

internal import Foundation

/// A reader of the samples in a Gravis Ultrasound patch (`.pat`).
///
/// A patch is a header, an instrument, a layer, and a sequence of samples, each with its own
/// header. Integers are little-endian. Loops, envelopes and playback tuning are ignored.
///
/// Source: the format's descriptions by Gravis (*UltraSound SDK*, 1994, patch files) and by Forte
/// (*FORTE's patch format*, 1.10), which agree.
package struct GravisPatch: ~Copyable {
  /// The header of one sample.
  package struct Sample: Hashable, Sendable {
    /// Up to 7 bytes of ASCII.
    package let name: String
    /// The offset of the data in the file.
    package let offset: UInt64
    /// The length of the data in bytes.
    package let byteCount: Int
    /// Data points a second.
    package let sampleRate: UInt16
    /// The pitch at which it was recorded, in thousandths of a hertz.
    package let rootMillihertz: UInt32
    /// True for 16-bit data points.
    package let isWide: Bool
    /// True for unsigned data points.
    package let isUnsigned: Bool

    /// The number of data points.
    package var count: Int { isWide ? byteCount / 2 : byteCount }
  }

  private static let identifiers = ["GF1PATCH110", "GF1PATCH100"]
  private static let headerSize: UInt64 = 129
  private static let instrumentSize: UInt64 = 63
  private static let layerSize: UInt64 = 47
  private static let sampleHeaderSize = 96

  /// The patch's samples in file order.
  package let samples: [Sample]

  private let file: RandomAccessFile

  /// Reads the headers of the patch at `path`.
  ///
  /// - Parameter path: a plain file.
  /// - Throws: `GravisPatchError` for anything but a complete patch of one layer.
  /// - Complexity: O(samples).
  package init(path: String) throws(GravisPatchError) {
    let file = try RandomAccessFile(patch: path)
    let identifier = try file.patchBytes(12, at: 0)
    guard Self.identifiers.contains(Self.text(identifier[...])) else { throw .notAPatch }
    let instruments = Int(try file.patchBytes(1, at: 82)[0])
    // Early patches have 0 as the number of instruments and layers, and contain one.
    guard instruments <= 1 else { throw .several(what: "instruments", count: instruments) }
    let layers = Int(try file.patchBytes(1, at: Self.headerSize + 22)[0])
    guard layers <= 1 else { throw .several(what: "layers", count: layers) }
    let layer = Self.headerSize + Self.instrumentSize
    let count = Int(try file.patchBytes(1, at: layer + 6)[0])
    var samples: [Sample] = []
    var offset = layer + Self.layerSize
    for index in 0..<count {
      let header = try file.patchBytes(Self.sampleHeaderSize, at: offset)
      let sample = try Self.sample(header, at: offset, number: index)
      offset = sample.offset + UInt64(sample.byteCount)
      guard offset <= file.size else {
        throw .endsEarly(
          offset: sample.offset, required: sample.byteCount,
          actual: Int(file.size - sample.offset))
      }
      samples.append(sample)
    }
    self.samples = samples
    self.file = file
  }

  /// Reads the data of a sample at full scale ±1: value / 32768, or / 128 where points are bytes.
  ///
  /// - Parameter index: the sample's index in `samples`.
  /// - Returns: `count` values; unsigned data points are centred.
  /// - Throws: `GravisPatchError.noSuchSample` or `.endsEarly`.
  /// - Complexity: O(sample).
  package func read(_ index: Int) throws(GravisPatchError) -> [Float] {
    guard samples.indices.contains(index) else {
      throw .noSuchSample(index: index, count: samples.count)
    }
    let sample = samples[index]
    let bytes = try file.patchBytes(sample.byteCount, at: sample.offset)
    // An unsigned value differs from the signed one in its highest bit.
    if sample.isWide {
      let flip: UInt16 = sample.isUnsigned ? 0x8000 : 0
      return (0..<sample.count).map { point in
        let bits = UInt16(bytes[2 * point]) | UInt16(bytes[2 * point + 1]) << 8
        return Float(Int16(bitPattern: bits ^ flip)) / 32768
      }
    }
    let flip: UInt8 = sample.isUnsigned ? 0x80 : 0
    return bytes.map { Float(Int8(bitPattern: $0 ^ flip)) / 128 }
  }

  private static func sample(
    _ header: [UInt8], at offset: UInt64, number: Int
  ) throws(GravisPatchError) -> Sample {
    let modes = header[55]
    let sample = Sample(
      name: text(header[0..<7]), offset: offset + UInt64(sampleHeaderSize),
      byteCount: Int(little(header[8..<12])), sampleRate: UInt16(little(header[20..<22])),
      rootMillihertz: little(header[30..<34]), isWide: modes & 1 != 0,
      isUnsigned: modes & 2 != 0)
    guard sample.byteCount > 0 else { throw .emptySample(index: number) }
    guard !sample.isWide || sample.byteCount % 2 == 0 else {
      throw .halfPoint(index: number, byteCount: sample.byteCount)
    }
    guard sample.sampleRate > 0 else { throw .noRate(index: number) }
    return sample
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func little(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension RandomAccessFile {
  fileprivate init(patch path: String) throws(GravisPatchError) {
    do {
      self = try RandomAccessFile(path: path)
    } catch {
      throw GravisPatchError(error)
    }
  }

  fileprivate func patchBytes(
    _ count: Int, at offset: UInt64
  ) throws(GravisPatchError) -> [UInt8] {
    do {
      return try read(count, at: offset)
    } catch {
      throw GravisPatchError(error)
    }
  }
}
