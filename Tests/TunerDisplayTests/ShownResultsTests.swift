// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState

@testable import TunerDisplay

@Suite("Shown results")
struct ShownResultsTests {
  private let rate = SampleRate(48_000)
  private let otherRate = SampleRate(44_100)

  @Test("a result is shown once", arguments: [ShownResults.Kind.pitch, .stroke])
  func once(kind: ShownResults.Kind) {
    var results = ShownResults()
    results.begin(at: rate)
    #expect(shown([4800, 4800, 7200], of: kind, in: &results) == [4800, 7200])
  }

  @Test(
    "the last result of a stream is neither shown in the next one nor ends it",
    arguments: [ShownResults.Kind.pitch, .stroke])
  func anotherStream(kind: ShownResults.Kind) {
    var results = ShownResults(seconds: 2)
    results.begin(at: rate)
    #expect(shown([96_000], of: kind, in: &results) == [96_000])
    results.add(-12, .yellow)
    #expect(results.isOver && results.history.points.count == 1)

    results.begin(at: otherRate)
    // A store keeps the result until the first of the next stream.
    #expect(shown([96_000], of: kind, in: &results) == [])
    results.add(-12, .yellow)
    #expect(!results.isOver && results.history.points.isEmpty)

    #expect(shown([2205], of: kind, in: &results) == [2205])
    results.add(3, .green)
    #expect(!results.isOver && results.history.points.map(\.time) == [0.05])
  }

  @Test("results of one string and of strokes are told apart while the player changes the mode")
  func changedMode() {
    var results = ShownResults()
    results.begin(at: rate)
    #expect(shown([4800], of: .pitch, in: &results) == [4800])
    #expect(shown([4800, 7200], of: .stroke, in: &results) == [4800, 7200])
    // The pitch of before the change is still the newest one.
    #expect(shown([4800], of: .pitch, in: &results) == [])
  }

  @Test("the requested time ends at its last sample, rounded up")
  func end() {
    // 44100 times 0.10001 is 4410.44.
    var results = ShownResults(seconds: 0.10001)
    results.begin(at: otherRate)
    #expect(!results.isOver)
    _ = shown([4410], of: .pitch, in: &results)
    #expect(!results.isOver)
    _ = shown([4411], of: .pitch, in: &results)
    #expect(results.isOver)
  }

  /// Follows results and returns the positions of those that the display has not shown yet.
  private func shown(
    _ positions: [Int64], of kind: ShownResults.Kind, in results: inout ShownResults
  ) -> [Int64] {
    positions.filter { results.follow(kind, at: SamplePosition($0)) }
  }
}
