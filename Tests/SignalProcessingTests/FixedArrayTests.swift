// SPDX-License-Identifier: MIT

import Testing

@testable import SignalProcessing

@Suite("Fixed array")
struct FixedArrayTests {
  private struct Pair {
    var left = 1
    var right = 2.5
  }

  @Test("holds the written values, and the initial value elsewhere")
  func writes() {
    var array = FixedArray(repeating: Pair(), count: 100)
    #expect(array.count == 100)
    for index in stride(from: 0, to: 100, by: 3) {
      array[index].left = index
      array[index].right += 1
    }
    for index in 0..<100 {
      let value = array[index]
      #expect(value.left == (index.isMultiple(of: 3) ? index : 1))
      #expect(value.right == (index.isMultiple(of: 3) ? 3.5 : 2.5))
    }
  }

  @Test("may be empty")
  func empty() {
    let array = FixedArray(repeating: 0, count: 0)
    #expect(array.count == 0)
  }
}
