// SPDX-License-Identifier: MIT

import ArgumentParser

/// The flags that mean the same in every command.
struct SettingsOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "What to compare with: standard (E2 A2 D3 G3 B3 E4) or chromatic.", valueName: "id"))
  var tuning: String?

  @Option(help: ArgumentHelp("The frequency of A4, 390 to 490. (default: 440)", valueName: "hz"))
  var a4: String?

  @Option(
    help: ArgumentHelp(
      "In tune is up to this far off, 0.5 to 20. (default: 10)", valueName: "cents"))
  var tolerance: String?

  @Option(help: ArgumentHelp("Updates a second, 1 to 1000. (default: 20)", valueName: "hz"))
  var rate: String?

  @Option(help: ArgumentHelp("The lowest pitch to look for. (default: 29)", valueName: "hz"))
  var minHz: String?

  @Option(help: ArgumentHelp("The highest pitch to look for. (default: 1400)", valueName: "hz"))
  var maxHz: String?

  @Flag(help: "Print every setting and where its value comes from, and stop.")
  var printConfig = false

  /// Gathers each setting from its flag, else its TUNER_ variable, else its default.
  func resolve() -> SettingSources {
    SettingSources(flags: [
      .tuning: tuning, .a4: a4, .tolerance: tolerance, .rate: rate, .minHz: minHz, .maxHz: maxHz,
    ])
  }
}
