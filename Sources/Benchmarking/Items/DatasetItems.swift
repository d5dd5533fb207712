// SPDX-License-Identifier: MIT

package import Datasets
package import Evaluation
internal import Foundation

/// Makes items from installed sets of recordings and from directories with a manifest.
package enum DatasetItems {
  /// The possible names of a manifest in a directory, in the order of the search.
  package static let manifestNames = ["manifest.json", "manifest.csv"]

  /// Lists an installed set.
  ///
  /// - Throws: `DatasetItemsError.notInstalled` if no file is installed. The run itself finds and
  ///   counts single missing files.
  package static func installed(
    _ manifest: DatasetManifest, in library: DatasetLibrary
  ) throws(DatasetItemsError) -> ItemList {
    guard library.presence(of: manifest) != .absent else {
      throw .notInstalled(name: manifest.name)
    }
    return ManifestItems(manifest).list(
      in: library.directory(of: manifest), checksum: checksum(of: manifest.sources))
  }

  /// Lists the recordings of a directory by its manifest.
  ///
  /// - Parameter path: a directory that holds `manifest.json` or `manifest.csv`.
  /// - Returns: an item for every row; an invalid row gives a fault.
  /// - Throws: `DatasetItemsError` when there is no manifest, or it can't be read as a whole.
  package static func directory(_ path: String) throws(DatasetItemsError) -> ItemList {
    guard
      let name = manifestNames.first(where: {
        FileManager.default.fileExists(atPath: path + "/" + $0)
      })
    else { throw .noManifest(directory: path) }
    let file = path + "/" + name
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .unreadable(file: file, reason: "it can't be opened")
    }
    let set = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    let digest: String?
    do throws(DatasetError) {
      digest = try Checksum.sha256(of: [file])[file]
    } catch {
      throw .unreadable(file: file, reason: error.description)
    }
    let checksum = "sha256:" + (digest ?? "unknown")
    if name.hasSuffix(".csv") {
      let entries: [Result<CorpusRecording, AnnotationError>]
      do throws(AnnotationError) {
        entries = try CorpusTable.entries(String(decoding: data, as: UTF8.self))
      } catch {
        throw .unreadable(file: file, reason: error.description)
      }
      return CorpusItems(set: set, entries: entries).list(in: path, checksum: checksum)
    }
    do {
      let entries = try JSONDecoder().decode(ManifestEntries.self, from: data)
      return ManifestItems(entries, set: set).list(in: path, checksum: checksum)
    } catch {
      throw .unreadable(file: file, reason: DecodingReason(error).description)
    }
  }

  /// Returns the checksum of one source, or a fingerprint of the checksums of several.
  private static func checksum(of sources: [DatasetSource]) -> String {
    if sources.count == 1 { return "sha256:" + sources[0].sha256 }
    return ItemList.fingerprint(of: sources.map(\.sha256).joined(separator: "\n"))
  }
}

/// The reasons why a set of recordings can't be listed.
package enum DatasetItemsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file of the set is installed.
  case notInstalled(name: String)
  /// The directory contains no manifest.
  case noManifest(directory: String)
  /// The manifest can't be read as a whole.
  case unreadable(file: String, reason: String)

  /// One or two sentences for a person that end with the remedy when there is one.
  package var description: String {
    switch self {
    case .notInstalled(let name):
      "\(name) is not installed. Install it: tuner-bench datasets fetch \(name)"
    case .noManifest(let directory):
      "\(directory) holds no manifest. Name a directory with manifest.json or manifest.csv, or a set "
        + "from: tuner-bench datasets list"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    }
  }
}
