// SPDX-License-Identifier: MIT

internal import Evaluation

/// The rows of a `manifest.csv`, good and bad.
struct CorpusItems {
  let set: String
  let entries: [Result<CorpusRecording, AnnotationError>]

  /// Returns an item for every row, a bad one's with its fault, counted by where it comes from.
  func list(in directory: String, checksum: String) -> ItemList {
    let items = entries.enumerated().map { index, entry in
      switch entry {
      case .success(let recording):
        BenchItem(
          name: "\(set)/\(recording.path)", set: "\(set):\(recording.source)",
          source: .recording(
            RecordedItem(
              path: directory + "/" + recording.path, reference: recording,
              annotation: recording.annotation.map { .init(path: directory + "/" + $0) })))
      case .failure(let error):
        BenchItem(
          name: "\(set)/row \(index + 1)", set: set,
          source: .fault(reason: error.description))
      }
    }
    return ItemList(items: items, checksums: [set: checksum])
  }
}
