// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// One stroke of a run, described but not yet rendered.
struct StrumItem: Sendable {
  enum Source: Sendable {
    case synthetic(StrumSet, seed: UInt64)
    case mixture(StrumMixture)
    case single(SingleString)
    case noise(NoiseBed)
    case room(RoomSounds)
  }

  /// The name, unique in its list: `guitar/9000`, `real/9003 guitarsounds/acoustic steel`.
  let name: String
  let source: Source

  /// True if all contestants analyse the stroke, and not only the engine.
  var isCompared: Bool {
    switch source {
    case .synthetic(let set, seed: _): set.name == StrumSet.guitar.name
    case .mixture(let mixture): mixture.length == .ofUpdates
    case .single, .noise, .room: false
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
  /// The share of the strokes of the first set, for noise beds.
  private static let bedShare = 0.48
  /// The same for rooms: three of each kind for 100 strokes.
  private static let roomShare = 0.45
  /// The number of long mixtures, as a share of the others.
  private static let longShare = 1.0 / 3

  /// Lists synthetic strokes and mixtures of recorded strings.
  ///
  /// - Parameters:
  ///   - strokes: the number of strokes of the guitar's set; other sets have a fraction of it.
  ///   - mixtures: the number of mixtures.
  ///   - seed: the seed of the first stroke of every set.
  ///   - recordings: the recordings that are mixed.
  /// - Throws: `ItemFault` for a recording that can't be read and for an invalid entry of a
  ///   manifest, `StrumItemsError` if no mixture can be made.
  package init(
    strokes: Int, mixtures: Int, seed: UInt64, recordings: ItemList
  ) throws {
    notes = mixtures > 0 ? try GuitarNotes(recordings) : GuitarNotes(notes: [])
    checksums = mixtures > 0 ? recordings.checksums : [:]
    let drawn = StrumMixture.draw(mixtures, seed: seed, from: notes)
    guard drawn.count == mixtures else { throw StrumItemsError.noStrings }
    let long = StrumMixture.draw(
      Self.count(mixtures, share: Self.longShare), seed: seed, from: notes, length: .ofStroke)
    items =
      StrumSet.all.flatMap { Self.items(of: $0, strokes: strokes, seed: seed) }
      + (drawn + long).map {
        StrumItem(name: "\($0.length.set)/\($0.seed) \($0.guitar)", source: .mixture($0))
      }
      + Self.beds(Self.count(strokes, share: Self.bedShare), seed: seed)
      + Self.rooms(Self.count(strokes, share: Self.roomShare), seed: seed)
      + (mixtures > 0 ? try Self.singles(recordings) : [])
  }

  /// Lists strokes of some sets.
  init(sets: [StrumSet], strokes: Int, seed: UInt64, beds: Int = 0, rooms: Int = 0) {
    notes = GuitarNotes(notes: [])
    checksums = [:]
    items =
      sets.flatMap { Self.items(of: $0, strokes: strokes, seed: seed) }
      + Self.beds(beds, seed: seed) + Self.rooms(rooms, seed: seed)
  }

  private static func beds(_ count: Int, seed: UInt64) -> [StrumItem] {
    (0..<UInt64(count)).map {
      StrumItem(name: "\(NoiseBed.name)/\(seed &+ $0)", source: .noise(NoiseBed(seed: seed &+ $0)))
    }
  }

  private static func rooms(_ count: Int, seed: UInt64) -> [StrumItem] {
    (0..<count).map {
      let sounds = RoomSounds($0, seed: seed)
      return StrumItem(name: sounds.itemName, source: .room(sounds))
    }
  }

  private static func singles(_ list: ItemList) throws(ItemFault) -> [StrumItem] {
    try list.recordings().compactMap { item, recording in
      SingleString(recording).map {
        StrumItem(name: "\($0.set)/\(item.name)", source: .single($0))
      }
    }
  }

  private static func count(_ strokes: Int, share: Double) -> Int {
    strokes == 0 ? 0 : max(1, Int((Double(strokes) * share).rounded()))
  }

  private static func items(of set: StrumSet, strokes: Int, seed: UInt64) -> [StrumItem] {
    (0..<UInt64(count(strokes, share: set.share))).map {
      StrumItem(name: "\(set.name)/\(seed &+ $0)", source: .synthetic(set, seed: seed &+ $0))
    }
  }

  /// Renders a stroke.
  ///
  /// - Returns: `nil` for a sound of which only the strokes are counted.
  /// - Throws: the reason why a transform can't be planned.
  func trial(_ item: StrumItem) throws(SignalProcessingError) -> StrumTrial? {
    switch item.source {
    case .synthetic(let set, let seed): StrumTrial(set, seed: seed, named: item.name)
    case .mixture(let mixture):
      try StrumTrial(mixture, notes: notes, named: item.name, resampler: resampler)
    case .single, .noise, .room: nil
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
