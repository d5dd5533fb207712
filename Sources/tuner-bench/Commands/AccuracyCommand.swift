// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Datasets
import Evaluation
import FileStore
import Foundation

struct AccuracyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accuracy",
    abstract: "Measure a detector on recordings with a known pitch.",
    discussion: """
      EXAMPLES
        tuner-bench accuracy --dataset guitarsounds
        tuner-bench accuracy --dataset my-recordings/ --json report.json

      A data set is an installed set, a directory with manifest.json or manifest.csv, or all for \
      every installed set. Errors in cents are computed for recordings whose reference has grade A \
      or B. Gross errors are also counted for grade C, and for recordings that have only an \
      annotation (.jams, .csv or .txt). A recording with grade D or without a reference is \
      analysed and not scored.
      Exit status: 0 done, 1 a figure differs from its baseline or --check missed a target, 2 \
      wrong usage or an item that failed.
      """)

  @Option(
    help: ArgumentHelp(
      "A set's name, a directory with a manifest, or all. May be given again.", valueName: "set"))
  var dataset: [String] = ["guitarsounds"]

  @OptionGroup var options: RunOptions
  @OptionGroup var publication: ReportOptions

  func validate() throws { try publication.files.refuseBaseline(of: options.shard) }

  func run() throws {
    try publication.probe(for: BenchPlan.Command.accuracy.rawValue)
    let items = try ItemList.joined(dataset.flatMap(Self.lists))
    try publication.publish(options.report(.accuracy, on: items))
  }

  static func lists(named name: String) throws -> [ItemList] {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory)
    if name.contains("/") || (exists && isDirectory.boolValue) {
      return [try DatasetItems.directory(name)]
    }
    let selection = try DatasetSelection(names: name == "all" ? [] : [name])
    let choices =
      name == "all"
      ? selection.choices.filter { selection.presence(of: $0) != .absent } : selection.choices
    guard !choices.isEmpty else {
      throw ValidationError("No set is installed. Install one: tuner-bench datasets fetch --all")
    }
    return try choices.map { choice in
      switch choice {
      case .package(let manifest):
        return try DatasetItems.installed(manifest, in: selection.library)
      case .download(let set):
        guard selection.presence(of: choice) != .absent else {
          throw DatasetItemsError.notInstalled(name: set.name)
        }
        return try DatasetItems.directory(selection.library.directory(of: set))
      }
    }
  }
}
