// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// Carries out what `Practice` asks for: reads data, orders blockers, keeps the state.
///
/// It decides nothing. Each action goes to the reducer with the moment of the clock, and what comes of
/// it goes to the services, whose answers are actions again. Other processes share the state: it is
/// read anew whenever another one changed it.
public actor PracticeKeeper {
  /// Whether data that takes long is waited for.
  public enum Patience: Sendable {
    /// Everything is answered when an action is done.
    case patient
    /// Health data is answered later, so that time goes on meanwhile.
    case impatient
  }

  private let store: any GateKeeping
  private let clock: any PracticeClock
  private let data: any PracticeData
  private let blocker: any Blocker
  private let patience: Patience
  private let initial: GateDocument
  private let report: @Sendable (PracticeReport) -> Void
  private var practice: Practice
  /// The shields that were ordered last; `nil` when none were.
  private var ordered: Shields?
  /// Whether the gate's shields have to be ordered when all that follows from an action is done.
  private var isDue = false
  private var background: [Task<Void, Never>] = []

  /// Makes a keeper.
  ///
  /// - Parameters:
  ///   - store: where the state is kept.
  ///   - initial: the document for when there is none.
  ///   - clock: tells the moment of each action.
  ///   - data: the sources.
  ///   - blocker: what enforces.
  ///   - patience: whether data that takes long is waited for.
  ///   - report: is told what a person may want to know.
  public init(
    store: any GateKeeping, initial: GateDocument, clock: any PracticeClock,
    data: any PracticeData, blocker: any Blocker, patience: Patience = .patient,
    report: @escaping @Sendable (PracticeReport) -> Void = { _ in }
  ) {
    self.store = store
    self.initial = initial
    self.clock = clock
    self.data = data
    self.blocker = blocker
    self.patience = patience
    self.report = report
    practice = (try? initial.snapshot.restored()) ?? Practice(calendar: .utc)
  }

  /// The state after the last action.
  public var state: Practice { practice }

  /// Lets one thing happen, and carries out all that follows from it.
  ///
  /// - Parameter action: what happened.
  public func send(_ action: PracticeAction) async {
    await perform(action)
    await enforce()
  }

  /// Waits for the answers that were not waited for.
  public func settle() async {
    while let task = background.popLast() { await task.value }
  }

  // MARK: - Actions

  private func perform(_ action: PracticeAction) async {
    for effect in reduce(action) { await carryOut(effect) }
  }

  /// Reduces under the lock of the store.
  private func reduce(_ action: PracticeAction) -> [PracticeEffect] {
    var effects: [PracticeEffect] = []
    let unchanged = (practice, isDue)
    do throws(GateStoreError) {
      try store.update { document, isOther in
        var document = document ?? initial
        if isOther, let kept = try? document.snapshot.restored() { practice = kept }
        let before = practice
        effects = practice.reduce(
          Timed(
            action, now: clock.now, uptimeInMilliseconds: clock.uptimeInMilliseconds))
        if isOther, let shields = practice.gate.shields, shields != ordered, ordered != nil {
          isDue = true
        }
        guard effects.contains(.persist) || (practice != before && action != .tick) else {
          return nil
        }
        document.snapshot = PracticeSnapshot(practice)
        return document
      }
    } catch {
      // What can't be kept has not happened.
      (practice, isDue) = unchanged
      effects = []
      report(.store(error))
    }
    return effects
  }

  private func carryOut(_ effect: PracticeEffect) async {
    switch effect {
    case .fetch(let metric, let day): await fetch(metric, day)
    // What is ordered is what the gate says in the end: data that came meanwhile counts.
    case .updateShields: isDue = true
    case .persist: break
    case .onboarding(.requestDataAuthorization):
      do throws(PracticeDataError) {
        try await data.requestAuthorization()
        await perform(.onboarding(.dataAuthorized))
      } catch {
        await perform(.onboarding(.dataRefused(error)))
      }
    case .onboarding(.requestBlockerAuthorization):
      do throws(BlockerError) {
        try await blocker.requestAuthorization()
        try await blocker.setSelection(practice.gate.targets.targets)
        await perform(.onboarding(.blockerAuthorized))
      } catch {
        await perform(.onboarding(.blockerRefused(error)))
      }
    case .onboarding(.outOfOrder): break
    case .reportGoals(let diagnostic): report(.goals(diagnostic))
    case .reportGate(let diagnostic): report(.gate(diagnostic))
    case .reportSnapshot(let refusal): report(.snapshot(refusal))
    }
  }

  // MARK: - Services

  private func fetch(_ metric: PracticeMetric, _ day: PracticeDay) async {
    switch (patience, metric) {
    case (.patient, _), (_, .practiceMinutes), (_, .inTuneNotes), (_, .timeOfDay):
      await answer(metric, day)
    case (.impatient, .steps), (.impatient, .activeEnergy), (.impatient, .exerciseMinutes):
      background.removeAll { $0.isCancelled }
      background.append(
        Task {
          await answer(metric, day)
          await enforce()
        })
    }
  }

  private func answer(_ metric: PracticeMetric, _ day: PracticeDay) async {
    do throws(PracticeDataError) {
      let amount = try await data.fetch(metric, on: day)
      await perform(.measured(metric, amount: amount, day: day.day))
    } catch {
      report(.data(metric, error))
      await perform(.fetchFailed(metric, error))
    }
  }

  /// Orders the shields that came of the actions: the last ones, once.
  private func enforce() async {
    while isDue {
      isDue = false
      guard let shields = practice.gate.shields else { return }
      do throws(BlockerError) {
        try await blocker.updateShields(blocked: shields.blocked, until: shields.until)
        if ordered != shields { report(.shields(shields)) }
        ordered = shields
        await perform(.shieldsUpdated)
      } catch {
        report(.blocker(error))
        await perform(.shieldsFailed(error))
      }
    }
  }
}
