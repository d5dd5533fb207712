// SPDX-License-Identifier: MIT

/// The counts of matched, missed and extra notes, with mir_eval's precision, recall and F-measure.
///
/// Pairs come from a maximum matching. mir_eval's average overlap ratio is omitted, because it
/// depends on which of several maximum matchings is found.
public struct NoteScore: Hashable, Codable, Sendable {
  /// The number of reference notes.
  public private(set) var references = 0
  /// The number of estimated notes.
  public private(set) var estimates = 0
  /// The number of matched pairs.
  public private(set) var matches = 0

  /// Makes an empty score.
  public init() {}

  /// Scores `estimates` against `references`, both in any order.
  ///
  /// - Complexity: O(n·log n + pairs of notes whose onsets lie within the tolerance) in practice.
  public init(references: [NoteEvent], estimates: [NoteEvent], by match: NoteMatch) {
    self.references = references.count
    self.estimates = estimates.count
    let sorted = estimates.sorted { $0.onset < $1.onset }
    // Distances are rounded to 0.1 ms before the comparison, so the search range is slightly wider.
    let reach = match.onsetTolerance + 2e-4
    let neighbours = references.map { reference in
      var index = Self.firstIndex(in: sorted, from: reference.onset - reach)
      var accepted: [Int] = []
      while index < sorted.count, sorted[index].onset <= reference.onset + reach {
        if match.accepts(sorted[index], for: reference) { accepted.append(index) }
        index += 1
      }
      return accepted
    }
    matches = BipartiteMatching.size(neighbours: neighbours, rightCount: sorted.count)
  }

  /// The share of estimated notes that match; 0 when either side is empty.
  public var precision: Double { matches == 0 ? 0 : Double(matches) / Double(estimates) }

  /// The share of reference notes that were found; 0 when either side is empty.
  public var recall: Double { matches == 0 ? 0 : Double(matches) / Double(references) }

  /// The harmonic mean of precision and recall; 0 when nothing matches.
  public var fMeasure: Double {
    matches == 0 ? 0 : 2 * precision * recall / (precision + recall)
  }

  /// Adds the notes of another file; every note has equal weight.
  public mutating func merge(_ other: NoteScore) {
    references += other.references
    estimates += other.estimates
    matches += other.matches
  }

  private static func firstIndex(in notes: [NoteEvent], from onset: Double) -> Int {
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].onset < onset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The transcription scores of a run: matched, missed and extra notes, and onset errors.
public struct TranscriptionTally: Hashable, Codable, Sendable {
  /// mir_eval's note measure without offsets: onset within 50 ms, pitch within 50 cents.
  public private(set) var notes = NoteScore()
  /// mir_eval's onset measure.
  public private(set) var onsets = NoteScore()
  /// The signed times from each reference note to the nearest estimate of its pitch within 50 ms.
  public private(set) var errors = Measurements()

  /// Makes an empty tally.
  public init() {}

  /// Adds the notes of one sound.
  ///
  /// - Parameters:
  ///   - references: the notes that were played.
  ///   - estimates: the notes of the transcription.
  public mutating func record(references: [NoteEvent], estimates: [NoteEvent]) {
    notes.merge(NoteScore(references: references, estimates: estimates, by: .onsetAndPitch))
    onsets.merge(NoteScore(references: references, estimates: estimates, by: .onset))
    let match = NoteMatch.onsetAndPitch
    for reference in references {
      let distances = estimates.filter { match.accepts($0, for: reference) }
        .map { $0.onset - reference.onset }
      if let nearest = distances.min(by: { abs($0) < abs($1) }) { errors.append(nearest) }
    }
  }

  /// Adds the tally of another item or shard.
  public mutating func merge(_ other: TranscriptionTally) {
    notes.merge(other.notes)
    onsets.merge(other.onsets)
    errors.merge(other.errors)
  }
}

/// A maximum matching of a bipartite graph by augmenting paths (Kuhn 1955).
enum BipartiteMatching {
  /// Returns the number of pairs in a maximum matching.
  ///
  /// - Parameters:
  ///   - neighbours: for every vertex on the left, the vertices on the right it may be paired with.
  ///   - rightCount: the number of vertices on the right.
  /// - Returns: the number of pairs.
  /// - Complexity: O(V·E) at worst, near O(E) for few neighbours, as with notes in time. The search
  ///   keeps its own stack, so a long chain of notes cannot overflow the thread's.
  static func size(neighbours: [[Int]], rightCount: Int) -> Int {
    var partner = [Int?](repeating: nil, count: rightCount)
    var visit = [Int](repeating: -1, count: rightCount)
    return neighbours.indices.count { left in
      augment(from: left, neighbours, &partner, &visit)
    }
  }

  /// Searches an augmenting path from `root` and applies it when it exists.
  private static func augment(
    from root: Int, _ neighbours: [[Int]], _ partner: inout [Int?], _ visit: inout [Int]
  ) -> Bool {
    // Each entry is a left vertex and the index of the neighbour to try next.
    var path = [(left: root, next: 0)]
    while let step = path.last {
      guard step.next < neighbours[step.left].count else {
        path.removeLast()
        continue
      }
      let right = neighbours[step.left][step.next]
      path[path.count - 1].next += 1
      guard visit[right] != root else { continue }
      visit[right] = root
      if let displaced = partner[right] {
        path.append((displaced, 0))
      } else {
        for step in path { partner[neighbours[step.left][step.next - 1]] = step.left }
        return true
      }
    }
    return false
  }
}
