// SPDX-License-Identifier: MIT

internal import Archiving
internal import Foundation

/// A PNG image of one colour in sixteen levels of opacity.
///
/// A colour of middle lightness is visible on white and on black. Source: the PNG specification
/// (W3C 2003).
struct RasterImage: Hashable, Sendable {
  /// The number of levels.
  static let shadeCount = 16

  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  /// A level below `shadeCount` for each pixel, row by row from the top.
  let shades: [UInt8]
  /// Red, green and blue.
  let colour: [UInt8]
  /// The opacity of the highest level, 0…255.
  let opacity: Double

  /// The image as a data URI.
  var dataURI: String { "data:image/png;base64,\(Data(png).base64EncodedString())" }

  /// The bytes of the PNG file.
  var png: [UInt8] {
    let palette = (0..<Self.shadeCount).flatMap { _ in colour }
    let alphas = (0..<Self.shadeCount).map { shade in
      UInt8((opacity * Double(shade) / Double(Self.shadeCount - 1)).rounded())
    }
    let header = Self.bigEndian(width) + Self.bigEndian(height) + [4, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header) + Self.chunk("PLTE", palette) + Self.chunk("tRNS", alphas)
      + Self.chunk("IDAT", Deflate.compressed(rows, in: .zlib)) + Self.chunk("IEND", [])
  }

  /// The rows, each preceded by filter type 0 (none), with two pixels in a byte.
  private var rows: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(height * (width / 2 + 2))
    for row in 0..<height {
      bytes.append(0)
      let start = row * width
      for column in stride(from: 0, to: width, by: 2) {
        let right = column + 1 < width ? shades[start + column + 1] : 0
        bytes.append(shades[start + column] << 4 | right)
      }
    }
    return bytes
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(CRC32.of(body)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }
  }
}
