// SPDX-License-Identifier: MIT

extension TrackPicture {
  /// The width of the picture, in pixels.
  static let width = 960.0
  static let left = 84.0
  static let right = 892.0
  /// The ends of the time axis, as shares of the picture's width.
  package static let axis = left / width...right / width
  private static let pitch = 40.0...360.0
  private static let cents = 392.0...532.0
  private static let confidence = 564.0...612.0
  private static let firstLane = 380.0
  private static let laneHeight = 58.0
  /// The distance from the last time axis to the first row of the strings.
  private static let stringsBelow = 78.0
  private static let stringHeight = 26.0

  /// Returns the picture as a standalone SVG document that follows the reader's light or dark
  /// scheme.
  ///
  /// - Complexity: O(readings + notes + spectrogram).
  package func svg() -> String {
    markup(style: [.tag("style", [:], Self.styleSheet)]).rendered + "\n"
  }

  /// Returns the picture without its title, for a page that contains `styleSheet` and the title.
  ///
  /// - Complexity: O(readings + notes + spectrogram).
  package func markup() -> Markup { markup(style: []) }

  /// The height of the picture, in pixels.
  private var height: Double {
    strings.isEmpty
      ? bottom + 46
      : bottom + Self.stringsBelow + Self.stringHeight * (Double(strings.count) - 0.5) + 14
  }

  /// The lower end of the panels over time.
  private var bottom: Double {
    lanes.isEmpty
      ? Self.confidence.upperBound : Self.firstLane + Self.laneHeight * Double(lanes.count)
  }

  private func markup(style: [Markup]) -> Markup {
    // On a page, nothing is drawn above the panels.
    let top = style.isEmpty ? Self.pitch.lowerBound - 10 : 0
    let size = "0 \(pixels(top)) \(pixels(Self.width)) \(pixels(height - top))"
    let panels = TrackPanels(picture: self)
    let content =
      [
        Markup.tag("rect", ["class": "paper", "width": "100%", "height": pixels(height)]),
        TrackPanels.text(shortened(title, to: 110), x: Self.left, y: 26, "title"),
      ] + panels.pitch(Self.pitch) + (lanes.isEmpty ? drawnSeries(panels) : drawnLanes(panels))
      + panels.strings(from: bottom + Self.stringsBelow, step: Self.stringHeight)
    return .tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "track", "role": "img", "viewBox": size,
        "width": pixels(Self.width), "height": pixels(height - top),
      ],
      [.tag("title", [:], title)] + style + content)
  }

  /// Returns the deviation and the confidence of one pitch at a time.
  private func drawnSeries(_ panels: TrackPanels) -> [Markup] {
    panels.cents(Self.cents) + panels.confidence(Self.confidence)
      + panels.times(under: [Self.pitch, Self.cents, Self.confidence])
  }

  /// Returns the deviation of each string, the highest on top.
  private func drawnLanes(_ panels: TrackPanels) -> [Markup] {
    let places = lanes.indices.map { index in
      let top = Self.firstLane + Self.laneHeight * Double(index)
      return top...(top + Self.laneHeight - 6)
    }
    return zip(lanes.reversed(), places).flatMap { panels.lane($0, $1) }
      + panels.times(under: [Self.pitch] + places)
  }

  /// The style sheet of all such pictures, for light and dark screens and for print.
  package static let styleSheet = """
    .track { color: #1b1f24; font-family: system-ui, DejaVu Sans, sans-serif; font-size: 12px }
    .track .paper { fill: #ffffff }
    .track text { fill: currentColor }
    .track .title { font-size: 15px; font-weight: 600 }
    .track .middle { text-anchor: middle }
    .track .end { text-anchor: end }
    .track .quiet { fill-opacity: .7 }
    .track .head { font-weight: 600 }
    .track .grid { stroke: currentColor; stroke-opacity: .14 }
    .track .string { stroke: currentColor; stroke-opacity: .4; stroke-dasharray: 2 4 }
    .track .frame { stroke: currentColor; stroke-opacity: .45; fill: none }
    .track .halo { fill: none; stroke: #ffffff; stroke-opacity: .8; stroke-width: 5 }
    .track .pitch { fill: none; stroke: #b84a00; stroke-width: 2.2; stroke-linejoin: round;
      stroke-linecap: round }
    .track .halo { stroke-linejoin: round; stroke-linecap: round }
    .track .note { font-size: 12px; font-weight: 600; stroke: #ffffff; stroke-width: 3.5;
      stroke-linejoin: round; paint-order: stroke }
    .track .intune { fill: #00795a; fill-opacity: .16 }
    .track .zero { stroke: #00795a; stroke-width: 1.2 }
    .track .sigma { fill: #b84a00; fill-opacity: .25; stroke: none }
    .track .cents { fill: none; stroke: #b84a00; stroke-width: 1.6; stroke-linejoin: round;
      stroke-linecap: round }
    .track .sure { fill: #0072b2; fill-opacity: .35; stroke: #0072b2; stroke-width: 1 }
    .track .limit { stroke: currentColor; stroke-opacity: .6; stroke-dasharray: 4 3 }
    .track .good { fill: #00795a; stroke: #00795a } .track .off { fill: #b84a00; stroke: #b84a00 }
    .track .error { stroke-width: 2 }
    .track .playhead { stroke: #d01f3c; stroke-width: 1.5 }
    @media screen and (prefers-color-scheme: dark) {
    .track { color: #e6e8eb }
    .track .paper { fill: #14171a }
    .track .halo, .track .note { stroke: #14171a }
    .track .pitch, .track .cents { stroke: #ff9a5c } .track .sigma { fill: #ff9a5c }
    .track .intune { fill: #3fd0a4 } .track .zero { stroke: #3fd0a4 }
    .track .sure { fill: #56b4e9; stroke: #56b4e9 }
    .track .good { fill: #3fd0a4; stroke: #3fd0a4 } .track .off { fill: #ff9a5c; stroke: #ff9a5c }
    .track .playhead { stroke: #ff6b81 }
    }
    """
}
