// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing

/// Real transforms of one size, as many as an update of a detector does.
struct TransformLoad {
  var count: Int
  var forward: Int
  var inverse: Int
}

/// The control for a detector: its transforms and nothing else.
final class TransformContestant: Contestant {
  /// One size with the buffers it runs between.
  private final class Stage {
    let load: TransformLoad
    let transform: RealFFT
    var samples: AlignedBuffer
    var spectrum: AlignedBuffer

    init(_ load: TransformLoad, _ planning: RealFFT.Planning) throws {
      self.load = load
      transform = try RealFFT(count: load.count, planning: planning)
      samples = AlignedBuffer(count: load.count)
      spectrum = AlignedBuffer(count: transform.spectrumCount)
    }

    func run(_ hop: Span<Float>) {
      samples.copy(hop.extracting(first: min(hop.count, load.count)))
      for _ in 0..<load.forward { transform.forward(samples, into: &spectrum) }
      for _ in 0..<load.inverse { transform.inverse(destroying: &spectrum, into: &samples) }
    }
  }

  private let stages: [Stage]

  init(_ loads: [TransformLoad], planning: RealFFT.Planning) throws {
    stages = try loads.map { try Stage($0, planning) }
  }

  func update(_ hop: Span<Float>) {
    withDenormalsFlushed {
      for stage in stages { stage.run(hop) }
    }
  }
}

extension ContestantEntry {
  /// The transforms of a detector of ours.
  static func transforms(
    _ name: String, planning: RealFFT.Planning = .estimate,
    loads: @escaping @Sendable (SampleRate) throws -> [TransformLoad]
  ) -> ContestantEntry {
    ContestantEntry(name: name, owner: .control, repeats: planning == .estimate) { rate, _ in
      try TransformContestant(loads(rate), planning: planning)
    }
  }
}
