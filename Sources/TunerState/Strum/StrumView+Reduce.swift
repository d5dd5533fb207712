// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension StrumView {
  /// Reduces an action.
  ///
  /// - Parameter action: the action.
  /// - Returns: the effects, in order.
  /// - Complexity: O(strings). It allocates only when strings change or a confirmation begins or
  ///   ends.
  public mutating func reduce(_ action: StrumAction) -> [StrumEffect] {
    switch action {
    case .result(let result, let time): receive(result, at: time)
    case .begin: begin()
    case .end: end()
    case .retarget(let targets): retarget(targets)
    case .follow(let rules): follow(rules)
    case .confirmationTimedOut(let token): timeOut(token)
    case .acknowledge: dismissAll()
    }
  }

  // MARK: - Listening

  private mutating func begin() -> [StrumEffect] {
    guard !isListening else { return [] }
    let effects = clear(strings.map { $0.target })
    isListening = true
    return effects
  }

  private mutating func end() -> [StrumEffect] {
    guard isListening else { return [] }
    isListening = false
    for index in strings.indices { strings[index].presence = .silent }
    level = nil
    return dismissAll()
  }

  private mutating func retarget(_ targets: [StrumTarget]) -> [StrumEffect] {
    let targets = Array(targets.prefix(StringReadings.capacity))
    guard targets != strings.map({ $0.target }) else { return [] }
    return clear(targets)
  }

  private mutating func follow(_ rules: StrumRules) -> [StrumEffect] {
    guard rules != self.rules else { return [] }
    self.rules = rules
    for index in strings.indices {
      strings[index].hysteresis = rules.hysteresis
      guard let reading = strings[index].reading else { continue }
      strings[index].tuningState = TuningState(
        cents: reading.deviation, confidence: reading.confidence, noiseGate: rules.noiseGate,
        tolerance: rules.tolerance)
    }
    return []
  }

  /// Discards every reading.
  private mutating func clear(_ targets: [StrumTarget]) -> [StrumEffect] {
    let effects = dismissAll()
    for index in strings.indices { latches[index] = strings[index].latch }
    strings = targets.enumerated().map { index, target in
      latches[index].rearm()
      var string = StrumStringView(target, latch: latches[index])
      string.hysteresis = rules.hysteresis
      return string
    }
    (strokeCount, settledStroke, signalledStroke) = (0, 0, 0)
    (onset, countedOnset, firstAnswer, latestTimestamp, level) = (nil, nil, nil, nil, nil)
    return effects
  }

  // MARK: - Confirmations

  private mutating func timeOut(_ token: ConfirmationToken) -> [StrumEffect] {
    for index in strings.indices where strings[index].latch.pending?.token == token {
      _ = strings[index].latch.dismiss()
    }
    return []
  }

  private mutating func dismissAll() -> [StrumEffect] {
    var effects: [StrumEffect] = []
    for index in strings.indices {
      if let ended = strings[index].latch.dismiss() {
        effects.append(.cancelConfirmationTimer(ended.token))
      }
    }
    return effects
  }
}
