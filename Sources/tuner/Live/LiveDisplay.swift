// SPDX-License-Identifier: MIT

import ControlOutput
import FileStore
import Foundation
import Terminal
import TunerAnalysis
import TunerDisplay
import TunerRuntime
import TunerState
import Tuning

/// A live run with the full-screen display: a store that drives the tuner, and the display of the
/// store.
struct LiveDisplay {
  let run: LiveRun
  let configuration: DisplaySession.Configuration

  /// Shows the display until it ends.
  ///
  /// - Throws: `SettingError`, and `ExitStatus` and errors of standard output, whose reason has
  ///   been printed.
  func show() throws {
    let overrides = try run.configuration.sources.overrides()
    guard let events = DisplayEvents() else {
      throw LiveFailure(
        message: "too many files are open. Raise the limit with: ulimit -n", status: .usage
      ).reported()
    }
    events.follow(run.signals) { [saving = run.saving] in
      ForcedExit.schedule(ExitStatus.interrupted.code, save: saving.finishWithoutWaiting)
    }
    let tap = SampleTap()
    let tone = DeviceTone(deviceName: run.configuration.playbackDevice) { events.notify() }
    let store = store(tap: tap, chime: tone, overrides: overrides)
    run.keeper.follow { [weak store, settings = run.configuration.settings] in
      store.map { SessionChoices($0.view) } ?? SessionChoices(settings)
    }
    begin(store, run.configuration.settings.target)
    var session = DisplaySession(
      store: store, tap: tap, tone: tone, events: events, configuration: configuration,
      earlier: run.configuration.earlier,
      release: { [midi = run.configuration.midi, opened = run.opened] isReleased in
        if isReleased { midi?.rest() }
        opened.release(isReleased)
      })
    let ending = Result { try session.run() }
    let code = status(of: ending)?.code ?? ExitStatus.done
    ForcedExit.schedule(code, save: run.saving.finishWithoutWaiting)
    tone.stop()
    store.shutdown()
    report(session.costs, store.notices)
    ForcedExit.beginSaving(code)
    let loss = run.saving.finish()
    ForcedExit.endSaving()
    try finish(ending, loss)
  }

  private func store(
    tap: SampleTap, chime: DeviceTone, overrides: StoredSettings
  ) -> TunerStore {
    let tunings = AdjustedTunings(
      CachedTuningLibrary(TuningLibrary()), by: run.configuration.sources)
    return TunerStore(
      TunerView(tuning: run.configuration.settings.target.openTuning), audio: run.tuner(tap: tap),
      settings: repository(overrides), tunings: tunings, feedback: ScreenFeedback(chime: chime))
  }

  /// Prints the notices about stored settings, the last warning and, if requested, the cost of
  /// drawing.
  ///
  /// The display has ended, so the terminal shows lines again.
  private func report(_ costs: PictureCosts, _ notices: [StorageNotice]) {
    if !run.configuration.isQuiet {
      // The faults that were known at the beginning were printed then.
      let known = run.configuration.sources.warnings
      say(notices.map { "\($0)" }.filter { !known.contains($0) })
    }
    if !run.configuration.isQuiet, let warning = run.outcome.takeWarning() {
      StandardError.write("tuner: \(warning)\n")
    }
    if run.configuration.isVerbose { say([account(of: costs)].compactMap(\.self)) }
  }

  private func status(of ending: Result<DisplaySession.Ending, any Error>) -> ExitStatus? {
    switch ending {
    case .success(.done): nil
    case .success(.interrupted): .interrupted
    case .success(.failed): run.outcome.failure?.status ?? .usage
    case .success(.noTerminal), .failure: .usage
    }
  }

  private func finish(
    _ ending: Result<DisplaySession.Ending, any Error>, _ loss: ExitStatus?
  ) throws {
    if case .failed(let error) = try ending.get() {
      throw (run.outcome.failure ?? LiveFailure(message: "\(error)", status: .usage)).reported()
    }
    if let status = loss ?? status(of: ending) { throw status }
  }

  /// Returns a sentence about the cost of drawing; `nil` when nothing was drawn.
  private func account(of costs: PictureCosts) -> String? {
    guard let high = costs.quantile(0.99) else { return nil }
    let text = { (duration: Duration) in "\((duration / .microseconds(10)).rounded() / 100) ms" }
    return "\(costs.total) pictures; built and written in \(text(high)) at the 99th percentile, "
      + "\(text(costs.longest)) at most"
  }

  private func say(_ lines: [String]) {
    for line in lines { StandardError.write("tuner: \(printable(line))\n") }
  }

  /// Sends the target of the command line, and starts the session.
  private func begin(_ store: TunerStore, _ target: TargetSettings) {
    store.send(.settings(.load))
    if let tuning = target.openTuning {
      store.send(.useTuning(tuning))
      store.send(.setCapo(target.capo))
    } else {
      store.send(.setTargetMode(.chromatic))
    }
    if run.configuration.settings.strum != nil { store.send(.setTargetMode(.all)) }
    if let locked = target.classifier.locked {
      store.send(.setTargetMode(.locked(locked.string.position)))
    }
    // The session is described with the choices in force, which need the loaded settings.
    store.settle()
    // The settings of the file can't hold the scale of a Scala file.
    store.send(.settings(.useTemperament(target.classifier.system.temperament)))
    store.send(.startListening)
  }

  private func repository(_ overrides: StoredSettings) -> any SettingsRepository {
    let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
    let file: any SettingsRepository =
      (try? SettingsFile(in: directories)) ?? UnavailableSettings()
    return OverriddenSettings(file, overrides: overrides)
  }
}
