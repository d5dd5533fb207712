// SPDX-License-Identifier: MIT

/// A picture of series over two axes.
package struct Plot: Hashable, Sendable {
  /// The label, scale and range of an axis.
  package struct Axis: Hashable, Sendable {
    /// The quantity with its unit.
    package let label: String
    /// The spacing of values.
    package let kind: Scale.Kind
    /// The range of the axis; `nil` for the range of the values.
    package let range: ClosedRange<Double>?

    package init(
      _ label: String, _ kind: Scale.Kind = .linear, range: ClosedRange<Double>? = nil
    ) {
      self.label = label
      self.kind = kind
      self.range = range
    }
  }

  /// A shaded and named interval of the horizontal axis.
  package struct Band: Hashable, Sendable {
    /// The name in the legend.
    package let name: String
    /// The interval; a single value is drawn as a line.
    package let range: ClosedRange<Double>

    package init(_ name: String, _ range: ClosedRange<Double>) {
      self.name = name
      self.range = range
    }
  }

  /// The title in a few words.
  package let title: String
  /// The horizontal axis.
  package let x: Axis
  /// The vertical axis.
  package let y: Axis
  /// The series, the first at the back.
  package let series: [Series]
  /// The bands behind the series.
  package let bands: [Band]
  /// The height of the plot area, in pixels of a picture 640 wide.
  package let height: Double

  /// Makes a plot.
  package init(
    _ title: String, x: Axis, y: Axis, series: [Series], bands: [Band] = [], height: Double = 276
  ) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
    self.bands = bands
    self.height = height
  }

  /// True when there is no value to draw.
  package var isEmpty: Bool {
    !series.contains { $0.points.contains { $0.x.isFinite && $0.y.isFinite } }
  }

  /// The horizontal scale that holds all values.
  var xScale: Scale { scale(x) { $0.x } }

  /// The vertical scale that holds all values.
  var yScale: Scale { scale(y, tickCount: height < Self.low ? 2 : 5) { $0.y } }

  /// The height under which a plot has too little room for the names of five ticks.
  private static let low = 100.0

  private func scale(_ axis: Axis, tickCount: Int = 5, _ value: (Series.Point) -> Double) -> Scale {
    let values = series.lazy.flatMap(\.points).map(value).filter { value in
      value.isFinite && (axis.kind == .linear || value > 0)
    }
    let fallback =
      switch axis.kind {
      case .linear: 0.0...1.0
      case .logarithmic: 1.0...10.0
      case .notes: 82.4...330.0
      }
    let held = values.min().flatMap { lower in values.max().map { lower...$0 } }
    return Scale(axis.kind, holding: axis.range ?? held ?? fallback, tickCount: tickCount)
  }
}
