// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PracticeServices

struct GateSectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "section",
    abstract: """
      Change the hosts file by an order on standard input; no other part of the gate needs root.
      """,
    discussion: """
      EXAMPLES
        tuner gate section --check
        tuner gate setup --helper '["sudo","-n","/usr/bin/tuner","gate","section"]'

      These lines for sudoers let one player's gate run this command, and nothing else, as root:
        Cmnd_Alias TUNER = /usr/bin/tuner gate section, \\
          /usr/bin/tuner gate section --check
        alice ALL=(root) NOPASSWD: TUNER
      The gate itself, its hooks and its journal run as the player. This command reads no \
      settings. It takes names of hosts and a lease of at most a day, and changes the section of \
      the hosts file.
      """)

  @Option(
    help: ArgumentHelp(
      "The hosts file to change. (default: \(HostsFile.system.path))", valueName: "path"))
  var hostsFile: String?

  @Flag(help: "Only check that the hosts file may be changed.")
  var check = false

  func run() throws {
    let file = try GateWorld.hostsPath(hostsFile).map { HostsFile(path: $0) } ?? .system
    if check { return try file.checkPermission() }
    var bytes: [UInt8] = []
    while bytes.count <= SectionOrder.largestSize,
      let block = try FileHandle.standardInput.read(upToCount: 1 << 14), !block.isEmpty
    {
      bytes += block
    }
    let order = try SectionOrder(reading: bytes)
    let blocker = GateWorld.hostsBlocker(file, leaseSeconds: order.leaseSeconds)
    try waiting {
      try await blocker.enforce(blocked: order.targets, until: order.until)
    }
  }
}
