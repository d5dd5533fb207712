// SPDX-License-Identifier: MIT

import Glibc

/// The panel of the pitch over the spectrogram.
extension TrackPanels {
  /// Returns the spectrogram with the pitch and the names of the notes over it.
  func pitch(_ panel: ClosedRange<Double>) -> [Markup] {
    var parts: [Markup] = []
    if let spectrogram = picture.spectrogram { parts += [image(of: spectrogram, in: panel)] }
    parts += noteLines(panel) + hertz(panel)
    let series = picture.lanes.isEmpty ? [picture.readings] : picture.lanes.map(\.readings)
    let lines = series.flatMap { readings in
      runs(of: readings) { reading in reading.frequency.map { down($0, in: panel) } }
    }
    parts += lines.map { Self.line($0, "halo") } + lines.map { Self.line($0, "pitch") }
    return parts + names(panel) + [Self.frame(panel)]
  }

  private func image(
    of spectrogram: TrackPicture.Spectrogram, in panel: ClosedRange<Double>
  ) -> Markup {
    let (low, high) = (spectrogram.frequencies.lowerBound, spectrogram.frequencies.upperBound)
    let perRow = log(high / low) / Double(spectrogram.rowCount)
    // Rounds to whole rows inside the panel, and draws the image between the ends of these rows.
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

  /// Returns a line for each string, or for notes without a tuning, and the names that do not
  /// overlap.
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

  /// Returns the names of the notes, longest notes first, above the pitch or else below it.
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
}
