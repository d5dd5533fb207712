// SPDX-License-Identifier: MIT

import ArgumentParser
import FileFormats
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerAnalysis

struct GateGoalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goal", abstract: "List, set or remove goals.",
    discussion: """
      EXAMPLES
        tuner gate goal
        tuner gate goal set practice 20m
        tuner gate goal remove steps
      """,
    subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the goals.",
      discussion: """
        EXAMPLES
          tuner gate goal list --format json
        """)

    @OptionGroup var options: GateOptions
    @OptionGroup var report: ReportOptions

    func run() throws {
      let world = try options.world()
      let practice = try GateStatusReading(world, try world.document()).practice()
      switch report.format {
      case .text where practice.onboarding.step != .done:
        // Before the set-up is done, the plan is only a proposal.
        StandardError.write("tuner: \(GateRefusal.notSetUp)\n")
      case .text:
        try StandardOutput.write(GoalList.text(practice.goals))
        for line in GoalList.waiting(practice.goals) {
          StandardError.write("tuner: \(printable(line))\n")
        }
      case .json: try StandardOutput.write(GoalList.json(practice.goals).rendered)
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a goal; one that makes today easier waits until tomorrow.",
      discussion: """
        EXAMPLES
          tuner gate goal set practice 20m
          tuner gate goal set notes 400 --days mon,wed,fri
          tuner gate goal set time 18:30 --days today
        """)

    @OptionGroup var options: GateOptions

    @Argument(
      help: """
        practice, notes, steps, energy, exercise, exercise:ACTIVITY (walking, taiChi and others, as \
        Apple Health names them) or time.
        """)
    var metric: String

    @Argument(help: "The amount that meets the goal: 20m, 1h, 10000, 18:30.")
    var value: String

    @Option(
      help: ArgumentHelp("The days: every, today, or names such as mon,wed.", valueName: "days"))
    var days: String = "every"

    func run() throws {
      let world = try options.world()
      let today = world.calendar.day(of: world.clock.now)
      let document = try world.document()
      let goals = try document?.snapshot.restored().goals.plan.goals ?? []
      let goal = try GoalNotation.goal(
        metric: metric, value: value, schedule: GoalNotation.schedule(days, today: today),
        in: goals)
      try document?.settings.checkSource(of: goal)
      try GateActions.run(options, [.edit(.set(goal))])
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a goal; one that is not met yet stays until tomorrow.",
      discussion: """
        EXAMPLES
          tuner gate goal remove steps
        """)

    @OptionGroup var options: GateOptions

    @Argument(help: "The goal's metric.")
    var metric: String

    func run() throws {
      let goals = try options.world().documentAfterSetUp().snapshot.restored().goals.plan.goals
      let id = GoalID(rawValue: try GoalNotation.metric(metric, in: goals).rawValue)
      try GateActions.run(options, [.edit(.remove(id))])
    }
  }
}
