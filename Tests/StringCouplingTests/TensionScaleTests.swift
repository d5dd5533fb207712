// SPDX-License-Identifier: MIT

import Testing

@testable import StringCoupling

@Suite("Scale of tensions")
struct TensionScaleTests {
  // 2^(1/6) − 1 = 0.122462, times 600/ln 2 = 865.617.
  @Test("100 cents are at 106.0, and a place has one deviation")
  func places() {
    #expect(abs(TensionScale.place(of: 100) - 106.005) < 0.001)
    #expect(TensionScale.place(of: 0) == 0)
    for cents in stride(from: -300.0, through: 300, by: 12.5) {
      #expect(abs(TensionScale.cents(at: TensionScale.place(of: cents)) - cents) < 1e-9)
    }
  }

  @Test("the slope is that of the places")
  func slope() {
    for cents in [-120.0, -3, 0, 50] {
      let step = TensionScale.place(of: cents + 1e-4) - TensionScale.place(of: cents - 1e-4)
      #expect(abs(step / 2e-4 - TensionScale.slope(at: cents)) < 1e-6)
    }
  }

  @Test("a place below no tension at all has a finite deviation")
  func slack() {
    #expect(TensionScale.cents(at: -1e6).isFinite)
  }
}
