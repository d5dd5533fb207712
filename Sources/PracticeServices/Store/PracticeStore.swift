// SPDX-License-Identifier: MIT

public import PracticeGate
import PracticeGoals

/// Carries out the effects of `Practice`: reads data, orders blockers, stores the state.
///
/// The store decides nothing. It passes each action to the reducer with the present moment, and
/// carries out the returned effects. The results become actions again. Other processes share the
/// state, so the store reads it again after another process has changed it.
public actor PracticeStore {
  /// The way to read health data, which can take long.
  public enum HealthData: Sendable {
    /// The store waits for all data before an action is done.
    case awaited
    /// Health data arrive later, so that ticks go on meanwhile.
    case inBackground
  }

  private let repository: any GateRepository
  private let clock: any PracticeClock
  private var data: any PracticeDataSource
  private var blocker: any Blocker
  private let healthData: HealthData
  /// The document that was read last, or the initial one.
  private var known: GateDocument
  private let report: @Sendable (PracticeReport) -> Void
  private var practice: Practice
  private var news = GoalNews()
  /// The last block that was ordered; `nil` for none.
  private var ordered: BlockOrder?
  /// True if the block must be ordered again when all effects of an action are done.
  private var isDue = false
  /// The reads that have not ended, by their numbers.
  private(set) var background: [Int: Task<Void, Never>] = [:]
  private var readCount = 0
  /// True while a source checks whether it has new data.
  private var isChecking = false
  /// The failure of the last action, reported once; `nil` if its state could be stored.
  private(set) var storageFailure: GateFileError?

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - repository: holds the state.
  ///   - initial: the document to use if the repository has none.
  ///   - clock: gives the moment of each action.
  ///   - data: the sources of practice data.
  ///   - blocker: enforces the blocks.
  ///   - healthData: the way to read health data, which can take long.
  ///   - report: receives the messages for the user.
  public init(
    repository: any GateRepository, initial: GateDocument, clock: any PracticeClock,
    data: any PracticeDataSource, blocker: any Blocker, healthData: HealthData = .awaited,
    report: @escaping @Sendable (PracticeReport) -> Void = { _ in }
  ) {
    self.repository = repository
    known = initial
    self.clock = clock
    self.data = data
    self.blocker = blocker
    self.healthData = healthData
    self.report = report
    practice = (try? initial.snapshot.restored()) ?? Practice(calendar: .utc)
  }

  /// The state after the last action.
  public var state: Practice { practice }

  /// The settings in the document that was read last.
  var settings: GateSettings { known.settings }

  /// True if the next action begins another day.
  var isDayOver: Bool {
    guard let today = practice.goals.today else { return false }
    return today.successor(at: clock.now, calendar: practice.goals.calendar) != nil
  }

  /// Sends one action to the reducer, and carries out all effects that follow.
  ///
  /// - Parameter action: the event that happened.
  public func send(_ action: PracticeAction) async {
    await perform(action)
    await enforce()
  }

  /// Waits for the data that are still being read.
  public func settle() async {
    while let task = background.first?.value { await task.value }
  }

  /// Uses other services from the next action on.
  ///
  /// - Parameters:
  ///   - data: the sources of practice data; `nil` to keep the present ones.
  ///   - blocker: enforces the blocks; `nil` to keep the present one.
  package func use(data: (any PracticeDataSource)?, blocker: (any Blocker)?) {
    self.data = data ?? self.data
    self.blocker = blocker ?? self.blocker
  }

  /// Orders the present block again without a change of the state, so that its lease does not end
  /// while the state can't be stored.
  func renew() async {
    guard let order = practice.gate.blockOrder, !order.blocked.isEmpty else { return }
    do throws(BlockerError) {
      try await blocker.enforce(blocked: order.blocked, until: order.until)
    } catch {
      report(.blocker(error))
    }
  }

  /// Reads all data again if a source has new data; does not wait for the source.
  func readChanges() {
    guard !isChecking else { return }
    isChecking = true
    readCount += 1
    let number = readCount
    background[number] = Task {
      if await data.hasNewData() { await send(.refresh) }
      isChecking = false
      background[number] = nil
    }
  }

  // MARK: - Actions

  private func perform(_ action: PracticeAction) async {
    let effects = reduce(action)
    if let day = practice.goals.today?.day {
      for status in news.reached(practice.goals.statuses(at: clock.now), on: day) {
        report(.reached(status))
      }
    }
    for effect in effects { await carryOut(effect) }
  }

  /// Runs the reducer under the lock of the repository.
  private func reduce(_ action: PracticeAction) -> [PracticeEffect] {
    var effects: [PracticeEffect] = []
    let unchanged = (practice, isDue)
    do throws(GateFileError) {
      try repository.update { document, isOther in
        if isOther, let document { known = document }
        var document = document ?? known
        if isOther, let kept = try? document.snapshot.restored() { practice = kept }
        let before = practice
        effects = practice.reduce(
          Timed(
            action, now: clock.now, uptimeInMilliseconds: clock.uptimeInMilliseconds))
        if isOther, let order = practice.gate.blockOrder, order != ordered, ordered != nil {
          isDue = true
        }
        guard effects.contains(.persist) || (practice != before && action != .tick) else {
          return nil
        }
        document.snapshot = PracticeSnapshot(practice)
        return document
      }
      storageFailure = nil
    } catch {
      // A change that can't be stored is undone.
      (practice, isDue) = unchanged
      effects = []
      if error != storageFailure { report(.gateFile(error)) }
      storageFailure = error
    }
    return effects
  }

  private func carryOut(_ effect: PracticeEffect) async {
    switch effect {
    case .fetch(let metric, let day): await fetch(metric, day)
    // The order is made at the end, because data that arrive meanwhile can change it.
    case .enforce: isDue = true
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
    switch (healthData, metric) {
    case (.awaited, _), (_, .practiceMinutes), (_, .inTuneNotes), (_, .timeOfDay):
      await answer(metric, day)
    case (.inBackground, .steps), (.inBackground, .activeEnergy), (.inBackground, .exerciseMinutes):
      readCount += 1
      let number = readCount
      background[number] = Task {
        await answer(metric, day)
        await enforce()
        background[number] = nil
      }
    }
  }

  private func answer(_ metric: PracticeMetric, _ day: PracticeDay) async {
    let source = data
    do throws(PracticeDataError) {
      let amount = try await source.fetch(metric, on: day)
      // A source that was replaced meanwhile does not count.
      guard source === data else { return }
      if metric == .practiceMinutes {
        // A date that opened the gate counts no more practice, but its exits count.
        for time in try await source.exits(on: day.counted(at: clock.now)) {
          await perform(.exitTaken(at: time, day: day.day))
        }
      }
      await perform(.measured(metric, amount: amount, day: day.day))
    } catch {
      guard source === data else { return }
      report(.data(metric, error))
      await perform(.fetchFailed(metric, error))
    }
  }

  /// Orders the last block that the actions led to, once.
  private func enforce() async {
    while isDue {
      isDue = false
      guard let order = practice.gate.blockOrder else { return }
      do throws(BlockerError) {
        try await blocker.enforce(blocked: order.blocked, until: order.until)
        if ordered != order { report(.order(order)) }
        ordered = order
        await perform(.orderEnforced)
      } catch {
        report(.blocker(error))
        await perform(.orderFailed(error))
      }
    }
  }
}
