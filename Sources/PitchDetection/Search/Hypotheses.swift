// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Pitches that could be, and what speaks for each: this update's scores, leaking into those before.
struct Hypotheses: ~Copyable {
  /// One pitch.
  struct Hypothesis {
    var score = InharmonicComb.Score()
    /// The periodicity at its lag, 0…1.
    var similarity = 0.0
    /// What speaks for it in this update.
    var evidence = 0.0
    /// What speaks for it, this update and those before.
    var accumulatedEvidence = 0.0
    /// What speaks for choosing it now, and is neither remembered nor believed.
    var preference = 0.0
  }

  // Not private: a debug build of the compiler emits the generic array of a private type twice.
  /// What is remembered of a pitch from one update to the next.
  struct Memory {
    var frequency = 0.0
    var accumulatedEvidence = 0.0
  }

  static let capacity = 64
  private static let memoryCapacity = 12
  /// How long evidence is remembered, in seconds.
  private static let memorySeconds = 0.06
  /// And at most this share of the note's age.
  private static let memoryShare = 0.35
  /// Two pitches this near, in nepers, are the same in two updates.
  private static let sameInTime = 0.035
  /// And in one update.
  private static let sameNow = 0.006
  /// What speaks for the pitch that runs.
  private static let continuity = 0.5
  /// What speaks against a part or a multiple of a settled pitch.
  ///
  /// No string changes to one by itself, but what is left of it in its tail, with the room's noise, may
  /// look like it.
  private static let relativeCost = 6.0
  /// How long a pitch has gone on when it has settled, in seconds.
  private static let settledSeconds = 0.5

  /// The pitches of this update, of which the first `count` are.
  private var list = FixedArray(repeating: Hypothesis(), count: Hypotheses.capacity)
  private var memory = FixedArray(repeating: Memory(), count: Hypotheses.memoryCapacity)
  private var memoryCount = 0
  private(set) var count = 0
  /// The most that speaks for any of them in this update.
  private(set) var highestEvidence = -Double.infinity

  /// Forgets everything, at a new note.
  mutating func forget() {
    memoryCount = 0
    clear()
  }

  /// Starts an update.
  mutating func clear() {
    count = 0
    highestEvidence = -.infinity
  }

  subscript(index: Int) -> Hypothesis { list[index] }

  /// Whether a pitch within 1.2 % of `frequency` is already in the list.
  func holds(near frequency: Double, within nepers: Double = 0.012) -> Bool {
    for index in 0..<count where abs(frequency - list[index].score.frequency) < nepers * frequency {
      return true
    }
    return false
  }

  mutating func add(
    _ score: InharmonicComb.Score, similarity: Double, evidence: Double, preference: Double = 0
  ) {
    guard count < Self.capacity, !holds(near: score.frequency, within: Self.sameNow) else { return }
    highestEvidence = max(highestEvidence, evidence)
    list[count] = Hypothesis(
      score: score, similarity: similarity, evidence: evidence, preference: preference)
    count += 1
  }

  /// Joins this update with those before and chooses.
  ///
  /// - Parameters:
  ///   - seconds: the time since the last update.
  ///   - age: the time since the note began.
  ///   - tracked: the pitch of the last update and its confidence.
  /// - Returns: the best; `nil` for none.
  mutating func decide(
    after seconds: Double, age: Double, tracked: TrackedPitch?
  ) -> Hypothesis? {
    var best: Int?
    var highest = -Double.infinity
    // While a note is young each update knows far more than those before.
    let reach = min(Self.memorySeconds, Self.memoryShare * age)
    let kept = memoryCount > 0 && reach > 0 ? exponential(of: -seconds / reach) : 0
    for index in 0..<count {
      let frequency = list[index].score.frequency
      var before = 0.0
      for place in 0..<memoryCount
      where abs(frequency - memory[place].frequency) < Self.sameInTime * frequency {
        before = max(before, memory[place].accumulatedEvidence)
      }
      list[index].accumulatedEvidence = (1 - kept) * list[index].evidence + kept * before
      list[index].accumulatedEvidence += Self.bearing(of: tracked, on: frequency)
      let choice = list[index].accumulatedEvidence + list[index].preference
      if choice > highest {
        highest = choice
        best = index
      }
    }
    remember(tracked)
    guard let best else { return nil }
    return list[best]
  }

  /// What the pitch of the last update says for `frequency`, or against it.
  private static func bearing(of tracked: TrackedPitch?, on frequency: Double) -> Double {
    guard let tracked else { return 0 }
    if isNear(frequency, tracked.frequency) { return continuity * tracked.confidence }
    let certainty = max(0, 2 * tracked.confidence - 1)
    guard certainty > 0, tracked.unbroken > settledSeconds else { return 0 }
    let ratio = max(tracked.frequency / frequency, frequency / tracked.frequency)
    return ratio > 1.5 && isNear(ratio, nearestWhole(ratio)) ? -relativeCost * certainty : 0
  }

  private static func isNear(_ value: Double, _ other: Double) -> Bool {
    abs(value / other - 1) < sameInTime
  }

  /// Keeps the best few for the next update, without what the tracked pitch said.
  private mutating func remember(_ tracked: TrackedPitch?) {
    var taken: UInt64 = 0
    memoryCount = 0
    while memoryCount < min(Self.memoryCapacity, count) {
      var (top, highest) = (0, -Double.infinity)
      for index in 0..<count where taken & (1 << UInt64(index)) == 0 {
        if list[index].accumulatedEvidence > highest {
          (top, highest) = (index, list[index].accumulatedEvidence)
        }
      }
      taken |= 1 << UInt64(top)
      let frequency = list[top].score.frequency
      memory[memoryCount] = Memory(
        frequency: frequency,
        accumulatedEvidence: max(
          0, list[top].accumulatedEvidence - Self.bearing(of: tracked, on: frequency)))
      memoryCount += 1
    }
  }
}
