// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import Terminal

struct DatasetsFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Install sets of recordings, and print where they are.",
    discussion: """
      EXAMPLES
        tuner-bench datasets fetch guitarsounds
        tuner-bench datasets fetch guitarset
        tuner-bench datasets fetch egfxset --mirror https://example.org/recordings

      An installed set is left unchanged and needs no network. To continue an interrupted \
      download, run the same command again.
      Exit status: 0 installed, 2 wrong usage or a set that can't be installed, \
      130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp("Sets to install; see tuner-bench datasets list.", valueName: "name"))
  var names: [String] = []

  @Flag(help: "Install all sets except the downloads, which are large and must be named.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Fetch downloads from this server, which must have the published files in one directory.",
      valueName: "url"), transform: { try DownloadMirror($0) })
  var mirror: DownloadMirror?

  @Option(
    help: ArgumentHelp(
      "Give up a download after this time without data. (default: \(DownloadOptions().timeout))",
      valueName: "seconds"))
  var timeout: Int?

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  func validate() throws {
    try DatasetSelection.validate(names: names, all: all)
    if let timeout, !(1...3600).contains(timeout) {
      throw ValidationError("--timeout takes seconds from 1 to 3600.")
    }
    if all { try refuseDownloadOptions() }
  }

  /// Refuses the options of downloads for sets that are none.
  private func refuseDownloadOptions() throws {
    if let option = mirror != nil ? "--mirror" : timeout != nil ? "--timeout" : nil {
      throw ValidationError("\(option) is for downloads, and no download is named: leave it out.")
    }
  }

  func run() throws {
    let selection = try DatasetSelection(names: names)
    let hasDownload = selection.choices.contains { choice in
      if case .download = choice { true } else { false }
    }
    if !hasDownload { try refuseDownloadOptions() }
    var options = DownloadOptions()
    options.mirror = mirror
    if let timeout { options.timeout = timeout }
    for choice in selection.choices {
      switch choice {
      case .package(let manifest):
        let installer = DatasetInstaller(library: selection.library)
        try installer.install(manifest, document: selection.document(of: manifest)) { step in
          if !quiet { StandardError.write("\(manifest.name): \(DatasetStep.text(step))\n") }
        }
      case .download where all: continue
      case .download(let set):
        var progress = DownloadProgress(of: set, quiet: quiet)
        let installer = DownloadInstaller(library: selection.library, options: options)
        try installer.install(set) { progress.show($0) }
      }
      try StandardOutput.writeIfRead(selection.directory(of: choice) + "\n")
    }
  }
}
