// SPDX-License-Identifier: MIT

internal import Synchronization
public import TunerState

/// The only place where the tuner's state changes.
///
/// The state is a value behind a lock. An action is reduced on the thread that sends it, so its
/// change is visible when `send` returns. Effects run on other threads; those on audio, on storage
/// and on feedback each keep their order. Observers are notified of an action and read the newest
/// state: a slow observer skips states and never receives an old one. While the store listens, its
/// audio input retains it.
public final class TunerStore: Sendable {
  private struct Core {
    var view: TunerView
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0
    var isShutDown = false
  }

  private let core: Mutex<Core>
  private let runner: EffectRunner
  /// The current time of the session.
  public let clock: any TunerClock

  /// Makes a store for a tuner that has not listened yet.
  ///
  /// - Parameters:
  ///   - view: the initial state.
  ///   - audio: the audio input.
  ///   - settings: the store of settings.
  ///   - tunings: the source of tunings.
  ///   - feedback: the feedback to the player when a string is in tune.
  ///   - clock: the clock of the session.
  public init(
    _ view: TunerView = TunerView(), audio: any AudioProcessing,
    settings: any SettingsRepository, tunings: any TuningRepository,
    feedback: any Feedback = NoFeedback(), clock: any TunerClock = SystemClock()
  ) {
    core = Mutex(Core(view: view))
    runner = EffectRunner(
      audio: audio, settings: settings, tunings: tunings, feedback: feedback, clock: clock)
    self.clock = clock
  }

  /// The current state.
  public var view: TunerView { core.withLock { $0.view } }

  /// The notices from the last read of settings and tunings, and from the values stored since.
  public var notices: [StorageNotice] { runner.notices }

  /// Applies an action, which ``view`` reflects when this returns.
  public func send(_ action: TunerAction) {
    let watchers = core.withLock { core in
      guard !core.isShutDown else { return [Int: AsyncStream<Void>.Continuation]() }
      let effects = core.view.reduce(action)
      // This is called under the lock, so that effects keep the order of their actions.
      if !effects.isEmpty { runner.carryOut(effects, for: self) }
      return core.watchers
    }
    // A yield locks the observing task, and the cancellation of that task, which locks it too,
    // calls `onTermination`. A yield under the store's lock could therefore wait for itself.
    for watcher in watchers.values { watcher.yield() }
  }

  /// Applies an event of a session.
  ///
  /// - Parameter event: the event; an empty emission is an action that changes nothing.
  public func receive(_ event: SessionEvent) {
    switch event {
    case .result(let emission):
      if let result = emission.result {
        send(.pitchResult(result, at: clock.now))
      } else if let result = emission.strum {
        send(.strumResult(result, at: clock.now))
      } else {
        send(.startSucceeded)
      }
    case .failed(let error): send(.captureFailed(error))
    case .ended: send(.stopListening)
    }
  }

  /// The states from now on, beginning with the current one; a slow reader skips states.
  public var views: TunerViews {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    let number = core.withLock { core -> Int? in
      guard !core.isShutDown else { return nil }
      core.nextWatcher += 1
      core.watchers[core.nextWatcher] = continuation
      return core.nextWatcher
    }
    if let number {
      continuation.onTermination = { [weak self] _ in
        _ = self?.core.withLock { $0.watchers.removeValue(forKey: number) }
      }
    } else {
      continuation.finish()
    }
    return TunerViews(store: self, signals: signals)
  }

  /// Stops listening, closes the device, ends all observation, and ignores later actions.
  ///
  /// It returns when all of this is done and pending values are stored.
  public func shutdown() {
    send(.stopListening)
    runner.settle()
    // No action after this has an effect that the runner would not shut down.
    let watchers = core.withLock { core in
      core.isShutDown = true
      defer { core.watchers = [:] }
      return core.watchers
    }
    runner.shutDown()
    for watcher in watchers.values { watcher.finish() }
  }

  /// Waits until all effects of earlier actions, and the effects of their answers, are carried out.
  public func settle() { for _ in 0..<3 { runner.settle() } }
}
