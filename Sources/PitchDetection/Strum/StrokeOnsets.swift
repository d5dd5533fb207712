// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// A detector of the onsets of a stroke and of its later strings, and of the moment when they are
/// damped.
///
/// It uses the energy of the second difference of the samples, which emphasises the high partials
/// of a pluck. An onset is a block whose energy exceeds that of the blocks 16 to 51 ms before.
/// After the first onset of a stroke other strings sound already, so a smaller rise marks a further
/// string. 400 ms after an onset, only the larger rise of a first string counts. The strings of the
/// previous stroke still ring then, so a faint first string may not be found, and the new stroke
/// joins the previous one. At 0.65 s this is rare.
///
/// A player who strums in rhythm plucks the strings again within 400 ms. The fits then continue, but
/// no hand needs more than 3.6 s for one stroke: a later onset begins another one.
///
/// White noise hides onsets in the second difference. A stroke therefore also begins if a second
/// band rises: the second difference of sums of `lowCount` samples. Relative to white noise it
/// weighs 500 Hz 800 times as much.
///
/// The last string of a slow stroke adds a sixth of the energy, and the detector finds about 60 %
/// of such onsets. Smaller ratios find more of them, but also report false onsets in ringing
/// chords.
///
/// A hand damps strings faster than they decay. The strings are damped when the energy of the low
/// band falls to a twentieth within twice `fallBlocks`. The greatest energies in two spans of
/// `fallBlocks` are compared, so neither the pulses of a low string nor two beating strings look
/// like a fall (docs/decisions/0151-no-window-contains-the-damping-of-strings.md).
struct StrokeOnsets: ~Copyable {
  // | name         | unit   | source                                                              |
  // | ------------ | ------ | ------------------------------------------------------------------- |
  // | blockSeconds | s      | 32 samples at 12 kHz                                                |
  // | strokeRatio  | 1      | rise at the first onset; fitted on synthetic strokes                |
  // | lowRatio     | 1      | rise at the first onset in the low band; beats of recorded chords   |
  // |              |        | stay below it                                                       |
  // | lowCount     | 1      | samples in a sum of the low band: 3 kHz, for the first partials     |
  // | stringRatio  | 1      | rise at a later string; with 1.2 (1.12), 3 % (10 %) of recorded     |
  // |              |        | mixtures had false onsets                                           |
  // | strokeBlocks | blocks | `StrumEngine.strokeSeconds`, 400 ms                                 |
  // | longest      | blocks | longest time from the first to the last onset of a stroke: 3.6 s;   |
  // |              |        | its readings settle before                                          |
  // | refractory   | blocks | blocks after an onset without another, 13 ms: the rise of one pluck |
  // | reference    | blocks | blocks before that are compared: 16 to 51 ms                        |
  // | warmUp       | blocks | blocks without onsets at the start, which the reference needs       |
  // | fallRatio    | 1      | fall of damped strings, 13 dB; two strings that beat fall by 9.5 dB |
  // |              |        | at most, and a decay of 60 dB in a second adds 2 dB                 |
  // | fallBlocks   | blocks | 35 ms: more than a period of B0, 32 ms                              |
  // | fallDelay    | blocks | 250 ms after an onset, in which the noise of the pluck decays       |
  // | leastEnergy  | 1      | energy below the quantisation of 24 bits                            |
  // | kept         | blocks | energies that a band keeps: at least two times `fallBlocks`, and    |
  // |              |        | more than the last of `reference`                                   |
  static let blockSeconds = 32.0 / 12_000
  private static let strokeRatio = 4.0
  private static let lowRatio = 6.0
  private static let lowCount = 4
  private static let stringRatio = 1.3
  static let strokeBlocks = 150
  private static let longest = 1350
  private static let refractory = 5
  private static let reference = 6...19
  private static let warmUp = 12
  private static let fallRatio = 20.0
  private static let fallBlocks = 13
  private static let fallDelay = 94
  private static let leastEnergy = 1e-16
  private static let kept = 32

  /// The number of samples of a block.
  let blockCount: Int
  /// The first onset of the newest stroke, or of a series of strokes that follow each other within
  /// `strokeBlocks`, in samples since the start; `nil` before it.
  private(set) var start: Int?
  /// The first onset of the newest stroke, in samples since the start.
  private(set) var strokeStart = 0
  /// The last onset of the newest stroke, in samples since the start.
  private(set) var last = 0
  /// The longest time from an onset of the newest stroke to the detection of the next one, in
  /// samples since the start; `nil` before the second onset.
  ///
  /// It contains up to two blocks of the next pluck. They count little, because a window gives
  /// little weight to its last samples.
  private(set) var pause: Range<Int>?
  /// The time of the newest fall after the last onset, in samples since the start; `nil` before it.
  private(set) var fall: Int?
  /// True from the first onset of a stroke until its strings are damped.
  var isRinging: Bool { start != nil && fall == nil }

  private var high = Band()
  private var low = Band()
  private var filled = 0
  private var lowSum = 0.0
  private var lowFilled = 0
  private var block = 0
  private var lastBlock = 0

  /// Prepares for a stream.
  ///
  /// - Parameter rate: the sample rate of the analysis in hertz.
  init(rate: Double) { blockCount = Int((Self.blockSeconds * rate).rounded()) }

  /// Appends finite samples.
  mutating func append(_ samples: Span<Float>) {
    for index in samples.indices {
      let sample = Double(samples[index])
      high.append(sample)
      lowSum += sample
      lowFilled += 1
      if lowFilled == Self.lowCount {
        low.append(lowSum)
        (lowSum, lowFilled) = (0, 0)
      }
      filled += 1
      if filled == blockCount { finishBlock() }
    }
  }

  private mutating func finishBlock() {
    high.finish(block)
    low.finish(block)
    let isNew = start == nil || block - lastBlock > Self.strokeBlocks
    let isRested = start == nil || block - lastBlock > Self.refractory
    if block >= Self.warmUp, isRested, isNew ? begins : high.rise(at: block) > Self.stringRatio {
      lastBlock = block
      begin(at: (block - 1) * blockCount, isNew: isNew)
    } else if start != nil, block - lastBlock > Self.fallDelay, low.hasFallen(at: block) {
      fall = (block + 1) * blockCount
    }
    block += 1
    filled = 0
  }

  private mutating func begin(at onset: Int, isNew: Bool) {
    let detection = (block + 1) * blockCount
    if isNew {
      (start, strokeStart, pause) = (onset, onset, nil)
    } else if detection - last > pause?.count ?? 0 {
      pause = last..<detection
    }
    if onset - strokeStart > Self.longest * blockCount { strokeStart = onset }
    last = onset
    fall = nil
  }

  /// True if a stroke begins.
  private var begins: Bool {
    high.rise(at: block) > Self.strokeRatio || low.rise(at: block) > Self.lowRatio
  }

  /// Discards the stream.
  mutating func reset() {
    high.reset()
    low.reset()
    (start, pause, fall) = (nil, nil, nil)
    (last, strokeStart, filled, block, lastBlock) = (0, 0, 0, 0, 0)
    (lowSum, lowFilled) = (0, 0)
  }

  /// The energies of the second difference in blocks.
  private struct Band: ~Copyable {
    private var energies = FixedArray(repeating: 0.0, count: StrokeOnsets.kept)
    private var before = (0.0, 0.0)
    private var sum = 0.0
    private var previous: Double?

    mutating func append(_ sample: Double) {
      let difference = sample - 2 * before.0 + before.1
      before = (sample, before.0)
      sum += difference * difference
    }

    /// Ends a block.
    ///
    /// Its energy is the mean of its own and of the previous block's.
    mutating func finish(_ block: Int) {
      let energy = sum + StrokeOnsets.leastEnergy
      energies[block % StrokeOnsets.kept] = (energy + (previous ?? energy)) / 2
      previous = energy
      sum = 0
    }

    /// Returns the ratio of a block's energy to the highest energy of its reference blocks.
    func rise(at block: Int) -> Double {
      energies[block % StrokeOnsets.kept] / highest(StrokeOnsets.reference, before: block)
    }

    /// Returns true if the newest energies are much lower than those before them.
    func hasFallen(at block: Int) -> Bool {
      let count = StrokeOnsets.fallBlocks
      return StrokeOnsets.fallRatio * highest(0...(count - 1), before: block)
        < highest(count...(2 * count - 1), before: block)
    }

    /// Returns the highest of some energies, counted back from a block.
    private func highest(_ blocks: ClosedRange<Int>, before block: Int) -> Double {
      var highest = StrokeOnsets.leastEnergy
      for back in blocks where back <= block {
        highest = max(highest, energies[(block - back) % StrokeOnsets.kept])
      }
      return highest
    }

    mutating func reset() {
      for index in 0..<StrokeOnsets.kept { energies[index] = 0 }
      (before, sum, previous) = ((0, 0), 0, nil)
    }
  }
}
