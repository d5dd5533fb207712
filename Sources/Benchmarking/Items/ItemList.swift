// SPDX-License-Identifier: MIT

import Acoustics
import ChildProcesses
package import TestSignals

/// The items of a run in a fixed order, with the checksums of their sets.
package struct ItemList: Sendable {
  /// The items; an item's place is its index in reports and shards.
  package let items: [BenchItem]
  /// The sets and their checksums, as `name` and `algorithm:digits`.
  package let checksums: [String: String]

  package init(items: [BenchItem], checksums: [String: String]) {
    self.items = items
    self.checksums = checksums
  }

  /// Lists the synthetic suite.
  ///
  /// - Parameters:
  ///   - seed: the seed of all random draws.
  ///   - sets: the sets, in the order of the list.
  ///   - notes: the notes of the sets that have notes.
  ///   - draws: the number of random strings for each note.
  /// - Returns: the cases of every set, with a fingerprint of their names, the seed and the first
  ///   signal of each set.
  package static func synthetic(
    seed: UInt64, sets: [SignalSet] = SignalSet.allCases, notes: [TestNote] = TestNote.all,
    draws: Int
  ) -> ItemList {
    let cases = sets.map { $0.cases(seed: seed, notes: notes, draws: draws) }
    let items = cases.joined().map {
      BenchItem(name: $0.identifier, set: $0.set.name, source: .synthetic($0))
    }
    let rate = SampleRate(8000)
    let beginnings = cases.compactMap(\.first).flatMap {
      beginning(of: $0.signal(at: rate), at: rate)
    }
    let content = items.map(\.name) + ["\(seed)"] + beginnings.map(String.init)
    return ItemList(
      items: items,
      checksums: ["synthetic": fingerprint(of: content.joined(separator: "\n"))])
  }

  /// Returns the first half second of a signal, in steps of 16 bits: the last bits of elementary
  /// functions, which another C library may change, do not show in them.
  static func beginning(of signal: TestSignal, at rate: SampleRate) -> [Int] {
    var renderer = SignalRenderer(signal, at: rate)
    var samples = [Float](repeating: 0, count: rate.hertz / 2)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples.map { Int(($0 * 32_768).rounded()) }
  }

  /// Returns the recordings with their items.
  ///
  /// - Throws: `ItemFault.unreadable` for an invalid entry of a manifest, which a run without
  ///   results by item can't count.
  func recordings() throws(ItemFault) -> [(item: BenchItem, recording: RecordedItem)] {
    var recordings: [(item: BenchItem, recording: RecordedItem)] = []
    for item in items {
      switch item.source {
      case .recording(let recording): recordings.append((item, recording))
      case .fault(let file, let reason): throw .unreadable(path: file, reason: reason)
      case .synthetic: break
      }
    }
    return recordings
  }

  /// Returns the concatenation of the lists.
  ///
  /// - Throws: `DatasetItemsError.namedTwice` if two lists have a set of one name, because reports
  ///   and baselines know a set by its name only.
  package static func joined(_ lists: [ItemList]) throws(DatasetItemsError) -> ItemList {
    var checksums: [String: String] = [:]
    for list in lists {
      for (name, checksum) in list.checksums.sorted(by: { $0.key < $1.key }) {
        guard checksums.updateValue(checksum, forKey: name) == nil else {
          throw .namedTwice(name: name)
        }
      }
    }
    return ItemList(items: lists.flatMap(\.items), checksums: checksums)
  }

  /// Returns a hash that distinguishes lists, with its name.
  static func fingerprint(of text: String) -> String {
    let digits = String(FNV1a(text.utf8).value, radix: 16)
    return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// One of n parts of a list of items: every n-th item, so that all parts take about the same time.
package struct Shard: Hashable, Codable, Sendable {
  /// The whole list as one shard.
  package static let whole = Shard(unchecked: 1, of: 1)

  /// The number of this shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  private init(unchecked number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Parses `i/n`; returns `nil` unless 1 ≤ i ≤ n ≤ 1 000 000.
  package init?(_ text: String) {
    guard let shard = ShardNumber(text) else { return nil }
    self.init(unchecked: shard.number, of: shard.count)
  }

  /// Returns true if the item at `index` of the list belongs to this shard.
  package func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
