// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerView {
  /// Reduces an action.
  ///
  /// - Parameter action: the action.
  /// - Returns: the effects, in order.
  /// - Complexity: O(strings) for a result. It allocates only when a confirmation begins or ends.
  public mutating func reduce(_ action: TunerAction) -> [TunerEffect] {
    var effects: [TunerEffect] = []
    reduce(action, into: &effects)
    return effects
  }

  /// Reduces an action and appends its effects to a list.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - effects: the list. A result of one string appends at most three effects. A result of all
  ///     strings appends at most two per string and one more.
  /// - Complexity: O(strings) for a result. A result allocates nothing while the list has room.
  public mutating func reduce(_ action: TunerAction, into effects: inout [TunerEffect]) {
    switch action {
    case .pitchResult(let result, let time): receive(result, at: time, into: &effects)
    case .strumResult(let result, let time): strum(.result(result, at: time), into: &effects)
    case .startListening: effects += start()
    case .startSucceeded: effects += startSucceeded()
    case .startFailed(let error): effects += startFailed(error)
    case .stopListening: effects += stop()
    case .stopped: effects += stopped()
    case .captureFailed(let error): effects += captureFailed(error)
    case .confirmationTimedOut(let token): effects += timeOut(token)
    case .acknowledgeInTune: effects += dismissConfirmation() + strum(.acknowledge)
    case .acknowledgeError: effects += acknowledgeError()
    case .selectTuning(let id): effects += choose { $0.change(.choose(id: id)) }
    case .useTuning(let tuning): effects += choose { $0.use(tuning) }
    case .setTargetMode(let mode): effects += choose { $0.aim(mode) }
    case .setCapo(let fret): effects += choose { $0.setCapo(fret) }
    case .persistFailed(let error): effects += change(.persistFailed(error))
    case .settings(let action): effects += choose { $0.change(action) }
    }
  }

  // MARK: - Listening

  private mutating func start() -> [TunerEffect] {
    switch phase {
    case .idle:
      phase = .starting
      return [.startAudio]
    case .starting, .listening, .stopping: return []
    }
  }

  private mutating func startSucceeded() -> [TunerEffect] {
    switch phase {
    case .starting:
      phase = .listening
      state.isListening = true
      clearError()
      done = StringSet()
      (latestTimestamp, latestTime) = (nil, .zero)
      latch.rearm()
      hysteresis = Self.hysteresis(settings.values)
      return [.observeResults] + followStrokes()
    // Audio is already stopping, so this success has no effect.
    case .idle, .listening, .stopping: return []
    }
  }

  private mutating func startFailed(_ error: AudioError) -> [TunerEffect] {
    switch phase {
    case .starting:
      phase = .idle
      return show(.audio(error))
    case .stopping: return show(.audio(error))
    case .idle, .listening: return []
    }
  }

  private mutating func stop() -> [TunerEffect] {
    switch phase {
    case .starting:
      phase = .stopping
      return [.stopAudio] + dismissConfirmation()
    case .listening:
      phase = .stopping
      state.isListening = false
      return [.stopAudio, .stopObserving] + dismissConfirmation() + followStrokes()
    case .idle, .stopping: return []
    }
  }

  private mutating func stopped() -> [TunerEffect] {
    switch phase {
    case .stopping:
      phase = .idle
      return []
    case .idle, .starting, .listening: return []
    }
  }

  private mutating func captureFailed(_ error: AudioError) -> [TunerEffect] {
    switch phase {
    case .listening:
      phase = .stopping
      state.isListening = false
      return [.stopObserving, .releaseAudio] + show(.audio(error)) + followStrokes()
    case .stopping: return show(.audio(error))
    case .idle, .starting: return []
    }
  }

  // MARK: - The confirmation

  private mutating func timeOut(_ token: ConfirmationToken) -> [TunerEffect] {
    // The timer may belong to an earlier confirmation.
    _ = strum(.confirmationTimedOut(token))
    guard latch.pending?.token == token else { return [] }
    _ = dismissConfirmation()
    return []
  }

  /// Ends the displayed confirmation and cancels its timer.
  mutating func dismissConfirmation() -> [TunerEffect] {
    state.showInTuneConfirmation = false
    guard let ended = latch.dismiss() else { return [] }
    return [.cancelConfirmationTimer(ended.token)]
  }

  // MARK: - The error

  /// Displays an error and ends every confirmation.
  mutating func show(_ error: TunerError) -> [TunerEffect] {
    state.error = error
    return dismissConfirmation() + strum(.acknowledge)
  }

  /// Removes a displayed refusal, because a later choice was valid.
  mutating func clearRefusal() {
    if state.error?.isRefusal == true { clearError() }
  }

  private mutating func acknowledgeError() -> [TunerEffect] {
    clearError()
    return []
  }

  private mutating func clearError() {
    state.error = nil
    settings.error = nil
  }
}
