// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

/// The set-up of a gate, step by step; each step can be repeated.
struct GateSetup {
  /// The choices that the command line made.
  struct Choices {
    var hostsFile: String?
    var lease: Int?
    var onBlock: [String]?
    var onUnblock: [String]?
    var healthExport: String?
    var helper: [String]?
    var notifies: NotificationChoice?
  }

  let world: GateWorld
  let isAsking: Bool
  let targets: [TargetID]
  let goals: [PracticeGoal]
  let microphone: (any MicrophoneCheck)?
  private let messages = GateMessages()

  init(
    world: GateWorld, isAsking: Bool, targets: [TargetID], goals: [PracticeGoal],
    microphone: (any MicrophoneCheck)?
  ) {
    self.world = world
    self.isAsking = isAsking
    self.targets = targets
    self.goals = goals
    self.microphone = microphone
  }

  /// Makes the document of a gate that is not set up.
  static func fresh(_ world: GateWorld) -> GateDocument {
    GateDocument(Practice(calendar: world.calendar))
  }

  /// Runs all steps; exits with status 2 when a step fails and the person does not repeat it.
  func run(choosing choices: Choices) throws {
    world.removeExpiredBlock()
    say(SetupText.welcome(columns: columns))
    try pause()
    let document = try prepare(choices)
    let store = world.store(
      document, blocker: CheckingBlocker(world.blocker(document.settings)), report: messages.add)
    let step = try document.snapshot.restored().onboarding.step
    if step == .welcome { try send(store, .onboarding(.proceed)) }
    try checkData(store)
    try chooseTargets(store, document.settings)
    try chooseGoal(store)
    try checkBlocker(store, document)
    if step == .done { for goal in goals { try send(store, .edit(.set(goal))) } }
    try sayChoices(store, document)
    messages.print(world.calendar)
    say(SetupText.title(.done))
    if let status = messages.exitStatus(needsData: true) { throw status }
  }

  // MARK: - Steps

  /// Stores the choices of the command line.
  ///
  /// If another process changes the document meanwhile, the choices are applied to its version.
  private func prepare(_ choices: Choices) throws -> GateDocument {
    while true {
      let known = try world.document()
      let chosen = try document(known ?? Self.fresh(world), with: choices)
      var isStored = false
      try world.gateFile.update { present, _ in
        guard present == known else { return nil }
        isStored = true
        return chosen
      }
      if isStored { return chosen }
    }
  }

  /// Returns a document with the choices of the command line.
  ///
  /// If the gate is not on, goals take effect at once.
  private func document(_ old: GateDocument, with choices: Choices) throws -> GateDocument {
    var document = old
    var settings = document.settings
    settings.hostsFile = choices.hostsFile ?? settings.hostsFile
    settings.leaseSeconds = choices.lease ?? settings.leaseSeconds
    settings.onBlock = choices.onBlock ?? settings.onBlock
    settings.onUnblock = choices.onUnblock ?? settings.onUnblock
    // An empty path means none.
    if let path = choices.healthExport { settings.healthExport = path.isEmpty ? nil : path }
    settings.helper = choices.helper ?? settings.helper
    if let choice = choices.notifies { settings.notifies = choice.setting }
    for goal in goals { try settings.checkSource(of: goal) }
    let plan = goals.isEmpty ? nil : try GoalPlan(goals)
    _ = try GoalNotifier(settings.notifies, environment: GateWorld.environment)
    let practice = try document.snapshot.restored()
    try check(choices, in: settings, practice)
    if document.settings.canBeEased(by: settings, environment: GateWorld.environment),
      try !GateStatusReading(world, document).status().blocked.isEmpty
    {
      throw PracticeUsageError(GateRefusal.easierSettings)
    }
    if practice.onboarding.step != .done, let plan {
      document = GateDocument(
        Practice(
          plan: plan, calendar: world.calendar, targets: practice.gate.targets,
          policy: practice.gate.policy))
    }
    document.settings = settings
    return document
  }

  /// Refuses choices with which the gate could not read its data or block its targets.
  ///
  /// A step that is complete is not repeated, so this is the check of its choices.
  private func check(_ choices: Choices, in settings: GateSettings, _ practice: Practice) throws {
    let step = practice.onboarding.step
    if choices.healthExport != nil, step == .blockerPermission || step == .done {
      if step == .done || goals.isEmpty {
        for goal in practice.goals.plan.goals { try settings.checkSource(of: goal) }
      }
      let data = world.data(settings)
      try waiting { try await data.requestAuthorization() }
    }
    guard step == .done else { return }
    // Nothing may be stored if a later step of this command would refuse the targets.
    if !isAsking || !targets.isEmpty {
      try check(targets.isEmpty ? Self.present(practice) : targets, settings)
    }
    let commands = [choices.onBlock, choices.onUnblock, choices.helper]
    if choices.hostsFile != nil || commands.contains(where: { $0 != nil }) {
      try TargetNotation.check(
        targets.isEmpty ? Self.present(practice) : targets, onBlock: settings.onBlock)
      if settings.helper?.isEmpty != false {
        try world.hostsFile(settings).checkPermission()
      }
      let blocker = world.blocker(settings)
      try waiting { try await blocker.requestAuthorization() }
    }
  }

  private func checkData(_ store: PracticeStore) throws {
    say(SetupText.title(.microphone))
    try listen()
    try retrying {
      try step(store, from: .dataPermission)
      if case .data(let error) = try state(store).onboarding.failure { throw error }
    }
    say("  " + SetupText.journal(world.directories.journal.directory))
  }

  /// Shows the level of the microphone, and repeats it as often as the person wants.
  ///
  /// The gate works without a microphone, since recordings count too.
  private func listen() throws {
    guard let microphone else { return say("  " + SetupText.microphoneMissing) }
    while true {
      var meter = LevelMeter()
      do {
        if microphone.isPlayed { say("  " + SetupText.play) }
        let remark = try microphone.listen { meter.show($0) }
        meter.end()
        if let remark { say("  \(remark)") }
        if let peak = meter.peak, peak > LevelMeter.faintest {
          return say("  " + SetupText.heard(peak.value))
        }
        say("  " + SetupText.microphoneSilent)
        if !isAsking { return }
      } catch {
        meter.end()
        guard isAsking else { throw error }
        say("  \(printable("\(error)"))")
      }
      guard isYes(ask(SetupText.askRetry)) else {
        return say("  " + SetupText.microphoneMissing)
      }
    }
  }

  private func chooseTargets(_ store: PracticeStore, _ settings: GateSettings) throws {
    say(SetupText.title(.targets))
    try retrying {
      var named = targets
      if isAsking, targets.isEmpty {
        let names = ask(SetupText.askTargets)?.split(separator: " ").map(String.init) ?? []
        named = try TargetNotation.targets(names)
      }
      try check(named.isEmpty ? Self.present(try state(store)) : named, settings)
      // Targets that were not named are not sent: another process may change them now.
      if !named.isEmpty { try send(store, .setTargets(named.map(\.rawValue))) }
    }
    say("  " + GateText.list(try state(store).gate.targets.targets))
  }

  /// Returns the targets of a gate to which no others are named: those that stay, or today's if the
  /// removal of all of them waits.
  private static func present(_ practice: Practice) -> [TargetID] {
    let chosen = practice.chosenTargets.targets
    return chosen.isEmpty ? practice.gate.targets.targets : chosen
  }

  private func check(_ targets: [TargetID], _ settings: GateSettings) throws {
    if targets.isEmpty { throw PracticeUsageError(SetupText.targetsMissing) }
    try TargetNotation.check(targets, onBlock: settings.onBlock)
  }

  /// Asks for the daily practice of a gate that is not on yet.
  private func chooseGoal(_ store: PracticeStore) throws {
    let practice = try state(store)
    guard isAsking, goals.isEmpty, practice.onboarding.step != .done,
      let goal = practice.goals.plan.goals.first(where: { $0.metric == .practiceMinutes })
    else { return }
    try retrying {
      let answer = ask(SetupText.askGoal(goal.target)) ?? ""
      guard !answer.isEmpty else { return }
      guard let minutes = Int(answer), PracticeMetric.practiceMinutes.targets.contains(minutes),
        minutes > 0
      else { throw PracticeUsageError(SetupText.goalMissing) }
      try send(store, .edit(.set(try PracticeGoal(.practiceMinutes, target: minutes))))
    }
  }

  private func checkBlocker(_ store: PracticeStore, _ document: GateDocument) throws {
    say(SetupText.title(.blocker))
    let file = world.hostsFile(document.settings)
    try retrying {
      // The error of the file is more precise than the blocker's.
      if document.settings.helper?.isEmpty != false { try file.checkPermission() }
      try step(store, from: .blockerPermission)
      if case .blocker(let error) = try state(store).onboarding.failure { throw error }
    }
  }

  /// Shows the hosts file and the goals, after all changes.
  private func sayChoices(_ store: PracticeStore, _ document: GateDocument) throws {
    say("  " + SetupText.hostsFile(world.hostsFile(document.settings).path))
    for goal in try state(store).goals.plan.goals {
      say(
        "  "
          + GatePhrase.goal(
            name: GateText.own.name(of: goal.metric), amount: GateText.own.amount(goal)
          ).text)
    }
  }

  // MARK: - Steps and questions

  /// Runs a step, if the onboarding has reached it.
  private func step(_ store: PracticeStore, from step: Onboarding.Step) throws {
    if try state(store).onboarding.step == step { try send(store, .onboarding(.proceed)) }
  }

  private func send(_ store: PracticeStore, _ action: PracticeAction) throws {
    try waiting { await store.send(action) }
  }

  private func state(_ store: PracticeStore) throws -> Practice {
    try waiting {
      // The tick also reads the state that another store has stored.
      await store.send(.tick)
      return await store.state
    }
  }

  /// Runs a step, and repeats it as long as the person wants to.
  private func retrying(_ step: () throws -> Void) throws {
    while true {
      do {
        return try step()
      } catch {
        guard isAsking else { throw error }
        say("  \(printable(GateText.own.sentence(about: error)))")
        guard isYes(ask(SetupText.askRetry)) else { return try stop() }
      }
    }
  }

  private func pause() throws {
    if isAsking, !isYes(ask(SetupText.askContinue)) { try stop() }
  }

  private func stop() throws {
    say(SetupText.stopped)
    throw ExitStatus.usage
  }

  private func ask(_ question: String) -> String? {
    // The answer follows the question after a blank.
    let line = question.hasSuffix(" ") ? String(question.dropLast()) : question
    StandardError.write(SetupText.fitted(line, columns: columns) + " ")
    return readLine()
  }

  private func isYes(_ answer: String?) -> Bool {
    answer.map { $0.isEmpty || SetupText.yesLetters.contains($0.lowercased().prefix(1)) } ?? false
  }

  private func say(_ text: String) {
    StandardError.write(SetupText.fitted(text, columns: columns) + "\n")
  }

  /// The width of the terminal; `nil` if there is none.
  private var columns: Int? { TerminalSize.current(of: STDERR_FILENO)?.columns }
}

/// A blocker that only checks permission: the set-up itself blocks nothing.
private actor CheckingBlocker: Blocker {
  private let blocker: any Blocker

  init(_ blocker: any Blocker) { self.blocker = blocker }

  func requestAuthorization() async throws(BlockerError) {
    try await blocker.requestAuthorization()
  }

  func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    try await blocker.setSelection(targets)
  }

  func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {}
}

extension GateSettings {
  /// Refuses a goal whose amounts can't be read, because it could never be met.
  ///
  /// - Throws: `PracticeUsageError`.
  func checkSource(of goal: PracticeGoal) throws {
    guard hasSource(of: goal.metric) else {
      throw PracticeUsageError(GateRefusal.sourceMissing(goal.metric))
    }
  }
}
