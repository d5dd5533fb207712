// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import SignalProcessing

/// The first samples of a stream, or of the part after lost samples.
///
/// They decide whether the engine's stream begins with silence. The engine detects an onset by
/// comparison with the sound before it, and nothing precedes a stream. If a stroke begins with the
/// first samples, as in sample libraries, the engine therefore receives silence first. If background
/// noise comes first, such silence would turn the noise into an onset.
///
/// Two properties distinguish a stroke from noise. A stroke has a share of the loudest block's
/// energy in the first block. Its high partials become fainter; hum and hiss never do, even if
/// another noise follows. A stroke from a low to a high string has little energy in the first
/// block, and becomes louder at first. It is recognised by high partials that become fainter
/// although the engine hears no onset without the silence. A recording that is cut while the strings
/// ring may be as constant as noise: then the engine decides whether strings sound.
///
/// Sources: docs/decisions/0142-a-stroke-explains-what-an-onset-adds.md,
/// docs/decisions/0202-strokes-in-the-first-samples.md and
/// docs/decisions/0223-strings-ring-on-after-a-noise.md.
struct StrumStreamStart: ~Copyable {
  // | name         | unit | source                                                             |
  // | ------------ | ---- | ------------------------------------------------------------------ |
  // | blockSeconds | s    | the shortest distance at which the engine compares energies        |
  // | leastShare   | 1    | a share between that of noise at 20 dB, 1 %, and of a faint string |
  // | parts        | 1    | number of parts; each has whole half periods of 50 and 60 Hz       |
  // | leastFall    | 1    | least energy of the first part over that of the faintest: noise    |
  // |              |      | has 1.2 at most                                                    |
  // | leastDecay   | 1    | least energy of the loudest part over that of the faintest after   |
  // |              |      | it: white noise has 1.2, strokes 6 to 30 (0202)                    |
  private static let blockSeconds = 0.016
  private static let leastShare = 0.015
  private static let parts = 8
  private static let leastFall = 1.5
  private static let leastDecay = 2.0

  /// The samples so far, followed by unused space.
  private var samples: AlignedBuffer
  /// The number of held samples.
  private(set) var count = 0
  private let blockCount: Int

  /// Begins without samples.
  ///
  /// The engine begins no other stroke within the time that is held.
  init(sampleRate: SampleRate) {
    let rate = Double(sampleRate.hertz)
    samples = AlignedBuffer(count: Int(StrumEngine.strokeSeconds * rate))
    blockCount = Int(Self.blockSeconds * rate)
    silenceCount = Int(StrumEngine.silenceSeconds * rate)
  }

  /// True if enough samples are held for the decision.
  var isComplete: Bool { count >= samples.count }

  /// Stores samples until there are enough.
  ///
  /// - Parameter next: the next samples.
  /// - Returns: the number of samples that were taken.
  mutating func append(_ next: Span<Float>) -> Int {
    let taken = min(samples.count - count, next.count)
    samples.copy(next.extracting(first: taken), to: count)
    count += taken
    return taken
  }

  /// Copies held samples.
  ///
  /// - Parameters:
  ///   - range: the indices of held samples.
  ///   - block: receives them from its start on.
  func copy(_ range: Range<Int>, to block: inout AlignedBuffer) {
    block.copy(samples.span.extracting(range), to: 0)
  }

  /// Discards all samples.
  mutating func reset() { count = 0 }

  /// The number of samples of silence before a stream that begins within a sound.
  let silenceCount: Int

  /// True if a sound begins with the first block.
  var beginsWithSound: Bool {
    let samples = samples.span
    var (first, loudest) = (0.0, 0.0)
    for start in stride(from: 0, to: count, by: blockCount) {
      let end = min(start + blockCount, count)
      var energy = 0.0
      for index in start..<end where SampleRange.contains(samples[index]) {
        energy += Double(samples[index]) * Double(samples[index])
      }
      if start == 0 { first = energy }
      loudest = max(loudest, energy)
    }
    return first > 0 && first >= Self.leastShare * loudest
  }

  /// True if the high partials stay as loud as at the start, as those of noise, or of strings that
  /// rang before the stream began.
  var isConstant: Bool {
    guard let energies else { return false }
    return energies[0] <= Self.leastFall * faintest(energies, from: 0)
  }

  /// True if the high partials are much fainter after their loudest part.
  var becomesFainter: Bool {
    guard let energies else { return false }
    var loudest = 0
    for part in 1..<Self.parts where energies[part] > energies[loudest] { loudest = part }
    return energies[loudest] > Self.leastDecay * faintest(energies, from: loudest)
  }

  private func faintest(_ energies: [8 of Double], from first: Int) -> Double {
    var least = Double.infinity
    for part in first..<Self.parts { least = min(least, energies[part]) }
    return least
  }

  /// The energies of the second difference in equal parts, which emphasises the high partials;
  /// `nil` for too few samples.
  private var energies: [8 of Double]? {
    guard count >= Self.parts * blockCount else { return nil }
    let samples = samples.span
    var energies: [8 of Double] = .init(repeating: 0)
    for part in 0..<Self.parts {
      for index in max(2, part * count / Self.parts)..<((part + 1) * count / Self.parts) {
        let (older, old, new) = (samples[index - 2], samples[index - 1], samples[index])
        let difference = Double(older) - 2 * Double(old) + Double(new)
        if difference.magnitude <= 4 * Double(SampleRange.limit) {
          energies[part] += difference * difference
        }
      }
    }
    return energies
  }
}
