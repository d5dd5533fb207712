// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Plotting
import SignalProcessing

/// The spectrum of a recording over time, in a bounded number of columns.
///
/// A column has the strongest level of each row among its windows, so that a short sound in a long
/// recording is visible. When there are too many columns, two neighbours become one.
struct SpectrogramBuilder: ~Copyable {
  /// The length of a window, in seconds: long enough to separate the partials of a low string.
  private static let windowSeconds = 0.17
  private static let columnLimit = 1200
  private static let rowCount = 260
  private static let lowest = 27.5
  private static let highest = 7040.0
  /// The range of the shades below the strongest level, in binary logarithms of power.
  private static let depth: Float = 22
  /// The strongest level of a recording that is drawn as silent, in binary logarithms of power: that
  /// of white noise at -120 dB relative to full scale.
  private static let silence: Float = -40
  /// The number of the first hops in a window.
  private static let hopsPerWindow = 16

  private let sampleRate: SampleRate
  private var newest: FrameAssembler
  private var transform: PowerTransform
  private var spectrum: PowerSpectrum
  /// The first and last bin of each row, as fractional bin numbers.
  private let places: [(first: Float, last: Float)]
  private var columns: [Float] = []
  private var column: [Float]
  /// The levels of the windows so far of the next column; empty if it has none.
  private var pending: [Float] = []
  /// The number of samples between columns.
  private var hop: Int
  /// The number of samples between windows: a window at most, so that every sample is in one.
  private var step: Int
  private let longestStep: Int
  /// The number of samples until the end of the next column.
  private var untilColumn: Int
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
    hop = max(1, count / Self.hopsPerWindow)
    self.step = hop
    longestStep = hop * Self.hopsPerWindow
    untilNext = hop
    untilColumn = hop
    self.newest = newest
    spectrum = PowerSpectrum(count: count)
    self.transform = transform
  }

  /// Adds the next samples; those that `SampleRange` does not contain count as silence.
  ///
  /// - Complexity: O(n log w); in a long recording, one transform for each window of w samples.
  mutating func append(_ samples: Span<Float>) {
    guard SampleRange.contains(samples) else {
      let sound = SampleRange.silencingOthers(in: samples)
      append(sound.span)
      return
    }
    var rest = samples
    while rest.count > 0 {
      let count = min(untilNext, rest.count)
      newest.append(rest.extracting(first: count))
      rest = rest.extracting(droppingFirst: count)
      total += count
      untilNext -= count
      if untilNext == 0 { addWindow() }
    }
  }

  private mutating func addWindow() {
    Self.writeLevels(of: newest, by: &transform, &spectrum, places, to: &column)
    if pending.isEmpty {
      pending = column
    } else {
      for row in pending.indices { pending[row] = Self.stronger(pending[row], column[row]) }
    }
    untilColumn -= step
    if untilColumn == 0 { addColumn() }
    untilNext = step
  }

  private mutating func addColumn() {
    columns += pending
    pending.removeAll(keepingCapacity: true)
    if columns.count == Self.columnLimit * Self.rowCount {
      for column in 0..<Self.columnLimit / 2 {
        for row in 0..<Self.rowCount {
          let first = 2 * column * Self.rowCount + row
          columns[column * Self.rowCount + row] = Self.stronger(
            columns[first], columns[first + Self.rowCount])
        }
      }
      columns.removeLast(columns.count / 2)
      hop *= 2
      step = min(hop, longestStep)
    }
    untilColumn = hop
  }

  /// Returns the stronger level.
  ///
  /// A level of digital silence is not finite.
  private static func stronger(_ first: Float, _ second: Float) -> Float {
    guard first.isFinite, second.isFinite else { return first.isFinite ? first : second }
    return max(first, second)
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
    let columns = columns + pending
    guard !columns.isEmpty else { return nil }
    let strongest = columns.reduce(-.infinity) { Self.stronger($0, $1) }
    let isSilent = !(strongest > Self.silence)
    let shades = columns.map { level -> UInt8 in
      guard level.isFinite, !isSilent else { return 0 }
      let share = (level - strongest + Self.depth) / Self.depth
      return UInt8((15 * min(max(share, 0), 1)).rounded())
    }
    let count = shades.count / Self.rowCount
    return TrackPicture.Spectrogram(
      rowCount: Self.rowCount, levels: shades, frequencies: Self.lowest...Self.highest,
      duration: min(Double(count * hop), Double(total)) / Double(sampleRate.hertz))
  }
}
