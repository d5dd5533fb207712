// SPDX-License-Identifier: MIT

internal import CManifests
package import Evaluation
internal import Foundation

/// The sets of recordings that Headstock can install.
package struct DatasetCatalogue: Sendable {
  /// The sets in the order of display.
  package let manifests: [DatasetManifest]

  /// Reads and validates the embedded manifests.
  ///
  /// - Throws: `DatasetError.manifestUnreadable` or `.manifestInvalid`.
  package init() throws(DatasetError) {
    var manifests: [DatasetManifest] = []
    for (name, text) in EmbeddedManifests.all {
      manifests.append(try Self.manifest(Data(text.utf8), named: name))
    }
    self.manifests = manifests
  }

  /// Reads and validates one manifest.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8.
  ///   - name: the name of the manifest in errors.
  /// - Returns: the valid manifest.
  /// - Throws: `DatasetError.manifestUnreadable` or `.manifestInvalid`.
  static func manifest(
    _ data: Data, named name: String
  ) throws(DatasetError) -> DatasetManifest {
    let manifest: DatasetManifest
    do {
      manifest = try JSONDecoder().decode(DatasetManifest.self, from: data)
    } catch {
      throw .manifestUnreadable(name: name, reason: DecodingReason(error).description)
    }
    do {
      try manifest.validate()
    } catch {
      throw .manifestInvalid(error)
    }
    guard !manifest.sources.isEmpty else {
      throw .manifestUnreadable(name: name, reason: "it names no source to install from")
    }
    return manifest
  }

  /// Returns the text of a set's `manifest.json`.
  ///
  /// - Parameter manifest: one of `manifests`.
  /// - Returns: the text; `nil` for a set that is not embedded.
  package func document(of manifest: DatasetManifest) -> String? {
    EmbeddedManifests.all.first { $0.0 == manifest.name }?.1
  }

  /// Returns the set with that name.
  ///
  /// - Throws: `DatasetError.unknown` with the existing names.
  package func manifest(named name: String) throws(DatasetError) -> DatasetManifest {
    guard let manifest = manifests.first(where: { $0.name == name }) else {
      throw .unknown(name: name, known: manifests.map(\.name))
    }
    return manifest
  }
}

/// The manifests of the top-level folder `Datasets`, which the compiler embeds in the program.
///
/// The program needs no files at run time.
enum EmbeddedManifests {
  /// The name and text of each manifest, in the order of display.
  static let all: [(String, String)] = {
    var all: [(String, String)] = []
    while true {
      let manifest = headstock_manifest_at(all.count)
      guard let name = manifest.name else { return all }
      let bytes = UnsafeBufferPointer(start: manifest.bytes, count: manifest.count)
      all.append((String(cString: name), String(decoding: bytes, as: UTF8.self)))
    }
  }()
}
