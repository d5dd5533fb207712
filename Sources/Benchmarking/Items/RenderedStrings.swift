// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// Renders test signals, and remembers the last one's strings without their noise.
///
/// The noise sets hear each string at many ratios: the partials are most of the work.
struct RenderedStrings {
  private var last: (plucks: [Pluck], duration: Double, rate: SampleRate, samples: [Float])?

  /// Returns all samples of `signal`.
  mutating func render(_ signal: SignalCase, at rate: SampleRate) -> [Float] {
    signal.signal(at: rate).render(at: rate)
  }
}
