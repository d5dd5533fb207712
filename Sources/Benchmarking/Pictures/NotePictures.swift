// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting
internal import TestSignals

/// Pictures of error by note.
enum NotePictures {
  /// The prefix of sets in which the error depends on the noise and not on the note.
  private static let noisy = "noise-"

  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    var sets: [String] = []
    for result in contestants.flatMap(\.results.results)
    where !sets.contains(result.set) && !result.set.hasPrefix(noisy) {
      sets.append(result.set)
    }
    let plots = sets.flatMap { set -> [Plot] in
      if contestants.count == 1 {
        return [plot("\(set): error by note", contestants.flatMap { both($0, set) })]
      }
      return Self.quantiles.map { name, quantile in
        plot(
          "\(set): \(name) error by note",
          contestants.map { Series($0.name, .dottedLine, points(of: $0, set, quantile)) })
      }
    }
    return PictureGroup(
      "Error by note",
      "|error| of answered readings in the steady part. A note without a mark was not answered.",
      plots)
  }

  private static let quantiles: [(String, Quantile)] = [("median", .median), ("p95", .p95)]

  private static func both(_ contestant: PicturedContestant, _ set: String) -> [Series] {
    quantiles.map { name, quantile in
      Series(name, .dottedLine, points(of: contestant, set, quantile))
    }
  }

  private static func plot(_ title: String, _ series: [Series]) -> Plot {
    Plot(
      title, x: .init("note", .notes), y: .init("|error| in cents", .logarithmic), series: series)
  }

  private static func points(
    of contestant: PicturedContestant, _ set: String, _ quantile: Quantile
  ) -> [Series.Point] {
    var notes: [Int: Measurements] = [:]
    for (result, score) in contestant.results.scored where result.set == set {
      if let note = result.note { notes[note, default: Measurements()].merge(score.pitch.cents) }
    }
    return notes.sorted { $0.key < $1.key }.compactMap { note, cents in
      cents.magnitudes().map {
        .init(TestNote(note).frequency.value, $0.interpolated(quantile))
      }
    }
  }
}
