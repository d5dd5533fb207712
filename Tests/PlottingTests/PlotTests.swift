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

  @Test("is well-formed XML, whatever the names hold")
  func wellFormed() throws {
    let strange = Plot(
      "\u{0}\u{1B}[2J</svg>", x: .init("<&\">"), y: .init("ü–♯"),
      series: [Series("]]>", .line, [.init(0, 0), .init(1, 1)])])
    for plot in [plot, strange, Plot("", x: .init(""), y: .init(""), series: [])] {
      let document = try XMLDocument(data: Data(plot.svg().utf8))
      #expect(document.rootElement()?.name == "svg")
    }
  }

  @Test("draws a dot for each value that has a place, and breaks lines at those that have none")
  func marks() {
    let svg = plot.svg()
    // Two values and one in the legend; NaN and, on a logarithmic axis, 0 have no place.
    #expect(svg.components(separatedBy: "<circle").count - 1 == 3)
    #expect(svg.components(separatedBy: "<polyline").count - 1 == 2)
  }

  @Test("puts the ends of the axes at the ends of the frame")
  func corners() {
    let svg = Plot(
      "t", x: .init("x"), y: .init("y"), series: [Series("s", .dots, [.init(0, 0), .init(10, 10)])]
    ).svg()
    #expect(svg.contains("cx=\"72\" cy=\"312\""))
    #expect(svg.contains("cx=\"624\" cy=\"36\""))
  }

  @Test("shows a value beyond a fixed axis at its edge, hollow")
  func outside() {
    let svg = Plot(
      "t", x: .init("x", range: 0...10), y: .init("y", range: 0...10),
      series: [Series("s", .dots, [.init(5, 1000)])]
    ).svg()
    #expect(svg.contains("outside\" cx=\"348\" cy=\"36\""))
  }
}
