// SPDX-License-Identifier: MIT

import ArgumentParser
import FileFormats
import Plotting
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerAnalysis
import TunerDisplay

struct PracticeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice", abstract: "Show the practice of today and of each day.",
    discussion: """
      EXAMPLES
        tuner practice status
        tuner practice log --days 30 --svg month.svg
      """,
    subcommands: [Status.self, Log.self])

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show today's goals and the practice of the week.",
      discussion: """
        EXAMPLES
          tuner practice status
          tuner practice status --svg week.svg
        """)

    @OptionGroup var report: ReportOptions
    @OptionGroup var picture: PictureOptions

    func run() throws {
      let report = try PracticeReporting.today()
      try picture.write(report.week)
      try StandardOutput.write(
        self.report.format == .json ? report.json.rendered : report.text)
      report.warn()
    }
  }

  struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the practice of each day, from the journal.",
      discussion: """
        EXAMPLES
          tuner practice log
          tuner practice log --days 30 --format json
        """)

    @OptionGroup var report: ReportOptions
    @OptionGroup var picture: PictureOptions

    @Option(help: ArgumentHelp("The number of days, 1 to 366.", valueName: "n"))
    var days = 7

    func validate() throws {
      guard (1...366).contains(days) else {
        throw ValidationError("--days \(days): give 1 to 366.")
      }
    }

    func run() throws {
      let world = try GateWorld(hostsFile: nil)
      let practice = try Self.practice(world)
      let now = world.clock.now
      let week = try PracticeWeek(
        days, goals: practice?.goals ?? Goals(plan: try GoalPlan([]), calendar: world.calendar),
        counted: practice?.countedDay(at: now), now: now, calendar: world.calendar,
        journal: world.directories.journal)
      let report = PracticeReporting(week: week, status: nil)
      try picture.write(report.week)
      try StandardOutput.write(
        self.report.format == .json ? report.json.rendered : report.text)
      report.warn()
    }

    /// Returns the gate's state; `nil` if its file can't be used: the journal needs no gate.
    private static func practice(_ world: GateWorld) throws -> Practice? {
      do {
        return try GateStatusReading(world, try world.document()).practice()
      } catch let error as GateFileError {
        let reason = printable(GateText.own.sentence(about: error))
        let phrase = GatePhrase.withoutGoals(reason: reason)
        StandardError.write("tuner: \(phrase.text)\n")
        return nil
      }
    }
  }
}

/// The option that writes a picture.
struct PictureOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Also write the days as an SVG picture.", valueName: "file"))
  var svg: String?

  func validate() throws {
    if svg == "" { throw ValidationError("--svg: a file name is empty.") }
    if svg == "-" {
      throw ValidationError("--svg takes a file's name, since the output has the text: week.svg.")
    }
  }

  func write(_ week: PracticeWeek) throws {
    guard let svg else { return }
    var sink = try OutputSink(.file(svg), isImmediate: false)
    try sink.write(week.picture.svg())
    try sink.finish()
  }
}
