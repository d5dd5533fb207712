// SPDX-License-Identifier: MIT

import FuzzTargets
import TestSignals
import Testing

/// The fuzz targets without a fuzzer.
///
/// The tests use the seeds, and damage from a fixed random sequence. Each target traps if it finds
/// an error.
@Suite("Fuzz targets")
struct FuzzTargetTests {
  @Test(
    "accept their seeds, every prefix of a seed, and empty input", arguments: FuzzTarget.all.indices
  )
  func seeds(index: Int) {
    let target = FuzzTarget.all[index]
    let seeds = target.seeds()
    #expect(!seeds.isEmpty && seeds.allSatisfy { !$0.isEmpty })
    target.run([])
    for seed in seeds {
      target.run(seed)
      for part in 1...16 { target.run(Array(seed.prefix(seed.count * part / 17))) }
    }
  }

  @Test("accept their seeds with random damage", arguments: FuzzTarget.all.indices)
  func damage(index: Int) {
    let target = FuzzTarget.all[index]
    var numbers = SplitMix64(seed: UInt64(index) + 1)
    for seed in target.seeds() {
      for _ in 0..<20 {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &numbers)
          let end = min(bytes.count, place + Int.random(in: 1...8, using: &numbers))
          switch Int.random(in: 0..<4, using: &numbers) {
          case 0: bytes.removeSubrange(place..<end)
          case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
          case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
          default: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
          }
        }
        target.run(bytes)
      }
    }
  }

  @Test("have unique names of letters and hyphens")
  func names() {
    let names = FuzzTarget.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
  }

  @Test("end the process at a deliberate error")
  func canary() async {
    await #expect(processExitsWith: .failure) { FuzzTarget.canary.run(Array("headstock".utf8)) }
  }
}
