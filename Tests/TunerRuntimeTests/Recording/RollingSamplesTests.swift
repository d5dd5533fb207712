// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Testing

@testable import TunerRuntime

@Suite("The newest samples of a stream")
struct RollingSamplesTests {
  /// A reference that keeps all samples.
  private struct Model {
    var all: [Float] = []
    var lost: Set<Int> = []
  }

  @Test("equal those of an unbounded memory, including gaps", arguments: 1...20)
  func model(seed: Int) {
    var state = UInt64(seed)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let capacity = 1 + random(200)
    var rolling = RollingSamples(sampleRate: SampleRate(8000), capacity: capacity)
    var model = Model()
    for step in 0..<200 {
      if random(4) == 0 {
        let count = random(3 * capacity / 2)
        rolling.skip(count)
        model.lost.formUnion(model.all.count..<(model.all.count + count))
        model.all += [Float](repeating: 0, count: count)
      } else {
        let block = (0..<random(2 * capacity)).map { Float(step * 1000 + $0) }
        rolling.append(block.span)
        model.all += block
      }
      let from = max(0, model.all.count - capacity)
      let clip = rolling.clip(from: .start)
      #expect(clip.start.samples == Int64(from))
      #expect(clip.samples == Array(model.all[from...]))
      let lost = clip.gaps.flatMap { Int($0.start.samples)..<Int($0.end.samples) }
      #expect(lost == model.lost.filter { $0 >= from }.sorted())
    }
  }
}
