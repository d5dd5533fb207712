// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The windows of the updates, from short to long, and the choice of one.
struct StrumWindows: ~Copyable {
  // | name    | unit | source                                                                     |
  // | ------- | ---- | -------------------------------------------------------------------------- |
  // | lengths | s    | steps of a fifth to a third below 2048 samples at 12 kHz: with finer       |
  // |         |      | ones, more noises are reported as strokes. From there on, steps of at most |
  // |         |      | an eighth, so a window is at most a ninth shorter than allowed             |
  // | share   | 1    | length of a window as a share of the time since the last onset; it leaves  |
  // |         |      | out the glide of the pluck and undetected onsets of later strings          |
  // | early   | s    | longest window that may be a larger share: it begins `attack` after the    |
  // |         |      | onset or later                                                             |
  // | attack  | s    | time after the onset that no window contains                               |
  private static let lengths: InlineArray<18, Double> = [
    1024 / 12e3, 1280 / 12e3, 1536 / 12e3, 2048 / 12e3, 2304 / 12e3, 2560 / 12e3, 2880 / 12e3,
    3072 / 12e3, 3456 / 12e3, 3840 / 12e3, 4096 / 12e3, 4608 / 12e3, 5120 / 12e3, 5760 / 12e3,
    6400 / 12e3, 7200 / 12e3, 7680 / 12e3, 8192 / 12e3,
  ]
  private static let share = 0.62
  private static let early = 0.165
  static let attack = 0.012

  /// The index of the shortest window.
  static let shortest = 0
  /// The index of the window in which hum is found: 0.34 s separate the multiples of 50 Hz from
  /// partials of strings.
  static let ofHum = 10

  private let rate: Double
  private var windows: InlineArray<18, StrumWindow>

  /// Plans the transforms of all windows.
  ///
  /// - Parameters:
  ///   - rate: the sample rate of the analysis in hertz.
  ///   - planning: the planning of the transforms.
  /// - Throws: the reason why a transform can't be planned.
  init(rate: Double, planning: RealFFT.Planning) throws(SignalProcessingError) {
    self.rate = rate
    windows = try InlineArray { index throws(SignalProcessingError) in
      // The sizes at 12 kHz are whole numbers. Without the rounding, an error of the arithmetic
      // could select the next size.
      try StrumWindow(
        count: RealFFT.efficientCount(atLeast: Int((Self.lengths[index] * rate).rounded())),
        planning: planning)
    }
  }

  /// The number of samples of the longest window.
  var longestCount: Int { windows[Self.lengths.count - 1].count }

  /// Returns the number of samples of a window.
  func count(_ index: Int) -> Int { windows[index].count }

  /// Returns the length of the longest window that may be used.
  ///
  /// - Parameter age: the time since the last onset, in seconds.
  /// - Returns: the length in seconds; negative right after the onset.
  static func longest(after age: Double) -> Double {
    max(share * age, min(age - attack, early))
  }

  /// Returns the longest window that ends with a span.
  ///
  /// - Parameters:
  ///   - span: samples since the stream's start, from an onset on.
  ///   - kept: the samples that are kept.
  /// - Returns: the index of the window; `nil` if none fits, or is not kept any more.
  func index(in span: Range<Int>, kept: Range<Int>) -> Int? {
    let age = Double(span.count) / rate
    let samples = Self.longest(after: age) * rate
    return windows.indices.last {
      Double(windows[$0].count) <= samples && span.upperBound - windows[$0].count >= kept.lowerBound
    }
  }

  /// Measures the spectrum of a window that ends with the newest sample of a frame.
  mutating func measure(_ frame: Span<Float>, at index: Int, into spectrum: inout StrumSpectrum) {
    spectrum.measure(frame, through: &windows[index], rate: rate)
  }
}
