// SPDX-License-Identifier: MIT

import Foundation
import Plotting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Plot")
struct PlotTests {
  private let plot = Plot(
    "Error <by> note & \"name\"", x: .init("Note"), y: .init("Cents", .logarithmic),
    series: [
      Series("ours", .dots, [.init(40, 0.1), .init(52, 1), .init(64, .nan), .init(70, 0)]),
      Series(
        "bound", .dashes, [.init(40, 0.01), .init(50, .nan), .init(60, 0.02), .init(70, 0.1)]),
    ])

  @Test("is well-formed XML for any names")
  func wellFormed() throws {
    let strange = Plot(
      "\u{0}\u{1B}[2J</svg>", x: .init("<&\">"), y: .init("ü–♯"),
      series: [Series("]]>", .line, [.init(0, 0), .init(1, 1)])])
    for plot in [plot, strange, Plot("", x: .init(""), y: .init(""), series: [])] {
      let document = try XMLDocument(data: Data(plot.svg().utf8))
      #expect(document.rootElement()?.name == "svg")
    }
  }

  private func count(_ part: String, in svg: String) -> Int {
    svg.components(separatedBy: part).count - 1
  }

  @Test("draws a mark for each finite value on the axis, and breaks lines at other values")
  func marks() {
    let svg = plot.svg()
    // Three values and one in the legend: 0 lies beyond the end of a logarithmic axis, NaN nowhere.
    #expect(count("<path class=\"dot c0", in: svg) == 4)
    #expect(count("dot c0 outside\"", in: svg) == 1)
    // The line's two values, and one sample in the legend.
    #expect(count("<polyline class=\"line c1\"", in: svg) == 3)
  }

  @Test("shows a single value as a mark, and a text where there is no value")
  func degenerate() {
    let one = Plot(
      "t", x: .init("x"), y: .init("y", .logarithmic), series: [Series("s", .line, [.init(1, 5)])])
    #expect(count("<path class=\"dot c0", in: one.svg()) == 1)
    #expect(!one.svg().contains("nothing to show"))
    let none = Plot(
      "t", x: .init("x", .notes), y: .init("y", .logarithmic),
      series: [Series("s", .line, [.init(.nan, 1)])])
    #expect(none.isEmpty)
    #expect(none.svg().contains("nothing to show"))
  }

  @Test("36 series all look different, and the first six differ even without colours")
  func styles() {
    func looks(_ style: Int) -> (mark: String, pattern: String) {
      let svg = Plot(
        "t", x: .init("x"), y: .init("y"),
        series: [Series("s", .dottedLine, [.init(0, 0), .init(1, 1)], style: style)]
      ).markup().rendered
      let mark = svg.firstMatch(of: /<path class="dot c(\d)" d="[^"]*"/).map { String($0.output.0) }
      let shape = mark?.replacing(/dot c\d/, with: "") ?? ""
      return (mark ?? "", shape)
    }
    #expect(Set((0..<36).map { looks($0).mark }).count == 36)
    #expect(Set((0..<6).map { looks($0).pattern }).count == 6)
  }

  @Test("names notes on an axis of frequencies")
  func notes() {
    // E2 and E4 of the guitar, A4 at 440 Hz.
    let svg = Plot(
      "t", x: .init("note", .notes), y: .init("y"),
      series: [Series("s", .dots, [.init(82.4069, 1), .init(329.6276, 2)])]
    ).svg()
    for name in [">E2<", ">A2<", ">E3<", ">A3<", ">E4<"] { #expect(svg.contains(name), "\(name)") }
    #expect(!svg.contains(">A4<"))
  }

  @Test("shades bands, marks times, and leaves out values beyond the axis")
  func bands() {
    let svg = Plot(
      "t", x: .init("x", range: 0...10), y: .init("y"),
      series: [Series("s", .line, [.init(0, 0), .init(10, 1)])],
      bands: [.init("steady", 5...20), .init("pluck", 2...2), .init("later", 30...40)]
    ).svg()
    // From the middle of 72…620 to its end, though the band goes on.
    #expect(svg.contains("<rect class=\"band\" x=\"346\" y=\"34\" width=\"274\""))
    // One on the plot and one in the legend.
    #expect(count("class=\"rule\"", in: svg) == 2)
    #expect(count("<rect class=\"band\"", in: svg) == 3)
  }

  @Test("keeps every name inside the picture, for any number and length of names")
  func legend() throws {
    let names =
      (0..<9).map { "contestant number \($0) with a name of some length" }
      + [String(repeating: "x", count: 300)]
    let plot = Plot(
      String(repeating: "title ", count: 60), x: .init("x"), y: .init("y"),
      series: names.map { Series($0, .line, [.init(0, 0), .init(1, 1)]) })
    let svg = plot.svg()
    let box = try #require(svg.firstMatch(of: /viewBox="0 0 640 ([0-9.]+)"/))
    let height = try #require(Double(box.output.1))
    for match in svg.matches(of: /class="name" x="([0-9.]+)" y="([0-9.]+)">([^<]*)</) {
      let x = try #require(Double(match.output.1))
      #expect(x + 6.6 * Double(match.output.3.count) < 640)
      #expect(try #require(Double(match.output.2)) < height)
    }
    #expect(svg.contains("…"))
    // The whole title is there for who asks, and shortened where it is drawn.
    #expect(svg.contains("<title>\(plot.title)</title>"))
  }

  @Test("puts the ends of the axes at the ends of the frame")
  func corners() {
    let svg = Plot(
      "t", x: .init("x"), y: .init("y"), series: [Series("s", .dots, [.init(0, 0), .init(10, 10)])]
    ).svg()
    // A circle of radius 3 begins 3 to the left of its middle.
    #expect(svg.contains("d=\"M69 310a"))
    #expect(svg.contains("d=\"M617 34a"))
  }

  @Test("shows a value beyond a fixed axis at its edge, hollow")
  func outside() {
    let svg = Plot(
      "t", x: .init("x", range: 0...10), y: .init("y", range: 0...10),
      series: [Series("s", .dots, [.init(5, 1000)])]
    ).svg()
    #expect(svg.contains("outside\" d=\"M343 34a"))
  }
}
