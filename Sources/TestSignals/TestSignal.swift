// SPDX-License-Identifier: MIT

package import Acoustics

/// A signal whose samples and whose truth follow from a formula and a seed.
///
/// Strings are formulas in continuous time, the same at every sample rate (see `StringModel`).
/// Noise lasts from the first sample to the last. Rendering repeats to the bit on one platform, in
/// debug and release builds and for all sizes of pieces. The `exp`, `log`, `pow`, `sin` and `cos`
/// of another C library may change the last bits of a `Double`, far below a `Float`.
package struct TestSignal: Hashable, Sendable {
  /// The strings, in the order of their onsets.
  ///
  /// Each sounds until its stop or the end.
  package var plucks: [Pluck]
  /// The noise from the first sample to the last; `nil` for silence between the strings.
  package var noise: Noise?
  /// The room around the strings; `nil` for none.
  package var room: Room?
  /// The length in seconds.
  package var duration: Double

  /// The time of the first pluck in a test set, in seconds.
  package static let quiet = 0.25

  /// Makes a signal.
  ///
  /// - Precondition: `duration` is above 0.
  package init(plucks: [Pluck], noise: Noise? = nil, room: Room? = nil, duration: Double) {
    precondition(duration > 0, "A signal lasts longer than 0 seconds.")
    self.plucks = plucks.sorted { $0.onset < $1.onset }
    self.noise = noise
    self.room = room
    self.duration = duration
  }

  /// Returns the number of samples at `rate`: ⌊duration·fs⌋, whole to within a millionth.
  package func sampleCount(at rate: SampleRate) -> Int {
    Int((duration * Double(rate.hertz) + 1e-6).rounded(.down))
  }

  /// Returns all samples at `rate`, full scale 1.
  ///
  /// - Complexity: O(samples·partials).
  package func render(at rate: SampleRate) -> [Float] {
    var renderer = SignalRenderer(self, at: rate)
    var samples = [Float](repeating: 0, count: sampleCount(at: rate))
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }
}

/// Renders a test signal piece by piece, from its start.
///
/// The sizes of the pieces do not change any bit, because the arithmetic uses its own blocks. After
/// the duration of the signal the strings and the noise continue.
package struct SignalRenderer: Sendable {
  private var banks: [PartialBank]
  private var noise: NoiseSource?
  /// The samples of the room; silent after its end.
  private let room: [Double]
  private var block: [Double]
  private var blockStart = 0
  private var used: Int

  /// The index of the next sample.
  package private(set) var position: SamplePosition

  /// Prepares `signal` for `rate`.
  ///
  /// - Complexity: O(partials below 96 kHz), and O(samples·sounds at once) for a room, which is
  ///   rendered here.
  package init(_ signal: TestSignal, at rate: SampleRate) {
    banks = signal.plucks.map {
      PartialBank($0, table: PartialTable(of: $0.string, at: rate), at: rate)
    }
    noise = signal.noise.map { NoiseSource($0, at: rate) }
    room = signal.room?.render(at: rate) ?? []
    block = Array(repeating: 0, count: PartialBank.blockCount)
    used = PartialBank.blockCount
    position = .start
  }

  /// Writes the next `output.count` samples, full scale 1.
  ///
  /// - Complexity: O(`output.count`·partials). Does not allocate.
  package mutating func render(into output: inout MutableSpan<Float>) {
    for index in 0..<output.count {
      if used == block.count { renderBlock() }
      output[index] = Float(block[used])
      used += 1
    }
    position = position.advanced(by: output.count)
  }

  private mutating func renderBlock() {
    if noise?.fill(&block) == nil {
      for index in block.indices { block[index] = 0 }
    }
    for index in banks.indices { banks[index].add(blockAt: blockStart, to: &block) }
    for index in 0..<max(0, min(block.count, room.count - blockStart)) {
      block[index] += room[blockStart + index]
    }
    blockStart += block.count
    used = 0
  }
}
