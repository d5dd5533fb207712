// SPDX-License-Identifier: MIT

/// A colour, a shape and a pattern of dashes: no two of the first 36 series look alike, and none of the
/// first six needs its colour to be told apart.
struct SeriesStyle: Hashable, Sendable {
  private static let count = 6

  /// Which of the six colours.
  let colour: Int
  /// Which of the six shapes and patterns.
  let shape: Int

  init(_ index: Int) {
    colour = index % Self.count
    shape = (index + index / Self.count) % Self.count
  }

  /// The class that the style sheet knows the colour by.
  var colourClass: String { "c\(colour)" }

  /// The dashes of its line; `nil` for an unbroken one.
  var dashes: String? {
    [nil, "8 3", "2 3", "8 3 2 3", "12 3", "4 2"][shape]
  }

  /// Returns the path of its shape around a place.
  ///
  /// - Parameters:
  ///   - x: the place from the left.
  ///   - y: the place from the top.
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

/// Returns a length as text: a tenth of a pixel is finer than any screen.
func pixels(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
