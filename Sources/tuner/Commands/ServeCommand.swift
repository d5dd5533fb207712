// SPDX-License-Identifier: MIT

import ArgumentParser
import PageServing
import Terminal
import TunerAnalysis

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a page with this computer's readings, for a second screen.",
    discussion: """
      EXAMPLES
        tuner serve
        tuner serve -d hw:1 -t dadgad --rate 60
        tuner serve --strum                          (every string from one stroke)
        tuner serve --all-interfaces                 (a phone in the same network)
        tuner serve --input take.wav                 (no sound card needed)

      It listens as tuner live does, and prints the address of a page. The page shows the note, \
      the needle, the strings, and the practice of the day. Several browsers can follow; one that \
      does not keep up is disconnected. A page can change nothing.

      The address contains a random word: anyone who has the address can see the session. Only \
      this computer can open it, unless --all-interfaces is given. The connection is not \
      encrypted.

      Exit status: 0 the recording ended, 2 wrong usage, no page, or a port in use, 3 the device is \
      missing, busy, refused or went away, 130 interrupted.
      """)

  @Option(help: ArgumentHelp("The port, or 0 for a free one.", valueName: "n"))
  var port = 8440

  @Flag(
    help: "Listen on all network interfaces, so that other machines on the network can connect.")
  var allInterfaces = false

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      """
      Also accept this name of the computer in addresses, such as studio.local. Give the port of \
      a proxy with it: studio.local:80. Browsers must reach the proxy by http.
      """, valueName: "host"))
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "The folder of the page, as scripts/web-page.sh builds it. (default: beside the program)",
      valueName: "directory"))
  var page: String?

  @Flag(help: "Measure every string of each stroke over the open strings.")
  var strum = false

  @OptionGroup var listening: ListeningOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port \(port): give 0 to 65535.")
    }
    for name in names where !PageServer.isName(name) {
      throw ValidationError("--name \(name): give a name such as studio.local, or with its port.")
    }
    if page == "" { throw ValidationError("--page: the name is empty.") }
    try listening.validate(strum: strum)
  }

  func run() throws {
    let sources = listening.settings.resolve()
    if listening.settings.printConfig {
      _ = try listening.validated(sources, strum: false)
      return try StandardOutput.write(sources.table)
    }
    let settings = try listening.validated(sources, strum: strum)
    let place = PageConfiguration(
      port: port, servesInterfaces: allInterfaces, names: names, directory: page)
    try LiveRun(listening.configuration(settings, sources, .pages(place))).run()
  }
}
