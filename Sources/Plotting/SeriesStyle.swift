// SPDX-License-Identifier: MIT

/// A colour, a shape and a dash pattern.
///
/// The first 36 styles differ from one another, and the first six differ without their colour.
struct SeriesStyle: Hashable, Sendable {
  private static let count = 6

  /// The index of the colour, of six.
  let colour: Int
  /// The index of the shape and dash pattern, of six.
  let shape: Int

  init(_ index: Int) {
    colour = index % Self.count
    shape = (index + index / Self.count) % Self.count
  }

  /// The class of the colour in the style sheet.
  var colourClass: String { "c\(colour)" }

  /// The dash pattern of the line; `nil` for a solid one.
  var dashes: String? {
    [nil, "8 3", "2 3", "8 3 2 3", "12 3", "4 2"][shape]
  }

  /// Returns the path of the shape around a position.
  ///
  /// - Parameters:
  ///   - x: the horizontal position.
  ///   - y: the vertical position.
  ///   - r: half the shape's size.
  /// - Returns: the `d` of a path element.
  func path(x: Double, y: Double, size r: Double = 3) -> String {
    let move = { (dx: Double, dy: Double) in "\(pixels(x + dx)) \(pixels(y + dy))" }
    switch shape {
    case 0:
      let arc = "a\(pixels(r)) \(pixels(r)) 0 1 0"
      return "M\(move(-r, 0))\(arc) \(pixels(2 * r)) 0\(arc) \(pixels(-2 * r)) 0z"
    case 1: return "M\(move(-r, -r))L\(move(r, -r))L\(move(r, r))L\(move(-r, r))z"
    case 2: return "M\(move(0, -r - 1))L\(move(r + 0.5, r))L\(move(-r - 0.5, r))z"
    case 3: return "M\(move(0, -r - 1))L\(move(r + 1, 0))L\(move(0, r + 1))L\(move(-r - 1, 0))z"
    case 4: return "M\(move(-r - 0.5, -r))L\(move(r + 0.5, -r))L\(move(0, r + 1))z"
    default:
      return "M\(move(-r, -1))L\(move(r, -1))L\(move(r, 1))L\(move(-r, 1))z"
        + "M\(move(-1, -r))L\(move(1, -r))L\(move(1, r))L\(move(-1, r))z"
    }
  }
}

/// Returns a length in tenths of a pixel as text.
func pixels(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
