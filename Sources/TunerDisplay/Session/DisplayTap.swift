// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import SignalProcessing

/// The newest samples of a session, for the strobe and the spectrum.
struct DisplayTap: ~Copyable {
  // Two and a half periods of the lowest string of a five-string bass at 48 kHz.
  private static let strobeCount = 4096
  private static let blockCount = 2048
  private static let bandCount = 72
  // The range of the bars: from below the lowest string of a bass with four to a frequency above
  // which a guitar has little energy.
  static let bands = Hertz(40)...Hertz(6000)

  private var reader: SampleRingReader
  private let sampleRate: SampleRate
  private var bars: BandLevels
  private var newest = [Float](repeating: 0, count: Self.strobeCount)
  private var block = [Float](repeating: 0, count: Self.blockCount)

  /// Makes a tap on a session's ring; `nil` when FFTW can't plan the transform.
  ///
  /// - Parameters:
  ///   - ring: the ring of a sample tap; no other reader may use it.
  ///   - sampleRate: samples a second.
  init?(_ ring: SampleRing, sampleRate: SampleRate) {
    guard
      let bars = try? BandLevels(
        count: Self.strobeCount, bandCount: Self.bandCount, range: Self.bands,
        sampleRate: sampleRate)
    else { return nil }
    self.bars = bars
    self.sampleRate = sampleRate
    reader = ring.makeReader()
  }

  /// Reads the samples since the last call.
  mutating func update() {
    while true {
      switch Self.read(from: &reader, into: &block) {
      case .samples(let count): append(count)
      // Lost samples become silence, which is accurate enough for a picture.
      case .gap: for index in newest.indices { newest[index] = 0 }
      case .idle, .ended: return
      }
    }
  }

  private static func read(
    from reader: inout SampleRingReader, into block: inout [Float]
  ) -> CaptureEvent {
    var span = block.mutableSpan
    return reader.read(into: &span)
  }

  private mutating func append(_ count: Int) {
    let kept = newest.count - count
    for index in 0..<kept { newest[index] = newest[index + count] }
    for index in 0..<count { newest[kept + index] = block[index] }
  }

  /// Returns the phase of the newest samples against a target, in turns.
  ///
  /// - Parameter target: the frequency of the reference.
  /// - Returns: `nil` for silence.
  func strobePhase(against target: Hertz) -> Double? {
    StrobePhase.turns(of: newest.span, endingAt: reader.position, target: target, at: sampleRate)
  }

  /// The spectrum's bars, in decibels.
  mutating func spectrum() -> [Double] { Self.levels(of: newest, by: &bars) }

  private static func levels(of samples: [Float], by bars: inout BandLevels) -> [Double] {
    bars.levels(of: samples.span)
  }
}
