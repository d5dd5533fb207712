// SPDX-License-Identifier: MIT

/// One stroke of a run, described but not yet rendered.
struct StrumItem: Sendable {
  enum Source: Sendable {
    case synthetic(StrumSet, seed: UInt64)
    case mixture(StrumMixture)
  }

  /// The name, unique in its list: `guitar/9000`, `real/9003 guitarsounds/acoustic steel`.
  let name: String
  let source: Source

  /// True if all contestants analyse the stroke, and not only the engine.
  var isCompared: Bool {
    switch source {
    case .synthetic(let set, seed: _): set.name == StrumSet.guitar.name
    case .mixture: true
    }
  }
}

/// The strokes of a run in a fixed order.
package struct StrumItems: Sendable {
  let items: [StrumItem]
  let notes: GuitarNotes
  /// The recordings and their checksums.
  let checksums: [String: String]
  private let resampler = SincResampler()

  /// Lists synthetic strokes and mixtures of recorded strings.
  ///
  /// - Parameters:
  ///   - strokes: the number of strokes of the guitar's set; other sets have a fraction of it.
  ///   - mixtures: the number of mixtures.
  ///   - seed: the seed of the first stroke of every set.
  ///   - recordings: the recordings that are mixed.
  /// - Throws: `ItemFault` for a recording that can't be read, `StrumItemsError` if no mixture
  ///   can be made.
  package init(
    strokes: Int, mixtures: Int, seed: UInt64, recordings: ItemList
  ) throws {
    notes = mixtures > 0 ? try GuitarNotes(recordings) : GuitarNotes(notes: [])
    checksums = mixtures > 0 ? recordings.checksums : [:]
    let drawn = StrumMixture.draw(mixtures, seed: seed, from: notes)
    guard drawn.count == mixtures else { throw StrumItemsError.noStrings }
    items =
      StrumSet.all.flatMap { Self.items(of: $0, strokes: strokes, seed: seed) }
      + drawn.map {
        StrumItem(name: "\(StrumTrial.mixtures)/\($0.seed) \($0.guitar)", source: .mixture($0))
      }
  }

  /// Lists strokes of some sets.
  init(sets: [StrumSet], strokes: Int, seed: UInt64) {
    notes = GuitarNotes(notes: [])
    checksums = [:]
    items = sets.flatMap { Self.items(of: $0, strokes: strokes, seed: seed) }
  }

  private static func items(of set: StrumSet, strokes: Int, seed: UInt64) -> [StrumItem] {
    let count = strokes == 0 ? 0 : max(1, Int((Double(strokes) * set.share).rounded()))
    return (0..<UInt64(count)).map {
      StrumItem(name: "\(set.name)/\(seed + $0)", source: .synthetic(set, seed: seed + $0))
    }
  }

  /// Renders a stroke.
  func trial(_ item: StrumItem) -> StrumTrial {
    switch item.source {
    case .synthetic(let set, let seed): StrumTrial(set, seed: seed, named: item.name)
    case .mixture(let mixture):
      StrumTrial(mixture, notes: notes, named: item.name, resampler: resampler)
    }
  }
}

/// The reason why mixtures can't be made.
package enum StrumItemsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No recording is a ringing note of a guitar's string.
  case noStrings

  /// One or two sentences for a person that end with the remedy.
  package var description: String {
    "no recording is a note of a guitar with a measured first partial. Name sets of such notes by "
      + "--dataset, or give --mixtures 0"
  }
}
