// SPDX-License-Identifier: MIT

internal import Synchronization
public import TunerState

/// The tuner's state, and the only place where it changes.
///
/// The state is a value behind a lock. An action is reduced on the thread that sends it, so a result is
/// state when `send` returns; what it asks for is carried out on other threads in the order of asking.
/// Observers are told that something changed and read the newest state: one that is slow misses
/// states, and never gets an old one. A store that listens is held by what it listens with, until it
/// stops or is shut down.
public final class TunerStore: Sendable {
  private struct Core {
    var view: TunerView
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0
    var isShutDown = false
  }

  private let core: Mutex<Core>
  private let runner: EffectRunner
  /// The time of the session.
  public let clock: any TunerClock

  /// Makes a store of a tuner that has not listened yet.
  ///
  /// - Parameters:
  ///   - view: what it shows at first.
  ///   - audio: what hears.
  ///   - settings: where settings are kept.
  ///   - tunings: where tunings come from.
  ///   - feedback: tells the player that a string is in tune.
  ///   - clock: the time of the session.
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

  /// What the tuner shows now.
  public var view: TunerView { core.withLock { $0.view } }

  /// What was found wrong with what is kept, the last time that it was read.
  public var notices: [StorageNotice] { runner.notices }

  /// Takes in an action: it is part of ``view`` when this returns.
  ///
  /// - Parameter action: what happened.
  public func send(_ action: TunerAction) {
    core.withLock { core in
      guard !core.isShutDown else { return }
      let effects = core.view.reduce(action)
      // In here, so that effects are asked for in the order of their actions.
      if !effects.isEmpty { runner.carryOut(effects, for: self) }
      for watcher in core.watchers.values { watcher.yield() }
    }
  }

  /// Takes in what a session tells.
  ///
  /// - Parameter event: an empty emission is an action that changes nothing.
  public func receive(_ event: SessionEvent) {
    switch event {
    case .result(let emission):
      if let result = emission.result {
        send(.pitchResult(result, at: clock.now))
      } else {
        send(.startSucceeded)
      }
    case .failed(let error): send(.captureFailed(error))
    case .ended: send(.stopListening)
    }
  }

  /// The states from now on, newest only, beginning with the current one.
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

  /// Stops listening, lets go of the device, ends all observation, and ignores every later action.
  ///
  /// It returns when all of that is done; what was to be kept is kept.
  public func shutdown() {
    send(.stopListening)
    runner.settle()
    runner.shutDown()
    let watchers = core.withLock { core in
      core.isShutDown = true
      defer { core.watchers = [:] }
      return core.watchers
    }
    for watcher in watchers.values { watcher.finish() }
  }

  /// Waits until all effects of what was sent before are carried out, and their answers' effects.
  public func settle() { for _ in 0..<3 { runner.settle() } }
}
