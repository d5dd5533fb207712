// SPDX-License-Identifier: MIT

/// A named series of values and its style.
package struct Series: Hashable, Sendable {
  /// One value.
  package struct Point: Hashable, Sendable {
    /// The horizontal value.
    package let x: Double
    /// The vertical value.
    package let y: Double

    /// Makes a point.
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
