// SPDX-License-Identifier: MIT

/// Values that belong together, and how they are drawn.
public struct Series: Hashable, Sendable {
  /// One value.
  public struct Point: Hashable, Sendable {
    /// Along the horizontal axis.
    public let x: Double
    /// Along the vertical axis.
    public let y: Double

    /// Makes a point.
    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// How values are drawn.
  public enum Mark: Hashable, Sendable {
    /// A shape each.
    case dots
    /// A line through them in their order; a value without a place breaks it.
    case line
    /// A line of dashes, for a bound or a reference.
    case dashes
    /// A shape each, and a line through them.
    case dottedLine

    var hasDots: Bool { self == .dots || self == .dottedLine }
    var hasLine: Bool { self != .dots }
  }

  /// What the legend calls it.
  public let name: String
  /// How it is drawn.
  public let mark: Mark
  /// Its values.
  public let points: [Point]
  /// Which colour, shape and dashes it has, from 0; `nil` for its place among the series.
  public let style: Int?

  /// Makes a series.
  ///
  /// - Parameters:
  ///   - name: what the legend calls it.
  ///   - mark: how it is drawn.
  ///   - points: its values.
  ///   - style: which colour, shape and dashes it has, from 0; `nil` for its place among the series.
  public init(_ name: String, _ mark: Mark, _ points: [Point], style: Int? = nil) {
    self.name = name
    self.mark = mark
    self.points = points
    self.style = style
  }
}
