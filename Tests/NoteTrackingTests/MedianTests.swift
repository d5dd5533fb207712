// SPDX-License-Identifier: MIT

import NoteTracking
import Testing

@Suite("The median")
struct MedianTests {
  @Test(
    "is the middle value of any order, or the mean of the two in the middle",
    arguments: [
      ([3], 3), ([5, 1], 3), ([9, 1, 2], 2), ([4, 1, 3, 100], 3.5), ([2, 2, 2, 7, 1], 2),
    ] as [([Double], Double)])
  func middle(values: [Double], expected: Double) {
    #expect(median(values) == expected)
  }

  @Test("of a part of an array has only its values")
  func part() {
    #expect(median([100.0, 1, 2, 3, 100].dropFirst().dropLast()) == 2)
  }
}
