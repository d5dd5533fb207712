// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Plotting
import SignalProcessing

/// The spectrum of a recording over time, in a bounded number of columns.
///
/// When there are too many columns, every second one is removed. Columns are not averaged, so each
/// remains the spectrum of one window.
struct SpectrogramBuilder: ~Copyable {
  /// The length of a window, in seconds: long enough to separate the partials of a low string.
  private static let windowSeconds = 0.17
  private static let columnLimit = 1200
  private static let rowCount = 260
  private static let lowest = 27.5
  private static let highest = 7040.0
  /// The range of the shades below the strongest level, in binary logarithms of power.
  private static let depth: Float = 22

  private let sampleRate: SampleRate
  private var newest: FrameAssembler
  private var transform: PowerTransform
  private var spectrum: PowerSpectrum
  /// The first and last bin of each row, as fractional bin numbers.
  private let places: [(first: Float, last: Float)]
  private var columns: [Float] = []
  private var column: [Float]
  /// The number of samples between columns.
  private var hop: Int
  private var untilNext: Int
  private var total = 0

  /// Prepares for a recording.
  ///
  /// - Throws: `SignalProcessingError`.
  init(sampleRate: SampleRate) throws(SignalProcessingError) {
    let count = RealFFT.efficientCount(
      atLeast: Int(Self.windowSeconds * Double(sampleRate.hertz)))
    self.init(
      sampleRate, try FrameAssembler(frameCount: count),
      try PowerTransform(count: count))
  }

  private init(
    _ sampleRate: SampleRate, _ newest: consuming FrameAssembler,
    _ transform: consuming PowerTransform
  ) {
    let count = newest.frameCount
    let step = log(Self.highest / Self.lowest) / Double(Self.rowCount)
    let bins = Double(count) / Double(sampleRate.hertz)
    let top = Float(count / 2)
    places = (0..<Self.rowCount).map { row in
      let first = Float(Self.lowest * exp(step * Double(row)) * bins)
      let last = Float(Self.lowest * exp(step * Double(row + 1)) * bins)
      return (min(first, top), min(last, top))
    }
    column = Array(repeating: -.infinity, count: Self.rowCount)
    self.sampleRate = sampleRate
    hop = max(1, count / 16)
    untilNext = hop
    self.newest = newest
    spectrum = PowerSpectrum(count: count)
    self.transform = transform
  }

  /// Adds the next samples.
  ///
  /// - Complexity: O(n); over a long recording the mean cost of transforms is negligible.
  mutating func append(_ samples: Span<Float>) {
    var rest = samples
    while rest.count > 0 {
      let count = min(untilNext, rest.count)
      newest.append(rest.extracting(first: count))
      rest = rest.extracting(droppingFirst: count)
      total += count
      untilNext -= count
      if untilNext == 0 {
        untilNext = hop
        addColumn()
      }
    }
  }

  private mutating func addColumn() {
    Self.writeLevels(of: newest, by: &transform, &spectrum, places, to: &column)
    columns += column
    guard columns.count == Self.columnLimit * Self.rowCount else { return }
    for column in 0..<Self.columnLimit / 2 {
      for row in 0..<Self.rowCount {
        columns[column * Self.rowCount + row] = columns[2 * column * Self.rowCount + row]
      }
    }
    columns.removeLast(columns.count / 2)
    hop *= 2
    untilNext = hop
  }

  private static func writeLevels(
    of newest: borrowing FrameAssembler, by transform: inout PowerTransform,
    _ spectrum: inout PowerSpectrum, _ places: [(first: Float, last: Float)],
    to column: inout [Float]
  ) {
    spectrum.analyse(newest.frame, by: &transform)
    let levels = spectrum.levels
    for row in column.indices { column[row] = level(levels, places[row]) }
  }

  /// Returns the level of a row: the strongest bin inside it, or an interpolation between two bins.
  private static func level(_ levels: Span<Float>, _ place: (first: Float, last: Float)) -> Float {
    let (first, last) = (Int(place.first.rounded(.up)), Int(place.last))
    guard first <= last else {
      let low = min(Int(place.first), levels.count - 2)
      let share = (place.first + place.last) / 2 - Float(low)
      return levels[low] * (1 - share) + levels[low + 1] * share
    }
    var strongest = levels[first]
    for bin in first...last { strongest = max(strongest, levels[bin]) }
    return strongest
  }

  /// Returns the picture; `nil` for a recording that is too short.
  func finished() -> TrackPicture.Spectrogram? {
    guard !columns.isEmpty else { return nil }
    // Levels that are not finite come from samples that are not numbers.
    let strongest = columns.reduce(-.infinity) { $1.isFinite ? max($0, $1) : $0 }
    let shades = columns.map { level -> UInt8 in
      guard level.isFinite, strongest.isFinite else { return 0 }
      let share = (level - strongest + Self.depth) / Self.depth
      return UInt8((15 * min(max(share, 0), 1)).rounded())
    }
    let count = shades.count / Self.rowCount
    return TrackPicture.Spectrogram(
      rowCount: Self.rowCount, levels: shades, frequencies: Self.lowest...Self.highest,
      duration: min(Double(count * hop), Double(total)) / Double(sampleRate.hertz))
  }
}
