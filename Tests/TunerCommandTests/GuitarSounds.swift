// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import FileStore
import Foundation
import Testing

/// The recorded strings of two guitars, from the set *guitarsounds*.
enum GuitarSounds {
  /// Returns the set and the library that holds it; fails the test where it is not installed.
  static func installed() throws -> (DatasetManifest, DatasetLibrary) {
    let manifest = try DatasetCatalogue().manifest(named: "guitarsounds")
    let library = try DatasetLibrary(
      UserDirectories(environment: ProcessInfo.processInfo.environment))
    try #require(
      library.presence(of: manifest) == .installed,
      "install it with: tuner-bench datasets fetch guitarsounds")
    return (manifest, library)
  }
}
