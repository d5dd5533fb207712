// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Straight lines")
struct LinesTests {
  private func add(
    _ values: [Float], _ added: [Float],
    by body: (Span<Float>, Span<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: 7, count: added.count + 1)
    do {
      var span = output.mutableSpan
      body(values.span, added.span, &span)
    }
    return output
  }

  @Test(
    "add to every other value like the scalar twin, for even and odd counts",
    arguments: 1...25)
  func addsAsTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 620)
    for less in 0...1 {
      let (values, added) = (numbers.samples(2 * count - less), numbers.samples(count))
      let fast = add(values, added) {
        addToEverySecond($0, $1, lowest: -0.8, highest: 0.9, into: &$2)
      }
      let slow = add(values, added) {
        addToEverySecondScalar($0, $1, lowest: -0.8, highest: 0.9, into: &$2)
      }
      #expect(fast == slow)
      #expect(fast.last == 7, "what lies behind is left alone")
      for index in 0..<count {
        #expect(fast[index] == min(0.9, max(-0.8, values[2 * index] + added[index])))
      }
    }
  }

  @Test("treat NaN as the lowest level", arguments: [1, 8, 9])
  func notANumber(count: Int) {
    let values = [Float](repeating: .nan, count: 2 * count)
    let found = add(values, [Float](repeating: 0, count: count)) {
      addToEverySecond($0, $1, lowest: -3, highest: 3, into: &$2)
    }
    #expect(found.dropLast().allSatisfy { $0 == -3 })
  }

  private func join(
    _ points: [Float], _ taken: [Float],
    by body: (Span<Float>, Span<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: 7, count: taken.count)
    do {
      var span = output.mutableSpan
      body(points.span, taken.span, &span)
    }
    return output
  }

  @Test("interpolate between points like the scalar twin", arguments: 1...4)
  func joinsAsTwin(points count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 650)
    let points = numbers.samples(count)
    let taken = numbers.samples(3 + 16 * (count - 1) + 5)
    let fast = join(points, taken) { writeLines(through: $0, less: $1, into: &$2, from: 3) }
    let slow = join(points, taken) { writeLinesScalar(through: $0, less: $1, into: &$2, from: 3) }
    #expect(fast == slow)
    #expect(fast.prefix(3).allSatisfy { $0 == 7 } && fast.suffix(5).allSatisfy { $0 == 7 })
  }

  // Sixteenths of whole numbers are exact.
  @Test("are straight")
  func closedForm() {
    let found = join([16, 32, 0], [Float](repeating: 1, count: 32)) {
      writeLines(through: $0, less: $1, into: &$2, from: 0)
    }
    for index in 0..<16 {
      #expect(found[index] == Float(15 + index))
      #expect(found[16 + index] == Float(31 - 2 * index))
    }
  }
}

/// The scalar twin of `addToEverySecond`.
func addToEverySecondScalar(
  _ values: Span<Float>, _ added: Span<Float>, lowest: Float, highest: Float,
  into output: inout MutableSpan<Float>
) {
  precondition(output.count >= added.count && values.count >= 2 * added.count - 1)
  addToEverySecondRest(values, added, lowest, highest, &output, from: 0)
}

/// The scalar twin of `writeLines`.
func writeLinesScalar(
  through points: Span<Float>, less taken: Span<Float>, into output: inout MutableSpan<Float>,
  from start: Int
) {
  checkLines(points, taken, output.count, start)
  for index in 0..<(16 * (points.count - 1)) {
    let point = points[index / 16]
    let rise = points[index / 16 + 1] - point
    output[start + index] = point + rise * (Float(index % 16) * 0.0625) - taken[start + index]
  }
}
