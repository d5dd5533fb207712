// SPDX-License-Identifier: MIT

package import PracticeGoals

/// A phrase of the practice gate: of its state, its set-up and the summary of practice.
///
/// Figures, names and times are already formatted. Each language is a `switch` without a default,
/// as in `Phrase`.
package enum GatePhrase: Hashable, Sendable {
  // The state of the gate
  case notSetUp, nothingEnforced
  case openNow
  case openUntil(clock: String)
  case open(names: String)
  case openFor(names: String, time: String)
  case blocked(names: String)
  case lockedNothing
  case locked(names: String)
  case earning(percent: String, names: String)
  case timeIsUp(time: String, names: String)
  case blocksUntil(path: String, clock: String)
  case leaseOver(path: String)
  case nothing
  case notBlocked(names: String, reason: String)
  case missingSection(path: String), otherSection(path: String)
  case overruled(path: String, line: String)
  case noCommand
  case stillBlocked(path: String)
  case settingsDamaged(kept: String)
  case exitTaken(clock: String)

  // Times
  case seconds(String)
  case minutes(String, seconds: String)
  case hours(String, minutes: String)
  case today(date: String)
  case everyDay
  case onDay(date: String)
  case weekday(Weekday)

  // Goals
  case metric(PracticeMetric)
  case minuteUnit, kilocalorieUnit
  case from(date: String, what: String)
  case without(name: String)
  case strategy(GoalPlan.Strategy)
  case dataFailed(name: String, reason: String)
  case healthProgress(percent: String, megabytes: String)
  case goalReached

  // The results of actions
  case restored(path: String)
  case nothingToRestore(path: String)
  case hostsFileUnknown, staysClosed(path: String)
  case holdsUntil(path: String, clock: String)
  case removalWaits(names: String, date: String)
  case removalWaitsForDay(names: String, date: String)
  case exitRecorded(clock: String)
  case exitNotRecorded(reason: String)
  case wholeHost(address: String, host: String)
  case expiredBlockRemoved(path: String)
  case expiredBlockRemains(path: String)
  case unchanged(path: String)
  case runToBlock(command: String, names: String), runToUnblock(command: String)
  case monitorRuns, monitorEnded
  case settingsChanged, settingsWait, settingsKept(reason: String)
  case corrupt(kept: String)
  case diagnostic(Diagnostic)
  case blockFault(BlockFault)
  case dataFault(DataFault)
  case linkLoop(path: String)
  case refusal(Refusal)

  // Practice
  case weekTitle, nothingYet, nothingOnTheseDays
  case daysTitle(count: String)
  case withoutGoals(reason: String)
  case exits(clocks: String)
  case counts(notes: String, inTune: String)
  case counted(minutes: String)
  case countedIn(file: String, minutes: String)
  case countedOn(file: String, minutes: String, date: String)
  case countedOver(file: String, minutes: String, first: String, last: String)
  case countedBefore(file: String)
  case incomplete(missing: String)

  // The set-up
  case setupTitle(SetupStep)
  case idea
  case play
  case heard(peak: String)
  case microphoneSilent, microphoneMissing
  case journalHere(path: String)
  case askTargets, targetsMissing
  case askGoal(minutes: String), goalMissing
  case mayChange(path: String)
  case goal(name: String, amount: String)
  case askContinue, askRetry, yesLetters
  case stopped

  /// The steps of the set-up, in order.
  package enum SetupStep: Int, CaseIterable, Hashable, Sendable {
    case welcome = 1
    case microphone, targets, blocker, done
  }

  /// Returns the phrase in a language.
  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .spanish: spanish
    case .german: german
    }
  }

  /// Returns the phrase in the language and the characters of the environment.
  package var text: String {
    let text = text(in: .ofEnvironment)
    return Language.environmentHasUnicode ? text : DisplayStyle.ascii(text)
  }
}
