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
      throw .notChecked(error)
    }
    let checksum = "sha256:" + (digest ?? "unknown")
    if name.hasSuffix(".csv") {
      let entries: [CorpusEntry]
      do throws(AnnotationError) {
        entries = try CorpusTable.entries(String(decoding: data, as: UTF8.self))
      } catch {
        throw .unreadable(file: file, reason: error.description)
      }
      let files = try recordings(of: entries, in: path)
      return CorpusItems(set: set, file: file, entries: entries).list(
        in: path, checksums: [set: checksum, "\(set), its files": files])
    }
    do {
      let entries = try JSONDecoder().decode(ManifestEntries.self, from: data)
      return ManifestItems(entries, set: set).list(in: path, checksum: checksum)
    } catch {
      throw .unreadable(file: file, reason: DecodingReason(error).description)
    }
  }

  /// Returns a fingerprint of all files that a manifest without checksums names.
  ///
  /// With another recording under the same name, a run is another one.
  private static func recordings(
    of entries: [CorpusEntry], in directory: String
  ) throws(DatasetItemsError) -> String {
    let names = entries.compactMap { try? $0.content.get() }.flatMap { recording in
      [recording.path] + [recording.annotation].compactMap { $0 }
    }
    var lines: [String] = []
    for start in stride(from: 0, to: names.count, by: namesAtOnce) {
      let part = names[start..<min(start + namesAtOnce, names.count)]
      do throws(DatasetError) {
        let digests = try Checksum.sha256(of: part.map { directory + "/" + $0 })
        lines += part.map { "\(digests[directory + "/" + $0] ?? "missing")  \($0)" }
      } catch {
        throw .notChecked(error)
      }
    }
    return ItemList.fingerprint(of: lines.joined(separator: "\n"))
  }

  /// The number of files in one command, far below the system's limit of arguments.
  private static let namesAtOnce = 500

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
  /// The checksums of the files can't be computed.
  case notChecked(DatasetError)
  /// Two sets of a run have the same name.
  case namedTwice(name: String)

  /// One or two sentences for a person that end with the remedy when there is one.
  package var description: String {
    switch self {
    case .notInstalled(let name):
      "\(name) is not installed. Install it: tuner-bench datasets fetch \(name)"
    case .noManifest(let directory):
      "\(directory) holds no manifest. Name a directory with manifest.json or manifest.csv, or a set "
        + "from: tuner-bench datasets list"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .notChecked(let error): error.description
    case .namedTwice(let name):
      "the data set \(name) is named twice. Name each set once, and rename a directory that is "
        + "called as another one"
    }
  }
}
