// SPDX-License-Identifier: MIT

import Testing

@testable import Acoustics

@Suite("Whole numbers")
struct WholeNumberTests {
  @Test("floor and ceiling are those of the mathematics library")
  func sides() {
    for value in [-3, -2.5, -0.25, -0.0, 0, 0.25, 0.5, 2.999_999_9, 3, 1e9 + 0.75, -1e15 - 0.25] {
      #expect(wholeBelow(value) == value.rounded(.down))
      #expect(wholeAbove(value) == value.rounded(.up))
    }
  }

  @Test("rounding takes the even one of two equally near whole numbers")
  func whole() {
    for value in [-2.5, -1.5, -0.5, 0, 0.49, 0.5, 0.51, 1.5, 2.5, 1e9 + 0.25, -1e15 - 0.75] {
      #expect(nearestWhole(value) == value.rounded(.toNearestOrEven))
    }
  }
}
