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
    var effects: [StrumEffect] = []
    reduce(action) { effects.append($0) }
    return effects
  }

  /// Reduces an action and passes each effect on, in order.
  ///
  /// A result passes on at most two effects per string, the end and the start of a confirmation,
  /// and one signal. It allocates nothing.
  mutating func reduce(_ action: StrumAction, _ send: (StrumEffect) -> Void) {
    switch action {
    case .result(let result, let time): receive(result, at: time, send)
    case .begin: begin(send)
    case .end: end(send)
    case .retarget(let targets): retarget(targets, send)
    case .follow(let rules): follow(rules)
    case .confirmationTimedOut(let token): timeOut(token)
    case .acknowledge: dismissAll(send)
    }
  }

  // MARK: - Listening

  private mutating func begin(_ send: (StrumEffect) -> Void) {
    guard !isListening else { return }
    clear(strings.map { $0.target }, send)
    isListening = true
  }

  private mutating func end(_ send: (StrumEffect) -> Void) {
    guard isListening else { return }
    isListening = false
    for index in strings.indices {
      strings[index].latestState = .silent
      strings[index].isUncertain = false
    }
    level = nil
    dismissAll(send)
  }

  private mutating func retarget(_ targets: [StrumTarget], _ send: (StrumEffect) -> Void) {
    let targets = Array(targets.prefix(StringReadings.capacity))
    guard targets != strings.map({ $0.target }) else { return }
    clear(targets, send)
  }

  private mutating func follow(_ rules: StrumRules) {
    guard rules != self.rules else { return }
    self.rules = rules
    for index in strings.indices {
      strings[index].hysteresis = rules.hysteresis
      guard let reading = strings[index].reading else { continue }
      // The gate of its time accepted the reading; a new gate applies to new readings.
      strings[index].tuningState = TuningState(
        cents: reading.deviation, confidence: 1, noiseGate: rules.noiseGate,
        tolerance: rules.tolerance)
    }
  }

  /// Discards every reading.
  private mutating func clear(_ targets: [StrumTarget], _ send: (StrumEffect) -> Void) {
    dismissAll(send)
    for index in strings.indices { latches[index] = strings[index].latch }
    strings = targets.enumerated().map { index, target in
      latches[index].rearm()
      var string = StrumStringView(target, latch: latches[index])
      string.hysteresis = rules.hysteresis
      return string
    }
    (strokeCount, settledStroke, signalledStroke) = (0, 0, 0)
    (onset, countedOnset, latestTimestamp, level) = (nil, nil, nil, nil)
    readings = StrokeReadings(stringCount: strings.count)
    // The time of another stream may begin at zero again.
    latestTime = .zero
  }

  // MARK: - Confirmations

  private mutating func timeOut(_ token: ConfirmationToken) {
    for index in strings.indices where strings[index].latch.pending?.token == token {
      _ = strings[index].latch.dismiss()
    }
  }

  private mutating func dismissAll(_ send: (StrumEffect) -> Void) {
    for index in strings.indices {
      if let ended = strings[index].latch.dismiss() { send(.cancelConfirmationTimer(ended.token)) }
    }
  }
}
