// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Draws the parts of one picture, each between two heights.
struct TrackPanels {
  /// How far the axis of cents goes to either side.
  private static let reach = 50.0
  /// Readings further apart than this, in cents, are not joined by a line.
  private static let jump = 120.0
  // The mean width of a character. Fonts differ: a little too much leaves a gap.
  private static let character = 8.0

  /// A note that takes fewer pixels than this is not named: its neighbours would look nameless.
  private static let shortest = 2.0

  let picture: TrackPicture
  private let frequencies: ClosedRange<Double>

  init(picture: TrackPicture) {
    self.picture = picture
    let heard = picture.readings.compactMap(\.frequency) + picture.notes.map(\.frequency)
    let lowest = heard.min() ?? picture.strings.map(\.target).min() ?? 82.4
    let highest = heard.max() ?? picture.strings.map(\.target).max() ?? 330
    // Below the lowest note there is little to see, and above the highest its partials.
    frequencies = lowest / 1.4...max(highest * 2.5, lowest * 8)
  }

  // MARK: - Pitch

  /// Returns the spectrogram with the pitch and the names of the notes over it.
  func pitch(_ panel: ClosedRange<Double>) -> [Markup] {
    var parts: [Markup] = []
    if let spectrogram = picture.spectrogram { parts += [image(of: spectrogram, in: panel)] }
    parts += noteLines(panel) + hertz(panel)
    let runs = runs { reading in reading.frequency.map { down($0, in: panel) } }
    parts += runs.map { Self.line($0, "halo") } + runs.map { Self.line($0, "pitch") }
    return parts + names(panel) + [Self.frame(panel)]
  }

  private func image(
    of spectrogram: TrackPicture.Spectrogram, in panel: ClosedRange<Double>
  ) -> Markup {
    let (low, high) = (spectrogram.frequencies.lowerBound, spectrogram.frequencies.upperBound)
    let perRow = log(high / low) / Double(spectrogram.rowCount)
    // Whole rows inside the panel; the place of their ends, not the panel's, is where they are drawn.
    let first = max(0, Int((log(frequencies.lowerBound / low) / perRow).rounded(.up)))
    let last = min(
      spectrogram.rowCount, Int((log(frequencies.upperBound / low) / perRow).rounded(.down)))
    guard last > first, spectrogram.columnCount > 0 else { return .text("") }
    var shades: [UInt8] = []
    shades.reserveCapacity((last - first) * spectrogram.columnCount)
    for row in stride(from: last - 1, through: first, by: -1) {
      for column in 0..<spectrogram.columnCount {
        shades.append(min(15, spectrogram.levels[column * spectrogram.rowCount + row]))
      }
    }
    let image = RasterImage(
      width: spectrogram.columnCount, height: last - first, shades: shades, colour: [58, 122, 190],
      opacity: 215)
    let (top, bottom) = (
      down(low * exp(perRow * Double(last)), in: panel),
      down(low * exp(perRow * Double(first)), in: panel)
    )
    let width = across(min(picture.duration, spectrogram.duration)) - TrackPicture.left
    return .tag(
      "image",
      [
        "x": pixels(TrackPicture.left), "y": pixels(top), "width": pixels(width),
        "height": pixels(bottom - top), "preserveAspectRatio": "none", "href": image.dataURI,
      ])
  }

  /// The strings where there are some, else notes, each with a line and a name that covers no other.
  private func noteLines(_ panel: ClosedRange<Double>) -> [Markup] {
    let strings = picture.strings.map { (name: $0.name, frequency: $0.target, style: "string") }
    let lines =
      strings.isEmpty
      ? NoteTicks.frequencies(in: frequencies).map {
        (name: NoteTicks.name(of: $0), frequency: $0, style: "grid")
      } : strings
    var free = Double.infinity
    return lines.sorted { $0.frequency < $1.frequency }.flatMap { line -> [Markup] in
      guard frequencies.contains(line.frequency) else { return [] }
      let y = down(line.frequency, in: panel)
      let rule = Self.rule(y, line.style)
      guard free - y >= 13 else { return [rule] }
      free = y
      let name = Self.text(shortened(line.name, to: 11), x: TrackPicture.left - 8, y: y + 4, "end")
      return [rule, name]
    }
  }

  private func hertz(_ panel: ClosedRange<Double>) -> [Markup] {
    var free = Double.infinity
    return [20.0, 50, 100, 200, 500, 1000, 2000, 5000].flatMap { value -> [Markup] in
      guard frequencies.contains(value) else { return [] }
      let y = down(value, in: panel)
      guard free - y >= 13 else { return [] }
      free = y
      return [
        Self.text("\(Int(value)) Hz", x: TrackPicture.right + 8, y: y + 4, "quiet"),
        .tag(
          "line",
          [
            "class": "frame", "x1": pixels(TrackPicture.right),
            "x2": pixels(TrackPicture.right + 4),
            "y1": pixels(y), "y2": pixels(y),
          ]),
      ]
    }
  }

  /// The names of the notes, those of the longest first, above the pitch or else below it.
  private func names(_ panel: ClosedRange<Double>) -> [Markup] {
    var places = LabelPlaces(within: TrackPicture.left + 2...TrackPicture.right - 2)
    let longest = picture.notes.sorted { left, right in
      left.range.upperBound - left.range.lowerBound > right.range.upperBound
        - right.range.lowerBound
    }
    return longest.prefix(4000).compactMap { note in
      let length = across(note.range.upperBound) - across(note.range.lowerBound)
      guard length >= Self.shortest else { return nil }
      let middle = across((note.range.lowerBound + note.range.upperBound) / 2)
      let y = down(note.frequency, in: panel)
      let baselines = [y - 9, y + 19].filter {
        $0 > panel.lowerBound + 12 && $0 < panel.upperBound - 3
      }
      let width = Double(note.name.count) * Self.character
      guard let place = places.place(middle, width: width, baselines: baselines) else { return nil }
      return Self.text(note.name, x: place.x, y: place.y, "note middle")
    }
  }

  // MARK: - Cents

  /// Returns the cents from the target, with the error as a band around them.
  func cents(_ panel: ClosedRange<Double>) -> [Markup] {
    let place = { (cents: Double) -> Double in
      let share = (min(max(cents, -Self.reach), Self.reach) + Self.reach) / (2 * Self.reach)
      return panel.upperBound - share * (panel.upperBound - panel.lowerBound)
    }
    let ticks = [-50.0, -25, 0, 25, 50].flatMap { value -> [Markup] in
      let name = value > 0 ? "+\(Int(value))" : value < 0 ? "−\(Int(-value))" : "0"
      return [
        Self.rule(place(value), value == 0 ? "zero" : "grid"),
        Self.text(name, x: TrackPicture.left - 8, y: place(value) + 4, "end quiet"),
      ]
    }
    let tolerance = Markup.tag(
      "rect",
      [
        "class": "intune", "x": pixels(TrackPicture.left), "y": pixels(place(picture.tolerance)),
        "width": pixels(TrackPicture.right - TrackPicture.left),
        "height": pixels(place(-picture.tolerance) - place(picture.tolerance)),
      ])
    let lines = runs { $0.cents.map(place) }
    let bands = runs { reading in
      reading.cents.map { ($0, reading.sigma ?? 0) }.map { (place($0 + $1), place($0 - $1)) }
    }
    let right = TrackPicture.right + 8
    return [
      Self.text("cents from the target", x: TrackPicture.left, y: panel.lowerBound - 8, "head"),
      tolerance,
    ] + ticks
      + [
        Self.text("sharp", x: right, y: place(40) + 4, "quiet"),
        Self.text("in tune", x: right, y: place(0) + 4, "quiet"),
        Self.text("flat", x: right, y: place(-40) + 4, "quiet"),
      ] + bands.map(Self.band) + lines.map { Self.line($0, "cents") } + [Self.frame(panel)]
  }

  private static func band(_ run: [(x: Double, y: (Double, Double))]) -> Markup {
    let upper = run.map { "\(pixels($0.x)) \(pixels($0.y.0))" }
    let lower = run.reversed().map { "\(pixels($0.x)) \(pixels($0.y.1))" }
    return .tag("polygon", ["class": "sigma", "points": (upper + lower).joined(separator: ",")])
  }

  // MARK: - Confidence and time

  /// Returns the confidence as an area, and the confidence from which a reading counts.
  func confidence(_ panel: ClosedRange<Double>) -> [Markup] {
    let place = { (value: Double) in
      panel.upperBound - min(max(value, 0), 1) * (panel.upperBound - panel.lowerBound)
    }
    var parts = [
      Self.text(
        "how sure the readings are", x: TrackPicture.left, y: panel.lowerBound - 8, "head")
    ]
    if let first = picture.readings.first, let last = picture.readings.last {
      let points = picture.readings.map {
        "\(pixels(across($0.time))) \(pixels(place($0.confidence)))"
      }
      let ends = [
        "\(pixels(across(last.time))) \(pixels(panel.upperBound))",
        "\(pixels(across(first.time))) \(pixels(panel.upperBound))",
      ]
      parts.append(
        .tag("polygon", ["class": "sure", "points": (points + ends).joined(separator: ",")]))
    }
    for value in [0.0, 1] {
      parts.append(
        Self.text(
          "\(Int(100 * value)) %", x: TrackPicture.left - 8, y: place(value) + 4, "end quiet"))
    }
    return parts + [
      Self.rule(place(picture.clearConfidence), "limit"),
      Self.text(
        "counts", x: TrackPicture.right + 8, y: place(picture.clearConfidence) + 4, "quiet"),
      Self.frame(panel),
    ]
  }

  /// Returns the lines of the times in all panels, and their names under the lowest.
  ///
  /// - Parameter panels: from the highest to the lowest.
  /// - Returns: lines and names.
  func times(under panels: [ClosedRange<Double>]) -> [Markup] {
    let (end, bottom) = (picture.duration, panels.last?.upperBound ?? 0)
    let ticks = TimeTicks.times(to: end, count: 12).flatMap { time -> [Markup] in
      let x = across(time)
      let lines = panels.map { panel in
        Markup.tag(
          "line",
          [
            "class": "grid", "x1": pixels(x), "x2": pixels(x), "y1": pixels(panel.lowerBound),
            "y2": pixels(panel.upperBound),
          ])
      }
      let name = TimeTicks.label(time, end: end)
      return lines + [Self.text(name, x: x, y: bottom + 17, "middle quiet")]
    }
    let middle = (TrackPicture.left + TrackPicture.right) / 2
    return ticks + [Self.text(TimeTicks.axis(end: end), x: middle, y: bottom + 36, "middle")]
  }

  // MARK: - Strings

  /// Returns a row for each string: its name, where it lies on a scale of cents, and the verdict.
  func strings(from top: Double, step: Double) -> [Markup] {
    guard !picture.strings.isEmpty else { return [] }
    let scale = StringGauge(
      x: TrackPicture.left + 100...TrackPicture.left + 440, reach: Self.reach,
      tolerance: picture.tolerance)
    let head = Self.text(
      "the strings, as each was played last", x: TrackPicture.left, y: top - 22, "head")
    return [head]
      + picture.strings.enumerated().flatMap { index, row in
        scale.drawn(row, y: top + step * Double(index), nameAt: TrackPicture.left)
      }
  }

  // MARK: - Places

  private func across(_ time: Double) -> Double {
    let share = min(max(time / picture.duration, 0), 1)
    return TrackPicture.left + share * (TrackPicture.right - TrackPicture.left)
  }

  private func down(_ frequency: Double, in panel: ClosedRange<Double>) -> Double {
    let share =
      log(frequency / frequencies.lowerBound)
      / log(frequencies.upperBound / frequencies.lowerBound)
    return panel.upperBound - min(max(share, 0), 1) * (panel.upperBound - panel.lowerBound)
  }

  /// Returns the readings that have a value, apart where one has none, the pitch jumps, or a note of
  /// another target begins.
  private func runs<Value>(
    _ value: (TrackPicture.Reading) -> Value?
  ) -> [[(x: Double, y: Value)]] {
    var runs: [[(x: Double, y: Value)]] = []
    var before: Double?
    for reading in picture.readings {
      guard let frequency = reading.frequency, let value = value(reading) else {
        before = nil
        continue
      }
      let isJoined = before.map { abs(1200 * log2(frequency / $0)) < Self.jump } ?? false
      if !isJoined { runs.append([]) }
      runs[runs.count - 1].append((across(reading.time), value))
      before = frequency
    }
    return runs
  }

  // MARK: - Elements

  private static func line(_ run: [(x: Double, y: Double)], _ style: String) -> Markup {
    // A line through one point is drawn by its round ends.
    let points = run.count == 1 ? run + run : run
    let text = points.map { "\(pixels($0.x)) \(pixels($0.y))" }.joined(separator: ",")
    return .tag("polyline", ["class": style, "points": text])
  }

  private static func rule(_ y: Double, _ style: String) -> Markup {
    .tag(
      "line",
      [
        "class": style, "x1": pixels(TrackPicture.left), "x2": pixels(TrackPicture.right),
        "y1": pixels(y), "y2": pixels(y),
      ])
  }

  private static func frame(_ panel: ClosedRange<Double>) -> Markup {
    .tag(
      "rect",
      [
        "class": "frame", "x": pixels(TrackPicture.left), "y": pixels(panel.lowerBound),
        "width": pixels(TrackPicture.right - TrackPicture.left),
        "height": pixels(panel.upperBound - panel.lowerBound),
      ])
  }

  static func text(_ text: String, x: Double, y: Double, _ style: String) -> Markup {
    .tag("text", ["class": style, "x": pixels(x), "y": pixels(y)], text)
  }
}
