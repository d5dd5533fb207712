// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import SignalProcessing

/// The measurement of every string of a stroke, as a program uses it: 20 updates a second.
///
/// It is handed three hops for each of its updates. The third call appends all three, so that the
/// cost of this call is that of an update and of everything that it needs.
final class StrumContestant: Contestant {
  private static let hops = Signal.updateRate / 20

  /// In a place of its own, as the pipeline of `PipelineContestant`.
  private let engine: UnsafeMutablePointer<StrumEngine>
  private var samples: AlignedBuffer
  private var hop = 0
  /// The number of strings that were told as sounding.
  ///
  /// Reading it keeps the compiler from removing the work.
  private(set) var answers = 0

  init(sampleRate: SampleRate, hop: Int) throws {
    // E2, A2, D3, G3, B3 and E4: the strings of a guitar.
    let strings = [40.0, 45, 50, 55, 59, 64].map {
      StrumString(target: Hertz(440).raised(by: Cents(100 * ($0 - 69))))
    }
    let prepared = try StrumEngine(
      StrumConfiguration(strings: strings, sampleRate: sampleRate))
    engine = .allocate(capacity: 1)
    engine.initialize(to: prepared)
    samples = AlignedBuffer(count: Self.hops * hop)
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
  }

  func update(_ hop: Span<Float>) {
    samples.copy(hop, to: self.hop * hop.count)
    self.hop += 1
    guard self.hop == Self.hops else { return }
    self.hop = 0
    withDenormalsFlushed {
      engine.pointee.append(samples.span)
      engine.pointee.update()
    }
    for string in 0..<engine.pointee.stringCount
    where engine.pointee.reading(ofString: string).state == .sounding {
      answers += 1
    }
  }
}

extension ContestantEntry {
  /// The measurement of strokes.
  ///
  /// Its costliest update is one of a stroke. Signals without an onset cost next to nothing.
  static let strum = ContestantEntry(
    name: "strum", owner: .stroke, signals: [Signal.stroke, "silence", "noise", "decay"]
  ) { rate, hop in
    try StrumContestant(sampleRate: rate, hop: hop)
  }
}
