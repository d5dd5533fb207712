// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerView {
  /// Reduces a result.
  ///
  /// Late results, and those of a stopped session, change nothing.
  mutating func receive(
    _ result: PitchResult, at time: Duration, into effects: inout [TunerEffect]
  ) {
    // A result of one string may arrive after a change to all strings.
    guard phase == .listening, mode != .all else { return }
    if let latestTimestamp, result.timestamp < latestTimestamp { return }
    latestTimestamp = result.timestamp
    latestTime = max(time, latestTime)
    // The hysteresis advances only when a newer result arrives, because the state of the current
    // result is computed on demand.
    if let seen = state.currentPitchResult { _ = hysteresis?.state(of: seen) }
    let result = withoutOldTarget(result.finite)
    state.currentPitchResult = result
    let judged = judged(result)
    if judged == .inTune, let string = result.target?.string { done.insert(string.position) }

    // A timer may be late, but the confirmation must end at its deadline.
    let ended = isOverdue ? latch.dismiss() : nil
    let shown = latch.pending
    let begins = latch.advance(
      judged, result.target, onset: result.onset, at: latestTime,
      hold: settings.values.confirmationHold)
    state.showInTuneConfirmation = latch.pending != nil
    if let ended { effects.append(.cancelConfirmationTimer(ended.token)) }
    if begins, let pending = latch.pending {
      if let shown { effects.append(.cancelConfirmationTimer(shown.token)) }
      effects.append(.startConfirmationTimer(pending.token, deadline: pending.deadline))
      let style = settings.values.feedback
      if settings.values.enableHapticFeedback, style != .none { effects.append(.feedback(style)) }
    }
  }

  private var isOverdue: Bool { latch.pending.map { $0.deadline <= latestTime } ?? false }

  /// Removes target, deviation and guidance from a result of an earlier target or mode.
  ///
  /// Such results may arrive after a change of the target.
  func withoutOldTarget(_ result: PitchResult) -> PitchResult {
    let isCurrent =
      switch result.target {
      case nil: true
      case .string(let string)?: isTarget(string) && !isBeyondReach(result)
      case .note?, .degree?: mode == .chromatic
      }
    if isCurrent, result.guidance.map({ isTarget($0.string) }) ?? true { return result }
    var result = result
    result.target = nil
    result.cents = nil
    result.guidance = nil
    result.harmonic = nil
    return result
  }

  /// True for a deviation that only a locked string has, while the nearest string is the target.
  private func isBeyondReach(_ result: PitchResult) -> Bool {
    guard mode == .nearest, let cents = result.cents else { return false }
    return cents.magnitude > PitchClassifier.matchingRange
  }

  private func isTarget(_ string: GuitarString) -> Bool {
    switch mode {
    case .chromatic: return false
    case .locked(let position): if string.position != position { return false }
    case .nearest, .all: break
    }
    // A span: unoptimised builds allocate in an array's iterator, and this runs in real time.
    let strings = sounding.strings.span
    for index in strings.indices where strings[index] == string { return true }
    return false
  }
}

extension PitchResult {
  /// Returns the same result with every value that is not a finite number removed.
  var finite: PitchResult {
    var result = self
    if let frequency = estimate?.frequency.value, !(frequency > 0 && frequency.isFinite) {
      result.estimate = nil
      result.note = nil
      result.target = nil
      result.cents = nil
    }
    if !confidence.isFinite { result.confidence = 0 }
    if let cents, !cents.value.isFinite { result.cents = nil }
    if let level, !level.value.isFinite { result.level = nil }
    if let guidance, !guidance.interval.value.isFinite { result.guidance = nil }
    if let harmonic, !harmonic.cents.value.isFinite { result.harmonic = nil }
    if let sigma = result.estimate?.sigma, !sigma.value.isFinite { result.estimate?.sigma = nil }
    if let stiffness = result.estimate?.inharmonicity, !stiffness.isFinite {
      result.estimate?.inharmonicity = nil
    }
    return result
  }
}
