// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerView {
  /// Takes in what happened.
  ///
  /// - Parameter action: what happened.
  /// - Returns: what is to be done about it, in this order.
  /// - Complexity: of a result, O(strings). It allocates nothing, save when a confirmation begins or
  ///   ends.
  public mutating func reduce(_ action: TunerAction) -> [TunerEffect] {
    switch action {
    case .pitchResult(let result, let time): receive(result, at: time)
    case .startListening: start()
    case .startSucceeded: startSucceeded()
    case .startFailed(let error): startFailed(error)
    case .stopListening: stop()
    case .stopped: stopped()
    case .captureFailed(let error): captureFailed(error)
    case .confirmationTimedOut(let token): timeOut(token)
    case .acknowledgeInTune: dismissConfirmation()
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
      return [.observeResults]
    // A stop that came first wins: audio is being stopped already.
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
      return [.stopAudio, .stopObserving] + dismissConfirmation()
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
      return [.stopObserving, .releaseAudio] + dismissConfirmation()
    case .stopping:
      state.error = .audio(error)
      return []
    case .idle, .starting: return []
    }
  }

  // MARK: - The confirmation

  private mutating func timeOut(_ token: ConfirmationToken) -> [TunerEffect] {
    // A timer of an earlier confirmation has nothing to say about this one.
    guard latch.pending?.token == token else { return [] }
    _ = dismissConfirmation()
    return []
  }

  /// Ends what is shown; its timer is not waited for.
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
