// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import FileStore
import Foundation

/// The selected sets of a command, and their library.
struct DatasetSelection {
  /// One set, by the way of its installation.
  enum Choice {
    /// A set from a package registry, with a manifest of its recordings.
    case package(DatasetManifest)
    /// A set from its publisher's archives.
    case download(DownloadSet)

    /// The set's name.
    var name: String {
      switch self {
      case .package(let manifest): manifest.name
      case .download(let set): set.name
      }
    }
  }

  let library: DatasetLibrary
  let choices: [Choice]
  private let catalogue: DatasetCatalogue

  /// Finds sets by name; without names, all sets.
  ///
  /// - Throws: `DatasetError` for an unknown name or a missing home directory.
  init(names: [String]) throws {
    let catalogue = try DatasetCatalogue()
    self.catalogue = catalogue
    library = try DatasetLibrary(
      UserDirectories(environment: ProcessInfo.processInfo.environment))
    let all =
      catalogue.manifests.map { Choice.package($0) }
      + DownloadCatalogue.sets.map { Choice.download($0) }
    choices =
      names.isEmpty
      ? all
      : try names.map { name in
        guard let choice = all.first(where: { $0.name == name }) else {
          throw DatasetError.unknown(name: name, known: all.map(\.name))
        }
        return choice
      }
  }

  /// Returns the directory of a set, whether it is installed or not.
  func directory(of choice: Choice) -> String {
    switch choice {
    case .package(let manifest): library.directory(of: manifest)
    case .download(let set): library.directory(of: set)
    }
  }

  /// Returns the completeness of a set.
  func presence(of choice: Choice) -> DatasetLibrary.Presence {
    switch choice {
    case .package(let manifest): library.presence(of: manifest)
    case .download(let set): library.presence(of: set)
    }
  }

  /// Returns the text of a set's manifest.
  func document(of manifest: DatasetManifest) -> String? { catalogue.document(of: manifest) }

  /// Requires either names or `--all`.
  static func validate(names: [String], all: Bool) throws {
    if names.isEmpty, !all {
      throw ValidationError("Name a set, or use --all. See tuner-bench datasets list.")
    }
    if !names.isEmpty, all { throw ValidationError("Use names or --all, not both.") }
  }
}
