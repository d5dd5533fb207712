// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The onsets of a stroke and of its later strings, from the energy of the second difference.
///
/// The second difference raises what is new: the high partials of a pluck. An onset is a block whose
/// energy exceeds that of 16 to 51 ms before. After the first onset of a stroke the strings sound
/// already, so a smaller rise marks a further string.
///
/// White noise fills the second difference. So a stroke also begins where the second difference of the
/// samples' sums over `lowCount` rises, which weighs 500 Hz against noise 800 times as much.
///
/// A slow stroke's last string adds a sixth of the energy: only about 60 % of such onsets are heard.
/// Smaller ratios find more of them, but report onsets in sounding chords.
struct StrokeOnsets: ~Copyable {
  // | name          | unit   | source                                                             |
  // | ------------- | ------ | ------------------------------------------------------------------ |
  // | blockSeconds  | s      | 32 samples at 12 kHz                                               |
  // | strokeRatio   | 1      | fitted on synthetic strokes                                        |
  // | lowRatio      | 1      | chords that beat do not reach it in recorded mixtures              |
  // | lowCount      | 1      | samples: 3 kHz, so that the first partials count                   |
  // | stringRatio   | 1      | 1.2 and 1.12 gave false onsets in 3 and 10 % of recorded mixtures  |
  // | strokeBlocks  | blocks | 400 ms: the longest stroke                                         |
  // | refractory    | blocks | 13 ms: the rise of one pluck                                       |
  // | reference     | blocks | 16 to 51 ms before                                                 |
  // | warmUp        | blocks | as many as the reference needs                                     |
  // | leastEnergy   | 1      | below the quantisation of 24 bits                                  |
  private static let blockSeconds = 32.0 / 12_000
  private static let strokeRatio = 4.0
  private static let lowRatio = 6.0
  private static let lowCount = 4
  private static let stringRatio = 1.3
  private static let strokeBlocks = 150
  private static let refractory = 5
  private static let reference = 6...19
  private static let warmUp = 12
  private static let leastEnergy = 1e-16
  private static let kept = 32

  /// The samples of a block.
  let blockCount: Int
  /// The first onset of the newest stroke, in samples since the start; `nil` before it.
  private(set) var start: Int?
  /// The last onset of the newest stroke.
  private(set) var last = 0

  private var high = Band()
  private var low = Band()
  private var filled = 0
  private var lowSum = 0.0
  private var lowFilled = 0
  private var block = 0
  private var lastBlock = 0

  /// Prepares for a stream.
  ///
  /// - Parameter rate: samples a second.
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
      last = (block - 1) * blockCount
      if isNew { start = last }
    }
    block += 1
    filled = 0
  }

  /// True where a stroke begins.
  private var begins: Bool {
    high.rise(at: block) > Self.strokeRatio || low.rise(at: block) > Self.lowRatio
  }

  /// Discards the stream.
  mutating func reset() {
    high.reset()
    low.reset()
    (start, last, filled, block, lastBlock) = (nil, 0, 0, 0, 0)
    (lowSum, lowFilled) = (0, 0)
  }

  /// The energies of the second difference of samples, by blocks.
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

    /// Ends the block of a number: its energy is the mean of its own and of that before.
    mutating func finish(_ block: Int) {
      let energy = sum + StrokeOnsets.leastEnergy
      energies[block % StrokeOnsets.kept] = (energy + (previous ?? energy)) / 2
      previous = energy
      sum = 0
    }

    /// Returns the energy of a block over the highest of its reference.
    func rise(at block: Int) -> Double {
      var highest = StrokeOnsets.leastEnergy
      for back in StrokeOnsets.reference where back <= block {
        highest = max(highest, energies[(block - back) % StrokeOnsets.kept])
      }
      return energies[block % StrokeOnsets.kept] / highest
    }

    mutating func reset() {
      for index in 0..<StrokeOnsets.kept { energies[index] = 0 }
      (before, sum, previous) = ((0, 0), 0, nil)
    }
  }
}
