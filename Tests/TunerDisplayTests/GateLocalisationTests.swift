// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import Testing

@testable import TunerDisplay

@Suite("The texts of the gate, its set-up and the summary")
struct GateLocalisationTests {
  static let phrases: [GatePhrase] =
    [
      .notSetUp, .nothingEnforced, .openNow, .openUntil(clock: "23:59"), .open(names: "a.org"),
      .openFor(names: "a.org", time: "5 s"), .blocked(names: "a.org"), .lockedNothing,
      .locked(names: "a.org"), .earning(percent: "71", names: "a.org"),
      .timeIsUp(time: "29 s", names: "a.org"), .blocksUntil(path: "/x", clock: "23:59"),
      .leaseOver(path: "/x"),
      .nothing, .notBlocked(names: "app:steam", reason: "y."), .missingSection(path: "/x"),
      .otherSection(path: "/x"), .overruled(path: "/x", line: "7"), .noCommand,
      .stillBlocked(path: "/x"), .settingsDamaged(kept: "/x"), .exitTaken(clock: "14:05"),
      .removalWaits(names: "a.org", date: "2026-11-21"),
      .removalWaitsForDay(names: "a.org", date: "2026-11-21"), .exitRecorded(clock: "00:00"),
      .exitNotRecorded(reason: "y."),
      .wholeHost(address: "https://a.org/x", host: "a.org"), .exits(clocks: "14:05, 14:06"),
      .targetsMissing, .askGoal(minutes: "20"), .goalMissing, .seconds("7"),
      .minutes("7", seconds: "9"),
      .hours("7", minutes: "9"), .today(date: "2026-11-21"), .everyDay,
      .onDay(date: "2026-11-21"), .minuteUnit, .kilocalorieUnit,
      .from(date: "2026-11-21", what: "x 5"), .without(name: "steps"),
      .dataFailed(name: "x", reason: "y."), .healthProgress(percent: "3", megabytes: "2000"),
      .restored(path: "/x"), .nothingToRestore(path: "/x"), .withoutGoals(reason: "y."),
      .hostsFileUnknown, .staysClosed(path: "/x"),
      .holdsUntil(path: "/x", clock: "18:30"), .expiredBlockRemoved(path: "/x"),
      .expiredBlockRemains(path: "/x"),
      .unchanged(path: "/x"), .monitorRuns, .runToBlock(command: "/x", names: "a.org"),
      .runToUnblock(command: "/x"),
      .goalReached, .monitorEnded, .settingsChanged, .settingsWait,
      .settingsKept(reason: "y."), .corrupt(kept: "/x"), .weekTitle, .nothingYet,
      .nothingOnTheseDays,
      .daysTitle(count: "30"),
      .counts(notes: "70", inTune: "65"), .counts(notes: "1", inTune: "1"),
      .counted(minutes: "1.5"), .incomplete(missing: "3"),
      .countedIn(file: "x", minutes: "1.5"),
      .countedOver(file: "x", minutes: "1.5", first: "2026-11-21", last: "2026-11-22"),
      .countedOn(file: "x", minutes: "1.5", date: "2026-11-21"),
      .countedBefore(file: "x"), .idea, .play,
      .heard(peak: "-12.5"), .microphoneSilent, .microphoneMissing, .journalHere(path: "/x"),
      .askTargets, .mayChange(path: "/x"), .goal(name: "x", amount: "20 y"), .askContinue,
      .askRetry, .yesLetters, .stopped,
      .metric(.practiceMinutes), .metric(.inTuneNotes), .metric(.steps), .metric(.activeEnergy),
      .metric(.exerciseMinutes(.any)), .metric(.timeOfDay),
      .metric(.exerciseMinutes(ExerciseActivity(rawValue: "walking"))),
    ] + Weekday.allCases.map { .weekday($0) }
    + GoalPlan.Strategy.allCases.map { .strategy($0) }
    + GatePhrase.SetupStep.allCases.map { .setupTitle($0) }
    + diagnostics.map { .diagnostic($0) } + faults.map { .blockFault($0) }
    + refusals.map { .refusal($0) } + dataFaults.map { .dataFault($0) } + [.linkLoop(path: "/x")]

  static let refusals: [GatePhrase.Refusal] = [
    .leaseFailed, .noTerminal, .hookForm, .goalForm(text: "x"),
    .negativeValue(value: "-5", metric: "steps"), .noAmount(value: "y", metric: "steps"),
    .sourceMissing, .unknownMetric(name: "x"), .unknownActivity(name: "x", known: "walking"),
    .unknownDays(text: "x"), .targetRefused(name: "x"), .commandMissing(names: "app:steam"),
    .easierSettings, .unknownTarget(name: "x"),
  ]

  static let faults: [GatePhrase.BlockFault] = [
    .missing(path: "/x"), .notPermitted(path: "/x"), .notAFile(path: "/x"), .linkLoop(path: "/x"),
    .readFailed(path: "/x", reason: "y"), .writeFailed(path: "/x", reason: "y"),
    .noRoom(path: "/x", reason: "y"), .isMounted(path: "/x", reason: "y"),
    .changedMeanwhile(path: "/x"), .watcherFailed(path: "/x", reason: "y"),
    .watcherSilent(path: "/x"), .authorizationFailed,
    .updateFailed(reason: "y"), .notAuthorized,
  ]

  static let dataFaults: [GatePhrase.DataFault] =
    [.notAvailable, .accessDenied, .unreadable(reason: "y")] + fileFaults.map { .file($0) }

  static let fileFaults: [PracticeDataError.Fault] = [
    .linkLoop(path: "/x"), .journalDirectoryFailed(path: "/x", reason: "y"),
    .journalUnreadable(path: "/x", reason: "y"), .journalUnwritable(path: "/x", reason: "y"),
    .noRoom(path: "/x", reason: "y"), .symbolicLink(path: "/x"), .notAFile(path: "/x"),
    .otherOwner(path: "/x", owner: "y"), .journalHeld(path: "/x", holder: "y"),
    .foreignJournal(path: "/x", owner: "y"), .exportUnreadable(path: "/x", reason: "y"),
    .notXML(path: "/x", line: 7, reason: "y"), .declaresEntities(path: "/x", line: 7),
    .tagTooLong(path: "/x", line: 7, limit: 9), .notHealthData(path: "/x", root: "y"),
    .exportTooOld(path: "/x"),
  ]

  static let diagnostics: [GatePhrase.Diagnostic] = [
    .amountRefused(name: "x"), .amountTooLarge(name: "x", largest: "144000"),
    .readingOfAnotherDay(name: "x", date: "2026-11-20", today: "2026-11-21"), .timeIsNotMeasured,
    .unknownGoal(name: "x"),
    .dayIsNotToday(name: "x", date: "2026-11-20", today: "2026-11-21"), .easierToday(name: "x"),
    .endsToday(name: "x"), .editWaits(date: "2026-11-21"),
    .dayWentBack(from: "2026-11-21", to: "2026-11-20"), .startIgnored,
    .unlockForfeited(date: "2026-11-21"), .noWorkout, .nothingToForfeit,
    .progressNotANumber, .progressOutOfRange(value: "1.5"),
    .progressWentBack(from: "0.5", to: "0.4"), .goalsDecide, .namesRefused(count: "3"),
    .namesRepeated(names: "a.org"), .noTargets, .clockWentBack(milliseconds: "77"),
    .laterVersion(found: "9", newest: "1"),
  ]

  @Test("every phrase exists in every language, with the same placeholders", arguments: phrases)
  func isThere(phrase: GatePhrase) {
    for language in Language.allCases {
      let text = Phrase.gate(phrase).text(in: language)
      #expect(!text.isEmpty && !text.contains("\n"))
      for payload in Self.texts(in: phrase) {
        #expect(text.contains(payload), "\(language): \(text)")
      }
    }
  }

  @Test("an ASCII terminal can show every phrase", arguments: phrases)
  func hasASCII(phrase: GatePhrase) {
    for language in Language.allCases {
      #expect(DisplayStyle.ascii(phrase.text(in: language)).allSatisfy { $0.isASCII })
    }
  }

  @Test("every translation with words differs from the English text")
  func isTranslated() {
    // A unit is the same in every language.
    for phrase in Self.phrases
    where phrase != .kilocalorieUnit && phrase.english.contains(/[a-z]{4,}/) {
      for language in [Language.spanish, .german] {
        #expect(phrase.text(in: language) != phrase.english, "\(language): \(phrase.english)")
      }
    }
  }

  /// The texts in a phrase, with any labels.
  private static func texts(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { child in
      (child.value as? String ?? (child.value as? Int).map(String.init)).map { [$0] }
        ?? (isNested(child.value) ? texts(in: child.value) : [])
    }
  }

  private static func isNested(_ value: Any) -> Bool {
    let style = Mirror(reflecting: value).displayStyle
    return style == .tuple || style == .enum
  }

  @Test("no text outside the catalogue contains a word")
  func leavesNoLiteral() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardized
    let files = try ["tuner/Practice", "PracticeReports"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: sources.path + "/" + folder)
        .map { folder + "/" + $0 }
    }.filter { path in path.hasSuffix(".swift") && !Self.others.contains { path.hasSuffix($0) } }
    #expect(files.count > 15)
    var literals = 0
    for file in files {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for line in text.split(separator: "\n")
      where !line.contains("///") && !line.contains("PracticeUsageError") {
        for literal in LocalisationTests.literals(in: line) {
          literals += 1
          let isWord = !literal.matches(of: /[A-Za-z]{3,}/).isEmpty
          #expect(!isWord || Self.isKey(literal, in: line), "\(file): \(line)")
        }
      }
    }
    #expect(literals > 30)
  }

  /// The files of user input, whose words have no translation.
  private static let others: Set<String> = ["GoalNotation.swift", "TargetNotation.swift"]

  /// A key or a fixed value of a document for machines, the mark of a message, a program's
  /// arguments.
  private static func isKey(_ literal: String, in line: Substring) -> Bool {
    literal == "tuner: " || literal.hasPrefix("--")
      || literal.hasPrefix("tuner.") && literal.hasSuffix("/1")
      || line.contains("\"\(literal)\", ") && literal.contains(/^[a-z_]+$/)
      || line.contains("case .\(literal): \"\(literal)\"")
      || line.contains("/proc/self/exe") || line.contains("DispatchQueue(label:")
  }
}
