// SPDX-License-Identifier: MIT

import ArgumentParser
import FileFormats
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerAnalysis

struct GateTargetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets", abstract: "List, add or remove the targets that are blocked.",
    discussion: """
      EXAMPLES
        tuner gate targets
        tuner gate targets add youtube.com app:steam
        tuner gate targets remove youtube.com
      """,
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the targets.",
      discussion: """
        EXAMPLES
          tuner gate targets list --format json
        """)

    @OptionGroup var options: GateOptions
    @OptionGroup var report: ReportOptions

    func run() throws {
      let world = try options.world()
      let practice = try world.document().map { try GateStatusReading(world, $0).practice() }
      let targets = practice?.gate.targets.targets ?? []
      switch report.format {
      case .text:
        try StandardOutput.write(targets.map { "\(printable($0.rawValue))\n" }.joined())
        if let list = practice?.deferredTargets {
          StandardError.write("tuner: \(GateText.own.waiting(list, now: targets))\n")
        }
      case .json:
        let document = JSONValue.object([
          ("schema", .text("tuner.targets/1")),
          ("targets", .array(targets.map { .text($0.rawValue) })),
        ])
        try StandardOutput.write(document.rendered)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add targets.",
      discussion: """
        EXAMPLES
          tuner gate targets add youtube.com app:steam
        """)

    @OptionGroup var options: GateOptions

    @Argument(help: ArgumentHelp("Sites such as youtube.com, or KIND:NAME.", valueName: "name"))
    var names: [String]

    func run() throws {
      let added = try TargetNotation.targets(names)
      let world = try options.world()
      let document = try world.documentAfterSetUp()
      try TargetNotation.check(added, onBlock: document.settings.onBlock)
      let practice = try document.snapshot.restored()
      let named = TargetNotation.stored(
        added, in: practice.gate.targets.targets + practice.chosenTargets.targets)
      try GateActions.run(options, [.addTargets(named.map(\.rawValue))])
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove targets; until today's goals are met, they stay until tomorrow.",
      discussion: """
        EXAMPLES
          tuner gate targets remove youtube.com
        """)

    @OptionGroup var options: GateOptions

    @Argument(help: ArgumentHelp("Sites such as youtube.com, or KIND:NAME.", valueName: "name"))
    var names: [String]

    func run() throws {
      let named = try TargetNotation.targets(names)
      let world = try options.world()
      let practice = try world.documentAfterSetUp().snapshot.restored()
      let known = practice.gate.targets.targets + practice.chosenTargets.targets
      let removed = TargetNotation.stored(named, in: known)
      for target in removed where !known.contains(target) {
        throw ValidationError(GateRefusal.unknownTarget(target.rawValue))
      }
      try GateActions.run(options, [.removeTargets(removed.map(\.rawValue))])
    }
  }
}
