// SPDX-License-Identifier: MIT

internal import Archiving
internal import Foundation

/// A picture of sixteen shades of one colour, from transparent to nearly opaque, as a PNG file.
///
/// A transparent colour of middle lightness is seen on white and on black. Source: the PNG
/// specification (W3C 2003).
struct RasterImage: Hashable, Sendable {
  /// The number of shades.
  static let shadeCount = 16

  /// Pixels across.
  let width: Int
  /// Pixels down.
  let height: Int
  /// A shade below `shadeCount` for each pixel, row by row from the top.
  let shades: [UInt8]
  /// Red, green and blue.
  let colour: [UInt8]
  /// How opaque the strongest shade is, 0…255.
  let opacity: Double

  /// The picture as an address that a page can show without a network.
  var dataURI: String { "data:image/png;base64,\(Data(png).base64EncodedString())" }

  /// The file.
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

  /// Every row with the number of its filter, none, before it; two pixels a byte.
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
