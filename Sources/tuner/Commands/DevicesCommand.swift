// SPDX-License-Identifier: MIT

import ALSAAudio
import ArgumentParser
import Foundation
import Terminal
import TunerAnalysis

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List sound devices with their formats, and the reason if one can't be opened.",
    discussion: """
      EXAMPLES
        tuner devices
        tuner devices --format json

      PipeWire's devices are listed if its ALSA plugin (Debian's pipewire-alsa) and pw-dump \
      (pipewire-bin) are installed.

      tuner live -d NAME listens to a capture device; tuner tone -d NAME plays on a playback \
      device.
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
