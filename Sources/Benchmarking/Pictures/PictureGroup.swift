// SPDX-License-Identifier: MIT

package import Plotting

/// A group of related pictures with a heading.
package struct PictureGroup: Hashable, Sendable {
  /// The heading.
  package let title: String
  /// A caption that explains the pictures, in a sentence or two.
  package let note: String
  /// The pictures, each of one or more stacked plots; the first plot of each holds a value.
  package let figures: [[Plot]]

  init(_ title: String, _ note: String, figures: [[Plot]]) {
    self.title = title
    self.note = note
    self.figures = figures.filter { $0.first?.isEmpty == false }
  }

  init(_ title: String, _ note: String, _ plots: [Plot]) {
    self.init(title, note, figures: plots.map { [$0] })
  }
}

/// The pictures of reports.
package enum ReportPictures {
  /// Draws one report, or several reports of the same items together.
  ///
  /// - Parameter reports: one for each contestant.
  /// - Returns: the groups with at least one picture, in the order of display.
  package static func groups(of reports: [BenchReport]) -> [PictureGroup] {
    let contestants = reports.map { report in
      PicturedContestant(
        name: report.plan.contestant, results: ScoredResults(report.results))
    }
    let groups =
      [
        NotePictures.group(contestants), NoisePictures.bound(contestants),
        NoisePictures.group(contestants), WindowPictures.group(contestants),
        SettlingPictures.group(contestants), CalibrationPictures.group(contestants),
      ] + reports.map { TrackPictures.group(of: $0, isAlone: reports.count == 1) }
    return groups.filter { !$0.figures.isEmpty }
  }
}

/// The results of one contestant.
///
/// Its place among the contestants is its style in every picture, also where it has no value.
struct PicturedContestant {
  /// Its name.
  let name: String
  /// Its results.
  let results: ScoredResults
}
