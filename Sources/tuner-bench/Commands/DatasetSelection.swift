// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import FileStore
import Foundation

/// The sets that a command works on, and the library they are in.
struct DatasetSelection {
  let library: DatasetLibrary
  let manifests: [DatasetManifest]
  private let catalogue: DatasetCatalogue

  /// Looks the names up; no name means every set.
  ///
  /// - Throws: `DatasetError` for an unknown name or no home.
  init(names: [String]) throws {
    let catalogue = try DatasetCatalogue()
    self.catalogue = catalogue
    library = try DatasetLibrary(
      UserDirectories(environment: ProcessInfo.processInfo.environment))
    manifests =
      names.isEmpty ? catalogue.manifests : try names.map { try catalogue.manifest(named: $0) }
  }

  /// Returns the text of a set's manifest.
  func document(of manifest: DatasetManifest) -> String? { catalogue.document(of: manifest) }

  /// Refuses neither and both of names and `--all`.
  static func validate(names: [String], all: Bool) throws {
    if names.isEmpty, !all {
      throw ValidationError("Name a set, or use --all. See tuner-bench datasets list.")
    }
    if !names.isEmpty, all { throw ValidationError("Use names or --all, not both.") }
  }
}
