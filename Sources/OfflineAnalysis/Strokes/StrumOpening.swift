// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection

/// The first samples of a recording, or of the part behind lost samples, and the decision about
/// them.
///
/// The engine hears an onset by what came before it, and nothing comes before a recording. Where a
/// stroke begins with the first sample, as in samples of a library, the engine's stream begins with
/// silence. Where background noise comes first, that silence would turn the noise into an onset.
///
/// A stroke is told from noise by its level: the first block has a good part of the loudest block's
/// energy.
struct StrumOpening {
  // | name         | unit | source                                                              |
  // | ------------ | ---- | ------------------------------------------------------------------- |
  // | held         | s    | the time after an onset in which the engine begins no other stroke   |
  // | blockSeconds | s    | the shortest distance at which the engine compares energies          |
  // | lead         | s    | more than it compares with; whole blocks of its onsets at 48 kHz     |
  // | leastShare   | 1    | between noise at 20 dB, 1 %, and a faint string                    |
  private static let held = 0.4
  private static let blockSeconds = 0.016
  private static let lead = 0.128
  private static let leastShare = 0.015

  /// The samples so far.
  private(set) var samples: [Float] = []
  private let heldCount: Int
  private let blockCount: Int
  private let silenceCount: Int

  /// Begins with nothing.
  init(sampleRate: SampleRate) {
    let rate = Double(sampleRate.hertz)
    heldCount = Int(Self.held * rate)
    blockCount = Int(Self.blockSeconds * rate)
    silenceCount = Int(Self.lead * rate)
  }

  /// True where enough samples are held for the decision.
  var isComplete: Bool { samples.count >= heldCount }

  /// Holds samples until there are enough.
  ///
  /// - Parameter next: the next samples.
  /// - Returns: the number of samples that were taken.
  mutating func append(_ next: Span<Float>) -> Int {
    let count = min(heldCount - samples.count, next.count)
    for index in 0..<count { samples.append(next[index]) }
    return count
  }

  /// The number of samples of silence that the engine's stream begins with.
  var leadCount: Int {
    var (first, loudest) = (0.0, 0.0)
    for start in stride(from: 0, to: samples.count, by: blockCount) {
      let end = min(start + blockCount, samples.count)
      let energy = samples[start..<end].reduce(0.0) { sum, sample in
        sample.magnitude <= StrumEngine.largestSample
          ? sum + Double(sample) * Double(sample) : sum
      }
      if start == 0 { first = energy }
      loudest = max(loudest, energy)
    }
    return first > 0 && first >= Self.leastShare * loudest ? silenceCount : 0
  }
}
