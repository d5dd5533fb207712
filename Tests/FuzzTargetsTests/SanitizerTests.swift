// SPDX-License-Identifier: MIT

#if HEADSTOCK_BOUNDARIES
  import Testing

  /// Deliberate errors in the build of the fuzzer and the boundaries.
  ///
  /// That build must find them, or
  /// its passed tests would mean nothing.
  @Suite("The sanitizers of this build")
  struct SanitizerTests {
    @Test("end a process that uses freed memory")
    func freed() async {
      await #expect(processExitsWith: .failure) {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.deallocate()
        #expect(number.pointee != .min)
      }
    }

    @Test("end a process that reads past the end")
    func past() async {
      await #expect(processExitsWith: .failure) {
        let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 3)
        numbers.initialize(repeating: 1, count: 3)
        #expect(numbers[3] != .min)
      }
    }

    @Test("fail a process that leaks memory")
    func forgotten() async {
      await #expect(processExitsWith: .failure) {
        // The last one's address may still be in a register.
        for count in 1...100 { _ = UnsafeMutablePointer<Int>.allocate(capacity: count) }
      }
    }
  }
#endif
