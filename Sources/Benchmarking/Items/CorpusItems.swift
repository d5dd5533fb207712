// SPDX-License-Identifier: MIT

internal import Evaluation

/// The rows of a `manifest.csv`, valid and invalid.
struct CorpusItems {
  let set: String
  let entries: [Result<CorpusRecording, AnnotationError>]

  /// Returns an item for every row in the sets that the rows name; an invalid row gives a fault.
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
