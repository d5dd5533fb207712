// SPDX-License-Identifier: MIT

import FileStore
import Plotting

/// Writes pictures and pages of recordings as they come, in their order.
struct Gallery {
  private let pictures: BatchPictures
  private let settings: AnalysisSettings
  private var page: AnalysisPage?

  /// Opens the page, if one was asked for.
  ///
  /// - Throws: `OutputError`.
  init(_ pictures: BatchPictures, _ settings: AnalysisSettings) throws {
    self.pictures = pictures
    self.settings = settings
    page = try pictures.page.map { try AnalysisPage(path: $0, settings) }
  }

  /// Takes in the next recording.
  ///
  /// - Throws: `OutputError`, and `PictureConverterError`.
  mutating func add(_ portrait: Portrait) throws {
    let picture = portrait.picture(settings.target)
    if let path = pictures.plot {
      let svg = picture.svg()
      let bytes = pictures.isRaster ? try PictureConverter().png(of: svg) : Array(svg.utf8)
      var sink = try OutputSink(.file(path), isImmediate: false)
      try sink.write(bytes)
      try sink.finish()
    }
    try page?.add(portrait, picture)
  }

  /// Puts the page in its place.
  ///
  /// - Throws: `OutputError`.
  func finish() throws { try page?.finish() }
}
