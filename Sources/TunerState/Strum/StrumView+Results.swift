// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension StrumView {
  /// Reduces a result.
  ///
  /// Late results, those of another number of strings, and those while nothing listens change
  /// nothing. Readings of other strings, which arrive after a change of the targets, are unclear:
  /// the stroke is the same, and the next result measures it.
  mutating func receive(
    _ result: StrumResult, at time: Duration, _ send: (StrumEffect) -> Void
  ) {
    guard isListening, result.readings.count == strings.count else { return }
    if let latestTimestamp, result.timestamp < latestTimestamp { return }
    latestTimestamp = result.timestamp
    latestTime = max(time, latestTime)
    level = result.level.flatMap { $0.value.isFinite ? $0 : nil }
    let isNewStroke = result.onsets?.lowerBound != onset
    onset = result.onsets?.lowerBound
    if isNewStroke { beginStroke() }

    var hasTurnedIn = false
    for index in strings.indices {
      let reading = strings[index].matching(result.readings[index], rules)
      strings[index].isUncertain = strings[index].isUncertain(result.readings[index], rules)
      let wasOff = strings[index].hasBeenOff
      let state = take(reading, of: index)
      if confirm(state, of: index, send), wasOff { hasTurnedIn = true }
    }
    settle(result)
    let isWhole = isAllInTune && settledStroke == strokeCount && signalledStroke != strokeCount
    if isWhole { signalledStroke = strokeCount }
    if hasTurnedIn || isWhole { send(.signal) }
  }

  private mutating func beginStroke() {
    readings.begin()
    for index in strings.indices {
      strings[index].hasBeenOff = false
      strings[index].settledReading = nil
    }
  }

  /// Takes the reading of one string, and returns its state in this update.
  private mutating func take(_ reading: StringReading, of index: Int) -> TuningState {
    strings[index].latestState = reading.state
    let target = PitchTarget.string(strings[index].target.string)
    let (cents, confidence) = (reading.deviation, reading.confidence)
    guard reading.state == .sounding else {
      return reading.state == .unclear ? .detecting : .silent
    }
    let plain = TuningState(
      cents: cents, confidence: confidence, noiseGate: rules.noiseGate, tolerance: rules.tolerance)
    let state =
      strings[index].hysteresis?.state(
        cents: cents, confidence: confidence, target: target, onset: onset) ?? plain
    guard state != .silent, state != .detecting, state != .active else {
      strings[index].latestState = .silent
      return state
    }
    if countedOnset != onset {
      countedOnset = onset
      strokeCount += 1
    }
    strings[index].reading = reading
    strings[index].readingTime = latestTime
    strings[index].stroke = strokeCount
    strings[index].tuningState = state
    if state != .inTune { strings[index].hasBeenOff = true }
    return state
  }

  /// Advances the confirmation of one string, and returns true if one begins.
  private mutating func confirm(
    _ state: TuningState, of index: Int, _ send: (StrumEffect) -> Void
  ) -> Bool {
    // A timer may be late. The confirmation ends at its deadline anyway.
    if let pending = strings[index].latch.pending, pending.deadline <= latestTime {
      _ = strings[index].latch.dismiss()
      send(.cancelConfirmationTimer(pending.token))
    }
    let shown = strings[index].latch.pending
    let begins = strings[index].latch.advance(
      state, .string(strings[index].target.string), onset: onset, at: latestTime,
      hold: rules.confirmationHold)
    guard begins, let pending = strings[index].latch.pending else { return false }
    if let shown { send(.cancelConfirmationTimer(shown.token)) }
    send(.startConfirmationTimer(pending.token, deadline: pending.deadline))
    strings[index].hasBeenOff = false
    return true
  }

  /// Counts an update of the newest stroke, and keeps its readings when they are settled.
  private mutating func settle(_ result: StrumResult) {
    guard onset != nil else { return }
    var own = result
    for index in strings.indices where !strings[index].target.isTarget(of: result.readings[index]) {
      own.readings[index] = .unmeasured(.unclear)
    }
    readings.append(own)
    guard readings.isSettled, countedOnset == onset, settledStroke != strokeCount else { return }
    settledStroke = strokeCount
    for index in strings.indices {
      strings[index].settledReading = readings.reading(ofString: index)
    }
  }
}

extension StrumStringView {
  /// Returns a reading of this string, as measured or *unclear*.
  ///
  /// The result is *unclear* if the reading was compared with another target, lacks a finite
  /// confidence, a frequency or a deviation, or is too uncertain to decide whether the string is in
  /// tune (for example, while a hand stops the string).
  func matching(_ reading: StringReading, _ rules: StrumRules) -> StringReading {
    guard reading.state == .sounding else { return reading }
    guard isComplete(reading), !isUncertain(reading, rules) else { return .unmeasured(.unclear) }
    var reading = reading
    if let sigma = reading.sigma, !(sigma.value >= 0 && sigma.value.isFinite) {
      reading.sigma = nil
    }
    return reading
  }

  /// Returns true for a measured reading of this string whose sigma is too large to decide whether
  /// the string is in tune.
  ///
  /// A narrow tolerance that is more than twice sigma away is decided. A reading that would be too
  /// uncertain at the standard tolerance never replaces an earlier one, however far away it is: the
  /// hand is stopping the string, or the window is short. `StringVerdict`, which judges a settled
  /// stroke and has no earlier reading, requires once sigma.
  func isUncertain(_ reading: StringReading, _ rules: StrumRules) -> Bool {
    guard reading.state == .sounding, isComplete(reading), let sigma = reading.sigma?.value else {
      return false
    }
    let window = rules.tolerance.inTune.value
    guard 2 * sigma > window else { return false }
    let isDecided = reading.deviation.map { abs($0.value) > window + 2 * sigma } ?? false
    return !isDecided || 2 * sigma > TuningTolerance.standard.inTune.value
  }

  /// Returns true for a reading that was compared with this string's target and has all of its
  /// figures.
  private func isComplete(_ reading: StringReading) -> Bool {
    reading.confidence.isFinite && reading.frequency != nil && reading.deviation != nil
      && target.isTarget(of: reading)
  }
}
