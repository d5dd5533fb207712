// SPDX-License-Identifier: MIT

/// A picture of series over two axes.
public struct Plot: Hashable, Sendable {
  /// One axis: what it shows, and how.
  public struct Axis: Hashable, Sendable {
    /// What the values are, with their unit.
    public let label: String
    /// The spacing of values.
    public let kind: Scale.Kind
    /// The ends of the axis; `nil` to hold all values.
    public let range: ClosedRange<Double>?

    /// Makes an axis.
    public init(
      _ label: String, _ kind: Scale.Kind = .linear, range: ClosedRange<Double>? = nil
    ) {
      self.label = label
      self.kind = kind
      self.range = range
    }
  }

  /// What the picture shows, in a few words.
  public let title: String
  /// The horizontal axis.
  public let x: Axis
  /// The vertical axis.
  public let y: Axis
  /// What is drawn, the first at the back.
  public let series: [Series]

  /// Makes a plot.
  public init(_ title: String, x: Axis, y: Axis, series: [Series]) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
  }

  /// The horizontal scale that holds all values.
  var xScale: Scale { scale(x) { $0.x } }

  /// The vertical scale that holds all values.
  var yScale: Scale { scale(y) { $0.y } }

  private func scale(_ axis: Axis, _ value: (Series.Point) -> Double) -> Scale {
    let values = series.lazy.flatMap(\.points).map(value).filter { value in
      value.isFinite && (axis.kind == .linear || value > 0)
    }
    let fallback = axis.kind == .linear ? 0.0...1.0 : 1.0...10.0
    let held = values.min().flatMap { lower in values.max().map { lower...$0 } }
    return Scale(axis.kind, holding: axis.range ?? held ?? fallback)
  }
}
