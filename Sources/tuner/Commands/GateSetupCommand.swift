// SPDX-License-Identifier: MIT

import ArgumentParser
import AudioInput
import Foundation
import PracticeReports
import PracticeServices
import Terminal

struct GateSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up the gate: microphone, targets, blocker. It blocks nothing before.",
    discussion: """
      EXAMPLES
        tuner gate setup
        tuner gate setup --yes --target youtube.com --goal practice=20m
        tuner gate setup --yes --target app:steam --on-block ~/bin/close-steam

      You can retry a step that fails; completed steps are kept. --on-block and --on-unblock take \
      a program's path, or a JSON array of the program and its arguments. They run without a \
      shell. The program gets HEADSTOCK_EVENT (block or unblock), HEADSTOCK_TARGETS (one per line) \
      and HEADSTOCK_UNTIL_MS in its environment, and is stopped after ten seconds. It runs when \
      the list of blocked targets changes, and again when a command of the gate starts. Any status \
      other than 0 is a failure, and the monitor repeats it. A script that closes a program must \
      therefore end with 0 if nothing was open: pkill steam, and then exit 0.
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Ask no questions, and change only what the options give.")
  var yes = false

  @Option(
    name: .customLong("target"),
    help: ArgumentHelp("A site to block, or KIND:NAME. May be repeated.", valueName: "name"))
  var targets: [String] = []

  @Option(
    name: .customLong("goal"),
    help: ArgumentHelp("A goal for each day, such as practice=20m.", valueName: "goal"))
  var goals: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The device to check. (default: default, and none with --yes)"))
  var device: String?

  @Option(help: ArgumentHelp("A recording instead of the microphone.", valueName: "file"))
  var input: String?

  @Option(
    help: ArgumentHelp(
      "Check one channel, counted from 1, instead of a mix of all.", valueName: "n"))
  var channel: Int?

  @Option(
    help: ArgumentHelp("The export.xml of Apple Health; an empty name for none.", valueName: "file")
  )
  var healthExport: String?

  @Option(
    help: ArgumentHelp(
      "The duration of a block without renewal, 60 to 86400.", valueName: "seconds"))
  var lease: Int?

  @Option(help: ArgumentHelp("The command to run when targets are blocked.", valueName: "command"))
  var onBlock: String?

  @Option(
    help: ArgumentHelp("The command to run when targets are unblocked.", valueName: "command")
  )
  var onUnblock: String?

  @Option(
    help: ArgumentHelp(
      "The command that changes the hosts file: see tuner gate section.", valueName: "command"))
  var helper: String?

  @Option(
    help: ArgumentHelp(
      """
      Show a desktop notification when a goal is reached: on, off, or auto (only in a desktop \
      session).
      """, valueName: "choice"))
  var notify: NotificationChoice?

  func validate() throws {
    if input != nil, device != nil {
      throw ValidationError("--input plays a recording: leave out --device.")
    }
    try RecordingArguments.check(channel: channel, input: input)
    if channel != nil, yes, input == nil, device == nil {
      throw ValidationError("With --yes, --channel needs --device or --input.")
    }
    if let lease, !GateSettings.leases.contains(lease) {
      throw ValidationError("--lease \(lease): give 60 to 86400 seconds.")
    }
  }

  func run() throws {
    guard yes || isatty(STDIN_FILENO) == 1 else { throw ValidationError(GateRefusal.noTerminal) }
    let setup = GateSetup(
      world: try options.world(), isAsking: !yes, targets: try TargetNotation.targets(targets),
      goals: try goals.map(GoalNotation.goal),
      microphone: microphone)
    try setup.run(
      choosing: GateSetup.Choices(
        hostsFile: options.hostsFile == nil ? nil : setup.world.hostsPath, lease: lease,
        onBlock: try onBlock.map(HookNotation.command),
        onUnblock: try onUnblock.map(HookNotation.command),
        healthExport: healthExport.map { $0.isEmpty ? "" : GateWorld.absolute($0) },
        helper: try helper.map(HookNotation.command), notifies: notify))
  }
}

extension GateSetupCommand {
  /// The microphone to check; `nil` when `--yes` is given and no device is named.
  private var microphone: (any MicrophoneCheck)? {
    let channels = RecordingArguments.channels(channel)
    if let input { return RecordingCheck(path: input, channels: channels) }
    if let device { return DeviceCheck(name: device, channels: channels) }
    return yes ? nil : DeviceCheck(name: "default", channels: channels)
  }
}

/// The notation of a hook's command on the command line.
enum HookNotation {
  /// Parses a program's path, or a JSON array of the program and its arguments.
  ///
  /// - Returns: the words; the path of the program is absolute, and the name of a program in `PATH`
  ///   stays a name.
  /// - Throws: `ValidationError`.
  static func command(_ text: String) throws -> [String] {
    guard text.hasPrefix("[") else {
      guard !text.isEmpty else { return [] }
      return [place(of: text)]
    }
    guard let words = try? JSONDecoder().decode([String].self, from: Data(text.utf8)),
      let program = words.first, !program.isEmpty
    else { throw ValidationError(GateRefusal.hookForm) }
    return [place(of: program)] + words.dropFirst()
  }

  private static func place(of program: String) -> String {
    program.contains("/") ? GateWorld.absolute(program) : program
  }
}
