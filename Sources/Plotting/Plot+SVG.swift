// SPDX-License-Identifier: MIT

extension Plot {
  /// Returns the picture as a standalone SVG document that follows the reader's light or dark
  /// scheme.
  ///
  /// - Complexity: O(points).
  package func svg() -> String {
    markup(style: [.tag("style", [:], Self.styleSheet)]).rendered + "\n"
  }

  /// Returns the picture for a page that contains `styleSheet`.
  ///
  /// A value outside the axes is drawn at the edge as a hollow shape, so that a picture of errors
  /// shows the worst ones. On a logarithmic axis, zero is drawn at the lower edge.
  ///
  /// - Complexity: O(points).
  package func markup() -> Markup { markup(style: []) }

  private func markup(style: [Markup]) -> Markup {
    let layout = PlotLayout(plotHeight: height, names: legendNames)
    let canvas = PlotCanvas(layout: layout, x: xScale, y: yScale)
    let middle = (PlotLayout.top + layout.bottom) / 2
    let size = "0 0 \(pixels(PlotLayout.width)) \(pixels(layout.height))"
    let frame: [Markup] =
      bands.flatMap(canvas.band)
      + canvas.grid() + [
        text(
          shortened(title, to: PlotLayout.longestTitle), x: PlotLayout.left, y: 18, "title"),
        text(
          x.label, x: (PlotLayout.left + PlotLayout.width - PlotLayout.right) / 2,
          y: layout.bottom + 34, "label"),
        .tag(
          "text",
          ["class": "label", "transform": "translate(14 \(pixels(middle))) rotate(-90)"], y.label),
      ]
    let drawn = series.enumerated().flatMap { index, series in
      canvas.drawn(series, SeriesStyle(series.style ?? index))
    }
    let none: [Markup] =
      isEmpty
      ? [text("nothing to show", x: PlotLayout.width / 2, y: middle, "label none")] : []
    return .tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "plot", "role": "img", "viewBox": size,
      ],
      [.tag("title", [:], title)] + style + frame + drawn + none + legend(layout))
  }

  private var hasLegend: Bool { series.count + bands.count > 1 }

  private var legendNames: [String] {
    hasLegend ? series.map(\.name) + bands.map(\.name) : []
  }

  private func legend(_ layout: PlotLayout) -> [Markup] {
    guard hasLegend else { return [] }
    let samples: [(PlotLayout.Entry) -> [Markup]] =
      series.enumerated().map { index, series in
        let style = SeriesStyle(series.style ?? index)
        return { PlotCanvas.sample(of: series.mark, style, at: $0) }
      }
      + bands.map { band in
        { [PlotCanvas.sample(ofLine: band.range.lowerBound == band.range.upperBound, at: $0)] }
      }
    return zip(layout.entries, zip(legendNames, samples)).flatMap { entry, pair -> [Markup] in
      let (name, sample) = pair
      let shown = shortened(name, to: PlotLayout.longestName)
      return sample(entry) + [text(shown, x: entry.x + 28, y: entry.y + 4, "name")]
    }
  }

  private func text(_ text: String, x: Double, y: Double, _ style: String) -> Markup {
    .tag("text", ["class": style, "x": pixels(x), "y": pixels(y)], text)
  }

  /// The style sheet of all plots, for light and dark screens and for print.
  package static let styleSheet = """
    .plot { color: #1b1f24; background: #ffffff; font: 12px system-ui, sans-serif }
    .plot text { fill: currentColor }
    .plot .title { font-size: 14px; font-weight: 600 }
    .plot .label, .plot .tick { text-anchor: middle }
    .plot .end { text-anchor: end }
    .plot .tick, .plot .none { fill-opacity: .75 }
    .plot .grid { stroke: currentColor; stroke-opacity: .15 }
    .plot .frame { stroke: currentColor; stroke-opacity: .5; fill: none }
    .plot .band { fill: currentColor; fill-opacity: .08 }
    .plot .rule { stroke: currentColor; stroke-opacity: .6; stroke-dasharray: 2 2 }
    .plot .dot { stroke-width: 1; fill-opacity: .6 }
    .plot .line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
    .plot .c0 { stroke: #0072b2; fill: #0072b2 } .plot .c1 { stroke: #b84a00; fill: #b84a00 }
    .plot .c2 { stroke: #00795a; fill: #00795a } .plot .c3 { stroke: #a8457f; fill: #a8457f }
    .plot .c4 { stroke: #7d5a12; fill: #7d5a12 } .plot .c5 { stroke: #555b66; fill: #555b66 }
    .plot .dot.outside, .plot .line.c0, .plot .line.c1, .plot .line.c2, .plot .line.c3,
    .plot .line.c4, .plot .line.c5 { fill: none }
    @media screen and (prefers-color-scheme: dark) {
    .plot { color: #e6e8eb; background: #14171a }
    .plot .c0 { stroke: #56b4e9; fill: #56b4e9 } .plot .c1 { stroke: #ff9a5c; fill: #ff9a5c }
    .plot .c2 { stroke: #3fd0a4; fill: #3fd0a4 } .plot .c3 { stroke: #e39ac4; fill: #e39ac4 }
    .plot .c4 { stroke: #d9b45b; fill: #d9b45b } .plot .c5 { stroke: #b3bac5; fill: #b3bac5 }
    .plot .dot.outside, .plot .line.c0, .plot .line.c1, .plot .line.c2, .plot .line.c3,
    .plot .line.c4, .plot .line.c5 { fill: none }
    }
    """
}
