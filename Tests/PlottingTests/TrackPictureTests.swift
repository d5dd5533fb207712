// SPDX-License-Identifier: MIT

import Archiving
import Foundation
import Testing

@testable import Plotting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The picture of a recording")
struct TrackPictureTests {
  private func picture(noteCount: Int, title: String = "take.wav") -> TrackPicture {
    let readings = (0..<200).map { index in
      let isVoiced = index % 40 < 30
      return TrackPicture.Reading(
        time: Double(index) / 20, frequency: isVoiced ? 110 : nil, cents: isVoiced ? 3 : nil,
        sigma: 1, confidence: 0.9)
    }
    let notes = (0..<noteCount).map { index in
      let start: Double = 10 * Double(index) / Double(noteCount)
      return TrackPicture.Note("A#2", start...start + 0.05, frequency: 110 + Double(index % 3))
    }
    let strings = [
      TrackPicture.StringRow(
        "5  A2", target: 110, cents: 3, sigma: 1, side: .inTune, verdict: "+3.0 cents, in tune"),
      TrackPicture.StringRow(
        "6  E2", target: 82.4, cents: nil, sigma: nil, side: nil, verdict: "not played"),
    ]
    let spectrogram = TrackPicture.Spectrogram(
      rowCount: 4, levels: [0, 5, 10, 15, 15, 10, 5, 0], frequencies: 50...800, duration: 10)
    return TrackPicture(
      title, duration: 10, readings: readings, notes: notes, strings: strings,
      spectrogram: spectrogram, tolerance: 10, clearConfidence: 0.7)
  }

  @Test("is well-formed for any name", arguments: ["<a&b>'\"", "\u{0}\u{1B}[2J", "é🎸"])
  func wellFormed(title: String) throws {
    let document = try XMLDocument(xmlString: picture(noteCount: 3, title: title).svg())
    #expect(try document.nodes(forXPath: "//*[local-name()='image']").count == 1)
  }

  @Test("has its time axis where a page places its cursor")
  func axis() throws {
    let svg = picture(noteCount: 3).svg()
    let box = try #require(svg.firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#))
    let frame = try #require(
      svg.firstMatch(of: #/class="frame" x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"/#))
    let width = try #require(Double(box.1))
    let (x, length) = (try #require(Double(frame.1)), try #require(Double(frame.2)))
    #expect(abs(TrackPicture.axis.lowerBound * width - x) < 0.01)
    #expect(abs(TrackPicture.axis.upperBound * width - (x + length)) < 0.01)
  }

  @Test(
    "labels as many notes as fit, and no label covers another", arguments: [3, 40, 400])
  func labelsApart(count: Int) throws {
    let pattern = #/class="note middle" x="([0-9.]+)" y="([0-9.]+)"/#
    let labels = try picture(noteCount: count).svg().matches(of: pattern).map { match in
      (x: try #require(Double(match.1)), y: try #require(Double(match.2)))
    }
    #expect(labels.count >= min(count, 20))
    // Three characters of 12 pixels' type are at most 24 wide and 12 high.
    for (index, label) in labels.enumerated() {
      for other in labels[..<index] {
        #expect(abs(label.x - other.x) >= 24 || abs(label.y - other.y) >= 12)
      }
    }
  }

  @Test(
    "marks times at round steps, without overlapping labels",
    arguments: [0.01, 1, 4.5, 95, 600, 36000])
  func times(end: Double) {
    let ticks = TimeTicks.times(to: end, count: 12)
    #expect((1...13).contains(ticks.count))
    #expect(ticks.allSatisfy { $0 <= end * (1 + 1e-9) })
    #expect(Set(ticks.map { TimeTicks.label($0, end: end) }).count == ticks.count)
  }

  @Test("writes long times with minutes and hours")
  func timeLabels() {
    #expect(TimeTicks.label(0.25, end: 1) == "0.25")
    #expect(TimeTicks.label(2.5, end: 10) == "2.5")
    #expect(TimeTicks.label(90, end: 600) == "1:30")
    #expect(TimeTicks.label(5400, end: 36000) == "1:30")
    #expect(TimeTicks.axis(end: 36000) == "time, h:min")
  }
}

@Suite("PNG images")
struct RasterImageTests {
  @Test("a PNG has its chunks in order, and the shade of every pixel", arguments: [1, 2, 7, 1200])
  func parts(width: Int) throws {
    let shades = (0..<width * 3).map { UInt8($0 % 16) }
    let png = RasterImage(
      width: width, height: 3, shades: shades, colour: [1, 2, 3], opacity: 255
    ).png
    var place = 8
    var types: [String] = []
    var data: [UInt8] = []
    while place < png.count {
      let count = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: png[place + 4..<place + 8], as: UTF8.self))
      if types.last == "IDAT" { data = Array(png[place + 8..<place + 8 + count]) }
      place += 12 + count
    }
    #expect(types == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
    // Two bytes of header and four of checksum frame the rows: a filter byte, half a byte a pixel.
    var inflater = Inflater()
    var rows: [UInt8] = []
    try inflater.take(data.dropFirst(2).dropLast(4), damage: { $0 }) {
      block throws(Inflater.Damage) in
      rows += block
    }
    let stride = 1 + (width + 1) / 2
    for row in 0..<3 {
      for column in 0..<width {
        let byte = rows[row * stride + 1 + column / 2]
        #expect((column % 2 == 0 ? byte >> 4 : byte & 15) == shades[row * width + column])
      }
    }
  }
}
