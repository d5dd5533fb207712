// SPDX-License-Identifier: MIT

import Archiving
import TestSignals
import Testing

@Suite("Deflate and inflate")
struct DeflateTests {
  private func expand(_ bytes: [UInt8], blockCount: Int = .max) throws(Inflater.Damage) -> (
    bytes: [UInt8], isWhole: Bool
  ) {
    var inflater = Inflater()
    var expanded: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try inflater.take(rest.prefix(blockCount), damage: { $0 }) { block throws(Inflater.Damage) in
        #expect(!block.isEmpty && block.count <= Inflater.blockSize)
        expanded += block
      }
      rest = rest.dropFirst(blockCount)
    }
    return (expanded, inflater.isAtEnd)
  }

  private func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in .random(in: 0...255, using: &random) }
  }

  @Test(
    "expand to the original bytes, in pieces of any size",
    arguments: [0, 1, 1000, 65_536, 200_000], [1, 7, 65_536])
  func roundTrip(count: Int, blockCount: Int) throws {
    for bytes in [noise(count, seed: 1), [UInt8](repeating: 7, count: count)] {
      let packed = Deflate.compressed(bytes, in: .none)
      let expanded = try expand(packed, blockCount: blockCount)
      #expect(expanded.bytes == bytes)
      #expect(expanded.isWhole)
    }
  }

  // RFC 1950 §9: the check of "Wikipedia" is the example of the article on Adler-32.
  @Test("the zlib format has the header and checksum of RFC 1950")
  func frame() {
    let packed = Deflate.compressed(Array("Wikipedia".utf8), in: .zlib)
    #expect((Int(packed[0]) << 8 | Int(packed[1])) % 31 == 0)
    #expect(packed[0] & 0x0F == 8)
    #expect(packed.suffix(4).elementsEqual([0x11, 0xE6, 0x03, 0x98]))
  }

  @Test("truncated data are incomplete, and bytes after the end are an error")
  func truncated() throws {
    let packed = Deflate.compressed(noise(300, seed: 2), in: .none)
    for count in packed.indices {
      let expanded = try expand(Array(packed.prefix(count)))
      #expect(!expanded.isWhole, "\(count) bytes")
    }
    #expect(throws: Inflater.Damage()) { try expand(packed + [0]) }
    #expect(throws: Inflater.Damage()) { try expand(packed + [0], blockCount: packed.count) }
  }

  @Test("randomly damaged data give an error or bytes, and no crash", arguments: [1, 2, 3, 4])
  func damaged(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let packed = Deflate.compressed(Array("tuner ".utf8) + noise(100, seed: 3), in: .none)
    var damagedCount = 0
    for _ in 0..<1000 {
      var bytes = packed
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      if (try? expand(bytes)) == nil { damagedCount += 1 }
    }
    #expect(damagedCount > 0, "seed \(seed)")
    #expect(throws: Inflater.Damage()) { try expand([0xFF, 0xFF]) }
  }

  private enum Stop: Error { case enough, damaged }

  @Test("the receiver of the blocks can stop a decompression bomb")
  func bomb() {
    let packed = Deflate.compressed([UInt8](repeating: 0, count: 50_000_000), in: .none)
    #expect(packed.count < 100_000)
    var inflater = Inflater()
    var count = 0
    let error = #expect(throws: Stop.self) {
      try inflater.take(packed[...], damage: { _ in Stop.damaged }) { block throws(Stop) in
        count += block.count
        if count > 1_000_000 { throw .enough }
      }
    }
    #expect(error == .enough)
    #expect(count <= 1_000_000 + Inflater.blockSize)
  }
}
