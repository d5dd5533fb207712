// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The pitches of an update with their evidence, which is averaged over the updates of a note.
struct Hypotheses: ~Copyable {
  /// One pitch and its evidence.
  struct Hypothesis {
    var score = InharmonicComb.Score()
    /// The similarity at its lag, 0…1.
    var similarity = 0.0
    /// The evidence of this update.
    var evidence = 0.0
    /// The evidence of this update and those before.
    var accumulatedEvidence = 0.0
    /// A preference that counts in this update's choice and is not remembered.
    var preference = 0.0
  }

  /// The evidence of a pitch for the next update.
  ///
  /// It is not private, because the compiler emits the generic array of a private type twice in a
  /// debug build.
  struct Memory {
    var frequency = 0.0
    var accumulatedEvidence = 0.0
  }

  static let capacity = 64
  private static let memoryCapacity = 12
  // | name           | unit | source                                                              |
  // | -------------- | ---- | ------------------------------------------------------------------- |
  // | memorySeconds  | s    | fitted on plucks: time constant of the evidence                     |
  // | memoryShare    | 1    | highest time constant, as a share of the note's age                 |
  // | sameInTime     | 1    | distance within which pitches of two updates are one, as a share    |
  // | sameNow        | 1    | distance within which pitches of one update are one, as a share     |
  // | occupied       | 1    | distance from a pitch of the list within which no other is scored   |
  // | continuity     | 1    | evidence for the tracked pitch                                      |
  // | relativeCost   | 1    | evidence against fractions and multiples of a settled pitch, which  |
  // |                |      | are found at the end of a decaying string in noise                  |
  // | settledSeconds | s    | duration from which a pitch is settled                              |
  private static let memorySeconds = 0.06
  private static let memoryShare = 0.35
  private static let sameInTime = 0.035
  private static let sameNow = 0.006
  private static let occupied = 0.012
  private static let continuity = 0.5
  private static let relativeCost = 6.0
  private static let settledSeconds = 0.5

  /// The pitches of this update; the first `count` are valid.
  private var list = FixedArray(repeating: Hypothesis(), count: Hypotheses.capacity)
  private var memory = FixedArray(repeating: Memory(), count: Hypotheses.memoryCapacity)
  private var memoryCount = 0
  private(set) var count = 0
  /// The highest evidence of this update.
  private(set) var highestEvidence = -Double.infinity

  /// Discards the evidence of earlier updates, at a new note.
  mutating func discardEvidence() {
    memoryCount = 0
    clear()
  }

  /// Begins an update.
  mutating func clear() {
    count = 0
    highestEvidence = -.infinity
  }

  subscript(index: Int) -> Hypothesis { list[index] }

  /// Returns true if a pitch within 1.2 % of `frequency` is in the list.
  func holds(near frequency: Double, within nepers: Double = occupied) -> Bool {
    for index in 0..<count where abs(frequency - list[index].score.frequency) < nepers * frequency {
      return true
    }
    return false
  }

  /// Returns the hypothesis of the tracked pitch; `nil` if it was not scored.
  func tracked(_ frequency: Double) -> Hypothesis? {
    for index in 0..<count where Self.isNear(list[index].score.frequency, frequency) {
      return list[index]
    }
    return nil
  }

  /// Adds a pitch, unless the list holds it.
  mutating func add(
    _ score: InharmonicComb.Score, similarity: Double, evidence: Double, preference: Double = 0
  ) {
    guard count < Self.capacity, !holds(near: score.frequency, within: Self.sameNow) else { return }
    highestEvidence = max(highestEvidence, evidence)
    list[count] = Hypothesis(
      score: score, similarity: similarity, evidence: evidence, preference: preference)
    count += 1
  }

  /// Combines the evidence of this update with that of earlier ones, and decides.
  ///
  /// - Parameters:
  ///   - seconds: the time since the last update.
  ///   - age: the time since the onset of the note, in seconds.
  ///   - tracked: the pitch of the last update and its confidence.
  /// - Returns: the best; `nil` for none.
  mutating func decide(
    after seconds: Double, age: Double, tracked: TrackedPitch?
  ) -> Hypothesis? {
    var best: Int?
    var highest = -Double.infinity
    // In a young note each update has much more evidence than those before.
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
      list[index].accumulatedEvidence += Self.continuityEvidence(of: tracked, on: frequency)
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

  /// Returns the evidence that the tracked pitch gives for `frequency`; negative if the tracked
  /// pitch contradicts it.
  private static func continuityEvidence(of tracked: TrackedPitch?, on frequency: Double) -> Double
  {
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

  /// Keeps the best pitches for the next update, without the evidence of the tracked pitch.
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
          0, list[top].accumulatedEvidence - Self.continuityEvidence(of: tracked, on: frequency)))
      memoryCount += 1
    }
  }
}
