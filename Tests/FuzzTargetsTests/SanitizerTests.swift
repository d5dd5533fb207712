// SPDX-License-Identifier: MIT

#if HEADSTOCK_BOUNDARIES
  import Testing

  /// Faults, in the build of the fuzzer and the boundaries: what passes there means nothing unless a
  /// fault does not.
  @Suite("The sanitizers of this build")
  struct SanitizerTests {
    @Test("end a process that reads what it has given back")
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

    @Test("fail a process that forgets memory")
    func forgotten() async {
      await #expect(processExitsWith: .failure) {
        // The last one's address may still be in a register.
        for count in 1...100 { _ = UnsafeMutablePointer<Int>.allocate(capacity: count) }
      }
    }
  }
#endif
