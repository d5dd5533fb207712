// SPDX-License-Identifier: MIT

extension Plot {
  private static let width = 640.0
  private static let height = 360.0
  private static let left = 72.0
  private static let right = 16.0
  private static let top = 36.0
  private static let bottom = 48.0
  /// How many colours there are before they repeat; a series' mark differs too.
  private static let colourCount = 6

  /// Returns the picture as an SVG document that follows the reader's light or dark scheme.
  ///
  /// A value outside the axes is drawn at their edge as a hollow dot, not left out: a picture of errors
  /// must not hide the worst.
  ///
  /// - Returns: text that can stand alone or inside an HTML page.
  /// - Complexity: O(points).
  public func svg() -> String {
    let (horizontal, vertical) = (xScale, yScale)
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" "
        + "viewBox=\"0 0 \(number(Self.width)) \(number(Self.height))\">",
      "<title>\(escaped(title))</title>", Self.style,
      text(title, x: Self.left, y: 20, "title"),
    ]
    parts += horizontal.ticks.flatMap { tick in columnGrid(tick, horizontal) }
    parts += vertical.ticks.flatMap { tick in rowGrid(tick, vertical) }
    parts.append(
      text(x.label, x: (Self.left + Self.width - Self.right) / 2, y: Self.height - 8, "label"))
    parts.append(
      "<text class=\"label\" transform=\"translate(14 "
        + "\(number((Self.top + Self.height - Self.bottom) / 2))) rotate(-90)\">"
        + "\(escaped(y.label))</text>")
    for (index, series) in series.enumerated() {
      let colour = "c\(index % Self.colourCount)"
      parts += drawn(series, colour, horizontal, vertical)
    }
    parts += legend()
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  // MARK: - Places

  private func across(_ place: Double) -> Double {
    Self.left + place * (Self.width - Self.left - Self.right)
  }

  private func down(_ place: Double) -> Double {
    Self.height - Self.bottom - place * (Self.height - Self.top - Self.bottom)
  }

  // MARK: - Axes

  private func columnGrid(_ tick: Double, _ scale: Scale) -> [String] {
    guard let place = scale.place(of: tick) else { return [] }
    let x = across(place)
    return [
      line(x, down(0), x, down(1), "grid"),
      text(label(tick), x: x, y: Self.height - Self.bottom + 16, "tick"),
    ]
  }

  private func rowGrid(_ tick: Double, _ scale: Scale) -> [String] {
    guard let place = scale.place(of: tick) else { return [] }
    let y = down(place)
    return [
      line(across(0), y, across(1), y, "grid"),
      text(label(tick), x: Self.left - 6, y: y + 4, "tick end"),
    ]
  }

  private func label(_ value: Double) -> String {
    if value == 0 { return "0" }
    if abs(value) >= 1e5 || abs(value) < 1e-3 { return "\(value)" }
    // Nine digits hide the last bit of a decimal that has no exact double.
    let scaled = (value * 1e6).rounded() / 1e6
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }

  // MARK: - Series

  private func drawn(
    _ series: Series, _ colour: String, _ horizontal: Scale, _ vertical: Scale
  ) -> [String] {
    let places = series.points.map { point -> (x: Double, y: Double)? in
      guard let x = horizontal.place(of: point.x), let y = vertical.place(of: point.y) else {
        return nil
      }
      return (x, y)
    }
    switch series.mark {
    case .dots: return places.compactMap { $0.map { dot($0, colour) } }
    case .line: return paths(places, "line \(colour)")
    case .dashes: return paths(places, "line dashes \(colour)")
    }
  }

  private func dot(_ place: (x: Double, y: Double), _ colour: String) -> String {
    let (x, y) = (min(1, max(0, place.x)), min(1, max(0, place.y)))
    let isInside = x == place.x && y == place.y
    return "<circle class=\"dot \(colour)\(isInside ? "" : " outside")\" "
      + "cx=\"\(number(across(x)))\" cy=\"\(number(down(y)))\" r=\"2.5\"/>"
  }

  private func paths(_ places: [(x: Double, y: Double)?], _ style: String) -> [String] {
    places.split { $0 == nil }.map { run in
      let steps = run.compactMap { $0 }.map { place in
        "\(number(across(min(1, max(0, place.x))))) \(number(down(min(1, max(0, place.y)))))"
      }
      return "<polyline class=\"\(style)\" points=\"\(steps.joined(separator: ","))\"/>"
    }
  }

  private func legend() -> [String] {
    guard series.count > 1 else { return [] }
    return series.enumerated().flatMap { index, series -> [String] in
      let y = Self.top + 12 + 16 * Double(index)
      let x = Self.width - Self.right - 8
      let colour = "c\(index % Self.colourCount)"
      let mark =
        switch series.mark {
        case .dots:
          "<circle class=\"dot \(colour)\" cx=\"\(number(x - 9))\" cy=\"\(number(y))\" r=\"2.5\"/>"
        case .line: line(x - 18, y, x, y, "line \(colour)")
        case .dashes: line(x - 18, y, x, y, "line dashes \(colour)")
        }
      return [mark, text(series.name, x: x - 24, y: y + 4, "name end")]
    }
  }

  // MARK: - Elements

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> String {
    "<line class=\"\(style)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" "
      + "x2=\"\(number(x2))\" y2=\"\(number(y2))\"/>"
  }

  private func text(_ text: String, x: Double, y: Double, _ style: String) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(text))</text>"
  }

  /// A tenth of a pixel is finer than any screen.
  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static let style = """
    <style>
    .plot { color: #1b1f24; background: #ffffff; font: 12px system-ui, sans-serif }
    .plot text { fill: currentColor }
    .plot .title { font-size: 14px; font-weight: 600 }
    .plot .label, .plot .tick { text-anchor: middle }
    .plot .end { text-anchor: end }
    .plot .tick { fill-opacity: .75 }
    .plot .grid { stroke: currentColor; stroke-opacity: .15 }
    .plot .dot { stroke-width: 1; fill-opacity: .6 }
    .plot .outside { fill: none }
    .plot .line { fill: none; stroke-width: 1.5 }
    .plot .dashes { stroke-dasharray: 6 4 }
    .plot .c0 { stroke: #0072b2 } .plot .dot.c0:not(.outside) { fill: #0072b2 }
    .plot .c1 { stroke: #d55e00 } .plot .dot.c1:not(.outside) { fill: #d55e00 }
    .plot .c2 { stroke: #009e73 } .plot .dot.c2:not(.outside) { fill: #009e73 }
    .plot .c3 { stroke: #cc79a7 } .plot .dot.c3:not(.outside) { fill: #cc79a7 }
    .plot .c4 { stroke: #a6761d } .plot .dot.c4:not(.outside) { fill: #a6761d }
    .plot .c5 { stroke: #56b4e9 } .plot .dot.c5:not(.outside) { fill: #56b4e9 }
    @media (prefers-color-scheme: dark) { .plot { color: #e6e8eb; background: #14171a } }
    </style>
    """
}

/// Returns `text` with the characters escaped that XML gives a meaning, and without those that XML 1.0
/// can't hold.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
