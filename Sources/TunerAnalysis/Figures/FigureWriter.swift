// SPDX-License-Identifier: MIT

import FileStore
import Plotting

/// A writer of figures and pages of recordings, in their order.
struct FigureWriter {
  private let figures: BatchFigures
  private let settings: AnalysisSettings
  private var page: AnalysisPage?

  /// Opens the page, if there is to be one.
  ///
  /// - Parameters:
  ///   - figures: the files.
  ///   - settings: the settings of the analysis.
  ///   - hasSeveral: true if there may be several recordings, whose sounds are then files beside
  ///     the page.
  /// - Throws: `OutputError`.
  init(_ figures: BatchFigures, _ settings: AnalysisSettings, hasSeveral: Bool) throws {
    self.figures = figures
    self.settings = settings
    page = try figures.page.map { try AnalysisPage(path: $0, settings, sharesSounds: hasSeveral) }
  }

  /// Adds the next recording.
  ///
  /// - Throws: `OutputError`, and `PictureConverterError`.
  mutating func add(_ figure: RecordingFigure) throws {
    let picture = figure.picture(settings.target)
    if let path = figures.plot {
      let svg = picture.svg()
      let bytes = figures.isRaster ? try PictureConverter().png(of: svg) : Array(svg.utf8)
      var sink = try OutputSink(.file(path), isImmediate: false)
      try sink.write(bytes)
      try sink.finish()
    }
    try page?.add(figure, picture)
  }

  /// Writes the page to its path.
  ///
  /// - Throws: `OutputError`; the page is then abandoned.
  func finish() throws {
    do {
      try page?.finish()
    } catch {
      abandon()
      throw error
    }
  }

  /// Ends a page that has no recording or is incomplete, and does not write it.
  func abandon() { page?.abandon() }
}
