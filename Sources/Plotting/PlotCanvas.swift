// SPDX-License-Identifier: MIT

/// Draws the plot area of one plot.
struct PlotCanvas {
  let layout: PlotLayout
  let x: Scale
  let y: Scale

  // MARK: - Axes

  /// Returns the lines and labels of all ticks, and the frame.
  func grid() -> [Markup] {
    let columns = x.ticks.flatMap { tick -> [Markup] in
      guard let place = x.place(of: tick) else { return [] }
      let at = layout.across(place)
      return [
        Self.line(at, layout.down(0), at, layout.down(1), "grid"),
        Self.text(Self.label(tick, x.kind), x: at, y: layout.bottom + 16, "tick"),
      ]
    }
    let rows = y.ticks.flatMap { tick -> [Markup] in
      guard let place = y.place(of: tick) else { return [] }
      let at = layout.down(place)
      return [
        Self.line(layout.across(0), at, layout.across(1), at, "grid"),
        Self.text(Self.label(tick, y.kind), x: PlotLayout.left - 6, y: at + 4, "tick end"),
      ]
    }
    let frame = Markup.tag(
      "rect",
      [
        "class": "frame", "x": pixels(layout.across(0)), "y": pixels(layout.down(1)),
        "width": pixels(layout.across(1) - layout.across(0)),
        "height": pixels(layout.down(0) - layout.down(1)),
      ])
    return columns + rows + [frame]
  }

  /// Returns the visible part of a band.
  func band(_ band: Plot.Band) -> [Markup] {
    guard let lower = x.place(of: band.range.lowerBound),
      let upper = x.place(of: band.range.upperBound), upper >= 0, lower <= 1
    else { return [] }
    let (start, end) = (layout.across(max(0, lower)), layout.across(min(1, upper)))
    guard band.range.lowerBound < band.range.upperBound else {
      return [Self.line(start, layout.down(0), start, layout.down(1), "rule")]
    }
    return [
      .tag(
        "rect",
        [
          "class": "band", "x": pixels(start), "y": pixels(layout.down(1)),
          "width": pixels(end - start), "height": pixels(layout.down(0) - layout.down(1)),
        ])
    ]
  }

  static func label(_ value: Double, _ kind: Scale.Kind) -> String {
    if kind == .notes { return NoteTicks.name(of: value) }
    if value == 0 { return "0" }
    if abs(value) >= 1e7 || abs(value) < 1e-6 { return "\(value)" }
    // Nine digits hide the rounding of decimals that no double represents exactly.
    let scaled = (value * 1e9).rounded() / 1e9
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }

  // MARK: - Series

  /// The position of a value as shares of the axes, and whether it lies inside them.
  private struct Place {
    let x: Double
    let y: Double
    let isInside: Bool
  }

  /// Returns the line and the shapes of a series.
  func drawn(_ series: Series, _ style: SeriesStyle) -> [Markup] {
    let places = series.points.map(place)
    var parts: [Markup] = []
    if series.mark.hasLine {
      for run in places.split(whereSeparator: { $0 == nil }) {
        parts.append(Self.path(run.compactMap { $0 }.map(point), series.mark, style))
      }
    }
    // A line through one value is invisible, so a shape is drawn.
    if series.mark.hasDots || places.count(where: { $0 != nil }) == 1 {
      parts += places.compactMap { $0 }.map(dot(style, size: places.count > Self.many ? 1.8 : 3))
    }
    return parts
  }

  private func place(of point: Series.Point) -> Place? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    // A value of 0 or below has no position on a logarithmic axis and is drawn at its lower end.
    let (across, up) = (x.place(of: point.x) ?? -1, y.place(of: point.y) ?? -1)
    let (left, low) = (min(1, max(0, across)), min(1, max(0, up)))
    return Place(x: left, y: low, isInside: left == across && low == up)
  }

  private func point(_ place: Place) -> String {
    "\(pixels(layout.across(place.x))) \(pixels(layout.down(place.y)))"
  }

  /// The number of shapes from which they are drawn small, to avoid overlap.
  private static let many = 150

  private func dot(_ style: SeriesStyle, size: Double) -> (Place) -> Markup {
    { place in
      .tag(
        "path",
        [
          "class": "dot \(style.colourClass)\(place.isInside ? "" : " outside")",
          "d": style.path(x: layout.across(place.x), y: layout.down(place.y), size: size),
        ])
    }
  }

  private static func path(
    _ points: [String], _ mark: Series.Mark, _ style: SeriesStyle
  ) -> Markup {
    let pattern = mark == .dashes ? "6 4" : style.dashes
    return .element(
      "polyline",
      [
        .init("class", "line \(style.colourClass)"), .init("points", points.joined(separator: ",")),
      ] + (pattern.map { [.init("stroke-dasharray", $0)] } ?? []), [])
  }

  // MARK: - Legend

  /// Returns the legend's sample of a series.
  static func sample(
    of mark: Series.Mark, _ style: SeriesStyle, at entry: PlotLayout.Entry
  ) -> [Markup] {
    var parts: [Markup] = []
    if mark.hasLine {
      let ends = [entry.x, entry.x + 22].map { "\(pixels($0)) \(pixels(entry.y))" }
      parts.append(path(ends, mark, style))
    }
    if mark.hasDots {
      let path = style.path(x: entry.x + 11, y: entry.y)
      parts.append(.tag("path", ["class": "dot \(style.colourClass)", "d": path]))
    }
    return parts
  }

  /// Returns the legend's sample of a band or a vertical line.
  static func sample(ofLine isLine: Bool, at entry: PlotLayout.Entry) -> Markup {
    let (x, y) = (entry.x, entry.y)
    if isLine { return line(x + 11, y - 7, x + 11, y + 7, "rule") }
    return .tag(
      "rect",
      ["class": "band", "x": pixels(x), "y": pixels(y - 6), "width": "22", "height": "12"])
  }

  // MARK: - Elements

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> Markup {
    .tag(
      "line",
      ["class": style, "x1": pixels(x1), "y1": pixels(y1), "x2": pixels(x2), "y2": pixels(y2)])
  }

  private static func text(_ text: String, x: Double, y: Double, _ style: String) -> Markup {
    .tag("text", ["class": style, "x": pixels(x), "y": pixels(y)], text)
  }
}
