// SPDX-License-Identifier: MIT

/// A named series of values and its style.
package struct Series: Hashable, Sendable {
  /// One value.
  package struct Point: Hashable, Sendable {
    /// The horizontal value.
    package let x: Double
    /// The vertical value.
    package let y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The drawing style of a series.
  package enum Mark: Hashable, Sendable {
    /// A shape at each value.
    case dots
    /// A line through the values in their order, interrupted at a value without a position.
    case line
    /// A dashed line, for a bound or a reference.
    case dashes
    /// A shape at each value and a line through them.
    case dottedLine

    var hasDots: Bool { self == .dots || self == .dottedLine }
    var hasLine: Bool { self != .dots }
  }

  /// The name in the legend.
  package let name: String
  /// The drawing style.
  package let mark: Mark
  /// The values.
  package let points: [Point]
  /// The index of its colour, shape and dashes; `nil` for its index among the series.
  package let style: Int?

  /// Makes a series.
  package init(_ name: String, _ mark: Mark, _ points: [Point], style: Int? = nil) {
    self.name = name
    self.mark = mark
    self.points = points
    self.style = style
  }
}

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
