// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import Synchronization
internal import TunerState

/// Carries out the reducer's effects, and returns their answers as actions.
///
/// Audio, storage and feedback each have a queue that keeps the order of effects. So a slow disk
/// does not delay a stop, and no effect runs on the thread of the reducer.
final class EffectRunner: Sendable {
  private let audio: any AudioProcessing
  private let settings: any SettingsRepository
  private let tunings: any TuningRepository
  private let feedback: any Feedback
  private let clock: any TunerClock
  private let audioQueue = DispatchQueue(label: "headstock.audio", qos: .userInteractive)
  private let storageQueue = DispatchQueue(label: "headstock.storage", qos: .utility)
  private let feedbackQueue = DispatchQueue(label: "headstock.feedback", qos: .userInitiated)
  /// The timers that have not run, by their tokens; `nil` for one that is being started.
  private let timers = Mutex<[ConfirmationToken: ScheduledCall?]>([:])
  private let found = Mutex<[StorageNotice]>([])

  init(
    audio: any AudioProcessing, settings: any SettingsRepository,
    tunings: any TuningRepository, feedback: any Feedback, clock: any TunerClock
  ) {
    self.audio = audio
    self.settings = settings
    self.tunings = tunings
    self.feedback = feedback
    self.clock = clock
  }

  /// The notices from the last read of settings and tunings, and from the values stored since.
  var notices: [StorageNotice] { found.withLock { $0 } }

  /// Queues effects, and returns before they are carried out.
  func carryOut(_ effects: [TunerEffect], for store: TunerStore) {
    for effect in effects { carryOut(effect, for: store) }
  }

  private func carryOut(_ effect: TunerEffect, for store: TunerStore) {
    switch effect {
    case .startAudio: audioQueue.async { self.start(for: store) }
    case .observeResults:
      audioQueue.async { self.audio.observePitchResults { store.receive($0) } }
    case .stopObserving: audioQueue.async { self.audio.stopObserving() }
    case .stopAudio, .releaseAudio:
      audioQueue.async {
        self.audio.stop()
        store.send(.stopped)
      }
    case .retarget(let target): audioQueue.async { self.retarget(target, for: store) }
    case .setUpdateRate(let rate): audioQueue.async { self.audio.setUpdateRate(rate) }
    case .feedback(let style): feedbackQueue.async { self.feedback.give(style) }
    case .startConfirmationTimer(let token, let deadline):
      startTimer(token, deadline: deadline, for: store)
    case .cancelConfirmationTimer(let token):
      timers.withLock { $0.removeValue(forKey: token) }??.cancel()
    case .settings(let effect): storageQueue.async { self.carryOut(effect, for: store) }
    }
  }

  private func start(for store: TunerStore) {
    let view = store.view
    do throws(AudioError) {
      try audio.start(target: view.target, updateRate: view.settings.values.frequencyUpdateRate)
      store.send(.startSucceeded)
    } catch {
      store.send(.startFailed(error))
    }
  }

  private func retarget(_ target: TunerTarget, for store: TunerStore) {
    do throws(AudioError) {
      try audio.retarget(target)
    } catch {
      store.send(.captureFailed(error))
    }
  }

  private func startTimer(_ token: ConfirmationToken, deadline: Duration, for store: TunerStore) {
    timers.withLock { $0[token] = .some(nil) }
    let call = clock.schedule(at: deadline) { [weak self, weak store] in
      _ = self?.timers.withLock { $0.removeValue(forKey: token) }
      store?.send(.confirmationTimedOut(token))
    }
    // A call whose deadline is past may have run already, and then its entry is gone.
    let isWaiting = timers.withLock { timers in
      guard timers.keys.contains(token) else { return false }
      timers[token] = call
      return true
    }
    if !isWaiting { call.cancel() }
  }

  private func carryOut(_ effect: SettingsEffect, for store: TunerStore) {
    do throws(StorageError) {
      switch effect {
      case .load:
        let (stored, notices) = try settings.load()
        let (tunings, more) = tunings.tunings()
        found.withLock { $0 = notices + more }
        store.send(.settings(.loaded(stored, tunings: tunings)))
      case .persist(let key, let value):
        let notices = try settings.store(value, for: key)
        found.withLock { $0 += notices }
      }
    } catch {
      switch effect {
      case .load: store.send(.settings(.loadFailed(error)))
      case .persist: store.send(.persistFailed(error))
      }
    }
  }

  /// Returns when all earlier effects are carried out.
  func settle() {
    for queue in [audioQueue, storageQueue, feedbackQueue] { queue.sync {} }
  }

  /// Stops audio regardless of the reducer's state, and cancels the timers.
  func shutDown() {
    audioQueue.sync {
      audio.stopObserving()
      audio.stop()
    }
    let calls = timers.withLock { timers in
      defer { timers = [:] }
      return timers
    }
    for call in calls.values { call?.cancel() }
  }
}
