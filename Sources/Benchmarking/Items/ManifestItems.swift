// SPDX-License-Identifier: MIT

internal import Evaluation

/// The entries of a `manifest.json`, valid and invalid.
struct ManifestItems {
  private let set: String
  private let recordings: [DatasetRecording]
  private var faults: [ManifestEntries.Fault] = []

  /// Takes the entries of a valid manifest.
  init(_ manifest: DatasetManifest) {
    set = manifest.name
    recordings = manifest.recordings
  }

  /// Takes the entries of a manifest that was read entry by entry.
  ///
  /// - Parameters:
  ///   - entries: the manifest.
  ///   - set: the name of the set when no entry is valid.
  init(_ entries: ManifestEntries, set: String) {
    self.set = entries.manifest?.name ?? set
    recordings = entries.manifest?.recordings ?? []
    faults = entries.faults
  }

  /// Returns an item for every entry; an invalid entry gives a fault.
  func list(in directory: String, checksum: String) -> ItemList {
    let good = recordings.map { recording in
      BenchItem(
        name: set + "/" + recording.file, set: set,
        source: .recording(
          RecordedItem(
            path: directory + "/" + recording.file, sha256: recording.sha256,
            reference: recording.reference,
            annotation: recording.annotation.map {
              .init(path: directory + "/" + $0.file, sha256: $0.sha256)
            })))
    }
    let bad = faults.map { fault in
      BenchItem(
        name: "\(set)/\(fault.file ?? "entry") (number \(fault.index + 1))", set: set,
        source: .fault(file: directory + "/manifest.json", reason: fault.reason))
    }
    return ItemList(items: good + bad, checksums: [set: checksum])
  }
}

/// The rows of a `manifest.csv`, valid and invalid.
struct CorpusItems {
  let set: String
  /// The manifest.
  let file: String
  let entries: [CorpusEntry]

  /// Returns an item for every row in the sets that the rows name; an invalid row gives a fault in
  /// the same set.
  func list(in directory: String, checksums: [String: String]) -> ItemList {
    let items = entries.enumerated().map { index, entry in
      let part = entry.source.map { "\(set):\($0)" } ?? set
      return switch entry.content {
      case .success(let recording):
        BenchItem(
          name: "\(set)/\(recording.path)", set: part,
          source: .recording(
            RecordedItem(
              path: directory + "/" + recording.path, reference: recording,
              annotation: recording.annotation.map { .init(path: directory + "/" + $0) })))
      case .failure(let error):
        BenchItem(
          name: "\(set)/row \(index + 1)", set: part,
          source: .fault(file: file, reason: error.description))
      }
    }
    return ItemList(items: items, checksums: checksums)
  }
}
