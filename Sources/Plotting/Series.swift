// SPDX-License-Identifier: MIT

/// A named series of values and its style.
public struct Series: Hashable, Sendable {
  /// One value.
  public struct Point: Hashable, Sendable {
    /// The horizontal value.
    public let x: Double
    /// The vertical value.
    public let y: Double

    /// Makes a point.
    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The drawing style of a series.
  public enum Mark: Hashable, Sendable {
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
  public let name: String
  /// The drawing style.
  public let mark: Mark
  /// The values.
  public let points: [Point]
  /// The index of its colour, shape and dashes; `nil` for its index among the series.
  public let style: Int?

  /// Makes a series.
  ///
  /// - Parameters:
  ///   - name: the name in the legend.
  ///   - mark: the drawing style.
  ///   - points: the values.
  ///   - style: the index of its colour, shape and dashes; `nil` for its index among the series.
  public init(_ name: String, _ mark: Mark, _ points: [Point], style: Int? = nil) {
    self.name = name
    self.mark = mark
    self.points = points
    self.style = style
  }
}
