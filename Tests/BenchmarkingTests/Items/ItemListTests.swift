// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Lists of items")
struct ItemListTests {
  private static let rate = SampleRate(8000)

  private func list(_ sets: [SignalSet], draws: Int = 1) -> ItemList {
    .synthetic(seed: 1, sets: sets, notes: [TestNote(45)], draws: draws)
  }

  @Test("the checksum of the synthetic suite covers its signals, and not only their names")
  func checksum() throws {
    let list = list([.clean, .unvoiced])
    let names = list.items.map(\.name).joined(separator: "\n")
    let checksum = try #require(list.checksums["synthetic"])
    #expect(checksum == self.list([.clean, .unvoiced]).checksums["synthetic"])
    #expect(checksum != ItemList.fingerprint(of: names + "\n1"))
    #expect(checksum != self.list([.clean, .unvoiced], draws: 2).checksums["synthetic"])
  }

  @Test("the beginning of a signal differs if its string differs, and not in its last bits")
  func beginnings() throws {
    let cases = SignalSet.clean.cases(seed: 1, notes: [TestNote(45)], draws: 1)
    var signal = try #require(cases.first).signal(at: Self.rate)
    let beginning = ItemList.beginning(of: signal, at: Self.rate)
    #expect(beginning.count == 4000 && beginning.contains { abs($0) > 100 })
    let fundamental = signal.plucks[0].string.fundamental
    signal.plucks[0].string.fundamental = fundamental.raised(by: Cents(1e-12))
    #expect(signal.plucks[0].string.fundamental != fundamental)
    #expect(ItemList.beginning(of: signal, at: Self.rate) == beginning)
    signal.plucks[0].string.fundamental = fundamental.raised(by: Cents(1))
    #expect(ItemList.beginning(of: signal, at: Self.rate) != beginning)
  }
}
