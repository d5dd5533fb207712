// SPDX-License-Identifier: MIT

public import Datasets
public import Evaluation
internal import Foundation

/// Makes items of sets of recordings: installed ones, and directories with a manifest.
public enum DatasetItems {
  /// The manifests that a directory may hold, in the order in which they are looked for.
  public static let manifestNames = ["manifest.json", "manifest.csv"]

  /// Lists an installed set.
  ///
  /// - Throws: `DatasetItemsError.notInstalled` when nothing of it is there; single missing files are
  ///   found by the run, and counted.
  public static func installed(
    _ manifest: DatasetManifest, in library: DatasetLibrary
  ) throws(DatasetItemsError) -> ItemList {
    guard library.presence(of: manifest) != .absent else {
      throw .notInstalled(name: manifest.name)
    }
    return list(
      ManifestItems(manifest), directory: library.directory(of: manifest),
      checksum: checksum(of: manifest.sources))
  }

  /// Lists the recordings of a directory by its manifest.
  ///
  /// - Parameter path: a directory that holds `manifest.json` or `manifest.csv`.
  /// - Returns: an item for every row, a bad one's with its fault.
  /// - Throws: `DatasetItemsError` when there is no manifest, or it can't be read as a whole.
  public static func directory(_ path: String) throws(DatasetItemsError) -> ItemList {
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
      return try corpus(
        String(decoding: data, as: UTF8.self), file: file, directory: path, set: set,
        checksum: checksum)
    }
    do {
      let entries = try JSONDecoder().decode(ManifestEntries.self, from: data)
      return list(ManifestItems(entries, set: set), directory: path, checksum: checksum)
    } catch {
      throw .unreadable(file: file, reason: "\(error)")
    }
  }

  /// One file's own checksum; of several, a fingerprint of theirs.
  private static func checksum(of sources: [DatasetSource]) -> String {
    if sources.count == 1 { return "sha256:" + sources[0].sha256 }
    return ItemList.fingerprint(of: sources.map(\.sha256).joined(separator: "\n"))
  }

  private struct ManifestItems {
    let set: String
    let recordings: [DatasetRecording]
    var faults: [ManifestEntries.Fault] = []

    init(_ manifest: DatasetManifest) {
      set = manifest.name
      recordings = manifest.recordings
    }

    init(_ entries: ManifestEntries, set: String) {
      self.set = entries.manifest?.name ?? set
      recordings = entries.manifest?.recordings ?? []
      faults = entries.faults
    }
  }

  private static func list(
    _ entries: ManifestItems, directory: String, checksum: String
  ) -> ItemList {
    let good = entries.recordings.map { recording in
      BenchItem(
        name: entries.set + "/" + recording.file, set: entries.set,
        source: .recording(
          RecordedItem(
            path: directory + "/" + recording.file, sha256: recording.sha256,
            reference: recording.reference)))
    }
    let bad = entries.faults.map { fault in
      BenchItem(
        name: "\(entries.set)/\(fault.file ?? "entry") (number \(fault.index + 1))",
        set: entries.set, source: .fault(reason: fault.reason))
    }
    return ItemList(items: good + bad, checksums: [entries.set: checksum])
  }

  private static func corpus(
    _ text: String, file: String, directory: String, set: String, checksum: String
  ) throws(DatasetItemsError) -> ItemList {
    let entries: [Result<CorpusRecording, AnnotationError>]
    do throws(AnnotationError) {
      entries = try CorpusTable.entries(text)
    } catch {
      throw .unreadable(file: file, reason: error.description)
    }
    let items = entries.enumerated().map { index, entry in
      switch entry {
      case .success(let recording):
        BenchItem(
          name: "\(set)/\(recording.path)", set: "\(set):\(recording.source)",
          source: .recording(
            RecordedItem(
              path: directory + "/" + recording.path, reference: recording,
              track: recording.annotation.map { directory + "/" + $0 })))
      case .failure(let error):
        BenchItem(
          name: "\(set)/row \(index + 1)", set: set,
          source: .fault(reason: error.description))
      }
    }
    return ItemList(items: items, checksums: [set: checksum])
  }
}

/// Why a set of recordings can't be listed.
public enum DatasetItemsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing of the set is there.
  case notInstalled(name: String)
  /// The directory holds no manifest.
  case noManifest(directory: String)
  /// The manifest can't be read as a whole.
  case unreadable(file: String, reason: String)

  /// One or two sentences for a person, which end in the remedy when there is one.
  public var description: String {
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
