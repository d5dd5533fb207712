// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@Suite("The newest samples of a stream")
struct SampleHistoryTests {
  @Test("are those of the stream, for blocks of every size up to more than the capacity")
  func blocks() throws {
    let stream = (0..<40).map(Float.init)
    for size in 1...12 {
      var history = SampleHistory(capacity: 9)
      var start = 0
      while start < stream.count {
        let end = min(start + size, stream.count)
        history.append(stream.span.extracting(start..<end))
        start = end
        for first in max(0, end - 9)..<end {
          #expect(history.samples(at: first..<end) == Array(stream[first..<end]))
        }
        #expect(history.total == end)
      }
    }
  }

  @Test("hold silence where samples were lost")
  func silence() {
    for lost in 0...20 {
      var history = SampleHistory(capacity: 9)
      history.append(([1, 2, 3] as [Float]).span)
      history.appendSilence(lost)
      history.append(([4] as [Float]).span)
      let whole = [1, 2, 3] + [Float](repeating: 0, count: lost) + [4]
      let first = max(0, whole.count - 9)
      #expect(history.samples(at: first..<whole.count) == Array(whole[first...]))
    }
  }

  @Test("are none that the ring has lost, that are not there yet, or that are no sample")
  func absent() {
    var history = SampleHistory(capacity: 4)
    history.append(([1, 2, 3, 4, 5, 6] as [Float]).span)
    #expect(history.samples(at: 1..<3) == nil)
    #expect(history.samples(at: 3..<7) == nil)
    #expect(history.samples(at: 3..<3) == nil)
    #expect(history.samples(at: 2..<6) == [3, 4, 5, 6])
  }
}
