// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PracticeServices

struct GateSectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "section",
    abstract: "Write the section that standard input orders: all of the gate that needs root.",
    discussion: """
      EXAMPLES
        tuner gate section --check
        tuner gate setup --helper '["sudo","-n","/usr/bin/tuner","gate","section"]'

      A line for sudoers lets one player's gate do this, and nothing else, as root:
        alice ALL=(root) NOPASSWD: /usr/bin/tuner gate section, /usr/bin/tuner gate section --check
      The gate itself, its hooks and its journal stay the player's. This command reads no settings, \
      takes names of hosts and a lease of a day at most, and changes the section of the hosts file.
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Only find out whether the hosts file may be changed.")
  var check = false

  func run() throws {
    let file = try GateWorld.hostsPath(options.hostsFile).map { HostsFile(path: $0) } ?? .system
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
