// SPDX-License-Identifier: MIT

import Terminal

/// The figures and pages that a batch makes beside its results.
package struct BatchFigures: Sendable {
  /// The file for the figure of a single recording; `nil` for none.
  let plot: String?
  /// The file for the page of all recordings; `nil` for none.
  let page: String?

  /// Names the files.
  ///
  /// - Parameters:
  ///   - plot: the file for the figure of a single recording, `.svg` or `.png`; `nil` for none.
  ///   - page: the file for the page of all recordings; `nil` for none.
  package init(plot: String?, page: String?) {
    self.plot = plot
    self.page = page
  }

  /// Returns the extent of each recording's data.
  ///
  /// - Parameter hasSeveral: true if there may be several recordings, whose sounds are files.
  /// - Returns: the extent; `nil` for no data.
  func extent(hasSeveral: Bool) -> RecordingFigure.Extent? {
    if page != nil {
      return .withSound(limit: hasSeveral ? SoundExcerpt.limit : AnalysisPage.soundLimit)
    }
    return plot != nil ? .picture : nil
  }

  /// True if there is a figure or a page to make.
  var areRequested: Bool { plot != nil || page != nil }

  /// True when the figure is a PNG.
  var isRaster: Bool { plot?.lowercased().hasSuffix(".png") ?? false }

  /// Refuses files that can't be made, before anything is analysed.
  ///
  /// - Parameter inputs: the recordings, which no file may replace.
  /// - Throws: `BatchFiguresError`, `OutputError`, and `PictureConverterError` for a PNG if the
  ///   converter is not installed.
  func prepare(sparing inputs: BatchInputs) throws {
    if plot != nil, inputs.all.count > 1 {
      throw BatchFiguresError.severalRecordings(count: inputs.all.count)
    }
    if isRaster { _ = try PictureConverter() }
    let sounds = page.map { page in
      let folder = PageSounds(page: page)
      return inputs.all.indices.map { folder.path(of: $0 + 1) }
    }
    try OutputPlaces.spare(
      inputs.all.filter { $0.problem == nil }.map(\.path),
      from: [plot, page].compactMap { $0 } + (inputs.needsDirectory ? sounds ?? [] : []))
  }
}

/// The reason why a batch can't make its figures.
enum BatchFiguresError: UsageError, Hashable {
  /// A figure shows one recording, but there are several.
  case severalRecordings(count: Int)

  var description: String {
    switch self {
    case .severalRecordings(let count):
      "--plot draws one recording, and there are \(count). For all of them on one page, use "
        + "--html FILE."
    }
  }
}
