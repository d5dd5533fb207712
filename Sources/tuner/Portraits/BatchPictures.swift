// SPDX-License-Identifier: MIT

import ArgumentParser

/// The pictures and pages that a batch makes beside its results.
struct BatchPictures: Sendable {
  /// Where the picture of the one recording goes; `nil` for none.
  var plot: String?
  /// Where the page of all recordings goes; `nil` for none.
  var page: String?

  /// What is kept of each recording for them.
  var extent: Portrait.Extent? {
    page != nil ? .withSound : plot != nil ? .picture : nil
  }

  /// Whether the picture is to be a PNG.
  var isRaster: Bool { plot?.lowercased().hasSuffix(".png") ?? false }

  /// Refuses what can't be made, before anything is analysed.
  ///
  /// - Throws: `ValidationError`, `OutputError`, and `PictureConverterError` for a PNG that nobody here
  ///   can make.
  func prepare(sparing inputs: BatchInputs) throws {
    if plot != nil, inputs.all.count > 1 {
      throw ValidationError(
        "--plot draws one recording, and there are \(inputs.all.count). For all of them on one page, "
          + "use --html FILE.")
    }
    if isRaster { _ = try PictureConverter() }
    try OutputPlaces.spare(
      inputs.all.filter { $0.problem == nil }.map(\.path), from: [plot, page].compactMap { $0 })
  }
}
