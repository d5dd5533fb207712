// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import TunerPipeline

@Suite("Update grid")
struct UpdateGridTests {
  private static let sampleRate = SampleRate(44_100)
  /// A rate whose updates are not a whole number of samples apart.
  private static let rate = UpdateRate(updates: 1000, seconds: 17)

  private func expect(_ grid: UpdateGrid, _ index: Int64, at samples: Int64) {
    #expect(grid.nextIndex == index)
    #expect(grid.next == SamplePosition(samples))
  }

  @Test("advances by one update, without drift")
  func advances() {
    var grid = UpdateGrid(Self.rate, at: Self.sampleRate)
    // ⌊1·44 100·17/1000⌋ and ⌊2·44 100·17/1000⌋.
    expect(grid, 1, at: 749)
    grid.advance()
    expect(grid, 2, at: 1499)
    for _ in 3...1000 { grid.advance() }
    expect(grid, 1000, at: 749_700)
  }

  @Test("finds the first update after a position, in both directions")
  func seeks() {
    var grid = UpdateGrid(Self.rate, at: Self.sampleRate)
    grid.seek(after: SamplePosition(749_700))
    expect(grid, 1001, at: 750_449)
    grid.seek(after: SamplePosition(749_699))
    expect(grid, 1000, at: 749_700)
    grid.seek(after: .start)
    expect(grid, 1, at: 749)
  }

  @Test("seeks to the update that advancing reaches")
  func seeksAsItAdvances() {
    var advanced = UpdateGrid(Self.rate, at: Self.sampleRate)
    for samples in stride(from: Int64(0), to: 60_000, by: 41) {
      let position = SamplePosition(samples)
      while advanced.next <= position { advanced.advance() }
      var sought = UpdateGrid(Self.rate, at: Self.sampleRate)
      sought.seek(after: position)
      expect(sought, advanced.nextIndex, at: advanced.next.samples)
    }
  }

  @Test("counts from the position of the last change of the rate")
  func restarts() {
    var grid = UpdateGrid(.standard, at: Self.sampleRate)
    grid.advance()
    grid.restart(Self.rate, from: SamplePosition(1000))
    expect(grid, 1, at: 1749)
    #expect(grid.rate == Self.rate)
    grid.advance()
    expect(grid, 2, at: 2499)
    grid.seek(after: SamplePosition(750_700))
    expect(grid, 1001, at: 751_449)
    // Not even the first update is due before the origin.
    grid.seek(after: .start)
    expect(grid, 1, at: 1749)
  }
}
