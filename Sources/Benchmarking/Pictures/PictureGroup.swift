// SPDX-License-Identifier: MIT

public import Plotting

/// Pictures that belong together.
public struct PictureGroup: Hashable, Sendable {
  /// The heading.
  public let title: String
  /// How to read the pictures, in a sentence or two.
  public let note: String
  /// The pictures, each of one or more plots above each other; there is a value in the first of each.
  public let figures: [[Plot]]

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
public enum ReportPictures {
  /// Draws one report, or several of the same items beside each other.
  ///
  /// - Parameter reports: one for each contestant.
  /// - Returns: the groups that have a picture, in the order in which they are shown.
  public static func groups(of reports: [BenchReport]) -> [PictureGroup] {
    let contestants = reports.map { (name: $0.plan.contestant, results: ScoredResults($0.results)) }
    let groups =
      [
        NotePictures.group(contestants), NoisePictures.bound(contestants),
        NoisePictures.group(contestants), WindowPictures.group(contestants),
        SettlingPictures.group(contestants), ClaimPictures.group(contestants),
      ] + reports.map { TrackPictures.group(of: $0, isAlone: reports.count == 1) }
    return groups.filter { !$0.figures.isEmpty }
  }
}

/// The results of one contestant, and its name.
typealias PicturedContestant = (name: String, results: ScoredResults)
