// SPDX-License-Identifier: MIT

import AudioInput

@testable import ALSAAudio

/// The samples of a scripted capture with their positions.
struct CapturedStream {
  /// A run of samples without a gap in it.
  struct Run: Equatable {
    /// The position of the first sample, gaps included.
    var position: Int
    /// The values of the samples, which are their numbers.
    var samples: [Float]
  }

  var runs: [Run] = []
  var gaps: [Int] = []
  var idleCount = 0
  private var position = 0

  /// Captures until a number of samples arrived, or a number of calls was made.
  init(
    _ capture: inout PCMCapture<ScriptedPCM>, samples wanted: Int, calls: Int = 100_000
  ) throws(ALSAError) {
    var block = [Float](repeating: .nan, count: 4096)
    var count = 0
    for _ in 0..<calls {
      if count >= wanted { return }
      switch try Self.next(&capture, &block) {
      case .samples(let number):
        let new = Array(block.prefix(number))
        if let last = runs.indices.last, runs[last].position + runs[last].samples.count == position
        {
          runs[last].samples += new
        } else {
          runs.append(Run(position: position, samples: new))
        }
        position += number
        count += number
      case .gap(let lost):
        gaps.append(lost)
        position += lost
      case .idle: idleCount += 1
      case .ended: return
      }
    }
  }

  private static func next(
    _ capture: inout PCMCapture<ScriptedPCM>, _ block: inout [Float]
  ) throws(ALSAError) -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }

  /// The largest distance of a sample's position from its number.
  var worstMisplacement: Int {
    runs.reduce(0) { worst, run in
      run.samples.indices.reduce(worst) {
        max($0, abs(Int(run.samples[$1]) - (run.position + $1)))
      }
    }
  }

  /// True where the numbers in each run are consecutive.
  var isSeamless: Bool {
    runs.allSatisfy { run in zip(run.samples, run.samples.dropFirst()).allSatisfy { $1 == $0 + 1 } }
  }
}
