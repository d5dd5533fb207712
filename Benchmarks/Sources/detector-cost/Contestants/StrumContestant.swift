// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import SignalProcessing

/// The measurement of every string of a stroke, as a program uses it: 20 updates a second.
///
/// It is handed three hops for each of its updates. Every call appends its hop, as a session does,
/// so a measurement between two updates is not counted with an update.
final class StrumContestant: Contestant {
  private static let hops = Signal.updateRate / 20

  /// In a place of its own, as the pipeline of `PipelineContestant`.
  private let engine: UnsafeMutablePointer<StrumEngine>
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
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
  }

  func update(_ hop: Span<Float>) {
    self.hop = (self.hop + 1) % Self.hops
    let isUpdate = self.hop == 0
    withDenormalsFlushed {
      engine.pointee.append(hop)
      if isUpdate { engine.pointee.update() }
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
