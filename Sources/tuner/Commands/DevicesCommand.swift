// SPDX-License-Identifier: MIT

import ALSAAudio
import ArgumentParser
import Foundation
import Terminal
import TunerAnalysis

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List sound devices, what each can do, and why one can't be opened.",
    discussion: """
      EXAMPLES
        tuner devices
        tuner devices --format json

      A device of PipeWire is listed when its plugin for ALSA (Debian's pipewire-alsa) and pw-dump \
      (pipewire-bin) are there.

      tuner live -d NAME listens to a capture device; tuner tone -d NAME sounds on a playback device.
      """)

  @Flag(help: "Also list converters, single speakers and other parts of a device.")
  var all = false

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  func run() throws {
    let list = DeviceSheet.current(
      includesConverters: all, environment: ProcessInfo.processInfo.environment)
    try StandardOutput.write(format == .text ? list.text : list.json)
  }
}
