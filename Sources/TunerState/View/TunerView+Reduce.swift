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
    switch action {
    case .pitchResult(let result, let time): receive(result, at: time)
    case .strumResult(let result, let time): strum(.result(result, at: time))
    case .startListening: start()
    case .startSucceeded: startSucceeded()
    case .startFailed(let error): startFailed(error)
    case .stopListening: stop()
    case .stopped: stopped()
    case .captureFailed(let error): captureFailed(error)
    case .confirmationTimedOut(let token): timeOut(token)
    case .acknowledgeInTune: dismissConfirmation() + strum(.acknowledge)
    case .acknowledgeError: acknowledgeError()
    case .selectTuning(let id): change(.choose(id: id))
    case .useTuning(let tuning): use(tuning)
    case .setTargetMode(let mode): aim(mode)
    case .setCapo(let fret): setCapo(fret)
    case .persistFailed(let error): change(.persistFailed(error))
    case .settings(let action): change(action)
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
      state.error = nil
      done = StringSet()
      latestTimestamp = nil
      latch.rearm()
      hysteresis = Self.hysteresis(settings.values)
      return [.observeResults] + followStrokes()
    // An earlier stop wins: audio is already stopping.
    case .idle, .listening, .stopping: return []
    }
  }

  private mutating func startFailed(_ error: AudioError) -> [TunerEffect] {
    switch phase {
    case .starting:
      phase = .idle
      state.error = .audio(error)
      return dismissConfirmation()
    case .stopping:
      state.error = .audio(error)
      return dismissConfirmation()
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
      state.error = .audio(error)
      return [.stopObserving, .releaseAudio] + dismissConfirmation() + followStrokes()
    case .stopping:
      state.error = .audio(error)
      return []
    case .idle, .starting: return []
    }
  }

  // MARK: - The confirmation

  private mutating func timeOut(_ token: ConfirmationToken) -> [TunerEffect] {
    // The timer of an earlier confirmation does not concern this one.
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

  private mutating func acknowledgeError() -> [TunerEffect] {
    state.error = nil
    return []
  }
}
